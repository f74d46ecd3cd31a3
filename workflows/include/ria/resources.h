/** \file
 * What a task asks of the machine.
 */
#ifndef RIA_RESOURCES_H
#define RIA_RESOURCES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Zero or NULL everywhere means: not said, the launcher chooses. Texts are owned by whoever owns
 * the struct. */
typedef struct {
  int nodes, ranks, ranks_per_node;
  int workers;    /**< cores a rank */
  int gpus;       /**< a rank */
  int64_t memory; /**< bytes a node */
  double seconds; /**< time limit */
  char *partition, *account, *qos;
  int options; /**< further options of sbatch and srun, one argument each */
  char **option;
} ria_resources;

#ifdef __cplusplus
}
#endif
#endif
