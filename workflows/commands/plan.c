/* `ria plan`: shows the tasks of a workflow and their cost, or the distribution of a case over
 * ranks. Starts no task. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "cli/workflow_command.h"
#include "plan/case_plan.h"
#include "plan/plan.h"
#include "ria/solver.h"
#include "view/screen.h"

/* Opens the study that the workflow would continue; NULL: there is none yet. */
static ria_status open_study(const workflow_file *workflow, study_store **study) {
  char *path = NULL;
  *study = NULL;
  if (asprintf(&path, "%s/study.sqlite", workflow->study) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
  bool is = !access(path, F_OK);
  free(path);
  return is ? study_open(workflow->study, STUDY_READ, study) : RIA_SUCCESS;
}

typedef struct {
  workflow_command shared;
  bool all;
  int array_cap;
  int ranks; /* 0: not given */
  const char *tiles;
} chosen;

static ria_status make(workflow_file *workflow, int array_cap, plan_tree *plan) {
  study_store *study;
  *plan = (plan_tree){0};
  RIA_TRY(open_study(workflow, &study));
  ria_status status = plan_make(workflow, study, plan);
  study_close(study);
  return status == RIA_SUCCESS ? plan_lines(plan, array_cap) : status;
}

static int plan_workflow(const chosen *c) {
  workflow_file *workflow;
  plan_tree plan;
  int code = workflow_command_load(&c->shared, &workflow);
  if (code != CLI_EXIT_SUCCESS)
    return code;
  const int width = isatty(STDOUT_FILENO) ? screen_style(stdout).width : 0;
  ria_status status = make(workflow, c->array_cap, &plan);
  if (status == RIA_SUCCESS && !c->shared.json)
    status = plan_print(&plan, c->all, width);
  if (status != RIA_SUCCESS) {
    command_error("plan", "%s", ria_status_detail());
    code = CLI_EXIT_ERROR;
  } else if (c->shared.json && command_print_json(plan_json(&plan)) != CLI_EXIT_SUCCESS) {
    command_error("plan", "the plan cannot be written as JSON");
    code = CLI_EXIT_ERROR;
  }
  plan_destroy(&plan);
  workflow_destroy(workflow);
  return code;
}

/* ---- a case ---- */

/* Reads the case with the settings of --set and --tiles. */
static ria_status read_case(const chosen *c, ria_case *the_case, ria_case_errors *errors) {
  const int sets = c->shared.set.count;
  const char **set = calloc((size_t)sets + 1, sizeof *set);
  char *tiles = NULL;
  *the_case = (ria_case){0};
  *errors = (ria_case_errors){0};
  if (!set || (c->tiles && asprintf(&tiles, "tiles=%s", c->tiles) < 0)) {
    free(set);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
  }
  if (sets)
    memcpy(set, c->shared.set.item, (size_t)sets * sizeof *set);
  set[sets] = tiles;
  const ria_status status = ria_case_read(c->shared.path, &ria_known_names, sets + (tiles != NULL),
                                          set, the_case, errors);
  free(tiles);
  free(set);
  return status;
}

static int plan_case(const chosen *c) {
  ria_case the_case;
  ria_case_errors errors;
  plan_of_case plan;
  int code = CLI_EXIT_SUCCESS;
  ria_status status = read_case(c, &the_case, &errors);
  if (status == RIA_SUCCESS)
    status = case_plan_make(&the_case, c->ranks ? c->ranks : 1, &plan);
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (status != RIA_SUCCESS) {
    if (!errors.count)
      command_error("plan", "%s", ria_status_detail());
    code = CLI_EXIT_ERROR;
  } else if (!c->shared.json) {
    case_plan_print(&the_case, &plan);
  } else if (command_print_json(case_plan_json(&the_case, &plan)) != CLI_EXIT_SUCCESS) {
    command_error("plan", "the plan cannot be written as JSON");
    code = CLI_EXIT_ERROR;
  }
  ria_case_destroy(&the_case);
  ria_case_errors_destroy(&errors);
  return code;
}

static int plan_file(const chosen *c) {
  bool is_case = false, is_workflow = false;
  if (workflow_is_case(c->shared.path, &is_case) == RIA_SUCCESS && is_case)
    return plan_case(c);
  if (workflow_is(c->shared.path, &is_workflow) == RIA_SUCCESS && is_workflow &&
      (c->ranks || c->tiles)) {
    command_error("plan",
                  "-n and --tiles are for cases, but %s is a workflow; its steps have `resources: "
                  "{ranks: N}`",
                  c->shared.path);
    return CLI_EXIT_ERROR;
  }
  return plan_workflow(c);
}

static int run(int argc, char **argv) {
  enum { RANKS_MAX = 1000000 };
  chosen c = {0};
  const command_option options[] = {
      WORKFLOW_COMMAND_OPTIONS(&c.shared),
      {.name = "all", .kind = COMMAND_FLAG, .value = &c.all},
      {.name = "array-cap", .kind = COMMAND_WHOLE, .value = &c.array_cap, .most = 1e6},
      {.name = "ranks",
       .kind = COMMAND_WHOLE,
       .value = &c.ranks,
       .letter = 'n',
       .least = 1,
       .most = RANKS_MAX},
      {.name = "tiles", .kind = COMMAND_TEXT, .value = &c.tiles},
      {0}};
  int code = workflow_command_read(&c.shared, options, argc, argv) ? plan_file(&c) : CLI_EXIT_ERROR;
  workflow_command_free(&c.shared);
  return code;
}

const cli_command command_plan = {
    .name = "plan",
    .summary = "show what a workflow would run, or how ranks would share a case",
    .help =
        "usage: ria plan WORKFLOW.yaml [--set name=value]... [--study FOLDER] [--mode MODE] "
        "[--all]\n"
        "                [--array-cap N] [--json]\n"
        "       ria plan CASE.yaml [-n RANKS] [--tiles AxBxC] [--set key.path=value]... [--json]\n"
        "\n"
        "Expand a workflow's sweeps and print every task with its resources and the command line "
        "that\n"
        "would start it (mpirun, srun, or sbatch and the job's command), and the core hours of the "
        "remaining\n"
        "tasks. If the study exists, shows which tasks are done, which have changed and run again, "
        "and which\n"
        "depend on those. Runs nothing and changes nothing.\n"
        "\n"
        "For a case, print its cells or nodes, blocks and tiles, how many cells the ranks would "
        "have, and by\n"
        "how much the rank with the most exceeds the mean. If that is more than 5 %, name tiles "
        "that balance\n"
        "the ranks. Starts no ranks.\n"
        "\n" WORKFLOW_COMMAND_HELP
        "  --all             print every task and step, with whole lines (RIA_ALL=1)\n"
        "  --array-cap N     as in `ria run`: most elements of an array at a time (RIA_ARRAY_CAP)\n"
        "  -n RANKS          of a case: the number of ranks; default: 1 (RIA_RANKS)\n"
        "  --tiles AxBxC     of a case: tiles of each block; without it those that `ria run` "
        "chooses\n"
        "                    for ranks of one CPU worker (RIA_TILES)\n"
        "\n"
        "Exit code: 0 done, 2 the file has errors or cannot be read.\n",
    .run = run,
};
