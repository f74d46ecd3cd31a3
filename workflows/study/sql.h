/** \file
 * SQL for the study's file: statements with typed arguments, and errors as sentences.
 */
#ifndef STUDY_SQL_H
#define STUDY_SQL_H

#include <sqlite3.h>
#include <stddef.h>
#include "study.h"

enum { STUDY_STATEMENTS = 64, STUDY_PATIENCE_MS = 30000 };

struct study_store {
  char *folder, *path;
  sqlite3 *db;
  int version; /**< version of its tables; studies with an older version are opened read-only */
  bool locked, in_transaction;
  study_owner self; /**< while locked */
  struct {
    const char *sql; /**< a literal: the cache compares addresses */
    sqlite3_stmt *statement;
  } cache[STUDY_STATEMENTS];
  int cached;
};

/** SQLite's last error as a status with a sentence. */
ria_status study_failed(study_store *study, const char *doing);
/** RIA_ERROR_MEMORY with a sentence. */
ria_status study_no_memory(void);

/** Run a statement. `sql` must be a literal. `types` has a letter for each `?`: t a text (NULL is
 * ""), i an int, l an int64_t, d a double. */
ria_status study_exec(study_store *study, const char *sql, const char *types, ...);

/** Called for each row; an error ends the query and is passed up. */
typedef ria_status (*study_row)(void *context, sqlite3_stmt *row);

/** Run a query; arguments as in study_exec(). */
ria_status study_query(study_store *study, study_row row, void *context, const char *sql,
                       const char *types, ...);

/** Read the columns of a row in order: t into a char ** (a copy, owned by the caller), i an int *,
 * l an int64_t *, d a double *, b a bool *. After a lack of memory the texts are NULL. */
ria_status study_read_row(sqlite3_stmt *row, const char *types, ...);

/** Append a zeroed item to a list; NULL if memory ran out. */
void *study_append(void **items, int *count, size_t size);

/** For the engine: let programs that only read the file delay it as little as its file system
 * allows. */
void study_choose_journal(study_store *study);

/** Open a file in a folder that may not be written to. A code of SQLite. */
int study_open_unchanged(const char *path, sqlite3 **db);

/** Create the tables of a new file, or check those of an existing one. */
ria_status study_check_schema(study_store *study, bool writer, bool fresh);

#endif
