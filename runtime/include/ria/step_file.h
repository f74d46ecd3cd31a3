/** \file
 * A file with numbers of the steps of a run, which a solver names.
 */
#ifndef RIA_STEP_FILE_H
#define RIA_STEP_FILE_H

#include <stdbool.h>

/** One number a line: a column of the run's steps.csv. A run writes the file when it has finished.
 */
typedef struct {
  const char *file; /**< its name in the run's folder */
  const char
      *column; /**< a scalar of the program that is recorded, or a column that all programs have */
  bool last;   /**< only the number of the last step */
} ria_step_file;

#endif
