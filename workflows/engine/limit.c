/* Temporary limits of submissions: a refused submission uses no attempt. The engine tries half of
 * it at once, down to a single job, and then waits until jobs end. */
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "parts.h"

enum {
  PATIENCE = 360, /* retry delays without any job in the queue after which a limit is an error */
  LONGEST = 120   /* s between two tries, unless jobs end */
};

bool engine_limit_holds(engine *e) {
  engine_limit *l = &e->limit;
  if (ria_unix_time() >= l->until) {
    l->until = 0;
    return false;
  }
  int freed = l->active - engine_active(e);
  if (freed <= 0)
    return true;
  l->most = freed;
  l->until = 0;
  return false;
}

int engine_limit_jobs(const engine *e) {
  int most = e->limit.most;
  return most > 0 && most < e->array_limit ? most : e->array_limit;
}

void engine_limit_passed(engine *e, int jobs) {
  engine_limit *l = &e->limit;
  if (l->most > 0 && jobs >= l->most)
    l->most = l->most < 1 << 20 ? 2 * l->most : 0;
  l->since = l->delay = l->until = 0;
}

/* ---- Tasks as if they had never been tried. */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info;
  (void)kind;
  (void)where;
  return remove(path);
}

/* Deletes the row and the folder of the attempt; only the launcher has written there. */
static ria_status forget(engine *e, engine_task *t, const char *note) {
  enum { OPEN_FOLDERS = 8 };
  char *folder = engine_markers(e, &t->attempt);
  if (!folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to start a task");
  t->row.state = TASK_READY;
  t->row.attempts--;
  ria_status status = engine_set_text(&t->row.note, note);
  if (status == RIA_SUCCESS)
    status = study_remove_attempt(e->study, t->row.id, t->attempt.number);
  if (status == RIA_SUCCESS)
    status = engine_put(e, t);
  if (status == RIA_SUCCESS)
    nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
  free(folder);
  return status;
}

static ria_status forget_all(engine *e, const int *tasks, int count, const char *why) {
  char note[600];
  snprintf(note, sizeof note, "waits until more jobs may be submitted (%.500s)", why);
  RIA_TRY(study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  for (int k = 0; k < count && status == RIA_SUCCESS; k++)
    status = forget(e, e->task[tasks[k]], note);
  for (int k = 0; k < count; k++)
    engine_give_room(e, tasks[k]);
  return engine_close(e, status, true);
}

/* ---- The refusal. */

/* Reports each kind of refusal once for a study. */
static ria_status tell(engine *e, const char *fact, const char *what, const char *why) {
  char *told;
  RIA_TRY(study_get_fact(e->study, fact, &told));
  bool is_told = told != NULL;
  free(told);
  if (is_told)
    return RIA_SUCCESS;
  RIA_TRY(study_put_fact(e->study, fact, "1"));
  return engine_log(e, "", "%s: %s", what, why);
}

/* Other jobs may keep the queue at the limit for a long time, but a limit of 0 jobs is permanent.
 * `others`: tasks that have jobs. */
static bool is_hopeless(engine *e, int others) {
  engine_limit *l = &e->limit;
  double now = ria_unix_time();
  if (l->gave_up)
    return true;
  if (others > 0 || l->since <= 0)
    l->since = now;
  l->gave_up = now - l->since >= PATIENCE * e->options.retry_delay &&
               ria_launcher_is_queue_empty(e->launcher);
  return l->gave_up;
}

static void wait_for_room(engine *e) {
  engine_limit *l = &e->limit;
  double shortest = fmin(fmax(e->options.retry_delay, 0.1), LONGEST);
  l->delay = fmin(fmax(2 * l->delay, shortest), LONGEST);
  l->until = ria_unix_time() + l->delay;
  l->active = engine_active(e);
  l->most = 1;
}

ria_status engine_limit_met(engine *e, const int *tasks, int count, int jobs, const char *why,
                            bool *failed) {
  bool by_array = ria_launcher_refusal(e->launcher) == RIA_REFUSAL_ARRAY;
  *failed = jobs == 1 && (by_array || is_hopeless(e, engine_active(e) - count));
  *failed |= e->limit.gave_up;
  if (*failed)
    return RIA_SUCCESS;
  RIA_TRY(forget_all(e, tasks, count, why));
  e->limit.smaller = jobs > 1;
  if (by_array) {
    e->array_limit = jobs / 2;
    return tell(e, "array refused",
                "this cluster refuses a job array of this size; smaller arrays or single jobs are "
                "submitted",
                why);
  }
  if (jobs > 1)
    e->limit.most = jobs / 2;
  else
    wait_for_room(e);
  return tell(e, "limit met",
              "no more jobs may be submitted now; the other tasks wait until some jobs end, and "
              "use no retry",
              why);
}
