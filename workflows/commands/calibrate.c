/* `ria calibrate`: measures a case's tile task on GPUs and CPU workers. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/calibrate.h"
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "run/run.h"
#include "ria/number.h"

static const char help[] =
    "usage: ria calibrate CASE.yaml [--workers N] [--set key.path=value]... [--json]\n"
    "\n"
    "Measure the tile task of a case on the GPUs and on N CPU workers separately, so that StarPU "
    "knows\n"
    "its time on both, and print the speed that CPU workers could add. StarPU stores the times for "
    "each "
    "machine\n"
    "under STARPU_HOME (default: ~/.cache/ria). Then `ria run CASE.yaml --target cuda\n"
    "--workers-beside-gpus N` gives each tile to the first free worker. Use the same precision, "
    "tiles and\n"
    "time tiling in both commands. None of this changes the answer.\n"
    "\n"
    "  --workers N          CPU workers; default: all cores of this machine but one (RIA_WORKERS)\n"
    "  --set key.path=value override a key of the case; may be repeated (RIA_SET, one a line)\n"
    "  --json               print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 2 an error, for example no GPU.\n";

enum { MOST_WORKERS = 1024 };

static void print_text(const calibration *c) {
  static const char *const kind[] = {"GPU", "CPU worker"};
  printf("%d x %d tiles, of up to %d x %d cells; a task is %d step%s of one tile\n\n", c->tiles_x,
         c->tiles_y, c->nx, c->ny, c->steps, c->steps > 1 ? "s" : "");
  printf("%-12s %6s  %-14s %12s %8s\n", "kind", "number", "strategy", "ms a task", "tasks");
  for (int k = 0; k < 2; k++)
    ria_printf("%-12s %6d  %-14s %12.4g %8lld\n", kind[k], k ? c->workers : c->gpus, c->strategy[k],
               1e3 * c->seconds[k], (long long)c->tasks[k]);
  ria_printf(
      "\nAll CPU workers together could add %.3g%% to the GPUs, if tiles moved at no cost.\n",
      100 * calibration_gain(c));
}

static int print_json(const calibration *c) {
  json_t *kinds = json_array();
  for (int k = 0; k < 2; k++)
    json_array_append_new(kinds, json_pack("{s:s, s:i, s:s, s:f, s:I}", "kind", k ? "cpu" : "gpu",
                                           "number", k ? c->workers : c->gpus, "strategy",
                                           c->strategy[k], "seconds_a_task", c->seconds[k], "tasks",
                                           (json_int_t)c->tasks[k]));
  json_t *root = json_pack("{s:i, s:i, s:i, s:i, s:i, s:f, s:o}", "tiles_x", c->tiles_x, "tiles_y",
                           c->tiles_y, "nx", c->nx, "ny", c->ny, "steps_a_task", c->steps,
                           "gain_at_best", calibration_gain(c), "kinds", kinds);
  return command_print_json(root);
}

static int calibrate(const char *path, const command_list *sets, int workers, bool json) {
  ria_case the_case;
  calibration found;
  const run_options options = {
      .case_path = path, .sets = sets->count, .set = (char **)sets->item, .until = INFINITY};
  if (run_read_case(&options, &the_case) != RIA_SUCCESS)
    return CLI_EXIT_ERROR;
  ria_status status = calibrate_case(&the_case, workers, &found);
  ria_case_destroy(&the_case);
  if (status != RIA_SUCCESS) {
    command_error("calibrate", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  if (json)
    return print_json(&found);
  print_text(&found);
  return CLI_EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  command_list sets = {0};
  int workers = MOST_WORKERS, code = CLI_EXIT_ERROR; /* more than any machine has */
  bool json = false;
  const command_option options[] = {{.name = "workers",
                                     .kind = COMMAND_WHOLE,
                                     .value = &workers,
                                     .least = 1,
                                     .most = MOST_WORKERS},
                                    {.name = "set", .kind = COMMAND_LIST, .value = &sets},
                                    {.name = "json", .kind = COMMAND_FLAG, .value = &json},
                                    {0}};
  if (command_options_read(options, &argc, argv)) {
    if (argc == 2)
      code = calibrate(argv[1], &sets, workers, json);
    else
      command_error("calibrate", "give one case; `ria calibrate --help` tells more");
  }
  command_list_free(&sets);
  return code;
}

const cli_command command_calibrate = {
    .name = "calibrate",
    .summary = "measure a case's tiles on GPUs and CPUs, for runs on both",
    .help = help,
    .run = run};
