/* The kernels of open lines with a level: they hold the cells just beyond the line, right after
 * the step. The change of the depth there in the step is the water that has crossed the line. */
#include <stdlib.h>
#include "estuary.h"
#include "ria/registry.h"

static bool holds(const ria_case_boundary *b) {
  return b->on_line && (b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL);
}

/* The cells of a line, owned by the estuary: found once. */
static ria_status find_cells(estuary *e, int boundary) {
  estuary_held *held = &e->held[boundary];
  held->count = estuary_line_cells(e, boundary, NULL, NULL, NULL);
  const size_t count = (size_t)held->count + 1;
  held->at[0] = malloc(count * sizeof *held->at[0]);
  held->at[1] = malloc(count * sizeof *held->at[1]);
  held->weight = malloc(count * sizeof *held->weight);
  if (!held->at[0] || !held->at[1] || !held->weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for open lines");
  estuary_line_cells(e, boundary, held->at[0], held->at[1], held->weight);
  return RIA_SUCCESS;
}

static ria_status add_at(estuary *e, int boundary, const char *kernel, ria_source **source) {
  const estuary_held *held = &e->held[boundary];
  RIA_TRY(estuary_add_source(e, kernel, source));
  (*source)->count = held->count;
  (*source)->at[0] = held->at[0];
  (*source)->at[1] = held->at[1];
  (*source)->weight = held->weight;
  return RIA_SUCCESS;
}

static void bind(const estuary *e, const ria_source *source, ria_binding *scalars, int boundary) {
  const ria_case *c = e->the_case;
  const ria_case_boundary *b = &c->boundary[boundary];
  const int slot = estuary_boundary_slot(boundary);
  const struct {
    const char *name;
    ria_binding binding;
  } scalar[] = {{"decayed", {.from = RIA_BIND_DECAYED, .value = c->tracer.decay}},
                {"dry", recipe_value(c->dry)},
                {"gravity", recipe_value(c->gravity)},
                {"outside", recipe_value(estuary_outside(e, b, c->tracer.number))},
                {"level", recipe_forcing(slot)},
                {"head_loss", recipe_value(b->head_loss ? 1 : 0)},
                {"inflow", recipe_forcing(slot + 1)},
                {"still", b->incoming ? recipe_value(b->still) : recipe_forcing(slot)}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    if (ria_kernel_scalar(source->kernel, scalar[i].name) >= 0)
      recipe_bind(source->kernel, scalars, scalar[i].name, scalar[i].binding);
}

/* The water and the first tracer, then the others. */
static ria_status hold(estuary *e, int boundary) {
  const ria_case_boundary *b = &e->the_case->boundary[boundary];
  ria_source *source;
  RIA_TRY(find_cells(e, boundary));
  RIA_TRY(add_at(e, boundary, b->absorbing ? "water_line_absorbing" : "water_line_level", &source));
  source->name = b->name;
  bind(e, source, source->scalars, boundary);
  for (int i = 0; i < e->riders; i++) {
    const ria_case_tracer *tracer = &e->the_case->each_tracer[e->rider_tracer[i]];
    RIA_TRY(add_at(e, boundary, "tracer_line", &source));
    source->field[0] = tracer->content;
    source->field[1] = tracer->lined;
    recipe_bind_value(source->kernel, source->scalars, "outside",
                      estuary_outside(e, b, e->rider_tracer[i]));
    recipe_bind(source->kernel, source->scalars, "decayed",
                (ria_binding){.from = RIA_BIND_DECAYED, .value = tracer->decay});
  }
  return RIA_SUCCESS;
}

ria_status estuary_hold_lines(estuary *e) {
  const int count = e->the_case->boundaries;
  e->held = calloc((size_t)count + 1, sizeof *e->held);
  if (!e->held)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for open lines");
  for (int i = 0; i < count; i++)
    if (holds(&e->the_case->boundary[i]))
      RIA_TRY(hold(e, i));
  return RIA_SUCCESS;
}

ria_status estuary_see_lines(estuary *e) {
  ria_source *source;
  for (int i = 0; i < e->the_case->boundaries; i++)
    if (holds(&e->the_case->boundary[i]))
      RIA_TRY(add_at(e, i, "water_line_seen", &source));
  return RIA_SUCCESS;
}

void estuary_destroy_lines(estuary *e) {
  for (int i = 0; e->held && i < e->the_case->boundaries; i++) {
    free(e->held[i].at[0]);
    free(e->held[i].at[1]);
    free(e->held[i].weight);
  }
  free(e->held);
}
