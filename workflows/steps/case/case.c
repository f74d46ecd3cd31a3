/* kind: case. Runs a case, whole or in segments that are separate tasks.
 *
 * All segments work in one folder. Each resumes from the previous checkpoint and stops after its
 * time, at the end of a window of steps, so that no time step is changed and the result equals that
 * of one long run. A segment that is started again resumes where it was. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "run/progress.h"
#include "steps/case_run.h"
#include "sweep_table.h"

enum { SEGMENTS = 10000 };

typedef struct {
  char *path;
  case_run run;
  double segments;
} case_step;

#define STEP(member) .offset = offsetof(case_step, member), .size = sizeof(((case_step *)0)->member)

static const ria_key keys[] = {
    {.name = "case",
     .kind = RIA_KEY_FILE,
     .flags = RIA_KEY_REQUIRED,
     STEP(path),
     .example = "arousa.yaml",
     .what = "The case file."},
    CASE_RUN_KEYS(case_step, run),
    {.name = "segments",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE,
     .dimension = RIA_TIME,
     STEP(segments),
     .example = "12 h",
     .what =
         "Simulated time of a segment, a task that continues the previous one. Default: one task."},
    {0}};

static ria_status settings_of(const workflow_point *point, case_settings *settings) {
  const case_step *s = point->object;
  RIA_TRY(case_settings_add_sweep(settings, point));
  return case_settings_add_run(settings, &s->run);
}

static void check_segments(const workflow_point *point, double end, ria_case_errors *errors) {
  const case_step *s = point->object;
  if (!(s->segments > 0))
    return;
  if (!isfinite(end))
    point_complain(point, errors, "segments",
                   "this case ends by a number of steps; segments need `time.end`");
  else if (end / s->segments > SEGMENTS)
    point_complain(point, errors, "segments",
                   "these would be %.0f segments; at most %d are allowed", end / s->segments,
                   SEGMENTS);
}

static void check(const workflow_point *point, ria_case_errors *errors) {
  const case_step *s = point->object;
  case_settings settings = {0};
  double end;
  if (settings_of(point, &settings) != RIA_SUCCESS)
    point_complain(point, errors, "case", "%s", ria_status_detail());
  else if (case_run_check(point, s->path, &settings, "", errors, &end))
    check_segments(point, end, errors);
  case_settings_destroy(&settings);
}

/* Ignores rounding errors, so that there is no tiny last segment. */
static int count_segments(double end, double length) {
  double count = ceil(end / length * (1 - 1e-12));
  return count < 1 ? 1 : count > SEGMENTS ? SEGMENTS : (int)count;
}

static ria_status add_segment(const workflow_point *point, task_list *list,
                              const case_settings *settings, int number, int count) {
  const case_step *s = point->object;
  char suffix[16] = "", *before = NULL;
  workflow_task *task;
  if (count > 1)
    snprintf(suffix, sizeof suffix, ".%d", number);
  if (number > 1 && !(before = strdup(list->task[list->count - 1].id)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the segments of %s", point->step->name);
  ria_status status = task_list_add(list, point, suffix, &task);
  if (status == RIA_SUCCESS && before)
    status = task_add_need(task, before);
  free(before);
  RIA_TRY(status);
  task->segment = count > 1 ? number : 0;
  RIA_TRY(case_run_add_resources(task, NULL));
  RIA_TRY(case_run_add_command(task, s->path, settings));
  RIA_TRY(task_add_argument(task, "--continue"));
  if (number == count)
    return RIA_SUCCESS;
  RIA_TRY(task_add_argument(task, "--until"));
  return task_format_argument(task, "%.17g", number * s->segments);
}

static ria_status expand(const workflow_point *point, task_list *list) {
  const case_step *s = point->object;
  case_settings settings = {0};
  double end = 0;
  ria_status status = settings_of(point, &settings);
  if (status == RIA_SUCCESS && s->segments > 0)
    status = case_run_end(s->path, &settings, &end);
  int count = s->segments > 0 ? count_segments(end, s->segments) : 1;
  for (int i = 1; i <= count && status == RIA_SUCCESS; i++)
    status = add_segment(point, list, &settings, i, count);
  case_settings_destroy(&settings);
  return status;
}

/* Segments share their files, so the last one lists them as outputs. Pictures can be drawn again,
 * and checkpoints are replaced, so they do not count. */
static ria_status outputs(const workflow_task *task, const char *folder, workflow_paths *paths) {
  static const char *const names[] = {"summary.json", "history.h5", "gauges.csv", "arrivals.csv"};
  const case_step *s = task->point->object;
  double end;
  if (task->segment) {
    case_settings settings = {0};
    ria_status status = settings_of(task->point, &settings);
    if (status == RIA_SUCCESS)
      status = case_run_end(s->path, &settings, &end);
    case_settings_destroy(&settings);
    RIA_TRY(status);
    if (task->segment < count_segments(end, s->segments))
      return RIA_SUCCESS;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    RIA_TRY(paths_add(paths, folder, names[i]));
    if (access(paths->path[paths->count - 1], F_OK))
      free(paths->path[--paths->count]); /* not requested by the case */
  }
  return RIA_SUCCESS;
}

static ria_status progress(const workflow_task *task, const char *folder, double *fraction,
                           char text[128]) {
  const case_step *s = task->point->object;
  double begin = task->segment > 1 ? (task->segment - 1) * s->segments : 0;
  return case_progress(folder, begin, fraction, text);
}

static bool needs_gpu(const workflow_point *point) {
  return case_run_needs_gpu(point, &((const case_step *)point->object)->run);
}

const workflow_step_kind step_kind_case = {
    .name = "case",
    .what = "a run of a case, perhaps in segments",
    .keys = keys,
    .bytes = sizeof(case_step),
    .takes = case_run_takes,
    .check = check,
    .expand = expand,
    .needs_gpu = needs_gpu,
    .collect = case_run_collect,
    .finish = case_sweep_finish,
    .finishes = case_sweep_has_table,
    .outputs = outputs,
    .continues = true,
    .progress = progress,
};
