/* The panels of gauges.png: which lines each has, and its axis. Private to postproc/maps. */
#ifndef MAPS_GAUGE_PANELS_H
#define MAPS_GAUGE_PANELS_H

#include "ria/history.h"

enum { MAPS_PANEL_LINES = 4 };

typedef struct {
  int field; /* of the view */
  int lines;
  int place[MAPS_PANEL_LINES]; /* of the view */
  bool logarithmic;
  double low, high; /* of the axis, the same in all panels of the field */
} maps_gauge_panel;

typedef struct {
  double first, last; /* times of the rows, s since the start; first > last: no rows */
  int panels;
  maps_gauge_panel *panel; /* owned */
  /* Names of the places that the field that arrives has not reached, and of that field; "": all
   * are reached, or nothing arrives. */
  char missing[512];
} maps_gauge_panels;

/* Lay out the panels of the scalar fields of gauges.csv: at most MAPS_PANEL_LINES lines in each. A
 * field that arrives has lines only of the places where it reached the threshold (without one:
 * where it is above 0), and an axis that begins with the threshold if it covers decades, and
 * otherwise ends above it. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status maps_gauge_panels_make(const ria_history_view *view, const char *csv,
                                  maps_gauge_panels *panels);
void maps_gauge_panels_destroy(maps_gauge_panels *panels);

#endif
