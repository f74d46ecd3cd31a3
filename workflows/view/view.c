/* Reads the data of status and watch. */
#include "view.h"
#include <stdlib.h>
#include <string.h>
#include "ria/processes.h"
#include "cli/command.h"

static ria_status fact(study_store *study, const char *key, char **value) {
  RIA_TRY(study_get_fact(study, key, value));
  if (!*value && !(*value = strdup("")))
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  return RIA_SUCCESS;
}

static ria_status read_facts(study_store *study, view_tree *v) {
  v->folder = strdup(study_folder(study));
  if (!v->folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  RIA_TRY(fact(study, "name", &v->name));
  RIA_TRY(fact(study, "state", &v->state));
  RIA_TRY(fact(study, "began", &v->began));
  return fact(study, "ended", &v->ended);
}

static ria_status read_all(study_store *study, view_tree *v) {
  RIA_TRY(read_facts(study, v));
  RIA_TRY(study_owner_get(study, &v->held, &v->owner));
  if (v->held)
    v->life = study_owner_life(&v->owner, NULL, NULL);
  RIA_TRY(study_list_steps(study, &v->steps));
  RIA_TRY(study_list_tasks(study, NULL, &v->tasks));
  return study_list_attempts(study, NULL, &v->attempts);
}

/* Tasks are sorted by step, and attempts by task, so that one pass over each links them. */
static ria_status link_up(view_tree *v) {
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

ria_status view_read(study_store *study, view_tree *v) {
  *v = (view_tree){.now = ria_unix_time()};
  /* In one transaction, so that steps, tasks and attempts are consistent. */
  RIA_TRY(study_begin_reading(study));
  ria_status status = read_all(study, v);
  study_rollback(study);
  if (status == RIA_SUCCESS)
    status = link_up(v);
  if (status == RIA_SUCCESS)
    status = view_estimate(v);
  if (status != RIA_SUCCESS)
    view_destroy(v);
  return status;
}

void view_destroy(view_tree *v) {
  free(v->folder);
  free(v->name);
  free(v->state);
  free(v->began);
  free(v->ended);
  free(v->step_ends);
  free(v->first);
  free(v->newest);
  study_owner_destroy(&v->owner);
  study_steps_destroy(&v->steps);
  study_tasks_destroy(&v->tasks);
  study_attempts_destroy(&v->attempts);
  *v = (view_tree){0};
}

const study_attempt *view_newest(const view_tree *v, int task) {
  return v->newest[task] >= 0 ? &v->attempts.item[v->newest[task]] : NULL;
}

double view_cost(const view_tree *v, int step) {
  double cost = 0;
  int task = 0;
  for (int i = 0; i < v->attempts.count; i++) {
    const study_attempt *a = &v->attempts.item[i];
    while (task < v->tasks.count && strcmp(v->tasks.item[task].id, a->task))
      task++;
    if (a->started > 0 && (step < 0 || (task >= v->first[step] && task < v->first[step + 1])))
      cost += a->cores * ((a->ended > 0 ? a->ended : v->now) - a->started);
  }
  return cost;
}

int view_exit_code(const view_tree *v) {
  if (!strcmp(v->state, "failed"))
    return CLI_EXIT_ERROR;
  return !strcmp(v->state, "cancelled") ? CLI_EXIT_INTERRUPTED : CLI_EXIT_SUCCESS;
}
