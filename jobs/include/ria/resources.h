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

/** Zero or NULL: not requested; the launcher's or Slurm's default. */
typedef struct {
  int nodes;
  int ranks; /**< MPI ranks, under mpirun or srun; 0: a plain process */
  int ranks_per_node;
  int workers;         /**< cores of a rank, or of the plain process */
  int gpus;            /**< of a rank, or of the plain process */
  int64_t memory;      /**< bytes on each node */
  int64_t core_memory; /**< bytes for each core, in the place of `memory` */
  int64_t seconds;     /**< time limit */
  bool oversubscribe;  /**< on this machine: allow more threads than cores, and a case that needs
                          more memory than there is. Slurm ignores it. */
  int bundle; /**< Slurm jobs of their own: how many tasks share a job, one after another */
  const char *partition, *account, *qos; /**< Slurm only */
  const char *const *options;            /**< more options of sbatch or srun; ended by NULL */
} ria_resources;

/** Bytes that `ranks` ranks take of a node; 0: not requested. */
int64_t ria_resources_memory(const ria_resources *resources, int ranks);

/** Read a time limit as Slurm writes it, in s: `90` (minutes), `90:00`, `12:00:00`, `1-12`,
 * `1-12:00`, `1-12:00:00`; -1: it is none. */
int64_t ria_resources_slurm_time(const char *text);

#ifdef __cplusplus
}
#endif

#endif
