/** \file
 * Tasks that read a tile's state, at the buffer and generation in the clock, and write the result
 * to host memory: snapshots, sums, probes.
 */
#ifndef WORK_READ_H
#define WORK_READ_H

#include "work.h"

/** A probed cell. */
typedef struct {
  int at[RIA_AXES]; /**< position in the tile */
  int number;       /**< number among all requested cells */
} probed_cell;

/** Arguments of such a task; each task has its own copy. */
typedef struct {
  const ria_simulation *simulation;
  const tile_data *tile;
  int field;               /**< for a sum; else 0 */
  int cells;               /**< for a probe */
  const probed_cell *cell; /**< [cells], borrowed until the task has ended */
} tile_read;

/** The buffers of such a task: all are in the worker's memory, except the clock, which stays in
 * host memory. */
enum { READ_STATE, READ_CLOCK, READ_OUT };

/** A codelet of such tasks, with the functions NAME_cpu and NAME_cuda: a tile on a GPU is read
 * there, without a copy to the host. */
#define READ_CODELET(NAME)                                                                         \
  {                                                                                                \
    .cpu_funcs = {NAME##_cpu}, .cpu_funcs_name = {#NAME "_cpu"},                                   \
    CODELET_ON_DEVICE(NAME##_on_device), .specific_nodes = 1,                                      \
    .nodes = {STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_CPU, STARPU_SPECIFIC_NODE_LOCAL},   \
    .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_W}, .name = #NAME                          \
  }

/** The state in the clock's base buffer. */
const char *tile_read_state(void *buffers[], const tile_read *read);

/** The first tracked field of the clock's generation; the others follow. */
const char *tile_read_tracked(void *buffers[], const tile_read *read);

/** Submit a task that reads `what`, after all tasks submitted before, and writes `out`. Errors:
 * RIA_ERROR_MEMORY, RIA_ERROR_STARPU. */
ria_status tile_read_submit(const tile_read *what, struct starpu_codelet *codelet,
                            starpu_data_handle_t out);

#endif
