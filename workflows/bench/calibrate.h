/** \file
 * `ria calibrate`: measures a tile of a case on a GPU and on a CPU worker.
 */
#ifndef BENCH_CALIBRATE_H
#define BENCH_CALIBRATE_H

#include "ria/case.h"

typedef struct {
  int tiles_x, tiles_y; /**< number of tiles */
  int nx, ny;           /**< cells of the largest tile */
  int steps;            /**< steps of a task */
  int gpus, workers;    /**< workers: CPU workers besides the GPUs */
  char strategy[2][32]; /**< by kind */
  double seconds[2];    /**< time of a tile's task on a GPU (0) and on a CPU worker (1) */
  int64_t tasks[2];     /**< measured tasks */
} calibration;

/** Run the case's tile task on each kind of worker often enough for StarPU's performance models,
 * which are stored for later runs. For one rank. Assumes the target cuda. */
ria_status calibrate_case(ria_case *the_case, int workers, calibration *found);

/** The largest possible gain by CPU workers, as a share of the GPUs' speed. Moving tiles between
 * their memories is not counted. */
double calibration_gain(const calibration *found);

#endif
