/* Starts jobs for ready tasks when resources are free, the longest chain first. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/folders.h"
#include "ria/number.h"
#include "tasks/job.h"
#include "parts.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to start a task");
}

bool engine_checkpoints(const engine_task *task) {
  return task->spec && task_job_checkpoints(task->spec);
}

char *engine_markers(const engine *e, const study_attempt *attempt) {
  char *path = NULL;
  return asprintf(&path, "%s/%s", study_folder(e->study), attempt->folder) < 0 ? NULL : path;
}

enum { MOST_TOGETHER = 10000 /* tasks in one submission, whose script names them all */ };

/* ---- Room. */

static ria_status take_room(engine *e, int task) {
  engine_task *t = e->task[task];
  if (!e->nodes || t->ranks_on)
    return RIA_SUCCESS;
  ria_resources row = {.nodes = t->row.nodes > 1 ? t->row.nodes : 0, .ranks = t->row.ranks};
  const ria_resources *wanted = t->spec ? &t->spec->resources : &row;
  t->ranks_on = calloc((size_t)e->nodes, sizeof *t->ranks_on);
  if (!t->ranks_on)
    return no_memory();
  if (engine_room_place(e->room, e->nodes, wanted, t->ranks_on)) {
    engine_room_take(e->room, e->nodes, wanted, t->ranks_on, 1);
  } else {
    memset(t->ranks_on, 0, (size_t)e->nodes * sizeof *t->ranks_on);
    e->alone = task;
  }
  return RIA_SUCCESS;
}

void engine_give_room(engine *e, int task) {
  engine_task *t = e->task[task];
  if (!t->ranks_on)
    return;
  ria_resources row = {.nodes = t->row.nodes > 1 ? t->row.nodes : 0, .ranks = t->row.ranks};
  engine_room_take(e->room, e->nodes, t->spec ? &t->spec->resources : &row, t->ranks_on, -1);
  free(t->ranks_on);
  t->ranks_on = NULL;
  if (e->alone == task)
    e->alone = -1;
}

int engine_active(const engine *e) {
  int count = 0;
  for (int t = 0; t < e->tasks; t++)
    count += e->task[t] && engine_is_active(e->task[t]);
  return count;
}

/* A task that needs more than exists runs alone. The launcher has accepted it (a small machine
 * takes turns), or refuses to start it. */
static bool fits(const engine *e, const engine_task *t, int *ranks) {
  if (!e->nodes)
    return true;
  if (e->alone >= 0)
    return false;
  return engine_room_place(e->room, e->nodes, &t->spec->resources, ranks) || !engine_active(e);
}

/* ---- The job of an attempt. */

/* Uses the nodes that were reserved for the task; if these are uncertain, the same number of nodes.
 */
static void place(const engine *e, const engine_task *t, ria_job *job) {
  int over = 0;
  for (int n = 0; n < e->nodes && t->ranks_on; n++)
    over += t->ranks_on[n] > 0;
  if (!job->resources.nodes && over > 1)
    job->resources.nodes = over;
  if (over && !e->unsure)
    job->ranks_on = t->ranks_on;
}

static ria_status make_job(const engine *e, const engine_task *t, task_job *made) {
  char *folder = engine_markers(e, &t->attempt);
  *made = (task_job){0};
  if (!folder)
    return no_memory();
  ria_status status = task_job_make(made, t->spec, e->workflow->name, folder, e->program);
  if (status == RIA_SUCCESS)
    place(e, t, &made->job);
  free(folder);
  return status;
}

/* ---- Starting. */

/* Makes the folders of the path below its first `from` bytes; the last one must be new. */
static int make_new(const char *path, size_t from) {
  return ria_folders_make_above(path, from, 0777, true) ? -1 : ria_folder_make(path, 0777, true);
}

static int make_all(const char *folder) {
  return *folder ? make_new(folder, 1) && errno != EEXIST : -1;
}

/* Creates a folder that no attempt had before, not even one that the study has deleted. */
static ria_status new_folder(engine *e, engine_task *t) {
  const char *study = study_folder(e->study);
  for (int number = t->row.attempts + 1;; number++) {
    char *path = NULL;
    if (asprintf(&path, "%s/tasks/%s/attempt-%d", study, t->row.id, number) < 0)
      return no_memory();
    int failed = make_new(path, strlen(study) + 1), error = errno;
    ria_status status = RIA_SUCCESS;
    if (!failed) {
      t->attempt.number = number;
      status = engine_set_text(&t->attempt.folder, path + strlen(study) + 1);
    } else if (error != EEXIST) {
      status = ria_fail(RIA_ERROR_IO, "cannot make the folder %s: %s", path, strerror(error));
    }
    free(path);
    if (!failed || status != RIA_SUCCESS)
      return status;
  }
}

static ria_status new_attempt(engine *e, engine_task *t) {
  study_attempt *a = &t->attempt;
  study_attempt_clear(a);
  char **texts[] = {&a->job, &a->cause, &a->asked, &a->nodes, &a->note};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    RIA_TRY(engine_set_text(texts[k], ""));
  RIA_TRY(engine_set_text(&a->task, t->row.id));
  RIA_TRY(new_folder(e, t));
  a->submitted = ria_unix_time();
  a->cores = t->row.cores;
  t->report = (ria_job_report){0};
  t->sent = t->hopeless = false;
  t->looked = 0;
  RIA_TRY(engine_set_text(&t->refused, ""));
  t->row.state = TASK_STARTING;
  t->row.attempts = a->number;
  RIA_TRY(engine_set_text(&t->row.note, ""));
  RIA_TRY(study_put_attempt(e->study, a));
  return engine_put(e, t);
}

/* Resets a starting task as if it had never been started. */
static ria_status unstart(engine *e, engine_task *t, const char *why, double delay) {
  RIA_TRY(study_begin(e->study));
  t->row.state = TASK_READY;
  t->row.not_before = ria_unix_time() + delay;
  t->attempt.ended = ria_unix_time();
  ria_status status = engine_set_text(&t->attempt.cause, "launch");
  if (status == RIA_SUCCESS)
    status = engine_set_text(&t->attempt.note, why);
  if (status == RIA_SUCCESS)
    status = engine_set_text(&t->row.note, why);
  if (status == RIA_SUCCESS)
    status = study_put_attempt(e->study, &t->attempt);
  if (status == RIA_SUCCESS)
    status = engine_put(e, t);
  return engine_close(e, status, true);
}

/* Handles a job that the launcher refused, permanently if `hopeless`. */
static ria_status not_started(engine *e, int task, bool hopeless, const char *why) {
  const ria_job_report report = {.state = RIA_JOB_ENDED, .cause = RIA_CAUSE_LAUNCH};
  engine_give_room(e, task);
  e->task[task]->hopeless = hopeless;
  RIA_TRY(engine_set_text(&e->task[task]->refused, why));
  return engine_ended(e, task, &report);
}

/* Slurm does not answer: this does not count as an attempt, and no other task is started meanwhile.
 */
static ria_status slurm_is_silent(engine *e, const int *tasks, int count, const char *why) {
  char note[512];
  double delay = fmax(e->options.retry_delay, ria_launcher_poll_interval(e->launcher));
  ria_snprintf(note, sizeof note, "%.400s; submitting again in %.0f s", why, delay);
  e->silence = ria_unix_time() + delay;
  for (int k = 0; k < count; k++) {
    engine_give_room(e, tasks[k]);
    RIA_TRY(unstart(e, e->task[tasks[k]], note, delay));
  }
  return engine_log(e, e->task[tasks[0]]->row.id, "%s", note);
}

static ria_status started(engine *e, engine_task *t, const char *id) {
  RIA_TRY(study_begin(e->study));
  t->row.state = TASK_RUNNING;
  ria_status status = engine_set_text(&t->attempt.job, id);
  if (status == RIA_SUCCESS)
    status = study_put_attempt(e->study, &t->attempt);
  if (status == RIA_SUCCESS)
    status = engine_put(e, t);
  if (status == RIA_SUCCESS)
    status = engine_log(e, t->row.id, "started as %s%s", id, t->row.attempts > 1 ? ", again" : "");
  return engine_close(e, status, true);
}

/* On a cluster, sbatch itself checks the request when the job is submitted. A case takes as much
 * time as our own job can give, and continues in the next job. */
static ria_status check_resources(engine *e, const engine_task *t) {
  ria_resources asked = t->spec->resources;
  if (e->kind == RIA_LAUNCHER_JOBS)
    return RIA_SUCCESS;
  if (engine_checkpoints(t) && e->options.comes_back)
    asked.seconds = 0;
  return ria_launcher_check(e->launcher, &asked);
}

/* Tasks that go out together. */
typedef struct {
  const int *task;
  int count;
  int cap;  /* how many of them may run at a time; 0: no cap */
  int each; /* how many run in one job, one after another */
} group;

static int jobs_of(const group *g) {
  return (g->count + g->each - 1) / g->each;
}

static ria_status make_jobs(engine *e, const group *g, task_job *m, ria_job *jobs) {
  for (int k = 0; k < g->count; k++) {
    const engine_task *t = e->task[g->task[k]];
    RIA_TRY(make_job(e, t, &m[k]));
    if (g->count > 1 && k == 0)
      RIA_TRY(task_job_name_array(m, t->spec, e->workflow->name));
    jobs[k] = m[k].job;
    jobs[k].resources.bundle = g->each;
    if (make_all(t->spec->directory))
      return ria_fail(RIA_ERROR_IO, "cannot make the folder %s: %s", t->spec->directory,
                      strerror(errno));
    RIA_TRY(check_resources(e, t));
  }
  return RIA_SUCCESS;
}

static ria_status all_started(engine *e, const group *g, ria_job_id *ids) {
  engine_limit_passed(e, jobs_of(g));
  for (int k = 0; k < g->count; k++)
    RIA_TRY(started(e, e->task[g->task[k]], ids[k]));
  return RIA_SUCCESS;
}

static ria_status all_refused(engine *e, const group *g, ria_status status, const char *why) {
  bool later = status == RIA_ERROR_INTERRUPTED, failed = true;
  if (later && ria_launcher_refusal(e->launcher) == RIA_REFUSAL_SILENT)
    return slurm_is_silent(e, g->task, g->count, why);
  if (later)
    RIA_TRY(engine_limit_met(e, g->task, g->count, jobs_of(g), why, &failed));
  for (int k = 0; k < g->count && failed; k++)
    RIA_TRY(not_started(e, g->task[k], later || status == RIA_ERROR_UNSUPPORTED, why));
  return RIA_SUCCESS;
}

static ria_status submit(engine *e, const group *g, task_job *m, ria_job *jobs, ria_job_id *ids) {
  ria_status status = make_jobs(e, g, m, jobs);
  if (status == RIA_SUCCESS)
    status = g->count == 1 ? ria_launcher_start(e->launcher, jobs, ids[0])
                           : ria_launcher_start_array(e->launcher, jobs, g->count, g->cap, ids);
  engine_count_change(e);
  if (status == RIA_SUCCESS)
    return all_started(e, g, ids);
  if (status == RIA_ERROR_MEMORY)
    return status;
  char *why = strdup(ria_status_detail());
  status = why ? all_refused(e, g, status, why) : no_memory();
  free(why);
  return status;
}

static ria_status launch_all(engine *e, const group *g) {
  size_t count = (size_t)g->count;
  task_job *m = calloc(count, sizeof *m);
  ria_job *jobs = calloc(count, sizeof *jobs);
  ria_job_id *ids = calloc(count, sizeof *ids);
  ria_status status = m && jobs && ids ? submit(e, g, m, jobs, ids) : no_memory();
  for (size_t k = 0; m && k < count; k++)
    task_job_destroy(&m[k]);
  free(m);
  free(jobs);
  free(ids);
  return status;
}

static ria_status launch(engine *e, const group *g) {
  e->begun = true;
  e->limit.smaller = false;
  RIA_TRY(study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  for (int k = 0; k < g->count && status == RIA_SUCCESS; k++) {
    status = engine_keep_edits(e, e->task[g->task[k]]);
    if (status == RIA_SUCCESS)
      status = new_attempt(e, e->task[g->task[k]]);
  }
  RIA_TRY(engine_close(e, status, true));
  for (int k = 0; k < g->count; k++)
    RIA_TRY(take_room(e, g->task[k]));
  return launch_all(e, g);
}

/* ---- Choosing. */

/* A case writes a checkpoint whenever it is stopped, so it only needs time to start and make
 * progress. Other tasks need their whole time limit. If that is more than a job ever has, such a
 * task may start near the beginning of a life. */
bool engine_has_time(const engine *e, const engine_task *t) {
  if (!t->spec || e->kind == RIA_LAUNCHER_JOBS || !e->options.comes_back)
    return true;
  double left = e->stop_at - ria_unix_time();
  double wanted = engine_checkpoints(t) ? fmin(e->options.lead, 0.2 * e->life)
                                        : (double)t->spec->resources.seconds;
  return left >= wanted || left >= 0.9 * e->life || !e->begun;
}

typedef struct {
  const engine *e;
  int count, *task;
} candidates;

static int by_chain(const void *a, const void *b, void *context) {
  const engine *e = context;
  int one = *(const int *)a, two = *(const int *)b;
  double left = e->chain[engine_task_node(e, one)], right = e->chain[engine_task_node(e, two)];
  return left != right ? (left < right ? 1 : -1) : one - two;
}

static ria_status choose(engine *e, candidates *c) {
  *c = (candidates){.e = e, .task = malloc(((size_t)e->tasks + 1) * sizeof *c->task)};
  if (!c->task)
    return no_memory();
  double now = ria_unix_time();
  for (int t = 0; t < e->tasks; t++) {
    const engine_task *task = e->task[t];
    if (task && task->row.state == TASK_READY && task->spec && task->row.not_before <= now &&
        engine_has_time(e, task))
      c->task[c->count++] = t;
  }
  qsort_r(c->task, (size_t)c->count, sizeof *c->task, by_chain, e);
  return RIA_SUCCESS;
}

/* The longest array or bundle of consecutive candidates; candidates are not reordered.
 */
static int length_of(const engine *e, const candidates *c, int from, int each) {
  const workflow_task *first = e->task[c->task[from]]->spec;
  int jobs = engine_limit_jobs(e), n = 1;
  long most = (long)each * (jobs > 1 ? jobs : 1);
  if (e->kind != RIA_LAUNCHER_JOBS)
    return 1;
  while (from + n < c->count && n < most && n < MOST_TOGETHER &&
         task_job_alike(first, e->task[c->task[from + n]]->spec))
    n++;
  return n;
}

/* The cap counts all running tasks of a step, also those of an earlier array. False: none may start
 * now. *cap 0: there is no cap. */
static bool cap_allows(const engine *e, const engine_task *t, int *cap) {
  const engine_step *s = &e->step[t->step];
  *cap = e->kind == RIA_LAUNCHER_JOBS ? e->options.array_cap : 0;
  if (*cap <= 0)
    return true;
  for (int i = 0; i < s->tasks; i++)
    *cap -= engine_is_active(e->task[s->task[i]]);
  return *cap > 0;
}

/* Keeps the tasks that may start: the outputs that they need are intact, and they are still ready.
 */
static ria_status check_needs(engine *e, int *task, int *count) {
  int good = 0;
  for (int k = 0; k < *count; k++) {
    bool sound = e->task[task[k]]->row.state == TASK_READY;
    if (sound)
      RIA_TRY(engine_check_needs(e, task[k], &sound));
    if (sound && e->task[task[k]]->row.state == TASK_READY)
      task[good++] = task[k];
  }
  *count = good;
  return RIA_SUCCESS;
}

ria_status engine_start_ready(engine *e) {
  if (e->signal || ria_unix_time() < e->silence)
    return RIA_SUCCESS;
  candidates c;
  RIA_TRY(engine_update_graph(e));
  RIA_TRY(choose(e, &c));
  e->pass++;
  int *ranks = calloc((size_t)e->nodes + 1, sizeof *ranks);
  ria_status status = ranks ? RIA_SUCCESS : no_memory();
  for (int k = 0; k < c.count && status == RIA_SUCCESS && ria_unix_time() >= e->silence &&
                  !engine_limit_holds(e);) {
    const engine_task *t = e->task[c.task[k]];
    group g = {.task = &c.task[k]};
    int n = 1;
    if (fits(e, t, ranks) && cap_allows(e, t, &g.cap)) {
      g.each = task_job_bundle(e->launcher, t->spec);
      g.count = n = length_of(e, &c, k, g.each);
      status = check_needs(e, &c.task[k], &g.count);
      if (status == RIA_SUCCESS && g.count)
        status = launch(e, &g);
      if (status == RIA_SUCCESS && g.count && e->limit.smaller)
        continue; /* tries the same tasks again, fewer at a time */
    }
    k += n;
  }
  free(ranks);
  free(c.task);
  return status;
}

/* ---- Adoption. */

/* Slurm may not answer for a long time. No task starts before the running jobs are known. *found is
 * undefined after a signal. */
static ria_status find_job(engine *e, const char *markers, ria_job_id id, bool *found) {
  enum { SHORTEST = 5, LONGEST = 120 };
  ria_status status;
  double pause = SHORTEST;
  while ((status = ria_launcher_find(e->launcher, markers, id, found)) == RIA_ERROR_IO) {
    RIA_TRY(engine_log(e, "", "Slurm does not list its jobs: %s; asking again in %.0f s",
                       ria_status_detail(), pause));
    const double until = ria_unix_time() + pause;
    while (!e->signal && ria_unix_time() < until)
      RIA_TRY(engine_wait(e, fmin(1, fmax(0.01, until - ria_unix_time()))));
    if (e->signal)
      return RIA_SUCCESS;
    pause = fmin(2 * pause, LONGEST);
  }
  return status;
}

/* The engine died after it recorded the attempt and before it recorded the job's id. Finds out
 * whether the job was started. */
static ria_status adopt_starting(engine *e, engine_task *t) {
  char *markers = engine_markers(e, &t->attempt);
  if (!markers)
    return no_memory();
  ria_job_id id = "";
  bool found = false;
  ria_status status = find_job(e, markers, id, &found);
  free(markers);
  RIA_TRY(status);
  if (e->signal)
    return RIA_SUCCESS; /* the next engine tries again */
  return found ? started(e, t, id) : unstart(e, t, "the engine died before it started", 0);
}

ria_status engine_adopt(engine *e) {
  for (int t = 0; t < e->tasks; t++) {
    engine_task *task = e->task[t];
    if (!task)
      continue;
    if (task->row.state == TASK_STARTING)
      RIA_TRY(adopt_starting(e, task));
    if (!engine_is_active(task))
      continue;
    RIA_TRY(take_room(e, t));
    e->unsure = true;
  }
  return RIA_SUCCESS;
}
