/* Many steps of a line, in every variant, against the serial reference of one step after the other,
 * to the bit. For a table of kernels, `suite_kernels`. After on_executor.h, or on_gpu.h, and the
 * including file's line_become(). */
#ifndef RIA_LINE_CASE_H
#define RIA_LINE_CASE_H

#include <ria/line.h>
#include "tests.h"
#include "kernel_tile.h"

typedef struct {
  const ria_kernel *stage[RIA_LINE_STAGES];
  int stages;
  const ria_kernel *end; /* NULL: periodic */
  ria_precision precision;
  ria_line_variant variant;
  int nx, node, points, steps;
  int wild;             /* a gas cell that becomes bad because it has more momentum than energy */
  bool bad;             /* so in some step */
  double plateau, pace; /* equations without a rate: height of a plateau at `wild`, which grows, and
                           its speed */
} line_trial;

static const ria_kernel *line_kernel_named(const char *name) {
  for (const ria_kernel *const *k = suite_kernels; *k; k++)
    if (!strcmp((*k)->name, name))
      return *k;
  return NULL;
}

static const ria_device_functions *line_of(const ria_kernel *kernel, ria_precision precision) {
  for (int i = 0; i < kernel->implementations; i++)
    if (ria_device_functions_of(&kernel->implementation[i], precision)->line)
      return ria_device_functions_of(&kernel->implementation[i], precision);
  return NULL;
}

/* The kernel after the first of a midpoint step, or NULL. */
static const ria_kernel *line_second(const ria_kernel *first) {
  char name[64];
  const size_t length = strlen(first->name), end = strlen("_half");
  if (length < end || length >= sizeof name || strcmp(first->name + length - end, "_half"))
    return NULL;
  snprintf(name, sizeof name, "%.*s_full", (int)(length - end), first->name);
  return line_kernel_named(name);
}

/* A boundary of the same state, or NULL. */
static const ria_kernel *line_end_of(const ria_kernel *kernel) {
  for (const ria_kernel *const *k = suite_kernels; *k; k++) {
    bool same = (*k)->kind == RIA_KERNEL_BOUNDARY && (*k)->nstate == kernel->nstate;
    for (int f = 0; same && f < kernel->nstate; f++)
      same = !strcmp((*k)->state[f].name, kernel->state[f].name);
    if (same)
      return *k;
  }
  return NULL;
}

/* Whether stages compute a rate, and whether they check for bad cells. */
static bool line_has_rate(const line_trial *t) {
  return t->stage[0]->has_rate || (t->stages > 1 && t->stage[1]->has_rate);
}

static bool line_has_check(const line_trial *t) {
  return t->stage[0]->has_check || (t->stages > 1 && t->stage[1]->has_check);
}

/* A line that is stable in a step: a gas almost at rest, or any number from 1 to 2. */
static void line_fill(const line_trial *t, kernel_tile *tile, unsigned seed) {
  tile_fill(tile, t->stage[0], PATTERN_WET, seed);
  for (int x = 0; x < t->nx; x++) {
    const double r = tile_random(seed + 3, (unsigned)x, 1), u = r - 0.5;
    const double density = x % 5 ? 1 + 0.1 * r : 0.5,
                 pressure = (x < t->nx / 2 ? 1 : 0.3) + 0.1 * tile_random(seed + 4, (unsigned)x, 2);
    tile_set_named(tile, t->stage[0], "rho", x, 0, density);
    tile_set_named(tile, t->stage[0], "m", x, 0, x % 7 ? density * u : 0);
    tile_set_named(tile, t->stage[0], "E", x, 0,
                   2.5 * pressure + (x % 7 ? 0.5 * density * u * u : 0));
  }
  if (t->wild)
    tile_set_named(tile, t->stage[0], "m", t->wild - 1, 0, 3);
  for (int x = 0; x < t->nx && t->plateau > 0; x++)
    tile_set_named(tile, t->stage[0], "u", x, 0,
                   (x + t->nx - (t->wild - 1)) % t->nx % (t->bad ? t->nx : 13) < 3 ? t->plateau
                                                                                   : 0);
}

static void line_scalars(const line_trial *t, const ria_kernel *kernel, double *scalars) {
  tile_scalars(kernel, PATTERN_WET, scalars);
  for (int s = 0; s < kernel->nscalar; s++) {
    if (!strcmp(kernel->scalar[s].name, "diffusivity"))
      scalars[s] = 1500;
    if (!strcmp(kernel->scalar[s].name, "heat_ratio"))
      scalars[s] = 1.4;
    if (!strcmp(kernel->scalar[s].name, "inverse_dx") && t->plateau > 0)
      scalars[s] = 1e4; /* so fine that its slopes outweigh its squares */
    if (!strcmp(kernel->scalar[s].name, "dt") && t->plateau > 0)
      scalars[s] = t->pace / 1e16;
  }
}

static void line_ghosts(const line_trial *t, kernel_tile *tile, const double *scalars) {
  const size_t size = ria_precision_size(t->precision);
  if (!t->end) {
    for (int f = 0; f < tile->nstate; f++)
      for (int g = 1; g <= tile->ghosts; g++) {
        memcpy(tile_at(tile, f, -g, 0), tile_at(tile, f, t->nx - g, 0), size);
        memcpy(tile_at(tile, f, t->nx - 1 + g, 0), tile_at(tile, f, g - 1, 0), size);
      }
    return;
  }
  for (int side = 0; side < 2; side++) {
    ria_boundary_args args = {.origin = side ? t->nx - 1 : 0,
                              .along = (ptrdiff_t)tile->pitch,
                              .inward = side ? -1 : 1,
                              .count = 1,
                              .layers = tile->ghosts,
                              .outward = side ? 1 : -1,
                              .scalars = scalars};
    for (int f = 0; f < tile->nstate; f++)
      args.state[f] = tile_origin(tile, f);
    t->end->implementation[0].boundary[t->precision](&args);
  }
}

/* Findings of all steps, and the largest number found by steps that check for bad cells.
 */
typedef struct {
  double rate, most;
  bool bad, bad_at_end;
} line_found;

/* The last one written of two alternating tiles. */
static kernel_tile *line_reference(const line_trial *t, kernel_tile *from, kernel_tile *to,
                                   double scalars[3][RIA_MAX_SCALARS], line_found *found) {
  *found = (line_found){0};
  for (int step = 0; step < t->steps; step++) {
    found->bad_at_end = false;
    for (int s = 0; s < t->stages; s++) {
      ria_step_args args = {.pitch = from->pitch,
                            .update = ria_box_plane(0, t->nx, 0, 1),
                            .owned = ria_box_plane(0, t->nx, 0, 1),
                            .scalars = scalars[s]};
      line_ghosts(t, from, scalars[2]);
      for (int f = 0; f < from->nstate; f++) {
        args.src[f] = tile_origin(from, f);
        args.dst[f] = tile_origin(to, f);
      }
      t->stage[s]->implementation[0].step[t->precision](&args);
      found->rate = args.rate_max > found->rate ? args.rate_max : found->rate;
      found->bad_at_end |= args.bad != 0;
      kernel_tile *const other = from;
      from = to, to = other;
      for (int f = 0; f < from->nstate && t->stage[s]->has_check && t->plateau > 0; f++)
        for (int x = 0; x < t->nx; x++)
          found->most = fmax(found->most, fabs(tile_get(from, f, x, 0, 0)));
    }
    found->bad |= found->bad_at_end;
  }
  return from;
}

static ria_device_line_args line_args(const line_trial *t, kernel_tile *buffer,
                                      double scalars[3][RIA_MAX_SCALARS]) {
  ria_device_line_args args = {.nx = t->nx,
                               .scalars = {scalars[0], scalars[1]},
                               .kernel = {t->stage[0], t->stage[1]},
                               .low = {t->end, scalars[2]},
                               .high = {t->end, scalars[2]},
                               .steps = t->steps,
                               .variant = t->variant,
                               .node = t->node,
                               .points = t->points};
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    for (int f = 0; f < buffer[b].nstate; f++)
      args.state[b][f] = tile_origin(&buffer[b], f);
  return args;
}

static void line_compare(const line_trial *t, kernel_tile *wanted, kernel_tile *got) {
  for (int f = 0; f < wanted->nstate; f++)
    for (int x = 0; x < t->nx; x++)
      if (memcmp(tile_at(wanted, f, x, 0), tile_at(got, f, x, 0), ria_precision_size(t->precision)))
        fail_msg(
            "%s %s, %s, %d points, node %d, %d a thread, %d steps, %s ends: field %d at %d: %g, "
            "not %g",
            t->stage[0]->name, t->precision ? "double" : "single",
            ria_line_variant_name(t->variant), t->nx, t->node, t->points, t->steps,
            t->end ? t->end->name : "periodic", f, x, tile_get(got, f, x, 0, 0),
            tile_get(wanted, f, x, 0, 0));
}

/* Findings of any step, as in steps one after another. */
static void line_judge(const line_trial *t, const ria_device_report *found,
                       const line_found *wanted) {
  double got;
  memcpy(&got, &found->rate, sizeof got);
  if ((!t->wild && memcmp(&got, &wanted->rate, sizeof got)) || !found->bad != !wanted->bad)
    fail_msg("%s %s, %s, %d points, node %d, %d a thread, %d steps, %s ends: rate %.17g, not "
             "%.17g, bad %d, not %d",
             t->stage[0]->name, t->precision ? "double" : "single",
             ria_line_variant_name(t->variant), t->nx, t->node, t->points, t->steps,
             t->end ? t->end->name : "periodic", got, wanted->rate, found->bad, wanted->bad);
}

static void line_try(const line_trial *t) {
  static int trials;
  const ria_device_functions *const one = line_of(t->stage[0], t->precision);
  double scalars[3][RIA_MAX_SCALARS];
  kernel_tile buffer[RIA_LINE_BUFFERS], from, to;
  ria_line_room room;
  ria_line_memory memory = {0};
  for (int s = 0; s < t->stages; s++)
    line_scalars(t, t->stage[s], scalars[s]);
  if (t->end)
    line_scalars(t, t->end, scalars[2]);
  /* points aligned so that two are read as one, and others */
  from = tile_new(t->stage[0], t->precision, t->nx, 1, t->stage[0]->radius + (t->steps & 1));
  to = tile_like(&from);
  line_fill(t, &from, 3);
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    buffer[b] = tile_like(&from);
  for (int f = 0; f < from.nstate; f++)
    for (int x = 0; x < t->nx; x++)
      memcpy(tile_at(&buffer[0], f, x, 0), tile_at(&from, f, x, 0),
             ria_precision_size(t->precision));

  ria_device_line_args args = line_args(t, buffer, scalars);
  args.report = t->wild || trials++ % 3 ? device_report() : NULL; /* launches of their own */
  assert_int_equal(one->line_room(&args, &room), 0);
  if (room.wrong)
    fail_msg("%d points, node %d, %d a thread: %s", t->nx, t->node, t->points, room.wrong);
  args.scratch_bytes = room.scratch_bytes;
  args.scratch = TILE_ALLOC(256, room.scratch_bytes / 256 * 256 + 256);
  args.memory = &memory;
  assert_int_equal(one->line(&args), 0);
  assert_int_equal(device_wait(), 0);
  line_found found;
  kernel_tile *const wanted = line_reference(t, &from, &to, scalars, &found);
  if (!t->wild || t->plateau > 0) /* what is no number has no bits that are the same everywhere */
    line_compare(t, wanted, &buffer[ria_line_result(t->steps)]);
  assert_int_equal(room.judges, line_has_rate(t) || line_has_check(t)); /* or none is asked */
  if (room.judges && args.report)
    line_judge(t, args.report, &found);
  if (t->wild)
    assert_int_equal(found.bad, t->bad);
  if (t->plateau > 0)
    assert_false(found.bad_at_end);
  line_release(&memory);
  TILE_FREE(args.scratch);
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    tile_free(&buffer[b]);
  tile_free(&from);
  tile_free(&to);
}

/* Calls `each` for every kernel that has a line, with periodic ends, and others if there are. */
static void line_each(void (*each)(line_trial *t)) {
  int found = 0;
  for (const ria_kernel *const *k = suite_kernels; *k; k++) {
    if (!line_of(*k, RIA_DOUBLE))
      continue;
    found++;
    for (int precision = 0; precision < RIA_PRECISIONS; precision++)
      for (int bounded = 0; bounded < 2; bounded++) {
        line_trial t = {.stage = {*k, line_second(*k)}, .precision = (ria_precision)precision};
        t.stages = t.stage[1] ? 2 : 1;
        t.end = bounded ? line_end_of(*k) : NULL;
        if (!bounded || t.end)
          each(&t);
      }
  }
  assert_true(found > 0);
}

/* Points of a lane: equations with many fields have at most 4. */
static int line_points(const line_trial *t, int points) {
  return points > 4 && t->stage[0]->nstate > 2 ? 4 : points;
}

/* Numbers of steps that end in a triangle, at its tip, and in diamonds; nodes of one warp of a
 * block and of several; one node and many; whole diamonds of a warp, with three blocks of several
 * nodes; and rings with one node each. */
static void line_swept(line_trial *t) {
  static const struct {
    ria_line_variant variant;
    int nx, node, points, steps;
  } trial[] = {{RIA_LINE_SHARED, 96, 32, 1, 1},     {RIA_LINE_SHARED, 96, 32, 1, 14},
               {RIA_LINE_SHARED, 144, 48, 1, 37},   {RIA_LINE_SHARED, 80, 80, 1, 53},
               {RIA_LINE_REGISTER, 96, 0, 0, 2},    {RIA_LINE_REGISTER, 128, 32, 1, 45},
               {RIA_LINE_REGISTER, 32, 32, 1, 33},  {RIA_LINE_HYBRID, 96, 32, 1, 1},
               {RIA_LINE_HYBRID, 160, 32, 1, 45},   {RIA_LINE_HYBRID, 96, 48, 0, 38},
               {RIA_LINE_HYBRID, 80, 80, 1, 53},    {RIA_LINE_PACKED, 96, 32, 1, 29},
               {RIA_LINE_PACKED, 320, 80, 2, 40},   {RIA_LINE_PACKED, 480, 96, 4, 95},
               {RIA_LINE_PACKED, 1536, 512, 8, 70}, {RIA_LINE_PACKED, 192, 192, 2, 101},
               {RIA_LINE_PACKED, 512, 0, 0, 60},    {RIA_LINE_PACKED, 256, 64, 2, 23},
               {RIA_LINE_PACKED, 384, 128, 4, 50},  {RIA_LINE_PACKED, 512, 256, 8, 61},
               {RIA_LINE_PACKED, 128, 64, 2, 130},  {RIA_LINE_PACKED, 256, 128, 4, 188},
               {RIA_LINE_PACKED, 256, 256, 8, 256}, {RIA_LINE_PACKED, 512, 128, 4, 95},
               {RIA_LINE_PACKED, 1024, 256, 8, 70}, {RIA_LINE_PACKED, 384, 128, 4, 1},
               {RIA_LINE_PACKED, 768, 256, 8, 193}, {RIA_LINE_PACKED, 512, 512, 0, 130}};
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    t->variant = trial[i].variant, t->nx = trial[i].nx, t->node = trial[i].node;
    t->points = line_points(t, trial[i].points), t->steps = trial[i].steps;
    line_become(3, i & 1);
    line_try(t);
  }
}

/* Odd sizes, pieces across the line's last end, and a single piece; pieces of one warp each, some
 * of them of one block. */
static void line_classic(line_trial *t) {
  static const int sizes[][3] = {{33, 33, 1}, {100, 32, 1},  {101, 64, 2}, {257, 128, 4},
                                 {64, 64, 1}, {300, 256, 8}, {90, 0, 0},   {1390, 128, 2},
                                 {64, 64, 2}, {960, 256, 4}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int v = RIA_LINE_LAUNCH; v <= RIA_LINE_PERSISTENT; v++) {
      t->variant = (ria_line_variant)v, t->nx = sizes[i][0], t->node = sizes[i][1];
      t->points = line_points(t, sizes[i][2]), t->steps = 1 + (int)i;
      line_become(3, i & 1);
      line_try(t);
    }
}

/* A gas that becomes bad during the steps: at an end, and far from it. */
static void line_goes_bad(line_trial *t) {
  static const int cells[] = {2, 77, 127};
  if (!line_has_rate(t) || !line_has_check(t))
    return;
  t->nx = 128, t->node = 32, t->steps = 20, t->points = 0, t->bad = true;
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
    for (int v = 0; v < RIA_LINE_VARIANTS; v++) {
      t->variant = (ria_line_variant)v, t->wild = 1 + cells[i];
      line_become(3, i & 1);
      line_try(t);
    }
}

/* Growth factor of a plateau's height. */
static double line_growth(line_trial *t) {
  double scalars[3][RIA_MAX_SCALARS];
  line_found found;
  for (int s = 0; s < t->stages; s++)
    line_scalars(t, t->stage[s], scalars[s]);
  kernel_tile from = tile_new(t->stage[0], t->precision, t->nx, 1, t->stage[0]->radius);
  kernel_tile to = tile_like(&from);
  line_fill(t, &from, 3);
  (void)line_reference(t, &from, &to, scalars, &found);
  tile_free(&from), tile_free(&to);
  return found.most / t->plateau;
}

/* A line that exceeds its bound during the steps, or just does not, and is within it at the end: at
 * its ends, at ends of nodes, and between; early, or after some phases. */
static void line_passes_bound(line_trial *t) {
  static const double bound = 1e6, paces[] = {0.02, 0.01, 0.04, 0.005};
  static const struct {
    ria_line_variant variant;
    int nx, node, points, steps;
  } trial[] = {{RIA_LINE_SHARED, 128, 32, 1, 60},      {RIA_LINE_REGISTER, 96, 32, 1, 61},
               {RIA_LINE_HYBRID, 128, 32, 1, 60},      {RIA_LINE_PACKED, 192, 96, 2, 64},
               {RIA_LINE_PACKED, 128, 64, 2, 75},      {RIA_LINE_PACKED, 512, 128, 4, 65},
               {RIA_LINE_PACKED, 1024, 256, 8, 70},    {RIA_LINE_PACKED, 256, 128, 4, 66},
               {RIA_LINE_PACKED, 384, 128, 4, 63},     {RIA_LINE_PACKED, 512, 256, 8, 60},
               {RIA_LINE_PACKED, 512, 512, 0, 130},    {RIA_LINE_LAUNCH, 100, 32, 1, 60},
               {RIA_LINE_GRAPH, 257, 128, 4, 60},      {RIA_LINE_PERSISTENT, 101, 64, 2, 60},
               {RIA_LINE_LAUNCH, 390, 128, 2, 60},     {RIA_LINE_GRAPH, 720, 256, 4, 60},
               {RIA_LINE_PERSISTENT, 1390, 128, 2, 60}};
  if (line_has_rate(t) || !line_has_check(t))
    return;
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    t->variant = trial[i].variant, t->nx = trial[i].nx, t->node = trial[i].node;
    t->points = trial[i].points, t->steps = trial[i].steps;
    const int cells[] = {t->nx - 1, t->node - 2, t->node / 2 - 1, t->nx / 3};
    for (int c = 0; c < 4; c++) { /* two of these and as many paces, in each precision */
      t->wild = 1 + cells[(c / 2 * 2 + (int)t->precision) % 4];
      t->pace = paces[(c / 2 + (int)i) % 4], t->plateau = 0.9 * bound;
      t->bad = c & 1;
      t->plateau = bound / line_growth(t) * (t->bad ? 1.00001 : 0.99999);
      line_become(3, i & 1);
      line_try(t);
    }
  }
}

/* Only long lines have pieces that a block keeps. */
static void line_passes_bound_far_off(line_trial *t) {
  if (line_has_rate(t) || !line_has_check(t) || t->precision != RIA_DOUBLE)
    return;
  t->variant = RIA_LINE_PERSISTENT, t->nx = (1 << 17) + 4, t->node = 256, t->points = 4;
  t->steps = 3, t->pace = 0.08, t->wild = 1 + t->nx - 2;
  for (int bad = 0; bad < 2; bad++) {
    t->bad = bad, t->plateau = 1e5;
    t->plateau = 1e6 / line_growth(t) * (bad ? 1.00001 : 0.99999);
    line_become(3, bad);
    line_try(t);
  }
}

static void lines_judge(void **state) {
  (void)state;
  line_each(line_goes_bad);
  line_each(line_passes_bound);
  line_each(line_passes_bound_far_off);
}

static void swept_lines_agree(void **state) {
  (void)state;
  line_each(line_swept);
}

static void classic_lines_agree(void **state) {
  (void)state;
  line_each(line_classic);
}

/* Unsupported settings, and the remedy in the message. */
static void line_refused(line_trial *t) {
  const bool narrow = t->stage[0]->radius == 1;
  const struct {
    ria_line_variant variant;
    int nx, node, points;
    const char *say;
  } trial[] = {
      {RIA_LINE_SHARED, 100, 32, 0, "does not divide"},
      {RIA_LINE_SHARED, 96, narrow ? 4 : 8, 0, "too wide for so small a node"},
      {RIA_LINE_SHARED, 90, 30, 0, "must be a multiple of"},
      {RIA_LINE_SHARED, 4096, 2048, 0, "choose a smaller node"},
      {RIA_LINE_SHARED, 96, 32, 2, "choose packed"},
      {RIA_LINE_HYBRID, 100, 32, 0, "does not divide"},
      {RIA_LINE_HYBRID, 96, 32, 2, "choose packed"},
      {RIA_LINE_REGISTER, 128, 64, 0, "choose shared or packed"},
      {RIA_LINE_PACKED, 96, 32, 3, "a thread can have 1, 2"},
      {RIA_LINE_PACKED, 96, 48, 16, "a thread can have 1, 2"},
      {RIA_LINE_LAUNCH, 90, 96, 1, "choose a smaller node"},
  };
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    kernel_tile none[RIA_LINE_BUFFERS] = {0};
    double scalars[3][RIA_MAX_SCALARS] = {{0}};
    ria_line_room room;
    t->variant = trial[i].variant, t->nx = trial[i].nx, t->node = trial[i].node;
    t->points = trial[i].points, t->steps = 3;
    ria_device_line_args args = line_args(t, none, scalars);
    assert_int_equal(line_of(t->stage[0], t->precision)->line_room(&args, &room), 0);
    if (!room.wrong || !strstr(room.wrong, trial[i].say))
      fail_msg("%s: %s", trial[i].say, room.wrong ? room.wrong : "not refused");
    assert_true(line_of(t->stage[0], t->precision)->line(&args) != 0);
  }
}

static void lines_refuse(void **state) {
  (void)state;
  line_each(line_refused);
}

#define LINE_TESTS                                                                                 \
  cmocka_unit_test(swept_lines_agree), cmocka_unit_test(classic_lines_agree),                      \
      cmocka_unit_test(lines_judge), cmocka_unit_test(lines_refuse)

#endif
