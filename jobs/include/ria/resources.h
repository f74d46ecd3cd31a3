/** \file
 * What a task asks of the machine.
 */
#ifndef RIA_RESOURCES_H
#define RIA_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

/** Zero or NULL: not asked for, the launcher's or Slurm's default. */
typedef struct {
  int nodes;
  int ranks; /**< MPI ranks, under mpirun or srun; 0: a plain process without either */
  int ranks_per_node;
  int workers;        /**< cores of a rank, or of the plain process */
  int gpus;           /**< of a rank, or of the plain process */
  int64_t memory;     /**< bytes on each node */
  int64_t seconds;    /**< time limit */
  bool oversubscribe; /**< on this machine ranks x workers may be more than its cores, and a case
                         may need more than its memory; no matter to Slurm */
  const char *partition, *account, *qos; /**< Slurm only */
  const char *const *options;            /**< more options of sbatch or srun; ended by NULL */
} ria_resources;

#endif
