/** \file
 * The report of a tile about a window of steps.
 */
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
  double first_rate; /**< largest rate in the first stage of its steps; 0: unknown */
  int bad;           /**< a cell failed its kernel's check */
  int substep;       /**< place of the failure: step within the window, its stage, and cell */
  int stage;
  int block;
  ria_global cell[RIA_AXES];
  double values[RIA_MAX_FIELDS]; /**< the cell's fields after that step */
} step_report;

/** Merge `other` into `report`: the larger rates and the earlier failure; of two failures at one
 * time, the one in the lowest block and cell. */
void step_report_merge(step_report *report, const step_report *other);

/** The inflows through the openings follow the report in the memory of a tile, of a rank and of the
 * clock's task. */
static RIA_HOST_DEVICE inline ria_flows *step_report_flows(step_report *report) {
  return (ria_flows *)(report + 1);
}

/** Bytes of a report with the flows of so many openings. */
static inline size_t step_report_bytes(int openings) {
  return sizeof(step_report) + ria_flows_bytes(openings);
}

#ifdef __cplusplus
}
#endif
#endif
