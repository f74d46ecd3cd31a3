/** \file
 * Outputs of tasks on the disk: making them durable, describing them, and comparing them with a
 * description. */
#ifndef RIA_TASKS_OUTPUT_CHECK_H
#define RIA_TASKS_OUTPUT_CHECK_H

#include "task.h"
#include "study/study.h"

/** What has become of an output since its task was done. */
typedef enum {
  OUTPUT_SAME,
  OUTPUT_MISSING, /**< it is gone, or is a folder where it was a file, or the other way round */
  OUTPUT_EMPTY,   /**< a file that had content has none */
  OUTPUT_CUT,     /**< a file has lost its end */
  OUTPUT_DAMAGED, /**< its content is another one, and nobody has written to it */
  OUTPUT_EDITED   /**< somebody has given it another content */
} output_state;

/** "is missing", "is empty", ...: behind the name of the output. */
const char *output_state_text(output_state state);
/** Whether only its task can bring it back. An edited one is not lost. */
bool output_state_is_lost(output_state state);

/** Bytes of files that output_compare() may still read though they look untouched. */
typedef int64_t output_budget;
enum { OUTPUT_BUDGET = 1 << 30, OUTPUT_BUDGET_EACH = 64 << 20 };

/** Compare an output with its row. A file whose size, times and inode are those of the row is taken
 * to be untouched; its content is read again only within `budget` (NULL: never), and only if it has
 * at most OUTPUT_BUDGET_EACH bytes. `*moved`: it is the same, but its times or inode differ (a copy
 * was put back). Errors: RIA_ERROR_IO (it is there and cannot be read), RIA_ERROR_MEMORY. */
ria_status output_compare(const ria_study_output *row, const char *study, output_budget *budget,
                          output_state *state, bool *moved);

/** Make files, what lies in folders (no symbolic link in one is followed), and the folders that
 * name them durable, and describe each as a row of `task`. All of them must be there. `rows` is
 * destroyed by the caller, after an error too. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status output_take(const char *study, const char *task, const ria_paths *paths,
                       ria_study_outputs *rows);

/** The path of a row: owned by the caller; NULL without memory. */
char *output_path(const char *study, const ria_study_output *row);

/** Move a file or folder aside: from STUDY/steps/... to STUDY/kept/steps/..., with -2, -3, ...
 * behind a name that is taken; outside the study, or where STUDY/kept is on another file system, to
 * a name beside it: NAME.kept-1, ... A symbolic link is moved as such. `*to` is where it is now,
 * owned by the caller; NULL: there was nothing. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status output_keep(const char *study, const char *path, char **to);

#endif
