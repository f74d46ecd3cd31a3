/** \file
 * Steps: numbers of each time step of a run, as CSV.
 *
 * `steps.csv` has a row for each step: its number from 1, the time after the step and the step
 * length in seconds, the iterations of all loops, and the scalars that the program marks as
 * `recorded`, in columns of their names. Numbers have all digits (%.17g).
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

/** Whether a program (NULL: none) has recorded scalars. */
bool ria_steps_recorded(const ria_program *program);

/** Create the file, replacing an older one. The program is borrowed for the life of the steps.
 * Not collective: rank 0 alone. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_steps_create(const char *path, const ria_program *program, ria_steps **steps);

/** The part of a checkpoint about the file: its size at that time, and a checksum of these bytes.
 */
typedef struct {
  int64_t bytes;
  uint32_t crc;
} ria_steps_known;

/** The rows written so far. */
ria_steps_known ria_steps_now(const ria_steps *steps);

/** Continue after step `step`: later rows and a partial last row are removed. If the file does not
 * match the checkpoint (NULL: no check), it is kept as steps.csv.damaged-N, and a new file gets the
 * readable rows; ria_steps_warning() names the lost rows. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY.
 */
ria_status ria_steps_resume(const char *path, const ria_program *program, int64_t step,
                            const ria_steps_known *known, ria_steps **steps);
/** Text that names damaged or missing rows; "" if there are none. Borrowed. */
const char *ria_steps_warning(const ria_steps *steps);

/** Add a row, in memory. Any thread. */
void ria_steps_add(ria_steps *steps, const ria_step_record *record);
/** Write the added rows; one thread at a time. On an error (RIA_ERROR_IO, or RIA_ERROR_MEMORY from
 * adding a row) the file keeps the earlier rows. */
ria_status ria_steps_write(ria_steps *steps);
/** Make all written rows durable. Another thread may call it. Errors: RIA_ERROR_IO. */
ria_status ria_steps_sync(const ria_steps *steps);

/** Write a column of the steps.csv `path` to the file `into`, one number a line with all its
 * digits: the values of all steps or, with `last`, of the last step. `into` is replaced atomically.
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT (no such column). */
ria_status ria_steps_column(const char *path, const ria_step_file *file, const char *into);

/** Close the file and free; rows that were not written are lost. NULL is allowed. */
void ria_steps_destroy(ria_steps *steps);

#ifdef __cplusplus
}
#endif
#endif
