/* Horizontal mixing: a stage after the water's step. */
#include "estuary.h"
#include "ria/registry.h"
#include <string.h>

static bool mixes(const estuary_mixture *m) {
  return m->on && (m->constant > 0 || m->smagorinsky > 0);
}

/* What Smagorinsky's strain is multiplied by. */
static ria_binding area_of(const estuary_mixture *m, const ria_grid *grid) {
  return recipe_value(m->smagorinsky * m->smagorinsky * grid->spacing[0] * grid->spacing[1]);
}

static ria_status check_target(const ria_case *c, const ria_kernel *kernel, const char *key) {
  const bool named = strcmp(c->target, "auto") != 0;
  if (!named || ria_kernel_implementation(kernel, c->target, NULL))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s: %s: the target '%s' cannot mix, because the kernel %s is not made for it; "
                  "use 'target: cpu' or 'target: cuda', or leave viscosity and diffusivity out",
                  c->path, key, c->target, kernel->name);
}

ria_status estuary_mixing(estuary *e) {
  const ria_case *c = e->the_case;
  const ria_grid *grid = &e->terrain->grid;
  static const estuary_mixture none;
  const bool viscous = mixes(&e->own->viscosity),
             diffusive = c->tracer.on && mixes(&e->own->diffusivity);
  const estuary_mixture *viscosity = viscous ? &e->own->viscosity : &none;
  const estuary_mixture *diffusivity = diffusive ? &e->own->diffusivity : &none;
  if (!viscous && !diffusive)
    return RIA_SUCCESS;
  ria_stage *stage = &e->stage[e->stages++];
  const ria_kernel *k = stage->kernel = ria_kernel_find("water_mixing");
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel water_mixing is not in this build");
  RIA_TRY(check_target(c, k, viscous ? "viscosity" : "diffusivity"));
  recipe_bind_dt(k, stage->scalars);
  recipe_bind_value(k, stage->scalars, "inverse_dx", 1 / grid->spacing[0]);
  recipe_bind_value(k, stage->scalars, "inverse_dy", 1 / grid->spacing[1]);
  recipe_bind_value(k, stage->scalars, "cfl", c->time.cfl);
  recipe_bind_value(k, stage->scalars, "dry", c->dry);
  recipe_bind_value(k, stage->scalars, "viscosity", viscosity->constant);
  recipe_bind_value(k, stage->scalars, "diffusivity", diffusivity->constant);
  recipe_bind(k, stage->scalars, "viscosity_area", area_of(viscosity, grid));
  recipe_bind(k, stage->scalars, "diffusivity_area", area_of(diffusivity, grid));
  if (viscosity->smagorinsky > 0 || diffusivity->smagorinsky > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "smagorinsky");
  return RIA_SUCCESS;
}

/* The larger key of one kind of mixing limits the step. */
bool estuary_later_limit(const ria_case *c, ria_step_limit *limit) {
  static const estuary_mixture none;
  const estuary_case *own = c->own;
  const estuary_mixture *v = &own->viscosity, *d = c->tracer.on ? &own->diffusivity : &none;
  const bool more_v = v->constant >= d->constant && v->smagorinsky >= d->smagorinsky;
  const bool more_d = d->constant >= v->constant && d->smagorinsky >= v->smagorinsky;
  *limit =
      (ria_step_limit){.what = more_v == more_d ? "the keys 'viscosity' and 'diffusivity' limit"
                               : more_v         ? "the key 'viscosity' limits"
                                                : "the key 'diffusivity' limits",
                       .first = "the water",
                       .advice = "Less mixing or larger cells make it longer"};
  return own->viscosity.on || own->diffusivity.on;
}
