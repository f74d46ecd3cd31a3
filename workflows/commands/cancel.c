#include "engine/request.h"
#include "cli/command.h"

static const char help[] =
    "usage: ria cancel [STUDY] [STEP] [--study STUDY] [--wait S] [--json]\n\n"
    "Ends a step or a task, running or waiting; without one, all of the study. What is done stays\n"
    "done. A running case writes a checkpoint first. `ria retry` or another `ria run` takes it up\n"
    "again.\n\n"
    "An engine that runs is asked to. Where none runs, this command ends the jobs itself and "
    "waits\n"
    "until they are gone; one that takes longer is named, and the next `ria run` waits for it.\n\n"
    "  --study STUDY  the study's folder or workflow; default: as `ria status` (RIA_STUDY)\n"
    "  --wait S       seconds to wait for jobs to end (RIA_WAIT); default: as long as it\n"
    "                 can take until they are killed\n"
    "  --json         for programs (RIA_JSON=1)\n\n"
    "Exit codes: 0 asked or done, 2 an error.\n";

static int run(int argc, char **argv) {
  return request_command("cancel", argc, argv);
}

const ria_command ria_command_cancel = {
    .name = "cancel", .summary = "end a study, a step or a task", .help = help, .run = run};
