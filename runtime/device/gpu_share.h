/** \file
 * The GPUs that a rank takes, if several ranks of a machine see the same ones.
 */
#ifndef DEVICE_GPU_SHARE_H
#define DEVICE_GPU_SHARE_H

#include <mpi.h>
#include "ria/gpus.h"
#include "ria/status.h"

typedef struct {
  int sharers,
      place; /**< ranks that see the same GPUs, including this one; index of this rank among them */
  int count; /**< GPUs that this rank takes; 0 if none is usable */
  unsigned gpu[RIA_GPUS_MAX]; /**< [count] their CUDA numbers */
  int ranks;                  /**< most ranks that share one of them */
  bool all;                   /**< these are all the GPUs */
} gpu_share;

/** Collective. Errors: RIA_ERROR_MEMORY. */
ria_status gpu_share_find(MPI_Comm comm, const ria_gpus *gpus, gpu_share *share);
/** The share of rank `place` of `sharers`: GPUs of its own while there are enough, otherwise ranks
 * are assigned to GPUs cyclically. The other members of `share` are already set. */
void gpu_share_divide(const ria_gpus *gpus, gpu_share *share);

#endif
