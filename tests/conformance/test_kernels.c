/* Every implementation of every face kernel against the serial reference, to the bit
 * (kernel_suite.h). And the reference against the definition itself, compiled as C. */
#include <ria/oracle.h>
#include <ria/registry.h>

#define suite_kernels ria_kernels
enum { SUITE_SEEDS = 1, SUITE_NAN_EVERY = 47, SUITE_PART = 1 };
#include "kernel_suite.h"

static void try_oracle(trial t, const kernel_tile *from, const double *scalars) {
  const ria_oracle *oracle = ria_oracle_find(t.kernel->name);
  assert_non_null(oracle);
  if (t.precision != RIA_DOUBLE)
    return;
  kernel_tile wanted = tile_like(from), got = tile_like(from);
  ria_step_args a, b;
  t.one = "reference", t.other = "the definition as C";
  apply(oracle->step, NULL, from, &wanted, boxes[t.box], scalars, t.switches, &a);
  apply(t.kernel->implementation[0].step[t.precision], NULL, from, &got, boxes[t.box], scalars,
        t.switches, &b);
  compare(&t, &got, &wanted, &b, &a);
  tile_free(&wanted);
  tile_free(&got);
}

static void reference_is_the_definition(void **state) {
  (void)state;
  for_each_setting(try_oracle);
}

/* THROUGH of the faces beside all sides of the owned box, many at a time, against the definition.
 */
static void try_through(trial t, const kernel_tile *from, const double *scalars) {
  const ria_kernel *kernel = t.kernel;
  const ria_implementation *cpu = ria_kernel_implementation(kernel, "cpu", NULL);
  const ria_oracle *oracle = ria_oracle_find(kernel->name);
  if (!kernel->amounts || t.precision != RIA_DOUBLE || t.box)
    return; /* the first box lies inside all that is there */
  assert_true(oracle && oracle->through && cpu->through[RIA_SINGLE]);
  for (int side = 0; side < 4; side++) {
    const int axis = side / 2, high = side % 2;
    double got[2 * 283], wanted[2 * 283];
    ria_through_args args = {.pitch = from->pitch,
                             .x = !axis && high ? 282 : 0,
                             .y = axis && high ? 6 : 0,
                             .count = axis ? 283 : 7,
                             .axis = axis,
                             .outward = high ? 1 : -1,
                             .scalars = scalars,
                             .switches = t.switches,
                             .flux = got};
    for (int f = 0; f < from->nstate; f++)
      args.src[f] = tile_origin(from, f);
    for (int f = 0; f < from->nstatic; f++)
      args.statics[f] = tile_origin(from, from->nstate + f);
    cpu->through[t.precision](&args);
    args.flux = wanted;
    oracle->through(&args);
    for (int i = 0; i < args.count * kernel->amounts && t.pattern == PATTERN_DRY; i++)
      assert_true(got[i] == 0 && wanted[i] == 0);
    for (int i = 0; i < args.count * kernel->amounts; i++)
      if (!(got[i] == wanted[i] || (isnan(got[i]) && isnan(wanted[i]))))
        fail_msg("%s: THROUGH of face %d on side %d, switches %u, pattern %d: %.17g, not %.17g",
                 kernel->name, i / kernel->amounts, side, t.switches, t.pattern, got[i], wanted[i]);
  }
}

static void through_is_the_definition(void **state) {
  (void)state;
  for_each_setting(try_through);
}

/* Compares every strategy with the reference on a tile, which is freed; each writes the same result
 * `times` times. */
static void try_strategies(const ria_kernel *kernel, int precision, int number, kernel_tile *from,
                           const ria_box box[2], int times) {
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel, 0, scalars);
  kernel_tile wanted = tile_like(from), got = tile_like(from);
  ria_step_args x, y;
  apply(kernel->implementation[0].step[precision], NULL, from, &wanted, box, scalars, 0, &x);
  for (int i = 1; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!one->step[precision])
      continue;
    tile_blank(&got);
    for (int n = 0; n < times; n++) {
      apply(one->step[precision], one, from, &got, box, scalars, 0, &y);
      compare(&(trial){kernel, one->strategy, "reference", precision, 0, 0, number}, &got, &wanted,
              &y, &x);
    }
  }
  tile_free(from);
  tile_free(&wanted);
  tile_free(&got);
}

/* Boxes wider and higher than the blocks of strategies. */
static void large_boxes_agree(void **state) {
  (void)state;
  static const ria_box box[][2] = {
      {RIA_BOX_PLANE(0, 1111, 0, 45), RIA_BOX_PLANE(0, 1111, 0, 45)},
      {RIA_BOX_PLANE(-2, 1113, -2, 47), RIA_BOX_PLANE(3, 1100, 1, 44)}};
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int n = 0; (*k)->kind == RIA_KERNEL_FACE && n < 2 * RIA_PRECISIONS; n++) {
      const int p = n / 2, b = n % 2;
      kernel_tile from = tile_new(*k, p, 1111, 45, b ? 4 : 3);
      tile_fill(&from, *k, 0, (unsigned)n);
      try_strategies(*k, p, b, &from, box[b], 1);
    }
}

/* Cells of each row are equal for some hundred cells, then differ for some, and so on; sometimes
 * zeros differ only in their sign. */
static void level(kernel_tile *t, unsigned seed) {
  const size_t size = ria_precision_size(t->precision);
  for (int y = -t->ghosts; y < t->ny + t->ghosts; y++)
    for (int x = -t->ghosts, turn = 0; x < t->nx + t->ghosts; turn++) {
      const double length = tile_random(seed, (unsigned)(y + 8), (unsigned)turn);
      const int end = x + 1 + (int)(length * (turn % 2 ? 500 : 12));
      for (int from = x++; x < end && x < t->nx + t->ghosts; x++)
        for (int f = 0; turn % 2 && f < t->nstate + t->nstatic; f++)
          memcpy(tile_at(t, f, x, y), tile_at(t, f, from, y), size);
      for (int f = 0; turn % 6 == 5 && f < t->nstate; f++)
        for (int z = x - 70 > -t->ghosts ? x - 70 : -t->ghosts; z < x; z++)
          if (f == 1)
            tile_set(t, f, z, y, z % 40 ? 0.0 : -0.0);
    }
}

/* Strategies compute equal cells once. */
static void level_rows_agree(void **state) {
  (void)state;
  static const ria_box box[][2] = {{RIA_BOX_PLANE(0, 3001, 0, 3), RIA_BOX_PLANE(0, 3001, 0, 3)},
                                   {RIA_BOX_PLANE(-2, 3003, -2, 5), RIA_BOX_PLANE(400, 2600, 1, 2)},
                                   {RIA_BOX_PLANE(3, 2000, 0, 1), RIA_BOX_PLANE(2500, 3001, 0, 1)}};
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int n = 0; (*k)->kind == RIA_KERNEL_FACE && n < 3 * RIA_PRECISIONS; n++) {
      const int p = n / 3, b = n % 3;
      kernel_tile from = tile_new(*k, p, 3001, 3, 4);
      tile_fill(&from, *k, 0, (unsigned)n);
      level(&from, (unsigned)n);
      try_strategies(*k, p, b, &from, box[b], 2); /* also onto a correct result */
    }
}

/* The guarantee of REST, against the reference, which never skips: a cell at rest whose neighbours
 * are at rest keeps its bits and has no rate. */
static void rest_is_rest(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    for (int p = 0; kernel->has_rest && p < RIA_PRECISIONS; p++) {
      for (unsigned s = 0; s < 1u << kernel->nswitch; s++) {
        double scalars[RIA_MAX_SCALARS];
        tile_scalars(kernel, 0, scalars);
        kernel_tile from = tile_new(kernel, p, 40, 9, 3), got = tile_like(&from);
        tile_fill(&from, kernel, PATTERN_DRY, 7);
        const ria_box box[2] = {RIA_BOX_PLANE(0, 40, 0, 9), RIA_BOX_PLANE(0, 40, 0, 9)};
        ria_step_args a;
        apply(kernel->implementation[0].step[p], NULL, &from, &got, box, scalars, s, &a);
        assert_true(a.rate_max == 0);
        assert_false(a.bad);
        for (int f = 0; f < kernel->nstate; f++)
          for (int y = 0; y < 9; y++)
            for (int x = 0; x < 40; x++)
              assert_memory_equal(tile_at(&got, f, x, y), tile_at(&from, f, x, y),
                                  ria_precision_size(p));
        tile_free(&from);
        tile_free(&got);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(implementations_agree),
      cmocka_unit_test(large_boxes_agree),
      cmocka_unit_test(level_rows_agree),
      cmocka_unit_test(reference_is_the_definition),
      cmocka_unit_test(through_is_the_definition),
      cmocka_unit_test(rest_is_rest),
      cmocka_unit_test(nan_is_bad),
      cmocka_unit_test(skipping_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
