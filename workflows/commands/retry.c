#include "cli/command.h"
#include "engine/request.h"

static const char help[] =
    "usage: ria retry [STUDY] STEP [--study STUDY] [--json]\n"
    "\n"
    "Reruns the failed and cancelled parts of a step or task. If it is done, reruns it and its\n"
    "dependants. A running engine does so at once, otherwise the next `ria run` does.\n"
    "\n"
    "  --study STUDY  the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  --json         print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 requested or done, 2 an error.\n";

static int run(int argc, char **argv) {
  return request_command("retry", argc, argv);
}

const cli_command command_retry = {
    .name = "retry", .summary = "run a step or task again", .help = help, .run = run};
