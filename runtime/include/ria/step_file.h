/** \file
 * A file with numbers of a run's steps, chosen by a solver.
 */
#ifndef RIA_STEP_FILE_H
#define RIA_STEP_FILE_H

#include <stdbool.h>

/** One number a line, copied from a column of the run's steps.csv. Written at the end of the run.
 */
typedef struct {
  const char *file;   /**< name of the file in the run's folder */
  const char *column; /**< a recorded scalar of the program, or a column that all programs have */
  bool last;          /**< write only the value of the last step */
} ria_step_file;

#endif
