/** \file
 * Folders outside the run's folder: a cache for StarPU's measurements, and temporary files of MPI.
 * The default folders may be missing, full or read-only, as a home folder often is on compute
 * nodes; then another folder is used.
 */
#ifndef RIA_SCRATCH_H
#define RIA_SCRATCH_H

#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Choose the folders of StarPU. If the user has not set STARPU_HOME, set it to the first of these
 * folders that is writable, and STARPU_PERF_MODEL_DIR to .starpu/sampling in it:
 * $XDG_CACHE_HOME/ria, $HOME/.cache/ria, then ria-UID in $TMPDIR, /tmp, /var/tmp and /dev/shm. A
 * missing folder is created. A folder ria-UID is used only if it belongs to the user and others
 * have no access. Call before StarPU starts, while no other thread reads the environment. Errors:
 * RIA_ERROR_IO (none is writable, or the folder named by STARPU_HOME or STARPU_PERF_MODEL_DIR is
 * not). */
ria_status ria_scratch_cache(void);

/** Set TMPDIR to a writable folder if MPI's default ($TMPDIR, $TEMP, $TMP, /tmp) is not writable. A
 * folder that the user has set for Open MPI alone (OMPI_MCA_orte_tmpdir_base) is kept and checked.
 * Call before MPI starts, while no other thread reads the environment. Errors: RIA_ERROR_IO. */
ria_status ria_scratch_temporary(void);

#ifdef __cplusplus
}
#endif
#endif
