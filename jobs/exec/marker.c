#include "marker.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hint.h"
#include "ria/durable.h"
#include "ria/folders.h"
#include "ria/number.h"

ria_status exec_marker_folder(const char *folder) {
  if (ria_folders_make(folder, 1, 0777, false))
    return ria_fail(RIA_ERROR_IO, "%s: the folder cannot be created: %s", folder, strerror(errno));
  return RIA_SUCCESS;
}

static void print_marker(FILE *file, const exec_marker *m) {
  if (m->process.pid)
    fprintf(file, "host %s\npid %ld\nstart %llu\nboot %s\n", m->process.host, (long)m->process.pid,
            m->process.start, m->process.boot);
  if (m->job[0])
    fprintf(file, "job %s\nrestart %d\n", m->job, m->restart);
  if (m->comment[0])
    fprintf(file, "comment %s\n", m->comment);
  if (m->index >= 0)
    fprintf(file, "index %d\n", m->index);
  if (m->bundle)
    fprintf(file, "bundle %d\n", m->bundle);
  if (m->limit)
    fprintf(file, "limit %" PRId64 "\n", m->limit);
  if (m->withdrawn)
    fputs("withdrawn 1\n", file);
  if (m->daemons)
    fprintf(file, "daemons %" PRId64 "\n", m->daemons);
  ria_fprintf(file, "time %.3f\ncode %d\nsignal %d\nmemory %" PRId64 "\ncause %s\n", m->time,
              m->code, m->signal, m->memory, ria_job_cause_text(m->cause));
}

static ria_status not_written(const char *path) {
  return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

static bool write_temporary(const char *temporary, const exec_marker *marker) {
  FILE *file = fopen(temporary, "we");
  if (!file)
    return false;
  print_marker(file, marker);
  bool failed = fflush(file) || fsync(fileno(file)) || ferror(file);
  failed |= fclose(file) != 0;
  return !failed;
}

static ria_status write_whole(const char *folder, const char *temporary, const char *path,
                              const exec_marker *marker) {
  if (write_temporary(temporary, marker) && !rename(temporary, path) &&
      ria_durable_sync_folder(folder) == RIA_SUCCESS)
    return RIA_SUCCESS;
  not_written(path);
  unlink(temporary);
  return RIA_ERROR_IO;
}

ria_status exec_marker_write(const char *folder, const char *name, const exec_marker *marker) {
  char *path = NULL, *temporary = NULL;
  ria_status status = RIA_ERROR_MEMORY;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    path = NULL;
  if (asprintf(&temporary, "%s/.%s-%ld", folder, name, (long)getpid()) < 0)
    temporary = NULL;
  if (path && temporary)
    status = write_whole(folder, temporary, path, marker);
  else
    ria_fail(status, "no memory for a path");
  free(path);
  free(temporary);
  return status;
}

static void remove_marker(const char *folder, const char *name) {
  char *path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return;
  unlink(path);
  free(path);
}

static ria_job_cause cause_named(const char *text) {
#define NAMED(name, words)                                                                         \
  if (!strcmp(text, words))                                                                        \
    return name;
  RIA_JOB_CAUSE_LIST(NAMED)
#undef NAMED
  return RIA_CAUSE_UNKNOWN;
}

/* As written in a marker; 0 if the text is not a time. */
static double milliseconds_of(const char *text) {
  const double latest = 1e11, seconds = ria_strtod(text, NULL);
  return seconds >= 0 && seconds <= latest ? round(1000 * seconds) / 1000 : 0;
}

static void take_line(exec_marker *m, const char *key, const char *value) {
  if (!strcmp(key, "host"))
    snprintf(m->process.host, sizeof m->process.host, "%s", value);
  else if (!strcmp(key, "boot"))
    snprintf(m->process.boot, sizeof m->process.boot, "%s", value);
  else if (!strcmp(key, "pid"))
    m->process.pid = (pid_t)strtol(value, NULL, 10);
  else if (!strcmp(key, "start"))
    m->process.start = strtoull(value, NULL, 10);
  else if (!strcmp(key, "job"))
    snprintf(m->job, sizeof m->job, "%s", value);
  else if (!strcmp(key, "comment"))
    snprintf(m->comment, sizeof m->comment, "%s", value);
  else if (!strcmp(key, "index"))
    m->index = (int)strtol(value, NULL, 10);
  else if (!strcmp(key, "bundle"))
    m->bundle = (int)strtol(value, NULL, 10);
  else if (!strcmp(key, "restart"))
    m->restart = (int)strtol(value, NULL, 10);
  else if (!strcmp(key, "time"))
    m->time = milliseconds_of(value);
  else if (!strcmp(key, "limit"))
    m->limit = strtoll(value, NULL, 10);
  else if (!strcmp(key, "memory"))
    m->memory = strtoll(value, NULL, 10);
  else if (!strcmp(key, "daemons"))
    m->daemons = strtoll(value, NULL, 10);
  else if (!strcmp(key, "code"))
    m->code = (int)strtol(value, NULL, 10);
  else if (!strcmp(key, "signal"))
    m->signal = (int)strtol(value, NULL, 10);
  else if (!strcmp(key, "withdrawn"))
    m->withdrawn = strcmp(value, "0") != 0;
  else if (!strcmp(key, "cause"))
    m->cause = cause_named(value);
}

void exec_marker_read(const char *folder, const char *name, exec_marker *marker) {
  char *path = NULL, line[512];
  *marker = (exec_marker){.index = -1};
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return;
  FILE *file = fopen(path, "re");
  free(path);
  if (!file)
    return;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    char *value = strchr(line, ' ');
    if (!value)
      continue;
    *value = '\0';
    take_line(marker, line, value + 1);
  }
  marker->there = true;
  fclose(file);
}

/* ---- the claim ---- */

/* Whether our job is the holder's job after a restart. A withdrawn folder is never taken over. */
static bool is_later_life(const exec_marker *mine, const exec_marker *holder) {
  return !holder->withdrawn && mine->job[0] && !strcmp(mine->job, holder->job) &&
         mine->restart > holder->restart;
}

/* link() creates a name that does not exist yet, for exactly one of several callers, also over
 * NFS. NFS may lose the reply and repeat the call; the number of links then shows whether it
 * succeeded. */
static bool link_new(const char *temporary, const char *path) {
  struct stat info;
  if (!link(temporary, path))
    return true;
  int problem = errno;
  bool linked = !stat(temporary, &info) && info.st_nlink == 2;
  errno = problem;
  return linked;
}

static ria_status claim(const char *folder, const char *temporary, const char *path,
                        const exec_marker *mine, exec_marker *holder, bool *won) {
  if (!write_temporary(temporary, mine))
    return not_written(path);
  *won = link_new(temporary, path);
  if (!*won && errno != EEXIST)
    return not_written(path);
  if (!*won) {
    exec_marker_read(folder, "started", holder);
    if (!is_later_life(mine, holder))
      return RIA_SUCCESS;
    remove_marker(folder, "ended");
    remove_marker(folder, "asked");
    *won = !rename(temporary, path);
  }
  return *won && ria_durable_sync_folder(folder) == RIA_SUCCESS ? RIA_SUCCESS : not_written(path);
}

ria_status exec_marker_claim(const char *folder, const exec_marker *mine, exec_marker *holder,
                             bool *won) {
  const exec_process *p = &mine->process;
  char *path = NULL, *temporary = NULL;
  ria_status status = RIA_ERROR_MEMORY;
  *won = false;
  *holder = (exec_marker){.index = -1};
  if (asprintf(&path, "%s/started", folder) < 0)
    path = NULL;
  if (asprintf(&temporary, "%s/.started-%s-%ld-%llu", folder, p->host, (long)p->pid, p->start) < 0)
    temporary = NULL;
  if (path && temporary) {
    status = claim(folder, temporary, path, mine, holder, won);
    unlink(temporary);
  } else {
    ria_fail(status, "no memory for a path");
  }
  free(path);
  free(temporary);
  return status;
}

/* ---- reports from markers ---- */

ria_job_cause exec_marker_hint(const char *folder, const exec_marker *started) {
  char *path = NULL;
  if (asprintf(&path, "%s/slurm.txt", folder) < 0)
    return RIA_CAUSE_NONE;
  ria_job_cause hint = exec_hint_in_file(path, started->daemons);
  free(path);
  return hint;
}

void exec_marker_ended(const exec_marker *ended, ria_job_report *report) {
  report->state = RIA_JOB_ENDED;
  report->cause = ended->cause;
  report->exit_code = ended->code;
  report->signal = ended->signal;
  report->ended = ended->time;
  report->memory = ended->memory;
  report->restarts = ended->restart;
}

/* Slurm sends the wrapper SIGTERM up to a minute early, and kills it KillWait later. */
enum { SIGNAL_EARLY = 60 };

void exec_marker_report(const char *folder, ria_job_report *report) {
  exec_marker started, asked, ended;
  exec_marker_read(folder, "started", &started);
  exec_marker_read(folder, "asked", &asked);
  exec_marker_read(folder, "ended", &ended);
  report->started = started.time;
  report->restarts = started.restart;
  if (ended.there) {
    exec_marker_ended(&ended, report);
    return;
  }
  ria_job_cause hint = exec_marker_hint(folder, &started);
  report->state = RIA_JOB_LOST;
  report->cause = hint != RIA_CAUSE_NONE ? hint : RIA_CAUSE_UNKNOWN;
  if (!started.there || !asked.there)
    return;
  report->ended = asked.time;
  report->signal = asked.signal;
  /* Sums of numbers from a damaged file may overflow. */
  double end = started.time + (double)started.limit;
  if (started.limit && asked.time >= end - SIGNAL_EARLY)
    report->cause = RIA_CAUSE_TIME_LIMIT;
}
