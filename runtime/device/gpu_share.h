/** \file
 * Which GPUs a rank takes, where several ranks of a machine see the same ones. */
#ifndef DEVICE_GPU_SHARE_H
#define DEVICE_GPU_SHARE_H

#include <mpi.h>
#include "ria/gpus.h"
#include "ria/status.h"

typedef struct {
  int sharers, place; /**< ranks that see the same GPUs, this one counted; its number among them */
  int count;          /**< GPUs that this rank takes; 0 where none is usable */
  unsigned gpu[RIA_GPUS_MAX]; /**< [count] their numbers in CUDA's count */
  int ranks;                  /**< that take each of them, at most */
  bool all;                   /**< these are all that there are */
} gpu_share;

/** Collective. Errors: RIA_ERROR_MEMORY. */
ria_status gpu_share_find(MPI_Comm comm, const ria_gpus *gpus, gpu_share *share);
/** The part of number `place` of `sharers`: GPUs of its own while there are enough, else ranks take
 * them in turns. The others of `share` are filled in. */
void gpu_share_divide(const ria_gpus *gpus, gpu_share *share);

#endif
