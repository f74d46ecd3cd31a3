/* From x, y, z to x, r, theta. */
#include <math.h>
#include <stdlib.h>
#include "blocks/joints.h"
#include "blocks/source.h"
#include "ria/exact_math.h"

typedef struct {
  ria_block_source *from; /* in x, y, z; owned */
  double middle;          /* angles are within pi of this one */
} turned;

static ria_status turned_nodes(void *context, const ria_range *range, double *a, double *b,
                               double *c) {
  const turned *t = context;
  RIA_TRY(t->from->nodes(t->from->context, range, a, b, c));
  for (int64_t n = ria_range_nodes(range) - 1; n >= 0; n--) {
    const double y = b[n], z = c[n];
    b[n] = sqrt(y * y + z * z);
    c[n] = b[n] > 0 ? ria_atan2(z, y) : isnan(b[n]) ? NAN : t->middle;
    if (c[n] > t->middle + M_PI)
      c[n] -= 2 * M_PI;
    else if (c[n] <= t->middle - M_PI)
      c[n] += 2 * M_PI;
  }
  return RIA_SUCCESS;
}

static void destroy(void *context) {
  turned *t = context;
  if (t->from->destroy)
    t->from->destroy(t->from->context);
  free(t->from);
  free(t);
}

static ria_status turn_block(ria_block_grid *grid, int block) {
  ria_node_block *b = &grid->block[block];
  ria_range middle;
  double y, z;
  for (int a = 0; a < RIA_AXES; a++) {
    middle.lo[a] = b->cells[a] / 2;
    middle.hi[a] = middle.lo[a] + 1;
  }
  RIA_TRY(ria_block_grid_nodes(grid, block, middle, NULL, &y, &z));
  turned *t = malloc(sizeof *t);
  ria_block_source *source = malloc(sizeof *source);
  if (!t || !source) {
    free(t);
    free(source);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  }
  *t = (turned){b->source, y != 0 || z != 0 ? ria_atan2(z, y) : 0};
  *source = (ria_block_source){turned_nodes, destroy, t};
  b->source = source;
  return RIA_SUCCESS;
}

/* Whether a translation is parallel to the x axis. */
static ria_status check_joint(const ria_block_grid *grid, const ria_node_joint *joint) {
  char face[2][RIA_FACE_TEXT];
  if (joint->offset[1] == 0 && joint->offset[2] == 0)
    return RIA_SUCCESS;
  return ria_fail(
      RIA_ERROR_CASE,
      "the joint of %s and %s shifts by y = %g and z = %g m, but the grid is one around "
      "the x axis; expected a turn",
      ria_block_grid_face_text(grid, joint->block[0], joint->side[0], face[0]),
      ria_block_grid_face_text(grid, joint->block[1], joint->side[1], face[1]), joint->offset[1],
      joint->offset[2]);
}

ria_status ria_block_grid_make_cylindrical(ria_block_grid *grid) {
  if (grid->system == RIA_NODES_CYLINDRICAL)
    return RIA_SUCCESS;
  for (int j = 0; j < grid->joints; j++)
    RIA_TRY(check_joint(grid, &grid->joint[j]));
  for (int b = 0; b < grid->blocks; b++)
    RIA_TRY(turn_block(grid, b)); /* reads in x, y, z: grid->system has not changed yet */
  grid->system = RIA_NODES_CYLINDRICAL;
  for (int j = 0; j < grid->joints; j++) /* whole turns between blocks */
    RIA_TRY(blocks_node_joint_settle(grid, &grid->joint[j]));
  return RIA_SUCCESS;
}
