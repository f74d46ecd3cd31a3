/* kind: report. Makes one HTML page of the study, by `ria report`. */
#include <stdlib.h>
#include "tasks/task.h"

typedef struct {
  char *file;
} report;

static const ria_key keys[] = {
    {.name = "file",
     .kind = RIA_KEY_TEXT,
     .offset = offsetof(report, file),
     .size = sizeof(char *),
     .example = "week.html",
     .what = "The page. Relative to the folder that the workflow is submitted from. Without it: "
             "`report.html` in the study's folder."},
    {0}};

/* `ria report` gets the study and the step from the environment. */
static ria_status expand(const ria_point *point, ria_task_list *list) {
  const report *r = point->object;
  ria_task *task;
  RIA_TRY(ria_task_list_add(list, point, "", &task));
  RIA_TRY(ria_task_add_argument(task, "ria"));
  RIA_TRY(ria_task_add_argument(task, "report"));
  if (!r->file)
    return RIA_SUCCESS;
  char *path = ria_workflow_resolve(point->step->workflow, r->file);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", r->file);
  ria_status status = ria_task_add_argument(task, "-o");
  if (status == RIA_SUCCESS)
    status = ria_task_add_argument(task, path);
  free(path);
  return status;
}

static ria_status outputs(const ria_task *task, const char *folder, ria_paths *paths) {
  (void)folder;
  const report *r = task->point->object;
  const ria_workflow *workflow = task->point->step->workflow;
  return r->file ? ria_paths_add(paths, workflow->directory, r->file)
                 : ria_paths_add(paths, workflow->study, "report.html");
}

const ria_step_kind ria_step_kind_report = {
    .name = "report",
    .what = "one HTML page of the study",
    .keys = keys,
    .bytes = sizeof(report),
    .expand = expand,
    .outputs = outputs,
    .always = true,
};
