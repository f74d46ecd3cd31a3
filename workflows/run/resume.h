/** \file
 * The checkpoints from which a run continues.
 */
#ifndef RUN_RESUME_H
#define RUN_RESUME_H

#include "outputs.h"

/** The identity that checkpoints of the run have. */
ria_checkpoint_identity run_resume_identity(const run_subject *subject);

/** Resume from the newest readable checkpoint. `*resumed`: whether there was one. `records`: the
 * records of history and gauges that it lists (the caller destroys it). A damaged checkpoint is
 * reported and skipped; one of another case is an error. Collective. Errors: RIA_ERROR_MISMATCH,
 * RIA_ERROR_CORRUPT (no checkpoint is intact), RIA_ERROR_IO. */
ria_status run_resume(const run_subject *subject, bool *resumed, ria_checkpoint_records *records);

#endif
