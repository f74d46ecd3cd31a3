/* Joins two blocks by a link. The second block has turned axes: its axis 0 runs along y, its axis 1
 * against x. Heat passes the link from the hot block into the cold one; the sum is conserved. */
#include <math.h>
#include <ria/registry.h>
#include <ria/simulation.h>
#include <stdio.h>

static const ria_block block[] = {
    {"left", {16, 24, 8}, {2, 1, 1}, {0, 0, 0}, {1. / 32, 1. / 32, 1. / 32}, {+1, +2, +3}},
    {"right", {24, 16, 8}, {1, 2, 1}, {1, 0, 0}, {1. / 32, 1. / 32, 1. / 32}, {+2, -1, +3}}};

/* The east side of the left block is the high side of axis 1 of the right one. */
static const ria_link link[] = {{.block = {0, 1},
                                 .side = {RIA_EAST, RIA_NORTH},
                                 .range = {{{0, 0, 0}, {16, 24, 8}}, {{0, 0, 0}, {24, 16, 8}}},
                                 .map = {-2, +1, +3}}};
static const ria_mesh mesh = {.ndim = 3, .blocks = 2, .links = 1, .block = block, .link = link};
static const ria_quantity state[] = {{"T", "K", "temperature"}};

static ria_status fill(void *context, int field, int number, const ria_range *cells,
                       double *values) {
  (void)context, (void)field;
  ria_global count = 1;
  for (int a = 0; a < RIA_AXES; a++)
    count *= cells->hi[a] - cells->lo[a];
  for (ria_global i = 0; i < count; i++)
    values[i] = number == 0 ? 1 : 0;
  return RIA_SUCCESS;
}

static ria_status compute(ria_simulation *simulation) {
  const int blocks[] = {0, 1}; /* a corner of each, far from the link */
  const ria_global zeros[] = {0, 0};
  const ria_probe_cells cells = {.count = 2, .block = blocks, .at = {zeros, zeros, zeros}};
  double before, after, T[2];
  RIA_TRY(ria_simulation_fill(simulation, fill, NULL, NULL));
  RIA_TRY(ria_simulation_sum(simulation, 0, &before));
  RIA_TRY(ria_simulation_advance(simulation, 0.1, false, 0.1, -1, NULL, NULL));
  RIA_TRY(ria_simulation_sum(simulation, 0, &after));
  RIA_TRY(ria_simulation_probe(simulation, &cells, T));
  printf("after %lld steps: left %.6f, right %.6f\n",
         (long long)ria_simulation_progress(simulation).steps, T[0], T[1]);
  printf("sum of T: %.12g, then %.12g\n", before, after);
  return fabs(after - before) < 1e-9 && T[1] > 0.1
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_NUMERIC, "heat was lost, or did not pass the link");
}

static ria_status run(ria_runtime *runtime) {
  static const char *const inverse_spacing[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  ria_stage stage = {.kernel = ria_kernel_find("heat_box")};
  stage.scalars[ria_kernel_scalar(stage.kernel, "dt")].from = RIA_BIND_DT;
  stage.scalars[ria_kernel_scalar(stage.kernel, "diffusivity")].value = 1;
  for (int a = 0; a < RIA_AXES; a++)
    stage.scalars[ria_kernel_scalar(stage.kernel, inverse_spacing[a])] =
        (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a};
  ria_segment segment[2 * RIA_SIDES];
  int segments = 0;
  for (int b = 0; b < mesh.blocks; b++)
    for (int side = 0; side < RIA_SIDES; side++)
      if (!ria_mesh_is_linked(&mesh, b, (ria_side)side))
        segment[segments++] = (ria_segment){.block = b,
                                            .side = (ria_side)side,
                                            .part = ria_block_cells(&block[b]),
                                            .kernel = ria_kernel_find("heat_insulated")};
  const ria_model model = {.mesh = &mesh,
                           .precision = RIA_DOUBLE,
                           .nstate = 1,
                           .state = state,
                           .stages = 1,
                           .stage = &stage,
                           .segments = segments,
                           .segment = segment,
                           .step = RIA_STEP_WINDOW,
                           .window = 8,
                           .guard = 0.9,
                           .target = "cpu"};
  ria_simulation *simulation;
  RIA_TRY(ria_simulation_create(runtime, &model, &simulation));
  const ria_status status = compute(simulation);
  ria_simulation_destroy(simulation);
  return status;
}

int main(void) {
  ria_runtime *runtime = NULL;
  ria_status status = ria_runtime_create(&(ria_runtime_options){0}, &runtime);
  if (status == RIA_SUCCESS)
    status = run(runtime);
  if (status != RIA_SUCCESS)
    fprintf(stderr, "blocks: %s: %s\n", ria_status_text(status), ria_status_detail());
  ria_runtime_destroy(runtime);
  return status != RIA_SUCCESS;
}
