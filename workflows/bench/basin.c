#include "basin.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/number.h"
#include "ria/solver.h"
#include "tile.h"

/* All other keys keep their defaults, so that `ria bench` measures the work of `ria run`. */
static const char text[] = "solver: %s\n"
                           "time: {end: 1 h}\n"
                           "grid: {extent: [0 km, 0 km, 50 km, 50 km], cells: [1000, 1000]}\n"
                           "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n"
                           "%s";
/* Solvers without water use their case's default start, in a square, or in a cube if the size has
 * three numbers, unless the settings give a grid. */
static const char waterless[] = "solver: %s\n"
                                "time: {end: 1 h}\n"
                                "grid: {%s}\n";
static const char square[] = "extent: [0 m, 0 m, 1 m, 1 m], cells: [1000, 1000]";
static const char cube[] = "extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], cells: [100, 100, 100]";
static const char tracer[] = "tracers: [{name: tracer}]\n";

enum {
  HUMP = 16,     /* cells between the banks of the flats */
  LAND_PART = 10 /* one cell in this number is water */
};

static const double two_pi = 6.28318530717958648;
static const double bank = 0.5;      /* m: height of the flats' banks above the mean level */
static const double mountain = 20.0; /* m: height of land */

static bool is_land(const bench_basin *b, ria_global x) {
  return b->bed == BENCH_LAND && x >= b->terrain.grid.cells[0] / LAND_PART;
}

/* A field of the deep water at a cell, by its name. */
static double deep_water(const bench_basin *b, const char *field, ria_global x, ria_global y) {
  const ria_grid *g = &b->terrain.grid;
  return bench_wave(field, ((double)x + 0.5) / (double)g->cells[0],
                    ((double)y + 0.5) / (double)g->cells[1]);
}

static double depth_at(const bench_basin *b, ria_global x, ria_global y) {
  if (is_land(b, x))
    return -mountain;
  if (b->bed == BENCH_WETDRY)
    return bank * sin(two_pi / HUMP * (double)x) * cos(two_pi / HUMP * (double)y);
  return deep_water(b, "depth", x, y);
}

double bench_basin_state(const bench_basin *b, const char *field, ria_global x, ria_global y) {
  if (is_land(b, x))
    return 0;
  if (b->bed != BENCH_WETDRY)
    return deep_water(b, field, x, y);
  /* The waves of the deep water over the flats, which emerge in places. */
  const double level = deep_water(b, "h", x, y) - deep_water(b, "depth", x, y);
  const double h = fmax(level + depth_at(b, x, y), 0);
  if (!strcmp(field, "h"))
    return h;
  return h / deep_water(b, "h", x, y) * deep_water(b, field, x, y);
}

static bool uses(const ria_solver *solver, const char *shared_key) {
  for (const char *const *key = solver->keys.uses; key && *key; key++)
    if (!strcmp(*key, shared_key))
      return true;
  return false;
}

static bool has_water(const ria_solver *solver) {
  return uses(solver, "bathymetry");
}

static const char *const made_up[] = {"initial", "bathymetry"};

/* Refuses settings that the synthetic basin would ignore. */
static ria_status check_sets(int sets, const char *const *set) {
  for (int s = 0; s < sets; s++) {
    const size_t key = strcspn(set[s], "="), group = strcspn(set[s], ".=");
    for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++)
      if (group == strlen(made_up[i]) && !strncmp(set[s], made_up[i], group))
        return ria_fail(RIA_ERROR_ARGUMENT,
                        "--set %.*s: ria bench uses a synthetic bed and water; give --bed case to "
                        "measure with those of the case",
                        (int)key, set[s]);
  }
  return RIA_SUCCESS;
}

/* Whether a setting asks for cells along three axes. */
static bool has_three_axes(int sets, const char *const *set) {
  static const char key[] = "grid.cells=";
  bool three = false;
  for (int s = 0; s < sets; s++)
    if (!strncmp(set[s], key, sizeof key - 1))
      three = strchr(set[s], 'x') != strrchr(set[s], 'x');
  return three;
}

static ria_status refuse_blocks(const ria_solver *solver) {
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "ria bench measures a solver on one block of cells; on blocks run a case of %s, "
                  "whose summary.json has step_seconds",
                  solver->name);
}

static ria_status read_case(bench_basin *b, const char *solver, int sets, const char *const *set) {
  char data[sizeof text + sizeof tracer + 256];
  const ria_solver *known = ria_solver_find(solver);
  if (!known)
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no solver %s", solver);
  if (known->keys.nodes)
    return refuse_blocks(known);
  if (!known->dimensions && has_three_axes(sets, set))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the solver %s solves in a plane; give a size of two numbers, as 1000x1000",
                    solver);
  if (has_water(known))
    snprintf(data, sizeof data, text, solver, uses(known, "tracers") ? tracer : "");
  else
    ria_snprintf(data, sizeof data, waterless, solver,
                 known->bench.grid           ? known->bench.grid
                 : has_three_axes(sets, set) ? cube
                                             : square);
  ria_case_errors errors;
  ria_status status = ria_case_read_data("bench.yaml", data, strlen(data), &ria_known_names, sets,
                                         set, &b->the_case, &errors);
  ria_case_errors_destroy(&errors);
  if (status == RIA_SUCCESS && known->bench.cell > 0 && b->the_case.grid.cells[0] > 0 &&
      b->the_case.grid.high[0] == known->bench.length)
    b->the_case.grid.high[0] = known->bench.cell * (double)b->the_case.grid.cells[0];
  return status;
}

/* Checks the bed against the solver and the settings. */
static ria_status check_bed(const bench_basin *b, const ria_solver *solver, int sets,
                            const char *const *set) {
  const bool special = b->bed == BENCH_WETDRY || b->bed == BENCH_LAND;
  if (has_water(solver) && b->bed != BENCH_CASE)
    RIA_TRY(check_sets(sets, set));
  if (special && !has_water(solver))
    return ria_fail(RIA_ERROR_ARGUMENT, "the solver %s has no water; leave out --bed",
                    solver->name);
  if (special && !solver->nstatic)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the solver %s has water everywhere over a flat bed; give --bed wet or case",
                    solver->name);
  return RIA_SUCCESS;
}

ria_status bench_basin_create(bench_basin *b, const char *solver, bench_bed bed, int sets,
                              const char *const *set) {
  *b = (bench_basin){.bed = bed};
  RIA_TRY(read_case(b, solver, sets, set));
  const ria_solver *known = ria_solver_find(solver);
  if (b->the_case.grid.blocks > 0)
    return refuse_blocks(known);
  RIA_TRY(check_bed(b, known, sets, set));
  RIA_TRY(ria_terrain_load(&b->the_case, &b->terrain));
  const ria_grid *g = &b->terrain.grid;
  for (ria_global y = 0; known->nstatic && has_water(known) && bed != BENCH_CASE && y < g->cells[1];
       y++) {
    double *row = b->terrain.depth + y * g->cells[0];
    if (y > 0 && bed != BENCH_WETDRY) { /* all rows are the same */
      memcpy(row, b->terrain.depth, (size_t)g->cells[0] * sizeof *row);
      continue;
    }
    for (ria_global x = 0; x < g->cells[0]; x++)
      row[x] = depth_at(b, x, y);
  }
  return RIA_SUCCESS;
}

bool bench_made_up(const bench_basin *b, const ria_solver *solver) {
  return b->bed != BENCH_CASE && has_water(solver);
}

void bench_basin_destroy(bench_basin *b) {
  ria_terrain_destroy(&b->terrain);
  ria_case_destroy(&b->the_case);
}
