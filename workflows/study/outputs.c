/* The study's outputs and parts. */
#include <stdlib.h>
#include "sql.h"

enum { FIRST_WITH_OUTPUTS = 2 };

ria_status study_put_output(study_store *study, const study_output *o) {
  return study_exec(study, "INSERT OR REPLACE INTO output VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    "ttllllitt", o->path, o->task, o->size, o->mtime, o->ctime, o->inode,
                    (int)o->edited, o->hash, o->head);
}

static ria_status take_output(void *context, sqlite3_stmt *row) {
  study_outputs *list = context;
  study_output *o = study_append((void **)&list->item, &list->count, sizeof *o);
  if (!o)
    return study_no_memory();
  return study_read_row(row, "ttllllbtt", &o->path, &o->task, &o->size, &o->mtime, &o->ctime,
                        &o->inode, &o->edited, &o->hash, &o->head);
}

ria_status study_list_outputs(study_store *study, const char *task, study_outputs *outputs) {
  *outputs = (study_outputs){0};
  if (study->version < FIRST_WITH_OUTPUTS)
    return RIA_SUCCESS;
  ria_status status = study_query(study, take_output, outputs,
                                  "SELECT path, task, size, mtime, ctime, inode, edited, hash, "
                                  "head FROM output WHERE ?1 OR task = ?2 ORDER BY path",
                                  "it", task == NULL, task);
  if (status != RIA_SUCCESS)
    study_outputs_destroy(outputs);
  return status;
}

void study_outputs_destroy(study_outputs *outputs) {
  for (int i = 0; i < outputs->count; i++) {
    free(outputs->item[i].path);
    free(outputs->item[i].task);
    free(outputs->item[i].hash);
    free(outputs->item[i].head);
  }
  free(outputs->item);
  *outputs = (study_outputs){0};
}

ria_status study_clear_outputs(study_store *study, const char *task) {
  return study_exec(study, "DELETE FROM output WHERE task = ?", "t", task);
}

ria_status study_put_part(study_store *study, const char *task, const char *what,
                          const char *hash) {
  return study_exec(study, "INSERT OR REPLACE INTO part VALUES(?, ?, ?)", "ttt", task, what, hash);
}

static ria_status take_part(void *context, sqlite3_stmt *row) {
  study_parts *list = context;
  study_part *p = study_append((void **)&list->item, &list->count, sizeof *p);
  return p ? study_read_row(row, "tt", &p->what, &p->hash) : study_no_memory();
}

ria_status study_list_parts(study_store *study, const char *task, study_parts *parts) {
  *parts = (study_parts){0};
  if (study->version < FIRST_WITH_OUTPUTS)
    return RIA_SUCCESS;
  ria_status status =
      study_query(study, take_part, parts,
                  "SELECT what, hash FROM part WHERE task = ? ORDER BY what", "t", task);
  if (status != RIA_SUCCESS)
    study_parts_destroy(parts);
  return status;
}

void study_parts_destroy(study_parts *parts) {
  for (int i = 0; i < parts->count; i++) {
    free(parts->item[i].what);
    free(parts->item[i].hash);
  }
  free(parts->item);
  *parts = (study_parts){0};
}

ria_status study_clear_parts(study_store *study, const char *task) {
  return study_exec(study, "DELETE FROM part WHERE task = ?", "t", task);
}
