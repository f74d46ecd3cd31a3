/* `ria trace RUN_DIR`: activity of a traced run's workers, and a file for trace viewers. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "run/trace.h"

static const char help[] =
    "usage: ria trace RUN_DIR [-o FILE] [--json]\n"
    "\n"
    "Write RUN_DIR/trace.json from the events that `ria run --trace` wrote to RUN_DIR\n"
    "(trace-RANK.csv): the timeline of the workers in Chrome's trace format, which\n"
    "https://ui.perfetto.dev shows. Also print for each rank how its workers spent their time, "
    "and\n"
    "how much of the transfer time of halo strips from other ranks was hidden by work: 100 % if "
    "all\n"
    "workers worked all that time.\n"
    "\n"
    "  -o, --output FILE  write this file instead (RIA_OUTPUT)\n"
    "  --json             print the shares as JSON and write nothing (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 2 an error.\n";

static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *rank_json(const ria_overlap *o) {
  return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:i, s:o, s:f, s:o}", "rank", o->rank,
                   "workers", o->workers, "seconds", o->seconds, "work", o->work, "packing",
                   o->packing, "other", o->other, "idle", o->idle, "work_seconds", o->work_seconds,
                   "messages", o->messages, "travel_seconds", number(o->travel), "exchange_seconds",
                   o->exchange, "hidden", number(o->hidden));
}

static ria_status print_json(const char *folder) {
  ria_timeline t;
  RIA_TRY(ria_timeline_read(folder, &t));
  ria_overlap *overlap = calloc((size_t)t.ranks, sizeof *overlap);
  ria_status status =
      overlap ? ria_timeline_overlap(&t, overlap) : ria_fail(RIA_ERROR_MEMORY, "no memory");
  json_t *ranks = json_array();
  for (int i = 0; i < t.ranks && status == RIA_SUCCESS; i++)
    json_array_append_new(ranks, rank_json(&overlap[i]));
  if (status != RIA_SUCCESS)
    json_decref(ranks);
  else if (command_print_json(ranks) != CLI_EXIT_SUCCESS)
    status = ria_fail(RIA_ERROR_MEMORY, "out of memory");
  free(overlap);
  ria_timeline_destroy(&t);
  return status;
}

static int run(int argc, char **argv) {
  const char *file = NULL;
  bool json = false;
  const command_option options[] = {
      {.name = "output", .kind = COMMAND_TEXT, .value = &file, .letter = 'o'},
      {.name = "json", .kind = COMMAND_FLAG, .value = &json},
      {0}};
  if (!command_options_read(options, &argc, argv))
    return CLI_EXIT_ERROR;
  if (argc != 2) {
    command_error("trace", "give one run folder; `ria trace --help` tells more");
    return CLI_EXIT_ERROR;
  }
  ria_status status = json ? print_json(argv[1]) : run_trace_convert(argv[1], file, stdout);
  if (status == RIA_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("trace", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

const cli_command command_trace = {
    .name = "trace", .summary = "write the timeline of a run's workers", .help = help, .run = run};
