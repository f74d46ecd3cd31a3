/** \file
 * The tile task: one tile, one time tile. */
#ifndef SIMULATION_TILE_TASK_H
#define SIMULATION_TILE_TASK_H

#include "access/simulation.h"

typedef struct {
  ria_simulation *simulation;
  tile_data *tile;
  int first; /**< step within the window */
  int steps; /**< 0: only pack */
  int reach; /**< steps of the time tile from `first` on: how far ghost cells must be advanced */
  bool unpack, pack, reset; /**< reset: start a new report */
  bool rate_only;
  int generation; /**< of the strips that it packs; set by tile_task_submit */
  int actions;    /**< of the clock, before the steps, instead of a task of its own; 0: none. Of the
                       only tile there is */
  ria_request request; /**< for these */
  posted_clock *post;  /**< gets a copy of the clock after them; NULL: none */
} tile_task;

ria_status tile_task_submit(ria_simulation *simulation, const tile_task *advance);

#endif
