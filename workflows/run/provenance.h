/** \file
 * provenance.yaml: the origin of a result.
 */
#ifndef RUN_PROVENANCE_H
#define RUN_PROVENANCE_H

#include <time.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Facts from the caller; others are read from the binary, the libraries and the machine. */
typedef struct {
  int argc;
  char *const *argv; /**< [argc] the command line after "ria", borrowed */
  time_t started;
  int ranks, workers;     /**< workers of each rank */
  const char *precision;  /**< "single" or "double" */
  const char *target;     /**< "cpu" */
  const char *strategy;   /**< loop over cells (strategy of the target); NULL: its default */
  const char *files_hash; /**< hash of the contents of the case's files; NULL: none */
  const char *case_hash;  /**< hash of everything that determines the answer; NULL: none */
} run_provenance;

/** Write `folder`/provenance.yaml: version and commit, compiler and flags, the loaded versions of
 * StarPU, MPI, HDF5 and GDAL, the machine, the command line, and a note that no part is random. MPI
 * must have been started. One rank calls it. The file is written atomically. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status provenance_write(const char *folder, const run_provenance *provenance);

#ifdef __cplusplus
}
#endif
#endif
