/** \file
 * Steps: what a program says of each step of a run, as CSV.
 *
 * `steps.csv` has a row for each step: its number from 1, the time after it and its length in
 * seconds, the iterations of all loops, and the scalars that the program marks as `recorded`, by
 * their names. Numbers have all digits (%.17g).
 */
#ifndef RIA_STEPS_H
#define RIA_STEPS_H

#include <stdbool.h>
#include "ria/simulation.h"
#include "ria/step_file.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_steps ria_steps;

/** Whether a program (NULL: none) has scalars that are recorded. */
bool ria_steps_recorded(const ria_program *program);

/** Create the file, replacing an older one. The program is borrowed for the life of the steps.
 * Not collective: rank 0 alone. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_steps_create(const char *path, const ria_program *program, ria_steps **steps);

/** What a checkpoint stores about the file: its size then, and a checksum of so much of it. */
typedef struct {
  int64_t bytes;
  uint32_t crc;
} ria_steps_known;

/** The rows written so far. */
ria_steps_known ria_steps_now(const ria_steps *steps);

/** Go on after step `step`: later rows and a partial last row are removed. If what a checkpoint
 * knows (NULL: nothing) is not there, the file is kept as steps.csv.damaged-N, and a new file gets
 * the rows that can be read; ria_steps_warning() tells which are lost. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_steps_resume(const char *path, const ria_program *program, int64_t step,
                            const ria_steps_known *known, ria_steps **steps);
/** Text that names damaged or missing rows; "" if there are none. Borrowed. */
const char *ria_steps_warning(const ria_steps *steps);

/** Add a row, in memory. Any thread. */
void ria_steps_add(ria_steps *steps, const ria_step_record *record);
/** Write the rows that were added; one thread at a time. On an error (RIA_ERROR_IO,
 * RIA_ERROR_MEMORY of a row that was added) the file ends with the rows before. */
ria_status ria_steps_write(ria_steps *steps);
/** Make all rows that were written durable. Another thread may call it. Errors: RIA_ERROR_IO. */
ria_status ria_steps_sync(const ria_steps *steps);

/** Write a column of the file `path`, a steps.csv, into the file `into`, one number a line with all
 * its digits: those of all steps or, with `last`, of the last one. `into` is replaced as a whole.
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT (there is no such column). */
ria_status ria_steps_column(const char *path, const ria_step_file *file, const char *into);

/** Close the file and free; rows that were not written are lost. NULL is allowed. */
void ria_steps_destroy(ria_steps *steps);

#ifdef __cplusplus
}
#endif
#endif
