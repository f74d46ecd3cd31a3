/** \file
 * SQL for the study's file: statements with typed arguments, and errors as sentences.
 */
#ifndef RIA_STUDY_SQL_H
#define RIA_STUDY_SQL_H

#include <sqlite3.h>
#include <stddef.h>
#include "study.h"

enum { STUDY_STATEMENTS = 64 };

struct ria_study {
  char *folder, *path;
  sqlite3 *db;
  int version; /**< of its tables; older ones are read only */
  bool locked, in_transaction;
  ria_study_owner self; /**< while locked */
  struct {
    const char *sql; /**< a literal: the cache compares addresses */
    sqlite3_stmt *statement;
  } cache[STUDY_STATEMENTS];
  int cached;
};

/** SQLite's last error as a status with a sentence. */
ria_status study_failed(ria_study *study, const char *doing);
/** RIA_ERROR_MEMORY with a sentence. */
ria_status study_no_memory(void);

/** Run a statement. `sql` must be a literal. `types` has a letter for each `?`: t a text (NULL is
 * ""), i an int, l an int64_t, d a double. */
ria_status study_exec(ria_study *study, const char *sql, const char *types, ...);

/** Called for each row; an error ends the query and is passed up. */
typedef ria_status (*study_row)(void *context, sqlite3_stmt *row);

/** Run a query; arguments as in study_exec(). */
ria_status study_query(ria_study *study, study_row row, void *context, const char *sql,
                       const char *types, ...);

/** Read the columns of a row in order: t into a char ** (a copy, owned by the caller), i an int *,
 * l an int64_t *, d a double *, b a bool *. After a lack of memory the texts are NULL. */
ria_status study_read_row(sqlite3_stmt *row, const char *types, ...);

/** Append a zeroed item to a list; NULL if memory ran out. */
void *study_append(void **items, int *count, size_t size);

/** Create the tables of a new file, or check those of an existing one. */
ria_status study_check_schema(ria_study *study, bool writer, bool fresh);

#endif
