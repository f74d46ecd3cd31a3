/* `ria cancel` and `ria retry` where no engine runs: on the rows of the study alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/engine.h"

static bool is_meant(const ria_study_task *t, const char *subject) {
  return !*subject || !strcmp(t->id, subject) || !strcmp(t->step, subject);
}

static ria_status find_subject(ria_study *study, const ria_study_tasks *tasks,
                               const char *subject) {
  for (int i = 0; i < tasks->count; i++)
    if (is_meant(&tasks->item[i], subject))
      return RIA_SUCCESS;
  ria_study_steps steps;
  RIA_TRY(ria_study_list_steps(study, &steps));
  bool found = !*subject;
  for (int i = 0; i < steps.count; i++)
    found |= !strcmp(steps.item[i].name, subject);
  ria_study_steps_destroy(&steps);
  return found ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_ARGUMENT,
                          "the study %s has no step or task '%s'; `ria status` lists them",
                          ria_study_folder(study), subject);
}

/* End the job of the newest attempt, which nobody follows at the moment. That it was cancelled is
 * in its row before, for the engine that comes next. */
static ria_status end_job(ria_study *study, ria_launcher *launcher, const ria_study_task *task) {
  ria_study_attempts attempts;
  char *markers = NULL;
  RIA_TRY(ria_study_list_attempts(study, task->id, &attempts));
  ria_status status = RIA_SUCCESS;
  if (attempts.count > 0) {
    ria_study_attempt *a = &attempts.item[attempts.count - 1];
    char *asked = a->asked;
    a->asked = "cancel";
    status = ria_study_put_attempt(study, a);
    a->asked = asked;
    if (status == RIA_SUCCESS && launcher && *a->job &&
        asprintf(&markers, "%s/%s", ria_study_folder(study), a->folder) >= 0)
      status = ria_launcher_cancel(launcher, &(ria_job_ref){a->job, markers}, 1);
    free(markers);
  }
  ria_study_attempts_destroy(&attempts);
  return status;
}

static ria_status cancel_task(ria_study *study, ria_launcher *launcher, ria_study_task *t) {
  if (t->state == RIA_TASK_STARTING || t->state == RIA_TASK_RUNNING)
    RIA_TRY(end_job(study, launcher, t));
  char *note = t->note;
  t->state = RIA_TASK_CANCELLED;
  t->note = "cancelled";
  ria_status status = ria_study_put_task(study, t);
  t->note = note;
  return status;
}

static ria_status set_step(ria_study *study, const char *name, ria_task_state state) {
  ria_study_steps steps;
  RIA_TRY(ria_study_list_steps(study, &steps));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < steps.count && status == RIA_SUCCESS; i++) {
    if (strcmp(steps.item[i].name, name) || steps.item[i].state == state)
      continue;
    steps.item[i].state = state;
    status = ria_study_put_step(study, &steps.item[i]);
  }
  ria_study_steps_destroy(&steps);
  return status;
}

ria_status ria_engine_cancel(ria_study *study, ria_launcher *launcher, const char *subject,
                             int *changed) {
  ria_study_tasks tasks;
  *changed = 0;
  RIA_TRY(ria_study_list_tasks(study, NULL, &tasks));
  ria_status status = find_subject(study, &tasks, subject);
  for (int i = 0; i < tasks.count && status == RIA_SUCCESS; i++) {
    ria_study_task *t = &tasks.item[i];
    if (!is_meant(t, subject) || ria_task_state_is_final(t->state))
      continue;
    status = cancel_task(study, launcher, t);
    if (status == RIA_SUCCESS)
      status = set_step(study, t->step, RIA_TASK_CANCELLED);
    ++*changed;
  }
  ria_study_tasks_destroy(&tasks);
  return status;
}

static bool is_unsuccessful(const ria_study_task *t) {
  return t->state == RIA_TASK_FAILED || t->state == RIA_TASK_CANCELLED;
}

static ria_status retry_task(ria_study *study, ria_study_task *t) {
  char *note = t->note;
  t->state = RIA_TASK_PENDING;
  t->burned = t->stalls = 0;
  t->not_before = 0;
  t->note = "";
  ria_status status = ria_study_put_task(study, t);
  t->note = note;
  RIA_TRY(status);
  return set_step(study, t->step, RIA_TASK_PENDING);
}

/* What hangs on a task that was done and runs again finds, when the engine comes to it, that its
 * hash has changed: an empty one is no task's. */
static ria_status run_again(ria_study *study, ria_study_task *t) {
  char *hash = t->hash;
  t->hash = "";
  ria_status status = ria_study_put_task(study, t);
  t->hash = hash;
  return status;
}

ria_status ria_engine_retry(ria_study *study, const char *subject, int *changed) {
  ria_study_tasks tasks;
  *changed = 0;
  RIA_TRY(ria_study_list_tasks(study, NULL, &tasks));
  ria_status status = find_subject(study, &tasks, subject);
  for (int i = 0; i < tasks.count && status == RIA_SUCCESS; i++) {
    if (!is_meant(&tasks.item[i], subject) || !is_unsuccessful(&tasks.item[i]))
      continue;
    status = retry_task(study, &tasks.item[i]);
    ++*changed;
  }
  bool all_done = *subject && !*changed;
  for (int i = 0; i < tasks.count && status == RIA_SUCCESS && all_done; i++) {
    if (!is_meant(&tasks.item[i], subject) || tasks.item[i].state != RIA_TASK_DONE)
      continue;
    status = run_again(study, &tasks.item[i]);
    ++*changed;
  }
  ria_study_tasks_destroy(&tasks);
  return status;
}
