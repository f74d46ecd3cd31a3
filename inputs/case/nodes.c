/* The grid of blocks of nodes of a case. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case.h"

static const double degree = M_PI / 180;

/* ---- blocks ---- */

static ria_status add_block(ria_block_grid *grid, const ria_case_block *from) {
  ria_block_shape shape = from->by;
  snprintf(shape.kind, sizeof shape.kind, "%s", ria_block_shapes[from->shape].name);
  shape.name = from->name;
  memcpy(shape.cells, from->cells, sizeof shape.cells);
  if (from->axes_count)
    return ria_fail(RIA_ERROR_CASE,
                    "block '%s' has axes, but those of blocks of nodes follow from their shape; "
                    "expected none",
                    from->name);
  if (!from->has_shape) {
    double *const end[RIA_AXES] = {shape.x, shape.y, shape.z};
    snprintf(shape.kind, sizeof shape.kind, "box");
    for (int a = 0; a < RIA_AXES; a++) {
      end[a][0] = from->low[a];
      end[a][1] = from->high[a];
    }
  }
  for (int a = 0; a < RIA_AXES; a++)
    if (!from->cells[a] || (from->by.cut[0] && !from->by.cut[a]))
      return ria_fail(RIA_ERROR_CASE, "block '%s' is one of nodes, and has three axes; expected %s",
                      from->name,
                      from->cells[a] ? "three numbers of pieces, such as [1, 1, 2]"
                                     : "three numbers of cells, such as [64, 64, 32]");
  return ria_block_grid_add(grid, &shape);
}

/* ---- joints ---- */

static ria_status read_map(const ria_case_joint *from, int map[RIA_AXES]) {
  if (from->map_count != RIA_AXES)
    return ria_fail(RIA_ERROR_CASE, "a map of %d axes; expected 3, such as [+2, -1, +3]",
                    from->map_count);
  for (int a = 0; a < RIA_AXES; a++) {
    char *end;
    const long axis = strtol(from->map[a], &end, 10);
    map[a] = *end || labs(axis) > RIA_AXES ? 0 : (int)axis; /* 0 is rejected by the check of the map
                                                             */
  }
  return RIA_SUCCESS;
}

static ria_status join(ria_block_grid *grid, const ria_case_joint *from) {
  int block[2], map[RIA_AXES];
  ria_side side[2];
  double offset[RIA_AXES] = {0};
  if (from->faces_count != 2)
    return ria_fail(RIA_ERROR_CASE, "%d faces; expected two, such as [a.i+, b.j-]",
                    from->faces_count);
  for (int end = 0; end < 2; end++)
    RIA_TRY(ria_block_grid_read_face(grid, from->faces[end], &block[end], &side[end]));
  if (from->map_count)
    RIA_TRY(read_map(from, map));
  if (grid->system == RIA_NODES_CARTESIAN ? from->has_turn : from->has_shift)
    return ria_fail(RIA_ERROR_CASE, "the blocks have the coordinates %s; expected %s",
                    from->has_turn ? "x, y, z" : "x, r, theta",
                    from->has_turn ? "'shift' instead of 'turn'" : "'turn' instead of 'shift'");
  if (from->has_turn)
    offset[2] = from->turn * degree;
  if (from->has_shift)
    memcpy(offset, from->shift, sizeof offset);
  const bool repeats = from->has_turn || from->has_shift;
  /* Try both directions, from the first face to the second and back. */
  ria_status status =
      ria_block_grid_join(grid, block, side, from->map_count ? map : NULL, repeats ? offset : NULL);
  if (status != RIA_ERROR_CASE || !repeats)
    return status;
  char said[1024];
  snprintf(said, sizeof said, "%s", ria_status_detail());
  for (int a = 0; a < RIA_AXES; a++)
    offset[a] = -offset[a] + 0.0;
  status = ria_block_grid_join(grid, block, side, from->map_count ? map : NULL, offset);
  return status == RIA_ERROR_CASE ? ria_fail(status, "%s", said) : status;
}

/* ---- the whole grid ---- */

static bool repeats(const ria_block_grid *grid) {
  for (int j = 0; j < grid->joints; j++)
    if (fabs(remainder(grid->joint[j].offset[2], 2 * M_PI)) > 1e-9)
      return true;
  return false;
}

static ria_status make(const ria_case *c, ria_block_grid *grid, const ria_case_place **place) {
  if (c->grid.file)
    RIA_TRY(ria_block_grid_read(c->grid.file, grid));
  if (c->grid.turn > 0)
    RIA_TRY(ria_block_grid_make_cylindrical(grid));
  for (int b = 0; b < c->grid.blocks; b++) {
    *place = &c->grid.block[b].place;
    const ria_status status = add_block(grid, &c->grid.block[b]);
    if (status != RIA_SUCCESS)
      return status == RIA_ERROR_CASE ? ria_fail(status, "grid.blocks: %s", ria_status_detail())
                                      : status;
  }
  for (int j = 0; j < c->grid.joints; j++) {
    *place = &c->grid.joint[j].place;
    const ria_status status = join(grid, &c->grid.joint[j]);
    if (status != RIA_SUCCESS)
      return status == RIA_ERROR_CASE ? ria_fail(status, "grid.joints: %s", ria_status_detail())
                                      : status;
  }
  *place = &c->grid.place;
  const double turn[1][RIA_AXES] = {{0, 0, c->grid.turn * degree}};
  const ria_block_match match = {.offsets = c->grid.turn > 0, .offset = turn};
  if (c->grid.joints_auto || c->grid.turn > 0 || !grid->joints)
    RIA_TRY(ria_block_grid_match(grid, &match));
  if (c->grid.turn > 0 && !repeats(grid))
    return ria_fail(
        RIA_ERROR_CASE,
        "grid.turn: no two faces lie %g deg apart around the x axis; expected the angle "
        "after which the grid repeats",
        c->grid.turn);
  RIA_TRY(ria_block_grid_fill_patches(grid));
  return ria_block_grid_check_faces(grid);
}

ria_status ria_case_make_nodes(const ria_case *the_case, ria_block_grid *grid,
                               const ria_case_place **place) {
  const ria_case_place *ignored;
  if (!place)
    place = &ignored;
  *grid = (ria_block_grid){0};
  *place = &the_case->grid.place;
  const ria_status status = make(the_case, grid, place);
  if (status != RIA_SUCCESS)
    ria_block_grid_destroy(grid);
  return status;
}
