/* `ria submit`: checks a workflow and submits it by sbatch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "cli/workflow_command.h"
#include "language/workflow.h"
#include "plan/resource_check.h"
#include "ria/submit.h"
#include "ria/text.h"
#include "study/submitted.h"

static const char help[] =
    "usage: ria submit WORKFLOW.yaml [--set NAME=VALUE]... [--study DIR] [--mode MODE] [--json]\n"
    "                  [-- SBATCH-OPTION...]\n"
    "\n"
    "Check a workflow as `ria validate` does, also against the partitions of the cluster, and "
    "submit it\n"
    "with sbatch. Options after -- are passed to sbatch and override the #SBATCH lines.\n"
    "\n"
    "  --set NAME=VALUE  set a parameter; may be repeated (RIA_SET, one a line)\n"
    "  --study DIR       the folder of the study (RIA_STUDY)\n"
    "  --mode MODE       allocation or jobs (RIA_MODE)\n"
    "  --json            print the job's id as JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 submitted, 2 an error.\n";

/* The script's first line starts the engine without options, so they travel in the environment,
 * which sbatch passes on. */
static ria_status pass_options(const workflow_command *c, const ria_workflow *workflow) {
  ria_text sets = {0};
  for (int i = 0; i < c->set.count; i++) {
    if (strchr(c->set.item[i], '\n')) {
      ria_text_destroy(&sets);
      return ria_fail(RIA_ERROR_ARGUMENT, "--set takes one line; write longer texts into the file");
    }
    ria_text_add(&sets, "%s\n", c->set.item[i]);
  }
  bool failed = sets.failed || (sets.data && setenv("RIA_SET", sets.data, 1)) ||
                setenv("RIA_STUDY", workflow->study, 1) ||
                (c->workflow.mode && setenv("RIA_MODE", c->workflow.mode, 1));
  ria_text_destroy(&sets);
  return failed ? ria_fail(RIA_ERROR_MEMORY, "no memory to submit the workflow") : RIA_SUCCESS;
}

/* An error here is only a warning, because the job is submitted. */
static void write_submitted(const workflow_command *c, const ria_workflow *workflow,
                            const char *id) {
  if (study_submitted_write(workflow->study, id, c->path) != RIA_SUCCESS)
    fprintf(stderr, "ria submit: %s; `ria watch` will not know of the job until it runs\n",
            ria_status_detail());
}

static int print_job(const ria_workflow *workflow, const char *id, bool json) {
  if (json)
    return command_print_json(
        json_pack("{s:s, s:s, s:s}", "job", id, "name", workflow->name, "study", workflow->study));
  printf("submitted %s as job %s; `ria watch %s` follows it\n", workflow->name, id,
         workflow->study);
  return RIA_EXIT_SUCCESS;
}

/* Checks whether the resources exist, then asks sbatch, which knows the site's rules. */
static bool check(const workflow_command *c, const ria_workflow *workflow,
                  const char *const *options) {
  char note[RESOURCE_NOTE_SIZE];
  ria_case_errors errors = {0};
  ria_status status = ria_study_folder_check(workflow->study);
  if (status == RIA_SUCCESS)
    status = resource_check(workflow, true, options, &errors, note);
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (status != RIA_SUCCESS && !errors.count)
    study_command_fail("submit");
  ria_case_errors_destroy(&errors);
  if (status == RIA_SUCCESS && (status = ria_submit_test(c->path, options)) != RIA_SUCCESS)
    study_command_fail("submit");
  return status == RIA_SUCCESS;
}

static int submit(const workflow_command *c, const ria_workflow *workflow,
                  const char *const *options) {
  ria_job_id id;
  if (pass_options(c, workflow) != RIA_SUCCESS)
    return study_command_fail("submit");
  if (!check(c, workflow, options))
    return RIA_EXIT_ERROR;
  if (ria_submit_script(c->path, options, id) != RIA_SUCCESS)
    return study_command_fail("submit");
  write_submitted(c, workflow, id);
  return print_job(workflow, id, c->json);
}

static int check_and_submit(const workflow_command *c, const char *const *options) {
  ria_workflow *workflow = NULL;
  int code = workflow_command_load(c, &workflow);
  if (code == RIA_EXIT_SUCCESS && workflow->mode == RIA_MODE_LOCAL) {
    command_error("submit", "mode local needs no Slurm: `ria run` it");
    code = RIA_EXIT_ERROR;
  }
  if (code == RIA_EXIT_SUCCESS)
    code = submit(c, workflow, options);
  ria_workflow_destroy(workflow);
  return code;
}

/* Options after `--` belong to sbatch. */
static int run(int argc, char **argv) {
  workflow_command c = {0};
  const command_option options[] = {WORKFLOW_COMMAND_OPTIONS(&c), {0}};
  int ours = 1, code = RIA_EXIT_ERROR;
  while (ours < argc && strcmp(argv[ours], "--"))
    ours++;
  if (workflow_command_read(&c, options, ours, argv))
    code = check_and_submit(&c, ours < argc ? (const char *const *)argv + ours + 1 : NULL);
  workflow_command_free(&c);
  return code;
}

const ria_command ria_command_submit = {.name = "submit",
                                        .summary = "check a workflow and submit it to Slurm",
                                        .help = help,
                                        .run = run};
