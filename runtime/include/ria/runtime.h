/** \file
 * The session: MPI, StarPU and the workers of this process. One session a process.
 */
#ifndef RIA_RUNTIME_H
#define RIA_RUNTIME_H

#include <mpi.h>
#include <stdbool.h>
#include "ria/gpus.h"
#include "ria/ranks.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_runtime ria_runtime;

/** Whether to use the GPUs that StarPU finds (STARPU_NCUDA, CUDA_VISIBLE_DEVICES limit them). */
typedef enum {
  RIA_GPUS_NEVER,
  RIA_GPUS_ALWAYS,      /**< an error if there are none */
  RIA_GPUS_WHERE_USEFUL /**< if every rank has a GPU that can hold its part; otherwise not */
} ria_gpu_use;

typedef struct {
  int workers; /**< CPU workers of this process; 0: as many as its usable cores, which the ranks of
                  a machine share */
  ria_gpu_use gpus;
  double tile_bytes;  /**< RIA_GPUS_WHERE_USEFUL: memory of the tiles of all ranks together */
  int hybrid_workers; /**< CPU workers of this process that take tiles in addition to its GPUs */
  bool cells;     /**< set CPU workers aside as Cells, all but one, for tiles of the target cell */
  bool keep_mpi;  /**< end MPI only when the process ends, because it cannot be started twice:
                     another session may follow */
  bool calibrate; /**< calibrate StarPU's performance models with every task */
  ria_gpu_lost_function gpu_lost; /**< NULL: StarPU ends the process with abort() */
  void *lost_context;             /**< borrowed until the process ends */
} ria_runtime_options;

/** Number of ranks that use so many cores of one machine best: 1, unless StarPU was built for fewer
 * workers than cores and several ranks together get more workers. Needs no session. */
int ria_runtime_ranks_for(int cores);

/** Start MPI (THREAD_MULTIPLE if available; RIA_MPI_THREADS=serialized in the environment requests
 * less) and StarPU. Errors: RIA_ERROR_MPI, RIA_ERROR_STARPU, RIA_ERROR_ARGUMENT (an invalid
 * RIA_MPI_THREADS), RIA_ERROR_UNSUPPORTED (several ranks with an MPI that allows only one thread;
 * GPUs required, but a rank has none that this ria can use). Collective. */
ria_status ria_runtime_create(const ria_runtime_options *options, ria_runtime **runtime);
/** Stop StarPU and MPI. NULL is fine. */
void ria_runtime_destroy(ria_runtime *runtime);

int ria_runtime_rank(const ria_runtime *runtime);
int ria_runtime_ranks(const ria_runtime *runtime);
int ria_runtime_workers(const ria_runtime *runtime);
int ria_runtime_cores(const ria_runtime *runtime); /**< of this rank; other ranks may share them */
int ria_runtime_gpus(const ria_runtime *runtime);  /**< in use by this process */
/** GPUs that every rank has at least; all ranks may plan with this number. 0 without GPUs. */
int ria_runtime_least_gpus(const ria_runtime *runtime);
/** CPU workers of this process that are set aside as Cells; 0 if none were requested. */
int ria_runtime_cells(const ria_runtime *runtime);
/** CPU workers that take tiles in addition to the GPUs; 0 without GPUs. */
int ria_runtime_hybrid_workers(const ria_runtime *runtime);
/** Bytes available for tiles on the GPU of this process with the least free memory; 0 without GPUs.
 */
size_t ria_runtime_gpu_room(const ria_runtime *runtime);
/** The reason why GPUs are or are not used, if it was determined: a sentence without its full stop,
 * borrowed; "" if GPUs were not requested. */
const char *ria_runtime_gpu_choice(const ria_runtime *runtime);
/** Let the workers of this process sleep while there are no tasks, so that other work gets their
 * cores; otherwise they poll for tasks. Do not wait for a task until ria_runtime_resume(). */
void ria_runtime_pause(const ria_runtime *runtime);
void ria_runtime_resume(const ria_runtime *runtime);
/** A communicator for ria alone, for collective file access; other threads may use it if
 * ria_runtime_threads(). Borrowed. */
MPI_Comm ria_runtime_comm(const ria_runtime *runtime);
/** Whether a second thread may use MPI, or files that all ranks write, at the same time as the
 * thread that drives a simulation and StarPU's own. Always true with one rank. If false, only the
 * driving thread may use them, and only after ria_simulation_drain(). */
bool ria_runtime_threads(const ria_runtime *runtime);
/** A warning about this session for the user, on rank 0 alone: StarPU cannot use all cores. One
 * line without its end, borrowed; NULL if there is none. */
const char *ria_runtime_notice(const ria_runtime *runtime);
/** Ranks x workers, divided by the usable cores of this rank's machine; above 1 the workers share
 * cores. */
double ria_runtime_threads_per_core(const ria_runtime *runtime);
/** Whether ranks x (workers + MPI thread) exceed the cores of this machine: busy waiting is then
 * harmful. */
bool ria_runtime_oversubscribed(const ria_runtime *runtime);

#ifdef __cplusplus
}
#endif
#endif
