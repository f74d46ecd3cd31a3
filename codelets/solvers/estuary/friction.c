/* The friction of the bed: its law, and its roughness in each cell. */
#include "ria/case_field.h"
#include <stdio.h>
#include "estuary.h"
#include "ria/registry.h"

#define USE(path, noun, plural, unit_, low, high)                                                  \
  {                                                                                                \
    .subject = {.key = path, .one = noun, .values = plural, .unit = unit_}, .least = low,          \
    .most = high                                                                                   \
  }
static const ria_case_field_use of_manning =
    USE("friction.map", "Manning's n", "values of Manning's n", "s/m1/3", 0, 2);
static const ria_case_field_use of_chezy =
    USE("friction.chezy", "Chezy's coefficient", "Chezy's coefficients", "m1/2/s", 0.1, 1e4);
static const ria_case_field_use of_linear =
    USE("friction.linear", "the rate of friction", "rates of friction", "1/s", 0, 100);

void estuary_lay_roughness(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  if (!own)
    return;
  if (own->friction.has_map)
    ria_terrain_lay(c, terrain, &own->friction.map, &of_manning, ESTUARY_ROUGHNESS, errors);
  if (own->friction.has_chezy)
    ria_terrain_lay(c, terrain, &own->friction.chezy, &of_chezy, ESTUARY_ROUGHNESS, errors);
  if (own->friction.has_linear)
    ria_terrain_lay(c, terrain, &own->friction.linear, &of_linear, ESTUARY_ROUGHNESS, errors);
}

static const ria_kernel *kernel_with(const char *name, const char *ending) {
  char whole[ESTUARY_NAME];
  snprintf(whole, sizeof whole, "%s%s", name, ending);
  return ria_kernel_find(whole);
}

const ria_kernel *estuary_kernel(const estuary *e, const char *name) {
  const ria_kernel *found = NULL;
  if (e->riders)
    found = kernel_with(name, e->has_dams ? "_dams_tracers" : "_tracers");
  if (!found && e->has_dams)
    found = kernel_with(name, "_dams");
  if (!found && estuary_is_rough(e))
    found = kernel_with(name, "_rough");
  return found ? found : ria_kernel_find(name);
}

void estuary_bind_friction(const estuary *e, const ria_kernel *k, ria_binding *scalars) {
  const bool chezy = e->own->friction.has_chezy, linear = e->own->friction.has_linear;
  const struct {
    const char *name;
    double value;
  } scalar[] = {{"manning", estuary_is_rough(e) ? !chezy && !linear : e->own->friction.manning},
                {"chezy", chezy},
                {"linear", linear}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    if (ria_kernel_scalar(k, scalar[i].name) >= 0)
      recipe_bind_value(k, scalars, scalar[i].name, scalar[i].value);
}

bool estuary_is_rough(const estuary *e) {
  return e->roughness || e->has_dams || e->riders || estuary_settles(e->the_case);
}

double estuary_roughness_at(const estuary *e, ria_global cell) {
  const double value = e->roughness ? e->roughness[cell] : e->own->friction.manning;
  return e->own->friction.has_chezy ? 1 / value : value;
}

/* The history shows the case's values, in the units of its law. */
void estuary_show_roughness(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  const estuary_case *own = c->own;
  if (!own || !(own->friction.has_map || own->friction.has_chezy || own->friction.has_linear))
    return;
  shown->fixed[shown->statics++] = (ria_shown_static){
      .name = ESTUARY_ROUGHNESS,
      .unit = own->friction.has_map     ? "s m-1/3"
              : own->friction.has_chezy ? "m1/2 s-1"
                                        : "s-1",
      .what = own->friction.has_map     ? "Manning's coefficient of the bed"
              : own->friction.has_chezy ? "Chezy's coefficient of the bed"
                                        : "rate of the bed's linear friction",
      .value = terrain ? ria_terrain_field_of(terrain, ESTUARY_ROUGHNESS) : NULL};
}
