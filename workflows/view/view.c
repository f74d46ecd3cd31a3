/* Reads what status and watch show. */
#include "view.h"
#include <stdlib.h>
#include <string.h>
#include "ria/processes.h"
#include "cli/command.h"

static ria_status fact(ria_study *study, const char *key, char **value) {
  RIA_TRY(ria_study_get_fact(study, key, value));
  if (!*value && !(*value = strdup("")))
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  return RIA_SUCCESS;
}

static ria_status read_facts(ria_study *study, ria_view *v) {
  v->folder = strdup(ria_study_folder(study));
  if (!v->folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  RIA_TRY(fact(study, "name", &v->name));
  RIA_TRY(fact(study, "state", &v->state));
  RIA_TRY(fact(study, "began", &v->began));
  return fact(study, "ended", &v->ended);
}

static ria_status read_all(ria_study *study, ria_view *v) {
  RIA_TRY(read_facts(study, v));
  RIA_TRY(ria_study_owner_get(study, &v->held, &v->owner));
  if (v->held)
    v->life = ria_study_owner_life(&v->owner, NULL, NULL);
  RIA_TRY(ria_study_list_steps(study, &v->steps));
  RIA_TRY(ria_study_list_tasks(study, NULL, &v->tasks));
  return ria_study_list_attempts(study, NULL, &v->attempts);
}

/* Tasks are sorted by step, and attempts by task, so that one pass over each links them. */
static ria_status link_up(ria_view *v) {
  v->first = calloc((size_t)v->steps.count + 1, sizeof *v->first);
  v->newest = calloc((size_t)v->tasks.count + 1, sizeof *v->newest);
  if (!v->first || !v->newest)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  int task = 0, attempt = 0;
  for (int i = 0; i < v->steps.count; i++) {
    v->first[i] = task;
    while (task < v->tasks.count && !strcmp(v->tasks.item[task].step, v->steps.item[i].name))
      task++;
  }
  v->first[v->steps.count] = task;
  for (int t = 0; t < v->tasks.count; t++) {
    v->newest[t] = -1;
    for (; attempt < v->attempts.count &&
           !strcmp(v->attempts.item[attempt].task, v->tasks.item[t].id);
         attempt++)
      v->newest[t] = attempt;
  }
  return RIA_SUCCESS;
}

ria_status ria_view_read(ria_study *study, ria_view *v) {
  *v = (ria_view){.now = ria_unix_time()};
  /* In one transaction, so that steps, tasks and attempts are consistent. */
  RIA_TRY(ria_study_begin_reading(study));
  ria_status status = read_all(study, v);
  ria_study_rollback(study);
  if (status == RIA_SUCCESS)
    status = link_up(v);
  if (status == RIA_SUCCESS)
    status = ria_view_estimate(v);
  if (status != RIA_SUCCESS)
    ria_view_destroy(v);
  return status;
}

void ria_view_destroy(ria_view *v) {
  free(v->folder);
  free(v->name);
  free(v->state);
  free(v->began);
  free(v->ended);
  free(v->step_ends);
  free(v->first);
  free(v->newest);
  ria_study_owner_destroy(&v->owner);
  ria_study_steps_destroy(&v->steps);
  ria_study_tasks_destroy(&v->tasks);
  ria_study_attempts_destroy(&v->attempts);
  *v = (ria_view){0};
}

const ria_study_attempt *ria_view_newest(const ria_view *v, int task) {
  return v->newest[task] >= 0 ? &v->attempts.item[v->newest[task]] : NULL;
}

double ria_view_cost(const ria_view *v, int step) {
  double cost = 0;
  int task = 0;
  for (int i = 0; i < v->attempts.count; i++) {
    const ria_study_attempt *a = &v->attempts.item[i];
    while (task < v->tasks.count && strcmp(v->tasks.item[task].id, a->task))
      task++;
    if (a->started > 0 && (step < 0 || (task >= v->first[step] && task < v->first[step + 1])))
      cost += a->cores * ((a->ended > 0 ? a->ended : v->now) - a->started);
  }
  return cost;
}

int ria_view_exit_code(const ria_view *v) {
  if (!strcmp(v->state, "failed"))
    return RIA_EXIT_ERROR;
  return !strcmp(v->state, "cancelled") ? RIA_EXIT_INTERRUPTED : RIA_EXIT_SUCCESS;
}
