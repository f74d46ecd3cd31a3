#include "line.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/bare_gpu.h"
#include "ria/line_model.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "result.h"

enum { ALIGNMENT = 256 };

/* The case for each solver: that of inputs/cases/ without the number of points. */
typedef struct {
  const char *solver, *length, *more;
} line_case;

static const line_case cases[] = {
    {"heat", "1 m", "heat: {diffusivity: 1 m2/s, mean: 1, amplitude: 1, waves: 1}\n"},
    {"kuramoto", "100.53096491487338 m", "kuramoto: {amplitude: 1, waves: 1}\n"},
    {"euler", "1 m",
     "euler: {gamma: 1.4, diaphragm: 0.5, left: {density: 1, velocity: 0 m/s, pressure: 1},\n"
     "        right: {density: 0.125, velocity: 0 m/s, pressure: 0.1}}\n"}};

/* A line in the GPU's memory. */
typedef struct {
  const bench_line_options *options;
  const ria_bare_gpu *gpu;
  const ria_solver *solver;
  ria_case the_case;
  ria_terrain terrain;
  void *instance;
  ria_model model;
  const ria_device_functions *device;
  double dt;
  void *memory, *scratch; /* owned, in GPU memory */
  ria_line_memory launches;
  ria_line_scalars scalars;
  ria_device_line_args args;
} line;

static ria_status find_case(const char *solver, const line_case **found) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(cases[i].solver, solver)) {
      *found = &cases[i];
      return RIA_SUCCESS;
    }
  return ria_fail(RIA_ERROR_ARGUMENT, "--line is for heat, kuramoto and euler, not for %s", solver);
}

static ria_status read_case(line *l, const line_case *about, int points) {
  char text[1024];
  snprintf(text, sizeof text,
           "solver: %s\ntime: {end: 1 h}\nprecision: double\ntarget: cuda\n"
           "grid: {extent: [0 m, 0 m, %s, 1 m], cells: [%d, 1]%s}\n%s",
           about->solver, about->length, points,
           strcmp(about->solver, "kuramoto") ? "" : ", periodic: x", about->more);
  ria_case_errors errors;
  const ria_status status =
      ria_case_read_data("bench.yaml", text, strlen(text), &ria_known_names, l->options->sets,
                         l->options->set, &l->the_case, &errors);
  ria_case_errors_destroy(&errors);
  return status;
}

/* For a solver whose step depends on its fastest wave, assumes at most 5 m/s and a Courant number
 * of 1: the gas of the case above has 2.2 m/s. */
static double step_of(const ria_model *m) {
  return m->step == RIA_STEP_FIXED ? m->fixed_dt
         : m->max_dt > 0           ? m->max_dt
                                   : 0.2 * m->grid.spacing[0];
}

static ria_status create(line *l, const char *solver, int points) {
  const line_case *about = NULL;
  RIA_TRY(find_case(solver, &about));
  RIA_TRY(read_case(l, about, points));
  RIA_TRY(ria_terrain_load(&l->the_case, &l->terrain));
  l->solver = ria_solver_find(solver);
  RIA_TRY(ria_solver_create(l->solver, &l->the_case, &l->terrain, &l->instance, &l->model));
  if (!ria_target_is(l->model.target, RIA_TARGET_DEVICE))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "--line measures GPUs; give --target cuda, or leave out --target");
  if (l->model.grid.cells[1] != 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "--line measures grids of one row; give their points by "
                                        "--points, and leave out the cells of the grid");
  const char *missing = ria_target_missing(l->model.target);
  if (missing)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%s", missing);
  l->dt = step_of(&l->model);
  return ria_line_functions(&l->model, &l->device);
}

static void destroy(line *l) {
  if (l->memory)
    ria_bare_gpu_free(l->memory);
  if (l->scratch)
    ria_bare_gpu_free(l->scratch);
  if (l->instance)
    l->solver->destroy(l->instance);
  ria_terrain_destroy(&l->terrain);
  ria_case_destroy(&l->the_case);
}

static size_t field_bytes(const line *l) {
  const size_t bytes = (size_t)l->model.grid.cells[0] * ria_precision_size(l->model.precision);
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Uploads the start to the first buffer. */
static ria_status upload(const line *l) {
  const ria_model *m = &l->model;
  const ria_global nx = m->grid.cells[0];
  const ria_range all = {.hi = {nx, 1, 1}};
  double *values = malloc((size_t)nx * sizeof *values);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %lld points", (long long)nx);
  ria_status status = RIA_SUCCESS;
  for (int f = 0; f < m->nstate && status == RIA_SUCCESS; f++) {
    status = l->solver->fill_state(l->instance, f, 0, &all, values);
    if (m->precision == RIA_SINGLE)
      for (ria_global i = 0; i < nx; i++) /* converts in place: writes stay behind reads */
        memcpy((char *)values + i * (ria_global)sizeof(float), &(float){(float)values[i]},
               sizeof(float));
    if (status == RIA_SUCCESS)
      status = ria_bare_gpu_upload(l->args.state[0][f], values,
                                   (size_t)nx * ria_precision_size(m->precision));
  }
  free(values);
  return status;
}

static ria_status fill(line *l) {
  const ria_model *m = &l->model;
  const size_t field = field_bytes(l);
  ria_line_args_of(m, l->dt, l->options->steps, l->scalars, &l->args);
  RIA_TRY(ria_bare_gpu_alloc((size_t)(RIA_LINE_BUFFERS * m->nstate) * field, &l->memory));
  for (int b = 0; b < RIA_LINE_BUFFERS; b++)
    for (int f = 0; f < m->nstate; f++)
      l->args.state[b][f] = (char *)l->memory + (size_t)(b * m->nstate + f) * field;
  l->args.stream = l->gpu->stream;
  l->args.memory = &l->launches;
  return upload(l);
}

static int queue(void *context) {
  const line *l = context;
  return l->device->line(&l->args);
}

/* Measures the median seconds of a step over calls of options->steps. */
static ria_status time_steps(line *l, double *seconds) {
  enum { SAMPLES = 4096, FEWEST = 5, FEWEST_LONG = 3 };
  static const double is_long = 0.02; /* s */
  double sample[SAMPLES], spent = 0;
  int n = 0;
  RIA_TRY(ria_bare_gpu_time(l->gpu, queue, l, 1, &spent)); /* also records a graph */
  RIA_TRY(ria_bare_gpu_time(l->gpu, queue, l, 1, &spent));
  const int fewest = spent < is_long ? FEWEST : FEWEST_LONG;
  for (spent = 0; n < SAMPLES && (n < fewest || spent < l->options->seconds); n++) {
    RIA_TRY(ria_bare_gpu_time(l->gpu, queue, l, 1, &sample[n]));
    spent += sample[n];
  }
  *seconds = bench_median(sample, n) / l->options->steps;
  return RIA_SUCCESS;
}

/* Measures a variant in one node; replaces the row if it is faster. */
static ria_status try_node(line *l, int node, bench_line_row *row) {
  ria_line_room room;
  double seconds = 0;
  l->args.node = node;
  const int code = l->device->line_room(&l->args, &room);
  if (code)
    return ria_fail(RIA_ERROR_DEVICE,
                    "cannot query the resources of the line kernel on the GPU (CUDA error %d)",
                    code);
  if (room.wrong) {
    if (!row->seconds)
      row->room.wrong = room.wrong;
    return RIA_SUCCESS;
  }
  ria_status status = RIA_SUCCESS;
  if (room.scratch_bytes)
    status = ria_bare_gpu_alloc(room.scratch_bytes, &l->scratch);
  l->args.scratch = l->scratch;
  l->args.scratch_bytes = room.scratch_bytes;
  if (status == RIA_SUCCESS)
    status = time_steps(l, &seconds);
  ria_bare_gpu_forget(l->launches.graph);
  ria_line_forget(&l->launches);
  l->launches = (ria_line_memory){.graph = NULL};
  if (l->scratch)
    ria_bare_gpu_free(l->scratch);
  l->scratch = NULL;
  if (status == RIA_SUCCESS && (!row->seconds || seconds < row->seconds)) {
    row->seconds = seconds;
    row->room = room;
  }
  return status;
}

static ria_status measure(line *l) {
  const bench_line_options *o = l->options;
  for (int v = 0; v < RIA_LINE_VARIANTS; v++) {
    if (!(o->variants >> v & 1))
      continue;
    bench_line_row row = {.nx = (int)l->model.grid.cells[0], .variant = (ria_line_variant)v};
    const bool any = row.variant != RIA_LINE_REGISTER; /* RIA_LINE_REGISTER's nodes are warps */
    l->args.variant = row.variant;
    for (int n = 0; n < (any ? o->nodes : 1); n++) {
      RIA_TRY(try_node(l, any ? o->node[n] : 0, &row));
      if (!o->each)
        continue;
      o->found(o->context, &row);
      row.seconds = 0;
      row.room.wrong = NULL;
    }
    if (!o->each)
      o->found(o->context, &row);
  }
  return RIA_SUCCESS;
}

/* The first number of points is checked before the GPU is opened, so that mistakes are found
 * without one. */
ria_status bench_line(const char *solver, const bench_line_options *options, char device[128]) {
  ria_bare_gpu gpu = {.stream = NULL};
  ria_status status = RIA_SUCCESS;
  bool open = false;
  for (int i = 0; i < options->points && status == RIA_SUCCESS; i++) {
    line l = {.options = options, .gpu = &gpu};
    status = create(&l, solver, options->point[i]);
    if (status == RIA_SUCCESS && !open) {
      status = ria_bare_gpu_open(&gpu);
      open = status == RIA_SUCCESS;
      snprintf(device, sizeof gpu.name, "%s", gpu.name);
    }
    if (status == RIA_SUCCESS)
      status = fill(&l);
    if (status == RIA_SUCCESS)
      status = measure(&l);
    destroy(&l);
  }
  if (open)
    ria_bare_gpu_close(&gpu);
  return status;
}

/* ---- lists of numbers and names on the command line ---- */

/* Reads "4096" or "2^12"; 0: neither. `rest` points to what follows. */
static int read_number(const char *text, char **rest) {
  long value = strtol(text, rest, 10);
  if (*rest != text && value == 2 && **rest == '^') {
    const char *power = *rest + 1;
    const long exponent = strtol(power, rest, 10);
    value = *rest != power && exponent >= 0 && exponent <= 29 ? 1L << exponent : 0;
  }
  return *rest != text && value > 0 && value <= 1L << 29 ? (int)value : 0;
}

static bool read_numbers(const char *text, int *number, int *count) {
  *count = 0;
  for (;;) {
    char *rest;
    const int from = read_number(text, &rest);
    int to = from;
    if (from && !strncmp(rest, "..", 2))
      to = read_number(rest + 2, &rest);
    if (!from || to < from || (*rest && *rest != ','))
      return false;
    for (int64_t n = from; n <= to; n *= 2) {
      if (*count == BENCH_LINE_LIST)
        return false;
      number[(*count)++] = (int)n;
    }
    if (!*rest)
      return true;
    text = rest + 1;
  }
}

ria_status bench_line_points(const char *text, bench_line_options *o) {
  if (read_numbers(text, o->point, &o->points))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "--points %s; give numbers up to 2^29, powers of two or ranges that double, as "
                  "4096,6000 or 2^11..2^20, at most %d",
                  text, BENCH_LINE_LIST);
}

ria_status bench_line_nodes(const char *text, bench_line_options *o) {
  if (read_numbers(strcmp(text, "all") ? text : "2^5..2^12", o->node, &o->nodes))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "--node %s; give points of a node as 256, 32,64,128 or 2^5..2^10, or all", text);
}

static ria_status refuse_variants(const char *text) {
  char names[256] = "";
  for (int v = 0; v < RIA_LINE_VARIANTS; v++) {
    const ria_line_variant variant = (ria_line_variant)v;
    const size_t at = strlen(names);
    snprintf(names + at, sizeof names - at, "%s%s (%s)", v ? ", " : "",
             ria_line_variant_name(variant), ria_line_is_swept(variant) ? "swept" : "classic");
  }
  return ria_fail(RIA_ERROR_ARGUMENT, "--variant %s; give all, or some of %s", text, names);
}

ria_status bench_line_variants(const char *text, bench_line_options *o) {
  o->variants = (1U << RIA_LINE_VARIANTS) - 1;
  if (!strcmp(text, "all"))
    return RIA_SUCCESS;
  o->variants = 0;
  for (const char *name = text;; name++) {
    const size_t length = strcspn(name, ",");
    const ria_line_variant found = ria_line_variant_named(name, length);
    if (found == RIA_LINE_VARIANTS)
      return refuse_variants(text);
    o->variants |= 1U << found;
    name += length;
    if (!*name)
      return RIA_SUCCESS;
  }
}
