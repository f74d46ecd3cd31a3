/** \file
 * Places where tasks run.
 */
#ifndef SUBMIT_PLACE_H
#define SUBMIT_PLACE_H

#include "session/runtime.h"

/** Place of a task: any worker of a kind (STARPU_CPU, or a device's), or one of them. */
typedef struct {
  uint32_t where; /**< 0: STARPU_CPU */
  int worker;     /**< for a device: the one whose memory holds the tile; for a Cell: its worker */
  bool cell;      /**< that worker is a Cell */
  uint32_t
      *workers; /**< mask of CPU workers that may also take it, by StarPU worker id; else NULL */
} task_place;

/** Whether a device may run the task. */
static inline bool place_on_device(const task_place *place) {
  return (place->where & ~(uint32_t)STARPU_CPU) != 0;
}

/** Place of host tasks that belong to no tile: not on Cells. */
task_place place_of_host(const ria_runtime *runtime);

/** The first of the workers that are set aside as Cells. */
int place_first_cell(const ria_runtime *runtime);

#endif
