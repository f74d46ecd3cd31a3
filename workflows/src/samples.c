#include "samples.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_task(const void *a, const void *b, void *results) {
  const ria_study_result *item = results;
  int x = *(const int *)a, y = *(const int *)b, c = strcmp(item[x].task, item[y].task);
  return c ? c : (x > y) - (x < y);
}

/* Tasks in order, so that one is found in a time that hardly depends on how many there are. */
static ria_status sort(samples *s) {
  size_t count = (size_t)s->results.count + 1;
  s->order = calloc(count, sizeof *s->order);
  s->first = calloc(count, sizeof *s->first);
  s->task = calloc(count, sizeof *s->task);
  if (!s->order || !s->first || !s->task)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d results", s->results.count);
  for (int i = 0; i < s->results.count; i++)
    s->order[i] = i;
  qsort_r(s->order, count - 1, sizeof *s->order, by_task, s->results.item);
  for (int i = 0; i < s->results.count; i++) {
    char *id = s->results.item[s->order[i]].task;
    if (s->tasks && !strcmp(s->task[s->tasks - 1], id))
      continue;
    s->first[s->tasks] = i;
    s->task[s->tasks++] = id;
  }
  return RIA_SUCCESS;
}

ria_status samples_read(samples *s, ria_study *study, const char *step) {
  *s = (samples){0};
  ria_status status = ria_study_list_results(study, step, NULL, &s->results);
  if (status == RIA_SUCCESS)
    status = sort(s);
  if (status != RIA_SUCCESS)
    samples_destroy(s);
  return status;
}

void samples_destroy(samples *s) {
  ria_study_results_destroy(&s->results);
  free(s->order);
  free(s->first);
  free(s->task);
  *s = (samples){0};
}

static int by_name(const void *name, const void *task) {
  return strcmp(name, *(char *const *)task);
}

bool samples_number(const samples *s, const char *task, const char *key, double *number) {
  char **found =
      s->tasks ? bsearch(task, s->task, (size_t)s->tasks, sizeof *s->task, by_name) : NULL;
  if (!found)
    return false;
  for (int i = s->first[found - s->task]; i < s->results.count; i++) {
    const ria_study_result *r = &s->results.item[s->order[i]];
    if (strcmp(r->task, task) != 0)
      return false;
    if (strcmp(r->key, key) != 0)
      continue;
    *number = r->number;
    return r->is_number;
  }
  return false;
}

int samples_series(const samples *s, const char *prefix, int count, const char *key,
                   double *value) {
  int missing = 0;
  for (int i = 0; i < count; i++) {
    char id[1024];
    value[i] = 0;
    snprintf(id, sizeof id, "%s%d", prefix, i + 1);
    missing += !samples_number(s, id, key, &value[i]);
  }
  return missing;
}
