/* A time step of rows as a program: one exchange, then the operations on all nodes, then the
 * boundaries.
 *
 * Some fields hold two quantities, one after the other: the field of a cell's eddy viscosity later
 * holds the gathered gains of nodes, and that of fluxes, after their sum, stresses. */
#include "ops.h"
#include "ria/registry.h"

static const double turbulent_prandtl = 0.9;

/* ---- operations on all nodes ---- */

static bool is_cylindrical(const rows *s) {
  return s->grid->system == RIA_NODES_CYLINDRICAL;
}

static bool is_viscous(const rows *s) {
  return s->own->gas.viscosity > 0;
}

static void switch_if(program_builder *b, bool on, const char *name) {
  if (on)
    builder_switch(b, name);
}

/* The eddy viscosity of the state, which the time step and the stresses read. */
static void add_eddy(rows *s) {
  program_builder *b = &s->program;
  if (!rows_is_turbulent(s))
    return;
  builder_apply(b, "rows_eddy", NULL);
  builder_bind_blocks(b, "longest", s->longest);
  builder_bind_blocks(b, "growth", s->longest + s->grid->blocks);
  switch_if(b, !rows_has_wall_functions(s), "damped");
}

static void add_time_step(rows *s) {
  builder_apply(&s->program, "rows_time_step", NULL);
  switch_if(&s->program, rows_is_turbulent(s), "turbulent");
  builder_bind(&s->program, "fixed", s->time_step);
}

/* The gains of cells in one pass, without stored fluxes. Later stages of a step keep the time
 * step of the first one. */
static void add_gain_of_cells(rows *s, bool first) {
  program_builder *b = &s->program;
  const bool local = first && !(s->time_step > 0);
  builder_apply(b, "rows_gain",
                RENAMED({"pace", first ? "pace" : "weight" /* no kernel reads it there */}));
  switch_if(b, rows_is_turbulent(s), "turbulent");
  switch_if(b, local, "local");
  switch_if(b, is_cylindrical(s), "curved");
  builder_bind(b, "fixed", local ? 0 : s->time_step > 0 ? s->time_step : 1);
}

static void add_sums(rows *s) {
  for (int m = 0; m < 5; m++) {
    char i[] = "fi0", j[] = "fj0", k[] = "fk0", gain[] = "c0";
    i[2] = j[2] = k[2] = gain[1] = (char)('0' + m);
    builder_apply(&s->program, m == MR && is_cylindrical(s) ? "rows_source" : "rows_sum",
                  RENAMED({"fi", i}, {"fj", j}, {"fk", k}, {"gain", gain}));
  }
}

/* ---- viscosity ---- */

static void add_stress(rows *s) {
  if (!is_viscous(s))
    return;
  builder_apply(&s->program, "rows_stress", NULL);
  switch_if(&s->program, rows_is_turbulent(s), "turbulent");
}

static bool has_listed(const rows *s) {
  int64_t listed;
  rows_metrics_listed(s->metrics, &listed);
  return listed > 0;
}

/* Replaces the gathered values at nodes with listed cells. */
static void add_listed(rows *s) {
  static const char *const stresses[RIA_AXES][5] = {
      {"gi1", "gi2", "gi3", "gi4"}, {"gj1", "gj2", "gj3", "gj4"}, {"gk1", "gk2", "gk3", "gk4"}};
  program_builder *b = &s->program;
  if (!has_listed(s))
    return;
  builder_multiply(b, &s->listed, NAMES("c", "pace"), NAMES("d", "weight"), false);
  if (!is_viscous(s))
    return;
  for (int a = 0; a < RIA_AXES; a++)
    builder_multiply(b, &s->stressed[a], stresses[a], NAMES("d1", "d2", "d3", "d4"), true);
  builder_multiply(b, &s->hooped, NAMES("hoop"), NAMES("d2"), true);
}

/* The changes of nodes by the cells around them and by diffusion, in one pass. */
static void add_shares(rows *s) {
  const bool all = is_viscous(s), some = !all && has_listed(s);
  builder_apply(&s->program, "rows_share",
                RENAMED({"weight", all || some ? "weight" : "pace" /* not read */}));
  switch_if(&s->program, all, "all");
  switch_if(&s->program, some, "some");
}

/* Reference for large changes: the means of all nodes in the previous step. An unsteady flow may
 * change much at few places. */
static bool has_feedback(const rows *s) {
  return s->own->scheme.feedback > 0 && !(s->time_step > 0);
}

static void add_sizes(rows *s) {
  program_builder *b = &s->program;
  if (!has_feedback(s))
    return;
  builder_reduce(b, "rows_magnitude", RENAMED({"change", "d0"}), "size_0");
  builder_reduce(b, "rows_magnitude", RENAMED({"change", "d4"}), "size_2");
  builder_reduce(b, "rows_momentum_change", NULL, "size_1");
}

/* ---- multigrid ---- */

static void add_multigrid(rows *s) {
  static const char *const level[ROWS_LEVELS] = {"level1_", "level2_", "level3_"};
  program_builder *b = &s->program;
  if (!s->own->scheme.levels)
    return;
  builder_apply(b, "rows_defect", NULL);
  for (int i = 0; i < s->own->boundaries; i++)
    if (s->patches[i] && rows_slips(s, i))
      rows_add_slip(s, i, true);
  builder_multiply(b, &s->to_cells, NAMES("g"), NAMES("coarse"), false);
  for (int l = 0; l < s->own->scheme.levels; l++) {
    builder_multiply(b, &s->to_coarse[l], NAMES("coarse"), NAMES(level[l]), false);
    builder_multiply(b, &s->to_fine[l], NAMES(level[l]), NAMES("d"), true);
  }
}

/* ---- fields and scalars ---- */

/* A group of fields: `count` entries of rows_state from `first` on. `name`: the numbered name, or
 * NULL. */
static void add_group(program_builder *b, builder_place place, const char *name, int count,
                      int *first) {
  const ria_quantity *quantity = rows_state + *first;
  if (name)
    builder_numbered(b, place, name, count, quantity);
  for (int i = 0; !name && i < count; i++)
    builder_field(b, place, &quantity[i]);
  *first += count;
}

/* In the order of rows_state. Names are those of kernels. */
static void add_fields(rows *s) {
  static const struct {
    const char *name;
    int count;
  } work[] = {{NULL, 7}, {"fi", 5},     {"fj", 5},      {"fk", 5},      {"c", 5},
              {"d", 5},  {NULL, 1},     {"s", 5},       {"b", 5},       {NULL, 3},
              {"g", 5},  {"coarse", 5}, {"level1_", 5}, {"level2_", 5}, {"level3_", 5}};
  program_builder *b = &s->program;
  int next = 0;
  add_group(b, BUILDER_LASTING, NULL, 5, &next);
  add_group(b, BUILDER_LASTING, "h", 5, &next);
  for (size_t i = 0; i < sizeof work / sizeof *work; i++)
    add_group(b, BUILDER_WORK, work[i].name, work[i].count, &next);
  for (int f = 0; f < s->nstatic; f++)
    builder_field(b, BUILDER_STATIC, &rows_statics[f]);
  builder_also(b, "exists", "cell");
  builder_also_numbered(b, "was", 1, 3, "was_mx");
  builder_also_numbered(b, "gi", 1, 4, "fi0");
  builder_also_numbered(b, "gj", 1, 4, "fi4");
  builder_also_numbered(b, "gk", 1, 4, "fj3");
  builder_also(b, "hoop", "fk2");
  /* Without turbulence no kernel reads it. */
  builder_also(b, "eddy", rows_is_turbulent(s) ? "d0" : "volume");
}

static void add_constants(rows *s) {
  const rows_case *own = s->own;
  const double viscosity = own->gas.viscosity, gamma = own->gas.gamma, cp = own->gas.cp;
  const struct {
    const char *name;
    double value;
  } constants[] = {{"gamma", gamma},
                   {"gas", s->gas},
                   {"viscosity", viscosity},
                   {"conductivity", viscosity * cp / own->gas.prandtl},
                   {"carries", cp / turbulent_prandtl},
                   {"viscous", 4 * gamma / own->gas.prandtl * viscosity},
                   {"stirred", 4 * gamma / turbulent_prandtl},
                   {"curved", is_cylindrical(s)},
                   {"cfl", s->the_case->time.cfl},
                   {"second", own->scheme.second},
                   {"fourth", own->scheme.fourth}};
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    builder_value(&s->program, constants[i].name, constants[i].value);
  builder_of_blocks(&s->program, "omega", s->omega);
}

static void add_scalars(rows *s) {
  enum { SHOWN = 1, RECORDED = 2, LASTS = 4 };
  const double tolerance = s->the_case->time.until_residual;
  const double feedback = s->own->scheme.feedback / rows_metrics_nodes(s->metrics);
  const struct {
    ria_quantity quantity;
    int flags;
    double start;
  } scalars[] = {
      {{"residual_squared", "kg2/m4s2", "sum of the squares of the last change of the momentum"},
       SHOWN | RECORDED,
       0},
      {{"largest_squared", "kg2/m4s2", "the largest one so far"}, SHOWN | LASTS, 0},
      {{"small_squared", "kg2/m4s2", "value to which it must fall"}, 0, 0},
      {{"tolerance_squared", "1", "square of time.until_residual"}, 0, tolerance * tolerance},
      {{"done", "1", "the flow is steady"}, 0, 0},
      {{"again", "1", "there was a step before"}, LASTS, 0},
      {{"one", "1", "1"}, 0, 1},
      {{"size_0", "kg/m3", "sum of the sizes of changes: density"}, 0, 0},
      {{"size_1", "kg/m2s", "sum of the sizes of changes: momentum"}, 0, 0},
      {{"size_2", "J/m3", "sum of the sizes of changes: energy"}, 0, 0},
      {{"limit_0", "kg/m3", "limit of changes: density"}, LASTS, 0},
      {{"limit_1", "kg/m2s", "limit of changes: momentum"}, LASTS, 0},
      {{"limit_2", "J/m3", "limit of changes: energy"}, LASTS, 0},
      {{"feedback", "1", "share of a sum of magnitudes that is the limit"}, 0, feedback}};
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
    ria_program_scalar *scalar = builder_scalar(&s->program, &scalars[i].quantity);
    scalar->shown = scalars[i].flags & SHOWN;
    scalar->recorded = scalars[i].flags & RECORDED;
    scalar->lasts = scalars[i].flags & LASTS;
    scalar->start = scalars[i].start;
  }
}

static void add_residual(rows *s) {
  program_builder *b = &s->program;
  builder_reduce(b, "rows_residual", NULL, "residual_squared");
  builder_operate(b, "largest_squared", "residual_squared", RIA_SCALAR_LARGER, "largest_squared");
  builder_operate(b, "small_squared", "largest_squared", RIA_SCALAR_MULTIPLY, "tolerance_squared");
  builder_operate(b, "done", "residual_squared", RIA_SCALAR_AT_MOST, "small_squared");
  builder_operate(b, "again", "one", RIA_SCALAR_COPY, "one");
  builder_operate(b, "limit_0", "size_0", RIA_SCALAR_MULTIPLY, "feedback");
  builder_operate(b, "limit_1", "size_1", RIA_SCALAR_MULTIPLY, "feedback");
  builder_operate(b, "limit_2", "size_2", RIA_SCALAR_MULTIPLY, "feedback");
}

/* ---- a step ---- */

/* CPUs have the fluxes of the previous face in a cache; GPUs wait for memory. */
static bool recomputes(const rows *s) {
  const rows_fluxes fluxes = s->own->scheme.fluxes;
  return fluxes == ROWS_RECOMPUTED ||
         (fluxes == ROWS_FLUXES_AUTO && ria_target_is(s->the_case->target, RIA_TARGET_DEVICE));
}

/* The gains of cells from stored fluxes. */
static void add_cells_by_faces(rows *s, bool first) {
  if (first)
    add_time_step(s);
  builder_apply(&s->program, "rows_flux", NULL);
  add_sums(s);
}

/* The changes of nodes and, in the first stage of a step, diffusion. */
static void add_nodes(rows *s, bool first) {
  program_builder *b = &s->program;
  const bool together = recomputes(s) && first;
  if (!together || is_viscous(s))
    builder_apply(b, "rows_gather", NULL);
  if (is_viscous(s))
    builder_apply(b, "rows_friction", NULL);
  add_listed(s);
  if (together) {
    add_shares(s);
    return;
  }
  builder_apply(b, "rows_change", NULL);
  if (first)
    builder_apply(b, "rows_smooth", NULL);
}

/* Apply fluxes and diffusion to the state at this number of ticks after the start of the step. */
static void add_changes_of_state(rows *s, bool first, int tick) {
  program_builder *b = &s->program;
  builder_exchange(b, rows_conserved);
  rows_add_slides(s, &s->beyond, tick);
  builder_apply(b, "rows_primitive", NULL);
  add_eddy(s);
  if (recomputes(s))
    add_gain_of_cells(s, first);
  else
    add_cells_by_faces(s, first);
  add_stress(s);
  /* The friction of walls, before the gains and stresses of cells go to nodes. */
  if (rows_has_wall_functions(s))
    builder_apply(b, "rows_wall_force", NULL);
  add_nodes(s, first);
}

/* Includes feedback in the same pass unless multigrid runs in between. */
static void add_scree_step(rows *s) {
  program_builder *b = &s->program;
  const bool together = recomputes(s) && has_feedback(s) && !s->own->scheme.levels;
  const builder_pair *limits = RENAMED({"limit", "limit_"});
  add_changes_of_state(s, true, 0);
  add_sizes(s);
  if (!together && has_feedback(s))
    builder_apply(b, "rows_feedback", limits);
  add_multigrid(s);
  builder_apply(b, together ? "rows_scree" : "rows_march", together ? limits : NULL);
  rows_add_boundaries(s, RIA_STEP_TICKS);
}

/* The diffusion is computed from the saved state at the start of the step. */
static void add_rk4_step(rows *s) {
  static const double part[] = {0.25, 1.0 / 3, 0.5, 1};
  static const int tick[] = {0, RIA_STEP_TICKS / 4, RIA_STEP_TICKS / 3, RIA_STEP_TICKS / 2,
                             RIA_STEP_TICKS};
  program_builder *b = &s->program;
  builder_apply(b, "rows_keep", NULL);
  for (int stage = 0; stage < 4; stage++) {
    add_changes_of_state(s, stage == 0, tick[stage]);
    add_multigrid(s);
    builder_apply(b, "rows_stage", NULL);
    builder_bind(b, "part", part[stage]);
    rows_add_boundaries(s, tick[stage + 1]);
  }
}

ria_status rows_make_program(rows *s) {
  program_builder *b = &s->program;
  add_fields(s);
  add_scalars(s);
  add_constants(s);
  if (s->own->scheme.march == ROWS_RK4)
    add_rk4_step(s);
  else
    add_scree_step(s);
  add_residual(s);
  if (s->the_case->time.until_residual > 0)
    b->program.end = 1 + builder_scalar_number(b, "done");
  return builder_finish(b, true);
}
