/** \file
 * The tile task: one tile, one time tile. */
#ifndef SIMULATION_TILE_TASK_H
#define SIMULATION_TILE_TASK_H

#include "access/simulation.h"

typedef struct {
  ria_simulation *simulation;
  tile_data *tile;
  int first; /**< step within the window */
  int steps; /**< 0: only pack strips */
  int reach; /**< steps of the time tile from `first` on, for which ghost cells must be advanced */
  bool unpack, pack, reset; /**< reset: start a new report */
  bool rate_only;
  int generation; /**< parity of the strips that it packs; set by tile_task_submit */
  int actions; /**< clock actions before the steps, instead of a clock task; 0: none. Only if there
                  is a single tile */
  ria_request request; /**< arguments of these actions */
  posted_clock *post;  /**< gets a copy of the clock after these actions; NULL: none */
} tile_task;

ria_status tile_task_submit(ria_simulation *simulation, const tile_task *advance);

#endif
