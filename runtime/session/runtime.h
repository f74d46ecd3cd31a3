/** \file
 * The ranks, workers and GPUs of this process.
 */
#ifndef SESSION_RUNTIME_H
#define SESSION_RUNTIME_H

#include <mpi.h>
#include <starpu.h>
#include "device/gpu_share.h"
#include "ria/gpus.h"
#include "ria/runtime.h"

enum { WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };

struct ria_runtime {
  MPI_Comm comm;  /**< for the thread that drives the simulation, and for StarPU */
  MPI_Comm files; /**< for the thread that writes files: collectives of two threads must not share a
                     communicator */
  int rank, ranks;
  int workers, gpus, hybrid_workers;
  int cells; /**< workers that are set aside as Cells: the last CPU workers */
  uint32_t host_workers[WORKER_WORDS]; /**< the other workers, as StarPU worker ids */
  int least_gpus;                      /* the most of any rank */
  int cores;                           /**< this rank's share of the machine's cores */
  double ranks_per_core;               /**< ranks that share cores with this one */
  size_t gpu_room;
  gpu_share gpu_share;
  bool threads, oversubscribed, own_mpi;
  char notice[160], gpu_choice[RIA_GPUS_WHY];
};

/** Bytes that this rank may still allocate on the GPU of a worker. */
size_t session_gpu_room(const ria_runtime *runtime, int worker);

#endif
