/* The study's outputs and parts. */
#include <stdlib.h>
#include "sql.h"

enum { FIRST_WITH_OUTPUTS = 2 };

ria_status ria_study_put_output(ria_study *study, const ria_study_output *o) {
  return study_exec(study, "INSERT OR REPLACE INTO output VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    "ttllllitt", o->path, o->task, o->size, o->mtime, o->ctime, o->inode,
                    (int)o->edited, o->hash, o->head);
}

static ria_status take_output(void *context, sqlite3_stmt *row) {
  ria_study_outputs *list = context;
  ria_study_output *o = study_append((void **)&list->item, &list->count, sizeof *o);
  if (!o)
    return study_no_memory();
  return study_read_row(row, "ttllllbtt", &o->path, &o->task, &o->size, &o->mtime, &o->ctime,
                        &o->inode, &o->edited, &o->hash, &o->head);
}

ria_status ria_study_list_outputs(ria_study *study, const char *task, ria_study_outputs *outputs) {
  *outputs = (ria_study_outputs){0};
  if (study->version < FIRST_WITH_OUTPUTS)
    return RIA_SUCCESS;
  ria_status status = study_query(study, take_output, outputs,
                                  "SELECT path, task, size, mtime, ctime, inode, edited, hash, "
                                  "head FROM output WHERE ?1 OR task = ?2 ORDER BY path",
                                  "it", task == NULL, task);
  if (status != RIA_SUCCESS)
    ria_study_outputs_destroy(outputs);
  return status;
}

void ria_study_outputs_destroy(ria_study_outputs *outputs) {
  for (int i = 0; i < outputs->count; i++) {
    free(outputs->item[i].path);
    free(outputs->item[i].task);
    free(outputs->item[i].hash);
    free(outputs->item[i].head);
  }
  free(outputs->item);
  *outputs = (ria_study_outputs){0};
}

ria_status ria_study_clear_outputs(ria_study *study, const char *task) {
  return study_exec(study, "DELETE FROM output WHERE task = ?", "t", task);
}

ria_status ria_study_put_part(ria_study *study, const char *task, const char *what,
                              const char *hash) {
  return study_exec(study, "INSERT OR REPLACE INTO part VALUES(?, ?, ?)", "ttt", task, what, hash);
}

static ria_status take_part(void *context, sqlite3_stmt *row) {
  ria_study_parts *list = context;
  ria_study_part *p = study_append((void **)&list->item, &list->count, sizeof *p);
  return p ? study_read_row(row, "tt", &p->what, &p->hash) : study_no_memory();
}

ria_status ria_study_list_parts(ria_study *study, const char *task, ria_study_parts *parts) {
  *parts = (ria_study_parts){0};
  if (study->version < FIRST_WITH_OUTPUTS)
    return RIA_SUCCESS;
  ria_status status =
      study_query(study, take_part, parts,
                  "SELECT what, hash FROM part WHERE task = ? ORDER BY what", "t", task);
  if (status != RIA_SUCCESS)
    ria_study_parts_destroy(parts);
  return status;
}

void ria_study_parts_destroy(ria_study_parts *parts) {
  for (int i = 0; i < parts->count; i++) {
    free(parts->item[i].what);
    free(parts->item[i].hash);
  }
  free(parts->item);
  *parts = (ria_study_parts){0};
}

ria_status ria_study_clear_parts(ria_study *study, const char *task) {
  return study_exec(study, "DELETE FROM part WHERE task = ?", "t", task);
}
