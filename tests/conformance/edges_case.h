/* A tile's whole edge in one launch against its parts one after the other, by the serial reference,
 * to the bit. For a table of kernels, `suite_kernels`. After boundary_suite.h and on_executor.h, or
 * on_gpu.h. */
#ifndef RIA_EDGES_CASE_H
#define RIA_EDGES_CASE_H

#include "through_case.h"
#include "track_case.h"

enum { MOST_PARTS = 4 * (NX + 2 * GHOSTS) };

/* Whether one kernel's fields are the first fields of another. */
static bool begin(const ria_quantity *a, int as, const ria_quantity *b, int bs) {
  bool same = as <= bs;
  for (int f = 0; same && f < as; f++)
    same = !strcmp(a[f].name, b[f].name);
  return same;
}

static bool has_state_of(const ria_kernel *k, const ria_kernel *step) {
  return k->nstate == step->nstate && begin(k->state, k->nstate, step->state, step->nstate);
}

/* Find the boundary kernels that match a kernel: they have its state, the first of its statics, and
 * their own scalars. Returns their number. Kernels with more statics belong to another step.
 * Kernels that begin with other statics, such as `side` of a step with structures, fill their sides
 * separately.
 */
static int kernels_of_edges(const ria_kernel *kernel, int pattern, const ria_kernel *of[16],
                            double scalars[16][RIA_MAX_SCALARS]) {
  int kernels = 0;
  for (const ria_kernel *const *k = suite_kernels; *k && kernels < 16; k++) {
    if ((*k)->kind != RIA_KERNEL_BOUNDARY || !has_state_of(*k, kernel) ||
        !begin((*k)->statics, (*k)->nstatic, kernel->statics, kernel->nstatic))
      continue;
    tile_scalars(*k, pattern, scalars[kernels]);
    of[kernels++] = *k;
  }
  return kernels;
}

/* Divide the sides across the axes in the bit mask (x first) into parts of `length` cells, with the
 * boundary kernels in rotation. Parts in ghost cells occur across one axis only, because the tile
 * has neighbours along the other. If a step reads the domain's corners, parts across y include
 * them. */
static int make_parts(const ria_kernel *kernel, int length, int axes, int kernels,
                      const ria_kernel *const of[16], double scalars[][RIA_MAX_SCALARS],
                      ria_device_edge part[MOST_PARTS]) {
  int parts = 0;
  for (int s = 0; s < 4; s++) {
    const int axis = s / 2, around = axis && ria_kernel_sees_corners(kernel) ? kernel->radius : 0;
    const int ghosts = axes == 3 ? around : GHOSTS, end = (axis ? NX : NY) + ghosts;
    for (int from = -ghosts; from < end && (axes >> axis & 1); from += length) {
      const int n = parts % kernels;
      assert_true(parts < MOST_PARTS);
      part[parts++] = (ria_device_edge){.kernel = of[n],
                                        .axis = axis,
                                        .outward = s % 2 ? 1 : -1,
                                        .from = from,
                                        .to = from + length < end ? from + length : end,
                                        .scalars = scalars[n]};
    }
  }
  return parts;
}

static void fill_parts(const ria_kernel *kernel, kernel_tile *t, int parts,
                       const ria_device_edge *part) {
  for (int i = 0; i < parts; i++)
    fill_side(part[i].kernel->implementation[0].boundary[t->precision], t,
              &(side){part[i].axis, part[i].outward < 0, kernel->radius, part[i].from,
                      part[i].to - part[i].from},
              part[i].scalars);
}

/* Result of the call. */
static int fill_at_once(ria_device_edges_function fill, kernel_tile *t, int parts,
                        const ria_device_edge *part) {
  ria_device_edges_args args = {
      .pitch = t->pitch, .nx = NX, .ny = NY, .edges = parts, .edge = part};
  for (int f = 0; f < t->nstate; f++)
    args.state[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  const int code = fill(&args);
  assert_int_equal(device_wait(), 0);
  return code;
}

static void try_edges(const ria_kernel *kernel, ria_device_edges_function fill,
                      ria_precision precision, int pattern) {
  double scalars[16][RIA_MAX_SCALARS];
  ria_device_edge part[MOST_PARTS];
  const ria_kernel *of[16];
  const int kernels = kernels_of_edges(kernel, pattern, of, scalars);
  if (!kernels)
    return; /* no side goes with it */
  for (int length = 1; length <= NX + 2; length += 3)
    for (int axes = 1; axes <= 3; axes++) {
      const int parts = make_parts(kernel, length, axes, kernels, of, scalars, part);
      const bool refused = kernel->radius > 1 && parts > RIA_STEP_EDGES;
      kernel_tile reference = fresh(kernel, precision, pattern),
                  result = fresh(kernel, precision, pattern);
      if (!refused)
        fill_parts(kernel, &reference, parts, part);
      assert_int_equal(fill_at_once(fill, &result, parts, part), refused ? 801 : 0);
      expect_equal(kernel, &result, &reference, "a whole edge");
      tile_free(&reference);
      tile_free(&result);
    }
}

static const ria_device_functions *edges_of(const ria_kernel *kernel, int implementation,
                                            int precision) {
  return ria_device_functions_of(&kernel->implementation[implementation], (ria_precision)precision);
}

/* Tries every implementation that fills edges. The test fails if there is none. */
static void whole_edges(void **state) {
  (void)state;
  int tried = 0;
  for (const ria_kernel *const *k = edges_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++)
      for (int p = 0; p < RIA_PRECISIONS; p++)
        for (int pattern = 0; pattern < PATTERNS; pattern++)
          if (edges_of(*k, i, p)->edges) {
            try_edges(*k, edges_of(*k, i, p)->edges, (ria_precision)p, pattern);
            tried++;
          }
  assert_true(tried >= RIA_PRECISIONS * PATTERNS);
}

/* Compares a step followed by the edge of its result, in one call and in two.
 */
static void try_step(const ria_kernel *kernel, ria_device_step_function step,
                     ria_device_edges_function fill, ria_precision precision, ria_shape shape,
                     int axes) {
  double scalars[16][RIA_MAX_SCALARS], own[RIA_MAX_SCALARS];
  ria_device_edge part[MOST_PARTS];
  const ria_kernel *of[16];
  const int kernels = kernels_of_edges(kernel, PATTERN_SHORE, of, scalars);
  if (!kernels)
    return; /* its sides are filled separately */
  tile_scalars(kernel, PATTERN_SHORE, own);
  const int parts = make_parts(kernel, 4, axes, kernels, of, scalars, part);
  assert_true(parts <= RIA_STEP_EDGES);
  /* With neighbours along an axis, ghost cells are updated with the tile's own cells. */
  const ria_box box = ria_box_plane(axes == 2 ? -1 : 0, axes == 2 ? NX + 1 : NX, axes == 1 ? -1 : 0,
                                    axes == 1 ? NY + 1 : NY);
  kernel_tile src = fresh(kernel, precision, PATTERN_SHORE), dst[2];
  for (int at_once = 1; at_once >= 0; at_once--) {
    kernel_tile *t = &dst[at_once];
    ria_device_report *report = device_report();
    *t = fresh(kernel, precision, PATTERN_WET);
    ria_device_edges_args edges = {
        .pitch = t->pitch, .nx = NX, .ny = NY, .edges = parts, .edge = part};
    ria_device_step_args args = {.step = {.pitch = t->pitch,
                                          .update = box,
                                          .owned = ria_box_plane(0, NX, 0, NY),
                                          .scalars = own},
                                 .report = report,
                                 .shape = shape,
                                 .edges = at_once ? &edges : NULL};
    for (int f = 0; f < t->nstate; f++) {
      args.step.src[f] = tile_origin(&src, f);
      args.step.dst[f] = edges.state[f] = tile_origin(t, f);
    }
    for (int f = 0; f < t->nstatic; f++)
      args.step.statics[f] = edges.statics[f] = tile_origin(t, t->nstate + f);
    const int code = step(&args);
    if (code == 1 && shape.columns > 1) { /* a shape that this precision does not have */
      tile_free(&src);
      tile_free(t);
      return;
    }
    assert_int_equal(code, 0);
    /* Outside the updated box there are no cells to fill from. */
    if (!at_once)
      for (int i = 0; i < parts && axes != 3; i++) {
        const int low = part[i].axis ? box.lo[0] : box.lo[1],
                  high = part[i].axis ? box.hi[0] : box.hi[1];
        part[i].from = part[i].from < low ? low : part[i].from;
        part[i].to = part[i].to > high ? high : part[i].to;
      }
    if (!at_once)
      assert_int_equal(fill(&edges), 0);
    assert_int_equal(device_wait(), 0);
  }
  expect_equal(kernel, &dst[1], &dst[0], "a step that fills the edge");
  tile_free(&src);
  tile_free(&dst[0]);
  tile_free(&dst[1]);
}

/* A step that also updates the fields that follow its initial state: from one generation to
 * another, or in place. */
static void try_track(const ria_kernel *kernel, const char *by, ria_device_step_function step,
                      ria_precision precision, ria_shape shape, int from, int to) {
  double scalars[RIA_MAX_SCALARS];
  kernel_tile src = fresh(kernel, precision, PATTERN_SHORE),
              dst = fresh(kernel, precision, PATTERN_WET);
  tracked_tile wanted = tracked_new(by, &src), got = tracked_new(by, &src);
  tile_scalars(kernel, PATTERN_SHORE, scalars);
  const ria_device_tracker tracker = tracker_of(&got, from, to);
  const ria_device_tracking tracking = {.trackers = 1, .tracker = &tracker, .time = 12.5};
  ria_device_step_args args = {.step = {.pitch = src.pitch,
                                        .update = ria_box_plane(-1, NX + 1, 0, NY),
                                        .owned = ria_box_plane(0, NX, 0, NY),
                                        .scalars = scalars},
                               .report = device_report(),
                               .shape = shape,
                               .tracking = &tracking};
  for (int f = 0; f < src.nstate; f++)
    args.step.src[f] = tile_origin(&src, f), args.step.dst[f] = tile_origin(&dst, f);
  for (int f = 0; f < src.nstatic; f++)
    args.step.statics[f] = tile_origin(&src, src.nstate + f);
  const int code = step(&args);
  assert_int_equal(device_wait(), 0);
  if (code != 1 || shape.columns < 2) { /* else a shape that this precision does not have */
    assert_int_equal(code, 0);
    track_by_cpu(&wanted, kernel, &src, 12.5, from, to);
    compare_tracked(wanted.own, &wanted.tile[0], &got.tile[0]);
    compare_tracked(wanted.own, &wanted.tile[1], &got.tile[1]);
  }
  tile_free(&src);
  tile_free(&dst);
  tracked_free(&wanted);
  tracked_free(&got);
}

/* Steps that fill edges: shapes whose marches end at the edge, before it, and beyond it. */
static void try_steps(const ria_kernel *kernel, ria_device_step_function step,
                      ria_device_edges_function fill, ria_precision precision) {
  static const ria_shape shape[] = {{1, 32, 4}, {1, 3, 2}, {2, 2, 4}, {2, 5, 1}};
  ria_device_step_function alone = NULL;
  const char *const *tracks = NULL;
  for (int i = 0; i < kernel->implementations; i++) {
    const ria_device_functions *one = edges_of(kernel, i, precision);
    if (one->edges == fill && !alone)
      alone = one->through;
    tracks = one->step == step && one->tracks ? one->tracks : tracks;
  }
  assert_true(!alone == !kernel->amounts);
  for (size_t n = 0; n < sizeof shape / sizeof *shape; n++) {
    for (int axes = 1; axes <= 3; axes++)
      try_step(kernel, step, fill, precision, shape[n], axes);
    if (alone)
      try_measures(kernel, step, alone, precision, shape[n]);
    for (const char *const *by = tracks; by && *by; by++)
      for (int to = 0; to < 2; to++)
        try_track(kernel, *by, step, precision, shape[n], 0, to);
  }
}

/* The launch rejects a kernel that it was not compiled for. */
static void unknown_edge(void **state) {
  (void)state;
  const ria_kernel stranger = {.name = "stranger"};
  const ria_device_edge part = {.kernel = &stranger, .outward = 1, .to = 2};
  const ria_device_edges_args args = {.pitch = 64, .nx = 2, .ny = 2, .edges = 1, .edge = &part};
  for (const ria_kernel *const *k = edges_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++)
      if (edges_of(*k, i, RIA_SINGLE)->edges)
        assert_int_equal(edges_of(*k, i, RIA_SINGLE)->edges(&args), 801);
}

#endif
