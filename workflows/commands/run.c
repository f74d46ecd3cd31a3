/* `ria run`: runs a case or a workflow. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "engine/command.h"
#include "ria/launch.h"
#include "ria/number.h"
#include "ria/schema.h"
#include "run/run.h"
#include "run/signals.h"

static const char help[] =
    "usage: ria run CASE.yaml [-o DIR] [-n RANKS] [--tiles NXxNY] [--target cpu|cuda|cell|auto]\n"
    "               [--strategy NAME] [--precision single|double] [--gpu-memory MODE]\n"
    "               [--workers N] [--workers-beside-gpus N] [--oversubscribe] [--set "
    "key.path=value]...\n"
    "               [--resume | --continue | --overwrite] [--until TIME]\n"
    "               [--trace[=FILE]] [--trace-steps FROM..TO] [--json]\n"
    "       ria run WORKFLOW.yaml [--set NAME=VALUE]... [--study DIR] [--mode MODE] [--quiet]\n"
    "               [--retry-delay S] [--grace S] [--array-cap N] [--take-over] [--oversubscribe]\n"
    "               [--json]\n"
    "\n"
    "Run a case and write its results to DIR (default: the case's name with -run).\n"
    "\n"
    "  -o DIR               the folder of the run\n"
    "  -n RANKS             start this many MPI ranks on this machine (default: 1; more if StarPU "
    "was\n"
    "                       built for fewer workers than there are cores)\n"
    "  --workers N          CPU workers per rank (default: one for each available core, without "
    "the\n"
    "                       cores that submit tasks, handle MPI or drive a GPU; STARPU_NCPU "
    "overrides\n"
    "                       both)\n"
    "  --tiles NXxNY        tiles of the grid; the answer does not depend on them\n"
    "  --target NAME        where kernels run: cpu, cuda (GPUs), cell (emulated), or auto: usable "
    "GPUs\n"
    "                       that have room for the run, else the CPUs\n"
    "  --strategy NAME      how the target loops over cells; `ria kernels` lists them\n"
    "  --precision NAME     single or double\n"
    "  --gpu-memory MODE    resident: tiles stay on their GPU; staged: tiles are in main memory "
    "and move\n"
    "                       to the GPU, so that not all must fit\n"
    "  --workers-beside-gpus N  CPU workers that take tiles in addition to the GPUs; run `ria "
    "calibrate`\n"
    "                       first\n"
    "  --oversubscribe      accept more ranks x workers than cores, and more memory than there is\n"
    "                       (RIA_OVERSUBSCRIBE=1)\n"
    "  --set key.path=value override a key of the case; may be repeated\n"
    "  --resume             continue from the newest checkpoint in DIR\n"
    "  --continue           the same, but replace a run of another case in DIR\n"
    "  --until TIME         stop with a checkpoint at the first end of a window that reaches TIME "
    "(12 h,\n"
    "                       PT12H); --resume or --continue continue from there; the answer does "
    "not\n"
    "                       change\n"
    "  --overwrite          replace an earlier run in DIR\n"
    "  --trace[=FILE]       write the timeline of the workers: DIR/trace.json, or FILE, of the "
    "last\n"
    "                       steps that memory holds; ui.perfetto.dev shows it (RIA_TRACE=1 or the\n"
    "                       file)\n"
    "  --trace-steps FROM..TO  trace these steps, without TO itself (RIA_TRACE_STEPS)\n"
    "  --json               print summary.json at the end\n"
    "\n"
    "Or runs a workflow (a file with `steps:`). Finished tasks are skipped, changed tasks and "
    "their\n"
    "dependants run again, and jobs of an earlier engine that still run are taken over.\n"
    "\n"
    "  --set NAME=VALUE     set a parameter; may be repeated (RIA_SET, one a line)\n"
    "  -o, --study DIR      the folder of the study (RIA_STUDY)\n"
    "  --mode MODE          local, allocation, jobs or auto (RIA_MODE)\n"
    "  --quiet              print errors only; log.txt in DIR has all messages (RIA_QUIET=1)\n"
    "  --retry-delay S      seconds before a first retry, doubled for each further one; default: "
    "10\n"
    "                       (RIA_RETRY_DELAY)\n"
    "  --grace S            seconds that tasks get to stop; default: 60 (RIA_GRACE)\n"
    "  --array-cap N        most tasks of a step in the queue that run at a time\n"
    "                       (RIA_ARRAY_CAP)\n"
    "  --oversubscribe      on this machine, as if each step had `resources: {oversubscribe: "
    "true}`\n"
    "                       (RIA_OVERSUBSCRIBE=1)\n"
    "  --take-over          continue even if the state of the previous engine is unknown\n"
    "                       (RIA_TAKE_OVER=1)\n"
    "  --json               print the study at the end (RIA_JSON=1)\n"
    "\n"
    "Ctrl-C, SIGTERM and SIGUSR1 write a checkpoint and stop. Exit codes of a workflow: 0 "
    "finished,\n"
    "2 failed, 3 cancelled, 128 + n after signal n; of a case: 0 done, 2 an error, 3 stopped.\n";

/* More than any machine has is a typing error. */
enum { RANKS_MAX = 4096, WORKERS_MAX = 4096 };

static int add_set(run_options *o, const char *key, const char *value) {
  char **grown = realloc(o->set, (size_t)(o->sets + 1) * sizeof *grown);
  if (!grown)
    return -1;
  o->set = grown;
  char *text = NULL;
  if (asprintf(&text, "%s%s%s", key, *key ? "=" : "", value) < 0)
    return -1;
  o->set[o->sets++] = text;
  return 0;
}

enum {
  TILES = 256,
  TARGET,
  STRATEGY,
  PRECISION,
  GPU_MEMORY,
  WORKERS,
  BESIDE,
  OVERSUBSCRIBE,
  SET,
  RESUME,
  CONTINUE,
  UNTIL,
  OVERWRITE,
  TRACE,
  TRACE_STEPS,
  JSON
};

static const struct option options[] = {{"tiles", 1, NULL, TILES},
                                        {"target", 1, NULL, TARGET},
                                        {"strategy", 1, NULL, STRATEGY},
                                        {"precision", 1, NULL, PRECISION},
                                        {"gpu-memory", 1, NULL, GPU_MEMORY},
                                        {"workers", 1, NULL, WORKERS},
                                        {"workers-beside-gpus", 1, NULL, BESIDE},
                                        {"oversubscribe", 0, NULL, OVERSUBSCRIBE},
                                        {"set", 1, NULL, SET},
                                        {"resume", 0, NULL, RESUME},
                                        {"overwrite", 0, NULL, OVERWRITE},
                                        {"continue", 0, NULL, CONTINUE},
                                        {"until", 1, NULL, UNTIL},
                                        {"trace", 2, NULL, TRACE},
                                        {"trace-steps", 1, NULL, TRACE_STEPS},
                                        {"json", 0, NULL, JSON},
                                        {NULL, 0, NULL, 0}};

/* All ranks read the same command line, so only one reports errors in it. */
static int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int complain(const char *format, ...) {
  va_list args;
  char *sentence = NULL;
  if (ria_launch_rank())
    return -1;
  va_start(args, format);
  if (ria_vasprintf(&sentence, format, args) < 0)
    sentence = NULL;
  va_end(args);
  command_error("run", "%s; `ria run --help` tells more", sentence ? sentence : "out of memory");
  free(sentence);
  return -1;
}

/* Reads a number from 1 to `most`. `what` names it: "ranks". */
static int read_number(const char *option, const char *what, int most, const char *text,
                       int *number) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (end == text || *end || errno || value < 1 || value > most)
    return complain("%s: expected a number of %s from 1 to %d, got '%s'", option, what, most, text);
  *number = (int)value;
  return 0;
}

static int read_until(const char *text, double *until) {
  if (ria_schema_quantity(text, RIA_TIME, until) && *until > 0)
    return 0;
  return complain("--until: expected a time above 0 such as '12 h', got '%s'", text);
}

static int read_trace(const char *file, run_options *o) {
  o->trace.on = true;
  o->trace.file = file && *file ? file : NULL;
  return 0;
}

static int read_trace_steps(const char *given, const char *text, run_options *o) {
  o->trace.on = true;
  if (run_trace_read_steps(text, &o->trace.from, &o->trace.to))
    return 0;
  return complain("%s: expected steps such as 100..120, 100.. or ..120, got '%s'", given, text);
}

/* Reads environment variables, which the command line overrides. */
static int read_variables(run_options *o) {
  const char *trace = getenv("RIA_TRACE"), *steps = getenv("RIA_TRACE_STEPS");
  if (trace && *trace && strcmp(trace, "0"))
    read_trace(strcmp(trace, "1") ? trace : NULL, o);
  return steps && *steps ? read_trace_steps("RIA_TRACE_STEPS", steps, o) : 0;
}

/* `c` is what getopt_long made of `argument`. */
static int complain_of_option(int c, const char *argument) {
  bool is_long = !strncmp(argument, "--", 2);
  if (c == ':' && is_long)
    return complain("the option '%s' needs a value", argument);
  if (c == ':')
    return complain("the option '-%c' needs a value", optopt);
  if (optopt >= TILES)
    return complain("the option '%s' takes no value", argument);
  if (is_long)
    return complain("there is no option '%s', or it is an ambiguous abbreviation", argument);
  return complain("there is no option '-%c'", optopt);
}

static int read_option(int c, const char *argument, run_options *o) {
  switch (c) {
  case 'o':
    o->folder = optarg;
    return *optarg ? 0 : complain("-o: expected the name of a folder, got ''");
  case 'n':
    return read_number("-n", "ranks", RANKS_MAX, optarg, &o->ranks);
  case TILES:
    return add_set(o, "tiles", optarg);
  case TARGET:
    return add_set(o, "target", optarg);
  case STRATEGY:
    return add_set(o, "strategy", optarg);
  case PRECISION:
    return add_set(o, "precision", optarg);
  case GPU_MEMORY:
    return add_set(o, "gpu.memory", optarg);
  case WORKERS:
    return read_number("--workers", "workers", WORKERS_MAX, optarg, &o->workers);
  case BESIDE:
    return add_set(o, "gpu.workers", optarg);
  case OVERSUBSCRIBE:
    o->oversubscribe = true;
    return 0;
  case SET:
    return add_set(o, "", optarg);
  case RESUME:
    o->resume = true;
    return 0;
  case CONTINUE:
    o->resume = o->renew = true;
    return 0;
  case UNTIL:
    return read_until(optarg, &o->until);
  case OVERWRITE:
    o->overwrite = true;
    return 0;
  case TRACE:
    return read_trace(optarg, o);
  case TRACE_STEPS:
    return read_trace_steps("--trace-steps", optarg, o);
  case JSON:
    o->json = true;
    return 0;
  default:
    return complain_of_option(c, argument);
  }
}

static int parse(int argc, char **argv, run_options *o) {
  int c;
  optind = 1;
  if (read_variables(o))
    return -1;
  while ((c = getopt_long(argc, argv, ":o:n:", options, NULL)) != -1)
    if (read_option(c, argv[optind - 1], o))
      return -1;
  if (optind == argc)
    return complain(
        "no case is given; name a YAML file, as in `ria run inputs/cases/arousa/arousa.yaml`");
  if (optind + 1 < argc)
    return complain("give one case, not both '%s' and '%s'", argv[optind], argv[optind + 1]);
  if (o->resume && o->overwrite)
    return complain("--resume continues a run and --overwrite replaces it: choose one");
  o->case_path = argv[optind];
  o->argc = argc;
  o->argv = argv;
  return 0;
}

/* Checks the resources before anything is started. */
static bool fits(const run_options *o) {
  const bool is_fine = run_share_threads(o) == RIA_SUCCESS;
  if (!is_fine)
    command_error("run", "%s", ria_status_detail());
  return is_fine;
}

/* Reads the case before ranks are started, so that its errors are reported once. If the number of
 * ranks is not given, and several are no faster or there is no mpirun, one is started. */
static int launch(run_options o, int argc, char **argv) {
  ria_case the_case;
  int code = CLI_EXIT_ERROR;
  const bool asked = o.ranks > 0;
  if (run_read_case(&o, &the_case) != RIA_SUCCESS)
    return code;
  o.ranks = run_share_ranks(&o, &the_case);
  ria_status status = o.ranks > 1 ? run_share_memory(&o, &the_case) : RIA_SUCCESS;
  ria_case_destroy(&the_case);
  if (o.ranks == 1)
    return run_case(&o);
  if (status == RIA_SUCCESS) {
    status = ria_launch_local(o.ranks, argc, argv, &code);
    if (status == RIA_ERROR_UNSUPPORTED && !asked)
      return run_case(&o);
  }
  if (status == RIA_SUCCESS) {
    if (code > 128)
      command_error("run",
                    "the ranks were ended by signal %d (%s); the written files are intact, and "
                    "--resume continues from the last checkpoint",
                    code - 128, strsignal(code - 128));
    return code == 1 ? CLI_EXIT_ERROR : code; /* 1 is mpirun's own error, which it has printed */
  }
  command_error("run", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

static int run_command(int argc, char **argv) {
  if (!ria_runtime_is_rank() && engine_command_file(argc, argv))
    return engine_command(argc, argv);
  run_signals_hold();
  run_options o = {.until = INFINITY, .trace.to = -1};
  int code = CLI_EXIT_ERROR;
  if (parse(argc, argv, &o) == 0 && fits(&o))
    code = run_share_ranks(&o, NULL) > 1 ? launch(o, argc, argv) : run_case(&o);
  for (int i = 0; i < o.sets; i++)
    free(o.set[i]);
  free(o.set);
  return code;
}

const cli_command command_run = {
    .name = "run", .summary = "run a case or a workflow", .help = help, .run = run_command};
