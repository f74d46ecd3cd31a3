/* `ria plan`: shows what a workflow would run, and its cost. Runs nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "cli/workflow_command.h"
#include "plan/plan.h"
#include "view/screen.h"

/* Opens the study that the workflow would continue; NULL: there is none yet. */
static ria_status open_study(const ria_workflow *workflow, ria_study **study) {
  char *path = NULL;
  *study = NULL;
  if (asprintf(&path, "%s/study.sqlite", workflow->study) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
  bool is = !access(path, F_OK);
  free(path);
  return is ? ria_study_open(workflow->study, RIA_STUDY_READ, study) : RIA_SUCCESS;
}

typedef struct {
  workflow_command shared;
  bool all;
  int array_cap;
} chosen;

static ria_status make(ria_workflow *workflow, int array_cap, ria_plan *plan) {
  ria_study *study;
  *plan = (ria_plan){0};
  RIA_TRY(open_study(workflow, &study));
  ria_status status = ria_plan_make(workflow, study, plan);
  ria_study_close(study);
  return status == RIA_SUCCESS ? ria_plan_lines(plan, array_cap) : status;
}

static int plan_workflow(const chosen *c) {
  ria_workflow *workflow;
  ria_plan plan;
  int code = workflow_command_load(&c->shared, &workflow);
  if (code != RIA_EXIT_SUCCESS)
    return code;
  const int width = isatty(STDOUT_FILENO) ? ria_screen_style(stdout).width : 0;
  ria_status status = make(workflow, c->array_cap, &plan);
  if (status == RIA_SUCCESS && !c->shared.json)
    status = ria_plan_print(&plan, c->all, width);
  if (status != RIA_SUCCESS) {
    command_error("plan", "%s", ria_status_detail());
    code = RIA_EXIT_ERROR;
  } else if (c->shared.json && command_print_json(ria_plan_json(&plan)) != RIA_EXIT_SUCCESS) {
    command_error("plan", "the plan cannot be written as JSON");
    code = RIA_EXIT_ERROR;
  }
  ria_plan_destroy(&plan);
  ria_workflow_destroy(workflow);
  return code;
}

static int run(int argc, char **argv) {
  chosen c = {0};
  const command_option options[] = {
      WORKFLOW_COMMAND_OPTIONS(&c.shared),
      {.name = "all", .kind = COMMAND_FLAG, .value = &c.all},
      {.name = "array-cap", .kind = COMMAND_WHOLE, .value = &c.array_cap, .most = 1e6},
      {0}};
  int code =
      workflow_command_read(&c.shared, options, argc, argv) ? plan_workflow(&c) : RIA_EXIT_ERROR;
  workflow_command_free(&c.shared);
  return code;
}

const ria_command ria_command_plan = {
    .name = "plan",
    .summary = "show what a workflow would run, and its cost",
    .help =
        "usage: ria plan FILE.yaml [--set name=value]... [--study FOLDER] [--mode MODE] [--all] "
        "[--array-cap N] [--json]\n"
        "\n"
        "Expand a workflow's sweeps and print every task with its resources and the command line "
        "that\n"
        "would start it (mpirun, srun, or sbatch and the job's command), and the core hours of the "
        "remaining\n"
        "tasks. If the study exists, shows which tasks are done, which have changed and run again, "
        "and which\n"
        "depend on those. Runs nothing and changes nothing.\n"
        "\n" WORKFLOW_COMMAND_HELP
        "  --all             print every task and step, with whole lines (RIA_ALL=1)\n"
        "  --array-cap N     as in `ria run`: most elements of an array at a time (RIA_ARRAY_CAP)\n"
        "\n"
        "Exit code: 0 done, 2 the workflow has errors or cannot be read.\n",
    .run = run,
};
