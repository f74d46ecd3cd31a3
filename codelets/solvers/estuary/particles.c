/* Particles of a case: their groups, and the currents that carry them. */
#include <math.h>
#include <stdlib.h>
#include "estuary.h"

/* Numbers of the fields h, qx and qy in the state. */
enum { DEPTH, ALONG_X, ALONG_Y, CURRENT_FIELDS };

struct estuary_drift {
  ria_particle_group *group; /* [particles of the case] */
  ria_global **cells;        /* groups with an area */
  bool *open[4];             /* sides */
  uint8_t *cell;             /* [ny][nx] */
  double *wind[2];           /* NULL: uniform */
};

static size_t cells_of(const estuary *e) {
  return (size_t)(e->terrain->grid.cells[0] * e->terrain->grid.cells[1]);
}

void estuary_destroy_drift(estuary *e) {
  estuary_drift *d = e->drift;
  if (!d)
    return;
  for (int i = 0; d->cells && i < e->own->particles; i++)
    free(d->cells[i]);
  for (int side = 0; side < 4; side++)
    free(d->open[side]);
  free(d->cells);
  free(d->group);
  free(d->cell);
  free(d->wind[0]);
  free(d->wind[1]);
  free(d);
}

double estuary_particle_bytes(const ria_case *c) {
  const estuary_case *own = c->own;
  double count = 0;
  for (int i = 0; own && i < own->particles; i++)
    count += (double)own->particle[i].count;
  return ria_particles_bytes(count);
}

/* ---- groups ---- */

/* The cells of an area. */
static ria_status list_cells(const estuary *e, int number) {
  const estuary_particles *p = &e->own->particle[number];
  const double *inside = ria_terrain_field_of(e->terrain, p->mark);
  ria_particle_group *g = &e->drift->group[number];
  if (!inside)
    return ria_fail(RIA_ERROR_CASE, "%s: the area of the particles '%s' is not on the grid",
                    e->the_case->path, p->name);
  ria_global *cell = e->drift->cells[number] = malloc((cells_of(e) + 1) * sizeof *cell);
  if (!cell)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the area of the particles '%s'", p->name);
  for (size_t i = 0; i < cells_of(e); i++)
    if (inside[i] > 0)
      cell[g->cells++] = (ria_global)i;
  g->cell = cell;
  return RIA_SUCCESS;
}

/* The diffusivity of the case's tracers. */
static void mix_group(const estuary *e, ria_particle_group *g) {
  const double *map = e->mixing_map[ESTUARY_DIFFUSIVITY];
  g->mixes = true;
  g->diffusivities = map;
  g->diffusivity = e->own->diffusivity.constant;
  for (size_t i = 0; map && i < cells_of(e); i++)
    g->diffusivity = fmax(i ? g->diffusivity : 0, map[i]);
}

static ria_status make_group(const estuary *e, int number) {
  const estuary_particles *p = &e->own->particle[number];
  e->drift->group[number] = (ria_particle_group){.name = p->name,
                                                 .count = p->count,
                                                 .at = {p->at[0], p->at[1]},
                                                 .radius = p->radius,
                                                 .from = p->time,
                                                 .until = p->until > 0 ? p->until : p->time,
                                                 .every = p->every,
                                                 .wind = p->wind_drift,
                                                 .diffusivity = p->diffusivity,
                                                 .mass = p->mass / (double)p->count,
                                                 .decay = p->decay,
                                                 .dies = p->dies,
                                                 .shore = (ria_shore)p->shore,
                                                 .draft = p->draft,
                                                 .seed = (uint64_t)p->seed};
  if (p->mixes)
    mix_group(e, &e->drift->group[number]);
  return p->area ? list_cells(e, number) : RIA_SUCCESS;
}

/* Water and particles leave through all sides that are not walls. */
static ria_status find_open(const estuary *e) {
  const ria_grid *g = &e->terrain->grid;
  for (int i = 0; i < e->the_case->boundaries; i++) {
    const ria_case_boundary *b = &e->the_case->boundary[i];
    const bool along_x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
    bool **open = &e->drift->open[b->side];
    ria_global from, to;
    if (b->kind == RIA_BOUNDARY_WALL)
      continue;
    if (!*open)
      *open = calloc((size_t)g->cells[along_x ? 0 : 1], sizeof **open);
    if (!*open)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the sides that particles leave by");
    estuary_boundary_cells(g, b, &from, &to);
    for (ria_global n = from; n < to; n++)
      (*open)[n] = true;
  }
  return RIA_SUCCESS;
}

static ria_status take_fields(const estuary *e, bool winds) {
  estuary_drift *d = e->drift;
  const size_t cells = cells_of(e);
  d->cell = malloc(cells * sizeof *d->cell);
  for (int i = 0; i < 2 && winds; i++)
    d->wind[i] = malloc(cells * sizeof *d->wind[i]);
  return d->cell && (!winds || (d->wind[0] && d->wind[1]))
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the currents that carry particles");
}

/* Time in which the longest wave crosses some cells, at most a minute. */
static double interval_of(const estuary *e) {
  enum { CELLS = 32 };
  return fmin(CELLS * e->forcing_interval, 60);
}

ria_status estuary_list_particles(void *instance, ria_particles_description *of,
                                  ria_currents_reading *reading) {
  estuary *e = instance;
  *reading = (ria_currents_reading){
      .interval = interval_of(e), .fields = CURRENT_FIELDS, .at_once = e->has_dams};
  const int groups = e->own->particles;
  const bool winds = estuary_particles_drift(e->own) && estuary_blows(e);
  *of = (ria_particles_description){.grid = e->terrain->grid, .ranks = 1};
  if (!groups)
    return RIA_SUCCESS;
  estuary_destroy_drift(e);
  estuary_drift *d = e->drift = calloc(1, sizeof *d);
  if (d)
    d->group = calloc((size_t)groups, sizeof *d->group);
  if (d)
    d->cells = calloc((size_t)groups, sizeof *d->cells);
  if (!d || !d->group || !d->cells)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for particles");
  for (int i = 0; i < groups; i++)
    RIA_TRY(make_group(e, i));
  RIA_TRY(find_open(e));
  RIA_TRY(take_fields(e, winds));
  of->winds = winds;
  of->groups = groups;
  of->group = d->group;
  for (int side = 0; side < 4; side++)
    of->open[side] = d->open[side];
  return RIA_SUCCESS;
}

/* ---- currents ---- */

/* Whether the structure on a cell's low face blocks water: its crest is above the water on both
 * sides, or its gate is closed. */
static bool is_shut(const estuary *e, const double *depth, int axis, ria_global x, ria_global y) {
  enum { CREST, LID = ESTUARY_DAMS - 2 };
  const ria_grid *g = &e->terrain->grid;
  const ria_global at[2] = {x, y}, here = y * g->cells[0] + x,
                   before = estuary_within(g, 1, y - (axis == 1)) * g->cells[0] +
                            estuary_within(g, 0, x - (axis == 0));
  const double crest = estuary_dam_at(e, CREST + axis, at);
  const double level =
      fmax(depth[here] - e->terrain->depth[here], depth[before] - e->terrain->depth[before]);
  const double bed = fmax(-e->terrain->depth[here], -e->terrain->depth[before]);
  return crest > bed && (crest >= level || !(estuary_dam_at(e, LID + axis, at) > 0));
}

/* The bits of cells with structures. */
static void shut_faces(const estuary *e, const double *depth) {
  const ria_grid *g = &e->terrain->grid;
  for (ria_global y = 0; y < g->cells[1]; y++)
    for (ria_global x = 0; x < g->cells[0]; x++) {
      const ria_global here = y * g->cells[0] + x;
      e->drift->cell[here] = depth[here] > e->the_case->dry ? RIA_CURRENT_WET : 0;
      for (int axis = 0; axis < 2; axis++)
        if (is_shut(e, depth, axis, x, y))
          e->drift->cell[here] |= axis == 0 ? RIA_CURRENT_SHUT_X : RIA_CURRENT_SHUT_Y;
    }
}

ria_status estuary_make_currents(void *instance, double time, double *const *value,
                                 ria_currents *c) {
  const estuary *e = instance;
  const estuary_drift *d = e->drift;
  if (e->has_dams)
    shut_faces(e, value[DEPTH]);
  *c = (ria_currents){.time = time,
                      .u = value[ALONG_X],
                      .v = value[ALONG_Y],
                      .discharges = true,
                      .cell = e->has_dams ? d->cell : NULL,
                      .dry = e->the_case->dry,
                      .depth = value[DEPTH],
                      .winds = {d->wind[0], d->wind[1]}};
  if (d->wind[0])
    return estuary_wind_in_cells((estuary *)instance, time, d->wind);
  if (e->own->wind.on)
    estuary_wind(e->own, time, c->wind);
  return RIA_SUCCESS;
}
