/** \file
 * The ledger in a checkpoint: attributes of the file's root. */
#ifndef RIA_CHECKPOINT_LEDGER_H
#define RIA_CHECKPOINT_LEDGER_H

#include "base/file5.h"
#include "ria/ledger.h"

/** Write the ledger. Errors: RIA_ERROR_IO. */
ria_status ria_ledger_write(hid_t file, const ria_ledger *ledger);
/** Read it. A checkpoint of an earlier ria has none: then the `steps` before it are unmeasured.
 * Errors: RIA_ERROR_CORRUPT. */
ria_status ria_ledger_read(hid_t file, int64_t steps, ria_ledger *ledger);

#endif
