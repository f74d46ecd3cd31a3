/* Compressible flow through rows of blades, on structured blocks of nodes: docs/rows.md. */
#include "rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/registry.h"

#define CONSERVED(prefix, words)                                                                   \
  {prefix "rho", "kg/m3", words "density"}, {prefix "mx", "kg/m2s", words "axial momentum"},       \
      {prefix "mr", "kg/m2s", words "radial momentum"},                                            \
      {prefix "mt", "kg/ms", words "moment of momentum"}, {                                        \
    prefix "e", "J/m3", words "total energy"                                                       \
  }

const ria_quantity rows_state[] = {
    CONSERVED("", ""),
    CONSERVED("last_", "last change: "),
    {"vx", "m/s", "axial velocity"},
    {"vr", "m/s", "radial velocity"},
    {"swirl", "m2/s", "radius times tangential velocity"},
    {"p", "Pa", "pressure"},
    {"h", "J/kg", "total enthalpy"},
    {"waves", "m3/s", "speeds of waves times the sides that they cross"},
    {"pace", "m3/s", "volume of a cell over its time step"},
    CONSERVED("fi_", "flux through face i: "),
    CONSERVED("fj_", "flux through face j: "),
    CONSERVED("fk_", "flux through face k: "),
    CONSERVED("c_", "gain of a cell: "),
    CONSERVED("d_", "change of a node: "),
    {"weight", "m3/s", "volume of a node over its time step"},
    CONSERVED("s_", "diffusion: "),
    CONSERVED("b_", "before the step: "),
    {"was_mx", "kg/m2s", "axial momentum before the step"},
    {"was_mr", "kg/m2s", "radial momentum before the step"},
    {"was_mt", "kg/ms", "moment of momentum before the step"},
    CONSERVED("defect_", "change of a node: "),
    CONSERVED("coarse_", "change of a coarse cell: "),
    CONSERVED("level1_", "change of a coarse node: "),
    CONSERVED("level2_", "change of a coarse node: "),
    CONSERVED("level3_", "change of a coarse node: ")};

const ria_quantity rows_statics[ROWS_ALL_STATICS] = {
    {"aix", "m2", "area of face i, axial"},
    {"air", "m2", "area of face i, radial"},
    {"ait", "m2", "area of face i, tangential"},
    {"ajx", "m2", "area of face j, axial"},
    {"ajr", "m2", "area of face j, radial"},
    {"ajt", "m2", "area of face j, tangential"},
    {"akx", "m2", "area of face k, axial"},
    {"akr", "m2", "area of face k, radial"},
    {"akt", "m2", "area of face k, tangential"},
    {"volume", "m3", "volume of the cell"},
    {"source", "m2", "area of the sides of the cell, radial"},
    {"r", "m", "radius"},
    {"open_i", "1", "0 where face i is a wall"},
    {"open_j", "1", "0 where face j is a wall"},
    {"open_k", "1", "0 where face k is a wall"},
    {"cell", "1", "1 where there is a cell"},
    {"node", "1", "0 where differences may not reach the node; 2 of other listed nodes; else 1"},
    {"side_x", "m2", "sides of the node's share of its cells, axial"},
    {"side_r", "m2", "sides of the node's share of its cells, radial"},
    {"side_t", "m2", "sides of the node's share of its cells, tangential"},
    {"sides", "m2", "sides of the node's share of its cells"},
    {"owned", "1", "1 of one of a node's copies"},
    {"slides", "1", "0 on boundaries other than walls with slip"},
    {"seen", "1", "1 where coarser grids see the change of the node"},
    {"given_0", "1", "what a boundary needs"},
    {"given_1", "1", "what a boundary needs"},
    {"given_2", "1", "what a boundary needs"},
    {"given_3", "1", "what a boundary needs"},
    {"given_4", "1", "what a boundary needs"},
    {"distance", "m", "distance of the cell to the nearest wall"},
    {"drags_i", "1", "1 where face i is a wall with friction"},
    {"along_i", "m/s", "speed of the wall along the axis"},
    {"turning_i", "1/s", "speed of the wall's rotation"},
    {"drags_j", "1", "1 where face j is a wall with friction"},
    {"along_j", "m/s", "speed of the wall along the axis"},
    {"turning_j", "1/s", "speed of the wall's rotation"},
    {"drags_k", "1", "1 where face k is a wall with friction"},
    {"along_k", "m/s", "speed of the wall along the axis"},
    {"turning_k", "1/s", "speed of the wall's rotation"}};

/* Marks are 0, 1 or 2, so they take a byte each. */
static const ria_storage stored[ROWS_ALL_STATICS] = {
    [OPEN] = RIA_STORED_MASK,     [OPEN + 1] = RIA_STORED_MASK, [OPEN + 2] = RIA_STORED_MASK,
    [CELL] = RIA_STORED_MASK,     [NODE] = RIA_STORED_MASK,     [OWNED] = RIA_STORED_MASK,
    [SLIDES] = RIA_STORED_MASK,   [SEEN] = RIA_STORED_MASK,     [WALL] = RIA_STORED_MASK,
    [WALL + 3] = RIA_STORED_MASK, [WALL + 6] = RIA_STORED_MASK};

static void destroy(void *instance) {
  rows *s = instance;
  if (!s)
    return;
  rows_metrics_destroy(s->metrics);
  rows_free_planes(s);
  rows_free_slides(s);
  for (int i = 0; s->plane_patch && i < 2 * s->own->planes; i++)
    free(s->plane_patch[i]);
  free(s->plane_patch);
  free(s->plane_patches);
  for (int b = 0; s->patch && b < s->own->boundaries; b++)
    free(s->patch[b]);
  free(s->patch);
  free(s->patches);
  free(s->boundary_of);
  free(s->is_wall);
  free(s->omega);
  free(s->wall_speed);
  rows_distance_destroy(s->distance);
  free(s->longest);
  free(s);
}

/* ---- rows and their speeds ---- */

static ria_status find_speeds(rows *s) {
  const ria_block_grid *grid = s->grid;
  const size_t blocks = (size_t)grid->blocks;
  s->omega = calloc(blocks + 1, sizeof *s->omega);
  s->wall_speed = calloc(blocks * (size_t)(s->own->boundaries + 1) + 1, sizeof *s->wall_speed);
  if (!s->omega || !s->wall_speed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  for (int r = 0; r < s->own->rows; r++) {
    const rows_row *row = &s->own->row[r];
    const int number = ria_block_grid_find_row(grid, row->name);
    for (int b = 0; b < grid->blocks; b++)
      if (grid->block[b].row == number)
        s->omega[b] = row->speed;
  }
  for (int b = 0; b < grid->blocks; b++) {
    const int row = grid->block[b].row;
    bool named = false;
    for (int r = 0; r < s->own->rows && row >= 0; r++)
      named |= ria_block_grid_find_row(grid, s->own->row[r].name) == row;
    if (row >= 0 && !named && isfinite(grid->row[row].speed))
      s->omega[b] = grid->row[row].speed;
  }
  for (int n = 0; n < s->own->boundaries; n++)
    for (size_t b = 0; b < blocks; b++)
      s->wall_speed[(size_t)n * blocks + b] =
          s->own->boundary[n].has_speed ? s->own->boundary[n].speed : s->omega[b];
  return RIA_SUCCESS;
}

/* ---- edges where three, five or more cells meet ---- */

/* The weight of a cell around a listed node; `corner` is the position of the node in it. */
typedef double weight_function(const int corner[RIA_AXES]);

static double eighth(const int corner[RIA_AXES]) {
  (void)corner;
  return 0.125;
}

/* A flux through the middle of a cell leaves the nodes on its high side. */
static double stress_i(const int corner[RIA_AXES]) {
  return corner[0] ? -1 : 1;
}
static double stress_j(const int corner[RIA_AXES]) {
  return corner[1] ? -1 : 1;
}
static double stress_k(const int corner[RIA_AXES]) {
  return corner[2] ? -1 : 1;
}
static double hoop(const int corner[RIA_AXES]) {
  (void)corner;
  return -1;
}

/* The position of a node in a cell around it. */
static void find_corner(const rows_listed_node *node, const ria_node_place *cell,
                        int corner[RIA_AXES]) {
  for (int c = 0; c < node->copies; c++) {
    bool found = node->copy[c].block == cell->block;
    for (int a = 0; a < RIA_AXES && found; a++) {
      corner[a] = (int)(node->copy[c].at[a] - cell->at[a]);
      found = corner[a] == 0 || corner[a] == 1;
    }
    if (found)
      return;
  }
}

/* Rows of the listed nodes: their cells in the order of blocks, k, j, i. */
static ria_status add_listed_rows(const rows *s, weight_function *weight, int block,
                                  const ria_range *cells, ria_rows *out) {
  int64_t count;
  const rows_listed_node *node = rows_metrics_listed(s->metrics, &count);
  ria_status status = RIA_SUCCESS;
  for (int64_t n = 0; n < count && status == RIA_SUCCESS; n++) {
    ria_entry *entry = calloc((size_t)node[n].cells + 1, sizeof *entry);
    if (!entry)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for an edge of a grid");
    for (int c = 0; c < node[n].cells; c++) {
      int corner[RIA_AXES] = {0};
      find_corner(&node[n], &node[n].cell[c], corner);
      entry[c].block = node[n].cell[c].block;
      memcpy(entry[c].cell, node[n].cell[c].at, sizeof entry[c].cell);
      entry[c].weight = weight(corner);
    }
    for (int c = 0; c < node[n].copies && status == RIA_SUCCESS; c++) {
      const ria_node_place *copy = &node[n].copy[c];
      if (copy->block == block && ria_range_has(cells, copy->at))
        status = ria_rows_add(out, copy->at, entry, node[n].cells);
    }
    free(entry);
  }
  return status;
}

#define LISTED(NAME, WEIGHT)                                                                       \
  static ria_status NAME(void *context, int block, const ria_range *cells, ria_rows *out) {        \
    return add_listed_rows(context, WEIGHT, block, cells, out);                                    \
  }
LISTED(listed_rows, eighth)
LISTED(stressed_i, stress_i)
LISTED(stressed_j, stress_j)
LISTED(stressed_k, stress_k)
LISTED(hooped_rows, hoop)

/* ---- the model ---- */

static ria_status prepare(rows *s) {
  const double cp = s->own->gas.cp, gamma = s->own->gas.gamma;
  s->gas = cp * (gamma - 1) / gamma;
  s->nstatic = rows_has_wall_functions(s) ? ROWS_ALL_STATICS
               : rows_is_turbulent(s)     ? WALL
                                          : ROWS_LAMINAR_STATICS;
  RIA_TRY(rows_check_patches(s));
  RIA_TRY(rows_check_rows(s));
  RIA_TRY(rows_find_boundaries(s));
  RIA_TRY(rows_check_grid(s));
  RIA_TRY(rows_check_closed(s));
  RIA_TRY(rows_find_slides(s));
  RIA_TRY(rows_metrics_create(s->grid, s->is_wall, &s->slides, &s->metrics));
  RIA_TRY(find_speeds(s));
  RIA_TRY(rows_check_directions(s));
  RIA_TRY(rows_check_pressures(s));
  RIA_TRY(rows_find_planes(s));
  rows_make_planes(s);
  RIA_TRY(rows_find_time_step(s));
  RIA_TRY(rows_make_slides(s));
  RIA_TRY(rows_prepare_start(s));
  RIA_TRY(rows_find_turbulence(s));
  s->listed = (ria_sparse){.name = "listed cells", .rows = listed_rows, .context = s};
  s->stressed[0] = (ria_sparse){.name = "stresses across i", .rows = stressed_i, .context = s};
  s->stressed[1] = (ria_sparse){.name = "stresses across j", .rows = stressed_j, .context = s};
  s->stressed[2] = (ria_sparse){.name = "stresses across k", .rows = stressed_k, .context = s};
  s->hooped = (ria_sparse){.name = "stresses around the axis", .rows = hooped_rows, .context = s};
  RIA_TRY(rows_check_levels(s));
  rows_make_multigrid(s);
  return rows_make_program(s);
}

/* Advice for a run that diverges. */
static const char *advice(const rows *s) {
  bool mixes = false;
  for (int p = 0; p < s->own->planes; p++)
    mixes |= s->own->plane[p].kind == ROWS_MIXING;
#define MAY_HELP                                                                                   \
  " a larger 'scheme.second', a larger 'scheme.fourth' or a start nearer to the flow may help"
#define LESS_RELAX " a smaller 'relax' of the mixing planes,"
  if (s->time_step > 0)
    return mixes ? "; a larger 'time.steps_per_passing'," LESS_RELAX MAY_HELP
                 : "; a larger 'time.steps_per_passing'," MAY_HELP;
  return mixes ? "; a smaller 'time.cfl'," LESS_RELAX MAY_HELP : "; a smaller 'time.cfl'," MAY_HELP;
#undef LESS_RELAX
#undef MAY_HELP
}

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  if (!terrain->nodes)
    return rows_reject(c, &c->grid.place,
                       "grid: the solver 'rows' solves on blocks of nodes; give 'blocks' with a "
                       "'shape', or a 'file'");
  rows *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  s->own = c->own;
  s->terrain = terrain;
  s->grid = terrain->nodes;
  RIA_TRY(prepare(s));
  *model = ria_model_of_case(c, terrain);
  model->nstate = s->program.nstate;
  model->state = s->program.state;
  model->nstatic = s->nstatic;
  model->statics = rows_statics;
  model->stored = stored;
  model->statics_beyond = true;
  model->program = &s->program.program;
  model->nodes = true;
  model->advice = advice(s);
  /* A step of a steady flow counts as 1 s. */
  model->step = RIA_STEP_FIXED;
  model->fixed_dt = s->time_step > 0 ? s->time_step : 1;
  model->whole_steps = s->time_step > 0;
  model->max_dt = 0;
  model->window = 1;
  return RIA_SUCCESS;
}

/* Coordinates of a node, from the first of its copies, so that copies start with the same
 * state. */
ria_status rows_point(const rows *s, int block, const ria_global node[RIA_AXES],
                      double point[RIA_AXES]) {
  ria_node_place first;
  ria_range range;
  ria_block_walk_copies(rows_metrics_walk(s->metrics), block, node, 1, &first);
  for (int a = 0; a < RIA_AXES; a++) {
    range.lo[a] = first.at[a];
    range.hi[a] = first.at[a] + 1;
  }
  return ria_block_grid_nodes(s->grid, first.block, range, &point[0], &point[1], &point[2]);
}

static ria_status check_start(const rows *s, int block, const ria_global at[RIA_AXES],
                              const double conserved[5]) {
  bool good = conserved[RHO] > 0 && conserved[ENERGY] > 0;
  for (int f = 0; f < HISTORY; f++)
    good &= isfinite(conserved[f]);
  if (good)
    return RIA_SUCCESS;
  return rows_reject(
      s->the_case, &s->own->start.place,
      "start: there is no flow so fast at node (%lld, %lld, %lld) of block '%s': its "
      "density and energy are not above 0; expected a smaller 'mach' or 'vt', or a "
      "higher temperature",
      (long long)at[0], (long long)at[1], (long long)at[2], s->grid->block[block].name);
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const rows *s = context;
  ria_global at[RIA_AXES];
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++) {
        double point[RIA_AXES], conserved[5];
        *values = 0;
        if (field < HISTORY) {
          RIA_TRY(rows_point(s, block, at, point));
          rows_start_at(s, point, conserved);
          RIA_TRY(check_start(s, block, at, conserved));
          *values = conserved[field];
        }
        values++;
      }
  return RIA_SUCCESS;
}

static bool on_surface(const rows *s, int block, const ria_global at[RIA_AXES]) {
  const ria_global *cells = s->grid->block[block].cells;
  bool inside = true, surface = false;
  for (int a = 0; a < RIA_AXES; a++) {
    inside &= at[a] >= 0 && at[a] <= cells[a];
    surface |= at[a] == 0 || at[a] == cells[a];
  }
  return inside && surface;
}

static ria_status fill_statics(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  const rows *s = context;
  const int64_t count = ria_range_nodes(cells);
  int64_t n = 0;
  ria_global at[RIA_AXES];
  (void)field; /* all filled together */
  RIA_TRY(rows_metrics_fill(s->metrics, block, cells, values));
  memset(values + SLIDES * count, 0, (size_t)((s->nstatic - SLIDES) * count) * sizeof *values);
  if (s->distance)
    RIA_TRY(rows_distance_fill(s->distance, block, cells, values + DISTANCE * count));
  if (rows_has_wall_functions(s))
    rows_fill_walls(s, block, cells, values + WALL * count);
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++, n++) {
        double point[RIA_AXES], given[5] = {0};
        values[SLIDES * count + n] = values[SEEN * count + n] = 1;
        if (!on_surface(s, block, at))
          continue;
        RIA_TRY(rows_point(s, block, at, point));
        RIA_TRY(rows_given(s, block, at, point, given));
        for (int m = 0; m < 5; m++)
          values[(GIVEN + m) * count + n] = given[m];
        values[SLIDES * count + n] = !rows_is_set(s, block, at);
        if (!s->own->scheme.levels)
          continue;
        bool seen;
        RIA_TRY(rows_is_seen(s, block, at, &seen));
        values[SEEN * count + n] = seen;
      }
  return RIA_SUCCESS;
}

/* Cells have time steps of their own, or all the same fraction of a passing. */
static const char *const ignores[] = {"time.step", "time.window", "time.guard", "time.max_dt",
                                      NULL};

const ria_solver ria_solver_rows = {
    .name = "rows",
    .what = "compressible flow through rows of blades, on blocks of nodes",
    .nstate = sizeof rows_state / sizeof *rows_state,
    .nstatic = ROWS_ALL_STATICS,
    .state = rows_state,
    .statics = rows_statics,
    .stored = stored,
    .keys = {.keys = rows_keys,
             .ignores = ignores,
             .bytes = sizeof(rows_case),
             .marches = true,
             .nodes = true,
             .finish = rows_check_case},
    .dimensions = 3,
    .blocks = true,
    .create = create,
    .destroy = destroy,
    .by_target = true,
    .fill_state = fill_state,
    .fill_statics = fill_statics,
    .show = rows_show,
    .judge = rows_judge};
