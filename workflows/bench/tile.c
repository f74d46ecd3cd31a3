#include "tile.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WAVE = 1000, ALIGNMENT = 128, PAGE = 4096, HUGE_PAGE = 2 << 20 };

static const double two_pi = 6.28318530717958648;

double bench_wave(const char *name, double x, double y) {
  const double wave = sin(two_pi * x) * cos(two_pi * y);
  if (!strcmp(name, "h"))
    return 10 + 0.1 * wave;
  if (!strcmp(name, "depth"))
    return 10 + 0.05 * cos(two_pi * x);
  if (!strcmp(name, "qx"))
    return 0.5 * cos(two_pi * y);
  if (!strcmp(name, "qy"))
    return 0.3 * sin(two_pi * x);
  if (!strcmp(name, "side")) /* none for muscl_transport */
    return 0;
  if (!strncmp(name, "crest", 5)) /* none for structures */
    return -1e6;
  if (!strcmp(name, "roughness"))
    return 0.025 + 0.005 * wave;
  if (!strcmp(name, "hc"))
    return (10 + 0.1 * wave) * (0.5 + 0.4 * cos(two_pi * x));
  return 1 + 0.1 * wave;
}

/* A field: its name, and how it is stored. */
typedef struct {
  const char *name;
  ria_storage storage;
  ria_precision precision;
} field;

static size_t size_of(const field *f) {
  return ria_storage_size(f->storage, f->precision);
}

/* Fills row y of a field with its ghost cells. */
static void fill_row(void *row, const field *f, int nx, int ghost, double y) {
  for (int x = -ghost; x < nx + ghost; x++) {
    const double value = bench_wave(f->name, (x + 0.5) / nx, y);
    if (f->storage == RIA_STORED_MASK)
      ((int8_t *)row)[x] = (int8_t)rint(value);
    else if (f->storage == RIA_STORED_INDEX)
      ((int32_t *)row)[x] = (int32_t)rint(value);
    else if (f->precision == RIA_SINGLE || f->storage == RIA_STORED_SINGLE)
      ((float *)row)[x] = (float)value;
    else
      ((double *)row)[x] = value;
  }
}

/* The waves repeat after `period` rows, so that large tiles are filled by copying. */
static void fill(void *origin, size_t pitch, const field *f, int nx, int ny, int period,
                 int ghost) {
  const size_t size = size_of(f), bytes = pitch * size;
  const size_t side = (size_t)ghost * size;
  for (int y = -ghost; y < ny + ghost; y++) {
    char *row = (char *)origin + (ptrdiff_t)bytes * y;
    if (y < period - ghost)
      fill_row(row, f, nx, ghost, (y + 0.5) / period);
    else
      memcpy(row - side, row - side - bytes * (size_t)period, (size_t)nx * size + 2 * side);
  }
}

/* Fills a field with its ghost cells. The rows of a box follow each other from plane to plane. */
static void fill_field(const bench_tile *tile, void *origin, const field *f,
                       const int cells[RIA_AXES], int ghost) {
  const int nx = cells[0], ny = cells[1], nz = cells[2], rows = ny + 2 * ghost;
  const size_t below = (size_t)ghost * tile->plane * size_of(f);
  if (nz > 1)
    fill((char *)origin - below, tile->pitch, f, nx, rows * (nz + 2 * ghost) - 2 * ghost, rows,
         ghost);
  else
    fill(origin, tile->pitch, f, nx, ny, ny < WAVE ? ny : WAVE, ghost);
}

/* A field of a kernel's state, or from nstate on of its statics. */
static field field_of(const ria_kernel *kernel, ria_precision precision, int number) {
  const int first = kernel->nstate;
  const ria_quantity *q =
      number < first ? &kernel->state[number] : &kernel->statics[number - first];
  return (field){q->name, ria_kernel_storage(kernel, number), precision};
}

ria_status bench_tile_create(bench_tile *tile, const ria_kernel *kernel, ria_precision precision,
                             const int cells[RIA_AXES], int steps) {
  const int nx = cells[0], ny = cells[1], nz = cells[2];
  const size_t size = ria_precision_size(precision), lead = ALIGNMENT / size;
  const int fields = 2 * kernel->nstate + kernel->nstatic;
  const size_t ghost = kernel->radius * steps > 1 ? (size_t)(kernel->radius * steps) : 1;
  *tile = (bench_tile){0};
  tile->pitch = (lead + (size_t)nx + ghost + lead - 1) / lead * lead;
  if (tile->pitch * size % PAGE == 0)
    tile->pitch += lead; /* otherwise rows would share cache sets and evict each other */
  /* In a single plane, planes are rows: many steps use ghost cells along y and z together. */
  const size_t below = nz > 1 ? ghost : 2 * ghost;
  const size_t rows = (size_t)ny + 2 * below, planes = nz > 1 ? (size_t)nz + 2 * ghost : 1;
  tile->plane = nz > 1 ? tile->pitch * rows : tile->pitch;
  const size_t room = tile->pitch * rows * planes * size + ALIGNMENT; /* of a field */
  const size_t bytes = (room * (size_t)fields + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  tile->bytes = bytes;
  tile->block = aligned_alloc(HUGE_PAGE, bytes);
  if (!tile->block)
    return ria_fail(RIA_ERROR_MEMORY, "no %zu bytes for %d x %d x %d cells; ask for a smaller size",
                    bytes, nx, ny, nz);
  madvise(tile->block, bytes, MADV_HUGEPAGE); /* like the runtime */
  memset(tile->block, 0, bytes);
  const size_t first = below * tile->pitch + lead + (nz > 1 ? ghost * tile->plane : 0);
  for (int f = 0; f < fields; f++) {
    const field of = field_of(kernel, precision, f < kernel->nstate ? f : f - kernel->nstate);
    char *origin = (char *)tile->block + (size_t)f * room + first * size_of(&of);
    if (f < kernel->nstate)
      tile->state[f] = origin;
    else if (f < 2 * kernel->nstate)
      tile->next[f - kernel->nstate] = origin;
    else
      tile->statics[f - 2 * kernel->nstate] = origin;
  }
  for (int f = 0; f < kernel->nstate + kernel->nstatic; f++) {
    const field of = field_of(kernel, precision, f);
    void *origin = f < kernel->nstate ? tile->state[f] : tile->statics[f - kernel->nstate];
    fill_field(tile, origin, &of, cells, (int)ghost);
  }
  return RIA_SUCCESS;
}

void bench_tile_destroy(bench_tile *tile) {
  free(tile->block);
  tile->block = NULL;
}

void bench_scalars(const ria_kernel *kernel, double scalars[RIA_MAX_SCALARS]) {
  static const struct {
    const char *name;
    double value;
  } known[] = {
      {"dt", 0.1},         {"inverse_dx", 0.02}, {"inverse_dy", 0.02}, {"gravity", 9.81},
      {"inverse_d", 0.02}, {"cfl", 0.9},         {"dry", 1e-4},        {"manning", 0.025},
      {"coriolis", 1e-4},  {"wind_x", 1e-4},     {"wind_y", 1e-4},     {"decayed", 1e-6},
      {"level", 0},        {"outside", 0.5},     {"inflow", 1},        {"height", 0},
      {"water", 1e-3},     {"tracer", 1e-3},     {"heat_ratio", 1.4},  {"inverse_dz", 0.02},
      {"chezy", 0},        {"linear", 0}};
  for (int s = 0; s < kernel->nscalar; s++) {
    scalars[s] = 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (!strcmp(kernel->scalar[s].name, known[i].name))
        scalars[s] = known[i].value;
  }
}
