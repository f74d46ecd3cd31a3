/* Face kernels against the serial reference, to the bit: both precisions, all combinations of
 * switches, fields of all kinds, boxes of all shapes. The including file defines the table of
 * kernels, `suite_kernels`, the steps SUITE_SEEDS and SUITE_NAN_EVERY, and SUITE_PART: one in so
 * many settings is tried. */
#ifndef RIA_KERNEL_SUITE_H
#define RIA_KERNEL_SUITE_H

#include "tests.h"
#include "kernel_tile.h"

/* Boxes to advance: {update, owned}. Wider than two blocks, one cell wide or high, empty, into the
 * ghost cells, owned smaller than the updated box, owned apart from it. */
static const ria_box boxes[][2] = {
    {RIA_BOX_PLANE(0, 283, 0, 7), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(0, 283, 0, 1), RIA_BOX_PLANE(0, 283, 0, 1)},
    {RIA_BOX_PLANE(-2, 285, -2, 9), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(5, 6, 0, 7), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(281, 283, 5, 7), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(0, 257, 2, 5), RIA_BOX_PLANE(3, 140, 3, 4)},
    {RIA_BOX_PLANE(-1, 129, -1, 3), RIA_BOX_PLANE(200, 283, 0, 7)},
    {RIA_BOX_PLANE(0, 128, 0, 7), RIA_BOX_PLANE(0, 128, 0, 7)},
    {RIA_BOX_PLANE(17, 17, 0, 7), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(0, 283, 3, 3), RIA_BOX_PLANE(0, 283, 0, 7)},
    {RIA_BOX_PLANE(-2, 15, 0, 7), RIA_BOX_PLANE(0, 283, 0, 7)},
};
enum { BOXES = sizeof boxes / sizeof *boxes };

/* One step of `step` from `from` into a fresh `into`. Scratch memory has exactly the requested
 * size, is filled with NaN and guarded. */
static void apply(ria_step_function step, const ria_implementation *implementation,
                  const kernel_tile *from, kernel_tile *into, const ria_box box[2],
                  const double *scalars, unsigned switches, ria_step_args *args) {
  enum { GUARD = 128 };
  size_t size = 0;
  if (implementation && implementation->scratch_bytes)
    size = implementation->scratch_bytes(box[0].hi[0] - box[0].lo[0] + 2, from->precision);
  unsigned char *scratch = aligned_alloc(128, (size + 2 * GUARD) / 128 * 128);
  assert_non_null(scratch);
  memset(scratch, 0xff, (size + 2 * GUARD) / 128 * 128);
  *args = (ria_step_args){.pitch = from->pitch,
                          .update = box[0],
                          .owned = box[1],
                          .scalars = scalars,
                          .switches = switches,
                          .scratch = scratch,
                          .rate_max = -1,
                          .bad = -1};
  for (int f = 0; f < from->nstate; f++) {
    args->src[f] = tile_origin(from, f);
    args->dst[f] = tile_origin(into, f);
  }
  for (int f = 0; f < from->nstatic; f++)
    args->statics[f] = tile_origin(from, from->nstate + f);
  step(args);
  for (size_t i = size; i < (size + 2 * GUARD) / 128 * 128; i++)
    assert_int_equal(scratch[i], 0xff);
  free(scratch);
}

/* The current comparison, for a failure's message. */
typedef struct {
  const ria_kernel *kernel;
  const char *one, *other;
  ria_precision precision;
  unsigned switches;
  int pattern, box;
} trial;

static void compare(const trial *t, const kernel_tile *a, const kernel_tile *b,
                    const ria_step_args *x, const ria_step_args *y) {
  char where[160];
  const bool same = tile_equal(a, b, where, sizeof where);
  const bool same_rate = x->rate_max == y->rate_max, same_bad = !x->bad == !y->bad;
  if (!same || !same_rate || !same_bad)
    fail_msg(
        "%s: %s and %s differ in %s precision, switches %u, pattern %d, box %d: %s; rate %.17g "
        "and %.17g; bad %d and %d",
        t->kernel->name, t->one, t->other, t->precision ? "double" : "single", t->switches,
        t->pattern, t->box, same ? "fields equal" : where, x->rate_max, y->rate_max, x->bad,
        y->bad);
}

/* Compares each implementation with the reference for one setting. */
static void try_implementations(trial t, const kernel_tile *from, const double *scalars) {
  const ria_kernel *kernel = t.kernel;
  const ria_box *box = boxes[t.box];
  kernel_tile wanted = tile_like(from), got = tile_like(from);
  ria_step_args a, b;
  const ria_implementation *reference = &kernel->implementation[0];
  t.other = reference->strategy;
  apply(reference->step[t.precision], reference, from, &wanted, box, scalars, t.switches, &a);
  for (int i = 1; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!one->step[t.precision])
      continue; /* a device's, or not in this precision */
    t.one = one->strategy;
    tile_blank(&got);
    apply(one->step[t.precision], one, from, &got, box, scalars, t.switches, &b);
    compare(&t, &got, &wanted, &b, &a);
  }
  /* The rate alone: the same number, without a write. */
  kernel_tile untouched = tile_like(from);
  for (int i = 0; kernel->has_rate && i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (!one->rate[t.precision])
      continue;
    t.one = one->strategy;
    tile_blank(&got);
    apply(one->rate[t.precision], one, from, &got, box, scalars, t.switches, &b);
    b.bad = a.bad;
    compare(&t, &got, &untouched, &b, &a);
  }
  tile_free(&wanted);
  tile_free(&got);
  tile_free(&untouched);
}

/* Sanitizers take many times as long and check only the oracles, because the kernels are built
 * without them. So a few settings suffice. */
#ifdef RIA_ADDRESS_SANITIZER
enum { PART = 3 * PATTERNS };
#else
enum { PART = SUITE_PART };
#endif

static bool is_tried(int precision, int pattern, int box, unsigned switches) {
  return (3 * precision + pattern + box + (int)switches) % PART == 0;
}

static void for_each_setting(void (*body)(trial t, const kernel_tile *from,
                                          const double *scalars)) {
  for (const ria_kernel *const *k = suite_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    if (kernel->kind != RIA_KERNEL_FACE)
      continue;
    for (int p = 0; p < RIA_PRECISIONS; p++) {
      for (int pattern = 0; pattern < PATTERNS; pattern++) {
        for (int n = 0; n < BOXES; n++) {
          double scalars[RIA_MAX_SCALARS];
          tile_scalars(kernel, pattern, scalars);
          /* With 4 ghost cells, cell 0 lies where vectors begin. */
          kernel_tile from = tile_new(kernel, p, 283, 7, n % 2 ? 3 : 4);
          tile_fill(&from, kernel, pattern, 1000u * (unsigned)pattern + (unsigned)n);
          if (n % 2)
            tile_spike_around(&from, kernel, boxes[n][1]);
          tile_poison_outside(&from, kernel, boxes[n][0]);
          for (unsigned s = 0; s < 1u << kernel->nswitch; s++)
            if (is_tried(p, pattern, n, s))
              body((trial){kernel, "", "", p, s, pattern, n}, &from, scalars);
          tile_free(&from);
        }
      }
    }
  }
}

static void implementations_agree(void **state) {
  (void)state;
  for_each_setting(try_implementations);
}

/* Every implementation reports NaN anywhere in the result. */
static void nan_is_bad(void **state) {
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    for (int p = 0; kernel->kind == RIA_KERNEL_FACE && kernel->has_check && p < RIA_PRECISIONS;
         p++) {
      for (int i = 0; i < kernel->implementations; i++) {
        const ria_implementation *one = &kernel->implementation[i];
        if (!one->step[p])
          continue;
        for (int x = 0; x < 283; x += SUITE_NAN_EVERY) {
          double scalars[RIA_MAX_SCALARS];
          tile_scalars(kernel, 0, scalars);
          kernel_tile from = tile_new(kernel, p, 283, 7, 3), got = tile_like(&from);
          tile_fill(&from, kernel, 0, 3);
          tile_set(&from, 0, x, 3, NAN);
          const ria_box box[2] = {RIA_BOX_PLANE(0, 283, 0, 7), RIA_BOX_PLANE(0, 283, 0, 7)};
          ria_step_args a;
          apply(one->step[p], one, &from, &got, box, scalars, 0, &a);
          assert_true(a.bad);
          tile_free(&from);
          tile_free(&got);
        }
      }
    }
  }
}

/* `blocked` skips cells at rest: rows of land with a single wet cell, and a moving pond. */
static void skipping_changes_nothing(void **state) {
  (void)state;
  static const ria_box box[2] = {RIA_BOX_PLANE(0, 1500, 0, 40), RIA_BOX_PLANE(0, 1500, 0, 40)};
  for (const ria_kernel *const *k = suite_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    for (int p = 0; kernel->has_rest && p < RIA_PRECISIONS; p++) {
      for (unsigned seed = 0; seed < 6; seed += SUITE_SEEDS) {
        double scalars[RIA_MAX_SCALARS];
        tile_scalars(kernel, 0, scalars);
        kernel_tile from = tile_new(kernel, p, 1500, 40, kernel->radius);
        kernel_tile wanted = tile_like(&from), got = tile_like(&from);
        tile_fill(&from, kernel, PATTERN_DRY, seed);
        kernel_tile wet = tile_new(kernel, p, 1500, 40, kernel->radius);
        tile_fill(&wet, kernel, 0, seed);
        for (unsigned n = 0; n < 20 * seed; n++) {
          const int x0 = (int)(tile_random(seed, n, 0) * 1500),
                    y0 = (int)(tile_random(seed, n, 1) * 40);
          for (int y = y0; y < y0 + 3 && y < 40; y++)
            for (int x = x0; x < x0 + 1 + (int)seed && x < 1500; x++)
              for (int f = 0; f < kernel->nstate; f++)
                memcpy(tile_at(&from, f, x, y), tile_at(&wet, f, x, y), ria_precision_size(p));
        }
        ria_step_args a, b;
        apply(kernel->implementation[0].step[p], NULL, &from, &wanted, box, scalars, 0, &a);
        for (int i = 1; i < kernel->implementations; i++) {
          const ria_implementation *one = &kernel->implementation[i];
          if (!one->step[p])
            continue;
          tile_blank(&got);
          apply(one->step[p], one, &from, &got, box, scalars, 0, &b);
          compare(&(trial){kernel, one->strategy, "reference", p, 0, (int)seed, -1}, &got, &wanted,
                  &b, &a);
        }
        tile_free(&from);
        tile_free(&wet);
        tile_free(&wanted);
        tile_free(&got);
      }
    }
  }
}

#endif
