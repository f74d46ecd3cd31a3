/* `ria cancel`. */
#include "request_command.h"
#include "ria/command.h"

static const char help[] =
    "usage: ria cancel [STEP] [--study STUDY] [--json]\n\n"
    "Ends a step or a task, running or waiting; without one, all of the study. What is done stays\n"
    "done. A running case writes a checkpoint first. `ria retry` or another `ria run` takes it up\n"
    "again.\n\n"
    "  --study STUDY  the study's folder or workflow; default: as `ria status` (RIA_STUDY)\n"
    "  --json         for programs (RIA_JSON=1)\n\n"
    "Exit codes: 0 asked or done, 2 an error.\n";

static int run(int argc, char **argv) {
  return request_command("cancel", argc, argv);
}

const ria_command ria_command_cancel = {
    .name = "cancel", .summary = "end a study, a step or a task", .help = help, .run = run};
