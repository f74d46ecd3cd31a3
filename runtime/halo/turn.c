#include "turn.h"
#include <stdlib.h>

/* Components of a rotated vector smaller than this are rounding errors: a rotation by 90 degrees
 * has cosines of 6e-17. */
static const double no_part = 1e-15;

static bool is_straight(const ria_mesh_strip *strip) {
  for (int a = 0; a < RIA_AXES; a++)
    for (int b = 0; b < RIA_AXES; b++)
      if (strip->turn.at[a][b] != (a == b))
        return false;
  return true;
}

/* A vector whose components are the state fields field[axis]; -1: no component. */
static ria_status turn_vector(const ria_model *model, const ria_mesh_strip *strip,
                              const int field[RIA_AXES], turned_field *turned) {
  for (int a = 0; a < RIA_AXES; a++) {
    turned_field of = {0};
    for (int b = 0; b < RIA_AXES; b++) {
      if (!(strip->turn.at[a][b] > no_part || strip->turn.at[a][b] < -no_part))
        continue;
      if ((field[a] < 0) != (field[b] < 0))
        return ria_fail(
            RIA_ERROR_UNSUPPORTED,
            "a joint turns axis %c to axis %c, but the vector of the field '%s' has a component "
            "along only one of them; use blocks whose axes run in the same directions",
            "ijk"[b], "ijk"[a], model -> state[field[a] < 0 ? field[b] : field[a]].name);
      of.field[of.terms] = field[b];
      of.factor[of.terms++] = strip->turn.at[a][b];
    }
    if (field[a] >= 0)
      turned[field[a]] = of;
  }
  return RIA_SUCCESS;
}

/* The vectors of a kernel whose state field i is field number[i] of the model's state, or one of
 * the statics after it, which are not exchanged. */
static ria_status turn_vectors(const ria_model *model, const ria_mesh_strip *strip,
                               const ria_kernel *kernel, const int *number, turned_field *turned) {
  for (int v = 0; v < kernel->vectors; v++) {
    int field[RIA_AXES];
    bool travels = false;
    for (int a = 0; a < RIA_AXES; a++) {
      const int own = kernel->vector[v].component[a];
      field[a] = own < 0 ? -1 : number[own];
      travels |= field[a] >= 0 && field[a] < model->nstate;
    }
    if (travels)
      RIA_TRY(turn_vector(model, strip, field, turned));
  }
  return RIA_SUCCESS;
}

/* A stage finds its fields by name. */
static ria_status turn_stage(const ria_model *model, const ria_mesh_strip *strip,
                             const ria_kernel *kernel, turned_field *turned) {
  int number[RIA_MAX_FIELDS] = {0};
  for (int f = 0; f < kernel->nstate && f < RIA_MAX_FIELDS; f++)
    number[f] = ria_quantity_find(model->state, model->nstate, kernel->state[f].name);
  return turn_vectors(model, strip, kernel, number, turned);
}

static ria_status turn_all(const ria_model *model, const ria_mesh_strip *strip,
                           turned_field *turned) {
  for (int f = 0; f < model->nstate; f++)
    turned[f] = (turned_field){1, {f}, {1}};
  for (int i = 0; i < model->stages && !model->program; i++)
    RIA_TRY(turn_stage(model, strip, model->stage[i].kernel, turned));
  for (int i = 0; model->program && i < model->program->ops; i++) {
    const ria_op *op = &model->program->op[i];
    if (op->kernel)
      RIA_TRY(turn_vectors(model, strip, op->kernel, op->field, turned));
  }
  return RIA_SUCCESS;
}

ria_status turned_fields(const ria_model *model, const ria_mesh_strip *strip,
                         turned_field **turned) {
  *turned = NULL;
  if (is_straight(strip))
    return RIA_SUCCESS;
  *turned = malloc((size_t)model->nstate * sizeof **turned);
  if (!*turned)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the halo strips of a tile");
  const ria_status status = turn_all(model, strip, *turned);
  bool same = true;
  for (int f = 0; f < model->nstate; f++) {
    const turned_field *of = &(*turned)[f];
    same &= of->terms == 1 && of->field[0] == f && of->factor[0] == 1;
  }
  if (status == RIA_SUCCESS && !same)
    return RIA_SUCCESS;
  free(*turned);
  *turned = NULL;
  return status;
}
