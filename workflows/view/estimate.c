/* Estimates the end of a study from the progress of running tasks and the durations of finished
 * tasks of the same step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "view.h"

static double duration(const view_tree *v, int task) {
  const study_attempt *a = view_newest(v, task);
  return a && a->started > 0 && a->ended > 0 ? a->ended - a->started : -1;
}

/* Seconds left of a running task; -1: not known. */
static double left_of(const view_tree *v, int task, double usual) {
  const study_task *t = &v->tasks.item[task];
  const study_attempt *a = view_newest(v, task);
  if (!a || a->started <= 0)
    return usual;
  double ran = v->now - a->started, done = t->fraction - t->reached;
  if (done > 0.005)
    return ran * (1 - t->fraction) / done;
  return usual >= 0 ? fmax(usual - ran, 0) : -1;
}

typedef struct {
  double done_seconds;
  int done, running, waiting, unknown;
} tally;

static double usual_of(const tally *t) {
  return t->done ? t->done_seconds / t->done : -1;
}

/* Seconds of work that a step has left; -1: not known. Assumes that as many tasks run at a time as
 * now. */
static double work_left(const view_tree *v, int step) {
  tally t = {0};
  for (int i = v->first[step]; i < v->first[step + 1]; i++) {
    double took = v->tasks.item[i].state == TASK_DONE ? duration(v, i) : -1;
    if (took < 0)
      continue;
    t.done_seconds += took;
    t.done++;
  }
  double usual = usual_of(&t), longest = 0;
  for (int i = v->first[step]; i < v->first[step + 1]; i++) {
    if (task_state_is_final(v->tasks.item[i].state))
      continue;
    if (v->tasks.item[i].state != TASK_RUNNING) {
      t.waiting++;
      continue;
    }
    double left = left_of(v, i, usual);
    t.unknown += left < 0;
    longest = fmax(longest, left);
    t.running++;
  }
  if (t.unknown || (t.waiting && usual < 0))
    return -1;
  return longest + (t.waiting ? usual * ceil(t.waiting / fmax(1, t.running)) : 0);
}

static int find_step(const view_tree *v, const char *name, size_t length) {
  for (int i = 0; i < v->steps.count; i++)
    if (strlen(v->steps.item[i].name) == length && !strncmp(v->steps.item[i].name, name, length))
      return i;
  return -1;
}

/* Recursive, because steps may come before what they need in the file. */
static double end_of(const view_tree *v, int step, double *end, int depth) {
  if (!isnan(end[step]) || depth > v->steps.count)
    return end[step];
  const study_step *s = &v->steps.item[step];
  if (task_state_is_final(s->state))
    return end[step] = 0;
  double start = v->now, left = v->first[step] < v->first[step + 1] ? work_left(v, step) : -1;
  for (const char *name = s->needs; *name && left >= 0;) {
    size_t length = strcspn(name, " ");
    int need = find_step(v, name, length);
    double needed = need >= 0 ? end_of(v, need, end, depth + 1) : 0;
    if (needed < 0)
      left = -1;
    start = fmax(start, needed);
    name += length + (name[length] == ' ');
  }
  return end[step] = left < 0 ? -1 : start + left;
}

ria_status view_estimate(view_tree *v) {
  v->step_ends = calloc((size_t)v->steps.count + 1, sizeof *v->step_ends);
  if (!v->step_ends)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to look at the study");
  /* With thousands of steps the estimate would take too long. */
  bool big = v->steps.count > 2000;
  for (int i = 0; i < v->steps.count; i++)
    v->step_ends[i] = big ? -1 : NAN;
  bool known = true;
  for (int i = 0; i < v->steps.count; i++) {
    double end = end_of(v, i, v->step_ends, 0);
    known &= end >= 0;
    v->ends = fmax(v->ends, end);
  }
  if (!known)
    v->ends = 0;
  for (int i = 0; i < v->steps.count; i++)
    v->step_ends[i] = fmax(v->step_ends[i], 0);
  return RIA_SUCCESS;
}
