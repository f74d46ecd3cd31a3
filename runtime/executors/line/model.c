#include <string.h>
#include "ria/line_model.h"

const char *ria_line_variant_name(ria_line_variant variant) {
  static const char *const names[] = {RIA_LINE_VARIANT_LIST(RIA_LINE_VARIANT_NAME)};
  return variant < RIA_LINE_VARIANTS ? names[variant] : "none";
}

ria_line_variant ria_line_variant_named(const char *text, size_t length) {
  int v = 0;
  for (; v < RIA_LINE_VARIANTS; v++) {
    const char *known = ria_line_variant_name((ria_line_variant)v);
    if (strlen(known) == length && !strncmp(known, text, length))
      break;
  }
  return (ria_line_variant)v;
}

ria_line_variant ria_line_variant_of(const ria_model *m) {
  return m->line.variant ? (ria_line_variant)(m->line.variant - 1) : RIA_LINE_PACKED;
}

static bool is_forced(const ria_binding *binding, int count) {
  for (int i = 0; i < count; i++)
    if (binding[i].from == RIA_BIND_FORCING)
      return true;
  return false;
}

/* The first feature of the model that a line's launches lack; or NULL. */
static const char *stranger(const ria_model *m) {
  if (m->sources)
    return "it has sources";
  if (m->stages > RIA_LINE_STAGES)
    return "a step has more than two stages";
  for (int i = 0; i < m->stages; i++) {
    const ria_kernel *kernel = m->stage[i].kernel;
    if (m->stage[i].switches || kernel->nstatic)
      return "its equations have switches or fields that never change";
    if (is_forced(m->stage[i].scalars, kernel->nscalar))
      return "it is forced";
  }
  for (int i = 0; i < m->segments; i++)
    if (is_forced(m->segment[i].scalars, m->segment[i].kernel->nscalar))
      return "an end is forced";
  return NULL;
}

ria_status ria_line_functions(const ria_model *m, const ria_device_functions **found) {
  const ria_kernel *kernel = m->stage[0].kernel;
  const char *strange = stranger(m);
  *found = NULL;
  for (int i = kernel->implementations - 1; i >= 0 && !strange && !*found; i--) {
    const ria_implementation *one = &kernel->implementation[i];
    const ria_device_functions *device = ria_device_functions_of(one, m->precision);
    if (!strcmp(one->target->name, m->target) && device->line && device->line_room)
      *found = device;
  }
  if (*found)
    return RIA_SUCCESS;
  return ria_fail(
      RIA_ERROR_UNSUPPORTED,
      "the steps of %s cannot run as a line on the target %s: %s; use "
      "time_tiling.scheme classic without a variant, or --target cpu with swept",
      kernel->name, m->target,
      strange ? strange
              : "this ria has no line kernel for it; only equations along x alone have one");
}

static void resolve(const ria_binding *binding, int count, double dt, double *values) {
  for (int i = 0; i < count; i++)
    values[i] = ria_binding_value(&binding[i], dt, NULL);
}

static ria_line_end end_of(const ria_model *m, ria_side side, double dt, double *scalars) {
  for (int i = 0; i < m->segments; i++) {
    const ria_segment *segment = &m->segment[i];
    if (segment->side != side)
      continue;
    resolve(segment->scalars, segment->kernel->nscalar, dt, scalars);
    return (ria_line_end){segment->kernel, scalars};
  }
  return (ria_line_end){NULL, NULL};
}

void ria_line_args_of(const ria_model *m, double dt, int steps, ria_line_scalars scalars,
                      ria_device_line_args *args) {
  *args = (ria_device_line_args){.nx = (int)m->grid.cells[0],
                                 .steps = steps,
                                 .variant = ria_line_variant_of(m),
                                 .node = m->line.node,
                                 .points = m->line.points};
  for (int i = 0; i < m->stages; i++) {
    resolve(m->stage[i].scalars, m->stage[i].kernel->nscalar, dt, scalars[i]);
    args->scalars[i] = scalars[i];
    args->kernel[i] = m->stage[i].kernel;
  }
  if (m->grid.periodic[0])
    return;
  args->low = end_of(m, RIA_WEST, dt, scalars[RIA_LINE_LOW]);
  args->high = end_of(m, RIA_EAST, dt, scalars[RIA_LINE_HIGH]);
}
