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

static const struct {
  const char *text;
  bool final;
} states[] = {
#define TASK_STATE_ROW(name, text, final) {text, final},
    TASK_STATE_LIST(TASK_STATE_ROW)
#undef TASK_STATE_ROW
};

const char *task_state_text(task_state state) {
  return (unsigned)state < TASK_STATES ? states[state].text : "unknown";
}

bool task_state_is_final(task_state state) {
  return (unsigned)state < TASK_STATES && states[state].final;
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

ria_status study_folder_check(const char *folder) {
  char entry[FOLDER_ENTRY];
  RIA_TRY(folder_entry_find(folder, "--study", entry));
  /* A journal alone is left if an engine was killed while it created the database. */
  if (!*entry || has_file(folder, "study.sqlite") || has_file(folder, "study.sqlite-journal") ||
      has_file(folder, "study.sqlite-wal") || study_submitted_exists(folder))
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

static bool can_be_read(sqlite3 *db) {
  return !sqlite3_exec(db, "PRAGMA schema_version", NULL, NULL, NULL);
}

static ria_status open_file(study_store *study, study_mode mode) {
  if (mode != STUDY_CREATE && access(study->path, R_OK))
    return ria_fail(RIA_ERROR_IO, "%s is not a study that can be read: %s: %s", study->folder,
                    study->path, strerror(errno));
  if (mode != STUDY_READ && !access(study->path, F_OK) && access(study->path, W_OK))
    return ria_fail(RIA_ERROR_IO, "cannot write to %s: %s", study->path, strerror(errno));
  /* Readers open it for writing, too, if they may: the journal of a killed writer must be rolled
   * back before the file can be read. */
  bool read_only = mode == STUDY_READ && access(study->path, W_OK);
  int flags = read_only              ? SQLITE_OPEN_READONLY
              : mode == STUDY_CREATE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                     : SQLITE_OPEN_READWRITE;
  if (sqlite3_open_v2(study->path, &study->db, flags | SQLITE_OPEN_NOMUTEX, NULL))
    return study->db ? study_failed(study, "open it")
                     : ria_fail(RIA_ERROR_MEMORY, "no memory to open %s", study->path);
  if (read_only && !can_be_read(study->db)) {
    sqlite3_close(study->db);
    study->db = NULL;
    if (study_open_unchanged(study->path, &study->db))
      return ria_fail(RIA_ERROR_IO,
                      "%s cannot be read: its folder is not writable, and its engine was "
                      "interrupted; ask its owner to run `ria status` there",
                      study->path);
  }
  sqlite3_busy_timeout(study->db, STUDY_PATIENCE_MS);
  const char *settings = "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;";
  if (sqlite3_exec(study->db, settings, NULL, NULL, NULL))
    return study_failed(study, "open it");
  return study_check_schema(study, mode != STUDY_READ, mode == STUDY_CREATE);
}

ria_status study_open(const char *folder, study_mode mode, study_store **out) {
  *out = NULL;
  if (!*folder)
    return ria_fail(RIA_ERROR_ARGUMENT, "the folder of the study has no name");
  study_store *study = calloc(1, sizeof *study);
  if (study &&
      (!(study->folder = strdup(folder)) || asprintf(&study->path, "%s/study.sqlite", folder) < 0))
    study->path = NULL;
  ria_status status = !study || !study->path
                          ? ria_fail(RIA_ERROR_MEMORY, "no memory to open the study")
                          : RIA_SUCCESS;
  if (status == RIA_SUCCESS && mode == STUDY_CREATE)
    status = study_folder_check(folder);
  if (status == RIA_SUCCESS && mode == STUDY_CREATE)
    status = make_folder(folder);
  if (status == RIA_SUCCESS)
    status = open_file(study, mode);
  if (status == RIA_SUCCESS &&
      mode == STUDY_CREATE) /* the database exists first: it marks the folder as a study's */
    status = make_folders(folder);
  if (status != RIA_SUCCESS) {
    study_close(study);
    return status;
  }
  *out = study;
  return RIA_SUCCESS;
}

void study_close(study_store *study) {
  if (!study)
    return;
  if (study->in_transaction)
    study_rollback(study);
  study_unlock(study);
  for (int i = 0; i < study->cached; i++)
    sqlite3_finalize(study->cache[i].statement);
  sqlite3_close(study->db);
  free(study->folder);
  free(study->path);
  free(study);
}

const char *study_folder(const study_store *study) {
  return study->folder;
}

static ria_status begin(study_store *study, bool to_write) {
  if (study->in_transaction)
    return ria_fail(RIA_ERROR_INTERNAL, "%s: a transaction inside a transaction", study->path);
  RIA_TRY(to_write ? study_exec(study, "BEGIN IMMEDIATE", "") : study_exec(study, "BEGIN", ""));
  study->in_transaction = true;
  return RIA_SUCCESS;
}

ria_status study_begin(study_store *study) {
  return begin(study, true);
}

ria_status study_begin_reading(study_store *study) {
  return begin(study, false);
}

ria_status study_commit(study_store *study) {
  ria_status status = study_exec(study, "COMMIT", "");
  if (status != RIA_SUCCESS)
    study_rollback(study);
  study->in_transaction = false;
  return status;
}

void study_rollback(study_store *study) {
  /* SQLite may have rolled back by itself (a full disk); the error of a second rollback is ignored.
   */
  sqlite3_exec(study->db, "ROLLBACK", NULL, NULL, NULL);
  study->in_transaction = false;
}
