/* How programs are checked, cut into phases, and looked through for ghost cells; and how many
 * iterations of a loop are submitted ahead. Kernels are written by hand, and never called. */
#include <math.h>
#include <string.h>
#include "executors/program/program.h"
#include "tests.h"

enum { A, B, C, NSTATE };
enum { GOING, AGAIN, X, Y, SCALARS };

static const ria_quantity quantity[] = {{"a", "1", "a"}, {"b", "1", "b"}, {"c", "1", "c"}};

/* b = f(a in the next cells along x); b = f(b); c = f(a, b). */
static const ria_reach beside[] = {{{1, 0, 0}, {1, 0, 0}}, {{0}, {0}}}, here[3];
static const ria_kernel smooth = {.name = "smooth",
                                  .kind = RIA_KERNEL_POINT,
                                  .sees = beside,
                                  .reads = {1},
                                  .writes = {2},
                                  .nstate = 2};
static const ria_kernel enlarge = {.name = "enlarge",
                                   .kind = RIA_KERNEL_POINT,
                                   .sees = here,
                                   .reads = {1},
                                   .writes = {1},
                                   .nstate = 1,
                                   .nscalar = 1,
                                   .scalar = quantity};
static const ria_kernel largest = {.name = "largest",
                                   .kind = RIA_KERNEL_REDUCE,
                                   .reduction = RIA_REDUCE_MAX,
                                   .sees = here,
                                   .reads = {1},
                                   .nstate = 1};

static void swap(const double *in, double *out) {
  out[0] = in[1];
  out[1] = in[0];
}

static const ria_kernel swapping = {.name = "swap",
                                    .kind = RIA_KERNEL_SCALAR,
                                    .nscalar = 2,
                                    .scalar = quantity,
                                    .nresult = 2,
                                    .result = quantity,
                                    .compute = swap};

static const ria_program_scalar scalar[SCALARS] = {
    {.quantity = {"going", "1", "going"}},
    {.quantity = {"again", "1", "again"}},
    {.quantity = {"x", "1", "x"}},
    {.quantity = {"y", "1", "y"}},
};

static ria_op smooth_op(int from, int to) {
  return (ria_op){.kind = RIA_OP_APPLY, .kernel = &smooth, .field = {from, to}};
}

static ria_op enlarge_op(int field) {
  return (ria_op){.kind = RIA_OP_APPLY, .kernel = &enlarge, .field = {field}, .bound = {1 + X}};
}

static ria_op largest_op(int field, int result) {
  return (ria_op){.kind = RIA_OP_REDUCE, .kernel = &largest, .field = {field}, .result = result};
}

static ria_op exchange_op(int field) {
  return (ria_op){.kind = RIA_OP_EXCHANGE, .fields = 1, .field = {field}};
}

static ria_op loop_op(int condition) {
  return (ria_op){.kind = RIA_OP_LOOP, .condition = condition, .most = 10};
}

static ria_op swap_op(int a, int b) {
  return (ria_op){
      .kind = RIA_OP_COMPUTE, .kernel = &swapping, .bound = {1 + a, 1 + b}, .result_of = {a, b}};
}

static const ria_op end_op = {.kind = RIA_OP_END},
                    copy_op = {.kind = RIA_OP_SCALAR, .result = X, .a = Y, .b = Y};

static ria_program program_with(const ria_op *op, int ops) {
  return (ria_program){.ops = ops, .op = op, .scalars = SCALARS, .scalar = scalar, .work = 2};
}
#define PROGRAM(OP) program_with(OP, (int)(sizeof(OP) / sizeof *(OP)))

/* ---- checks ---- */

static void expect_refusal(const ria_program *program, const char *text) {
  assert_int_equal(ria_program_check(program, NSTATE, 0, NULL, RIA_DOUBLE), RIA_ERROR_ARGUMENT);
  if (!strstr(ria_status_detail(), text))
    fail_msg("'%s' does not contain '%s'", ria_status_detail(), text);
}

static void loops_are_in_pairs(void **state) {
  (void)state;
  const ria_op open[] = {loop_op(GOING), loop_op(AGAIN), enlarge_op(A), end_op};
  const ria_op closed[] = {loop_op(GOING), enlarge_op(A), end_op, end_op};
  const ria_op none[] = {loop_op(SCALARS), enlarge_op(A), end_op};
  ria_op many[3 * (RIA_PROGRAM_LOOPS + 1)], deep[2 * (RIA_PROGRAM_DEPTH + 1)];
  for (int i = 0; i <= RIA_PROGRAM_LOOPS; i++) {
    many[3 * i] = loop_op(GOING);
    many[3 * i + 1] = enlarge_op(A);
    many[3 * i + 2] = end_op;
  }
  for (int i = 0; i <= RIA_PROGRAM_DEPTH; i++) {
    deep[i] = loop_op(GOING);
    deep[RIA_PROGRAM_DEPTH + 1 + i] = end_op;
  }
  ria_program p = PROGRAM(open);
  expect_refusal(&p, "operation 3 of the program: a loop has no end");
  p = PROGRAM(closed);
  expect_refusal(&p, "operation 3 of the program: there is no loop to end");
  p = PROGRAM(none);
  expect_refusal(&p, "operation 0 of the program: a loop needs a scalar");
  p = PROGRAM(many);
  expect_refusal(&p, "at most 8 loops, nested at most 4 deep");
  p.ops -= 3;
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  p = PROGRAM(deep);
  expect_refusal(&p, "operation 4 of the program: a program may have at most 8 loops");
  p.op++;
  p.ops -= 2;
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
}

static void scalar_kernels_are_checked(void **state) {
  (void)state;
  ria_op op[] = {enlarge_op(A), swap_op(X, Y)};
  const ria_program p = PROGRAM(op);
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  op[1].bound[0] = 0;
  op[1].scalars[0].value = 3;
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  op[1].scalars[0].from = RIA_BIND_INVERSE_SPACING;
  expect_refusal(&p, "operation 1 of the program: the scalars of its kernel must be bound");
  op[1] = swap_op(X, Y);
  op[1].result_of[1] = X;
  expect_refusal(&p, "two results of its kernel are one scalar");
  op[1].result_of[1] = SCALARS;
  expect_refusal(&p, "it sets a scalar that the program does not have");
  op[1] = swap_op(X, SCALARS);
  op[1].result_of[1] = Y;
  expect_refusal(&p, "bound to one that the program does not have");
  op[1].kernel = &largest;
  expect_refusal(&p, "expected a SCALAR kernel");
  op[1] = enlarge_op(A);
  op[1].kernel = &swapping;
  expect_refusal(&p, "expected a POINT kernel");
}

/* The last of 256 fields works like the first. */
static void fields_of_kernels_are_many(void **state) {
  (void)state;
  static ria_reach sees[RIA_MAX_OPERANDS];
  ria_kernel wide = {
      .name = "wide", .kind = RIA_KERNEL_POINT, .sees = sees, .nstate = RIA_MAX_OPERANDS};
  wide.reads[RIA_MAX_OPERANDS / 64 - 1] = UINT64_C(1) << 63 | 1;
  wide.writes[RIA_MAX_OPERANDS / 64 - 1] = UINT64_C(1) << 63;
  for (int f = 0; f < RIA_MAX_OPERANDS; f++) {
    assert_int_equal(ria_kernel_writes(&wide, f), f == 255);
    assert_int_equal(ria_kernel_reads(&wide, f), f == 255 || f == 192);
  }
  ria_op op = {.kind = RIA_OP_APPLY, .kernel = &wide};
  for (int f = 0; f < RIA_MAX_OPERANDS; f++)
    op.field[f] = f;
  const ria_program p = {.ops = 1, .op = &op, .work = RIA_MAX_OPERANDS - 1};
  assert_int_equal(ria_program_check(&p, RIA_MAX_OPERANDS, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  assert_int_equal(ria_program_check(&p, RIA_MAX_OPERANDS, 1, NULL, RIA_DOUBLE),
                   RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "257 fields"));
  sees[255].high[1] = 1;
  assert_int_equal(ria_program_check(&p, RIA_MAX_OPERANDS, 0, NULL, RIA_DOUBLE),
                   RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "neighbours of a field that it writes"));
}

static ria_op aside_op(int from, int to, ria_op_aside aside) {
  ria_op op = smooth_op(from, to);
  op.aside = aside;
  return op;
}

static void operations_aside_are_checked(void **state) {
  (void)state;
  static const char text[] = "operation 1 of the program: an operation aside must be an APPLY";
  const ria_patch all = {0, {{0, 0, 0}, {1, 1, 1}}};
  ria_kernel checked = smooth;
  ria_op op[] = {enlarge_op(A), aside_op(A, B, RIA_ASIDE)};
  const ria_program p = PROGRAM(op), first = {.ops = 1, .op = op + 1, .work = 1};
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  expect_refusal(&first, "and not the first operation");
  checked.has_check = 1;
  op[1].kernel = &checked;
  expect_refusal(&p, text);
  op[1].kernel = &smooth;
  op[1].patches = 1;
  op[1].patch = &all;
  expect_refusal(&p, text);
  op[1] = largest_op(A, X);
  op[1].aside = RIA_ASIDE;
  expect_refusal(&p, text);
  op[1] = aside_op(NSTATE, B, RIA_ASIDE);
  assert_int_equal(ria_program_check(&p, NSTATE, 1, NULL, RIA_DOUBLE), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "only fields of reals of the model's state"));
}

static void parts_are_checked(void **state) {
  (void)state;
  static const char *const names[] = {"one", "two"};
  ria_op op[] = {enlarge_op(A)};
  ria_program p = PROGRAM(op);
  p.parts = 2;
  p.part = names;
  op[0].part = 2;
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  op[0].part = 3;
  expect_refusal(&p,
                 "operation 0 of the program: it belongs to a part that the program does not have");
  p.parts = RIA_PROGRAM_PARTS + 1;
  expect_refusal(&p, "at most 8 parts");
}

/* ---- phases ---- */

static void expect_phase(const program_memory *m, int number, int first, int ops, int scalar_ops,
                         int loop, int enters, int ends) {
  const program_phase *p = &m->phase[number];
  assert_int_equal(p->first, first);
  assert_int_equal(p->ops, ops);
  assert_int_equal(p->scalar_ops, scalar_ops);
  assert_int_equal(p->loop, loop);
  assert_int_equal(p->enters, enters);
  assert_int_equal(p->ends, ends);
}

static void expect_loop(const program_memory *m, int number, const ria_op *op, int outer, int first,
                        int end, bool holds) {
  const program_loop *l = &m->loop[number];
  assert_ptr_equal(l->op, op);
  assert_int_equal(l->outer, outer);
  assert_int_equal(l->first, first);
  assert_int_equal(l->end, end);
  assert_int_equal(l->holds, holds);
  assert_true(l->expected < 0);
}

static void loops_within_a_loop_are_cut(void **state) {
  (void)state;
  static program_memory m = {.groups = 2};
  const ria_op op[] = {
      enlarge_op(A),  largest_op(A, X),                               /* 1 */
      swap_op(X, Y),  loop_op(AGAIN),                                 /* 3 */
      loop_op(GOING),                                                 /* 4 */
      exchange_op(A), smooth_op(A, B),  largest_op(B, GOING), end_op, /* 8 */
      copy_op,        loop_op(GOING),                                 /* 10 */
      enlarge_op(B),  copy_op,          swap_op(X, Y),        end_op, /* 14 */
      end_op,         largest_op(B, Y),
  };
  const ria_program p = PROGRAM(op);
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  assert_int_equal(program_cut(&p, &m), RIA_SUCCESS);
  assert_int_equal(m.phases, 8);
  assert_int_equal(m.loops, 3);
  expect_phase(&m, 0, 0, 2, 1, -1, 0, -1); /* up to the outer LOOP */
  expect_phase(&m, 1, 4, 0, 0, 0, 1, -1);  /* up to the first inner one */
  expect_phase(&m, 2, 5, 0, 0, 1, -1, -1); /* packs */
  expect_phase(&m, 3, 6, 2, 0, 1, -1, 1);
  expect_phase(&m, 4, 9, 0, 1, 0, 2, -1);
  expect_phase(&m, 5, 11, 1, 2, 2, -1, 2);
  expect_phase(&m, 6, 15, 0, 0, 0, -1, 0);
  expect_phase(&m, 7, 16, 1, 0, -1, -1, -1);
  assert_true(m.phase[2].pack == 5 && m.phase[3].unpack == 5);
  expect_loop(&m, 0, &op[3], -1, 1, 7, true);
  expect_loop(&m, 1, &op[4], 0, 2, 4, false);
  expect_loop(&m, 2, &op[10], 0, 5, 6, false);
}

/* A program without loops is cut as before. */
static void operations_without_loops_are_one_phase(void **state) {
  (void)state;
  static program_memory m = {.groups = 1};
  const ria_op op[] = {exchange_op(A), smooth_op(A, B), enlarge_op(B), largest_op(B, X)};
  const ria_program p = PROGRAM(op);
  assert_int_equal(program_cut(&p, &m), RIA_SUCCESS);
  assert_int_equal(m.phases, 1);
  assert_int_equal(m.loops, 0);
  expect_phase(&m, 0, 0, 4, 0, -1, -1, -1);
}

static void expect_aside(const program_memory *m, int number, int aside, int takes) {
  assert_int_equal(m->phase[number].aside, aside);
  assert_int_equal(m->phase[number].takes, takes);
}

/* An operation computed aside is a phase, and its result returns before the first operation that
 * depends on it. */
static void operations_aside_are_a_phase(void **state) {
  (void)state;
  static program_memory m = {.groups = 1, .beside = true};
  const ria_op within = aside_op(A, B, RIA_ASIDE_WITHIN), gives = aside_op(B, C, RIA_ASIDE);
  const ria_op late[] = {enlarge_op(A), within, gives, enlarge_op(B), largest_op(C, X), copy_op};
  const ria_op soon[] = {enlarge_op(A), within, gives, largest_op(C, X), enlarge_op(B)};
  const ria_program overlapped = PROGRAM(late), serial = PROGRAM(soon);
  assert_int_equal(program_cut(&overlapped, &m), RIA_SUCCESS);
  assert_true(m.phases == 4 && m.asides == 1);
  expect_phase(&m, 0, 0, 1, 0, -1, -1, -1);
  expect_phase(&m, 1, 1, 2, 0, -1, -1, -1);
  expect_phase(&m, 2, 3, 1, 0, -1, -1, -1);
  expect_phase(&m, 3, 4, 1, 1, -1, -1, -1);
  expect_aside(&m, 0, -1, -1);
  expect_aside(&m, 1, 0, -1);
  expect_aside(&m, 2, -1, -1);
  expect_aside(&m, 3, -1, 0);
  assert_int_equal(program_cut(&serial, &m), RIA_SUCCESS);
  assert_true(m.phases == 3 && m.asides == 1);
  expect_phase(&m, 2, 3, 2, 0, -1, -1, -1);
  expect_aside(&m, 1, 0, -1);
  expect_aside(&m, 2, -1, 0);
  m.beside = false;
  assert_int_equal(program_cut(&overlapped, &m), RIA_SUCCESS);
  assert_true(m.phases == 1 && m.asides == 0);
  expect_phase(&m, 0, 0, 5, 1, -1, -1, -1);
}

/* It comes back before the iteration, or the program, ends, and before more is computed aside. */
static void results_computed_aside_return(void **state) {
  (void)state;
  static program_memory m = {.groups = 1, .beside = true};
  const ria_op op[] = {enlarge_op(A), loop_op(GOING),
                       enlarge_op(B), aside_op(A, C, RIA_ASIDE),
                       enlarge_op(A), aside_op(A, B, RIA_ASIDE),
                       end_op,        aside_op(A, C, RIA_ASIDE)};
  const ria_program p = PROGRAM(op);
  assert_int_equal(program_cut(&p, &m), RIA_SUCCESS);
  assert_true(m.phases == 10 && m.asides == 3);
  expect_phase(&m, 1, 2, 1, 0, 0, -1, -1);
  expect_aside(&m, 2, 0, -1);
  expect_phase(&m, 3, 4, 1, 0, 0, -1, -1);
  expect_aside(&m, 4, -1, 0);
  expect_aside(&m, 5, 1, -1);
  expect_aside(&m, 6, -1, 1);
  expect_phase(&m, 6, 6, 0, 0, 0, -1, 0);
  assert_int_equal(m.loop[0].end, 7);
  expect_aside(&m, 8, 2, -1);
  expect_aside(&m, 9, -1, 2);
}

static void expect_takers(const ria_op *op, int ops, int first, int second) {
  static program_memory m;
  const ria_program p = program_with(op, ops);
  m.groups = 2;
  assert_int_equal(program_cut(&p, &m), RIA_SUCCESS);
  assert_int_equal(m.phases, 2);
  assert_int_equal(m.phase[0].results_of, first);
  assert_int_equal(m.phase[1].results_of, second);
}

/* Results that the tiles do not use are awaited after the next phase, unless that has its own. */
static void results_travel_while_tiles_work(void **state) {
  (void)state;
  const ria_op late[] = {largest_op(A, X), exchange_op(A), smooth_op(A, B), swap_op(X, Y)};
  const ria_op used[] = {largest_op(A, X), exchange_op(A), enlarge_op(B), swap_op(X, Y)};
  const ria_op more[] = {largest_op(A, X), exchange_op(A), smooth_op(A, B), largest_op(B, Y)};
  expect_takers(late, 4, -1, 0);
  expect_takers(used, 4, 0, -1);
  expect_takers(more, 4, 0, 1);
}

static void ordered_sums_are_checked(void **state) {
  (void)state;
  ria_op op[] = {{.kind = RIA_OP_DOT, .fields = 1, .field = {A, B}, .run = 128, .result = X}};
  ria_program p = PROGRAM(op);
  assert_int_equal(ria_program_check(&p, NSTATE, 0, NULL, RIA_DOUBLE), RIA_SUCCESS);
  op[0].run = 0;
  expect_refusal(&p, "adds up runs of no product");
  op[0].run = 1;
  op[0].field[1] = NSTATE;
  expect_refusal(&p, "it multiplies fields that are not all of reals in the model's state");
  op[0].field[1] = B;
  op[0].result = SCALARS;
  expect_refusal(&p, "it sets a scalar that the program does not have");
}

static void phases_run_while_their_loop_does(void **state) {
  (void)state;
  const program_phase outside = {.loop = -1}, inside = {.loop = 2};
  ria_scalars s = {.on = 1};
  assert_true(program_phase_runs(&outside, &s) && !program_phase_runs(&inside, &s));
  s.value[4] = 1;
  ria_scalars_enter(&s, 2, 4, 3);
  assert_true(program_phase_runs(&outside, &s) && program_phase_runs(&inside, &s));
  for (int i = 0; i < 2; i++)
    ria_scalars_end_iteration(&s, 2, 4, 3);
  assert_true(program_phase_runs(&outside, &s) && program_phase_runs(&inside, &s));
  ria_scalars_end_iteration(&s, 2, 4, 3); /* another one would be too many */
  assert_true(!program_phase_runs(&outside, &s) && !program_phase_runs(&inside, &s));
  assert_int_equal(s.failed, 3);
}

/* ---- ghost cells ---- */

static program_margins margins;

static int margin_of(const ria_op *op, int ops, int number) {
  const ria_program p = program_with(op, ops);
  assert_int_equal(program_find_margins(&p, NSTATE, 0, &margins), RIA_SUCCESS);
  assert_int_equal(margins.margin[number].low[0], margins.margin[number].high[0]);
  return margins.margin[number].low[0];
}
#define MARGIN(OP, NUMBER) margin_of(OP, (int)(sizeof(OP) / sizeof *(OP)), NUMBER)

/* Fields that the next iteration of the inner or outer loop reads. */
static void an_iteration_computes_fields_of_the_next_one(void **state) {
  (void)state;
  const ria_op inner[] = {exchange_op(A), loop_op(AGAIN),  exchange_op(B),
                          loop_op(GOING), smooth_op(A, B), exchange_op(A),
                          enlarge_op(A),  end_op,          end_op};
  const ria_op outer[] = {exchange_op(A), loop_op(AGAIN), smooth_op(A, B),
                          loop_op(GOING), enlarge_op(B),  end_op,
                          exchange_op(A), enlarge_op(A),  end_op};
  assert_int_equal(MARGIN(inner, 6), 1);
  assert_int_equal(MARGIN(outer, 7), 1);
  assert_int_equal(MARGIN(outer, 4), 0);
  assert_int_equal(margins.ghost[0], 1);
}

/* A loop that recomputes a field may be skipped: then the earlier field is read. */
static void a_loop_may_be_passed_over(void **state) {
  (void)state;
  const ria_op op[] = {exchange_op(A),  smooth_op(A, B), loop_op(GOING), exchange_op(A),
                       smooth_op(A, B), end_op,          smooth_op(B, C)};
  assert_int_equal(MARGIN(op, 1), 1);
  assert_int_equal(MARGIN(op, 4), 1);
  assert_int_equal(margins.ghost[0], 2);
}

/* An exchange moves as many ghost cells as are read before the next one, also in the next
 * iteration. */
static void exchanges_have_their_own_depths(void **state) {
  (void)state;
  const ria_op op[] = {exchange_op(A), smooth_op(A, B), smooth_op(B, C), exchange_op(C),
                       smooth_op(C, A)};
  const ria_op loop[] = {exchange_op(A), loop_op(GOING), smooth_op(A, B), smooth_op(B, C),
                         exchange_op(A), end_op,         smooth_op(A, B)};
  assert_int_equal(MARGIN(op, 1), 1);
  assert_int_equal(margins.depth[0][0], 2);
  assert_int_equal(margins.depth[3][0], 1);
  assert_int_equal(MARGIN(loop, 2), 1);
  assert_int_equal(margins.depth[0][0], 2);
  assert_int_equal(margins.depth[4][0], 2);
}

static void a_loop_needs_an_exchange(void **state) {
  (void)state;
  const ria_op op[] = {exchange_op(A),  loop_op(AGAIN), loop_op(GOING), smooth_op(A, B),
                       smooth_op(B, A), end_op,         end_op};
  const ria_program p = PROGRAM(op);
  assert_int_equal(program_find_margins(&p, NSTATE, 0, &margins), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "put an exchange into it"));
}

/* ---- iterations that are submitted ahead ---- */

/* Number of submitted iterations for a loop of given length, as in the executor: while the host
 * waits for a batch, the next one is submitted, unless the first one is empty. */
static int64_t submitted_for(int64_t expected, int64_t taken) {
  int64_t all = program_batch(expected, 0, false), seen = all;
  bool ended = !all && !taken;
  for (int batch = 1; !ended && batch < 1000; batch++) {
    const int64_t more = program_batch(expected, all, true);
    all += more;
    ended = seen >= taken && seen > 0;
    seen = all;
  }
  assert_true(ended);
  return all;
}

static void few_iterations_are_submitted_in_vain(void **state) {
  (void)state;
  assert_int_equal(program_batch(-1, 0, false), 8);
  assert_int_equal(program_batch(-1, 80, true), 8);
  assert_int_equal(program_batch(0, 0, false), 0);
  assert_int_equal(program_batch(0, 0, true), 1);
  assert_int_equal(program_batch(22, 0, false), 22);
  assert_int_equal(program_batch(1000, 0, false), 64);
  assert_int_equal(program_batch(0, 1000, true), 8);
  assert_int_equal(submitted_for(0, 0), 0);
  assert_int_equal(submitted_for(22, 22), 22 + 3);
  for (int64_t expected = -1; expected < 100; expected++)
    for (int64_t taken = 0; taken < 2 * expected + 100; taken++) {
      const int64_t more = taken - expected, vain = submitted_for(expected, taken) - taken;
      assert_true(vain >= 0);
      assert_true(more || vain <= 1 + taken / 8);
      assert_true(more < 0 || vain <= 2 * (1 + taken / 8) || vain <= 16);
    }
}

/* ---- where minima and maxima lie ---- */

static void the_first_of_equal_numbers_counts(void **state) {
  (void)state;
  const ria_program_place near = {true, 0, {1, 2, 3}}, nearer = {true, 0, {5, 1, 3}},
                          other = {true, 1, {0, 0, 0}}, none = {false, 0, {0}};
  program_partial to = {.value = 7};
  ria_place_offer(RIA_REDUCE_MIN, 9, &near, &to.value, &to.place);
  assert_true(to.value == 9);
  ria_place_offer(RIA_REDUCE_MIN, 1, &none, &to.value, &to.place);
  ria_place_offer(RIA_REDUCE_MIN, 9, &other, &to.value, &to.place);
  assert_memory_equal(&to.place.cell, near.cell, sizeof near.cell);
  ria_place_offer(RIA_REDUCE_MIN, 9, &nearer, &to.value, &to.place);
  assert_memory_equal(&to.place.cell, nearer.cell, sizeof nearer.cell);
  ria_place_offer(RIA_REDUCE_MIN, 10, &near, &to.value, &to.place);
  assert_true(to.value == 9 && to.place.cell[0] == 5);
  ria_place_offer(RIA_REDUCE_MIN, 8, &other, &to.value, &to.place);
  assert_true(to.value == 8 && to.place.block == 1);
  ria_place_offer(RIA_REDUCE_MIN, NAN, &other, &to.value, &to.place);
  assert_true(isnan(to.value));
}

enum { TILES = 3, WIDTH = 4, HEIGHT = 2 };

/* Tiles of a worker beside each other, each of which a device has searched. */
static void all_tiles_of_a_device_count(void **state) {
  (void)state;
  static const struct {
    double value;
    int before; /* cells of the tile before the one that was found */
  } found[][TILES] = {{{3, 0}, {5, 6}, {4, 7}}, {{5, 4}, {2, 0}, {5, 3}}, {{1, 5}, {2, 1}, {3, 6}}};
  static const ria_global wanted[][2] = {{6, 1}, {11, 0}, {10, 1}};
  const ria_op op[] = {enlarge_op(A), largest_op(A, X), largest_op(A, Y)};
  const ria_program p = PROGRAM(op);
  tile_data tile[TILES] = {{.number = 0}};
  for (int t = 0; t < TILES; t++) {
    const ria_range cells = {{WIDTH * t, 0, 0}, {WIDTH * (t + 1), HEIGHT, 1}};
    tile[t].at.cells = cells;
    layout_init(&tile[t].layout, (int[]){WIDTH, HEIGHT, 1}, (int[]){0, 0, 0}, RIA_DOUBLE, false);
  }
  tile_group group = {.tiles = TILES};
  ria_device_extreme extreme[2 * TILES];
  program_group mine = {.extreme = extreme};
  static program_memory m;
  static ria_simulation s;
  m.group = &mine;
  s.model.program = &p;
  s.tile = tile;
  s.group = &group;
  s.executor_data = &m;
  assert_int_equal(program_parts_create(&s, 0), RIA_SUCCESS);
  assert_int_equal(mine.extremes, 2 * TILES);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    for (int number = 1; number <= 2; number++) {
      program_partial to = {.value = 0};
      double most = 0;
      memset(extreme, 0, sizeof extreme);
      for (int t = 0; t < TILES; t++) {
        extreme[mine.first_extreme[number] + t] = (ria_device_extreme){
            .value = found[i][t].value, .before = ~(unsigned long long)found[i][t].before};
        most = found[i][t].value > most ? found[i][t].value : most;
      }
      program_offer_extremes(&s, 0, number, &to);
      assert_true(to.place.known && to.value == most);
      assert_int_equal(to.place.cell[0], wanted[i][0]);
      assert_int_equal(to.place.cell[1], wanted[i][1]);
    }
  program_parts_destroy(&mine);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_are_in_pairs),
                                     cmocka_unit_test(scalar_kernels_are_checked),
                                     cmocka_unit_test(fields_of_kernels_are_many),
                                     cmocka_unit_test(operations_aside_are_checked),
                                     cmocka_unit_test(parts_are_checked),
                                     cmocka_unit_test(operations_aside_are_a_phase),
                                     cmocka_unit_test(results_computed_aside_return),
                                     cmocka_unit_test(loops_within_a_loop_are_cut),
                                     cmocka_unit_test(operations_without_loops_are_one_phase),
                                     cmocka_unit_test(results_travel_while_tiles_work),
                                     cmocka_unit_test(ordered_sums_are_checked),
                                     cmocka_unit_test(phases_run_while_their_loop_does),
                                     cmocka_unit_test(an_iteration_computes_fields_of_the_next_one),
                                     cmocka_unit_test(a_loop_may_be_passed_over),
                                     cmocka_unit_test(exchanges_have_their_own_depths),
                                     cmocka_unit_test(a_loop_needs_an_exchange),
                                     cmocka_unit_test(few_iterations_are_submitted_in_vain),
                                     cmocka_unit_test(the_first_of_equal_numbers_counts),
                                     cmocka_unit_test(all_tiles_of_a_device_count)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
