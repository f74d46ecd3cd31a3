/** \file
 * What a tile has to say of a window of steps. */
#ifndef RIA_REPORT_H
#define RIA_REPORT_H

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
  ria_flows flows;               /**< through the tile's openings */
} ria_report;

/** Merge `other` into `report`: the larger rates, the earlier failure, and of those at one
 * time that of the lowest block and cell; and the flows of both.
 */
void ria_report_merge(ria_report *report, const ria_report *other);

#ifdef __cplusplus
}
#endif
#endif
