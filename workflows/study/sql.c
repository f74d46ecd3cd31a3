#include "sql.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static ria_status code_of(int code) {
  switch (code & 0xff) {
  case SQLITE_NOMEM:
    return RIA_ERROR_MEMORY;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return RIA_ERROR_CORRUPT;
  case SQLITE_MISUSE:
  case SQLITE_RANGE:
  case SQLITE_ERROR:
    return RIA_ERROR_INTERNAL;
  default:
    return RIA_ERROR_IO;
  }
}

static const char *advice_of(int code) {
  switch (code & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return "; another program has locked it for half a minute: close it there, and run again";
  case SQLITE_FULL:
    return "; make room on the disk and run again, nothing is lost";
  case SQLITE_READONLY:
  case SQLITE_PERM:
    return "; you may not write there";
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return "; put a copy back, or move the study away and run again";
  default:
    return "";
  }
}

ria_status study_failed(study_store *study, const char *doing) {
  int code = sqlite3_extended_errcode(study->db);
  return ria_fail(code_of(code), "%s: cannot %s: %s%s", study->path, doing,
                  sqlite3_errmsg(study->db), advice_of(code));
}

ria_status study_no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to read the study");
}

static ria_status prepare(study_store *study, const char *sql, sqlite3_stmt **statement) {
  for (int i = 0; i < study->cached; i++) {
    if (study->cache[i].sql == sql) {
      *statement = study->cache[i].statement;
      return RIA_SUCCESS;
    }
  }
  if (study->cached == STUDY_STATEMENTS)
    return ria_fail(RIA_ERROR_INTERNAL, "more than %d kinds of statements", STUDY_STATEMENTS);
  if (sqlite3_prepare_v3(study->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL))
    return study_failed(study, "read it");
  study->cache[study->cached].sql = sql;
  study->cache[study->cached++].statement = *statement;
  return RIA_SUCCESS;
}

static int bind_one(sqlite3_stmt *s, int at, char type, va_list *args) {
  const char *text;
  switch (type) {
  case 't':
    text = va_arg(*args, const char *);
    return sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_TRANSIENT);
  case 'i':
    return sqlite3_bind_int(s, at, va_arg(*args, int));
  case 'l':
    return sqlite3_bind_int64(s, at, va_arg(*args, int64_t));
  case 'd':
    return sqlite3_bind_double(s, at, va_arg(*args, double));
  default:
    return SQLITE_MISUSE;
  }
}

static ria_status run(study_store *study, study_row row, void *context, const char *sql,
                      const char *types, va_list *args) {
  sqlite3_stmt *s;
  RIA_TRY(prepare(study, sql, &s));
  ria_status status = RIA_SUCCESS;
  int code = SQLITE_OK;
  for (int i = 0; types[i] && code == SQLITE_OK; i++)
    code = bind_one(s, i + 1, types[i], args);
  if (code != SQLITE_OK)
    status = study_failed(study, "use it");
  while (status == RIA_SUCCESS && (code = sqlite3_step(s)) == SQLITE_ROW)
    status = row ? row(context, s) : RIA_SUCCESS;
  if (status == RIA_SUCCESS && code != SQLITE_DONE)
    status = study_failed(study, sqlite3_stmt_readonly(s) ? "read it" : "write to it");
  sqlite3_reset(s);
  sqlite3_clear_bindings(s);
  return status;
}

ria_status study_exec(study_store *study, const char *sql, const char *types, ...) {
  va_list args;
  va_start(args, types);
  ria_status status = run(study, NULL, NULL, sql, types, &args);
  va_end(args);
  return status;
}

ria_status study_query(study_store *study, study_row row, void *context, const char *sql,
                       const char *types, ...) {
  va_list args;
  va_start(args, types);
  ria_status status = run(study, row, context, sql, types, &args);
  va_end(args);
  return status;
}

static bool read_text(sqlite3_stmt *row, int column, char **text) {
  const char *stored = (const char *)sqlite3_column_text(row, column);
  *text = strdup(stored ? stored : "");
  return *text;
}

ria_status study_read_row(sqlite3_stmt *row, const char *types, ...) {
  va_list args;
  va_start(args, types);
  bool full = true;
  for (int column = 0; types[column]; column++) {
    switch (types[column]) {
    case 't':
      full &= read_text(row, column, va_arg(args, char **));
      break;
    case 'i':
      *va_arg(args, int *) = sqlite3_column_int(row, column);
      break;
    case 'l':
      *va_arg(args, int64_t *) = sqlite3_column_int64(row, column);
      break;
    case 'd':
      *va_arg(args, double *) = sqlite3_column_double(row, column);
      break;
    default:
      *va_arg(args, bool *) = sqlite3_column_int(row, column) != 0;
    }
  }
  va_end(args);
  return full ? RIA_SUCCESS : study_no_memory();
}

void *study_append(void **items, int *count, size_t size) {
  size_t n = (size_t)*count;
  if ((n & (n - 1)) == 0) { /* capacity doubles at each power of two */
    char *grown = realloc(*items, (n ? 2 * n : 1) * size);
    if (!grown)
      return NULL;
    *items = grown;
  }
  char *item = (char *)*items + n * size;
  memset(item, 0, size);
  ++*count;
  return item;
}
