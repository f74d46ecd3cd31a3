/** \file
 * The ledger in a checkpoint: attributes of the file's root. */
#ifndef CHECKPOINT_LEDGER_H
#define CHECKPOINT_LEDGER_H

#include "base/file5.h"
#include "ria/ledger.h"

/** Write the ledger. Errors: RIA_ERROR_IO. */
ria_status ledger_write(hid_t file, const ria_ledger *ledger);
/** Read it, for a model with so many openings and sources; the caller destroys it after success. A
 * checkpoint of an earlier ria has no ledger: then the `steps` before it count as unmeasured.
 * Errors: RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ledger_read(hid_t file, int64_t steps, int openings, int feeds, ria_ledger *ledger);

#endif
