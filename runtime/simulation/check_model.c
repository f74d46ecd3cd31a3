/* Checks the requirements of a simulation on its model. */
#include <string.h>
#include "kernel/fields.h"
#include "simulation.h"

/* Check that the cells of a section lie in its block. */
static ria_status check_section(const ria_model *m, int number) {
  for (int r = 0; r < m->section[number].runs; r++) {
    const ria_section_run *run = &m->section[number].run[r];
    const bool known = run->block >= 0 && run->block < (m->mesh ? m->mesh->blocks : 1);
    const ria_global *cells = !known     ? NULL
                              : !m->mesh ? m->grid.cells
                                         : m->mesh->block[run->block].cells;
    if (!known || run->axis < 0 || run->axis > 1 || (run->outward != 1 && run->outward != -1) ||
        (run->sign != 1 && run->sign != -1) || run->across < 0 || run->across >= cells[run->axis] ||
        run->from < 0 || run->from >= run->to || run->to > cells[1 - run->axis])
      return ria_fail(RIA_ERROR_ARGUMENT, "run %d of section %d has cells outside the mesh", r,
                      number);
  }
  return RIA_SUCCESS;
}

/* Check that amounts are those of THROUGH, or all sides are closed; and that openings have a place
 * in the ledger. */
static ria_status check_ledger(const ria_model *m) {
  enum { MOST_OPENINGS = 1 << 20 };
  const ria_kernel *kernel = m->stage[0].kernel;
  int fluxes = kernel->amounts;
  for (int i = 0; i < m->riders; i++)
    fluxes += m->rider[i].kernel->amounts;
  if (m->amounts < 0 || m->amounts > RIA_AMOUNTS)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d amounts; a ledger follows at most %d", m->amounts,
                    RIA_AMOUNTS);
  for (int i = 0; i < m->segments; i++) {
    const int opening = m->segment[i].opening;
    if (opening < 0 || opening > MOST_OPENINGS || (opening && m->amounts != fluxes))
      return ria_fail(
          RIA_ERROR_ARGUMENT,
          "segment %d is opening %d of a model with %d amounts; a ledger has at most %d openings, "
          "and the kernel %s and those of riders have fluxes of %d",
          i, opening, m->amounts, MOST_OPENINGS, kernel->name, fluxes);
  }
  if (m->sections && (!m->amounts || m->amounts != fluxes))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "sections of a model with %d amounts; the kernel %s and those of riders have "
                    "fluxes of %d",
                    m->amounts, kernel->name, fluxes);
  for (int i = 0; i < m->sections; i++)
    RIA_TRY(check_section(m, i));
  kernel_fields fields;
  RIA_TRY(kernel_fields_find(m, kernel, NULL, &fields));
  for (int a = 0; a < m->amounts && a < kernel->amounts; a++) {
    const int field = fields.state[kernel->amount[a]];
    if (field != m->amount[a].field)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "amount %d is field %d; the flux of the kernel %s is of field %d", a,
                      m->amount[a].field, kernel->name, field);
  }
  return RIA_SUCCESS;
}

/* Whether a stage writes a field only for its riders. */
static bool is_handed(const ria_model *m, const char *name) {
  return ria_quantity_find(m->state, m->nstate, name) >= m->nstate - m->handed;
}

/* Check that a side's kernel fills the ghost cells of all fields that a stage reads at neighbours.
 */
static ria_status check_side(const ria_model *m, const ria_kernel *side) {
  for (int i = 0; side && i < m->stages; i++) {
    const ria_kernel *k = m->stage[i].kernel;
    for (int f = 0; f < k->nstate && k->radius; f++)
      if (!is_handed(m, k->state[f].name) &&
          ria_quantity_find(side->state, side->nstate, k->state[f].name) < 0)
        return ria_fail(
            RIA_ERROR_ARGUMENT,
            "the kernel %s fills ghost cells for the kernel %s, but its STATE lacks the field '%s'",
            side->name, k->name, k->state[f].name);
  }
  return RIA_SUCCESS;
}

static ria_status check_kernel(const ria_model *m, const ria_kernel *k, const char *const *names) {
  kernel_fields ignored;
  return k ? kernel_fields_find(m, k, names, &ignored) : RIA_SUCCESS;
}

/* A rider must not limit the time step, and must be the only writer of its fields. */
static ria_status check_rider(const ria_model *m, const ria_rider *rider) {
  const ria_kernel *k = rider->kernel;
  rider_fields fields;
  if (k->kind != RIA_KERNEL_FACE || k->has_rate || k->has_check || k->amounts > 1 ||
      rider->stage < 0 || rider->stage >= m->stages)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the kernel %s cannot ride: expected a FACE kernel without RATE and CHECK, "
                    "with a flux of at most one field, and a stage of the model",
                    k->name);
  RIA_TRY(rider_fields_find(m, k, rider->field, &fields));
  for (int i = 0; i < m->stages; i++)
    for (int f = 0; f < m->stage[i].kernel->nstate; f++)
      if (!strcmp(m->stage[i].kernel->state[f].name, m->state[fields.own.state[0]].name))
        return ria_fail(RIA_ERROR_ARGUMENT, "the kernels %s and %s both write '%s'",
                        m->stage[i].kernel->name, k->name, m->state[fields.own.state[0]].name);
  for (int i = 0; i < m->segments; i++)
    RIA_TRY(rider_fields_find(m, rider->side[i].kernel, rider->field, &fields));
  return RIA_SUCCESS;
}

/* Check that the model has the fields of all kernels. */
static ria_status check_kernels(const ria_model *m) {
  for (int i = 0; i < m->stages; i++)
    RIA_TRY(check_kernel(m, m->stage[i].kernel, NULL));
  for (int i = 0; i < m->segments; i++) {
    RIA_TRY(check_kernel(m, m->segment[i].kernel, NULL));
    RIA_TRY(check_side(m, m->segment[i].kernel));
    RIA_TRY(check_kernel(m, m->segment[i].later, NULL));
    RIA_TRY(check_side(m, m->segment[i].later));
  }
  for (int i = 0; i < m->sources; i++)
    RIA_TRY(check_kernel(m, m->source[i].kernel, m->source[i].field));
  for (int i = 0; i < m->riders; i++)
    RIA_TRY(check_rider(m, &m->rider[i]));
  for (int i = 0; i < m->trackers; i++)
    RIA_TRY(tracker_fields_find(m, &m->tracker[i], &(tracker_fields){0}));
  return RIA_SUCCESS;
}

ria_status model_check(const ria_model *m) {
  if (m->program)
    return ria_program_check(m->program, m->nstate, m->nstatic, m->stored, m->precision);
  if (m->stages < 1 || m->handed < 0 || m->handed >= m->nstate || m->nstate < 1 ||
      m->nstate > RIA_MAX_FIELDS || m->nstatic < 0 || m->nstatic > RIA_MAX_STATICS)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a model needs 1 to %d state fields, at most %d statics and "
                    "a stage",
                    RIA_MAX_FIELDS, RIA_MAX_STATICS);
  for (int i = 0; i < m->segments; i++)
    if (m->segment[i].later && m->segment[i].later->nscalar)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the kernel %s fills ghost cells for later stages, but has scalars",
                      m->segment[i].later->name);
  RIA_TRY(check_kernels(m));
  RIA_TRY(check_ledger(m));
  if (m->step != RIA_STEP_EXACT && m->window < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "a window of %d steps; expected at least 1", m->window);
  if (m->scheme == RIA_TILING_EXPANSION && m->depth < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "a depth of %d steps; expected at least 1", m->depth);
  if (m->step == RIA_STEP_FIXED && !(m->fixed_dt > 0))
    return ria_fail(RIA_ERROR_ARGUMENT, "a fixed time step of %g s; expected a positive one",
                    m->fixed_dt);
  if (m->step == RIA_STEP_WINDOW && !(m->guard > 0 && m->guard <= 1))
    return ria_fail(RIA_ERROR_ARGUMENT, "a guard of %g; expected a number in (0, 1]", m->guard);
  if (m->moments.next && m->whole_steps)
    return ria_fail(RIA_ERROR_ARGUMENT, "moments, which steps must meet exactly, in a model of "
                                        "whole steps, which are never shortened");
  if (m->step == RIA_STEP_EXACT && ria_model_repeats(m) && m->scheme == RIA_TILING_EXPANSION &&
      m->depth > 1)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "exact time steps of %s, with an exchange every %d steps; use windows of "
                    "steps, a fixed step, %san exchange every step",
                    m->stages > 1 ? "several stages" : "order 2", m->depth,
                    m->stages > 1 ? "or " : "numerics.order 1, or ");
  return RIA_SUCCESS;
}
