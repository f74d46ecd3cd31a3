/* `ria submit`: checks a workflow and submits it by sbatch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "cli/workflow_command.h"
#include "language/workflow.h"
#include "plan/resource_check.h"
#include "ria/submit.h"
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

/* Arguments of the script, which are the engine's options. Variables would not reach a job with
 * --export=NONE. Borrowed, but for the list; NULL without memory. */
static const char **make_arguments(const workflow_command *c, const workflow_file *workflow) {
  const char **argument = calloc((size_t)(2 * c->set.count) + 5, sizeof *argument);
  int n = 0;
  for (int i = 0; argument && i < c->set.count; i++) {
    argument[n++] = "--set";
    argument[n++] = c->set.item[i];
  }
  if (argument) {
    argument[n++] = "--study";
    argument[n++] = workflow->study;
  }
  if (argument && c->workflow.mode) {
    argument[n++] = "--mode";
    argument[n++] = c->workflow.mode;
  }
  return argument;
}

static int print_job(const workflow_file *workflow, const char *id, bool json) {
  if (json)
    return command_print_json(
        json_pack("{s:s, s:s, s:s}", "job", id, "name", workflow->name, "study", workflow->study));
  printf("submitted %s as job %s; `ria watch %s` follows it\n", workflow->name, id,
         workflow->study);
  return CLI_EXIT_SUCCESS;
}

/* Checks whether the resources exist, then asks sbatch, which knows the site's rules. */
static bool check(const workflow_command *c, workflow_file *workflow, const char *const *options) {
  char note[RESOURCE_NOTE_SIZE];
  ria_case_errors errors = {0};
  ria_status status = study_folder_check(workflow->study);
  if (status == RIA_SUCCESS)
    status = workflow_check_options(workflow, options, &errors);
  if (status == RIA_SUCCESS && errors.count)
    status = RIA_ERROR_CASE;
  command_warn_findings(&workflow->warnings);
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

/* The note is there before the submission: if this process dies meanwhile, `ria status` finds the
 * job by its token. A submission that fails leaves the note of an earlier one. */
static ria_status submit_noted(const workflow_command *c, const workflow_file *workflow,
                               const char *const *options, const char *const *arguments,
                               ria_job_id id) {
  ria_job_id before;
  char token[RIA_SUBMIT_TOKEN_SIZE], token_before[RIA_SUBMIT_TOKEN_SIZE];
  study_submitted_read(workflow->study, before, token_before);
  ria_submit_token(workflow->study, token);
  RIA_TRY(study_submitted_write(workflow->study, "", token, c->path));
  ria_status status = ria_submit_script(c->path, token, options, arguments, id);
  if (status == RIA_SUCCESS && study_submitted_write(workflow->study, id, token, c->path))
    fprintf(stderr, "ria submit: %s; `ria watch` cannot show the job until it runs\n",
            ria_status_detail());
  if (status == RIA_SUCCESS)
    return status;
  char *why = strdup(ria_status_detail());
  if (!*before || study_submitted_write(workflow->study, before, token_before, c->path))
    study_submitted_remove(workflow->study);
  rmdir(workflow->study); /* if there was no study before */
  ria_fail(status, "%s", why ? why : "it could not be submitted");
  free(why);
  return status;
}

static int submit(const workflow_command *c, workflow_file *workflow, const char *const *options) {
  ria_job_id id;
  if (!check(c, workflow, options))
    return CLI_EXIT_ERROR;
  const char **arguments = make_arguments(c, workflow);
  ria_status status = arguments ? submit_noted(c, workflow, options, arguments, id)
                                : ria_fail(RIA_ERROR_MEMORY, "no memory to submit the workflow");
  free(arguments);
  return status == RIA_SUCCESS ? print_job(workflow, id, c->json) : study_command_fail("submit");
}

static int check_and_submit(const workflow_command *c, const char *const *options) {
  workflow_file *workflow = NULL;
  int code = workflow_command_load(c, &workflow);
  if (code == CLI_EXIT_SUCCESS && workflow->mode == MODE_LOCAL) {
    command_error("submit", "mode local does not use Slurm; start it with `ria run`");
    code = CLI_EXIT_ERROR;
  }
  if (code == CLI_EXIT_SUCCESS)
    code = submit(c, workflow, options);
  workflow_destroy(workflow);
  return code;
}

/* Options after `--` belong to sbatch. */
static int run(int argc, char **argv) {
  workflow_command c = {0};
  const command_option options[] = {WORKFLOW_COMMAND_OPTIONS(&c), {0}};
  int ours = 1, code = CLI_EXIT_ERROR;
  while (ours < argc && strcmp(argv[ours], "--"))
    ours++;
  if (workflow_command_read(&c, options, ours, argv))
    code = check_and_submit(&c, ours < argc ? (const char *const *)argv + ours + 1 : NULL);
  workflow_command_free(&c);
  return code;
}

const cli_command command_submit = {.name = "submit",
                                    .summary = "check a workflow and submit it to Slurm",
                                    .help = help,
                                    .run = run};
