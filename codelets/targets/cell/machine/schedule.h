/** \file
 * Cycles of a region. */
#ifndef RIA_CELL_SCHEDULE_H
#define RIA_CELL_SCHEDULE_H

#include <ria_cell/model.h>
#include "recorder.h"

typedef struct {
  double first; /* cycles of a single turn */
  double again; /* and of one of many turns */
  int unrolled, registers;
  int even, odd; /* instructions of a turn */
  int flops;
} ria_schedule;

/** RIA_ERROR_MEMORY is the only error. */
ria_status ria_cell_schedule(const ria_region *region, const ria_cell_machine *machine,
                             ria_schedule *result);

#endif
