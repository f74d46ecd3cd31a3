/** \file
 * Tasks that read a tile's state, as the clock has kept it, and leave what comes of it in memory of
 * the host: snapshots, sums, probes.
 */
#ifndef WORK_READ_H
#define WORK_READ_H

#include "work.h"

/** A cell that is probed. */
typedef struct {
  int at[RIA_AXES]; /**< in the tile */
  int number;       /**< among all that were asked for */
} probed_cell;

/** What a task reads; each has a copy of its own. */
typedef struct {
  const ria_simulation *simulation;
  const tile_data *tile;
  int field;               /**< of a sum; else 0 */
  int cells;               /**< of a probe */
  const probed_cell *cell; /**< [cells], borrowed until the task has ended */
} tile_read;

/** The buffers of such a task: all but the clock, which stays in host memory, are with the worker.
 */
enum { READ_STATE, READ_CLOCK, READ_OUT };

/** A codelet of such tasks, of the functions NAME_cpu and NAME_cuda: a GPU's tile need not travel
 * to be read. */
#define READ_CODELET(NAME)                                                                         \
  {                                                                                                \
    .cpu_funcs = {NAME##_cpu}, .cpu_funcs_name = {#NAME "_cpu"},                                   \
    CODELET_ON_DEVICE(NAME##_on_device), .specific_nodes = 1,                                      \
    .nodes = {STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_CPU, STARPU_SPECIFIC_NODE_LOCAL},   \
    .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_W}, .name = #NAME                          \
  }

/** The block of the state that the clock keeps. */
const char *tile_read_state(void *buffers[], const tile_read *read);

/** The tracked fields that belong to it: the first of them begins here, the others follow. */
const char *tile_read_tracked(void *buffers[], const tile_read *read);

/** Queue a task that reads `what`, after all that was submitted before, and writes `out`. Errors:
 * RIA_ERROR_MEMORY, RIA_ERROR_STARPU. */
ria_status tile_read_submit(const tile_read *what, struct starpu_codelet *codelet,
                            starpu_data_handle_t out);

#endif
