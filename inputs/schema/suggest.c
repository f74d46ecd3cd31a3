/* Advice about an unknown key: the probable key, a feature that ria lacks, or the valid keys. Only
 * keys used by the case's solver are named. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "reader.h"

enum { NAMES = 64, SHOWN = 10 };

/* Names in other programs for keys of a case. */
static const struct {
  const char *word, *key;
} synonyms[] = {{"stations", "gauges"},
                {"observations", "gauges"},
                {"observation_points", "gauges"},
                {"obs", "gauges"},
                {"probes", "gauges"},
                {"monitoring", "gauges"},
                {"roughness", "friction"},
                {"manning", "friction"},
                {"chezy", "friction"},
                {"drag", "friction"},
                {"dem", "bathymetry"},
                {"bed", "bathymetry"},
                {"depth", "bathymetry"},
                {"topography", "bathymetry"},
                {"elevation", "bathymetry"},
                {"terrain", "bathymetry"},
                {"mesh", "grid"},
                {"projection", "grid.crs"},
                {"discharge", "rivers"},
                {"discharges", "rivers"},
                {"sources", "rivers"},
                {"inflows", "rivers"},
                {"inflow", "boundaries"},
                {"bc", "boundaries"},
                {"boundary_conditions", "boundaries"},
                {"tide", "boundaries"},
                {"tides", "boundaries"},
                {"atlas", "boundaries"},
                {"rating_curve", "boundaries"},
                {"initial_conditions", "initial"},
                {"hotstart", "initial.file"},
                {"restart", "initial.file"},
                {"pollutants", "tracers"},
                {"contaminants", "tracers"},
                {"substances", "tracers"},
                {"dye", "tracers"},
                {"spill", "tracers"},
                {"floats", "particles"},
                {"drifters", "particles"},
                {"drogues", "particles"},
                {"lagrangian", "particles"},
                {"trajectories", "particles"},
                {"tracks", "particles"},
                {"water_age", "tracers"},
                {"residence_time", "tracers"},
                {"outputs", "output"},
                {"results", "output"},
                {"history", "output"},
                {"timestep", "time.dt"},
                {"time_step", "time.dt"},
                {"courant", "time.cfl"},
                {"order", "numerics.order"},
                {"landuse", "friction"},
                {"land_cover", "friction"},
                {"rainfall", "rain"},
                {"precipitation", "rain"},
                {"infiltration", "losses"},
                {"maximum", "maxima"},
                {"transects", "sections"},
                {"cross_sections", "sections"},
                {"crosssections", "sections"},
                {"discharges", "flows"},
                {"fluxes", "flows"},
                {"peaks", "maxima"},
                {"means", "output.window"},
                {"averages", "output.window"},
                {"averaging", "output.window"},
                {"max", "maxima"},
                {"meteo", "weather"},
                {"meteorology", "weather"},
                {"atmosphere", "weather"},
                {"pressure", "weather"},
                {"air_pressure", "weather"},
                {"wind_field", "weather"},
                {"cyclone", "weather.track"},
                {"hurricane", "weather.track"},
                {"typhoon", "weather.track"},
                {"storm", "weather"},
                {"curve_number", "losses"},
                {"weir", "structures"},
                {"weirs", "structures"},
                {"thin_dams", "structures"},
                {"walls", "structures"},
                {"dikes", "structures"},
                {"levees", "structures"},
                {"flaps", "structures"},
                {"buildings", "structures"},
                {"gates", "structures"},
                {"barrier", "structures"},
                {"culverts", "structures"},
                {"pumps", "structures"},
                {"houses", "structures"},
                {"intakes", "rivers"},
                {"abstraction", "rivers"},
                {"withdrawal", "rivers"},
                {"eddy_viscosity", "viscosity"},
                {"turbulence", "viscosity"},
                {"dispersion", "diffusivity"},
                {"diffusion", "diffusivity"},
                {"rotation", "coriolis"},
                {"backend", "target"},
                {"device", "target"},
                {"processes", "tiles"},
                {"partition", "tiles"},
                {"real", "precision"},
                {"type", "kind"},
                {"typ", "kind"},
                {"position", "at"},
                {"location", "at"},
                {"coordinates", "at"},
                {"flow", "discharge"},
                {"interval", "every"},
                {"dt", "every"}};

/* Features of other programs that ria lacks. */
static const struct {
  const char *word, *sentence;
} missing[] = {{"waves", "ria computes no wind waves"},
               {"wave", "ria computes no wind waves"},
               {"swell", "ria computes no wind waves"},
               {"salinity", "ria computes no salinity: its water has one density"},
               {"salt", "ria computes no salinity: its water has one density"},
               {"temperature", "ria computes no temperature: its water has one density"},
               {"density", "the water of ria has one density"},
               {"stratification", "the water of ria has one density"},
               {"layers", "ria has no layers: its currents are means over the depth"},
               {"vertical", "ria has no layers: its currents are means over the depth"},
               {"sediment", "ria computes no sediment"},
               {"sediments", "ria computes no sediment"},
               {"bedload", "ria computes no sediment"},
               {"erosion", "ria computes no morphology: the bed does not change"},
               {"morphology", "ria computes no morphology: the bed does not change"},
               {"ice", "ria computes no ice"},
               {"vegetation", "ria has no vegetation: 'friction' can stand for it"},
               {"evaporation", "ria has no evaporation"},
               {"particles", "ria has no particles: 'tracers' carry a concentration"},
               {"drifters", "ria has no particles: 'tracers' carry a concentration"}};

/* The keys that most cases have, in the order of a case. */
static const char *const usual[] = {"time",     "grid",   "bathymetry", "boundaries", "initial",
                                    "friction", "rivers", "tracers",    "gauges",     "output"};

/* Append the paths of keys with this name in lower sections; returns their number. */
static int find_below(ria_text *path, const ria_reader *reader, const ria_key *keys,
                      const char *prefix, const char *name) {
  int found = 0;
  for (const ria_key *k = keys; k->name; k++) {
    if (keys == reader->top && !schema_reader_uses(reader, k->name))
      continue;
    if (!strcmp(k->name, name)) {
      ria_text_add(path, "%s%s", prefix, name);
      found++;
    }
    if (k->keys && ria_key_is_map(k)) {
      ria_text below = {0};
      ria_text_add(&below, "%s%s.", prefix, k->name);
      if (!below.failed)
        found += find_below(path, reader, k->keys, below.data, name);
      ria_text_destroy(&below);
    }
  }
  return found;
}

static bool is_in(const char *name, int count, const char *const *names) {
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}

static void list(ria_text *text, int count, const char *const *names) {
  for (int i = 0; i < count; i++)
    ria_text_add(text, "%s%s", !i ? "" : i + 1 < count ? ", " : " and ", names[i]);
}

static void list_here(ria_text *text, int count, const char *const *names) {
  ria_text_add(text, count > SHOWN ? "; among the %d keys here are " : "; the keys here are ",
               count);
  list(text, count > SHOWN ? SHOWN : count, names);
}

static int add_usual(const char **some, int n, int count, const char *const *names) {
  for (size_t i = 0; i < sizeof usual / sizeof *usual && n < SHOWN; i++)
    if (is_in(usual[i], count, names) && !is_in(usual[i], n, some))
      some[n++] = usual[i];
  return n;
}

static int add_own(const ria_solver_keys *solver, const char **some, int n) {
  for (const ria_key *key = solver ? solver->keys : NULL; key && key->name && n < SHOWN; key++)
    if (!is_in(key->name, n, some))
      some[n++] = key->name;
  return n;
}

/* List the keys that most cases need; for solvers other than of water, their own keys first. */
static void list_some(ria_text *text, const ria_reader *reader, int count,
                      const char *const *names) {
  const ria_solver_keys *solver = reader->the_case ? reader->the_case->declared : NULL;
  const char *some[SHOWN];
  int n = solver && solver->natural ? 0 : add_own(solver, some, 0);
  n = add_usual(some, n, count, names);
  n = add_own(solver, some, n);
  ria_text_add(text, "; of the %d keys here most cases need ", count);
  list(text, n, some);
  ria_text_add(text, "; docs/case.md has all");
}

/* The key of a synonym among `keys`; at the top of a case, its path. */
static const char *meant(const ria_reader *reader, const ria_key *keys, const char *name) {
  for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
    const char *key = synonyms[i].key;
    char first[32];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(key, "."), key);
    if (!strcasecmp(synonyms[i].word, name) && ria_schema_find(keys, first) &&
        (keys != reader->top || schema_reader_uses(reader, first)))
      return key;
  }
  return NULL;
}

static const char *lacked(const ria_reader *reader, const char *name) {
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
    if (!strcasecmp(missing[i].word, name) && reader->the_case && reader->the_case->natural)
      return missing[i].sentence;
  return NULL;
}

void schema_suggest(ria_text *text, const ria_reader *reader, const ria_key *keys,
                    const char *name) {
  const bool top = reader->top && keys == reader->top;
  const char *names[NAMES];
  int count = 0;
  for (const ria_key *k = keys; k->name && count < NAMES; k++)
    if (!top || schema_reader_uses(reader, k->name))
      names[count++] = k->name;
  ria_text elsewhere = {0};
  const char *sentence = top ? lacked(reader, name) : NULL;
  const char *nearest = ria_text_nearest(name, count, names);
  const char *synonym = meant(reader, keys, name);
  if (sentence)
    ria_text_add(text, "; %s", sentence);
  else if (synonym || nearest)
    ria_text_add(text, "; did you mean '%s'?", synonym ? synonym : nearest);
  else if (top && find_below(&elsewhere, reader, keys, "", name) == 1 && !elsewhere.failed)
    ria_text_add(text, "; did you mean '%s'?", elsewhere.data);
  else if (!top && reader->top && ria_schema_find(reader->top, name) &&
           schema_reader_uses(reader, name))
    ria_text_add(text, "; '%s' stands at the top of a case, in no section", name);
  else if (top && count > SHOWN)
    list_some(text, reader, count, names);
  else
    list_here(text, count, names);
  ria_text_destroy(&elsewhere);
}
