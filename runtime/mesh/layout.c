#include "layout.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROW_BYTES = 128, PAGE_BYTES = 4096, HUGE_BYTES = 2 << 20 };

static size_t round_up(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

void layout_init(tile_layout *layout, const int n[RIA_AXES], const int ghost[RIA_AXES],
                 ria_precision precision, bool close) {
  const size_t size = ria_precision_size(precision), unit = ROW_BYTES / size;
  memcpy(layout->n, n, sizeof layout->n);
  memcpy(layout->ghost, ghost, sizeof layout->ghost);
  layout->size = size;
  layout->lead = round_up((size_t)ghost[0], unit);
  const size_t before = close ? (size_t)ghost[0] : layout->lead;
  layout->pitch = round_up(before + (size_t)n[0] + (size_t)ghost[0], unit);
  if (layout->pitch * size % PAGE_BYTES == 0)
    layout->pitch += unit; /* otherwise rows that share cache sets evict each other */
  layout->plane = layout->pitch * (size_t)(n[1] + 2 * ghost[1]);
  /* An odd number of rows' units between fields keeps the same cell of two fields out of one cache
   * set when a field's size is a power of two. */
  const size_t reals = layout->plane * (size_t)(n[2] + 2 * ghost[2]) + (close ? layout->lead : 0);
  layout->field = round_up(reals, PAGE_BYTES / size) + 5 * unit;
}

static void gather(void *to, const char *from, int count, ptrdiff_t stride, size_t size) {
  if (stride == 1)
    memcpy(to, from, (size_t)count * size);
  else if (size == sizeof(float))
    for (int i = 0; i < count; i++)
      ((float *)to)[i] = ((const float *)(const void *)from)[i * stride];
  else
    for (int i = 0; i < count; i++)
      ((double *)to)[i] = ((const double *)(const void *)from)[i * stride];
}

/* One function for both precisions: sums are computed in double and rounded once. */
#define GATHER_SUM(real)                                                                           \
  do {                                                                                             \
    real *row = to;                                                                                \
    for (int i = 0; i < count; i++) {                                                              \
      double sum = of->factor[0] * (double)((const real *)from[0])[at + i * stride];               \
      for (int k = 1; k < of->terms; k++)                                                          \
        sum += of->factor[k] * (double)((const real *)from[k])[at + i * stride];                   \
      row[i] = (real)sum;                                                                          \
    }                                                                                              \
  } while (0)

static void gather_sum(void *to, const turned_field *of, const void *const from[RIA_AXES],
                       ptrdiff_t at, int count, ptrdiff_t stride, size_t size) {
  if (size == sizeof(float))
    GATHER_SUM(float);
  else
    GATHER_SUM(double);
}

const int layout_straight[RIA_AXES] = {1, 2, 3};

void layout_pack(const tile_layout *layout, const void *block, int fields, ria_box box,
                 const int map[RIA_AXES], const turned_field *turned, void *dense) {
  const turned_box t = layout_turn(layout, box, map);
  const size_t row = (size_t)t.n[0] * layout->size;
  char *to = dense;
  for (int f = 0; f < fields; f++) {
    const turned_field itself = {1, {f}, {1}}, *of = turned ? &turned[f] : &itself;
    const void *from[RIA_AXES];
    for (int k = 0; k < of->terms; k++)
      from[k] = layout_origin(layout, block, of->field[k]);
    for (int z = 0; z < t.n[2]; z++)
      for (int y = 0; y < t.n[1]; y++, to += row) {
        const ptrdiff_t at = t.first + y * t.stride[1] + z * t.stride[2];
        if (of->terms == 1 && of->factor[0] == 1)
          gather(to, (const char *)from[0] + at * (ptrdiff_t)layout->size, t.n[0], t.stride[0],
                 layout->size);
        else
          gather_sum(to, of, from, at, t.n[0], t.stride[0], layout->size);
      }
  }
}

void layout_unpack(const tile_layout *layout, void *block, int fields, ria_box box,
                   const void *dense) {
  const size_t row = (size_t)ria_box_size(box, 0) * layout->size;
  const char *from = dense;
  for (int f = 0; f < fields; f++) {
    char *origin = layout_origin(layout, block, f);
    for (int z = box.lo[2]; z < box.hi[2]; z++)
      for (int y = box.lo[1]; y < box.hi[1]; y++, from += row)
        memcpy(origin + layout_at(layout, box.lo[0], y, z) * (ptrdiff_t)layout->size, from, row);
  }
}

void *pages_alloc(size_t bytes) {
  void *memory = NULL;
  size_t alignment = bytes >= HUGE_BYTES ? HUGE_BYTES : PAGE_BYTES;
  bytes = round_up(bytes ? bytes : 1, PAGE_BYTES);
  if (posix_memalign(&memory, alignment, bytes))
    return NULL;
  if (bytes >= HUGE_BYTES)
    madvise(memory, bytes, MADV_HUGEPAGE); /* huge pages reduce TLB misses; a refusal is harmless */
  memset(memory, 0, bytes);
  return memory;
}
