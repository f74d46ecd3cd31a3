/** \file
 * The resources that a task requests.
 */
#ifndef RIA_RESOURCES_H
#define RIA_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The requested resources. Zero or NULL: not requested; the launcher's or Slurm's default
 * applies. */
typedef struct {
  int nodes;
  int ranks; /**< MPI ranks, under mpirun or srun; 0: a plain process */
  int ranks_per_node;
  int workers;         /**< cores of a rank, or of the plain process */
  int gpus;            /**< GPUs of a rank, or of the plain process */
  int64_t memory;      /**< bytes on each node */
  int64_t core_memory; /**< bytes for each core, instead of `memory` */
  int64_t seconds;     /**< time limit */
  bool oversubscribe;  /**< on this machine: allow more threads than cores, and more memory than is
                          free. Slurm ignores it. */
  int bundle; /**< kind `jobs` only: number of tasks that share a Slurm job, one after another */
  const char *partition, *account, *qos; /**< Slurm only */
  const char *const *options;            /**< more options of sbatch or srun; ended by NULL */
} ria_resources;

/** Bytes that `ranks` ranks need on a node; 0: not requested. */
int64_t ria_resources_memory(const ria_resources *resources, int ranks);

/** Read a time limit as Slurm writes it, in s: `90` (minutes), `90:00`, `12:00:00`, `1-12`,
 * `1-12:00`, `1-12:00:00`; -1: not a time limit. */
int64_t ria_resources_slurm_time(const char *text);

#ifdef __cplusplus
}
#endif

#endif
