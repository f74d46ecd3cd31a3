#include "cli/command.h"
#include "engine/request.h"

static const char help[] =
    "usage: ria cancel [STUDY] [STEP] [--study STUDY] [--wait S] [--json]\n"
    "\n"
    "Cancel a step or a task, running or waiting, or the whole study. Finished tasks stay done. A\n"
    "running case writes a checkpoint first. `ria retry` or another `ria run` continues it.\n"
    "\n"
    "If an engine runs, it ends the jobs. Otherwise this command ends them and waits until they "
    "have\n"
    "ended. Jobs that take longer are listed, and the next `ria run` waits for them.\n"
    "\n"
    "  --study STUDY  the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  --wait S       seconds to wait for jobs to end (RIA_WAIT); default: until they are killed "
    "at the\n"
    "                 latest\n"
    "  --json         print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 requested or done, 2 an error.\n";

static int run(int argc, char **argv) {
  return request_command("cancel", argc, argv);
}

const cli_command command_cancel = {
    .name = "cancel", .summary = "cancel a study, a step or a task", .help = help, .run = run};
