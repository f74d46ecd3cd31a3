/* Builds a model in code: heat in an insulated plane, with the library's kernels, on two tiles. A
 * cosine decays by the same factor in each step, so the exact result is known. */
#include <math.h>
#include <ria/registry.h>
#include <ria/simulation.h>
#include <stdio.h>

enum { N = 64, STEPS = 100 };
static const ria_quantity state[] = {{"T", "K", "temperature"}};

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  (void)context, (void)field, (void)block;
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = 1 + cos(M_PI * ((double)x + 0.5) / N);
  return RIA_SUCCESS;
}

static ria_status compute(ria_simulation *simulation) {
  const ria_global corner = 0;
  const ria_probe_cells cells = {.count = 1, .at = {&corner, &corner}};
  double before, after, corner_T;
  RIA_TRY(ria_simulation_fill(simulation, fill, NULL, NULL));
  RIA_TRY(ria_simulation_sum(simulation, 0, &before));
  RIA_TRY(ria_simulation_advance(simulation, INFINITY, false, INFINITY, STEPS, NULL, NULL));
  RIA_TRY(ria_simulation_sum(simulation, 0, &after));
  RIA_TRY(ria_simulation_probe(simulation, &cells, &corner_T));
  const double sine = sin(M_PI / (2 * N)), factor = 1 - 0.5 * sine * sine;
  const double exact = 1 + pow(factor, STEPS) * cos(M_PI / (2 * N));
  printf("sum of T: %.12g, after %d steps %.12g\n", before, STEPS, after);
  printf("T in the corner: %.12g, exact %.12g\n", corner_T, exact);
  return fabs(corner_T - exact) < 1e-12
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_NUMERIC, "the result differs from the exact one");
}

static ria_status run(ria_runtime *runtime) {
  const double h = 1.0 / N, dt = h * h / 8;
  const ria_kernel *heat = ria_kernel_find("heat_plane");
  ria_stage stage = {.kernel = heat};
  stage.scalars[ria_kernel_scalar(heat, "dt")].from = RIA_BIND_DT;
  stage.scalars[ria_kernel_scalar(heat, "diffusivity")].value = 1;
  stage.scalars[ria_kernel_scalar(heat, "inverse_dx")].value = 1 / h;
  stage.scalars[ria_kernel_scalar(heat, "inverse_dy")].value = 1 / h;
  ria_segment segment[RIA_PLANE_SIDES];
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    segment[side] = (ria_segment){.side = (ria_side)side,
                                  .part = ria_side_part((ria_side)side, 0, N),
                                  .kernel = ria_kernel_find("heat_insulated")};
  const ria_model model = {.grid = {.cells = {N, N}, .spacing = {h, h, h}, .tiles = {2, 1}},
                           .precision = RIA_DOUBLE,
                           .nstate = 1,
                           .state = state,
                           .stages = 1,
                           .stage = &stage,
                           .segments = RIA_PLANE_SIDES,
                           .segment = segment,
                           .step = RIA_STEP_FIXED,
                           .fixed_dt = dt,
                           .window = 10,
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
    fprintf(stderr, "plane: %s: %s\n", ria_status_text(status), ria_status_detail());
  ria_runtime_destroy(runtime);
  return status != RIA_SUCCESS;
}
