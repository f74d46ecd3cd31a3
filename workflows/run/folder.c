#include "folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/folders.h"
#include "files.h"

void run_folder_join(const run_folder *f, const char *name, char path[RUN_PATH]) {
  int length = snprintf(path, RUN_PATH, "%s/%s", f->path, name);
  if (length >= RUN_PATH)
    path[0] = 0;
}

static ria_status make_folder(const char *path) {
  const int length = (int)ria_folders_make(path, 1, 0777, true);
  if (length)
    return ria_fail(RIA_ERROR_IO, "cannot make the folder %.*s: %s", length, path, strerror(errno));
  return RIA_SUCCESS;
}

/* Marks the folder before other files are in it, so that a run that is killed early can be started
 * again. */
static ria_status mark(const run_folder *f) {
  char path[RUN_PATH];
  run_folder_join(f, RUN_FILES_MARKER, path);
  int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0 || close(file))
    return ria_fail(RIA_ERROR_IO, "cannot write %s: %s", path, strerror(errno));
  return RIA_SUCCESS;
}

/* Locks the log, which every run has and which is never replaced. */
static ria_status lock(run_folder *f) {
  char path[RUN_PATH];
  const int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
  run_folder_join(f, "log.txt", path);
  f->lock = open(path, flags, 0666);
  if (f->lock < 0 && errno == ELOOP && !unlink(path)) /* a link in a run that is replaced */
    f->lock = open(path, flags, 0666);
  if (f->lock < 0)
    return ria_fail(RIA_ERROR_IO, "cannot write %s: %s", path, strerror(errno));
  /* A file system without locks is accepted. */
  if (flock(f->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    return ria_fail(RIA_ERROR_IO,
                    "another run is active in %s; wait for it, stop it, or name another folder "
                    "with -o",
                    f->path);
  return RIA_SUCCESS;
}

/* Whether replacing a run removes this file. The marker and the log stay. case.yaml is replaced
 * atomically later, because it may be the case to run. summary.json is removed when the run begins.
 */
static bool is_replaced(const char *name) {
  return strcmp(name, RUN_FILES_MARKER) != 0 && strcmp(name, "log.txt") != 0 &&
         strcmp(name, "case.yaml") != 0 && strcmp(name, "summary.json") != 0;
}

void run_folder_clear(const run_folder *f) {
  run_files_remove(f->path, RUN_FILES_TOP, is_replaced);
  run_files_remove(f->path, RUN_FILES_CHECKPOINTS, NULL);
  run_files_remove(f->path, RUN_FILES_MAPS, NULL);
  if (ftruncate(f->lock, 0))
    return; /* appending to an old log is harmless */
}

ria_status run_folder_check(const run_folder *f, bool resume, bool overwrite) {
  char path[RUN_PATH];
  RIA_TRY(run_files_check(f->path, !resume));
  run_folder_join(f, "case.yaml", path);
  if (!access(path, F_OK) && !resume && !overwrite)
    return ria_fail(RIA_ERROR_IO,
                    "%s already holds a run; --resume continues it, --overwrite replaces it, and "
                    "-o names another folder",
                    f->path);
  return RIA_SUCCESS;
}

void run_folder_begin(const run_folder *f) {
  char path[RUN_PATH];
  run_folder_join(f, "summary.json", path);
  unlink(path);
}

ria_status run_folder_prepare(run_folder *f, bool resume, bool overwrite) {
  char path[RUN_PATH];
  RIA_TRY(make_folder(f->path));
  RIA_TRY(run_folder_check(f, resume, overwrite));
  RIA_TRY(mark(f));
  RIA_TRY(lock(f));
  RIA_TRY(run_folder_check(
      f, resume, overwrite)); /* checked again, because another run may have started meanwhile */
  if (!resume)
    run_folder_clear(f);
  /* Files of a killed run. */
  run_files_remove(f->path, RUN_FILES_CHECKPOINTS, run_files_is_partial_checkpoint);
  for (run_part part = RUN_FILES_CHECKPOINTS; part < RUN_FILES_PARTS; part++) {
    run_folder_join(f, run_files_folder(part), path);
    RIA_TRY(make_folder(path));
  }
  return RIA_SUCCESS;
}

void run_folder_release(run_folder *f) {
  if (f->lock >= 0)
    close(f->lock);
  f->lock = -1;
}

ria_status run_folder_write(const run_folder *f, const char *name, const char *text) {
  char path[RUN_PATH];
  run_folder_join(f, name, path);
  return ria_durable_write(path, text, strlen(text));
}

ria_status run_folder_sync(const run_folder *f) {
  return ria_durable_sync_folder(f->path);
}

void run_folder_checkpoint_name(int64_t steps, char name[64]) {
  snprintf(name, 64, "checkpoints/step-%010" PRId64 ".h5", steps);
}

static int newest_first(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

ria_status run_folder_checkpoints(const run_folder *f, int *count, int64_t **steps) {
  char folder[RUN_PATH];
  run_folder_join(f, "checkpoints", folder);
  *count = 0;
  *steps = NULL;
  DIR *list = opendir(folder);
  if (!list)
    return errno == ENOENT ? RIA_SUCCESS
                           : ria_fail(RIA_ERROR_IO, "cannot list %s: %s", folder, strerror(errno));
  ria_status status = RIA_SUCCESS;
  for (const struct dirent *entry; status == RIA_SUCCESS && (entry = readdir(list));) {
    int64_t found;
    if (!run_files_is_checkpoint(entry->d_name, &found))
      continue;
    int64_t *grown = realloc(*steps, (size_t)(*count + 1) * sizeof *grown);
    if (!grown) {
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for the list of checkpoints");
    } else {
      *steps = grown;
      grown[(*count)++] = found;
    }
  }
  closedir(list);
  if (*count > 1)
    qsort(*steps, (size_t)*count, sizeof **steps, newest_first);
  return status;
}

static ria_status point_latest(const run_folder *f, const char *name) {
  char link[RUN_PATH], fresh[RUN_PATH];
  run_folder_join(f, "checkpoints/latest", link);
  run_folder_join(f, "checkpoints/latest.new", fresh);
  unlink(fresh);
  if (symlink(strrchr(name, '/') + 1, fresh) || rename(fresh, link))
    return ria_fail(RIA_ERROR_IO, "cannot point %s to %s: %s", link, name, strerror(errno));
  return ria_durable_sync_name(link); /* durable before the old checkpoints are removed */
}

ria_status run_folder_publish(const run_folder *f, int64_t steps, int keep) {
  char name[64], path[RUN_PATH];
  run_folder_checkpoint_name(steps, name);
  RIA_TRY(point_latest(f, name));
  int count;
  int64_t *have;
  ria_status status = run_folder_checkpoints(f, &count, &have);
  /* Newer checkpoints are from before a resume from an older one, and no longer valid. */
  for (int i = 0, kept = 0; i < count; i++) {
    if (have[i] <= steps && kept++ < keep)
      continue;
    run_folder_checkpoint_name(have[i], name);
    run_folder_join(f, name, path);
    unlink(path);
  }
  free(have);
  return status;
}
