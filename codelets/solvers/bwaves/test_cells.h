/** \file
 * Fields of a small periodic box, which tests pass to kernels of bwaves directly. */
#ifndef RIA_TEST_CELLS_H
#define RIA_TEST_CELLS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ria/registry.h>
#include "tests.h"

enum { CELLS_GHOSTS = 2 };

/** Fields with CELLS_GHOSTS ghost cells on each side along each axis. */
typedef struct {
  int n[RIA_AXES], fields;
  ria_precision precision;
  size_t pitch, plane, count; /**< in reals; of one field */
  void *values;               /**< [fields][count], owned */
} cell_fields;

static inline cell_fields cells_new(const int n[RIA_AXES], int fields, ria_precision precision) {
  cell_fields c = {.n = {n[0], n[1], n[2]}, .fields = fields, .precision = precision};
  c.pitch = ((size_t)(n[0] + 2 * CELLS_GHOSTS) + 31) / 32 * 32;
  c.plane = c.pitch * (size_t)(n[1] + 2 * CELLS_GHOSTS);
  c.count = c.plane * (size_t)(n[2] + 2 * CELLS_GHOSTS);
  c.values = calloc(c.count * (size_t)fields, ria_precision_size(precision));
  assert_non_null(c.values);
  return c;
}

static inline size_t cells_index(const cell_fields *c, int field, int i, int j, int k) {
  return (size_t)field * c->count + (size_t)(k + CELLS_GHOSTS) * c->plane +
         (size_t)(j + CELLS_GHOSTS) * c->pitch + (size_t)(i + CELLS_GHOSTS);
}

static inline double cells_get(const cell_fields *c, int field, int i, int j, int k) {
  const size_t at = cells_index(c, field, i, j, k);
  return c->precision == RIA_SINGLE ? (double)((float *)c->values)[at] : ((double *)c->values)[at];
}

static inline void cells_set(const cell_fields *c, int field, int i, int j, int k, double value) {
  const size_t at = cells_index(c, field, i, j, k);
  if (c->precision == RIA_SINGLE)
    ((float *)c->values)[at] = (float)value;
  else
    ((double *)c->values)[at] = value;
}

static inline int cells_wrap(int i, int n) {
  return (i % n + n) % n;
}

/** Fill all ghost cells: the box repeats along each axis, even if it is thinner than the ghost
   depth.
 */
static inline void cells_repeat(const cell_fields *c) {
  for (int f = 0; f < c->fields; f++)
    for (int k = -CELLS_GHOSTS; k < c->n[2] + CELLS_GHOSTS; k++)
      for (int j = -CELLS_GHOSTS; j < c->n[1] + CELLS_GHOSTS; j++)
        for (int i = -CELLS_GHOSTS; i < c->n[0] + CELLS_GHOSTS; i++)
          cells_set(c, f, i, j, k,
                    cells_get(c, f, cells_wrap(i, c->n[0]), cells_wrap(j, c->n[1]),
                              cells_wrap(k, c->n[2])));
}

/** A scalar of a kernel. */
typedef struct {
  const char *name;
  double value;
} cells_scalar;

/** Apply a kernel's fastest implementation on a CPU to all cells, in the precision of the first
 * of `in`. Its operands are the fields of `in`, one after the other, followed by those of `out`.
 * \param scalar has all that the kernel takes; it ends with a name that is NULL */
static inline void cells_apply(const char *name, const char *strategy, unsigned switches,
                               const cells_scalar *scalar, int ins, const cell_fields *const *in,
                               const cell_fields *out) {
  const ria_kernel *kernel = ria_kernel_find(name);
  assert_non_null(kernel);
  const ria_implementation *one = ria_kernel_implementation(kernel, "cpu", strategy);
  assert_non_null(one);
  double scalars[RIA_MAX_SCALARS];
  for (int s = 0; s < kernel->nscalar; s++) {
    const cells_scalar *found = scalar;
    while (found->name && strcmp(found->name, kernel->scalar[s].name) != 0)
      found++;
    assert_non_null(found->name);
    scalars[s] = found->value;
  }
  const ria_box all = {{0, 0, 0}, {out->n[0], out->n[1], out->n[2]}};
  ria_step_args args = {.pitch = out->pitch,
                        .plane = out->plane,
                        .update = all,
                        .owned = all,
                        .scalars = scalars,
                        .switches = switches};
  int operand = 0;
  for (int i = 0; i <= ins; i++) {
    const cell_fields *of = i < ins ? in[i] : out;
    const size_t size = ria_precision_size(of->precision);
    for (int f = 0; f < of->fields; f++, operand++) {
      char *cell = (char *)of->values + cells_index(of, f, 0, 0, 0) * size;
      args.src[operand] = i < ins ? cell : NULL;
      args.dst[operand] = i < ins ? NULL : cell;
    }
  }
  assert_int_equal(operand, kernel->nstate);
  one->step[in[0]->precision](&args);
}

#endif
