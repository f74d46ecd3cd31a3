/* Finds the dry cells and the land of a map. */
#include <math.h>
#include <string.h>
#include "plot.h"

static int find_field(const ria_history_view *view, const char *name) {
  int f = view->fields - 1;
  while (f >= 0 && strcmp(view->field[f].name, name) != 0)
    f--;
  return f;
}

/* The highest level of each cell over all steps if the run followed it, else -INFINITY. */
static ria_status read_highest(const ria_history_view *view, int64_t record, float *level) {
  const int depth = find_field(view, "depth_max");
  const bool has = view->ground && (depth >= 0 || find_field(view, "level_max") >= 0);
  if (has)
    RIA_TRY(ria_history_view_read(view, depth >= 0 ? "depth_max" : "level_max", record, level));
  for (ria_global c = 0; c < view->nx * view->ny; c++)
    level[c] = !has ? -INFINITY : depth >= 0 ? level[c] - (float)view->ground[c] : level[c];
  return RIA_SUCCESS;
}

ria_status maps_drop_dry(const ria_history_view *view, const maps_survey *survey,
                         const ria_history_field *field, int64_t record,
                         const maps_planes *planes) {
  float *level = planes->level;
  if (!survey->tidal)
    return RIA_SUCCESS;
  if (field->once)
    RIA_TRY(read_highest(view, record, level));
  else
    RIA_TRY(ria_history_view_read(view, view->field[survey->level].name, record, level));
  maps_drop_films(view, level);
  for (ria_global c = 0; c < view->nx * view->ny; c++)
    if (isnan(level[c]) && !(field->once && survey->covered[c]))
      planes->values[c] = NAN;
  return RIA_SUCCESS;
}

bool maps_has_flats(const ria_history_view *view, const maps_survey *survey, const float *values) {
  ria_global c = view->nx * view->ny - 1;
  while (c >= 0 && !(survey->covered[c] && isnan(values[c])))
    c--;
  return c >= 0;
}

/* Speeds count from this depth on (m): shallower cells have no largest speed, yet are no water that
 * something could reach. */
static const double WATER = 0.1;

bool maps_mark_unreached(const ria_history_view *view, const maps_survey *survey,
                         const maps_planes *planes) {
  bool any = false;
  for (ria_global c = 0; survey->tidal && view->ground && c < view->nx * view->ny; c++)
    if (survey->covered[c] && isnan(planes->values[c]) &&
        planes->level[c] + view->ground[c] >= WATER) {
      planes->values[c] = -INFINITY;
      any = true;
    }
  return any;
}

void maps_drop_land(const ria_history_view *view, const maps_survey *survey, const float *from,
                    float *values) {
  for (ria_global c = 0; c < view->nx * view->ny; c++)
    values[c] = survey->covered[c] ? from[c] : NAN;
}
