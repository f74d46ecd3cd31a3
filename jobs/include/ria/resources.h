/** \file
 * What a task asks of the machine.
 */
#ifndef RIA_RESOURCES_H
#define RIA_RESOURCES_H

#include <stdint.h>

/** Zero or NULL: not asked for, the launcher's or Slurm's default. */
typedef struct {
  int nodes;
  int ranks; /**< MPI ranks, under mpirun or srun; 0: a plain process without either */
  int ranks_per_node;
  int workers;                           /**< cores of a rank, or of the plain process */
  int gpus;                              /**< of a rank, or of the plain process */
  int64_t memory;                        /**< bytes on each node */
  int64_t seconds;                       /**< time limit */
  const char *partition, *account, *qos; /**< Slurm only */
  const char *const *options;            /**< more options of sbatch or srun; ended by NULL */
} ria_resources;

#endif
