/* A boundary condition of the application's own: two walls of a plate exchange heat with the air
 * outside. No kernel has this condition. After each step the program reads the cells beside a wall,
 * changes them, and gives them back. The steady state is known. */
#include <math.h>
#include <ria/patch.h>
#include <ria/registry.h>
#include <stdio.h>

enum { N = 8, STEPS = 1200 };
static const ria_quantity state[] = {{"T", "K", "temperature"}};
static const double share = 0.125;   /* share of the difference between two cells that a step
                                        exchanges */
static const double losing = 0.5;    /* share of the difference to the air that a wall loses in a
                                        step */
static const double air[2] = {0, 1}; /* temperatures in the west and in the east, K */

/* The cells beside the west wall (0) or the east wall (1): each a column of N cells. */
static ria_patch wall(int side) {
  const ria_global x = side ? N - 1 : 0;
  return (ria_patch){.block = 0, .cells = {{x, 0, 0}, {x + 1, N, 1}}};
}

static ria_status exchange_with_air(ria_simulation *simulation, int side) {
  const ria_patch patch = wall(side);
  double T[N];
  RIA_TRY(ria_patch_read(simulation, 0, &patch, T));
  for (int y = 0; y < N; y++)
    T[y] += losing * (air[side] - T[y]);
  return ria_patch_write(simulation, 0, &patch, T);
}

static ria_status compute(ria_simulation *simulation) {
  const ria_patch row = {.block = 0, .cells = {{0, N / 2, 0}, {N, N / 2 + 1, 1}}};
  /* The heat that a wall loses in a step comes from the cell behind it. */
  const double behind = (1 - losing) * share / losing;
  const double slope = (air[1] - air[0]) / (N - 1 + 2 * behind);
  double T[N], error = 0;
  for (int step = 0; step < STEPS; step++) {
    RIA_TRY(ria_simulation_advance(simulation, INFINITY, false, INFINITY, 1, NULL, NULL));
    RIA_TRY(exchange_with_air(simulation, 0));
    RIA_TRY(exchange_with_air(simulation, 1));
  }
  RIA_TRY(ria_patch_read(simulation, 0, &row, T));
  for (int x = 0; x < N; x++) {
    const double exact = air[0] + slope * (behind + x);
    printf("T %.9f, exact %.9f\n", T[x], exact);
    error = fmax(error, fabs(T[x] - exact));
  }
  return error < 1e-7 ? RIA_SUCCESS
                      : ria_fail(RIA_ERROR_NUMERIC, "the result differs from the exact one");
}

static ria_status run(ria_runtime *runtime) {
  const double h = 1.0 / N;
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
                           .fixed_dt = share * h * h,
                           .window = 1,
                           .target = "cpu"};
  ria_simulation *simulation;
  RIA_TRY(ria_simulation_create(runtime, &model, &simulation));
  const ria_status status = compute(simulation); /* fields are zero at first */
  ria_simulation_destroy(simulation);
  return status;
}

int main(void) {
  ria_runtime *runtime = NULL;
  ria_status status = ria_runtime_create(&(ria_runtime_options){0}, &runtime);
  if (status == RIA_SUCCESS)
    status = run(runtime);
  if (status != RIA_SUCCESS)
    fprintf(stderr, "patch: %s: %s\n", ria_status_text(status), ria_status_detail());
  ria_runtime_destroy(runtime);
  return status != RIA_SUCCESS;
}
