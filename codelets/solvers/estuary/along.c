/* Levels that vary along a side: the stations of a boundary, or those computed from an atlas,
 * placed on the side. Between two stations the level is linear, which for tides is the
 * interpolation of complex amplitudes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/number.h"
#include "ria/raster.h"

enum { MOST = 512 }; /* stations computed from an atlas */

/* A boundary during the search for its stations. */
typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
  const ria_case_boundary *b;
  int number, axis;       /* of the boundary; along its side */
  double from, to;        /* m: outer edges of its cells along the side */
  double across;          /* m: the side, along the other axis */
  ria_global first, last; /* its cells */
} segment;

static bool segment_of(const ria_case *c, ria_terrain *terrain, int number, ria_case_errors *errors,
                       segment *s) {
  const ria_grid *g = &terrain->grid;
  const ria_case_boundary *b = &c->boundary[number];
  *s = (segment){.the_case = c, .terrain = terrain, .errors = errors, .b = b, .number = number};
  const int across = ria_side_axis(b->side);
  s->axis = 1 - across;
  s->across = g->origin[across] +
              (ria_side_is_high(b->side) ? (double)g->cells[across] * g->spacing[across] : 0);
  estuary_boundary_cells(g, b, &s->first, &s->last);
  s->from = g->origin[s->axis] + (double)s->first * g->spacing[s->axis];
  s->to = g->origin[s->axis] + (double)s->last * g->spacing[s->axis];
  return s->first < s->last;
}

static bool reject(const segment *s, const char *sentence) {
  ria_terrain_reject(s->errors, s->the_case, &s->b->place, "%s", sentence);
  return false;
}

/* ---- stations ---- */

static int by_place(const void *a, const void *b) {
  const ria_terrain_station *one = a, *other = b;
  return (one->along > other->along) - (one->along < other->along);
}

/* The station's place in the grid's system. */
static bool find_place(const segment *s, const ria_case_station *station, double at[2]) {
  const char *crs = s->terrain->crs;
  memcpy(at, station->at, sizeof station->at);
  if (!station->degrees)
    return true;
  if (!crs || !strcmp(crs, RIA_CRS_LOCAL))
    return reject(s, "the stations are in degrees, and the grid has no coordinate reference "
                     "system; expected 'grid.crs', such as EPSG:32629, or stations in x and y");
  if (ria_crs_from_degrees(crs, 1, &at[0], &at[1]))
    return true;
  ria_terrain_reject(s->errors, s->the_case, &s->b->place,
                     "a station at %.6g degrees east, %.6g north cannot be brought to %s",
                     station->at[0], station->at[1], crs);
  return false;
}

static double distance_of(const segment *s, const ria_terrain_station *station) {
  return fabs(station->at[1 - s->axis] - s->across);
}

/* Stations of another system lie far away. */
static bool check_distances(const segment *s, int count, const ria_terrain_station *station) {
  const ria_grid *g = &s->terrain->grid;
  const double far = fmax((double)g->cells[0] * g->spacing[0], (double)g->cells[1] * g->spacing[1]);
  int away = 0, reach = 0;
  for (int i = 0; i < count; i++) {
    away += distance_of(s, &station[i]) > far;
    reach += station[i].along > s->from - far && station[i].along < s->to + far;
  }
  if (away < count && reach > 0) {
    for (int i = 0; i < count; i++)
      if (distance_of(s, &station[i]) > far)
        ria_terrain_warn(s->the_case, s->terrain, &s->b->place,
                         "the station at (%.10g, %.10g) lies %.4g m from the %s side; check its "
                         "place",
                         station[i].at[0], station[i].at[1], distance_of(s, &station[i]),
                         ria_case_sides[s->b->side]);
    return true;
  }
  ria_terrain_reject(s->errors, s->the_case, &s->b->place,
                     "no station lies near the %s side, such as (%.10g, %.10g); expected places "
                     "in metres in the grid's system, or the columns lon,lat in degrees",
                     ria_case_sides[s->b->side], station[0].at[0], station[0].at[1]);
  return false;
}

static bool check_order(const segment *s, int count, const ria_terrain_station *station) {
  for (int i = 1; i < count; i++) {
    if (station[i].along > station[i - 1].along)
      continue;
    ria_terrain_reject(s->errors, s->the_case, &s->b->place,
                       "two stations have the same place along the %s side, %c = %.10g m; expected "
                       "one",
                       ria_case_sides[s->b->side], "xy"[s->axis], station[i].along);
    return false;
  }
  return true;
}

/* Beyond the first and the last station the level is theirs. */
static void warn_of_ends(const segment *s, int count, const ria_terrain_station *station) {
  static const double share = 0.05; /* of the segment; may lie beyond the grid */
  const double gap = fmax(station[0].along - s->from, s->to - station[count - 1].along);
  const double cell = s->terrain->grid.spacing[s->axis];
  if (gap > fmax(share * (s->to - s->from), cell))
    ria_terrain_warn(s->the_case, s->terrain, &s->b->place,
                     "the stations reach from %.10g m to %.10g m, but the boundary on the %s side "
                     "from %.10g m to %.10g m: beyond them the level is that of the nearest one",
                     station[0].along, station[count - 1].along, ria_case_sides[s->b->side],
                     s->from, s->to);
}

static bool add_all(const segment *s, int count, const ria_terrain_station *station) {
  for (int i = 0; i < count; i++)
    if (ria_terrain_add_station(s->terrain, &station[i]) != RIA_SUCCESS)
      return reject(s, ria_status_detail());
  return true;
}

static bool place_stations(const segment *s, ria_terrain_station *station) {
  const int count = s->b->along.stations;
  for (int i = 0; i < count; i++) {
    const ria_case_station *from = &s->b->along.station[i];
    station[i] = (ria_terrain_station){.boundary = s->number,
                                       .constituents = from->constituents,
                                       .constituent = from->constituent,
                                       .level = from->constituents ? NULL : &from->level};
    if (!find_place(s, from, station[i].at))
      return false;
    station[i].along = station[i].at[s->axis];
  }
  qsort(station, (size_t)count, sizeof *station, by_place);
  if (!check_distances(s, count, station) || !check_order(s, count, station))
    return false;
  warn_of_ends(s, count, station);
  return add_all(s, count, station);
}

static void lay_stations(const segment *s) {
  ria_terrain_station *station = calloc((size_t)s->b->along.stations + 1, sizeof *station);
  if (!station)
    reject(s, "no memory for the stations");
  else
    place_stations(s, station);
  free(station);
}

/* ---- atlases ---- */

/* Places along the segment, and a constituent at each. */
typedef struct {
  int count;
  double at[2][MOST], degrees[2][MOST];
  double sum[2][MOST];
  bool known[MOST];
  ria_constituent *constituent; /* [count][atlases] */
} places;

/* `step` cells apart, and at the last cell. */
static bool find_places(const segment *s, ria_global step, places *p) {
  const ria_grid *g = &s->terrain->grid;
  p->count = 0;
  for (ria_global cell = s->first;; cell += step) {
    const ria_global one = cell < s->last ? cell : s->last - 1;
    p->at[s->axis][p->count] = g->origin[s->axis] + ((double)one + 0.5) * g->spacing[s->axis];
    p->at[1 - s->axis][p->count] = s->across;
    p->known[p->count++] = true;
    if (one == s->last - 1)
      break;
  }
  memcpy(p->degrees, p->at, sizeof p->at);
  return ria_crs_to_degrees(s->terrain->crs, p->count, p->degrees[0], p->degrees[1]) ||
         reject(s, "the longitudes and latitudes of the side are not known");
}

static bool read_constituent(const segment *s, int number, places *p, double *spacing, bool tell) {
  const ria_case_atlas *from = &s->b->along.atlas[number];
  char key[80];
  snprintf(key, sizeof key, "boundaries.%d.along.atlas.%d", s->number, number);
  const ria_atlas atlas = {.path = from->file,
                           .key = key,
                           .amplitude = from->amplitude,
                           .phase = from->phase,
                           .band = from->band,
                           .unit = from->unit};
  ria_raster_notes notes = {0};
  const ria_status status =
      ria_atlas_read(&atlas, p->count, p->degrees[0], p->degrees[1],
                     (double *const[]){p->sum[0], p->sum[1]}, spacing, &notes);
  for (int i = 0; tell && i < notes.count; i++)
    ria_terrain_note(s->the_case, s->terrain, &s->b->place, "%s", notes.text[i]);
  ria_raster_notes_destroy(&notes);
  return status == RIA_SUCCESS || reject(s, ria_status_detail());
}

static void keep_constituent(const segment *s, int number, places *p) {
  const int atlases = s->b->along.atlases;
  for (int i = 0; i < p->count; i++) {
    ria_constituent *to = &p->constituent[i * atlases + number];
    const double cosine = p->sum[0][i], sine = p->sum[1][i];
    p->known[i] &= !isnan(cosine);
    snprintf(to->name, sizeof to->name, "%s", s->b->along.atlas[number].name);
    to->amplitude = ria_hypot(cosine, sine);
    to->phase = ria_atan2(sine, cosine) * 180 / M_PI;
  }
}

/* Cells from one station to the next: half of the distance between the atlas' nodes, between
 * which its level is linear, but at least one cell. */
static ria_global step_of(const segment *s, const places *p, double spacing) {
  const double cells = (double)(s->last - s->first), cell = s->terrain->grid.spacing[s->axis];
  const double x = p->degrees[0][p->count - 1] - p->degrees[0][0],
               y = p->degrees[1][p->count - 1] - p->degrees[1][0];
  const double degrees = fmax(fabs(x), fabs(y)), length = (cells - 1) * cell;
  const double half = degrees > 0 ? 0.5 * spacing * length / degrees : length;
  return (ria_global)fmax(fmax(1, floor(half / cell)), ceil(cells / (MOST - 2)));
}

static bool read_atlas(const segment *s, places *p) {
  double spacing = 0;
  if (!find_places(s, s->last - s->first, p) || !read_constituent(s, 0, p, &spacing, false) ||
      !find_places(s, step_of(s, p, spacing), p))
    return false;
  p->constituent = calloc((size_t)p->count * (size_t)s->b->along.atlases, sizeof *p->constituent);
  if (!p->constituent)
    return reject(s, "no memory for the atlas");
  for (int i = 0; i < s->b->along.atlases; i++) {
    if (!read_constituent(s, i, p, &spacing, true))
      return false;
    keep_constituent(s, i, p);
  }
  return true;
}

/* The places at which the atlas has all constituents. */
static bool keep_places(const segment *s, const places *p) {
  int kept = 0;
  for (int i = 0; i < p->count; i++) {
    const ria_terrain_station station = {.boundary = s->number,
                                         .along = p->at[s->axis][i],
                                         .at = {p->at[0][i], p->at[1][i]},
                                         .constituents = s->b->along.atlases,
                                         .constituent = &p->constituent[i * s->b->along.atlases]};
    if (p->known[i] && !add_all(s, 1, &station))
      return false;
    kept += p->known[i];
  }
  if (!kept)
    return reject(s, "the atlas has no data along this boundary: all of its nodes there are land");
  if (kept < p->count)
    ria_terrain_note(s->the_case, s->terrain, &s->b->place,
                     "the atlas is land at %d of %d places along the %s side: they have the tide "
                     "between their neighbours'",
                     p->count - kept, p->count, ria_case_sides[s->b->side]);
  return true;
}

static void lay_atlas(const segment *s) {
  const char *crs = s->terrain->crs;
  if (!crs || !strcmp(crs, RIA_CRS_LOCAL)) {
    reject(s, "an atlas is in degrees, and the grid has no coordinate reference system; expected "
              "'grid.crs', such as EPSG:32629");
    return;
  }
  places *p = calloc(1, sizeof *p);
  if (!p)
    reject(s, "no memory for the atlas");
  else if (read_atlas(s, p))
    keep_places(s, p);
  if (p)
    free(p->constituent);
  free(p);
}

void estuary_lay_stations(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  for (int i = 0; i < c->boundaries; i++) {
    segment s;
    if (!c->boundary[i].along.on || !segment_of(c, terrain, i, errors, &s))
      continue;
    if (s.b->along.atlases)
      lay_atlas(&s);
    else
      lay_stations(&s);
  }
}

/* ---- on the side ---- */

bool estuary_has_stations(const ria_case *c) {
  bool some = false;
  for (int i = 0; i < c->boundaries; i++)
    some |= c->boundary[i].along.on;
  return some;
}

int estuary_station_before(const ria_terrain_station *station, int count, double along) {
  int low = 0;
  while (low + 2 < count && station[low + 1].along <= along)
    low++;
  return low;
}

double estuary_middle(const estuary *e, ria_side side, ria_global cell) {
  const ria_grid *grid = &e->terrain->grid;
  const int axis = 1 - ria_side_axis(side);
  return grid->origin[axis] + ((double)cell + 0.5) * grid->spacing[axis];
}

double estuary_share_along(const estuary *e, ria_side side, ria_global cell) {
  const int boundary = estuary_boundary_at(e, side, cell);
  int count = 0;
  const ria_terrain_station *all =
      boundary < 0 ? NULL : ria_terrain_stations(e->terrain, boundary, &count);
  if (count < 2)
    return 0;
  const double along = estuary_middle(e, side, cell);
  const ria_terrain_station *low = &all[estuary_station_before(all, count, along)];
  return fmax(0, fmin(1, (along - low[0].along) / (low[1].along - low[0].along)));
}
