#include "upstream.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the points that a step depends on");
}

void task_points_fact(const char *hash, char key[40]) {
  snprintf(key, 40, "points %s", hash);
}

uint64_t task_mix_text(uint64_t hash, const char *text) {
  return ria_fnv(ria_fnv(hash, text, strlen(text)), "\xff", 1);
}

/* ---- The points of sweeps. */

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool sweeps(const workflow_step *step) {
  return step->points > 1 || (step->points == 1 && *step->point[0].label);
}

/* Sorted, so that the order does not matter. Changes the order of `label`. */
static ria_status join(const char **label, int count, ria_text *text) {
  qsort(label, (size_t)count, sizeof *label, by_text);
  ria_text_add(text, "%s", "");
  for (int i = 0; i < count; i++)
    if (!i || strcmp(label[i], label[i - 1]) != 0)
      ria_text_add(text, "%s%s", i ? "\n" : "", label[i]);
  return text->failed ? no_memory() : RIA_SUCCESS;
}

/* Lists the labels of the points that run. */
static ria_status list_labels(const workflow_step *need, const bool *skip, ria_text *text) {
  const char **label = calloc((size_t)need->points + 1, sizeof *label);
  int count = 0;
  if (!label)
    return no_memory();
  for (int p = 0; p < need->points; p++)
    if (!skip || !skip[p])
      label[count++] = need->point[p].label;
  ria_status status = join(label, count, text);
  free(label);
  return status;
}

static ria_status add_part(workflow_task *task, const workflow_step *of, const char *labels) {
  char *what = NULL;
  if (asprintf(&what, "points of %s", of->name) < 0)
    return no_memory();
  ria_status status = task_add_part(task, what, task_mix_text(RIA_FNV_START, labels), labels);
  free(what);
  return status;
}

static ria_status add_to_all(const workflow_step *need, const char *labels, task_list *list) {
  for (int i = 0; i < list->count; i++) {
    workflow_task *task = &list->task[i];
    snprintf(task->hash, sizeof task->hash, "%016" PRIx64,
             task_mix_text(task_mix_text(RIA_FNV_START, task->hash), labels));
    RIA_TRY(add_part(task, need, labels));
  }
  return RIA_SUCCESS;
}

ria_status task_points_add(const workflow_step *step, const bool *(*skip)(void *context, int step),
                           void *context, task_list *list) {
  for (int n = 0; n < step->needs; n++) {
    const workflow_step *need = step->need[n];
    ria_text labels = {0};
    if (!sweeps(need))
      continue;
    ria_status status = list_labels(need, skip(context, need->index), &labels);
    if (status == RIA_SUCCESS)
      status = add_to_all(need, labels.data, list);
    ria_text_destroy(&labels);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

ria_status task_points_add_own(const workflow_step *step, task_list *list) {
  const char **label = calloc((size_t)list->count + 1, sizeof *label);
  ria_text labels = {0};
  if (!label)
    return no_memory();
  for (int i = 0; i < list->count - 1; i++)
    label[i] = list->task[i].point->label;
  ria_status status = join(label, list->count - 1, &labels);
  if (status == RIA_SUCCESS)
    status = add_part(&list->task[list->count - 1], step, labels.data);
  ria_text_destroy(&labels);
  free(label);
  return status;
}

/* ---- How tasks ended. */

static uint64_t hash_outcome(const study_task *row) {
  char text[64];
  snprintf(text, sizeof text, "%s %d", task_state_text(row->state), row->attempts);
  return task_mix_text(task_mix_text(RIA_FNV_START, row->id), text);
}

ria_status task_outcomes_add(const workflow_step *step, int rows, const study_task *const *row,
                             task_list *list) {
  bool *needed = calloc((size_t)step->workflow->steps + 1, sizeof *needed);
  uint64_t sum = 0; /* the same for any order of the rows */
  if (!needed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the needs of %s", step->name);
  step_mark_needs(step, needed);
  for (int i = 0; i < rows; i++) {
    const workflow_step *of = workflow_find(step->workflow, row[i]->step);
    if (of && needed[of->index])
      sum += hash_outcome(row[i]);
  }
  free(needed);
  for (int i = 0; i < list->count; i++) {
    char *hash = list->task[i].hash;
    snprintf(hash, sizeof list->task[i].hash, "%016" PRIx64, task_mix_text(sum, hash));
  }
  return RIA_SUCCESS;
}
