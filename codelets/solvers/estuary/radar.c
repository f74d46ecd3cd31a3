/* Rain over time and space from a file: the weights of the kernel of rain are the rates of the
 * record that is valid at the time. */
#include <math.h>
#include <stdlib.h>
#include "estuary.h"
#include "ria/case_errors.h"
#include "ria/cf_file.h"

struct estuary_radar {
  ria_cf_file *file;
  double most; /* m/s */
};

static ria_cf_request request_of(const ria_case *c, const ria_terrain *terrain) {
  const estuary_case *own = c->own;
  return (ria_cf_request){
      .path = own->rain.file,
      .crs = own->rain.crs,
      .grid = &terrain->grid,
      .grid_crs = terrain->crs,
      .start = c->time.start,
      .end = c->time.start + c->time.end,
      .intervals = true,
      .variables = 1,
      .variable = {
          {.name = own->rain.variable, .unit = "m/s", .rain = true, .key = "rain.variable"}}};
}

static ria_status find_most(estuary_radar *r) {
  for (int i = 0; i < ria_cf_records(r->file); i++) {
    RIA_TRY(ria_cf_read(r->file, i));
    r->most = fmax(r->most, ria_cf_largest(r->file, 0));
  }
  return RIA_SUCCESS;
}

ria_status estuary_open_radar(estuary *e) {
  if (!e->own->rain.file)
    return RIA_SUCCESS;
  const ria_cf_request request = request_of(e->the_case, e->terrain);
  e->radar = calloc(1, sizeof *e->radar);
  if (!e->radar)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the rain");
  RIA_TRY(ria_cf_open(&request, &e->radar->file));
  return find_most(e->radar);
}

void estuary_close_radar(estuary *e) {
  if (e->radar)
    ria_cf_close(e->radar->file);
  free(e->radar);
}

double estuary_most_radar(const estuary *e) {
  return e->radar ? e->radar->most : 0;
}

void estuary_check_radar(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  static const double heaviest = 0.3 / 3600, impossible = 20.0 / 3600; /* m/s */
  const estuary_case *own = c->own;
  estuary_radar radar = {0};
  if (!own->rain.file)
    return;
  const ria_cf_request request = request_of(c, terrain);
  if (!c->time.has_start)
    ria_terrain_reject(errors, c, &own->rain.place,
                       "rain from a file has dates; expected 'time.start', such as "
                       "2021-01-01T00:00");
  else if (ria_cf_open(&request, &radar.file) != RIA_SUCCESS || find_most(&radar) != RIA_SUCCESS)
    ria_terrain_reject(errors, c, &own->rain.place, "%s", ria_status_detail());
  else if (radar.most > impossible)
    ria_terrain_reject(errors, c, &own->rain.place,
                       "%s: '%s' has rates up to %.3g mm/h; check its unit", own->rain.file,
                       own->rain.variable, 3.6e6 * radar.most);
  else if (radar.most > heaviest)
    ria_terrain_warn(c, terrain, &own->rain.place,
                     "%s: '%s' has rates up to %.3g mm/h, and the heaviest rain of an hour on "
                     "record is 305 mm; check its unit",
                     own->rain.file, own->rain.variable, 3.6e6 * radar.most);
  ria_cf_close(radar.file);
}

/* The record that is valid at a time. */
static int record_at(const ria_cf_file *file, double t) {
  int low = 0, high = ria_cf_records(file);
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (ria_cf_time(file, middle) <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

double estuary_radar_next(const estuary *e, double t) {
  const ria_cf_file *file = e->radar->file;
  const int next = record_at(file, t) + (ria_cf_time(file, record_at(file, t)) <= t);
  if (next >= ria_cf_records(file))
    return INFINITY;
  return next > 0 ? ria_cf_time(file, next) : estuary_radar_next(e, ria_cf_time(file, 0));
}

enum { ROW = 256 }; /* cells that are interpolated together */

/* Cells of a row, adjacent in the grid, or a single ghost cell. The rain's map is the first one;
 * it holds the factor of each cell. */
static ria_status fill_row(const estuary *e, ria_global i, ria_global j, int count, double *rate) {
  const ria_grid *g = &e->terrain->grid;
  const ria_global column = estuary_within(g, 0, i), row = estuary_within(g, 1, j);
  const ria_cf_row centres = {.x = g->origin[0],
                              .first = (double)column + 0.5,
                              .step = g->spacing[0],
                              .y = g->origin[1] + ((double)row + 0.5) * g->spacing[1]};
  const double *factor = e->map[0] + row * g->cells[0] + column;
  ria_cf_place place[ROW];
  ria_cf_find_row(e->radar->file, centres, count, place);
  ria_cf_value_row(e->radar->file, 0, count, place, rate);
  for (int n = 0; n < count; n++) {
    if (isnan(rate[n]))
      return ria_cf_missing(e->radar->file, 0, centres.x + (centres.first + n) * centres.step,
                            centres.y);
    rate[n] = rate[n] > 0 ? rate[n] * factor[n] : 0;
  }
  return RIA_SUCCESS;
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  const estuary *e = context;
  const ria_global last = e->terrain->grid.cells[0];
  (void)block;
  (void)field;
  for (ria_global j = cells->lo[1]; j < cells->hi[1]; j++)
    for (ria_global i = cells->lo[0], count; i < cells->hi[0]; i += count, values += count) {
      const ria_global most = cells->hi[0] < last ? cells->hi[0] : last;
      count = i < 0 || i >= last ? 1 : most - i < ROW ? most - i : ROW;
      RIA_TRY(fill_row(e, i, j, (int)count, values));
    }
  return RIA_SUCCESS;
}

ria_status estuary_radar_act(estuary *e, ria_simulation *simulation, double t) {
  const int record = record_at(e->radar->file, t);
  const int field = ria_quantity_find(e->statics, e->nstatic, ESTUARY_RAIN_MAP);
  RIA_TRY(ria_cf_read(e->radar->file, record));
  RIA_TRY(ria_simulation_fill_statics(simulation, field, 1, fill, e));
  ria_cf_expect(e->radar->file, record + 1);
  return RIA_SUCCESS;
}
