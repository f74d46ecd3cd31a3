/* Checks of the estuary's keys that need the grid: ria_solver_keys.examine. */
#include <math.h>
#include "keys.h"
#include "ria/raster.h"

/* The wrong hemisphere would turn currents the wrong way. */
static void check_latitude(const ria_case *c, ria_terrain *terrain) {
  static const double far = 5; /* degrees */
  const estuary_case *own = c->own;
  const ria_grid *g = &terrain->grid;
  const double given = own->coriolis.latitude;
  double latitude;
  if (!own->coriolis.on || given == 0 || !terrain->crs ||
      !ria_crs_latitude(terrain->crs, g->origin[0] + (double)g->cells[0] * g->spacing[0] / 2,
                        g->origin[1] + (double)g->cells[1] * g->spacing[1] / 2, &latitude) ||
      fabs(latitude - given) <= far)
    return;
  ria_terrain_warn(c, terrain, &own->coriolis.place,
                   "coriolis.latitude is %g deg, but the middle of the grid lies at %.1f deg",
                   given, latitude);
}

/* Levels count from the reference. Far from it, single precision leaves few digits for waves. */
static void check_digits(const ria_case *c, ria_terrain *terrain) {
  static const double far = 500; /* m: levels are rounded to 0.03 mm */
  const double *level = terrain->start.level;
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  double most = level ? 0 : fabs(c->initial.level);
  for (ria_global i = 0; level && i < cells; i++)
    if (level[i] + terrain->depth[i] > c->dry)
      most = fmax(most, fabs(level[i]));
  if (c->precision == RIA_SINGLE && most > far)
    ria_terrain_warn(c, terrain, &c->bathymetry.field.place,
                     "water stands up to %.0f m from the reference level, where single precision "
                     "rounds levels to %.2g mm, and shores can be off by millimetres; expected "
                     "'precision: double', or a bed and levels near 0 (bathymetry.offset)",
                     most, 1e3 * ldexp(1, ilogb(most) - 23));
}

/* Single precision rounds a depth to 6e-8 of its value: in deep water the rain of a step is
 * lost. */
static void check_rain_digits(const ria_case *c, ria_terrain *terrain) {
  static const double digits = 10; /* smallest rain of a step, in units of rounding */
  const estuary_case *own = c->own;
  const ria_grid *g = &terrain->grid;
  double deepest = 0, most = 0;
  if (!own || !own->rain.on || c->precision != RIA_SINGLE)
    return;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    deepest = fmax(deepest, c->initial.level + terrain->depth[i]);
  for (int i = 0; i < own->rain.rate.count; i++)
    most = fmax(most, own->rain.rate.value[i]);
  const double step = 0.5 * c->time.cfl / (1 / g->spacing[0] + 1 / g->spacing[1]) /
                      sqrt(c->gravity * fmax(deepest, c->dry));
  if (most > 0 && most * step < digits * ldexp(deepest, -24))
    ria_terrain_warn(c, terrain, &own->rain.place,
                     "in a step of some %.2g s it rains %.1g mm, and single precision rounds a "
                     "depth of %.0f m to %.1g mm: some of the rain there is lost; expected "
                     "'precision: double'",
                     step, 1e3 * most * step, deepest, 1e3 * ldexp(deepest, -24));
}

/* Order 2 produces waves in sheets that are thinner than the bed's fall over a cell
 * (docs/model.md). If most of the ground is dry at the start, the case is about runoff. */
static void check_sheets(const ria_case *c, ria_terrain *terrain) {
  static const double longest = 0.5; /* of time.cfl */
  const estuary_case *own = c->own;
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  ria_global dry = 0;
  if (!own || !own->rain.on || own->numerics.order != RIA_ORDER_2 || c->time.cfl <= longest)
    return;
  for (ria_global i = 0; i < cells; i++) {
    const double level = terrain->start.level ? terrain->start.level[i] : c->initial.level;
    dry += level + terrain->depth[i] <= c->dry;
  }
  if (2 * dry > cells)
    ria_terrain_warn(c, terrain, &own->rain.place,
                     "in thin sheets of runoff order 2 makes waves with 'time.cfl' above %g: "
                     "discharges can be off by 6 %% on cells of 10 m, and by half on cells of "
                     "0.5 m; expected 'numerics.order: 1' or 'time.cfl: 0.45'",
                     longest);
}

void estuary_examine(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  if (c->natural)
    check_latitude(c, terrain);
  check_digits(c, terrain);
  estuary_lay_roughness(c, terrain, errors);
  estuary_lay_mixing(c, terrain, errors);
  estuary_shape_bed(c, terrain, errors);
  estuary_lay_structures(c, terrain, errors);
  estuary_check_pipes(c, terrain, errors);
  if (c->own)
    estuary_lay_sections(c, terrain, errors);
  estuary_lay_stations(c, terrain, errors);
  estuary_check_rivers(c, terrain, errors);
  estuary_mark_releases(c, terrain, errors);
  estuary_check_particles(c, terrain, errors);
  check_rain_digits(c, terrain);
  check_sheets(c, terrain);
  estuary_check_places(c, terrain, errors);
  if (c->own)
    estuary_check_fields(c, terrain, errors);
  if (c->own)
    estuary_check_weather(c, terrain, errors);
}
