/** \file
 * Checks that a resumed run belongs to this case.
 */
#ifndef RUN_IDENTITY_H
#define RUN_IDENTITY_H

#include "ria/case.h"

/** Compare the case with the folder's provenance.yaml and case.yaml. Success if both give the same
 * answer, or if the folder lacks these files. If a version with fewer keys started the run,
 * the_case->hash becomes the hash in its checkpoints. The folder is not changed. For one rank.
 * Errors: RIA_ERROR_MISMATCH, which names the keys that differ. */
ria_status run_identity_check(const char *folder, ria_case *the_case);

#endif
