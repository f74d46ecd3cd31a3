/** \file
 * The session: MPI, StarPU and this machine's workers. One a process.
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
  RIA_GPUS_ALWAYS,      /**< an error where there are none */
  RIA_GPUS_WHERE_USEFUL /**< if every rank has one that can take its part, else not */
} ria_gpu_use;

typedef struct {
  int workers; /**< CPU workers of this process; 0: as many as the cores it may use, shared by the
                  ranks of this machine */
  ria_gpu_use gpus;
  double tile_bytes;  /**< RIA_GPUS_WHERE_USEFUL: of the tiles of all ranks together */
  int hybrid_workers; /**< CPU workers of this process that take tiles beside its GPUs */
  bool cells;         /**< set CPU workers aside as Cells, all but one, for tiles of that target */
  bool keep_mpi;      /**< leave MPI, which ends once a process, to the end of the process: another
                           session may follow */
  bool calibrate;     /**< let StarPU's performance models learn from every task */
  ria_gpu_lost_function gpu_lost; /**< NULL: StarPU ends the process with abort() */
  void *lost_context;             /**< borrowed until the process ends */
} ria_runtime_options;

/** Ranks that use so many cores of one machine best: 1, unless StarPU was built for fewer workers
 * than that and more ranks would have more of them together. Needs no session. */
int ria_runtime_ranks_for(int cores);

/** Start MPI (THREAD_MULTIPLE where it can be had; RIA_MPI_THREADS=serialized in the environment
 * asks for less) and StarPU. Errors: RIA_ERROR_MPI, RIA_ERROR_STARPU, RIA_ERROR_ARGUMENT (that
 * variable), RIA_ERROR_UNSUPPORTED (several ranks, and an MPI for one thread only; GPUs, where
 * there are none that this ria can use, on any of the ranks). Collective. */
ria_status ria_runtime_create(const ria_runtime_options *options, ria_runtime **runtime);
/** Stop both. NULL is fine. */
void ria_runtime_destroy(ria_runtime *runtime);

int ria_runtime_rank(const ria_runtime *runtime);
int ria_runtime_ranks(const ria_runtime *runtime);
int ria_runtime_workers(const ria_runtime *runtime);
int ria_runtime_cores(const ria_runtime *runtime); /**< of this rank, which may share them */
int ria_runtime_gpus(const ria_runtime *runtime);  /**< in use by this process */
/** GPUs that every rank has at least: what all of them may plan with. 0 without GPUs. */
int ria_runtime_least_gpus(const ria_runtime *runtime);
/** CPU workers of this process that are set aside as Cells; 0 if none were asked for. */
int ria_runtime_cells(const ria_runtime *runtime);
/** CPU workers that take tiles beside the GPUs; 0 without GPUs. */
int ria_runtime_hybrid_workers(const ria_runtime *runtime);
/** Bytes that the tiles may take on that one of its GPUs that has the least room; 0 without GPUs.
 */
size_t ria_runtime_gpu_room(const ria_runtime *runtime);
/** Why GPUs are used, or are not, where that was looked into: one sentence without its end,
 * borrowed; "" if GPUs were not asked for. */
const char *ria_runtime_gpu_choice(const ria_runtime *runtime);
/** Let the workers of this process sleep while there are no tasks, so that other work has their
 * cores; else they look for tasks all the time. No task may be waited for until
 * ria_runtime_resume(). */
void ria_runtime_pause(const ria_runtime *runtime);
void ria_runtime_resume(const ria_runtime *runtime);
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
/** Ranks x workers for each core of this rank's machine that they may use; above 1 they take turns.
 */
double ria_runtime_threads_per_core(const ria_runtime *runtime);
/** Ranks x (workers + MPI thread) exceed the cores of this machine: busy waiting hurts. */
bool ria_runtime_oversubscribed(const ria_runtime *runtime);

#ifdef __cplusplus
}
#endif
#endif
