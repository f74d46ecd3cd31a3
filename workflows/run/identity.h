/** \file
 * Whether a run that is to be resumed is of this case.
 */
#ifndef RIA_RUN_IDENTITY_H
#define RIA_RUN_IDENTITY_H

#include "ria/case.h"

/** Compare the case with the one that the folder's provenance.yaml and case.yaml tell of. Success
 * where both have the same answer, or where the folder does not say. Changes nothing. For one rank.
 * Errors: RIA_ERROR_MISMATCH, which names the keys that differ. */
ria_status run_identity_check(const char *folder, const ria_case *the_case);

#endif
