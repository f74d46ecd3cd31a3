/* Starts jobs for ready tasks when resources are free, the longest chain first. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/folders.h"
#include "tasks/job.h"
#include "parts.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to start a task");
}

bool engine_checkpoints(const engine_task *task) {
  return task->spec && task_job_checkpoints(task->spec);
}

char *engine_markers(const engine *e, const ria_study_attempt *attempt) {
  char *path = NULL;
  return asprintf(&path, "%s/%s", ria_study_folder(e->study), attempt->folder) < 0 ? NULL : path;
}

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

static int active(const engine *e) {
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
  return engine_room_place(e->room, e->nodes, &t->spec->resources, ranks) || !active(e);
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
  const char *study = ria_study_folder(e->study);
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
  ria_study_attempt *a = &t->attempt;
  ria_study_attempt_clear(a);
  char **texts[] = {&a->job, &a->cause, &a->asked, &a->nodes, &a->note};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    RIA_TRY(engine_set_text(texts[k], ""));
  RIA_TRY(engine_set_text(&a->task, t->row.id));
  RIA_TRY(new_folder(e, t));
  a->submitted = ria_unix_time();
  a->cores = t->row.cores;
  t->report = (ria_job_report){0};
  t->sent = false;
  t->looked = 0;
  t->row.state = RIA_TASK_STARTING;
  t->row.attempts = a->number;
  RIA_TRY(engine_set_text(&t->row.note, ""));
  RIA_TRY(ria_study_put_attempt(e->study, a));
  return engine_put(e, t);
}

/* Resets a starting task as if it had never been started. */
static ria_status unstart(engine *e, engine_task *t, const char *why, double delay) {
  RIA_TRY(ria_study_begin(e->study));
  t->row.state = RIA_TASK_READY;
  t->row.not_before = ria_unix_time() + delay;
  t->attempt.ended = ria_unix_time();
  ria_status status = engine_set_text(&t->attempt.cause, "launch");
  if (status == RIA_SUCCESS)
    status = engine_set_text(&t->attempt.note, why);
  if (status == RIA_SUCCESS)
    status = engine_set_text(&t->row.note, why);
  if (status == RIA_SUCCESS)
    status = ria_study_put_attempt(e->study, &t->attempt);
  if (status == RIA_SUCCESS)
    status = engine_put(e, t);
  return engine_close(e, status, true);
}

/* Handles a job that the launcher refused. */
static ria_status not_started(engine *e, int task, const char *why) {
  engine_give_room(e, task);
  ria_job_report report = {.state = RIA_JOB_ENDED, .cause = RIA_CAUSE_LAUNCH};
  snprintf(report.reason, sizeof report.reason, "%.*s", (int)sizeof report.reason - 1, why);
  return engine_ended(e, task, &report);
}

/* Slurm does not answer: this does not count as an attempt, and no other task is tried meanwhile.
 */
static ria_status slurm_is_silent(engine *e, const int *tasks, int count, const char *why) {
  char note[512];
  double delay = fmax(e->options.retry_delay, ria_launcher_poll_interval(e->launcher));
  snprintf(note, sizeof note, "%.400s; submitted again in %.0f s", why, delay);
  e->silence = ria_unix_time() + delay;
  for (int k = 0; k < count; k++) {
    engine_give_room(e, tasks[k]);
    RIA_TRY(unstart(e, e->task[tasks[k]], note, delay));
  }
  return engine_log(e, e->task[tasks[0]]->row.id, "%s", note);
}

static ria_status started(engine *e, engine_task *t, const char *id) {
  RIA_TRY(ria_study_begin(e->study));
  t->row.state = RIA_TASK_RUNNING;
  ria_status status = engine_set_text(&t->attempt.job, id);
  if (status == RIA_SUCCESS)
    status = ria_study_put_attempt(e->study, &t->attempt);
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

static ria_status launch_one(engine *e, int task) {
  engine_task *t = e->task[task];
  task_job m;
  ria_job_id id = "";
  ria_status status = make_job(e, t, &m);
  if (status == RIA_SUCCESS && make_all(t->spec->directory))
    status = ria_fail(RIA_ERROR_IO, "cannot make the folder %s: %s", t->spec->directory,
                      strerror(errno));
  if (status == RIA_SUCCESS)
    status = check_resources(e, t);
  t->hopeless = status == RIA_ERROR_UNSUPPORTED;
  if (status == RIA_SUCCESS)
    status = ria_launcher_start(e->launcher, &m.job, id);
  task_job_destroy(&m);
  engine_count_change(e);
  return status == RIA_SUCCESS             ? started(e, t, id)
         : status == RIA_ERROR_MEMORY      ? status
         : status == RIA_ERROR_INTERRUPTED ? slurm_is_silent(e, &task, 1, ria_status_detail())
                                           : not_started(e, task, ria_status_detail());
}

static ria_status launch_array(engine *e, const int *tasks, int count, int cap) {
  task_job *m = calloc((size_t)count, sizeof *m);
  ria_job *jobs = calloc((size_t)count, sizeof *jobs);
  ria_job_id *ids = calloc((size_t)count, sizeof *ids);
  ria_status status = m && jobs && ids ? RIA_SUCCESS : no_memory();
  for (int k = 0; k < count && status == RIA_SUCCESS; k++) {
    status = make_job(e, e->task[tasks[k]], &m[k]);
    if (status == RIA_SUCCESS && k == 0)
      status = task_job_name_array(m, e->task[tasks[0]]->spec, e->workflow->name);
    jobs[k] = m[k].job;
    if (status == RIA_SUCCESS && make_all(m[k].job.directory))
      status = ria_fail(RIA_ERROR_IO, "cannot make the folder %s: %s", m[k].job.directory,
                        strerror(errno));
  }
  if (status == RIA_SUCCESS)
    status = ria_launcher_start_array(e->launcher, jobs, count, cap, ids);
  engine_count_change(e);
  char why[512];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  if (status == RIA_ERROR_INTERRUPTED) {
    status = slurm_is_silent(e, tasks, count, why);
  } else if (status != RIA_ERROR_MEMORY) {
    bool refused = status != RIA_SUCCESS;
    status = RIA_SUCCESS;
    for (int k = 0; k < count && status == RIA_SUCCESS; k++)
      status = refused ? not_started(e, tasks[k], why) : started(e, e->task[tasks[k]], ids[k]);
  }
  for (int k = 0; m && k < count; k++)
    task_job_destroy(&m[k]);
  free(m);
  free(jobs);
  free(ids);
  return status;
}

/* `cap`: how many of them may run at a time; 0: no cap. */
static ria_status launch(engine *e, const int *tasks, int count, int cap) {
  e->begun = true;
  RIA_TRY(ria_study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  for (int k = 0; k < count && status == RIA_SUCCESS; k++) {
    status = engine_keep_edits(e, e->task[tasks[k]]);
    if (status == RIA_SUCCESS)
      status = new_attempt(e, e->task[tasks[k]]);
  }
  RIA_TRY(engine_close(e, status, true));
  for (int k = 0; k < count; k++)
    RIA_TRY(take_room(e, tasks[k]));
  return count == 1 ? launch_one(e, tasks[0]) : launch_array(e, tasks, count, cap);
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
    if (task && task->row.state == RIA_TASK_READY && task->spec && task->row.not_before <= now &&
        engine_has_time(e, task))
      c->task[c->count++] = t;
  }
  qsort_r(c->task, (size_t)c->count, sizeof *c->task, by_chain, e);
  return RIA_SUCCESS;
}

/* How many of the next candidates make one array. Candidates are not reordered: only neighbours. */
static int array_length(const engine *e, const candidates *c, int from) {
  if (e->kind != RIA_LAUNCHER_JOBS || e->array_limit < 2)
    return 1;
  int n = 1;
  while (from + n < c->count && n < e->array_limit &&
         task_job_alike(e->task[c->task[from]]->spec, e->task[c->task[from + n]]->spec))
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
    bool sound = e->task[task[k]]->row.state == RIA_TASK_READY;
    if (sound)
      RIA_TRY(engine_check_needs(e, task[k], &sound));
    if (sound && e->task[task[k]]->row.state == RIA_TASK_READY)
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
  for (int k = 0; k < c.count && status == RIA_SUCCESS && ria_unix_time() >= e->silence;) {
    int n = 1, cap, sound;
    if (fits(e, e->task[c.task[k]], ranks) && cap_allows(e, e->task[c.task[k]], &cap)) {
      sound = n = array_length(e, &c, k);
      status = check_needs(e, &c.task[k], &sound);
      if (status == RIA_SUCCESS && sound)
        status = launch(e, &c.task[k], sound, cap);
    }
    k += n;
  }
  free(ranks);
  free(c.task);
  return status;
}

/* ---- Adoption. */

/* Slurm may not answer for a long time. Nothing starts before it is known what runs. *found is
 * undefined after a signal. */
static ria_status find_job(engine *e, const char *markers, ria_job_id id, bool *found) {
  enum { SHORTEST = 5, LONGEST = 120 };
  ria_status status;
  double pause = SHORTEST;
  while ((status = ria_launcher_find(e->launcher, markers, id, found)) == RIA_ERROR_IO) {
    RIA_TRY(engine_log(e, "", "Slurm does not say what runs: %s; asked again in %.0f s",
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
    if (task->row.state == RIA_TASK_STARTING)
      RIA_TRY(adopt_starting(e, task));
    if (!engine_is_active(task))
      continue;
    RIA_TRY(take_room(e, t));
    e->unsure = true;
  }
  return RIA_SUCCESS;
}
