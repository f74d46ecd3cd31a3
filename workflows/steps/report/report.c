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
     .what =
         "The page, relative to the folder of submission. Default: `report.html` in the study."},
    {0}};

/* `ria report` gets the study and the step from the environment. */
static ria_status expand(const workflow_point *point, task_list *list) {
  const report *r = point->object;
  workflow_task *task;
  RIA_TRY(task_list_add(list, point, "", &task));
  RIA_TRY(task_add_argument(task, "ria"));
  RIA_TRY(task_add_argument(task, "report"));
  if (!r->file)
    return RIA_SUCCESS;
  char *path = workflow_resolve(point->step->workflow, r->file);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", r->file);
  ria_status status = task_add_argument(task, "-o");
  if (status == RIA_SUCCESS)
    status = task_add_argument(task, path);
  free(path);
  return status;
}

static ria_status outputs(const workflow_task *task, const char *folder, workflow_paths *paths) {
  (void)folder;
  const report *r = task->point->object;
  const workflow_file *workflow = task->point->step->workflow;
  return r->file ? paths_add(paths, workflow->directory, r->file)
                 : paths_add(paths, workflow->study, "report.html");
}

const workflow_step_kind step_kind_report = {
    .name = "report",
    .what = "one HTML page of the study",
    .keys = keys,
    .bytes = sizeof(report),
    .expand = expand,
    .outputs = outputs,
    .always = true,
};
