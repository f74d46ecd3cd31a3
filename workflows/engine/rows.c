/* `ria retry` without an engine, and what it shares with `ria cancel`. */
#include "rows.h"
#include <string.h>
#include "engine.h"

bool engine_rows_meant(const study_task *t, const char *subject) {
  return !*subject || !strcmp(t->id, subject) || !strcmp(t->step, subject);
}

ria_status engine_rows_find(study_store *study, const study_tasks *tasks, const char *subject) {
  for (int i = 0; i < tasks->count; i++)
    if (engine_rows_meant(&tasks->item[i], subject))
      return RIA_SUCCESS;
  study_steps steps;
  RIA_TRY(study_list_steps(study, &steps));
  bool found = !*subject;
  for (int i = 0; i < steps.count; i++)
    found |= !strcmp(steps.item[i].name, subject);
  study_steps_destroy(&steps);
  return found ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_ARGUMENT,
                          "the study %s has no step or task '%s'; `ria status` lists them",
                          study_folder(study), subject);
}

static ria_status set_step(study_store *study, const char *name, task_state state) {
  study_steps steps;
  RIA_TRY(study_list_steps(study, &steps));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < steps.count && status == RIA_SUCCESS; i++) {
    if (strcmp(steps.item[i].name, name) || steps.item[i].state == state)
      continue;
    steps.item[i].state = state;
    status = study_put_step(study, &steps.item[i]);
  }
  study_steps_destroy(&steps);
  return status;
}

static bool is_unsuccessful(const study_task *t) {
  return t->state == TASK_FAILED || t->state == TASK_CANCELLED;
}

static ria_status retry_task(study_store *study, study_task *t) {
  char *note = t->note;
  t->state = TASK_PENDING;
  t->burned = t->stalls = 0;
  t->not_before = 0;
  t->note = "";
  ria_status status = study_put_task(study, t);
  t->note = note;
  RIA_TRY(status);
  return set_step(study, t->step, TASK_PENDING);
}

/* Clears the hash, so that the engine finds it changed and reruns the task's dependants too. */
static ria_status run_again(study_store *study, study_task *t) {
  char *hash = t->hash;
  t->hash = "";
  ria_status status = study_put_task(study, t);
  t->hash = hash;
  return status;
}

/* Its job has not ended yet: the task runs again after that. */
static ria_status retry_cancelled(study_store *study, const study_task *t, int *changed) {
  study_attempts attempts;
  RIA_TRY(study_list_attempts(study, t->id, &attempts));
  ria_status status = RIA_SUCCESS;
  study_attempt *a = attempts.count ? &attempts.item[attempts.count - 1] : NULL;
  if (a && (!strcmp(a->asked, "cancel") || !strcmp(a->asked, "again"))) {
    study_attempt again = *a;
    again.asked = "again";
    status = study_put_attempt(study, &again);
    ++*changed;
  }
  study_attempts_destroy(&attempts);
  return status;
}

static ria_status retry_unsuccessful(study_store *study, study_task *t, int *changed) {
  if (t->state == TASK_RUNNING)
    return retry_cancelled(study, t, changed);
  if (!is_unsuccessful(t))
    return RIA_SUCCESS;
  ++*changed;
  return retry_task(study, t);
}

ria_status engine_retry(study_store *study, const char *subject, int *changed) {
  study_tasks tasks;
  *changed = 0;
  RIA_TRY(study_list_tasks(study, NULL, &tasks));
  ria_status status = engine_rows_find(study, &tasks, subject);
  for (int i = 0; i < tasks.count && status == RIA_SUCCESS; i++) {
    if (engine_rows_meant(&tasks.item[i], subject))
      status = retry_unsuccessful(study, &tasks.item[i], changed);
  }
  bool all_done = *subject && !*changed;
  for (int i = 0; i < tasks.count && status == RIA_SUCCESS && all_done; i++) {
    if (!engine_rows_meant(&tasks.item[i], subject) || tasks.item[i].state != TASK_DONE)
      continue;
    status = run_again(study, &tasks.item[i]);
    ++*changed;
  }
  study_tasks_destroy(&tasks);
  return status;
}
