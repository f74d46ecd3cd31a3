/** \file
 * What is known of this process: its ranks, workers and GPUs. */
#ifndef SESSION_RUNTIME_H
#define SESSION_RUNTIME_H

#include <mpi.h>
#include <starpu.h>
#include "device/gpu_share.h"
#include "ria/gpus.h"
#include "ria/runtime.h"

enum { WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };

struct ria_runtime {
  MPI_Comm comm;  /**< of the thread that drives the simulation, and of StarPU */
  MPI_Comm files; /**< of the thread that writes files: collectives of two threads must not meet */
  int rank, ranks;
  int workers, gpus, hybrid_workers;
  int cells; /**< workers that are set aside as Cells: the last ones of the CPU */
  uint32_t host_workers[WORKER_WORDS]; /**< the others, StarPU's workerids */
  int least_gpus;                      /* of any rank */
  int cores;                           /**< this rank's share of the machine's */
  double ranks_per_core;               /**< of those that share cores with this one */
  size_t gpu_room;
  gpu_share gpu_share;
  bool threads, oversubscribed, own_mpi;
  char notice[160], gpu_choice[RIA_GPUS_WHY];
};

/** Bytes that this rank may still take on the GPU of a worker. */
size_t session_gpu_room(const ria_runtime *runtime, int worker);

#endif
