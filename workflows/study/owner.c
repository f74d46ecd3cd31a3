/* The lock of the engine that writes to the study. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ria/number.h"
#include "ria/processes.h"
#include "sql.h"

/* When the process started, in clock ticks since the boot; -1 if it does not exist (or is a zombie,
 * which no longer writes). */
static int64_t start_of(int64_t pid) {
  char state;
  unsigned long long start;
  return ria_process_stat((pid_t)pid, &state, &start) && state != 'Z' && state != 'X'
             ? (int64_t)start
             : -1;
}

/* A process id is valid only until the next boot and inside its namespace. */
static char *place_of_self(void) {
  char boot[RIA_BOOT_ID_SIZE], space[64] = "", *place = NULL;
  ria_boot_id(boot);
  ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
  space[n > 0 ? n : 0] = 0;
  return asprintf(&place, "%s %s", boot, space) < 0 ? NULL : place;
}

/* Describes this process; its job and requeues come from SLURM_JOB_ID and SLURM_RESTART_COUNT. */
static ria_status read_self(study_owner *self) {
  char host[256] = "";
  const char *job = getenv("SLURM_JOB_ID"), *restart = getenv("SLURM_RESTART_COUNT");
  gethostname(host, sizeof host - 1);
  double time = ria_unix_time();
  *self = (study_owner){.host = strdup(host),
                        .place = place_of_self(),
                        .pid = getpid(),
                        .ticks = start_of(getpid()),
                        .job = strdup(job ? job : ""),
                        .restart = restart ? strtoll(restart, NULL, 10) : 0,
                        .since = time,
                        .seen = time};
  if (self->host && self->place && self->job)
    return RIA_SUCCESS;
  study_owner_destroy(self);
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the study's lock");
}

void study_owner_destroy(study_owner *owner) {
  free(owner->host);
  free(owner->place);
  free(owner->job);
  *owner = (study_owner){0};
}

static owner_life life(const study_owner *owner, const study_owner *self,
                       job_life_function job_life, void *context) {
  if (!strcmp(owner->host, self->host) && !strcmp(owner->place, self->place))
    return owner->ticks >= 0 && start_of(owner->pid) == owner->ticks ? OWNER_ALIVE : OWNER_DEAD;
  /* The same job was requeued, so its earlier run has ended. */
  if (*owner->job && !strcmp(owner->job, self->job) && owner->restart < self->restart)
    return OWNER_DEAD;
  if (*owner->job && job_life)
    return job_life(context, owner->job);
  return OWNER_UNKNOWN;
}

owner_life study_owner_life(const study_owner *owner, job_life_function job_life, void *context) {
  study_owner self;
  if (read_self(&self) != RIA_SUCCESS)
    return OWNER_UNKNOWN;
  owner_life answer = life(owner, &self, job_life, context);
  study_owner_destroy(&self);
  return answer;
}

typedef struct {
  bool held;
  study_owner *owner;
} found;

static ria_status take_owner(void *context, sqlite3_stmt *row) {
  found *f = context;
  study_owner *o = f->owner;
  f->held = true;
  return study_read_row(row, "ttlltldd", &o->host, &o->place, &o->pid, &o->ticks, &o->job,
                        &o->restart, &o->since, &o->seen);
}

ria_status study_owner_get(study_store *study, bool *held, study_owner *owner) {
  found f = {.owner = owner};
  *owner = (study_owner){0};
  ria_status status =
      study_query(study, take_owner, &f,
                  "SELECT host, place, pid, ticks, job, restart, since, seen FROM owner", "");
  if (status != RIA_SUCCESS)
    study_owner_destroy(owner);
  *held = f.held;
  return status;
}

static bool same(const study_owner *a, const study_owner *b) {
  return !strcmp(a->host, b->host) && !strcmp(a->place, b->place) && a->pid == b->pid &&
         a->ticks == b->ticks;
}

static ria_status refuse(const study_store *study, const study_owner *o, owner_life state) {
  char since[32], seen[32];
  time_t began = ria_whole_seconds(o->since), last = ria_whole_seconds(o->seen);
  struct tm t;
  strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", localtime_r(&began, &t));
  strftime(seen, sizeof seen, "%Y-%m-%d %H:%M:%S", localtime_r(&last, &t));
  return ria_fail(
      RIA_ERROR_MISMATCH,
      "another engine has the study %s: on host %s, process %lld%s%s, since %s (last sign of life "
      "%s); %s",
      study->folder, o->host, (long long)o->pid, *o->job ? ", job " : "", o->job, since, seen,
      state == OWNER_ALIVE ? "it is running, `ria status` and `ria watch` show its progress"
                           : "this host cannot find out whether it still runs; if it does not, "
                             "--take-over continues the study");
}

/* Runs inside a transaction, so that no other process takes the lock meanwhile. `judged` is the
 * owner that was found dead; NULL if there was none. */
static ria_status take(study_store *study, const study_owner *judged, const study_owner *self) {
  study_owner owner;
  bool held;
  RIA_TRY(study_owner_get(study, &held, &owner));
  bool free_for_us = !held || (judged && same(&owner, judged));
  ria_status status = free_for_us ? RIA_SUCCESS : refuse(study, &owner, OWNER_ALIVE);
  study_owner_destroy(&owner);
  RIA_TRY(status);
  return study_exec(study, "INSERT OR REPLACE INTO owner VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?)",
                    "ttlltldd", self->host, self->place, self->pid, self->ticks, self->job,
                    self->restart, self->since, self->seen);
}

static ria_status lock(study_store *study, job_life_function job_life, void *context, bool force) {
  study_owner owner;
  bool held;
  RIA_TRY(study_owner_get(study, &held, &owner));
  /* Asking a batch system takes time, so it is done outside of the transaction. */
  owner_life state = held ? life(&owner, &study->self, job_life, context) : OWNER_DEAD;
  ria_status status;
  if (state == OWNER_ALIVE || (state == OWNER_UNKNOWN && !force)) {
    status = refuse(study, &owner, state);
  } else if ((status = study_begin(study)) == RIA_SUCCESS) {
    status = take(study, held ? &owner : NULL, &study->self);
    if (status == RIA_SUCCESS)
      status = study_commit(study);
    else
      study_rollback(study);
  }
  study_owner_destroy(&owner);
  return status;
}

ria_status study_lock(study_store *study, job_life_function job_life, void *context, bool force) {
  if (study->locked)
    return RIA_SUCCESS;
  RIA_TRY(read_self(&study->self));
  ria_status status = lock(study, job_life, context, force);
  study->locked = status == RIA_SUCCESS;
  if (study->locked)
    study_choose_journal(study);
  else
    study_owner_destroy(&study->self);
  return status;
}

void study_unlock(study_store *study) {
  if (!study->locked)
    return;
  /* If this fails, the lock becomes stale when the process exits. */
  (void)study_exec(study,
                   "DELETE FROM owner WHERE host = ? AND place = ? AND pid = ? AND ticks = ?",
                   "ttll", study->self.host, study->self.place, study->self.pid, study->self.ticks);
  study_owner_destroy(&study->self);
  study->locked = false;
}

ria_status study_touch(study_store *study) {
  const study_owner *self = &study->self;
  RIA_TRY(study_exec(
      study, "UPDATE owner SET seen = ? WHERE host = ? AND place = ? AND pid = ? AND ticks = ?",
      "dttll", ria_unix_time(), self->host, self->place, self->pid, self->ticks));
  return sqlite3_changes(study->db) == 1
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MISMATCH, "another engine has taken over the study %s",
                        study->folder);
}
