/** \file
 * Outputs of tasks on the disk: makes them durable, describes them, and compares them with their
 * description.
 */
#ifndef TASKS_OUTPUT_CHECK_H
#define TASKS_OUTPUT_CHECK_H

#include "study/study.h"
#include "task.h"

/** Difference of an output from its state at the end of its task. */
typedef enum {
  OUTPUT_SAME,
  OUTPUT_MISSING, /**< it is gone, or changed from a file to a folder or back */
  OUTPUT_EMPTY,   /**< a file with content became empty */
  OUTPUT_CUT,     /**< a file was truncated */
  OUTPUT_DAMAGED, /**< its content changed without a write (damaged) */
  OUTPUT_EDITED   /**< its content was changed by a write */
} output_state;

/** "is missing", "is empty", ...: follows the name of the output. */
const char *output_state_text(output_state state);
/** Whether only its task can restore it. An edited output is not lost. */
bool output_state_is_lost(output_state state);

/** Bytes that output_compare() may still read from files that look unchanged. */
typedef int64_t output_budget;
enum { OUTPUT_BUDGET = 1 << 30, OUTPUT_BUDGET_EACH = 64 << 20 };

/** Compare an output with its row. A file with the row's size, times and inode counts as unchanged:
 * its content is read only within `budget` (NULL: never), and only if it has at most
 * OUTPUT_BUDGET_EACH bytes. `*moved`: it is the same, but its times or inode differ (a copy was put
 * back). Errors: RIA_ERROR_IO (it exists and cannot be read), RIA_ERROR_MEMORY. */
ria_status output_compare(const study_output *row, const char *study, output_budget *budget,
                          output_state *state, bool *moved);

/** Make the paths durable: files, the contents of folders (symbolic links in them are not
 * followed), and the folders above. Describe each as a row of `task`. All must exist. The caller
 * destroys `rows`, after an error too. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status output_take(const char *study, const char *task, const workflow_paths *paths,
                       study_outputs *rows);

/** The path of a row. Owned by the caller; NULL without memory. */
char *output_path(const char *study, const study_output *row);

/** Move a file or folder aside, from STUDY/steps/... to STUDY/kept/steps/..., with -2, -3, ...
 * after a name that exists. Outside the study, or if STUDY/kept is on another file system, it
 * becomes NAME.kept-1, ... in its own folder. A symbolic link itself is moved. `*to` is the new
 * path, owned by the caller; NULL: the path did not exist. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY.
 */
ria_status output_keep(const char *study, const char *path, char **to);

#endif
