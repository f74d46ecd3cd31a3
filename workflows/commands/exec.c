/* `ria exec`: the wrapper of a workflow's jobs. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/exec.h"

static const char help[] =
    "usage: ria exec [--limit S] [--known-limit S] [--warning S] [--grace S] MARKERS -- COMMAND "
    "[ARGUMENT]...\n"
    "\n"
    "Run a command as the jobs of workflows do, and record in the folder MARKERS when it started "
    "(the\n"
    "file started) and how it ended (ended). Workflows call it; you rarely need it.\n"
    "\n"
    "  --limit S        end it after S seconds: SIGTERM, then SIGKILL\n"
    "  --known-limit S  record that Slurm will end it after S seconds\n"
    "  --warning S      send SIGUSR1 this many seconds before --limit\n"
    "  --grace S        seconds from SIGTERM to SIGKILL; default: 30\n"
    "\n"
    "Signals are passed on. Exit codes: the command's; 128 + n after signal n; 127 if it cannot be "
    "run;\n"
    "2 if MARKERS cannot be written; 75 if MARKERS belongs to another job or this job was "
    "withdrawn, and\n"
    "nothing was run.\n";

static int seconds(const char *text, int64_t *value) {
  char *end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  if (errno || end == text || *end || *value < 0) {
    command_error("exec", "'%s' is not a number of seconds", text);
    return -1;
  }
  return 0;
}

static int parse(int argc, char **argv, ria_exec_options *o) {
  enum { LIMIT = 256, KNOWN_LIMIT, WARNING, GRACE };
  static const struct option option[] = {{"limit", 1, NULL, LIMIT},
                                         {"known-limit", 1, NULL, KNOWN_LIMIT},
                                         {"warning", 1, NULL, WARNING},
                                         {"grace", 1, NULL, GRACE},
                                         {NULL, 0, NULL, 0}};
  int c, failed = 0;
  optind = 0; /* restart getopt_long(), with the leading + */
  while ((c = getopt_long(argc, argv, "+", option, NULL)) != -1) {
    switch (c) {
    case LIMIT:
      failed |= seconds(optarg, &o->limit);
      break;
    case KNOWN_LIMIT:
      failed |= seconds(optarg, &o->known_limit);
      break;
    case WARNING:
      failed |= seconds(optarg, &o->warning);
      break;
    case GRACE:
      failed |= seconds(optarg, &o->grace);
      break;
    default:
      return -1;
    }
  }
  int rest = optind + 1;
  if (rest < argc && argv[rest][0] == '-' && argv[rest][1] == '-' && !argv[rest][2])
    rest++;
  if (failed || rest >= argc) {
    command_error("exec", "expected a folder and a command; `ria exec --help` tells more");
    return -1;
  }
  o->markers = argv[optind];
  o->argv = (const char *const *)(argv + rest);
  return 0;
}

static int exec_command(int argc, char **argv) {
  ria_exec_options o = {0};
  int code = CLI_EXIT_ERROR;
  if (parse(argc, argv, &o))
    return CLI_EXIT_ERROR;
  ria_status status = ria_exec(&o, &code);
  if (status != RIA_SUCCESS) {
    command_error("exec", "%s", ria_status_detail());
    return status == RIA_ERROR_MISMATCH ? RIA_EXEC_CLAIMED : CLI_EXIT_ERROR;
  }
  if (code == 127 && *ria_status_detail())
    command_error("exec", "%s", ria_status_detail());
  return code;
}

const cli_command command_exec = {.name = "exec",
                                  .summary = "run a job's command and record how it ends",
                                  .help = help,
                                  .hidden = true,
                                  .run = exec_command};
