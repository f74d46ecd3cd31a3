/** \file
 * `ria calibrate`: how long a tile of a case takes on a GPU and on a CPU worker. */
#ifndef RIA_BENCH_CALIBRATE_H
#define RIA_BENCH_CALIBRATE_H

#include "ria/case.h"

typedef struct {
  int tiles_x, tiles_y; /**< that the case is cut into */
  int nx, ny;           /**< cells of the largest tile */
  int steps;            /**< of a task */
  int gpus, workers;    /**< workers: on CPUs, beside the GPUs */
  char strategy[2][32]; /**< by kind */
  double seconds[2];    /**< a task of a tile: on a GPU (0), on a CPU worker (1) */
  int64_t tasks[2];     /**< measured */
} calibration;

/** Run the case's tile task on each kind of worker often enough for StarPU's performance models,
 * which are kept for later runs. For one rank. The case's target is taken to be cuda. */
ria_status calibrate_case(ria_case *the_case, int workers, calibration *found);

/** What CPU workers could add to the GPUs at best, as a share of what those do alone: moving tiles
 * between their memories is not counted. */
double calibration_gain(const calibration *found);

#endif
