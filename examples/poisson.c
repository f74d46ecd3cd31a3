/* A program with a loop: -Laplacian u = 1 in a cube with u = 0 on its sides, by conjugate
 * gradients. Prints the number of iterations, which is the same on any tiles and ranks. */
#include <math.h>
#include <ria/registry.h>
#include <ria/simulation.h>
#include <stdio.h>

enum { U, R, P, Q, NSTATE, F = NSTATE }; /* fields; F is static, R, P and Q are the program's own */
enum { RR, LIMIT, TOLERANCE, GOING, PQ, ALPHA, NEXT, BETA, SCALARS };
enum { N = 32 };
static const ria_quantity state[] = {{"u", "1", "solution"},
                                     {"r", "1/m2", "residual"},
                                     {"p", "1", "direction"},
                                     {"q", "1/m2", "Ap"}};
static const ria_quantity statics[] = {{"f", "1/m2", "right side"}};

static ria_op exchange(int field) {
  return (ria_op){.kind = RIA_OP_EXCHANGE, .fields = 1, .field = {field}};
}
static ria_op product(int a, int b, int result) {
  return (ria_op){
      .kind = RIA_OP_REDUCE, .kernel = ria_kernel_find("dot"), .field = {a, b}, .result = result};
}
static ria_op scalar(int result, int a, ria_scalar_operation operation, int b) {
  return (ria_op){.kind = RIA_OP_SCALAR, .result = result, .operation = operation, .a = a, .b = b};
}
/* A kernel with at most one scalar, which is a scalar of the program. */
static ria_op apply(const char *kernel, int a, int b, int c, int d, int bound) {
  return (ria_op){.kind = RIA_OP_APPLY,
                  .kernel = ria_kernel_find(kernel),
                  .field = {a, b, c, d},
                  .bound = {bound}};
}
static ria_op matrix(int from, int to) {
  static const char *const inverse_spacing[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  ria_op op = apply("poisson_apply", from, to, 0, 0, 0);
  for (int a = 0; a < RIA_AXES; a++)
    op.scalars[ria_kernel_scalar(op.kernel, inverse_spacing[a])] =
        (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a};
  return op;
}

/* f is 1 everywhere. */
static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  (void)context, (void)field, (void)block;
  ria_global count = 1;
  for (int a = 0; a < RIA_AXES; a++)
    count *= cells->hi[a] - cells->lo[a];
  for (ria_global i = 0; i < count; i++)
    values[i] = 1;
  return RIA_SUCCESS;
}

static ria_status compute(ria_simulation *simulation) {
  const ria_global middle = N / 2;
  const ria_probe_cells cells = {.count = 1, .at = {&middle, &middle, &middle}};
  double values[NSTATE] = {0};
  ria_program_result result;
  RIA_TRY(ria_simulation_fill(simulation, NULL, fill, NULL));
  RIA_TRY(ria_simulation_advance(simulation, 1, false, 1, -1, NULL, NULL));
  RIA_TRY(ria_simulation_program(simulation, &result));
  RIA_TRY(ria_simulation_probe(simulation, &cells, values));
  printf("%lld iterations, residual %.2e, u in the middle %.5f\n", (long long)result.iterations,
         sqrt(result.value[RR]), values[U]);
  return RIA_SUCCESS;
}

static ria_status run(ria_runtime *runtime) {
  const ria_op op[] = {product(F, F, LIMIT),
                       exchange(U),
                       matrix(U, Q),
                       apply("cg_begin", F, Q, R, P, 0),
                       product(R, R, RR),
                       scalar(LIMIT, LIMIT, RIA_SCALAR_MULTIPLY, TOLERANCE),
                       scalar(GOING, RR, RIA_SCALAR_GREATER, LIMIT),
                       {.kind = RIA_OP_LOOP, .condition = GOING, .most = 1000},
                       exchange(P),
                       matrix(P, Q),
                       product(P, Q, PQ),
                       scalar(ALPHA, RR, RIA_SCALAR_DIVIDE, PQ),
                       apply("cg_update", U, R, P, Q, 1 + ALPHA),
                       product(R, R, NEXT),
                       scalar(BETA, NEXT, RIA_SCALAR_DIVIDE, RR),
                       scalar(RR, NEXT, RIA_SCALAR_COPY, NEXT),
                       scalar(GOING, RR, RIA_SCALAR_GREATER, LIMIT),
                       apply("cg_direction", P, R, 0, 0, 1 + BETA),
                       {.kind = RIA_OP_END}};
  const ria_program_scalar scalars[SCALARS] = {[TOLERANCE].start = 1e-16};
  const ria_program program = {
      .ops = sizeof op / sizeof *op, .op = op, .scalars = SCALARS, .scalar = scalars, .work = 3};
  ria_segment segment[RIA_SIDES];
  for (int side = 0; side < RIA_SIDES; side++)
    segment[side] = (ria_segment){.side = (ria_side)side,
                                  .part = {{0, 0, 0}, {N, N, N}},
                                  .kernel = ria_kernel_find("poisson_zero")};
  const double h = 1.0 / N;
  const ria_model model = {.grid = {.cells = {N, N, N}, .spacing = {h, h, h}, .tiles = {2, 2, 1}},
                           .precision = RIA_DOUBLE,
                           .nstate = NSTATE,
                           .state = state,
                           .nstatic = 1,
                           .statics = statics,
                           .program = &program,
                           .segments = RIA_SIDES,
                           .segment = segment,
                           .step = RIA_STEP_FIXED,
                           .fixed_dt = 1,
                           .window = 1,
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
    fprintf(stderr, "poisson: %s: %s\n", ria_status_text(status), ria_status_detail());
  ria_runtime_destroy(runtime);
  return status != RIA_SUCCESS;
}
