/* kind: plot. Draws maps of a run, its gauges' time series, and films of the maps, by `ria plot`.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"
#include "tasks/task.h"

enum { FIELD_ALL };

typedef struct {
  char *step, *run;
  int64_t every;
  int field;
  bool film;
  double rate;
} plot;

static const char *const fields[] = {"all", "level", "speed", "concentration", NULL};

#define PLOT(member) .offset = offsetof(plot, member), .size = sizeof(((plot *)0)->member)

static const ria_key keys[] = {
    {.name = "step",
     .kind = RIA_KEY_TEXT,
     .flags = RIA_KEY_REQUIRED,
     PLOT(step),
     .instead = "run",
     .example = "week",
     .what = "A needed step of the kind `case`: its run, or the run of each point, is drawn."},
    {.name = "run",
     .kind = RIA_KEY_TEXT,
     .flags = RIA_KEY_REQUIRED,
     PLOT(run),
     .instead = "step",
     .example = "runs/last-month",
     .what = "Folder of any other run, relative to the folder of submission."},
    {.name = "every",
     .kind = RIA_KEY_INTEGER,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     PLOT(every),
     .least = 0,
     .most = 1e9,
     .fallback = "1",
     .what = "Draws each nth record and the last; 0: the last only."},
    {.name = "field",
     .kind = RIA_KEY_CHOICE,
     PLOT(field),
     .choices = fields,
     .fallback = "all",
     .what = "Drawn fields; `all` includes the largest concentration, the arrival of the tracer "
             "and the gauges."},
    {.name = "film",
     .kind = RIA_KEY_BOOL,
     PLOT(film),
     .fallback = "true",
     .what = "Also an MP4 film of each field, if ffmpeg is installed."},
    {.name = "rate",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .dimension = RIA_NUMBER,
     PLOT(rate),
     .least = 0.1,
     .most = 100,
     .fallback = "10",
     .example = "10",
     .what = "Maps a second in a film."},
    {0}};

static bool is_needed(const workflow_step *step, const workflow_step *other) {
  for (int i = 0; i < step->needs; i++)
    if (step->need[i] == other)
      return true;
  return false;
}

static void check(const workflow_point *point, ria_case_errors *errors) {
  const plot *p = point->object;
  const workflow_step *of = p->step ? workflow_find(point->step->workflow, p->step) : NULL;
  if (p->step && !of)
    point_complain(point, errors, "step", "there is no step '%s'", p->step);
  else if (of && !is_needed(point->step, of))
    point_complain(point, errors, "step", "'%s' must also stand in `needs`", p->step);
}

static ria_status add_options(workflow_task *task, const plot *p) {
  RIA_TRY(task_add_argument(task, "--every"));
  RIA_TRY(task_format_argument(task, "%lld", (long long)p->every));
  if (p->field != FIELD_ALL) {
    RIA_TRY(task_add_argument(task, "--field"));
    RIA_TRY(task_add_argument(task, fields[p->field]));
  }
  if (!p->film)
    return RIA_SUCCESS;
  RIA_TRY(task_add_argument(task, "--film=if-possible"));
  RIA_TRY(task_add_argument(task, "--rate"));
  return task_format_argument(task, "%g", p->rate);
}

/* Writes the pictures to the step's own folder, because the run's folder belongs to another step.
 */
static ria_status add_task(const workflow_point *point, task_list *list, const char *run,
                           const char *label) {
  workflow_task *task;
  char *suffix = NULL;
  if (asprintf(&suffix, "%s%s", *label ? "/" : "", label) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", run);
  ria_status status = task_list_add(list, point, suffix, &task);
  free(suffix);
  RIA_TRY(status);
  RIA_TRY(task_add_argument(task, "ria"));
  RIA_TRY(task_add_argument(task, "plot"));
  RIA_TRY(task_add_argument(task, "--into"));
  RIA_TRY(task_add_argument(task, *label ? label : "maps"));
  RIA_TRY(add_options(task, point->object));
  RIA_TRY(task_add_argument(task, "--"));
  return task_add_argument(task, run);
}

static ria_status expand(const workflow_point *point, task_list *list) {
  const plot *p = point->object;
  const workflow_step *of = p->step ? workflow_find(point->step->workflow, p->step) : NULL;
  int runs = of ? of->points : 1;
  for (int i = 0; i < runs; i++) {
    char *run = of ? point_folder(&of->point[i]) : workflow_resolve(point->step->workflow, p->run);
    if (!run)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the run of %s", point->step->name);
    ria_status status = add_task(point, list, run, of ? of->point[i].label : "");
    free(run);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

/* The folder that the task writes to. */
static const char *into(const workflow_task *task) {
  for (int i = 0; i + 1 < task->arguments; i++)
    if (!strcmp(task->argument[i], "--into"))
      return task->argument[i + 1];
  return ".";
}

static ria_status collect(const workflow_task *task, const char *folder,
                          workflow_results *results) {
  char *maps = NULL;
  int pictures = 0, films = 0;
  if (asprintf(&maps, "%s/%s", folder, into(task)) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", folder);
  DIR *open = opendir(maps);
  for (struct dirent *entry; open && (entry = readdir(open));) {
    pictures += ria_text_ends_in(entry->d_name, ".png");
    films += ria_text_ends_in(entry->d_name, ".mp4");
  }
  if (open)
    closedir(open);
  ria_status status = results_put_text(results, "folder", maps);
  free(maps);
  RIA_TRY(status);
  RIA_TRY(results_put_number(results, "pictures", pictures));
  return results_put_number(results, "films", films);
}

static ria_status outputs(const workflow_task *task, const char *folder, workflow_paths *paths) {
  return paths_add(paths, folder, into(task));
}

const workflow_step_kind step_kind_plot = {
    .name = "plot",
    .what = "maps of a run, its gauges, and films",
    .keys = keys,
    .bytes = sizeof(plot),
    .check = check,
    .expand = expand,
    .collect = collect,
    .outputs = outputs,
};
