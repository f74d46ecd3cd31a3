/* Tiles with random fields, for the tests of kernels. */
#ifndef RIA_KERNEL_TILE_H
#define RIA_KERNEL_TILE_H

#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/device_steps.h>

/* Memory of the fields: a test on a GPU has its own. */
#ifndef TILE_ALLOC
#define TILE_ALLOC aligned_alloc
#define TILE_FREE  free
#endif

/* Kinds of fields. WET: deep water, small waves. SHORE: wet and dry patches over a rough bed.
 * STEPS: steps of the bed higher than the water is deep. FILMS: depths around what counts as dry.
 * FAST: supercritical flow. UNSTABLE: a time step far too large, so that depths go negative. DRY:
 * no water. */
enum {
  PATTERN_WET,
  PATTERN_SHORE,
  PATTERN_STEPS,
  PATTERN_FILMS,
  PATTERN_FAST,
  PATTERN_UNSTABLE,
  PATTERN_DRY,
  PATTERNS
};

typedef struct {
  ria_precision precision;
  int nx, ny, nz, ghosts, nstate, nstatic;
  const ria_storage *storage;                      /* of the kernel: NULL: all are reals */
  int ghosts_z;                                    /* as `ghosts`, along z; 0 in a plane */
  size_t pitch, plane, count;                      /* reals in a row, in a plane, in a field */
  void *field[RIA_MAX_OPERANDS + RIA_MAX_STATICS]; /* state, then statics; each allocated */
} kernel_tile;

/* Uniform in [0, 1), the same for the same arguments. */
static inline double tile_random(unsigned seed, unsigned a, unsigned b) {
  uint64_t z = seed * 0x9e3779b97f4a7c15u + a * 0xbf58476d1ce4e5b9u + b * 0x94d049bb133111ebu;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline ria_storage tile_storage(const kernel_tile *t, int f) {
  return t->storage ? t->storage[f] : RIA_STORED_REAL;
}

static inline size_t tile_size(const kernel_tile *t, int f) {
  return ria_storage_size(tile_storage(t, f), t->precision);
}

/* Whether a field of reals is stored as floats, not doubles. */
static inline bool tile_has_floats(const kernel_tile *t, int f) {
  return t->precision == RIA_SINGLE || tile_storage(t, f) == RIA_STORED_SINGLE;
}

static inline void *tile_cell(const kernel_tile *t, int f, int x, int y, int z) {
  const ptrdiff_t at = (ptrdiff_t)t->plane * (z + t->ghosts_z) +
                       (ptrdiff_t)t->pitch * (y + t->ghosts) + x + t->ghosts;
  return (char *)t->field[f] + at * (ptrdiff_t)tile_size(t, f);
}

static inline void *tile_at(const kernel_tile *t, int f, int x, int y) {
  return tile_cell(t, f, x, y, 0);
}

static inline void *tile_origin(const kernel_tile *t, int f) {
  return tile_at(t, f, 0, 0);
}

/* Convert any value to a number for a field of whole numbers: values between 1 and 2 become 0 or 1,
 * other values that are not small become an arbitrary number. NaN becomes a number that is used for
 * no other value.
 */
static inline int32_t tile_whole(ria_storage storage, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (isnan(value))
    return storage == RIA_STORED_MASK ? 77 : 77777777;
  if (value >= 1 && value < 2)
    return value < 1.5;
  if (value == rint(value) && fabs(value) < 100)
    return (int32_t)value;
  const uint64_t mixed = bits * 0x9e3779b97f4a7c15u >> 33;
  return storage == RIA_STORED_MASK ? (int32_t)(mixed % 144) - 72 : (int32_t)mixed - (1 << 30);
}

static inline void tile_set_cell(kernel_tile *t, int f, int x, int y, int z, double value) {
  const ria_storage storage = tile_storage(t, f);
  if (storage == RIA_STORED_MASK)
    *(int8_t *)tile_cell(t, f, x, y, z) = (int8_t)tile_whole(storage, value);
  else if (storage == RIA_STORED_INDEX)
    *(int32_t *)tile_cell(t, f, x, y, z) = tile_whole(storage, value);
  else if (tile_has_floats(t, f))
    *(float *)tile_cell(t, f, x, y, z) = (float)value;
  else
    *(double *)tile_cell(t, f, x, y, z) = value;
}

static inline void tile_set(kernel_tile *t, int f, int x, int y, double value) {
  tile_set_cell(t, f, x, y, 0, value);
}

static inline double tile_get(const kernel_tile *t, int f, int x, int y, int z) {
  const void *at = tile_cell(t, f, x, y, z);
  if (tile_storage(t, f) == RIA_STORED_MASK)
    return *(const int8_t *)at;
  if (tile_storage(t, f) == RIA_STORED_INDEX)
    return *(const int32_t *)at;
  return tile_has_floats(t, f) ? (double)*(const float *)at : *(const double *)at;
}

/* Fills all fields with a number that no kernel computes. */
static inline void tile_blank(kernel_tile *t) {
  for (int f = 0; f < t->nstate + t->nstatic; f++) {
    if (tile_storage(t, f) == RIA_STORED_MASK)
      memset(t->field[f], 78, t->count);
    else if (tile_storage(t, f) == RIA_STORED_INDEX)
      for (size_t i = 0; i < t->count; i++)
        ((int32_t *)t->field[f])[i] = 12345;
    else if (tile_has_floats(t, f))
      for (size_t i = 0; i < t->count; i++)
        ((float *)t->field[f])[i] = 12345.625f;
    else
      for (size_t i = 0; i < t->count; i++)
        ((double *)t->field[f])[i] = 12345.625;
  }
}

/* Thousands of tiles are created and freed, so their memory is kept for reuse. */
__attribute__((constructor)) static void tile_keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

/* A box; a plane of cells where nz is 1 and ghosts_z 0. */
static inline kernel_tile tile_new_box(const ria_kernel *kernel, ria_precision precision, int nx,
                                       int ny, int nz, int ghosts, int ghosts_z) {
  kernel_tile t = {.precision = precision,
                   .nx = nx,
                   .ny = ny,
                   .nz = nz,
                   .ghosts = ghosts,
                   .ghosts_z = ghosts_z,
                   .nstate = kernel->nstate,
                   .nstatic = kernel->nstatic,
                   .storage = kernel->storage};
  const size_t size = ria_precision_size(precision), line = 128 / size;
  t.pitch = ((size_t)(nx + 2 * ghosts) + line - 1) / line * line;
  t.plane = t.pitch * (size_t)(ny + 2 * ghosts);
  t.count = t.plane * (size_t)(nz + 2 * ghosts_z);
  for (int f = 0; f < t.nstate + t.nstatic; f++) {
    t.field[f] = TILE_ALLOC(128, (t.count * tile_size(&t, f) + 127) / 128 * 128);
    if (!t.field[f])
      abort();
  }
  tile_blank(&t);
  return t;
}

static inline kernel_tile tile_new(const ria_kernel *kernel, ria_precision precision, int nx,
                                   int ny, int ghosts) {
  return tile_new_box(kernel, precision, nx, ny, 1, ghosts, 0);
}

static inline kernel_tile tile_like(const kernel_tile *other) {
  const ria_kernel shape = {
      .nstate = other->nstate, .nstatic = other->nstatic, .storage = other->storage};
  return tile_new_box(&shape, other->precision, other->nx, other->ny, other->nz, other->ghosts,
                      other->ghosts_z);
}

static inline kernel_tile tile_copy(const kernel_tile *other) {
  kernel_tile t = tile_like(other);
  for (int f = 0; f < t.nstate + t.nstatic; f++)
    memcpy(t.field[f], other->field[f], t.count * tile_size(&t, f));
  return t;
}

static inline void tile_free(kernel_tile *t) {
  for (int f = 0; f < t->nstate + t->nstatic; f++)
    TILE_FREE(t->field[f]);
}

/* Equal bits everywhere, padding included; any NaN equals any other. */
static inline bool tile_equal(const kernel_tile *a, const kernel_tile *b, char *where,
                              size_t room) {
  for (int f = 0; f < a->nstate; f++) {
    const size_t size = tile_size(a, f);
    if (!memcmp(a->field[f], b->field[f], a->count * size) ||
        ria_storage_most(tile_storage(a, f), a->precision)) /* whole numbers are read only */
      continue;
    for (size_t i = 0; i < a->count; i++) {
      const char *p = (const char *)a->field[f] + i * size,
                 *q = (const char *)b->field[f] + i * size;
      const double x =
          size == 4 ? (double)*(const float *)(const void *)p : *(const double *)(const void *)p;
      const double y =
          size == 4 ? (double)*(const float *)(const void *)q : *(const double *)(const void *)q;
      if (!memcmp(p, q, size) || (isnan(x) && isnan(y)))
        continue;
      snprintf(where, room, "field %d at (%d, %d, %d): %.17g and %.17g", f,
               (int)(i % a->pitch) - a->ghosts, (int)(i % a->plane / a->pitch) - a->ghosts,
               (int)(i / a->plane) - a->ghosts_z, x, y);
      return false;
    }
  }
  return true;
}

/* Water and bed of a pattern in one cell. */
typedef struct {
  double h, qx, qy, hc, depth;
} tile_water;

static inline tile_water tile_water_at(int pattern, unsigned seed, int x, int y) {
  const unsigned a = (unsigned)(x + 100), b = (unsigned)(y + 100);
  double r[6];
  for (unsigned i = 0; i < 6; i++)
    r[i] = tile_random(seed + 17 * i, a, b);
  const double patch = tile_random(seed + 5, a / 7, b / 3);
  tile_water w = {.depth = 5 + 0.2 * r[0], .h = 5 + 0.1 * r[1]};
  double speed = 0.5;
  switch (pattern) {
  case PATTERN_SHORE:
    w.depth = 2 * patch - 1 + 0.1 * r[0];
    w.h = r[1] < 0.1 ? 0 : fmax(0, w.depth + 0.05 * r[1]);
    break;
  case PATTERN_STEPS:
    w.depth = 10 * floor(3 * r[0]) - 5;
    w.h = r[1] < 0.4 ? 0 : 3 * r[1];
    break;
  case PATTERN_FILMS:
    w.h = r[1] < 0.2 ? 0 : pow(10, -8 + 6 * r[1]);
    w.depth = 1e-3 * r[0];
    break;
  case PATTERN_FAST:
    w.h = 0.01 + r[1];
    speed = 30;
    break;
  case PATTERN_DRY:
    w.h = 0;
    w.depth = 4 * r[0] - 5;
    break;
  default:
    break;
  }
  if (w.h > 1e-4) {
    w.qx = speed * w.h * (2 * r[2] - 1);
    w.qy = speed * w.h * (2 * r[3] - 1);
  }
  w.hc = r[4] < 0.3 ? 0 : r[4] > 0.6 ? w.h : w.h * r[5];
  return w;
}

/* Gas of a pattern in one cell: with pressure. In STEPS it is the same in several cells side by
 * side, FAST is supersonic, in FILMS pressures lie far apart, DRY is one gas everywhere. */
static inline double tile_gas_at(int pattern, unsigned seed, int x, int y, const char *name) {
  unsigned a = (unsigned)(x + 100), b = (unsigned)(y + 100);
  if (pattern == PATTERN_STEPS)
    a /= 3;
  if (pattern == PATTERN_DRY)
    a = b = 0;
  double r[4];
  for (unsigned i = 0; i < 4; i++)
    r[i] = tile_random(seed + 17 * i, a, b);
  const double speed = pattern == PATTERN_FAST ? 5 : 1;
  const double rho = 0.125 + r[0], mx = speed * (2 * r[1] - 1), my = speed * (2 * r[2] - 1);
  const double p = pattern == PATTERN_FILMS ? pow(10, 4 * r[3] - 3) : 0.1 + r[3];
  if (!strncmp(name, "rho", 3))
    return rho;
  if (name[0] == 'E')
    return 2.5 * p + (mx * mx + my * my) / (2 * rho);
  return name[strlen(name) - 1] == 'y' ? my : mx;
}

/* Whether a field belongs to a gas; also for interim copies. */
static inline bool tile_is_gas(const char *name) {
  static const char *const names[] = {"rho", "m", "mx", "my", "E"};
  const char *half = strstr(name, "_half");
  const size_t length = half ? (size_t)(half - name) : strlen(name);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], length) && (half || strlen(names[i]) == length))
      return true;
  return false;
}

/* The content of a field, known by the field's name. */
typedef enum {
  TILE_DEPTH_OF_WATER,
  TILE_QX,
  TILE_QY,
  TILE_TRACER,
  TILE_BED,
  TILE_SIDE,
  TILE_ROUGHNESS,
  TILE_CREST,
  TILE_GAS,
  TILE_OTHER
} tile_role;

static inline tile_role tile_role_of(const char *name) {
  static const struct {
    const char *name;
    tile_role role;
  } known[] = {{"h", TILE_DEPTH_OF_WATER}, {"qx", TILE_QX},     {"entersx", TILE_QX},
               {"leavesx", TILE_QX},       {"qy", TILE_QY},     {"entersy", TILE_QY},
               {"leavesy", TILE_QY},       {"hc", TILE_TRACER}, {"content", TILE_TRACER},
               {"depth", TILE_BED},        {"side", TILE_SIDE}, {"roughness", TILE_ROUGHNESS}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i].name))
      return known[i].role;
  return !strncmp(name, "crest", 5) ? TILE_CREST : tile_is_gas(name) ? TILE_GAS : TILE_OTHER;
}

static inline double tile_value(tile_role role, const tile_water *w, double dice, int x) {
  switch (role) {
  case TILE_DEPTH_OF_WATER:
    return w->h;
  case TILE_QX:
    return w->qx;
  case TILE_QY:
    return w->qy;
  case TILE_TRACER:
    return w->hc;
  case TILE_BED:
    return w->depth;
  case TILE_SIDE:
    return x < 0 ? -1 : x == 0 ? 1 : 0;
  case TILE_ROUGHNESS:
    return 0.03 * dice;
  case TILE_CREST: /* a structure on every fourth face, some drowned */
    return dice < 1.25 ? 8 * (dice - 1) - 1 : -1e6;
  default:
    return dice;
  }
}

/* Random valid fields, ghost cells included. Fields are known by their names; of others, any number
 * between 1 and 2 is taken for valid. */
static inline void tile_fill(kernel_tile *t, const ria_kernel *kernel, int pattern, unsigned seed) {
  const int fields = kernel->nstate + kernel->nstatic;
  const char *name[RIA_MAX_OPERANDS + RIA_MAX_STATICS];
  tile_role role[RIA_MAX_OPERANDS + RIA_MAX_STATICS];
  for (int f = 0; f < fields; f++) {
    name[f] = f < kernel->nstate ? kernel->state[f].name : kernel->statics[f - kernel->nstate].name;
    role[f] = tile_role_of(name[f]);
  }
  for (int y = -t->ghosts; y < t->ny + t->ghosts; y++)
    for (int x = -t->ghosts; x < t->nx + t->ghosts; x++) {
      const tile_water w = tile_water_at(pattern, seed, x, y);
      for (int f = 0; f < fields; f++) {
        const double dice =
            1 + tile_random(seed, (unsigned)(x + 100), (unsigned)(y + 100 + 1000 * f));
        tile_set(
            t, f, x, y,
            role[f] == TILE_GAS
                ? tile_gas_at(pattern, seed + (strstr(name[f], "_half") != NULL), x, y, name[f])
                : tile_value(role[f], &w, dice, x));
      }
    }
}

/* Sets the field of that name, if the kernel has it. */
static inline void tile_set_named(kernel_tile *t, const ria_kernel *kernel, const char *name, int x,
                                  int y, double value) {
  for (int f = 0; f < kernel->nstate; f++)
    if (!strcmp(kernel->state[f].name, name))
      tile_set(t, f, x, y, value);
}

/* Put very fast water or very hot gas into the cells just outside `owned`: their rate is the
 * largest and must be ignored.
 */
static inline void tile_spike_around(kernel_tile *t, const ria_kernel *kernel, ria_box owned) {
  for (int f = 0; f < kernel->nstate; f++) {
    const char *name = kernel->state[f].name;
    if (strcmp(name, "h") && strcmp(name, "qx") && strcmp(name, "qy") && strcmp(name, "E"))
      continue;
    for (int y = owned.lo[1] - 2; y < owned.hi[1] + 2; y++)
      for (int x = owned.lo[0] - 2; x < owned.hi[0] + 2; x++)
        if ((x < owned.lo[0] - 1 || x > owned.hi[0] || y < owned.lo[1] - 1 || y > owned.hi[1]) &&
            x >= -t->ghosts && x < t->nx + t->ghosts && y >= -t->ghosts && y < t->ny + t->ghosts)
          tile_set(t, f, x, y, strcmp(name, "h") ? 400 : 4);
  }
}

/* The number of cells from [from, to) to a cell before or after it. */
static inline int tile_distance(int cell, int from, int to) {
  return cell < from ? from - cell : cell >= to ? cell - to + 1 : 0;
}

/* Set all cells that no implementation may read to NaN: all cells except `update` and the kernel's
 * radius around it. A step around a corner uses one cell along each axis. */
static inline void tile_poison_outside(kernel_tile *t, const ria_kernel *kernel, ria_box update) {
  const int rx = ria_kernel_reach(kernel, 0), ry = ria_kernel_reach(kernel, 1);
  for (int y = -t->ghosts; y < t->ny + t->ghosts; y++) {
    for (int x = -t->ghosts; x < t->nx + t->ghosts; x++) {
      const int dx = tile_distance(x, update.lo[0], update.hi[0]);
      const int dy = tile_distance(y, update.lo[1], update.hi[1]);
      if (dx <= rx && dy <= ry && dx + dy <= kernel->radius)
        continue;
      for (int f = 0; f < t->nstate + t->nstatic; f++)
        tile_set(t, f, x, y, NAN);
    }
  }
}

/* Scalars of a kernel: sensible numbers for known names, 1 for others. */
static inline void tile_scalars(const ria_kernel *kernel, int pattern, double *scalars) {
  static const struct {
    const char *name;
    double value;
  } known[] = {
      {"dt", 0.01},         {"inverse_dx", 0.125}, {"inverse_dy", 0.2}, {"gravity", 9.81},
      {"cfl", 0.9},         {"dry", 1e-4},         {"manning", 0.03},   {"coriolis", 1e-4},
      {"wind_x", 2e-5},     {"wind_y", -1e-5},     {"decayed", 1e-3},   {"level", 0.3},
      {"outside", 0.25},    {"inflow", 1.5},       {"height", 0},       {"water", 0.01},
      {"tracer", 0.004},    {"share", 0.75},       {"inverse_d", 0.3},  {"heat_ratio", 1.4},
      {"low_froude", 0.75}, {"head_loss", 0.5},    {"sharpness", 0.8},  {"inverse_dz", 0.3},
      {"alpha", 0.7},       {"beta", -0.3},        {"still", -0.2},     {"chezy", 0.5},
      {"linear", 0.01}};
  for (int s = 0; s < kernel->nscalar; s++) {
    scalars[s] = 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (!strcmp(kernel->scalar[s].name, known[i].name))
        scalars[s] = known[i].value;
    if (pattern == PATTERN_UNSTABLE && !strcmp(kernel->scalar[s].name, "dt"))
      scalars[s] = 30;
  }
}

#endif
