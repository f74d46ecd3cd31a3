/* What `ria validate` says of a workflow. */
#include "errors.h"
#include "validate_workflow.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include "command.h"
#include "ria/sbatch_lines.h"
#include "language/step_kind.h"
#include "language/workflow.h"
#include "tasks/gpu_need.h"
#include "plan/resource_check.h"

static const char *const mode_texts[] = {"here, or under sbatch in its allocation",
                                         "on this machine", "inside the allocation",
                                         "as jobs of their own"};

static void print_kinds(const ria_workflow *w) {
  const char *before = " (";
  for (const ria_step_kind *const *kind = ria_step_kinds; *kind; kind++) {
    int count = 0;
    for (int i = 0; i < w->steps; i++)
      count += w->step[i].kind == *kind;
    if (count)
      printf("%s%d %s", before, count, (*kind)->name);
    before = count ? ", " : before;
  }
  fputs(")", stdout);
}

static void print_summary(const ria_workflow *w) {
  int waiting = 0;
  for (int i = 0; i < w->steps; i++)
    for (int j = 0; j < w->step[i].points; j++)
      waiting += w->step[i].point[j].pending;
  printf("%s: valid\n  %s: %d step%s", w->path, w->title, w->steps, w->steps == 1 ? "" : "s");
  print_kinds(w);
  if (w->points > w->steps)
    printf(", %d points", w->points);
  printf(", to run %s\n  study %s\n", mode_texts[w->mode], w->study);
  if (waiting)
    printf("  %d point%s refer%s to results: checked in full once these are known\n", waiting,
           waiting == 1 ? "" : "s", waiting == 1 ? "s" : "");
}

static json_t *errors_as_json(const ria_case_errors *errors) {
  json_t *list = json_array();
  for (int i = 0; i < errors->count; i++)
    json_array_append_new(list,
                          json_pack("{s:i, s:i, s:s}", "line", errors->error[i].line, "column",
                                    errors->error[i].column, "text", errors->error[i].text));
  return list;
}

static bool print_json(const char *path, const ria_workflow *w, const ria_case_errors *errors,
                       const char *gpus) {
  json_t *object = json_pack("{s:s, s:b, s:o}", "workflow", path, "valid", w != NULL, "errors",
                             errors_as_json(errors));
  if (object && w)
    json_object_update_new(object, json_pack("{s:s, s:s, s:i, s:i}", "name", w->name, "study",
                                             w->study, "steps", w->steps, "points", w->points));
  if (object && *gpus)
    json_object_set_new(object, "gpus", json_string(gpus));
  char *text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
  if (text)
    puts(text);
  free(text);
  json_decref(object);
  return text != NULL;
}

int validate_workflow(const workflow_command *c) {
  ria_workflow *workflow;
  ria_case_errors errors;
  char note[RESOURCE_NOTE_SIZE] = "";
  ria_status status = ria_workflow_read(c->path, &c->workflow, &workflow, &errors);
  if (status == RIA_SUCCESS)
    status = resource_check(workflow, ria_sbatch_lines_exist(workflow->text, workflow->length),
                            NULL, &errors, note);
  char gpus[1400] = "";
  if (workflow && status == RIA_SUCCESS)
    gpu_need_note(workflow, gpus, sizeof gpus);
  if (*note)
    fprintf(stderr, "note: %s\n", note);
  if (*gpus && !c->json)
    fprintf(stderr, "note: %s\n", gpus);
  if (c->json) {
    if (!print_json(c->path, status == RIA_SUCCESS ? workflow : NULL, &errors, gpus))
      command_error("validate", "the findings cannot be written as JSON");
  } else if (status == RIA_SUCCESS) {
    print_summary(workflow);
  } else {
    for (int i = 0; i < errors.count; i++)
      command_error_finding(&errors.error[i]);
    if (!errors.count)
      command_error("validate", "%s", ria_status_detail());
  }
  ria_workflow_destroy(workflow);
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS      ? RIA_EXIT_SUCCESS
         : status == RIA_ERROR_CASE ? RIA_EXIT_DIFFERENT
                                    : RIA_EXIT_ERROR;
}
