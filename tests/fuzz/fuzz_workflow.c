/* The workflow reader: whatever the bytes, a workflow is valid, can be ordered and expanded, and
 * its pending points completed, or there are findings with texts. Lines "# set: name=value" are
 * given as --set. */
#include "target.h"
#include "../../workflows/tasks/task.h"
#include "../../workflows/language/workflow.h"

enum { POINTS = 300 }; /* of each step are expanded */

static name_state look_up(void *context, const char *name, workflow_value *value,
                          const char **hint) {
  static char text[] = "$(x); '\"\n";
  static char number[] = "4";
  (void)context;
  (void)hint;
  *value = name[strlen(name) - 1] < 'm' ? (workflow_value){true, 4, number}
                                        : (workflow_value){.text = text};
  return NAME_KNOWN;
}

static void expand(const workflow_point *point) {
  task_list list = {0};
  if (point_expand(point, &list) == RIA_SUCCESS) {
    target_expect(list.count > 0, "a point without tasks");
    for (int i = 0; i < list.count; i++) {
      target_expect(list.task[i].arguments > 0, "a task without a program");
      target_expect(strlen(list.task[i].hash) == 16, "a task without a hash");
      target_expect(!strchr(point->label, '/'), "a label with a slash");
    }
  }
  task_list_destroy(&list);
}

static void use(workflow_file *workflow) {
  ria_case_errors errors = {0};
  name_state state;
  bool run;
  const workflow_step *const *order = workflow_order(workflow);
  for (int i = 0; i < workflow->steps; i++) {
    workflow_step *step = &workflow->step[i];
    target_expect(order[i] != NULL, "a step is not in order");
    target_expect(workflow_find(workflow, step->name) == step, "a step is not found");
    for (int j = 0; j < step->points && j < POINTS; j++) {
      workflow_point *point = &step->point[j];
      point_when(point, look_up, NULL, &state, &run);
      if (point->pending)
        point_complete(workflow, point, look_up, NULL, &errors);
      target_expect(point->pending || point->object, "a point without an object");
      if (!point->pending)
        expand(point);
    }
  }
  ria_case_errors_destroy(&errors);
}

static void run(const char *data, size_t size) {
  target_sets sets = {0};
  workflow_file *workflow;
  ria_case_errors errors;
  target_find_sets(data, size, &sets);
  workflow_options options = {.sets = sets.count, .set = sets.set};
  ria_status status = workflow_read_data("flow.yaml", data, size, &options, &workflow, &errors);
  if (status == RIA_SUCCESS) {
    target_expect(errors.count == 0, "a valid workflow has findings");
    use(workflow);
  } else {
    target_expect(status == RIA_ERROR_CASE, "neither valid nor invalid");
    target_expect(errors.count > 0, "an invalid workflow has no findings");
    target_expect(workflow == NULL, "an invalid workflow is there");
    for (int i = 0; i < errors.count; i++)
      target_expect(errors.error[i].text && *errors.error[i].text, "a finding has no text");
  }
  workflow_destroy(workflow);
  ria_case_errors_destroy(&errors);
}

FUZZ_TARGET(NULL, run, 1024)
