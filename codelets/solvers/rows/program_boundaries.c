/* Operations of a step of rows at boundaries and planes. */
#include "ops.h"

/* Restrict the last operation to patches. */
static void set_patches(rows *s, int patches, const ria_patch *patch) {
  builder_last(&s->program)->patches = patches;
  builder_last(&s->program)->patch = patch;
}

/* A wall with slip removes the momentum normal to it; each axis has its own patches. The change of
 * the momentum is the same in all frames. */
static void add_slip_across(rows *s, int axis, bool of_defect) {
  static const char *const kernel[] = {"rows_slip_i", "rows_slip_j", "rows_slip_k"};
  static const builder_pair of[RIA_AXES][5] = {
      {{"ax", "aix"}, {"ar", "air"}, {"at_", "ait"}, {"open", "open_i"}},
      {{"ax", "ajx"}, {"ar", "ajr"}, {"at_", "ajt"}, {"open", "open_j"}},
      {{"ax", "akx"}, {"ar", "akr"}, {"at_", "akt"}, {"open", "open_k"}}};
  const builder_pair *pair = of[axis];
  program_builder *b = &s->program;
  builder_apply(b, kernel[axis],
                RENAMED(pair[0], pair[1], pair[2], pair[3], {"mx", of_defect ? "g1" : "mx"},
                        {"mr", of_defect ? "g2" : "mr"}, {"mt", of_defect ? "g3" : "mt"}));
  if (of_defect)
    builder_bind(b, "omega", 0);
}

void rows_add_slip(rows *s, int number, bool of_defect) {
  const ria_patch *patch = s->patch[number];
  for (int a = 0, first = 0; a < RIA_AXES; a++) {
    int count = 0;
    while (first + count < s->patches[number] &&
           patch[first + count].cells.hi[a] - patch[first + count].cells.lo[a] == 1)
      count++;
    if (!count)
      continue;
    add_slip_across(s, a, of_defect);
    set_patches(s, count, patch + first);
    first += count;
  }
}

static void add_wall(rows *s, const rows_boundary *wall, const double *speed) {
  program_builder *b = &s->program;
  builder_apply(b, "rows_no_slip", NULL);
  builder_bind(b, "along", wall->along);
  builder_bind(b, "temperature", wall->temperature);
  builder_bind_blocks(b, "turning", speed);
}

static void add_inflow(rows *s, const rows_boundary *inflow) {
  program_builder *b = &s->program;
  double direction[RIA_AXES];
  rows_direction(inflow, direction);
  builder_apply(b, "rows_inflow", RENAMED({"before", "p"}));
  builder_bind(b, "stagnation_pressure", inflow->stagnation_pressure);
  builder_bind(b, "stagnation_temperature", inflow->stagnation_temperature);
  builder_bind(b, "along_x", direction[0]);
  builder_bind(b, "along_r", direction[1]);
  builder_bind(b, "along_t", direction[2]);
  builder_bind(b, "relax", inflow->relax);
}

/* The pressure along the radius from the hub on, from the averaged swirl. Uses a field of fluxes
 * that is no longer read in this step. Returns that field. */
static const char *add_equilibrium(rows *s, int number) {
  static const char growth[] = "fi0", average[] = "fi1", sum[] = "fi2";
  program_builder *b = &s->program;
  builder_apply(b, "rows_whirl",
                RENAMED({"pressure", "given_0"}, {"growth", growth}, {"base", sum}));
  set_patches(s, s->patches[number], s->patch[number]);
  builder_multiply(b, &s->outlet_average, NAMES(growth), NAMES(average), false);
  builder_multiply(b, &s->outlet_rise, NAMES(average), NAMES(sum), true);
  return sum;
}

static void add_outflow(rows *s, int number) {
  const char *pressure = rows_is_at_hub(s, number) ? add_equilibrium(s, number) : "given_0";
  builder_apply(
      &s->program, "rows_outflow",
      RENAMED({"pressure", pressure}, {"nx", "given_1"}, {"nr", "given_2"}, {"nt", "given_3"}));
}

/* ---- planes between rows ---- */

/* `relax` refers to a step with this Courant number. */
static const double relax_courant = 0.4;

/* At the end of a step, a side adopts a fraction of the difference between both sides. The
 * fraction is proportional to the step's length: a constant fraction would act faster with shorter
 * steps. The measure is the Courant number: in unsteady flow that of the side's deepest cell, else
 * time.cfl. */
static void bind_share(rows *s, const rows_plane *plane, int side, bool ends) {
  const double share = ends ? plane->relax / relax_courant : 0;
  const bool fixed = s->time_step > 0;
  builder_bind(&s->program, "relax", fixed ? 0 : share * s->the_case->time.cfl);
  builder_bind(&s->program, "pace", fixed ? share * (s->time_step / rows_side_depth(s, side)) : 0);
}

static void add_side(rows *s, const rows_plane *plane, int side, bool ends) {
  builder_apply(&s->program, "rows_mix",
                RENAMED({"a", "fk"}, {"b", "c"}, {"w", "d"}, {"nx", "given_1"}, {"nr", "given_2"}));
  bind_share(s, plane, side, ends);
  builder_bind(&s->program, "upstream", side % 2 == 0);
  set_patches(s, s->plane_patches[side], s->plane_patch[side]);
}

/* The averages use fields of fluxes and changes that are no longer read in this step. `ends`: at
 * the end of a step. */
static void add_planes(rows *s, bool ends) {
  program_builder *b = &s->program;
  const int sides = 2 * s->own->planes;
  bool mixes = false;
  for (int i = 0; i < sides; i++) {
    if (s->own->plane[i / 2].kind != ROWS_MIXING)
      continue;
    mixes = true;
    builder_apply(b, "rows_across",
                  RENAMED({"nx", "given_1"}, {"nr", "given_2"}, {"f", "fi"}, {"w", "fj"}));
    set_patches(s, s->plane_patches[i], s->plane_patch[i]);
  }
  if (mixes) {
    builder_multiply(b, &s->this_side, NAMES("fi"), NAMES("fk"), false);
    builder_multiply(b, &s->this_side, NAMES("fj"), NAMES("d"), false);
    builder_multiply(b, &s->other_side, NAMES("fi"), NAMES("c"), false);
  }
  for (int i = 0; i < sides; i++)
    if (s->own->plane[i / 2].kind == ROWS_MIXING)
      add_side(s, &s->own->plane[i / 2], i, ends);
}

/* Where patches meet, the later kinds take precedence. */
static const rows_boundary_kind order[] = {ROWS_SLIP, ROWS_WALL, ROWS_INFLOW, ROWS_OUTFLOW,
                                           ROWS_HELD};

static void add_boundary(rows *s, int number, rows_boundary_kind kind) {
  const rows_boundary *b = &s->own->boundary[number];
  const bool given = b->kind == ROWS_HELD || (b->kind == ROWS_INFLOW && b->pressure > 0);
  if (!s->patches[number] || (given ? kind != ROWS_HELD : b->kind != kind))
    return;
  if (!given && (kind == ROWS_SLIP || (b->kind == ROWS_WALL && rows_slips(s, number)))) {
    rows_add_slip(s, number, false);
    return;
  }
  if (given)
    builder_apply(&s->program, "rows_held", RENAMED({"b", "given_"}));
  else if (kind == ROWS_INFLOW)
    add_inflow(s, b);
  else if (kind == ROWS_OUTFLOW)
    add_outflow(s, number);
  else
    add_wall(s, b, s->wall_speed + (size_t)number * (size_t)s->grid->blocks);
  set_patches(s, s->patches[number], s->patch[number]);
}

void rows_add_slides(rows *s, const ria_sparse *matrix, int tick) {
  if (!s->beyond.sides)
    return;
  builder_multiply(&s->program, matrix, rows_conserved, rows_conserved, false);
  builder_last(&s->program)->tick = tick;
}

/* The nodes of a sliding plane are those of its upstream side. */
void rows_add_boundaries(rows *s, int tick) {
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    for (int b = 0; b < s->own->boundaries; b++)
      add_boundary(s, b, order[k]);
    if (order[k] == ROWS_SLIP)
      add_planes(s, tick == RIA_STEP_TICKS);
  }
  rows_add_slides(s, &s->across, tick);
}
