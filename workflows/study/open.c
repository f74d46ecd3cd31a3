/* Opens and closes studies; transactions. */
#include "study.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/folders.h"
#include "folders.h"
#include "sql.h"
#include "submitted.h"

enum { PATIENCE_MS = 30000 };

static const struct {
  const char *text;
  bool final;
} states[] = {
#define RIA_TASK_STATE_ROW(name, text, final) {text, final},
    RIA_TASK_STATE_LIST(RIA_TASK_STATE_ROW)
#undef RIA_TASK_STATE_ROW
};

const char *ria_task_state_text(ria_task_state state) {
  return (unsigned)state < RIA_TASK_STATES ? states[state].text : "unknown";
}

bool ria_task_state_is_final(ria_task_state state) {
  return (unsigned)state < RIA_TASK_STATES && states[state].final;
}

static bool has_file(const char *folder, const char *name) {
  char *path = NULL;
  struct stat info;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return false;
  bool has = !lstat(path, &info) && S_ISREG(info.st_mode);
  free(path);
  return has;
}

ria_status ria_study_folder_check(const char *folder) {
  char entry[FOLDER_ENTRY];
  RIA_TRY(folder_entry_find(folder, "--study", entry));
  /* A journal alone is left if an engine was killed while it created the database. */
  if (!*entry || has_file(folder, "study.sqlite") || has_file(folder, "study.sqlite-journal") ||
      study_submitted_exists(folder))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO,
                  "%s is not the folder of a study and not empty: it holds '%.80s'; name a new or "
                  "empty folder with --study",
                  folder, entry);
}

static ria_status make_folder(const char *folder) {
  const int length = (int)ria_folders_make(folder, 1, 0777, true);
  return length ? ria_fail(RIA_ERROR_IO, "cannot make the folder %.*s: %s", length, folder,
                           strerror(errno))
                : RIA_SUCCESS;
}

static ria_status make_folders(const char *folder) {
  static const char *const part[] = {"/steps", "/tasks"};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s%s", folder, part[i]) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "no memory to open the study");
    ria_status status = make_folder(path);
    free(path);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static ria_status open_file(ria_study *study, ria_study_mode mode) {
  if (mode != RIA_STUDY_CREATE && access(study->path, R_OK))
    return ria_fail(RIA_ERROR_IO, "%s is not a study that can be read: %s: %s", study->folder,
                    study->path, strerror(errno));
  if (mode != RIA_STUDY_READ && !access(study->path, F_OK) && access(study->path, W_OK))
    return ria_fail(RIA_ERROR_IO, "cannot write to %s: %s", study->path, strerror(errno));
  /* Readers open it for writing, too, if they may: the journal of a killed writer must be rolled
   * back before the file can be read. */
  bool read_only = mode == RIA_STUDY_READ && access(study->path, W_OK);
  int flags = read_only                  ? SQLITE_OPEN_READONLY
              : mode == RIA_STUDY_CREATE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                         : SQLITE_OPEN_READWRITE;
  if (sqlite3_open_v2(study->path, &study->db, flags | SQLITE_OPEN_NOMUTEX, NULL))
    return study->db ? study_failed(study, "open it")
                     : ria_fail(RIA_ERROR_MEMORY, "no memory to open %s", study->path);
  sqlite3_busy_timeout(study->db, PATIENCE_MS);
  const char *settings = "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;";
  if (sqlite3_exec(study->db, settings, NULL, NULL, NULL))
    return study_failed(study, "open it");
  return study_check_schema(study, mode != RIA_STUDY_READ, mode == RIA_STUDY_CREATE);
}

ria_status ria_study_open(const char *folder, ria_study_mode mode, ria_study **out) {
  *out = NULL;
  if (!*folder)
    return ria_fail(RIA_ERROR_ARGUMENT, "the folder of the study has no name");
  ria_study *study = calloc(1, sizeof *study);
  if (study &&
      (!(study->folder = strdup(folder)) || asprintf(&study->path, "%s/study.sqlite", folder) < 0))
    study->path = NULL;
  ria_status status = !study || !study->path
                          ? ria_fail(RIA_ERROR_MEMORY, "no memory to open the study")
                          : RIA_SUCCESS;
  if (status == RIA_SUCCESS && mode == RIA_STUDY_CREATE)
    status = ria_study_folder_check(folder);
  if (status == RIA_SUCCESS && mode == RIA_STUDY_CREATE)
    status = make_folder(folder);
  if (status == RIA_SUCCESS)
    status = open_file(study, mode);
  if (status == RIA_SUCCESS &&
      mode == RIA_STUDY_CREATE) /* the database exists first: it marks the folder as a study's */
    status = make_folders(folder);
  if (status != RIA_SUCCESS) {
    ria_study_close(study);
    return status;
  }
  *out = study;
  return RIA_SUCCESS;
}

void ria_study_close(ria_study *study) {
  if (!study)
    return;
  if (study->in_transaction)
    ria_study_rollback(study);
  ria_study_unlock(study);
  for (int i = 0; i < study->cached; i++)
    sqlite3_finalize(study->cache[i].statement);
  sqlite3_close(study->db);
  free(study->folder);
  free(study->path);
  free(study);
}

const char *ria_study_folder(const ria_study *study) {
  return study->folder;
}

static ria_status begin(ria_study *study, bool to_write) {
  if (study->in_transaction)
    return ria_fail(RIA_ERROR_INTERNAL, "%s: a transaction inside a transaction", study->path);
  RIA_TRY(to_write ? study_exec(study, "BEGIN IMMEDIATE", "") : study_exec(study, "BEGIN", ""));
  study->in_transaction = true;
  return RIA_SUCCESS;
}

ria_status ria_study_begin(ria_study *study) {
  return begin(study, true);
}

ria_status ria_study_begin_reading(ria_study *study) {
  return begin(study, false);
}

ria_status ria_study_commit(ria_study *study) {
  ria_status status = study_exec(study, "COMMIT", "");
  if (status != RIA_SUCCESS)
    ria_study_rollback(study);
  study->in_transaction = false;
  return status;
}

void ria_study_rollback(ria_study *study) {
  /* SQLite may have rolled back by itself (a full disk); the error of a second rollback is ignored.
   */
  sqlite3_exec(study->db, "ROLLBACK", NULL, NULL, NULL);
  study->in_transaction = false;
}
