#include "workflow_command.h"
#include <stdio.h>
#include "command.h"
#include "errors.h"
#include "ria/processes.h"

void workflow_command_progress(const char *step, int read, int points) {
  static const double interval = 3; /* s */
  static double told;
  const double now = ria_seconds();
  if (!(told > 0))
    told = now;
  if (now - told < interval || read == points)
    return;
  told = now;
  fprintf(stderr, "step %s: %d of %d points checked\n", step, read, points);
}

bool workflow_command_read(workflow_command *c, const command_option *options, int argc,
                           char **argv) {
  c->command = argv[0];
  if (!command_options_read(options, &argc, argv))
    return false;
  c->workflow.sets = c->set.count;
  c->workflow.set = c->set.item;
  c->workflow.progress = workflow_command_progress;
  if (argc < 2) {
    command_error(argv[0], "name the file: ria %s FILE.yaml", argv[0]);
    return false;
  }
  if (argc > 2) {
    command_error(argv[0], "give one file, not both '%s' and '%s'", argv[1], argv[2]);
    return false;
  }
  c->path = argv[1];
  return true;
}

void workflow_command_free(workflow_command *c) {
  command_list_free(&c->set);
}

int workflow_command_load(const workflow_command *c, workflow_file **workflow) {
  ria_case_errors errors;
  bool is_case = false;
  if (workflow_is_case(c->path, &is_case) == RIA_SUCCESS && is_case) {
    fprintf(stderr,
            "ria %s: this is a case, not a workflow: %s; `ria validate` checks it, `ria run` runs "
            "it, and a step of `kind: case` runs it in a workflow (`ria init`)\n",
            c->command, c->path);
    return CLI_EXIT_ERROR;
  }
  ria_status status = workflow_read(c->path, &c->workflow, workflow, &errors);
  for (int i = 0; i < errors.count; i++)
    if (status == RIA_ERROR_CASE)
      command_error_finding(&errors.error[i]);
    else
      command_error(c->command, "%s", errors.error[i].text);
  if (status != RIA_SUCCESS && !errors.count)
    command_error(c->command, "%s", ria_status_detail());
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS ? CLI_EXIT_SUCCESS : CLI_EXIT_ERROR;
}
