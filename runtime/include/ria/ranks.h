/** \file
 * The ranks of an MPI program: whether this process is one, and agreement on an error.
 */
#ifndef RIA_RANKS_H
#define RIA_RANKS_H

#include <mpi.h>
#include <stdbool.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether mpirun or srun started this process as a rank. Needs no MPI session. */
bool ria_runtime_is_rank(void);

/** Give every rank the status and the error message of the first rank that failed; success if no
 * rank failed. Collective. */
ria_status ria_agree(MPI_Comm comm, ria_status mine);

#ifdef __cplusplus
}
#endif
#endif
