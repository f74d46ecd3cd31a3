/* A time step of rows as a program: one exchange, then what all nodes do, then the boundaries. */
#include "ops.h"
#include <stdlib.h>
#include <string.h>
#include "../recipe.h"
#include "ria/registry.h"

static const double turbulent_prandtl = 0.9;

ria_status rows_add_op(rows *s, ria_op_kind kind, ria_op **added) {
  if (s->program.ops == ROWS_OPS)
    return ria_fail(RIA_ERROR_INTERNAL, "a step of rows has more than %d operations", ROWS_OPS);
  *added = &s->op[s->program.ops++];
  **added = (ria_op){.kind = kind};
  return RIA_SUCCESS;
}

ria_status rows_add_kernel(rows *s, ria_op_kind kind, const char *name, int count, const int *field,
                           ria_op **added) {
  RIA_TRY(rows_add_op(s, kind, added));
  ria_op *op = *added;
  op->kernel = ria_kernel_find(name);
  if (!op->kernel || op->kernel->nstate != count)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build, or has other fields",
                    name);
  memcpy(op->field, field, (size_t)count * sizeof *field);
  return RIA_SUCCESS;
}

void rows_bind(ria_op *op, const char *name, double value) {
  recipe_bind_value(op->kernel, op->scalars, name, value);
}

static void bind_scalar(ria_op *op, const char *name, int scalar) {
  op->bound[ria_kernel_scalar(op->kernel, name)] = 1 + scalar;
}

void rows_bind_block(ria_op *op, const char *name, const double *values) {
  op->of_block[ria_kernel_scalar(op->kernel, name)] = values;
}

int rows_static(const rows *s, int number) {
  return s->nstate + number;
}

/* ---- what all nodes do ---- */

static ria_status add_exchange(rows *s) {
  ria_op *op = NULL;
  RIA_TRY(rows_add_op(s, RIA_OP_EXCHANGE, &op));
  op->fields = 5;
  for (int m = 0; m < 5; m++)
    op->field[m] = RHO + m;
  return RIA_SUCCESS;
}

static ria_status add_primitive(rows *s) {
  const int sides = rows_static(s, SIDES);
  const int field[] = {RHO,   MX,        MR,        MT,        ENERGY, rows_static(s, RADIUS),
                       sides, sides + 1, sides + 2, sides + 3, VX,     VR,
                       SWIRL, P,         ENTHALPY,  WAVES};
  ria_op *op = NULL;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_primitive", 16, field, &op));
  rows_bind(op, "gamma", s->own->gas.gamma);
  rows_bind_block(op, "omega", s->omega);
  return RIA_SUCCESS;
}

/* The eddy viscosity of the state, which the time step and the stresses see. */
static ria_status add_eddy(rows *s) {
  int field[18] = {RHO, VX, VR, SWIRL, rows_static(s, RADIUS)};
  ria_op *op = NULL;
  if (!rows_is_turbulent(s))
    return RIA_SUCCESS;
  for (int a = 0; a < 9; a++)
    field[5 + a] = rows_static(s, AREA + a);
  field[14] = rows_static(s, VOLUME);
  field[15] = rows_static(s, CELL);
  field[16] = rows_static(s, DISTANCE);
  field[17] = EDDY;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_eddy", 18, field, &op));
  rows_bind(op, "viscosity", s->own->gas.viscosity);
  rows_bind(op, "curved", s->grid->system == RIA_NODES_CYLINDRICAL);
  rows_bind_block(op, "longest", s->longest);
  rows_bind_block(op, "growth", s->longest + s->grid->blocks);
  if (!rows_has_wall_functions(s))
    op->switches |= 1u << ria_kernel_switch(op->kernel, "damped");
  return RIA_SUCCESS;
}

/* A kernel's field and switch of the eddy viscosity. Without turbulence it does not look at the
 * field. */
static int eddy_of(const rows *s) {
  return rows_is_turbulent(s) ? EDDY : rows_static(s, VOLUME);
}

static void switch_turbulence(const rows *s, ria_op *op) {
  if (rows_is_turbulent(s))
    op->switches |= 1u << ria_kernel_switch(op->kernel, "turbulent");
}

static void bind_time_step(const rows *s, ria_op *op) {
  const rows_case *own = s->own;
  rows_bind(op, "cfl", s->the_case->time.cfl);
  rows_bind(op, "gamma", own->gas.gamma);
  rows_bind(op, "viscous", 4 * own->gas.gamma / own->gas.prandtl * own->gas.viscosity);
  rows_bind(op, "stirred", 4 * own->gas.gamma / turbulent_prandtl);
  rows_bind_block(op, "omega", s->omega);
}

static ria_status add_time_step(rows *s) {
  int field[19] = {RHO, VX, VR, SWIRL, P, rows_static(s, RADIUS)};
  ria_op *op = NULL;
  for (int a = 0; a < 9; a++)
    field[6 + a] = rows_static(s, AREA + a);
  field[15] = rows_static(s, VOLUME);
  field[16] = rows_static(s, CELL);
  field[17] = eddy_of(s);
  field[18] = PACE;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_time_step", 19, field, &op));
  switch_turbulence(s, op);
  bind_time_step(s, op);
  rows_bind(op, "fixed", s->time_step);
  return RIA_SUCCESS;
}

static ria_status add_fluxes(rows *s) {
  int field[37] = {RHO, MX, MR, MT, VX, VR, SWIRL, P, ENTHALPY, rows_static(s, RADIUS)};
  ria_op *op = NULL;
  for (int a = 0; a < 9; a++)
    field[10 + a] = rows_static(s, AREA + a);
  for (int a = 0; a < RIA_AXES; a++)
    field[19 + a] = rows_static(s, OPEN + a);
  for (int f = 0; f < 15; f++)
    field[22 + f] = FLUX + f;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_flux", 37, field, &op));
  rows_bind_block(op, "omega", s->omega);
  return RIA_SUCCESS;
}

/* The gains of cells in one pass, without fluxes that are stored. Later stages of a step keep the
 * time step of the first one. */
static ria_status add_gain_of_cells(rows *s, bool first) {
  int field[32] = {RHO, MX, MR, MT, VX, VR, SWIRL, P, ENTHALPY, rows_static(s, RADIUS)};
  const bool local = first && !(s->time_step > 0);
  ria_op *op = NULL;
  for (int a = 0; a < 9; a++)
    field[10 + a] = rows_static(s, AREA + a);
  for (int a = 0; a < RIA_AXES; a++)
    field[19 + a] = rows_static(s, OPEN + a);
  field[22] = rows_static(s, VOLUME);
  field[23] = rows_static(s, CELL);
  field[24] = rows_static(s, SOURCE);
  field[25] = eddy_of(s);
  for (int m = 0; m < 5; m++)
    field[26 + m] = C + m;
  field[31] = first ? PACE : WEIGHT /* nobody reads it there */;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_gain", 32, field, &op));
  switch_turbulence(s, op);
  if (local)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "local");
  if (s->grid->system == RIA_NODES_CYLINDRICAL)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "curved");
  bind_time_step(s, op);
  if (!local)
    rows_bind(op, "fixed", s->time_step > 0 ? s->time_step : 1);
  return RIA_SUCCESS;
}

static ria_status add_sums(rows *s) {
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    const int i = FLUX + m, j = FLUX + 5 + m, k = FLUX + 10 + m;
    if (m == MR - RHO && s->grid->system == RIA_NODES_CYLINDRICAL)
      RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_source", 10,
                              (int[]){i, j, k, RHO, SWIRL, P, rows_static(s, RADIUS),
                                      rows_static(s, SOURCE), PACE, C + m},
                              &op));
    else
      RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_sum", 5, (int[]){i, j, k, PACE, C + m}, &op));
  }
  return RIA_SUCCESS;
}

static ria_status add_gains(rows *s) {
  ria_op *op = NULL;
  return rows_add_kernel(
      s, RIA_OP_APPLY, "rows_gather", 12,
      (int[]){C, C + 1, C + 2, C + 3, C + 4, PACE, D, D + 1, D + 2, D + 3, D + 4, WEIGHT}, &op);
}

/* ---- viscosity ---- */

static ria_status add_stress(rows *s) {
  const rows_case *own = s->own;
  if (!(own->gas.viscosity > 0))
    return RIA_SUCCESS;
  int field[32] = {RHO, VX, VR, SWIRL, P, rows_static(s, RADIUS)};
  ria_op *op = NULL;
  for (int a = 0; a < 9; a++)
    field[6 + a] = rows_static(s, AREA + a);
  field[15] = rows_static(s, VOLUME);
  field[16] = rows_static(s, SOURCE);
  field[17] = PACE;
  field[18] = eddy_of(s);
  for (int f = 0; f < 13; f++)
    field[19 + f] = STRESS + f;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_stress", 32, field, &op));
  switch_turbulence(s, op);
  rows_bind(op, "carries", own->gas.cp / turbulent_prandtl);
  rows_bind(op, "viscosity", own->gas.viscosity);
  rows_bind(op, "conductivity", own->gas.viscosity * own->gas.cp / own->gas.prandtl);
  rows_bind(op, "gas", s->gas);
  rows_bind(op, "curved", s->grid->system == RIA_NODES_CYLINDRICAL);
  return RIA_SUCCESS;
}

/* The friction of walls by wall functions, before the gains and stresses of cells go to nodes. */
static ria_status add_wall_force(rows *s) {
  int field[41];
  ria_op *op = NULL;
  if (!rows_has_wall_functions(s))
    return RIA_SUCCESS;
  for (int m = 0; m < 4; m++)
    field[m] = C + 1 + m;
  for (int m = 0; m < 12; m++)
    field[4 + m] = STRESS + m;
  field[16] = RHO;
  field[17] = VX;
  field[18] = VR;
  field[19] = SWIRL;
  field[20] = rows_static(s, RADIUS);
  for (int a = 0; a < 9; a++) {
    field[21 + a] = rows_static(s, AREA + a);
    field[32 + a] = rows_static(s, WALL + a);
  }
  field[30] = rows_static(s, VOLUME);
  field[31] = rows_static(s, CELL);
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_wall_force", 41, field, &op));
  rows_bind(op, "viscosity", s->own->gas.viscosity);
  return RIA_SUCCESS;
}

ria_status rows_add_products(rows *s, const ria_sparse *matrix, int from, int to, int fields,
                             bool plus) {
  ria_op *op = NULL;
  RIA_TRY(rows_add_op(s, RIA_OP_SPMV, &op));
  op->matrix = matrix;
  op->fields = fields;
  op->add = plus;
  for (int f = 0; f < fields; f++) {
    op->field[f] = from + f;
    op->field[fields + f] = to + f;
  }
  return RIA_SUCCESS;
}

static ria_status add_friction(rows *s) {
  int field[17] = {D + 1, D + 2, D + 3, D + 4};
  ria_op *op = NULL;
  if (!(s->own->gas.viscosity > 0))
    return RIA_SUCCESS;
  for (int f = 0; f < 13; f++)
    field[4 + f] = STRESS + f;
  return rows_add_kernel(s, RIA_OP_APPLY, "rows_friction", 17, field, &op);
}

static bool has_listed(const rows *s) {
  int64_t listed;
  rows_metrics_listed(s->metrics, &listed);
  return listed > 0;
}

/* What was gathered at nodes whose cells are listed is replaced. */
static ria_status add_listed(rows *s) {
  ria_op *op = NULL;
  if (!has_listed(s))
    return RIA_SUCCESS;
  RIA_TRY(rows_add_op(s, RIA_OP_SPMV, &op));
  op->matrix = &s->listed;
  op->fields = 6;
  for (int m = 0; m < 5; m++) {
    op->field[m] = C + m;
    op->field[6 + m] = D + m;
  }
  op->field[5] = PACE;
  op->field[11] = WEIGHT;
  if (!(s->own->gas.viscosity > 0))
    return RIA_SUCCESS;
  for (int a = 0; a < RIA_AXES; a++)
    RIA_TRY(rows_add_products(s, &s->stressed[a], STRESS + 4 * a, D + 1, 4, true));
  return rows_add_products(s, &s->hooped, HOOP, D + 2, 1, true);
}

static ria_status add_changes(rows *s) {
  ria_op *op = NULL;
  return rows_add_kernel(s, RIA_OP_APPLY, "rows_change", 6,
                         (int[]){D, D + 1, D + 2, D + 3, D + 4, WEIGHT}, &op);
}

static ria_status add_diffusion(rows *s) {
  ria_op *op = NULL;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_smooth", 13,
                          (int[]){RHO, MX, MR, MT, ENERGY, WAVES, WEIGHT, rows_static(s, NODE), S,
                                  S + 1, S + 2, S + 3, S + 4},
                          &op));
  rows_bind(op, "second", s->own->scheme.second);
  rows_bind(op, "fourth", s->own->scheme.fourth);
  return RIA_SUCCESS;
}

/* The changes of nodes by the cells around them and by diffusion in one pass. */
static ria_status add_shares(rows *s) {
  const bool all = s->own->gas.viscosity > 0, some = !all && has_listed(s);
  int field[24] = {[5] = all || some ? WEIGHT : PACE /* not looked at */,
                   [11] = PACE,
                   [17] = WAVES,
                   [18] = rows_static(s, NODE)};
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    field[m] = D + m;
    field[6 + m] = C + m;
    field[12 + m] = RHO + m;
    field[19 + m] = S + m;
  }
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_share", 24, field, &op));
  rows_bind(op, "second", s->own->scheme.second);
  rows_bind(op, "fourth", s->own->scheme.fourth);
  if (all)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "all");
  if (some)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "some");
  return RIA_SUCCESS;
}

/* What large changes are compared with: the means of all nodes in the step before. An unsteady flow
 * may change much in few places. */
static bool has_feedback(const rows *s) {
  return s->own->scheme.feedback > 0 && !(s->time_step > 0);
}

static void bind_limits(ria_op *op) {
  static const char *const limits[] = {"limit0", "limit1", "limit2"};
  for (int m = 0; m < 3; m++)
    bind_scalar(op, limits[m], LIMIT + m);
}

static ria_status add_sizes(rows *s) {
  ria_op *op = NULL;
  if (!has_feedback(s))
    return RIA_SUCCESS;
  for (int i = 0; i < 2; i++) {
    RIA_TRY(rows_add_kernel(s, RIA_OP_REDUCE, "rows_magnitude", 2,
                            (int[]){D + 4 * i, rows_static(s, OWNED)}, &op));
    op->result = SIZE + 2 * i;
  }
  RIA_TRY(rows_add_kernel(
      s, RIA_OP_REDUCE, "rows_momentum_change", 5,
      (int[]){D + 1, D + 2, D + 3, rows_static(s, RADIUS), rows_static(s, OWNED)}, &op));
  op->result = SIZE + 1;
  return RIA_SUCCESS;
}

static ria_status add_feedback(rows *s) {
  int field[11];
  ria_op *op = NULL;
  if (!has_feedback(s))
    return RIA_SUCCESS;
  for (int m = 0; m < 5; m++) {
    field[m] = D + m;
    field[5 + m] = S + m;
  }
  field[10] = rows_static(s, RADIUS);
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_feedback", 11, field, &op));
  bind_limits(op);
  return RIA_SUCCESS;
}

/* ---- multigrid ---- */

static ria_status add_multigrid(rows *s) {
  int field[16];
  ria_op *op = NULL;
  if (!s->own->scheme.levels)
    return RIA_SUCCESS;
  for (int m = 0; m < 5; m++) {
    field[m] = D + m;
    field[5 + m] = S + m;
    field[11 + m] = DEFECT + m;
  }
  field[10] = rows_static(s, SEEN);
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_defect", 16, field, &op));
  for (int b = 0; b < s->own->boundaries; b++)
    if (s->patches[b] && rows_slips(s, b))
      RIA_TRY(rows_add_slip(s, b, DEFECT + 1));
  RIA_TRY(rows_add_products(s, &s->to_cells, DEFECT, COARSE, 5, false));
  for (int l = 0; l < s->own->scheme.levels; l++) {
    RIA_TRY(rows_add_products(s, &s->to_coarse[l], COARSE, LEVEL + 5 * l, 5, false));
    RIA_TRY(rows_add_products(s, &s->to_fine[l], LEVEL + 5 * l, D, 5, true));
  }
  return RIA_SUCCESS;
}

/* A step of the scree scheme; with feedback in the same pass if `limited`. */
static ria_status add_march(rows *s, bool limited) {
  const int more = limited ? 1 : 0; /* the radius */
  int field[24];
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    field[m] = RHO + m;
    field[5 + m] = HISTORY + m;
    field[10 + m] = D + m;
    field[15 + m] = S + m;
  }
  field[20] = rows_static(s, RADIUS);
  for (int m = 0; m < 3; m++)
    field[20 + more + m] = WAS + m;
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, limited ? "rows_scree" : "rows_march", 23 + more, field,
                          &op));
  bind_scalar(op, "again", AGAIN);
  if (limited)
    bind_limits(op);
  return RIA_SUCCESS;
}

/* A Runge-Kutta step keeps the state that it begins with. */
static ria_status add_keep(rows *s) {
  int field[13];
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    field[m] = RHO + m;
    field[5 + m] = B + m;
  }
  for (int m = 0; m < 3; m++)
    field[10 + m] = WAS + m;
  return rows_add_kernel(s, RIA_OP_APPLY, "rows_keep", 13, field, &op);
}

static ria_status add_stage(rows *s, double part) {
  int field[20];
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    field[m] = RHO + m;
    field[5 + m] = B + m;
    field[10 + m] = D + m;
    field[15 + m] = S + m;
  }
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_stage", 20, field, &op));
  rows_bind(op, "part", part);
  return RIA_SUCCESS;
}

/* ---- scalars ---- */

static ria_status add_scalar(rows *s, int result, int a, ria_scalar_operation operation, int b) {
  ria_op *op = NULL;
  RIA_TRY(rows_add_op(s, RIA_OP_SCALAR, &op));
  op->result = result;
  op->operation = operation;
  op->a = a;
  op->b = b;
  return RIA_SUCCESS;
}

static ria_status add_residual(rows *s) {
  ria_op *op = NULL;
  RIA_TRY(rows_add_kernel(
      s, RIA_OP_REDUCE, "rows_residual", 8,
      (int[]){MX, MR, MT, WAS, WAS + 1, WAS + 2, rows_static(s, RADIUS), rows_static(s, OWNED)},
      &op));
  op->result = RESIDUAL;
  RIA_TRY(add_scalar(s, LARGEST, RESIDUAL, RIA_SCALAR_LARGER, LARGEST));
  RIA_TRY(add_scalar(s, SMALL, LARGEST, RIA_SCALAR_MULTIPLY, TOLERANCE));
  RIA_TRY(add_scalar(s, DONE, RESIDUAL, RIA_SCALAR_AT_MOST, SMALL));
  RIA_TRY(add_scalar(s, AGAIN, ONE, RIA_SCALAR_COPY, ONE));
  for (int m = 0; m < 3; m++)
    RIA_TRY(add_scalar(s, LIMIT + m, SIZE + m, RIA_SCALAR_MULTIPLY, FEEDBACK));
  return RIA_SUCCESS;
}

static void name_scalars(rows *s) {
  static const ria_quantity names[ROWS_SCALARS] = {
      [RESIDUAL] = {"residual_squared", "kg2/m4s2",
                    "sum of the squares of the last change of the momentum"},
      [LARGEST] = {"largest_squared", "kg2/m4s2", "the largest one so far"},
      [SMALL] = {"small_squared", "kg2/m4s2", "what it is to fall to"},
      [TOLERANCE] = {"tolerance_squared", "1", "square of time.until_residual"},
      [DONE] = {"done", "1", "the flow is steady"},
      [AGAIN] = {"again", "1", "there was a step before"},
      [ONE] = {"one", "1", "1"},
      [SIZE] = {"size_0", "kg/m3", "sum of the sizes of changes: density"},
      [SIZE + 1] = {"size_1", "kg/m2s", "sum of the sizes of changes: momentum"},
      [SIZE + 2] = {"size_2", "J/m3", "sum of the sizes of changes: energy"},
      [LIMIT] = {"limit_0", "kg/m3", "limit of changes: density"},
      [LIMIT + 1] = {"limit_1", "kg/m2s", "limit of changes: momentum"},
      [LIMIT + 2] = {"limit_2", "J/m3", "limit of changes: energy"},
      [FEEDBACK] = {"feedback", "1", "share of a sum of magnitudes that is the limit"}};
  const double tolerance = s->the_case->time.until_residual;
  for (int i = 0; i < ROWS_SCALARS; i++)
    s->scalar[i] =
        (ria_program_scalar){.quantity = names[i],
                             .shown = i == RESIDUAL || i == LARGEST,
                             .recorded = i == RESIDUAL,
                             .lasts = i == LARGEST || i == AGAIN || (i >= LIMIT && i < LIMIT + 3)};
  s->scalar[TOLERANCE].start = tolerance * tolerance;
  s->scalar[ONE].start = 1;
  s->scalar[FEEDBACK].start = s->own->scheme.feedback / rows_metrics_nodes(s->metrics);
}

/* Processors have the fluxes of the face before in a cache, and GPUs wait for memory. */
static bool recomputes(const rows *s) {
  const rows_fluxes fluxes = s->own->scheme.fluxes;
  return fluxes == ROWS_RECOMPUTED ||
         (fluxes == ROWS_FLUXES_AUTO && ria_target_is(s->the_case->target, RIA_TARGET_DEVICE));
}

/* The gains of cells by fluxes that are stored. */
static ria_status add_cells_by_faces(rows *s, bool first) {
  if (first)
    RIA_TRY(add_time_step(s));
  RIA_TRY(add_fluxes(s));
  return add_sums(s);
}

/* The changes of nodes, and in the first stage of a step diffusion. */
static ria_status add_nodes(rows *s, bool first) {
  const bool together = recomputes(s) && first;
  if (!together || s->own->gas.viscosity > 0)
    RIA_TRY(add_gains(s));
  RIA_TRY(add_friction(s));
  RIA_TRY(add_listed(s));
  if (together)
    return add_shares(s);
  RIA_TRY(add_changes(s));
  return first ? add_diffusion(s) : RIA_SUCCESS;
}

/* What fluxes and diffusion make of the state, which is that of so many ticks after the step
 * began. */
static ria_status add_changes_of_state(rows *s, bool first, int tick) {
  RIA_TRY(add_exchange(s));
  RIA_TRY(rows_add_slides(s, &s->beyond, tick));
  RIA_TRY(add_primitive(s));
  RIA_TRY(add_eddy(s));
  RIA_TRY(recomputes(s) ? add_gain_of_cells(s, first) : add_cells_by_faces(s, first));
  RIA_TRY(add_stress(s));
  RIA_TRY(add_wall_force(s));
  return add_nodes(s, first);
}

static ria_status add_scree_step(rows *s) {
  const bool together = recomputes(s) && has_feedback(s) && !s->own->scheme.levels;
  RIA_TRY(add_changes_of_state(s, true, 0));
  RIA_TRY(add_sizes(s));
  if (!together)
    RIA_TRY(add_feedback(s));
  RIA_TRY(add_multigrid(s));
  RIA_TRY(add_march(s, together));
  return rows_add_boundaries(s, RIA_STEP_TICKS);
}

/* The diffusion is that of the state that the step began with. */
static ria_status add_rk4_step(rows *s) {
  static const double part[] = {0.25, 1.0 / 3, 0.5, 1};
  static const int tick[] = {0, RIA_STEP_TICKS / 4, RIA_STEP_TICKS / 3, RIA_STEP_TICKS / 2,
                             RIA_STEP_TICKS};
  RIA_TRY(add_keep(s));
  for (int stage = 0; stage < 4; stage++) {
    RIA_TRY(add_changes_of_state(s, stage == 0, tick[stage]));
    RIA_TRY(add_multigrid(s));
    RIA_TRY(add_stage(s, part[stage]));
    RIA_TRY(rows_add_boundaries(s, tick[stage + 1]));
  }
  return RIA_SUCCESS;
}

ria_status rows_make_program(rows *s) {
  RIA_TRY(s->own->scheme.march == ROWS_RK4 ? add_rk4_step(s) : add_scree_step(s));
  RIA_TRY(add_residual(s));
  name_scalars(s);
  rows_pack_fields(s);
  s->program.op = s->op;
  s->program.scalar = s->scalar;
  s->program.scalars = ROWS_SCALARS;
  s->program.work = s->nstate - LASTING;
  s->program.end = s->the_case->time.until_residual > 0 ? 1 + DONE : 0;
  return RIA_SUCCESS;
}
