/* What a step of rows does at boundaries and planes. */
#include "ops.h"

/* A wall with slip: of its patches across each axis the momentum across them is taken away. A
 * change of the momentum is the same in all frames. */
ria_status rows_add_slip(rows *s, int number, int momentum) {
  static const char *const kernel[] = {"rows_slip_i", "rows_slip_j", "rows_slip_k"};
  ria_patch *patch = s->patch[number];
  for (int a = 0, first = 0; a < RIA_AXES; a++) {
    ria_op *op = NULL;
    int count = 0;
    while (first + count < s->patches[number] &&
           patch[first + count].cells.hi[a] - patch[first + count].cells.lo[a] == 1)
      count++;
    if (!count)
      continue;
    RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, kernel[a], 10,
                            (int[]){momentum, momentum + 1, momentum + 2, rows_static(s, RADIUS),
                                    rows_static(s, AREA + RIA_AXES * a),
                                    rows_static(s, AREA + RIA_AXES * a + 1),
                                    rows_static(s, AREA + RIA_AXES * a + 2),
                                    rows_static(s, OPEN + a), rows_static(s, SLIDES), RHO},
                            &op));
    if (momentum == MX)
      rows_bind_block(op, "omega", s->omega);
    else
      rows_bind(op, "omega", 0);
    op->patches = count;
    op->patch = patch + first;
    first += count;
  }
  return RIA_SUCCESS;
}

static ria_status add_wall(rows *s, const rows_boundary *b, const double *speed, ria_op **op) {
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_no_slip", 6,
                          (int[]){MX, MT, ENERGY, RHO, rows_static(s, RADIUS), MR}, op));
  rows_bind(*op, "gamma", s->own->gas.gamma);
  rows_bind(*op, "gas", s->gas);
  rows_bind(*op, "along", b->along);
  rows_bind(*op, "temperature", b->temperature);
  rows_bind_block(*op, "turning", speed);
  return RIA_SUCCESS;
}

static ria_status add_inflow(rows *s, const rows_boundary *b, ria_op **op) {
  double direction[RIA_AXES];
  rows_direction(b, direction);
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_inflow", 7,
                          (int[]){RHO, MX, MR, MT, ENERGY, P, rows_static(s, RADIUS)}, op));
  rows_bind(*op, "gamma", s->own->gas.gamma);
  rows_bind(*op, "gas", s->gas);
  rows_bind(*op, "stagnation_pressure", b->stagnation_pressure);
  rows_bind(*op, "stagnation_temperature", b->stagnation_temperature);
  rows_bind(*op, "along_x", direction[0]);
  rows_bind(*op, "along_r", direction[1]);
  rows_bind(*op, "along_t", direction[2]);
  rows_bind(*op, "relax", b->relax);
  return RIA_SUCCESS;
}

/* The pressure along the radius from the hub on, by the averaged swirl, into a field of fluxes,
 * which nobody reads any more in this step. Returns that field. */
static ria_status add_equilibrium(rows *s, int number, int *pressure) {
  enum { GROWTH = FLUX, AVERAGE, SUM };
  ria_op *op = NULL;
  RIA_TRY(rows_add_kernel(
      s, RIA_OP_APPLY, "rows_whirl", 6,
      (int[]){RHO, MT, rows_static(s, RADIUS), rows_static(s, GIVEN + GIVEN_PRESSURE), GROWTH, SUM},
      &op));
  op->patches = s->patches[number];
  op->patch = s->patch[number];
  RIA_TRY(rows_add_products(s, &s->outlet_average, GROWTH, AVERAGE, 1, false));
  RIA_TRY(rows_add_products(s, &s->outlet_rise, AVERAGE, SUM, 1, true));
  *pressure = SUM;
  return RIA_SUCCESS;
}

static ria_status add_outflow(rows *s, int number, ria_op **op) {
  int pressure = rows_static(s, GIVEN + GIVEN_PRESSURE);
  if (rows_is_at_hub(s, number))
    RIA_TRY(add_equilibrium(s, number, &pressure));
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_outflow", 10,
                          (int[]){ENERGY, RHO, MX, MR, MT, pressure,
                                  rows_static(s, GIVEN + GIVEN_NORMAL),
                                  rows_static(s, GIVEN + GIVEN_NORMAL + 1),
                                  rows_static(s, GIVEN + GIVEN_NORMAL + 2), rows_static(s, RADIUS)},
                          op));
  rows_bind(*op, "gamma", s->own->gas.gamma);
  return RIA_SUCCESS;
}

static ria_status add_held(rows *s, ria_op **op) {
  int field[10];
  for (int m = 0; m < 5; m++) {
    field[m] = RHO + m;
    field[5 + m] = rows_static(s, GIVEN + m);
  }
  return rows_add_kernel(s, RIA_OP_APPLY, "rows_held", 10, field, op);
}

/* ---- planes between rows ---- */

static ria_status add_side(rows *s, const rows_plane *plane, int side) {
  int field[23];
  ria_op *op = NULL;
  for (int m = 0; m < 5; m++) {
    field[m] = RHO + m;
    field[5 + m] = FLUX + 10 + m;
    field[10 + m] = C + m;
    field[15 + m] = D + m;
  }
  field[20] = rows_static(s, RADIUS);
  field[21] = rows_static(s, GIVEN + GIVEN_NORMAL);
  field[22] = rows_static(s, GIVEN + GIVEN_NORMAL + 1);
  RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_mix", 23, field, &op));
  rows_bind(op, "gamma", s->own->gas.gamma);
  rows_bind(op, "relax", plane->relax);
  rows_bind(op, "upstream", side % 2 == 0);
  op->patches = s->plane_patches[side];
  op->patch = s->plane_patch[side];
  return RIA_SUCCESS;
}

/* Fields of fluxes and changes, which nobody reads any more in this step, take the averages. */
static ria_status add_planes(rows *s) {
  const int sides = 2 * s->own->planes;
  bool mixes = false;
  int field[18] = {VX,
                   VR,
                   SWIRL,
                   P,
                   ENTHALPY,
                   rows_static(s, RADIUS),
                   rows_static(s, GIVEN + GIVEN_NORMAL),
                   rows_static(s, GIVEN + GIVEN_NORMAL + 1)};
  for (int m = 0; m < 10; m++)
    field[8 + m] = FLUX + m;
  for (int i = 0; i < sides; i++) {
    ria_op *op = NULL;
    if (s->own->plane[i / 2].kind != ROWS_MIXING)
      continue;
    mixes = true;
    RIA_TRY(rows_add_kernel(s, RIA_OP_APPLY, "rows_across", 18, field, &op));
    rows_bind(op, "gamma", s->own->gas.gamma);
    op->patches = s->plane_patches[i];
    op->patch = s->plane_patch[i];
  }
  if (mixes) {
    RIA_TRY(rows_add_products(s, &s->this_side, FLUX, FLUX + 10, 5, false));
    RIA_TRY(rows_add_products(s, &s->this_side, FLUX + 5, D, 5, false));
    RIA_TRY(rows_add_products(s, &s->other_side, FLUX, C, 5, false));
  }
  for (int i = 0; i < sides; i++)
    if (s->own->plane[i / 2].kind == ROWS_MIXING)
      RIA_TRY(add_side(s, &s->own->plane[i / 2], i));
  return RIA_SUCCESS;
}

/* Where patches meet, the kinds that come later decide. */
static const rows_boundary_kind order[] = {ROWS_SLIP, ROWS_WALL, ROWS_INFLOW, ROWS_OUTFLOW,
                                           ROWS_HELD};

static ria_status add_boundary(rows *s, int number, rows_boundary_kind kind) {
  const rows_boundary *b = &s->own->boundary[number];
  const bool given = b->kind == ROWS_HELD || (b->kind == ROWS_INFLOW && b->pressure > 0);
  ria_op *op = NULL;
  if (!s->patches[number] || (given ? kind != ROWS_HELD : b->kind != kind))
    return RIA_SUCCESS;
  if (given)
    RIA_TRY(add_held(s, &op));
  else if (kind == ROWS_INFLOW)
    RIA_TRY(add_inflow(s, b, &op));
  else if (kind == ROWS_OUTFLOW)
    RIA_TRY(add_outflow(s, number, &op));
  else if (b->kind == ROWS_WALL && !rows_slips(s, number))
    RIA_TRY(add_wall(s, b, s->wall_speed + (size_t)number * (size_t)s->grid->blocks, &op));
  else
    return rows_add_slip(s, number, MX);
  if (op) {
    op->patches = s->patches[number];
    op->patch = s->patch[number];
  }
  return RIA_SUCCESS;
}

ria_status rows_add_slides(rows *s, const ria_sparse *matrix, int tick) {
  if (!s->beyond.sides)
    return RIA_SUCCESS;
  RIA_TRY(rows_add_products(s, matrix, RHO, RHO, 5, false));
  s->op[s->program.ops - 1].tick = tick;
  return RIA_SUCCESS;
}

/* The nodes of a sliding plane are those of its upstream side. */
ria_status rows_add_boundaries(rows *s, int tick) {
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    for (int b = 0; b < s->own->boundaries; b++)
      RIA_TRY(add_boundary(s, b, order[k]));
    if (order[k] == ROWS_SLIP)
      RIA_TRY(add_planes(s));
  }
  return rows_add_slides(s, &s->across, tick);
}
