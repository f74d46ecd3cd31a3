/* The keys of particles, and checks between them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../water.h"
#include "keys.h"
#include "ria/number.h"
#include "ria/particles.h"

#define OF(member)                                                                                 \
  .offset = offsetof(estuary_particles, member), .size = sizeof(((estuary_particles *)0)->member)

static const char *const shores[] = {[RIA_SHORE_REFLOAT] = "refloat",
                                     [RIA_SHORE_BEACH] = "beach",
                                     [RIA_SHORE_SLIDE] = "slide",
                                     NULL};

const ria_key estuary_particle_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, OF(name), .example = "spill",
     .what = "Name; by default `particles 1` and so on."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 2, OF(at), .instead = "area",
     .example = "[512 km, 4710 km]", .what = "Place of the release, `[x, y]`."},
    {"radius", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, .fallback = "0 m",
     OF(radius), .what = "Radius of the circle of the release; 0: a point."},
    {"area", RIA_KEY_FILE, RIA_KEY_REQUIRED, OF(area), .instead = "at", .example = "farm.geojson",
     .what = "File of polygons: the release covers the cells with centres in them."},
    {"count", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1e9,
     .fallback = "1000", OF(count), .what = "Number of particles."},
    {"time", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_TIME, .least = 0, .fallback = "0 s", OF(time),
     .example = "2 h", .what = "Time of the (first) release."},
    {"until", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_TIME, .least = 0, OF(until), .example = "6 h",
     .what = "Release one by one, evenly from `time` until then. Without it: all at once."},
    {"every", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_TIME, .least = 0, OF(every), .example = "10 min",
     .what = "With `until`: release equal batches at this interval."},
    {"wind_drift", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_NUMBER, 0, 1,
     .fallback = "0", OF(wind_drift), .example = "0.03",
     .what = "Share of the wind (`wind` or `weather`) that is added to the current."},
    {"diffusivity", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_DIFFUSIVITY, 0, 1e6,
     .fallback = "0 m2/s", OF(diffusivity), .example = "1 m2/s",
     .what = "Diffusivity of the random walk; 0: none."},
    {"mixes", RIA_KEY_BOOL, .fallback = "false", OF(mixes),
     .what = "Walk by the `diffusivity` of the case instead (`constant` or `map`), as tracers mix: "
             "mixed water stays mixed where depth or diffusivity change."},
    {"mass", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_MASS, .least = 0, OF(mass), .example = "20 t",
     .what = "Mass of the whole group, shared evenly. Give it for all groups or for none."},
    {"decay", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_RATE, .least = 0, .fallback = "0 1/s", OF(decay),
     .instead = "half_life|T90",
     .what = "Decay rate of the mass of a particle, from its release on."},
    {"half_life", RIA_KEY_HALF_LIFE, RIA_KEY_ABOVE, RIA_TIME, .least = 0, OF(decay),
     .instead = "decay|T90", .example = "12 h", .what = "Time in which half of the mass decays."},
    {"T90", RIA_KEY_TENTH_LIFE, RIA_KEY_ABOVE, RIA_TIME, .least = 0, OF(decay),
     .instead = "decay|half_life", .example = "6 h",
     .what = "Time in which nine tenths of the mass decay."},
    {"dies", RIA_KEY_BOOL, .fallback = "false", OF(dies),
     .what = "Particles die at random at the rate of decay instead of losing mass."},
    {"shore", RIA_KEY_CHOICE, .choices = shores, .fallback = "refloat", OF(shore),
     .what = "At a dry cell a particle stops until the cell has water (`refloat`), stops for good "
             "(`beach`), or goes on along the shore (`slide`)."},
    {"draft", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .least = 0, .fallback = "5 cm",
     OF(draft), .what = "Depth of water that a particle needs."},
    {"seed", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 9e15,
     .fallback = "1", OF(seed), .what = "Seed of the random numbers."},
    {0}};

/* ---- checks between keys ---- */

static void reject(ria_reader *reader, ria_yaml *record, const char *key, const char *sentence) {
  ria_yaml *value = ria_yaml_get(record, key);
  const size_t mark = ria_reader_enter(reader, key);
  ria_reader_reject(reader, value ? value : record, "%s", sentence);
  ria_reader_leave(reader, mark);
}

static void check_times(ria_reader *reader, ria_yaml *record, const ria_case *c,
                        const estuary_particles *p) {
  char sentence[160];
  if (isfinite(c->time.end) && p->time > c->time.end) {
    ria_snprintf(sentence, sizeof sentence,
                 "they are released %g s after the start, but the run ends at %g s", p->time,
                 c->time.end);
    reject(reader, record, "time", sentence);
  }
  if (p->until > 0 && p->until <= p->time)
    reject(reader, record, "until", "expected a time after 'time'");
  if (p->every > 0 && !(p->until > 0))
    reject(reader, record, "every", "this has a meaning only with 'until'");
  else if (p->every > 0 && p->every > p->until - p->time)
    reject(reader, record, "every", "this is longer than the time from 'time' to 'until'");
  if (isfinite(c->time.end) && p->until > c->time.end) {
    const size_t mark = ria_reader_enter(reader, "until");
    ria_reader_warn(reader, ria_yaml_get(record, "until"),
                    "the run ends at %g s, before all particles are released", c->time.end);
    ria_reader_leave(reader, mark);
  }
}

static void check_nature(ria_reader *reader, ria_yaml *record, const estuary_case *own,
                         const estuary_particles *p) {
  const bool wind = own->wind.on || (own->weather.on && (own->weather.track || own->weather.wind));
  if (p->area && p->radius > 0)
    reject(reader, record, "radius", "this belongs to 'at'; an 'area' has no radius");
  if (p->wind_drift > 0 && !wind)
    reject(reader, record, "wind_drift",
           "there is no wind in this case; expected 'wind' or a wind in 'weather'");
  if (p->mixes && (!own->diffusivity.on || own->diffusivity.smagorinsky > 0))
    reject(
        reader, record, "mixes",
        "expected a 'diffusivity' of the case, a 'constant' or a 'map': particles do not walk by "
        "'smagorinsky'");
  if (p->mixes && p->diffusivity > 0)
    reject(reader, record, "diffusivity",
           "'mixes' takes the case's diffusivity instead; leave one of the two out");
  if (p->dies && !(p->decay > 0))
    reject(reader, record, "dies", "expected 'decay', 'half_life' or 'T90' beside it");
}

void estuary_finish_particles(ria_reader *reader, const ria_case *c, estuary_case *own) {
  const ria_yaml *list = ria_yaml_get(ria_reader_root(reader), "particles");
  for (int i = 0; list && i < own->particles && i < list->count; i++) {
    estuary_particles *p = &own->particle[i];
    const size_t mark = ria_reader_enter(reader, "particles");
    ria_reader_enter_item(reader, i);
    p->place = ria_reader_place(list->value[i]);
    if (p->area)
      snprintf(p->mark, sizeof p->mark, "particles.%d", i);
    check_times(reader, list->value[i], c, p);
    check_nature(reader, list->value[i], own, p);
    if ((p->mass > 0) != (own->particle[0].mass > 0))
      reject(reader, list->value[i], "mass",
             "some groups have a 'mass' and others do not; expected one for each group, or for "
             "none");
    ria_reader_leave(reader, mark);
  }
}

bool estuary_particles_drift(const estuary_case *own) {
  bool some = false;
  for (int i = 0; i < own->particles; i++)
    some |= own->particle[i].wind_drift > 0;
  return some;
}

bool estuary_particles_mix(const estuary_case *own) {
  bool some = false;
  for (int i = 0; i < own->particles; i++)
    some |= own->particle[i].mixes;
  return some;
}

/* ---- on the grid ---- */

static void check_area(const ria_case *c, ria_terrain *terrain, const estuary_particles *p,
                       ria_case_errors *errors) {
  const size_t cells = (size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]);
  double *marked = estuary_mark_polygons(c, terrain, p->area, &p->place, errors);
  double *kept = marked ? ria_terrain_add_field(terrain, p->mark, 0) : NULL;
  size_t inside = 0;
  for (size_t n = 0; kept && n < cells; n++) {
    kept[n] = marked[n];
    inside += marked[n] > 0;
  }
  if (marked && !kept)
    ria_terrain_reject(errors, c, &p->place, "there are too many groups of particles with an area");
  else if (marked && !inside)
    ria_terrain_reject(errors, c, &p->place,
                       "no cell's centre lies in the area of the particles '%s', %s; expected "
                       "polygons inside the grid that are larger than cells, in %s",
                       p->name, p->area, terrain->crs ? terrain->crs : "metres of its own");
  free(marked);
}

static bool is_inside(const ria_grid *g, const estuary_particles *p) {
  bool inside = true;
  for (int a = 0; a < 2; a++)
    inside &=
        p->at[a] >= g->origin[a] && p->at[a] < g->origin[a] + (double)g->cells[a] * g->spacing[a];
  return inside;
}

/* Whether any cell of the circle has water at the start. */
static bool has_water(const ria_case *c, const ria_terrain *terrain, const estuary_particles *p) {
  const ria_grid *g = &terrain->grid;
  for (ria_global y = 0; y < g->cells[1]; y++)
    for (ria_global x = 0; x < g->cells[0]; x++)
      if (water_is_near(g, x, y, p->at[0], p->at[1], p->radius) &&
          water_start_at(c, terrain, x, y).depth > fmax(c->dry, p->draft))
        return true;
  return false;
}

static void check_circle(const ria_case *c, ria_terrain *terrain, const estuary_particles *p,
                         ria_case_errors *errors) {
  const ria_grid *g = &terrain->grid;
  if (!is_inside(g, p)) {
    ria_terrain_reject(errors, c, &p->place,
                       "the particles '%s' at (%.10g, %.10g) lie outside the grid, which reaches "
                       "from (%.10g, %.10g) to (%.10g, %.10g): move them or enlarge grid.extent",
                       p->name, p->at[0], p->at[1], g->origin[0], g->origin[1],
                       g->origin[0] + (double)g->cells[0] * g->spacing[0],
                       g->origin[1] + (double)g->cells[1] * g->spacing[1]);
    return;
  }
  const ria_terrain_spot shown = {p->name, {p->at[0], p->at[1]}, p->radius};
  if (ria_terrain_add_spot(terrain, &shown) != RIA_SUCCESS)
    ria_terrain_reject(errors, c, &p->place, "%s", ria_status_detail());
  if (c->initial.file || has_water(c, terrain, p))
    return;
  if (p->time > 0 || p->until > 0)
    ria_terrain_warn(c, terrain, &p->place,
                     "the particles '%s' at (%.10g, %.10g) are released on land that is dry at the "
                     "start: they wait until there is water",
                     p->name, p->at[0], p->at[1]);
  else
    ria_terrain_reject(errors, c, &p->place,
                       "the particles '%s' at (%.10g, %.10g) are released on dry land: move them "
                       "into the water, or release them later with 'time'",
                       p->name, p->at[0], p->at[1]);
}

void estuary_check_particles(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  for (int i = 0; own && i < own->particles; i++)
    if (own->particle[i].area)
      check_area(c, terrain, &own->particle[i], errors);
    else
      check_circle(c, terrain, &own->particle[i], errors);
}
