/** \file
 * Checks that a run to resume is of this case.
 */
#ifndef RUN_IDENTITY_H
#define RUN_IDENTITY_H

#include "ria/case.h"

/** Compare the case with the folder's provenance.yaml and case.yaml. Success if both give the same
 * answer, or if the folder does not say. If a version with fewer keys began the run, the_case->hash
 * becomes the one that its checkpoints hold. The folder is not changed. For one rank. Errors:
 * RIA_ERROR_MISMATCH, which names the keys that differ. */
ria_status run_identity_check(const char *folder, ria_case *the_case);

#endif
