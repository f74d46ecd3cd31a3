#include "snapshot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/processes.h"

enum { EVENTS = 500 };

ria_tone snapshot_state_tone(task_state state) {
  switch (state) {
  case TASK_DONE:
    return RIA_TONE_GOOD;
  case TASK_FAILED:
    return RIA_TONE_BAD;
  case TASK_RUNNING:
  case TASK_STARTING:
    return RIA_TONE_ACTIVE;
  case TASK_CANCELLED:
  case TASK_SKIPPED:
    return RIA_TONE_IDLE;
  default:
    return RIA_TONE_WAITING;
  }
}

ria_tone snapshot_attempt_tone(const study_attempt *a) {
  if (!*a->cause)
    return a->started > 0 ? RIA_TONE_ACTIVE : RIA_TONE_WAITING;
  if (!strcmp(a->cause, "none"))
    return RIA_TONE_GOOD;
  return *a->asked || !strcmp(a->cause, "time limit") ? RIA_TONE_IDLE : RIA_TONE_BAD;
}

double snapshot_attempt_cost(const study_attempt *a, double now) {
  if (a->started <= 0)
    return 0;
  double end = a->ended > 0 ? a->ended : *a->cause ? a->started : now;
  return fmax(0, end - a->started) * a->cores;
}

double tally_cost(const tally *t) {
  double sum = 0;
  for (int i = 0; i <= RIA_TONE_IDLE; i++)
    sum += t->cost[i];
  return sum;
}

static void count_attempt(tally *t, const study_attempt *a, double now) {
  ria_tone tone = snapshot_attempt_tone(a);
  double began = a->started > 0 ? a->started : a->submitted;
  double ended = a->ended > 0 ? a->ended : *a->cause ? began : now;
  t->attempts++;
  t->bad += tone == RIA_TONE_BAD;
  t->cost[tone] += snapshot_attempt_cost(a, now);
  if (began > 0 && (t->began <= 0 || began < t->began))
    t->began = began;
  t->ended = fmax(t->ended, ended);
}

static void add_tally(tally *to, const tally *t) {
  if (t->began > 0 && (to->began <= 0 || t->began < to->began))
    to->began = t->began;
  to->ended = fmax(to->ended, t->ended);
  to->attempts += t->attempts;
  to->bad += t->bad;
  for (int i = 0; i <= RIA_TONE_IDLE; i++)
    to->cost[i] += t->cost[i];
}

/* --- reading --- */

static ria_status get_fact(study_store *study, const char *key, char **value) {
  RIA_TRY(study_get_fact(study, key, value));
  if (!*value)
    *value = strdup("");
  return *value ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
}

static ria_status read_lists(study_store *study, snapshot *s) {
  RIA_TRY(get_fact(study, "name", &s->name));
  RIA_TRY(get_fact(study, "title", &s->title));
  RIA_TRY(get_fact(study, "mode", &s->mode));
  RIA_TRY(get_fact(study, "workflow", &s->workflow));
  RIA_TRY(study_owner_get(study, &s->held, &s->owner));
  RIA_TRY(study_list_steps(study, &s->steps));
  RIA_TRY(study_list_tasks(study, NULL, &s->tasks));
  RIA_TRY(study_list_attempts(study, NULL, &s->attempts));
  RIA_TRY(study_list_results(study, NULL, NULL, &s->results));
  return study_list_events(study, 0, EVENTS, &s->events);
}

/* --- adding up --- */

typedef struct {
  const char *name;
  int index;
} entry;

static int compare(const void *a, const void *b) {
  return strcmp(((const entry *)a)->name, ((const entry *)b)->name);
}

static int find(const entry *list, int count, const char *name) {
  entry key = {name, 0};
  const entry *e = bsearch(&key, list, (size_t)count, sizeof *list, compare);
  return e ? e->index : -1;
}

static entry *sorted_steps(const snapshot *s) {
  entry *list = calloc((size_t)s->steps.count + 1, sizeof *list);
  for (int i = 0; list && i < s->steps.count; i++)
    list[i] = (entry){s->steps.item[i].name, i};
  if (list)
    qsort(list, (size_t)s->steps.count, sizeof *list, compare);
  return list;
}

static entry *sorted_tasks(const snapshot *s) {
  entry *list = calloc((size_t)s->tasks.count + 1, sizeof *list);
  for (int i = 0; list && i < s->tasks.count; i++)
    list[i] = (entry){s->tasks.item[i].id, i};
  if (list)
    qsort(list, (size_t)s->tasks.count, sizeof *list, compare);
  return list;
}

/* The attempts of a task are consecutive in the list. */
static void count_attempts(snapshot *s, const entry *tasks) {
  const char *last = "";
  int task = -1;
  for (int i = 0; i < s->attempts.count; i++) {
    const study_attempt *a = &s->attempts.item[i];
    if (strcmp(a->task, last)) {
      task = find(tasks, s->tasks.count, a->task);
      if (task >= 0)
        s->task[task].attempt = i;
    }
    last = a->task;
    if (task < 0)
      continue;
    s->task[task].attempts++;
    count_attempt(&s->task[task].tally, a, s->now);
  }
}

static void count_tasks(snapshot *s, const entry *steps) {
  for (int i = 0; i < s->tasks.count; i++) {
    int step = find(steps, s->steps.count, s->tasks.item[i].step);
    if (step >= 0)
      s->step[step].tasks++;
  }
  int first = 0;
  for (int i = 0; i < s->steps.count; i++) {
    s->step[i].task = s->order + first;
    first += s->step[i].tasks;
    s->step[i].tasks = 0;
  }
  for (int i = 0; i < s->tasks.count; i++) {
    int step = find(steps, s->steps.count, s->tasks.item[i].step);
    if (step < 0)
      continue;
    step_sum *sum = &s->step[step];
    sum->task[sum->tasks++] = i;
    sum->done += s->tasks.item[i].state == TASK_DONE;
    sum->failed += s->tasks.item[i].state == TASK_FAILED;
    sum->skipped += s->tasks.item[i].state == TASK_SKIPPED;
    add_tally(&sum->tally, &s->task[i].tally);
  }
  for (int i = 0; i < s->steps.count; i++)
    add_tally(&s->tally, &s->step[i].tally);
}

static void count_results(snapshot *s, const entry *steps) {
  for (int i = 0; i < s->results.count;) {
    int end = i;
    while (end < s->results.count && !strcmp(s->results.item[end].step, s->results.item[i].step))
      end++;
    int step = find(steps, s->steps.count, s->results.item[i].step);
    if (step >= 0) {
      s->step[step].result = i;
      s->step[step].results = end - i;
    }
    i = end;
  }
}

static ria_status add_up(snapshot *s) {
  s->step = calloc((size_t)s->steps.count + 1, sizeof *s->step);
  s->task = calloc((size_t)s->tasks.count + 1, sizeof *s->task);
  s->order = calloc((size_t)s->tasks.count + 1, sizeof *s->order);
  entry *steps = sorted_steps(s), *tasks = sorted_tasks(s);
  bool good = s->step && s->task && s->order && steps && tasks;
  for (int i = 0; good && i < s->steps.count; i++)
    good = (s->step[i].id = ria_report_id("step", s->steps.item[i].name, i)) != NULL;
  if (good) {
    count_attempts(s, tasks);
    count_tasks(s, steps);
    count_results(s, steps);
  }
  free(steps);
  free(tasks);
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
}

ria_status snapshot_read(study_store *study, snapshot *s) {
  *s = (snapshot){.folder = study_folder(study), .now = ria_unix_time()};
  RIA_TRY(study_begin_reading(study));
  ria_status status = read_lists(study, s);
  study_rollback(study);
  if (status == RIA_SUCCESS && s->held)
    s->life = study_owner_life(&s->owner, NULL, NULL);
  return status == RIA_SUCCESS ? add_up(s) : status;
}

void snapshot_destroy(snapshot *s) {
  for (int i = 0; s->step && i < s->steps.count; i++)
    free(s->step[i].id);
  free(s->step);
  free(s->task);
  free(s->order);
  free(s->name);
  free(s->title);
  free(s->mode);
  free(s->workflow);
  study_owner_destroy(&s->owner);
  study_steps_destroy(&s->steps);
  study_tasks_destroy(&s->tasks);
  study_attempts_destroy(&s->attempts);
  study_results_destroy(&s->results);
  study_events_destroy(&s->events);
  *s = (snapshot){0};
}
