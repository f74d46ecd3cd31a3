#include "samples.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_task(const void *a, const void *b, void *results) {
  const study_result *item = results;
  int x = *(const int *)a, y = *(const int *)b, c = strcmp(item[x].task, item[y].task);
  return c ? c : (x > y) - (x < y);
}

/* Sorts tasks for binary search. */
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

static int by_id(const void *a, const void *b) {
  return strcmp(((const study_task *)a)->id, ((const study_task *)b)->id);
}

ria_status samples_read(samples *s, study_store *study, const char *step) {
  *s = (samples){0};
  ria_status status = study_list_results(study, step, NULL, &s->results);
  if (status == RIA_SUCCESS)
    status = study_list_tasks(study, step, &s->rows);
  if (status == RIA_SUCCESS)
    status = sort(s);
  if (s->rows.count)
    qsort(s->rows.item, (size_t)s->rows.count, sizeof *s->rows.item, by_id);
  if (status != RIA_SUCCESS)
    samples_destroy(s);
  return status;
}

void samples_destroy(samples *s) {
  study_results_destroy(&s->results);
  study_tasks_destroy(&s->rows);
  free(s->order);
  free(s->first);
  free(s->task);
  *s = (samples){0};
}

char *samples_folder(const workflow_step *step, const study_store *study) {
  char *folder;
  if (asprintf(&folder, "%s/steps/%s", study_folder(study), step->name) < 0)
    return NULL;
  mkdir(folder, 0777); /* an error is ignored: writing the tables will report it */
  return folder;
}

static int by_name(const void *name, const void *task) {
  return strcmp(name, *(char *const *)task);
}

int samples_of_task(const samples *s, const char *task, int *first) {
  char **found =
      s->tasks ? bsearch(task, s->task, (size_t)s->tasks, sizeof *s->task, by_name) : NULL;
  *first = found ? s->first[found - s->task] : 0;
  int end = *first;
  while (found && end < s->results.count && !strcmp(s->results.item[s->order[end]].task, task))
    end++;
  return end - *first;
}

bool samples_number(const samples *s, const char *task, const char *key, double *number) {
  int first;
  for (int n = samples_of_task(s, task, &first); n > 0; n--) {
    const study_result *r = &s->results.item[s->order[first + n - 1]];
    if (strcmp(r->key, key) != 0)
      continue;
    *number = r->number;
    return r->is_number;
  }
  return false;
}

const char *samples_text(const samples *s, const char *task, const char *key) {
  int first;
  for (int n = samples_of_task(s, task, &first); n > 0; n--) {
    const study_result *r = &s->results.item[s->order[first + n - 1]];
    if (!strcmp(r->key, key) && !r->is_number)
      return r->text;
  }
  return "";
}

int samples_series(const samples *s, const char *prefix, int count, const char *key,
                   double *value) {
  int missing = 0;
  for (int i = 0; i < count; i++) {
    char id[1024];
    snprintf(id, sizeof id, "%s%d", prefix, i + 1);
    if (samples_number(s, id, key, &value[i]))
      continue;
    value[i] = NAN;
    missing++;
  }
  return missing;
}

static const study_task *row_of(const samples *s, const char *task) {
  study_task wanted = {.id = (char *)task};
  return s->rows.count ? bsearch(&wanted, s->rows.item, (size_t)s->rows.count, sizeof wanted, by_id)
                       : NULL;
}

bool samples_has(const samples *s, const char *task) {
  return row_of(s, task) != NULL;
}

bool samples_skipped(const samples *s, const char *task) {
  const study_task *row = row_of(s, task);
  return row && row->state == TASK_SKIPPED;
}

bool samples_done(const samples *s, const char *task) {
  const study_task *row = row_of(s, task);
  return row && row->state == TASK_DONE;
}

const char *samples_why(const samples *s, const char *task) {
  const study_task *row = row_of(s, task);
  if (!row)
    return "it has not run";
  if (row->state == TASK_DONE)
    return "it does not tell";
  return *row->note ? row->note : task_state_text(row->state);
}

int samples_known(int count, const double *value, double *known) {
  int all = 0;
  for (int i = 0; i < count; i++)
    if (!isnan(value[i]))
      known[all++] = value[i];
  return all;
}

int samples_pairs(int count, const double *a, const double *b, double *pair_a, double *pair_b) {
  int all = 0;
  for (int i = 0; i < count; i++) {
    if (isnan(a[i]) || isnan(b[i]))
      continue;
    pair_a[all] = a[i];
    pair_b[all++] = b[i];
  }
  return all;
}
