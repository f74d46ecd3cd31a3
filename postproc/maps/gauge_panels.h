/* The panels of gauges.png: which lines each has, and its axis. Private to postproc/maps. */
#ifndef MAPS_GAUGE_PANELS_H
#define MAPS_GAUGE_PANELS_H

#include "ria/history.h"

enum { MAPS_PANEL_LINES = 4 };

typedef struct {
  int field; /* index in the view's fields */
  int lines;
  int place[MAPS_PANEL_LINES]; /* indices in the view's places */
  bool logarithmic;
  double low, high; /* ends of the axis, equal in all panels of the field */
} maps_gauge_panel;

typedef struct {
  double first, last; /* times of the rows, s since the start; first > last: no rows */
  int panels;
  maps_gauge_panel *panel; /* owned */
  /* The followed field, and names of the places where it has not arrived; "": it arrived at all
   * places, or no field is followed. */
  char missing[512];
} maps_gauge_panels;

/* Lay out the panels of the scalar fields of gauges.csv: at most MAPS_PANEL_LINES lines in each.
 * The followed field has lines only for places where it reached the threshold (without a threshold:
 * where it is above 0). Its axis begins at the threshold if it covers decades, and otherwise ends
 * above the threshold. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status maps_gauge_panels_make(const ria_history_view *view, const char *csv,
                                  maps_gauge_panels *panels);
void maps_gauge_panels_destroy(maps_gauge_panels *panels);

#endif
