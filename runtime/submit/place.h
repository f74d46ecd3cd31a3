/** \file
 * Where tasks run. */
#ifndef SUBMIT_PLACE_H
#define SUBMIT_PLACE_H

#include "session/runtime.h"

/** Where tasks run: on any worker of a kind (STARPU_CPU, or a device's), or on one of them. */
typedef struct {
  uint32_t where;    /**< 0: STARPU_CPU */
  int worker;        /**< of a device: the one whose memory the tile stays in; of a Cell: it */
  bool cell;         /**< that worker is a Cell */
  uint32_t *workers; /**< where CPU workers may take it too: StarPU's workerids; else NULL */
} task_place;

/** Whether a device may run it. */
static inline bool place_on_device(const task_place *place) {
  return (place->where & ~(uint32_t)STARPU_CPU) != 0;
}

/** Where tasks of the host run that belong to no tile: not on Cells. */
task_place place_of_host(const ria_runtime *runtime);

/** The first of the workers that are set aside as Cells. */
int place_first_cell(const ria_runtime *runtime);

#endif
