/* Horizontal mixing: a stage after the water's step. */
#include "estuary.h"
#include "ria/case_field.h"
#include "ria/registry.h"
#include <string.h>

#define USE(path, noun, plural)                                                                    \
  {                                                                                                \
    .subject = {.key = path, .one = noun, .values = plural, .unit = "m2/s"}, .least = 0,           \
    .most = 1e6                                                                                    \
  }
static const ria_case_field_use uses[ESTUARY_MIXES] = {
    [ESTUARY_VISCOSITY] = USE("viscosity.map", "the viscosity", "viscosities"),
    [ESTUARY_DIFFUSIVITY] = USE("diffusivity.map", "the diffusivity", "diffusivities")};

static const estuary_mixture *mixture_of(const estuary_case *own, int field) {
  return field == ESTUARY_VISCOSITY ? &own->viscosity : &own->diffusivity;
}

static bool mixes(const estuary_mixture *m) {
  return m->on && (m->has_map || m->constant > 0 || m->smagorinsky > 0);
}

void estuary_lay_mixing(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  for (int i = 0; c->own && i < ESTUARY_MIXES; i++) {
    const estuary_mixture *m = mixture_of(c->own, i);
    if (m->has_map)
      ria_terrain_lay(c, terrain, &m->map, &uses[i], uses[i].subject.key, errors);
  }
}

void estuary_find_mixing(estuary *e) {
  for (int i = 0; i < ESTUARY_MIXES; i++)
    e->mixing_map[i] = ria_terrain_field_of(e->terrain, uses[i].subject.key);
}

/* Whether the case has a tracer that diffuses: the age does not, so a tracer that is not an age,
 * or several. */
static bool has_tracer(const ria_case *c) {
  return c->tracer.on || c->tracers > 0;
}

bool estuary_mixes_by_map(const ria_case *c) {
  const estuary_case *own = c->own;
  return own->viscosity.has_map || (has_tracer(c) && own->diffusivity.has_map);
}

double estuary_mixing_at(const estuary *e, int field, ria_global cell) {
  if (field == ESTUARY_DIFFUSIVITY && !has_tracer(e->the_case))
    return 0;
  return e->mixing_map[field] ? e->mixing_map[field][cell] : mixture_of(e->own, field)->constant;
}

void estuary_show_mixing(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  static const ria_shown_static fields[ESTUARY_MIXES] = {
      [ESTUARY_VISCOSITY] = {.name = "viscosity", .unit = "m2 s-1", .what = "eddy viscosity"},
      [ESTUARY_DIFFUSIVITY] = {
          .name = "diffusivity", .unit = "m2 s-1", .what = "eddy diffusivity of the tracer"}};
  for (int i = 0; c->own && i < ESTUARY_MIXES; i++) {
    if (!mixture_of(c->own, i)->has_map || (i == ESTUARY_DIFFUSIVITY && !has_tracer(c)))
      continue;
    ria_shown_static *shows = &shown->fixed[shown->statics++];
    *shows = fields[i];
    shows->value = terrain ? ria_terrain_field_of(terrain, uses[i].subject.key) : NULL;
  }
}

/* The factor of Smagorinsky's strain. */
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

static void bind_scalars(const ria_case *c, const ria_grid *grid, ria_stage *stage) {
  const ria_kernel *k = stage->kernel;
  recipe_bind_dt(k, stage->scalars);
  recipe_bind_value(k, stage->scalars, "inverse_dx", 1 / grid->spacing[0]);
  recipe_bind_value(k, stage->scalars, "inverse_dy", 1 / grid->spacing[1]);
  recipe_bind_value(k, stage->scalars, "cfl", c->time.cfl);
  recipe_bind_value(k, stage->scalars, "dry", c->dry);
}

ria_status estuary_mixing(estuary *e) {
  const ria_case *c = e->the_case;
  const ria_grid *grid = &e->terrain->grid;
  static const estuary_mixture none;
  const bool viscous = mixes(&e->own->viscosity),
             diffusive = has_tracer(c) && mixes(&e->own->diffusivity);
  const estuary_mixture *viscosity = viscous ? &e->own->viscosity : &none;
  const estuary_mixture *diffusivity = diffusive ? &e->own->diffusivity : &none;
  if (!viscous && !diffusive)
    return RIA_SUCCESS;
  const bool by_map = estuary_mixes_by_map(c);
  const char *name = by_map ? "water_mixing_map" : "water_mixing";
  ria_stage *stage = &e->stage[e->stages++];
  const ria_kernel *k = stage->kernel = ria_kernel_find(name);
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  RIA_TRY(check_target(c, k, viscous ? "viscosity" : "diffusivity"));
  bind_scalars(c, grid, stage);
  if (!by_map) {
    recipe_bind_value(k, stage->scalars, "viscosity", viscosity->constant);
    recipe_bind_value(k, stage->scalars, "diffusivity", diffusivity->constant);
  }
  recipe_bind(k, stage->scalars, "viscosity_area", area_of(viscosity, grid));
  recipe_bind(k, stage->scalars, "diffusivity_area", area_of(diffusivity, grid));
  if (viscosity->smagorinsky > 0 || diffusivity->smagorinsky > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "smagorinsky");
  return RIA_SUCCESS;
}

static ria_status mix_rider(estuary *e, int number) {
  const bool by_map = estuary_mixes_by_map(e->the_case);
  const char *name = by_map ? "tracer_mixing_map" : "tracer_mixing";
  const estuary_mixture *diffusivity = &e->own->diffusivity;
  const ria_grid *grid = &e->terrain->grid;
  ria_rider_side *side = e->rider_side + (e->riders + number) * e->segments;
  ria_rider *rider = &e->rider[e->riders + number];
  *rider = (ria_rider){.kernel = ria_kernel_find(name),
                       .stage = e->stages - 1,
                       .field = {e->rider[number].field[0]},
                       .side = side};
  const ria_kernel *k = rider->kernel, *wall = ria_kernel_find("tracer_wall"),
                   *open = ria_kernel_find("tracer_open");
  if (!k || !wall || !open)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  recipe_bind_dt(k, rider->scalars);
  recipe_bind_value(k, rider->scalars, "inverse_dx", 1 / grid->spacing[0]);
  recipe_bind_value(k, rider->scalars, "inverse_dy", 1 / grid->spacing[1]);
  recipe_bind_value(k, rider->scalars, "dry", e->the_case->dry);
  recipe_bind(k, rider->scalars, "diffusivity_area", area_of(diffusivity, grid));
  if (!by_map)
    recipe_bind_value(k, rider->scalars, "diffusivity", diffusivity->constant);
  if (diffusivity->smagorinsky > 0)
    rider->switches |= 1u << ria_kernel_switch(k, "smagorinsky");
  for (int i = 0; i < e->segments; i++)
    side[i].kernel = e->segment[i].later == e->segment[i].kernel ? wall : open;
  return RIA_SUCCESS;
}

ria_status estuary_mix_riders(estuary *e) {
  if (e->stages < 2 || !mixes(&e->own->diffusivity))
    return RIA_SUCCESS;
  for (int i = 0; i < e->riders; i++)
    RIA_TRY(mix_rider(e, i));
  e->mixers = e->riders;
  return RIA_SUCCESS;
}

/* Name the key of the larger kind of mixing as the one that limits the step. */
bool estuary_later_limit(const ria_case *c, ria_step_limit *limit) {
  static const estuary_mixture none;
  const estuary_case *own = c->own;
  const estuary_mixture *v = &own->viscosity, *d = has_tracer(c) ? &own->diffusivity : &none;
  const bool unknown = v->has_map || d->has_map; /* which is larger */
  const bool more_v =
      unknown ? mixes(v) : v->constant >= d->constant && v->smagorinsky >= d->smagorinsky;
  const bool more_d =
      unknown ? mixes(d) : d->constant >= v->constant && d->smagorinsky >= v->smagorinsky;
  *limit =
      (ria_step_limit){.what = more_v == more_d ? "the keys 'viscosity' and 'diffusivity' limit"
                               : more_v         ? "the key 'viscosity' limits"
                                                : "the key 'diffusivity' limits",
                       .first = "the water",
                       .advice = "Less mixing or larger cells make it longer"};
  return own->viscosity.on || own->diffusivity.on;
}
