/* The tables of study.sqlite. */
#include <stdio.h>
#include <string.h>
#include "sql.h"

/* "ria1" as SQLite's application id: it identifies our files, also to file(1). */
enum { APPLICATION = 0x72696131, OLDEST = 1, VERSION = 2 };

/* Tables added by version 2. Times are in nanoseconds; a folder has the size -1. */
#define TABLES_OF_2                                                                                \
  "CREATE TABLE output(path TEXT PRIMARY KEY, task TEXT NOT NULL REFERENCES task ON DELETE "       \
  "CASCADE,"                                                                                       \
  "  size INTEGER, mtime INTEGER, ctime INTEGER, inode INTEGER, edited INTEGER NOT NULL,"          \
  "  hash TEXT NOT NULL, head TEXT NOT NULL) WITHOUT ROWID;"                                       \
  "CREATE INDEX output_task ON output(task);"                                                      \
  "CREATE TABLE part(task TEXT NOT NULL REFERENCES task ON DELETE CASCADE, what TEXT NOT NULL,"    \
  "  hash TEXT NOT NULL, PRIMARY KEY(task, what)) WITHOUT ROWID;"

static const char tables[] =
    "CREATE TABLE fact(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE owner(one INTEGER PRIMARY KEY CHECK(one = 1), host TEXT, place TEXT, pid INTEGER,"
    "  ticks INTEGER, job TEXT, restart INTEGER, since REAL, seen REAL);"
    "CREATE TABLE step(name TEXT PRIMARY KEY, kind TEXT NOT NULL, position INTEGER NOT NULL,"
    "  needs TEXT NOT NULL, state INTEGER NOT NULL, note TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE task(id TEXT PRIMARY KEY, step TEXT NOT NULL REFERENCES step ON DELETE CASCADE,"
    "  point TEXT NOT NULL, position INTEGER NOT NULL, state INTEGER NOT NULL, needs TEXT NOT NULL,"
    "  hash TEXT NOT NULL, nodes INTEGER, ranks INTEGER, cores INTEGER, gpus INTEGER, seconds REAL,"
    "  attempts INTEGER, burned INTEGER, stalls INTEGER, not_before REAL, reached REAL, fraction "
    "REAL,"
    "  note TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX task_step ON task(step);"
    "CREATE TABLE attempt(task TEXT NOT NULL REFERENCES task ON DELETE CASCADE,"
    "  number INTEGER NOT NULL, job TEXT NOT NULL, folder TEXT NOT NULL, cause TEXT NOT NULL, "
    "asked TEXT NOT NULL,"
    "  exit_code INTEGER, signal INTEGER, submitted REAL, started REAL, ended REAL, cores INTEGER,"
    "  max_memory INTEGER, nodes TEXT NOT NULL, note TEXT NOT NULL,"
    "  PRIMARY KEY(task, number)) WITHOUT ROWID;"
    "CREATE TABLE result(number INTEGER PRIMARY KEY,"
    "  step TEXT NOT NULL REFERENCES step ON DELETE CASCADE, task TEXT NOT NULL, key TEXT NOT NULL,"
    "  is_number INTEGER NOT NULL, value REAL, text TEXT NOT NULL, UNIQUE(step, task, key));"
    "CREATE TABLE event(number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,"
    "  subject TEXT NOT NULL, what TEXT NOT NULL);"
    "CREATE TABLE request(number INTEGER PRIMARY KEY AUTOINCREMENT, verb TEXT NOT NULL,"
    "  subject TEXT NOT NULL);" TABLES_OF_2;

static ria_status take_integer(void *context, sqlite3_stmt *row) {
  *(int *)context = sqlite3_column_int(row, 0);
  return RIA_SUCCESS;
}

static ria_status take_verdict(void *context, sqlite3_stmt *row) {
  const char *said = (const char *)sqlite3_column_text(row, 0);
  snprintf(context, 256, "%s", said ? said : "no answer");
  return RIA_SUCCESS;
}

static ria_status create_tables(study_store *study) {
  char text[sizeof tables + 128];
  snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %d; %s",
           APPLICATION, VERSION, tables);
  if (sqlite3_exec(study->db, text, NULL, NULL, NULL))
    return study_failed(study, "make its tables");
  return RIA_SUCCESS;
}

/* Converts a study of version 1, which has no rows of outputs. */
static ria_status upgrade(study_store *study) {
  char text[sizeof TABLES_OF_2 + 64];
  snprintf(text, sizeof text, "%s PRAGMA user_version = %d;", TABLES_OF_2, VERSION);
  if (sqlite3_exec(study->db, text, NULL, NULL, NULL))
    return study_failed(study, "bring its tables up to date");
  return RIA_SUCCESS;
}

/* Reads the numbers inside the transaction, so that only one of two engines that start on a new
 * study creates the tables. */
static ria_status create_or_check(study_store *study, bool may_create) {
  int application = 0, version = 0, objects = 0;
  RIA_TRY(study_query(study, take_integer, &application, "PRAGMA application_id", ""));
  RIA_TRY(study_query(study, take_integer, &version, "PRAGMA user_version", ""));
  RIA_TRY(study_query(study, take_integer, &objects, "SELECT count(*) FROM sqlite_master", ""));
  study->version = VERSION;
  if (may_create && !application && !version && !objects)
    return create_tables(study);
  if (application != APPLICATION)
    return ria_fail(RIA_ERROR_FORMAT, "%s is not the state of a study%s", study->path,
                    objects ? "; name another folder" : ": it is empty; run the workflow first");
  study->version = version;
  if (version >= OLDEST && version < VERSION && may_create) {
    RIA_TRY(upgrade(study));
    study->version = VERSION;
  } else if (version < OLDEST || version > VERSION)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s was written by a%s ria (its tables have version %d, this ria knows %d); "
                    "use that one, or another folder",
                    study->path, version > VERSION ? " newer" : "n older", version, VERSION);
  return RIA_SUCCESS;
}

ria_status study_check_schema(study_store *study, bool writer, bool fresh) {
  if (fresh)
    RIA_TRY(study_begin(study));
  ria_status status = create_or_check(study, fresh);
  if (fresh && status == RIA_SUCCESS)
    status = study_commit(study);
  if (study->in_transaction)
    study_rollback(study);
  RIA_TRY(status);
  if (!writer)
    return RIA_SUCCESS;
  char verdict[256] = "no answer";
  RIA_TRY(study_query(study, take_verdict, verdict, "PRAGMA integrity_check(1)", ""));
  if (strcmp(verdict, "ok"))
    return ria_fail(RIA_ERROR_CORRUPT,
                    "%s is damaged (%s); put a copy back, or move the study away and run again",
                    study->path, verdict);
  return RIA_SUCCESS;
}
