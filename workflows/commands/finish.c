/* `ria finish`: runs a step's finish() on the results of its tasks. The engine starts it as a task.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/study_command.h"
#include "study/stored_workflow.h"
#include "tasks/task.h"

static const char help[] =
    "usage: ria finish STUDY STEP\n"
    "\n"
    "Make a step's tables, plots and verdict from the results of its tasks. Workflows call it as "
    "the last\n"
    "task of a step; you rarely need it.\n"
    "\n"
    "Exit codes: 0 done, 2 an error, or the step's expectations do not hold.\n";

/* Replaces the results of the step as a whole in one transaction. */
static ria_status put(study_store *study, const char *step, const workflow_results *results) {
  RIA_TRY(study_clear_results(study, step, ""));
  for (int i = 0; i < results->count; i++) {
    const workflow_named *r = &results->result[i];
    RIA_TRY(study_put_result(study, &(study_result){.step = (char *)step,
                                                    .task = "",
                                                    .key = r->name,
                                                    .is_number = r->value.is_number,
                                                    .number = r->value.number,
                                                    .text = r->value.text}));
  }
  return RIA_SUCCESS;
}

/* Stores results also if finish() fails, for example because of an unexpected verdict. */
static ria_status finish(const workflow_file *workflow, study_store *study, const char *name) {
  const workflow_step *step = workflow_find(workflow, name);
  workflow_results results = {0};
  if (!step)
    return ria_fail(RIA_ERROR_ARGUMENT, "the workflow has no step '%s'", name);
  if (!step->kind->finish)
    return RIA_SUCCESS;
  ria_status verdict = step->kind->finish(step, study, &results);
  char why[1024];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  ria_status status = study_begin(study);
  if (status == RIA_SUCCESS)
    status = put(study, name, &results);
  if (status == RIA_SUCCESS)
    status = study_commit(study);
  results_destroy(&results);
  RIA_TRY(status);
  return verdict == RIA_SUCCESS ? RIA_SUCCESS : ria_fail(verdict, "%s", why);
}

static int run(int argc, char **argv) {
  study_store *study;
  workflow_file *workflow = NULL;
  if (argc != 3) {
    command_error("finish", "expected a study and a step; `ria finish --help` tells more");
    return CLI_EXIT_ERROR;
  }
  char *folder = realpath(argv[1], NULL); /* the current folder changes later */
  ria_status status = study_open(folder ? folder : argv[1], STUDY_WRITE, &study);
  if (status == RIA_SUCCESS)
    status = study_workflow_read(study, &workflow);
  if (status == RIA_SUCCESS)
    status = finish(workflow, study, argv[2]);
  int code = status == RIA_SUCCESS ? CLI_EXIT_SUCCESS : study_command_fail("finish");
  workflow_destroy(workflow);
  study_close(study);
  free(folder);
  return code;
}

const cli_command command_finish = {.name = "finish",
                                    .summary = "make the tables of a step",
                                    .help = help,
                                    .run = run,
                                    .hidden = true};
