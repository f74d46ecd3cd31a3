/** \file
 * Where a result comes from: provenance.yaml, written beside it.
 */
#ifndef RIA_RUN_PROVENANCE_H
#define RIA_RUN_PROVENANCE_H

#include <time.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a run knows of itself; the rest is asked of the binary, the libraries and the machine. */
typedef struct {
  int argc;
  char *const *argv; /**< [argc] the command line, borrowed */
  time_t started;
  int ranks, workers;    /**< workers of each rank */
  const char *precision; /**< "single" or "double" */
  const char *target;    /**< "cpu" */
  const char *strategy;  /**< how the target loops over cells; NULL: its default */
  const char *case_hash; /**< of what determines the answer; NULL: none */
} ria_provenance;

/** Write `folder`/provenance.yaml: version and commit, compiler and flags, the versions of StarPU,
 * MPI, HDF5 and GDAL that are loaded, the machine, the command line, and that nothing is random.
 * MPI must have been started. Not collective: one rank calls it. The file appears whole or not at
 * all. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_provenance_write(const char *folder, const ria_provenance *provenance);

#ifdef __cplusplus
}
#endif
#endif
