/* ria plan: what a workflow would run, and what it would cost. Runs nothing. */
#include "plan.h"

#include <stdio.h>
#include "ria/command.h"
#include "workflow_command.h"

static int plan_workflow(const ria_workflow_command *command) {
  ria_workflow *workflow;
  ria_plan plan = {0};
  int code = ria_workflow_command_load(command, &workflow);
  if (code != RIA_EXIT_SUCCESS)
    return code;
  if (ria_plan_make(workflow, &plan) != RIA_SUCCESS) {
    fprintf(stderr, "ria plan: %s\n", ria_status_detail());
    code = RIA_EXIT_ERROR;
  } else if (!command->json) {
    ria_plan_print(&plan, command->all);
  } else if (!ria_plan_print_json(&plan)) {
    fprintf(stderr, "ria plan: the plan cannot be written as JSON\n");
    code = RIA_EXIT_ERROR;
  }
  ria_plan_destroy(&plan);
  ria_workflow_destroy(workflow);
  return code;
}

static int run(int argc, char **argv) {
  ria_workflow_command command;
  int code = ria_workflow_command_read(&command, argc, argv, true) ? plan_workflow(&command)
                                                                   : RIA_EXIT_ERROR;
  ria_workflow_command_free(&command);
  return code;
}

const ria_command ria_command_plan = {
    .name = "plan",
    .summary = "tell what a workflow would run, and its cost",
    .help =
        "usage: ria plan FILE.yaml [--set name=value]... [--study FOLDER] [--mode MODE] [--all] "
        "[--json]\n"
        "\n"
        "Expand a workflow's sweeps and tell every task with its command line and resources, "
        "and the\n"
        "core hours of all of them. Runs nothing and changes nothing.\n"
        "\n" RIA_WORKFLOW_COMMAND_HELP
        "  --all             every task and step, with whole lines (RIA_ALL=1)\n"
        "\n"
        "Exit code: 0 done, 2 the workflow has errors or cannot be read.\n",
    .run = run,
};
