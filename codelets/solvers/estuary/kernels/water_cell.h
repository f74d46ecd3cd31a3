/* One cell of water: its concentration, whether a new state is valid, whether a cell is at rest. */
#ifndef RIA_WATER_CELL_H
#define RIA_WATER_CELL_H

#include "water_concentration.h"

static bool valid, rest;

CHECK {
  /* False for NaN too. */
  valid = next.h >= 0.0 && fabs(next.qx) < 1e30 && fabs(next.qy) < 1e30 && fabs(next.hc) < 1e30;
}

/* For a step that outputs its mass fluxes (fluxes.h): whether all are zero. */
static bool hands_nothing(void);

REST {
  /* A dry cell may start with a discharge: UPDATE removes it, so the cell is not at rest yet. */
  rest = cell.h == 0.0 && cell.hc == 0.0 && cell.qx == 0.0 && cell.qy == 0.0 && hands_nothing();
}

#endif
