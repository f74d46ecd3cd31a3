/** \file
 * Folders outside the run's own: for what StarPU measures (a cache) and for what MPI keeps while it
 * runs (temporary). Both have a default place that may be missing, full or read-only, as the home
 * often is on compute nodes; then another place is used.
 */
#ifndef RIA_SCRATCH_H
#define RIA_SCRATCH_H

#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Set STARPU_HOME, unless the user has, to the first of these folders that can be written, and
 * STARPU_PERF_MODEL_DIR to .starpu/sampling in it: $XDG_CACHE_HOME/ria, $HOME/.cache/ria, then
 * ria-UID in $TMPDIR, /tmp, /var/tmp and /dev/shm. The folder is made if it is missing. A folder
 * ria-UID is taken only if it belongs to the user and is closed to others. Call before StarPU
 * starts, while no other thread reads the environment. Errors: RIA_ERROR_IO (none can be written,
 * or the one that STARPU_HOME or STARPU_PERF_MODEL_DIR names cannot). */
ria_status ria_scratch_cache(void);

/** Point TMPDIR to a folder that can be written if MPI's default ($TMPDIR, $TEMP, $TMP, /tmp)
 * cannot. A place that the user has set for Open MPI alone (OMPI_MCA_orte_tmpdir_base) is kept, and
 * checked. Call before MPI starts, while no other thread reads the environment. Errors:
 * RIA_ERROR_IO. */
ria_status ria_scratch_temporary(void);

#ifdef __cplusplus
}
#endif
#endif
