#include "engine/request.h"
#include "cli/command.h"

static const char help[] =
    "usage: ria retry [STUDY] STEP [--study STUDY] [--json]\n\n"
    "Has what failed or was cancelled of a step run again, or a task; of one that is done, all of\n"
    "it, and what hangs on it. An engine that runs takes it up at once, otherwise the next\n"
    "`ria run` does.\n\n"
    "  --study STUDY  the study's folder or workflow; default: as `ria status` (RIA_STUDY)\n"
    "  --json         for programs (RIA_JSON=1)\n\n"
    "Exit codes: 0 asked or done, 2 an error.\n";

static int run(int argc, char **argv) {
  return request_command("retry", argc, argv);
}

const ria_command ria_command_retry = {
    .name = "retry", .summary = "run a step or task again", .help = help, .run = run};
