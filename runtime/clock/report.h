/** \file
 * What a tile has to say of a window of steps. */
#ifndef CLOCK_REPORT_H
#define CLOCK_REPORT_H

#include "ria/kernel.h"
#include "ria/ledger.h"
#include "ria/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double rate;       /**< largest rate of its own cells over the window's steps */
  double first_rate; /**< that of each step's first stage alone; 0: unknown */
  int bad;           /**< a cell failed its kernel's check */
  int substep;       /**< where: step within the window, its stage, and cell */
  int stage;
  int block;
  ria_global cell[RIA_AXES];
  double values[RIA_MAX_FIELDS]; /**< the cell's fields after that step */
} step_report;

/** Merge `other` into `report`: the larger rates, the earlier failure, and of those at one
 * time that of the lowest block and cell. */
void step_report_merge(step_report *report, const step_report *other);

/** In the memory of a tile, of a rank and of the clock's task, what came in through the tile's
 * openings follows the report. */
static RIA_HOST_DEVICE inline ria_flows *step_report_flows(step_report *report) {
  return (ria_flows *)(report + 1);
}

/** Bytes of a report with flows through so many openings. */
static inline size_t step_report_bytes(int openings) {
  return sizeof(step_report) + ria_flows_bytes(openings);
}

#ifdef __cplusplus
}
#endif
#endif
