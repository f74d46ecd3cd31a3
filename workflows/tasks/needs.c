#include "needs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const char *text) {
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return (hash ^ 0xff) * UINT64_C(1099511628211);
}

/* All that a step needs, itself left out: mark [steps] is zero. */
static void mark_needs(const ria_step *step, bool *mark) {
  const ria_step *const *order = ria_workflow_order(step->workflow);
  mark[step->index] = true;
  for (int i = step->workflow->steps - 1; i >= 0; i--)
    for (int n = 0; mark[order[i]->index] && n < order[i]->needs; n++)
      mark[order[i]->need[n]->index] = true;
  mark[step->index] = false;
}

static uint64_t hash_of(const ria_study_task *row) {
  char text[64];
  snprintf(text, sizeof text, "%s %d", ria_task_state_text(row->state), row->attempts);
  return mix(mix(UINT64_C(14695981039346656037), row->id), text);
}

ria_status task_needs_hash(const ria_step *step, int rows, const ria_study_task *const *row,
                           ria_task_list *list) {
  bool *mark = calloc((size_t)step->workflow->steps + 1, sizeof *mark);
  uint64_t needs = 0;
  if (!mark)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the needs of %s", step->name);
  mark_needs(step, mark);
  for (int i = 0; i < rows; i++) {
    const ria_step *of = ria_workflow_find(step->workflow, row[i]->step);
    if (of && mark[of->index])
      needs += hash_of(row[i]); /* in whatever order they stand */
  }
  free(mark);
  for (int i = 0; i < list->count; i++) {
    char *hash = list->task[i].hash;
    snprintf(hash, sizeof list->task[i].hash, "%016" PRIx64, mix(needs, hash));
  }
  return RIA_SUCCESS;
}
