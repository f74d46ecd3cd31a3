/* Heat along an insulated rod, or in an insulated plate, box or blocks: docs/line-solvers.md
 * describes the equation and the method. */
#include <math.h>
#include <stdlib.h>
#include "../recipe.h"
#include "keys.h"
#include "ria/exact_math.h"
#include "ria/registry.h"

typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  int ndim;
  double low[RIA_AXES], high[RIA_AXES]; /* of all blocks, m */
  ria_stage stage;
  int segments;
  ria_segment *segment; /* owned */
} heat;

static const ria_quantity state[] = {{"T", "K", "temperature"}};
static const char *const kernels[] = {"heat", "heat_plane", "heat_box"};
static const char *const inverse_spacings[] = {"inverse_dx", "inverse_dy", "inverse_dz"};

static void destroy(void *instance) {
  heat *s = instance;
  if (s)
    free(s->segment);
  free(s);
}

/* The sum of 1 / spacing^2 of the finest block; 2 diffusivity dt times this must not exceed 1. */
static double largest_spread(const heat *s) {
  double largest = 0;
  for (int b = 0; b < s->terrain->mesh.blocks; b++) {
    double spread = 0;
    for (int a = 0; a < s->ndim; a++) {
      const double spacing = s->terrain->mesh.block[b].spacing[a];
      spread += 1 / (spacing * spacing);
    }
    largest = fmax(largest, spread);
  }
  return largest;
}

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  heat *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  const ria_mesh *mesh = &terrain->mesh;
  const heat_case *own = c->own;
  s->the_case = c;
  s->terrain = terrain;
  s->ndim = mesh->ndim == 2 && mesh->blocks == 1 && mesh->block->cells[1] == 1 ? 1 : mesh->ndim;
  recipe_bounds(mesh, s->low, s->high);
  RIA_TRY(recipe_stage(kernels[s->ndim - 1], &s->stage));
  const ria_kernel *kernel = s->stage.kernel;
  recipe_bind_dt(kernel, s->stage.scalars);
  recipe_bind_value(kernel, s->stage.scalars, "diffusivity", own->diffusivity);
  for (int a = 0; a < s->ndim; a++)
    recipe_bind(kernel, s->stage.scalars, inverse_spacings[a],
                (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a});
  const ria_kernel *insulated = ria_kernel_find("heat_insulated");
  if (!insulated)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel heat_insulated is not in this build");
  RIA_TRY(recipe_open_sides(mesh, s->ndim, insulated, &s->segment, &s->segments));
  *model = ria_model_of_case(c, terrain);
  model->nstate = sizeof state / sizeof *state;
  model->state = state;
  model->stages = 1;
  model->stage = &s->stage;
  model->segments = s->segments;
  model->segment = s->segment;
  return recipe_limit_step(c, 1 / (2 * own->diffusivity * largest_spread(s)), model);
}

/* The cosines along an axis of a block, at its cells from `lo` on. */
static void fill_factor(const heat *s, const ria_block *block, int axis, ria_global lo,
                        ria_global hi, double *factor) {
  const heat_case *own = s->the_case->own;
  const int waves[RIA_AXES] = {own->waves, own->waves_y, own->waves_z};
  bool backwards;
  const int space = ria_block_axis(block, axis, &backwards);
  for (ria_global i = lo; i < hi; i++) {
    double cells;
    const double at = recipe_place(block, axis, i, s->low, s->high, &cells);
    factor[i - lo] = waves[space] ? ria_cos(M_PI * waves[space] * at / cells) : 1;
  }
}

static ria_status fill_state(void *context, int field, int number, const ria_range *cells,
                             double *values) {
  const heat *s = context;
  const heat_case *own = s->the_case->own;
  const ria_block *block = &s->terrain->mesh.block[number];
  double *factor[RIA_AXES] = {0};
  size_t all = 0;
  (void)field;
  for (int a = 0; a < RIA_AXES; a++)
    all += (size_t)(cells->hi[a] - cells->lo[a]);
  factor[0] = malloc(all * sizeof **factor);
  if (!factor[0])
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the start");
  factor[1] = factor[0] + (cells->hi[0] - cells->lo[0]);
  factor[2] = factor[1] + (cells->hi[1] - cells->lo[1]);
  for (int a = 0; a < RIA_AXES; a++)
    fill_factor(s, block, a, cells->lo[a], cells->hi[a], factor[a]);
  /* Factors in the order of the axes of space, whichever block axes run along them. */
  int at[RIA_AXES] = {0};
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    at[ria_block_axis(block, a, &backwards)] = a;
  }
  ria_global i[RIA_AXES];
  for (i[2] = 0; i[2] < cells->hi[2] - cells->lo[2]; i[2]++)
    for (i[1] = 0; i[1] < cells->hi[1] - cells->lo[1]; i[1]++)
      for (i[0] = 0; i[0] < cells->hi[0] - cells->lo[0]; i[0]++)
        *values++ = own->mean + own->amplitude * factor[at[0]][i[at[0]]] * factor[at[1]][i[at[1]]] *
                                    factor[at[2]][i[at[2]]];
  free(factor[0]);
  return RIA_SUCCESS;
}

/* All steps have the longest stable length. */
static const char *const ignores[] = {"time.guard", NULL};

const ria_solver ria_solver_heat = {
    .name = "heat",
    .what = "heat along an insulated rod, in a plate, or in a box",
    .nstate = sizeof state / sizeof *state,
    .state = state,
    .keys = {.keys = heat_keys, .bytes = sizeof(heat_case), .ignores = ignores},
    .dimensions = 3,
    .blocks = true,
    .conserved = {{"T", "heat"}},
    .create = create,
    .destroy = destroy,
    .fill_state = fill_state};
