/** \file
 * The session: MPI, StarPU and this machine's workers. One a process.
 */
#ifndef RIA_RUNTIME_H
#define RIA_RUNTIME_H

#include <mpi.h>
#include <stdbool.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_runtime ria_runtime;

typedef struct {
  int workers; /**< CPU workers of this process; 0: as many as the cores it may use, shared by the
                  ranks of this machine */
  bool gpus; /**< use the GPUs that StarPU finds (STARPU_NCUDA, CUDA_VISIBLE_DEVICES limit them) */
} ria_runtime_options;

/** Start MPI (THREAD_MULTIPLE where it can be had; RIA_MPI_THREADS=serialized in the environment
 * asks for less) and StarPU. Errors: RIA_ERROR_MPI, RIA_ERROR_STARPU, RIA_ERROR_ARGUMENT (that
 * variable), RIA_ERROR_UNSUPPORTED (several ranks, and an MPI for one thread only; GPUs, where
 * there are none, or ria or StarPU was built without CUDA). */
ria_status ria_runtime_create(const ria_runtime_options *options, ria_runtime **runtime);
/** Stop both. NULL is fine. */
void ria_runtime_destroy(ria_runtime *runtime);

int ria_runtime_rank(const ria_runtime *runtime);
int ria_runtime_ranks(const ria_runtime *runtime);
int ria_runtime_workers(const ria_runtime *runtime);
int ria_runtime_gpus(const ria_runtime *runtime); /**< in use by this process */
/** A communicator of ria's own, for collective file access, from another thread if
 * ria_runtime_threads(). Borrowed. */
MPI_Comm ria_runtime_comm(const ria_runtime *runtime);
/** Whether a thread may use MPI, or files that all ranks write, beside the one that drives a
 * simulation and beside StarPU's own. Always with one rank. If not, only the thread that drives
 * may, and only after ria_simulation_drain(). */
bool ria_runtime_threads(const ria_runtime *runtime);
/** What a user should know of this session, told on rank 0 alone: that StarPU cannot use all cores.
 * One line without its end, borrowed; NULL if there is nothing. */
const char *ria_runtime_notice(const ria_runtime *runtime);
/** Ranks x (workers + MPI thread) exceed the cores of this machine: busy waiting hurts. */
bool ria_runtime_oversubscribed(const ria_runtime *runtime);

#ifdef __cplusplus
}
#endif
#endif
