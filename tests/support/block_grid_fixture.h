/** \file
 * Grids of blocks of nodes for tests. */
#ifndef RIA_BLOCK_GRID_FIXTURE_H
#define RIA_BLOCK_GRID_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ria/block_grid.h>
#include "tests.h"

static inline void near(double value, double expected, double most) {
  if (!(fabs(value - expected) <= most))
    fail_msg("%.17g is not within %g of %.17g", value, most, expected);
}

static inline void good(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

#define UNIT_BOX .kind = "box", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}

/* A part of a wavy box, with permuted axes. */
typedef struct {
  ria_global lo[RIA_AXES], cells[RIA_AXES]; /* of the box, along x, y, z */
  int along[RIA_AXES];                      /* the block's axis a runs along |along| - 1 */
} turned;

static inline double wave(double x, double y, double z) {
  return 0.2 * sin(x + 2 * y - z);
}

static inline ria_status turned_nodes(void *context, const ria_range *range, double *a, double *b,
                                      double *c) {
  const turned *t = context;
  int64_t n = 0;
  for (ria_global k = range->lo[2]; k < range->hi[2]; k++)
    for (ria_global j = range->lo[1]; j < range->hi[1]; j++)
      for (ria_global i = range->lo[0]; i < range->hi[0]; i++, n++) {
        const ria_global at[RIA_AXES] = {i, j, k};
        double x[RIA_AXES];
        for (int s = 0; s < RIA_AXES; s++) {
          const int axis = abs(t->along[s]) - 1;
          x[axis] = (double)(t->lo[axis] + (t->along[s] > 0 ? at[s] : t->cells[axis] - at[s]));
        }
        a[n] = x[0] + wave(x[0], x[1], x[2]);
        b[n] = x[1] - wave(x[1], x[2], x[0]);
        c[n] = x[2] + wave(x[2], x[0], x[1]);
      }
  return RIA_SUCCESS;
}

static inline const turned *add_turned(ria_block_grid *grid, const char *name,
                                       const ria_global lo[RIA_AXES],
                                       const ria_global size[RIA_AXES], int way) {
  static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  turned *t = calloc(1, sizeof *t);
  ria_global cells[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    const int axis = orders[way / 8][a];
    t->along[a] = way >> a & 1 ? -(axis + 1) : axis + 1;
    t->lo[a] = lo[a];
    t->cells[a] = size[a];
    cells[a] = size[axis];
  }
  good(ria_block_grid_add_block(grid, name, name, -1, cells, turned_nodes, free, t));
  return t;
}

/* A petal of a disc: 0 to 3; 4: the square in the middle. */
static inline ria_status petal_nodes(void *context, const ria_range *range, double *a, double *b,
                                     double *c) {
  const int petal = *(const int *)context; /* 0 to 3; 4: the square */
  const double cosine = (const double[]){1, 0, -1, 0}[petal % 4],
               sine = (const double[]){0, 1, 0, -1}[petal % 4];
  int64_t n = 0;
  for (ria_global k = range->lo[2]; k < range->hi[2]; k++)
    for (ria_global j = range->lo[1]; j < range->hi[1]; j++)
      for (ria_global i = range->lo[0]; i < range->hi[0]; i++, n++) {
        const double u = (double)j / 4 - 0.5, x = 0.5 + (petal < 4) * (double)i / 3,
                     y = u * (petal < 4 ? 2 * x : 1);
        const double px = petal < 4 ? x : (double)i / 4 - 0.5;
        a[n] = cosine * px - sine * y;
        b[n] = sine * px + cosine * y;
        c[n] = (double)k;
      }
  return RIA_SUCCESS;
}

/* A disc of a square and four blocks around it: three cells meet at each of four edges. */
static inline void add_disc(ria_block_grid *grid, ria_global thick) {
  static const int number[] = {0, 1, 2, 3, 4};
  for (int p = 0; p < 5; p++)
    good(ria_block_grid_add_block(grid, (char[]){(char)('a' + p), 0}, "disc", -1,
                                  (ria_global[]){p < 4 ? 3 : 4, 4, thick}, petal_nodes, NULL,
                                  (void *)&number[p]));
}

/* Checks that each node of a joint has the same place in both blocks. */
static inline void check_all_joints(const ria_block_grid *grid) {
  good(ria_block_grid_check_joints(grid, 0, grid->joints, 0));
  for (int j = 0; j < grid->joints; j++) {
    const ria_node_joint *joint = &grid->joint[j];
    ria_global at[RIA_AXES], to[RIA_AXES], back[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++)
      at[a] = joint->nodes[0].hi[a] - 1;
    ria_node_joint_cross(joint, 0, at, to);
    ria_node_joint_cross(joint, 1, to, back);
    assert_memory_equal(at, back, sizeof at);
  }
}

#endif
