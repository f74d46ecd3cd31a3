/* Two steps in one pass against the serial reference of one after the other, to the bit: the edge
 * of the domain across x, the step along x, the edge across y, the step along y. For a table of
 * kernels, `suite_kernels`. After on_executor.h, or on_gpu.h. */
#ifndef RIA_PAIR_CASE_H
#define RIA_PAIR_CASE_H

#include "tests.h"
#include "kernel_tile.h"

enum { PAIR_NX = 75, PAIR_NY = 19, PAIR_GHOSTS = 4, PAIR_LAYERS = 2 };

typedef struct {
  const ria_kernel *first, *second, *edge;
  ria_device_pair_function function;
  ria_precision precision;
  int pattern;
  unsigned switches;
  unsigned sides; /* bits: low x, high x, low y, high y are the domain's */
  ria_shape shape;
  bool wary;     /* as after a launch with an unlikely event */
  int spreading; /* 1 or -1: the pattern is water that spreads in this direction along `axis` */
  int axis;
} pair_trial;

/* Number of launches that assumed no unlikely event, by whether the assumption was right. */
static int pairs_calm[2];

static const ria_kernel *pair_kernel(const char *name) {
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    if (!strcmp((*k)->name, name))
      return *k;
  return NULL;
}

/* The cells that the second step updates: also ghost cells on sides with neighbours. */
static ria_box pair_update(const pair_trial *t) {
  const int more = PAIR_GHOSTS - PAIR_LAYERS;
  return ria_box_plane(t->sides & 1 ? 0 : -more, t->sides & 2 ? PAIR_NX : PAIR_NX + more,
                       t->sides & 4 ? 0 : -more, t->sides & 8 ? PAIR_NY : PAIR_NY + more);
}

/* A side of the domain as a part of the edge, as long as ghost cells go. */
static ria_device_edge pair_part(const pair_trial *t, int side, const double *scalars) {
  const int axis = side / 2, along = axis ? PAIR_NX : PAIR_NY;
  const bool low = t->sides >> (axis ? 0 : 2) & 1, high = t->sides >> (axis ? 1 : 3) & 1;
  return (ria_device_edge){.kernel = t->edge,
                           .axis = axis,
                           .outward = side % 2 ? 1 : -1,
                           .from = low ? 0 : -PAIR_GHOSTS,
                           .to = high ? along : along + PAIR_GHOSTS,
                           .scalars = scalars};
}

static void pair_fill(const pair_trial *t, kernel_tile *tile, int axis, const double *scalars) {
  for (int side = 2 * axis; side < 2 * axis + 2; side++) {
    if (!(t->sides >> side & 1))
      continue;
    const ria_device_edge part = pair_part(t, side, scalars);
    const ptrdiff_t pitch = (ptrdiff_t)tile->pitch;
    const ptrdiff_t normal = axis ? pitch : 1, along = axis ? 1 : pitch;
    const ptrdiff_t last = axis ? (PAIR_NY - 1) * pitch : PAIR_NX - 1;
    ria_boundary_args args = {.origin = (side % 2 ? last : 0) + part.from * along,
                              .along = along,
                              .inward = side % 2 ? -normal : normal,
                              .count = part.to - part.from,
                              .layers = PAIR_LAYERS,
                              .axis = axis,
                              .outward = part.outward,
                              .scalars = scalars};
    for (int f = 0; f < tile->nstate; f++)
      args.state[f] = tile_origin(tile, f);
    t->edge->implementation[0].boundary[t->precision](&args);
  }
}

static ria_step_args pair_args(const pair_trial *t, const kernel_tile *from, const kernel_tile *to,
                               ria_box update, const double *scalars) {
  ria_step_args args = {.pitch = from->pitch,
                        .update = update,
                        .owned = ria_box_plane(0, PAIR_NX, 0, PAIR_NY),
                        .scalars = scalars,
                        .switches = t->switches};
  for (int f = 0; f < from->nstate; f++) {
    args.src[f] = tile_origin(from, f);
    args.dst[f] = tile_origin(to, f);
  }
  return args;
}

/* The steps one after another; findings go into `found`. */
static void pair_reference(const pair_trial *t, const kernel_tile *src, kernel_tile *dst,
                           double scalars[3][RIA_MAX_SCALARS], ria_step_args *found) {
  kernel_tile from = tile_like(src), between = tile_like(src);
  ria_box update = pair_update(t);
  for (int f = 0; f < src->nstate; f++)
    memcpy(from.field[f], src->field[f], src->count * ria_precision_size(src->precision));
  pair_fill(t, &from, 0, scalars[2]);
  update.lo[1] -= t->sides & 4 ? 0 : PAIR_LAYERS;
  update.hi[1] += t->sides & 8 ? 0 : PAIR_LAYERS;
  ria_step_args one = pair_args(t, &from, &between, update, scalars[0]);
  t->first->implementation[0].step[t->precision](&one);
  pair_fill(t, &between, 1, scalars[2]);
  *found = pair_args(t, &between, dst, pair_update(t), scalars[1]);
  t->second->implementation[0].step[t->precision](found);
  found->rate_max = one.rate_max > found->rate_max ? one.rate_max : found->rate_max;
  found->bad = one.bad || found->bad;
  tile_free(&from);
  tile_free(&between);
}

/* Cells outside the domain may not be read. */
static void pair_poison(const pair_trial *t, kernel_tile *tile) {
  for (int y = -PAIR_GHOSTS; y < PAIR_NY + PAIR_GHOSTS; y++)
    for (int x = -PAIR_GHOSTS; x < PAIR_NX + PAIR_GHOSTS; x++)
      if ((x < 0 && t->sides & 1) || (x >= PAIR_NX && t->sides & 2) || (y < 0 && t->sides & 4) ||
          (y >= PAIR_NY && t->sides & 8))
        for (int f = 0; f < tile->nstate; f++)
          tile_set(tile, f, x, y, NAN);
}

/* Water that flows to shallower water, slower than its waves everywhere. The only unlikely event:
 * at one face a wave spreads faster than it moves. */
static void pair_spread(const pair_trial *t, kernel_tile *tile) {
  static const double depth[2] = {5, 0.8}, froude[2] = {0.7, 0.99};
  const int middle = t->axis ? PAIR_NY / 2 : PAIR_NX / 2;
  for (int y = -PAIR_GHOSTS; y < PAIR_NY + PAIR_GHOSTS; y++)
    for (int x = -PAIR_GHOSTS; x < PAIR_NX + PAIR_GHOSTS; x++) {
      const int shallow = ((t->axis ? y : x) < middle) == (t->spreading < 0);
      const double h = depth[shallow], q = t->spreading * h * froude[shallow] * sqrt(9.81 * h);
      tile_set_named(tile, t->first, "h", x, y, h);
      tile_set_named(tile, t->first, "qx", x, y, t->axis ? 0 : q);
      tile_set_named(tile, t->first, "qy", x, y, t->axis ? q : 0);
    }
}

static void try_pair(const pair_trial *t) {
  double scalars[3][RIA_MAX_SCALARS], rate;
  char where[160];
  ria_device_edge part[4];
  ria_device_edges_args edges = {.nx = PAIR_NX, .ny = PAIR_NY, .edge = part};
  ria_step_args wanted;
  ria_device_report *report = device_report();
  tile_scalars(t->first, t->pattern, scalars[0]);
  tile_scalars(t->second, t->pattern, scalars[1]);
  tile_scalars(t->edge, t->pattern, scalars[2]);
  scalars[1][2] *= 0.5; /* another one than the first step's */
  kernel_tile src = tile_new(t->first, t->precision, PAIR_NX, PAIR_NY, PAIR_GHOSTS);
  kernel_tile right = tile_like(&src), got = tile_like(&src);
  tile_fill(&src, t->first, t->pattern, 7 + (unsigned)t->pattern);
  if (t->spreading)
    pair_spread(t, &src);
  pair_poison(t, &src);
  pair_reference(t, &src, &right, scalars, &wanted);
  for (int side = 0; side < 4; side++)
    if (t->sides >> side & 1)
      part[edges.edges++] = pair_part(t, side, scalars[2]);
  enum { NUMBER = 1000 };
  const unsigned long long before = t->wary ? NUMBER + 1 : NUMBER;
  report->wary_until = before;
  const ria_device_pair_args args = {.step = pair_args(t, &src, &got, pair_update(t), scalars[0]),
                                     .scalars = scalars[1],
                                     .switches = t->switches,
                                     .edges = &edges,
                                     .report = report,
                                     .number = NUMBER,
                                     .shape = t->shape};
  assert_int_equal(t->function(&args), 0);
  assert_int_equal(device_wait(), 0);
  if (t->wary)
    assert_int_equal(report->wary_until, before);
  else
    pairs_calm[report->wary_until == before]++;
  if (t->spreading && !t->wary)
    assert_true(report->wary_until > before);
  memcpy(&rate, &report->rate, sizeof rate);
  const bool same = tile_equal(&got, &right, where, sizeof where);
  if (!same || rate != wanted.rate_max || !report->bad != !wanted.bad)
    fail_msg("%s and %s at once, %s precision, switches %u, pattern %d, sides %u, shape "
             "%dx%dx%d%s%s: %s; "
             "rate %.17g, wanted %.17g; bad %d, wanted %d",
             t->first->name, t->second->name, t->precision ? "double" : "single", t->switches,
             t->pattern, t->sides, t->shape.columns, t->shape.rows, t->shape.warps,
             t->wary ? ", wary" : "", t->spreading ? ", spreading" : "",
             same ? "fields equal" : where, rate, wanted.rate_max, report->bad, wanted.bad);
  tile_free(&src);
  tile_free(&right);
  tile_free(&got);
}

static void try_both_ways(pair_trial t) {
  for (int wary = 0; wary < 2; wary++) {
    t.wary = wary;
    try_pair(&t);
  }
}

/* Every switch and pattern with some sides and shapes; all sides and shapes with deep water. */
static int try_pairs_of(pair_trial t) {
  static const unsigned sides[] = {15, 0, 5, 10, 3, 12, 7};
  static const ria_shape shapes[] = {{1, 3, 1}, {2, 5, 2}, {0}, {2, 64, 4}, {1, 8, 4}};
  enum { SIDES = sizeof sides / sizeof *sides, SHAPES = sizeof shapes / sizeof *shapes };
  unsigned n = 0;
  for (t.pattern = 0; t.pattern < PATTERNS; t.pattern++)
    for (t.switches = 0; t.switches < 1u << t.first->nswitch; t.switches++, n++) {
      t.sides = sides[n % SIDES], t.shape = shapes[n / 2 % SHAPES];
      try_both_ways(t);
    }
  t.pattern = PATTERN_WET, t.switches = 0;
  for (unsigned s = 0; s < SIDES * SHAPES; s++) {
    t.sides = sides[s % SIDES], t.shape = shapes[s / SIDES];
    try_both_ways(t);
  }
  t.sides = 0, t.shape = (ria_shape){2, 64, 4};
  for (t.switches = 0; t.switches < 1u << t.first->nswitch; t.switches++)
    for (t.axis = 0; t.axis < 2; t.axis++)
      for (t.spreading = -1; t.spreading < 2; t.spreading += 2)
        try_both_ways(t);
  return 1;
}

static const ria_device_functions *pair_functions(const ria_kernel *kernel, int implementation,
                                                  int precision) {
  return ria_device_functions_of(&kernel->implementation[implementation], (ria_precision)precision);
}

/* Tries every pair. The test fails if there is none. */
static void pairs_agree(void **state) {
  int tried = 0;
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++) {
      const ria_device_functions *one = pair_functions(*k, i, RIA_SINGLE);
      for (int e = 0; one->pair && one->pair_edges[e]; e++)
        for (int p = 0; p < RIA_PRECISIONS; p++)
          tried += try_pairs_of((pair_trial){.first = *k,
                                             .second = pair_kernel(one->pair),
                                             .edge = pair_kernel(one->pair_edges[e]),
                                             .function = pair_functions(*k, i, p)->step_pair,
                                             .precision = (ria_precision)p});
    }
  assert_true(tried >= RIA_PRECISIONS);
  assert_true(pairs_calm[false] && pairs_calm[true]);
}

/* Rejected: sides that the pair was not compiled for, and different switches. */
static void pairs_refuse(void **state) {
  const ria_kernel stranger = {.name = "stranger"};
  const ria_device_edge part = {.kernel = &stranger, .outward = 1, .to = 2};
  const ria_device_edges_args edges = {.nx = 2, .ny = 2, .edges = 1, .edge = &part};
  const double scalars[RIA_MAX_SCALARS] = {1};
  (void)state;
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++) {
      const ria_device_functions *one = pair_functions(*k, i, RIA_SINGLE);
      if (!one->pair)
        continue;
      ria_device_pair_args args = {
          .step = {.pitch = 64, .update = ria_box_plane(0, 2, 0, 2), .scalars = scalars},
          .scalars = scalars,
          .edges = &edges};
      assert_int_equal(one->step_pair(&args), 801);
      args.edges = NULL;
      args.switches = 1;
      assert_int_equal(one->step_pair(&args), 801);
    }
}

#endif
