/** \file
 * The resources that a task requests.
 */
#ifndef RIA_RESOURCES_H
#define RIA_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

/** Zero or NULL: not requested; the launcher's or Slurm's default. */
typedef struct {
  int nodes;
  int ranks; /**< MPI ranks, under mpirun or srun; 0: a plain process */
  int ranks_per_node;
  int workers;        /**< cores of a rank, or of the plain process */
  int gpus;           /**< of a rank, or of the plain process */
  int64_t memory;     /**< bytes on each node */
  int64_t seconds;    /**< time limit */
  bool oversubscribe; /**< on this machine: allow more threads than cores, and a case that needs
                         more memory than there is. Slurm ignores it. */
  const char *partition, *account, *qos; /**< Slurm only */
  const char *const *options;            /**< more options of sbatch or srun; ended by NULL */
} ria_resources;

#endif
