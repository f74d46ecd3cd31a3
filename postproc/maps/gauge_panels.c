#include "gauge_panels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/csv.h"
#include "ria/number.h"
#include "ticks.h"

/* [places][columns] of the file: minimum and maximum; infinite without values. */
typedef struct {
  double *low, *high;
} ranges;

static void take_row(const ria_history_view *view, const ria_csv *row, ranges *r,
                     maps_gauge_panels *panels) {
  const int times = view->has_start ? 2 : 1;
  double time, value;
  if (row->cells < times || !ria_csv_number(row, times - 1, &time))
    return;
  panels->first = fmin(panels->first, time);
  panels->last = fmax(panels->last, time);
  for (int c = 0; c < view->places * view->columns && times + c < row->cells; c++)
    if (ria_csv_number(row, times + c, &value)) {
      r->low[c] = fmin(r->low[c], value);
      r->high[c] = fmax(r->high[c], value);
    }
}

static ria_status read_ranges(const ria_history_view *view, const char *path, ranges *r,
                              maps_gauge_panels *panels) {
  ria_csv csv;
  bool found = true;
  for (int c = 0; c < view->places * view->columns; c++)
    r->low[c] = INFINITY, r->high[c] = -INFINITY;
  ria_status status = ria_csv_open(path, &csv);
  for (bool header = true; status == RIA_SUCCESS && found; header = false) {
    status = ria_csv_next(&csv, &found);
    if (status == RIA_SUCCESS && found && !header)
      take_row(view, &csv, r, panels);
  }
  ria_csv_close(&csv);
  return status;
}

/* Value from which the field gets a line at a place; -INFINITY: at every place. */
static double floor_of(const ria_history_view *view, const ria_history_field *field) {
  return field->scale != RIA_SCALE_TRACE ? -INFINITY : field->arrives ? view->threshold : 0;
}

static bool is_reached(double high, double least) {
  return least > 0 ? high >= least : least < 0 ? isfinite(high) : high > 0;
}

/* The axis for values up to `high`. */
static void set_axis(double low, double high, double least, maps_gauge_panel *panel) {
  enum { DECADES = 20 };
  panel->low = low, panel->high = high;
  if (least >= 0) {
    panel->low = 0;
    panel->high = fmax(high, least);
    panel->logarithmic = least > 0 && high > DECADES * least;
  }
  if (panel->logarithmic) {
    panel->low = least;
    panel->high = maps_nice_above(high);
    return;
  }
  if (!(panel->high > panel->low * (1 + 1e-9)) && !(panel->low < 0 && panel->high > panel->low)) {
    const double room = fabs(panel->low) > 0 ? fabs(panel->low) : 1;
    panel->low -= least >= 0 ? 0 : room;
    panel->high += room;
  }
  maps_nice_range(&panel->low, &panel->high, 5);
}

static void name_missing(const ria_history_view *view, const ria_history_field *field, int place,
                         maps_gauge_panels *panels) {
  const size_t used = strlen(panels->missing), room = sizeof panels->missing - used;
  if (!field->arrives)
    return;
  if (!used && view->threshold > 0)
    ria_snprintf(panels->missing, sizeof panels->missing, "%s below %g%s%s at %s", field->title,
                 view->threshold, strcmp(field->unit, "1") ? " " : "",
                 strcmp(field->unit, "1") ? field->unit : "", view->place[place].name);
  else if (!used)
    snprintf(panels->missing, room, "%s 0 at %s", field->title, view->place[place].name);
  else
    snprintf(panels->missing + used, room, ", %s", view->place[place].name);
}

static void add_panels(const ria_history_view *view, int f, const ranges *r,
                       maps_gauge_panels *panels) {
  const ria_history_field *field = &view->field[f];
  const double least = floor_of(view, field);
  const int before = panels->panels;
  double low = INFINITY, high = -INFINITY;
  for (int p = 0; p < view->places; p++) {
    const int at = p * view->columns + field->column;
    if (!is_reached(r->high[at], least)) {
      name_missing(view, field, p, panels);
      continue;
    }
    low = fmin(low, r->low[at] / field->drawn_unit);
    high = fmax(high, r->high[at] / field->drawn_unit);
    if (panels->panels == before || panels->panel[panels->panels - 1].lines == MAPS_PANEL_LINES)
      panels->panel[panels->panels++] = (maps_gauge_panel){.field = f};
    maps_gauge_panel *panel = &panels->panel[panels->panels - 1];
    panel->place[panel->lines++] = p;
  }
  for (int i = before; i < panels->panels; i++)
    set_axis(low, high, least, &panels->panel[i]);
}

ria_status maps_gauge_panels_make(const ria_history_view *view, const char *csv,
                                  maps_gauge_panels *panels) {
  const size_t count = (size_t)view->places * (size_t)view->columns;
  const int most = view->fields * (view->places / MAPS_PANEL_LINES + 1);
  ranges r = {malloc((count + 1) * sizeof *r.low), malloc((count + 1) * sizeof *r.high)};
  *panels = (maps_gauge_panels){.first = INFINITY,
                                .last = -INFINITY,
                                .panel = calloc((size_t)most + 1, sizeof *panels->panel)};
  ria_status status = r.low && r.high && panels->panel
                          ? read_ranges(view, csv, &r, panels)
                          : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a picture", csv);
  for (int f = 0; f < view->fields && status == RIA_SUCCESS; f++)
    if (view->field[f].column >= 0 && !view->field[f].component[0])
      add_panels(view, f, &r, panels);
  free(r.low);
  free(r.high);
  if (status != RIA_SUCCESS)
    maps_gauge_panels_destroy(panels);
  return status;
}

void maps_gauge_panels_destroy(maps_gauge_panels *panels) {
  free(panels->panel);
  *panels = (maps_gauge_panels){0};
}
