/* Grids as CGNS files. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "blocks/cgns.h"
#include "ria/exact_math.h"

typedef struct {
  const ria_block_grid *grid;
  const char *path;
  int file;
} writer;

static ria_status cannot_write(const writer *w) {
  return ria_fail(RIA_ERROR_IO, "cannot write '%s': %s", w->path, cg_get_error());
}

/* ---- nodes ---- */

static ria_status write_layer(const writer *w, int block, ria_global k, double *x) {
  static const char *const names[RIA_AXES] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  ria_range layer = ria_block_grid_all_nodes(w->grid, block);
  layer.lo[2] = k;
  layer.hi[2] = k + 1;
  const int64_t nodes = ria_range_nodes(&layer);
  blocks_cgns_unlock(); /* the grid's nodes may be read from a CGNS file */
  const ria_status status =
      ria_block_grid_nodes(w->grid, block, layer, x, x + nodes, x + 2 * nodes);
  blocks_cgns_lock();
  RIA_TRY(status);
  for (int64_t n = 0; n < nodes && w->grid->system == RIA_NODES_CYLINDRICAL; n++) {
    const double r = x[nodes + n], theta = x[2 * nodes + n];
    x[nodes + n] = r * ria_cos(theta);
    x[2 * nodes + n] = r * ria_sin(theta);
  }
  const cgsize_t low[RIA_AXES] = {1, 1, (cgsize_t)k + 1},
                 high[RIA_AXES] = {(cgsize_t)layer.hi[0], (cgsize_t)layer.hi[1], (cgsize_t)k + 1};
  for (int a = 0; a < RIA_AXES; a++) {
    int number;
    if (cg_coord_partial_write(w->file, BLOCKS_CGNS_BASE, block + 1, CGNS_ENUMV(RealDouble),
                               names[a], low, high, x + a * nodes, &number))
      return cannot_write(w);
  }
  return RIA_SUCCESS;
}

static ria_status write_zone(const writer *w, int block) {
  const ria_node_block *b = &w->grid->block[block];
  cgsize_t size[9] = {0};
  int zone;
  if (strlen(b->name) >= BLOCKS_CGNS_NAME)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "the block '%s' has a name of %zu letters, and CGNS knows at most %d; expected a "
        "shorter name of the shape",
        b->name, strlen(b->name), BLOCKS_CGNS_NAME - 1);
  for (int a = 0; a < RIA_AXES; a++) {
    if (b->cells[a] > INT32_MAX - 1)
      return ria_fail(RIA_ERROR_ARGUMENT, "the block '%s' is too large for CGNS", b->name);
    size[a] = (cgsize_t)b->cells[a] + 1;
    size[RIA_AXES + a] = (cgsize_t)b->cells[a];
  }
  if (cg_zone_write(w->file, BLOCKS_CGNS_BASE, b->name, size, CGNS_ENUMV(Structured), &zone))
    return cannot_write(w);
  double *x = malloc(3 * (size_t)size[0] * (size_t)size[1] * sizeof *x);
  ria_status status =
      x ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to write '%s'", w->path);
  for (ria_global k = 0; k <= b->cells[2] && status == RIA_SUCCESS; k++)
    status = write_layer(w, block, k, x);
  free(x);
  return status;
}

/* ---- rows ---- */

static ria_status write_row(const writer *w, int number) {
  const ria_node_row *row = &w->grid->row[number];
  char blades[32], passages[32];
  int family;
  snprintf(blades, sizeof blades, "%d", row->blades);
  snprintf(passages, sizeof passages, "%d", row->passages);
  if (cg_family_write(w->file, BLOCKS_CGNS_BASE, row->name, &family) ||
      cg_goto(w->file, BLOCKS_CGNS_BASE, "Family_t", family, "end") ||
      cg_descriptor_write("Blades", blades) || cg_descriptor_write("Passages", passages))
    return cannot_write(w);
  return RIA_SUCCESS;
}

static ria_status write_rotation(const writer *w, int block) {
  const int row = w->grid->block[block].row;
  const double speed = row >= 0 ? w->grid->row[row].speed : 0;
  const float rate[RIA_AXES] = {isnan(speed) ? 0 : (float)speed, 0, 0}, centre[RIA_AXES] = {0};
  if (cg_goto(w->file, BLOCKS_CGNS_BASE, "Zone_t", block + 1, "end") ||
      (row >= 0 && cg_famname_write(w->grid->row[row].name)))
    return cannot_write(w);
  if (cg_ordinal_write(block + 1))
    return cannot_write(w);
  if (w->grid->system == RIA_NODES_CYLINDRICAL && cg_rotating_write(rate, centre))
    return cannot_write(w);
  return RIA_SUCCESS;
}

/* ---- faces ---- */

static void points_of(const ria_range *nodes, cgsize_t points[6]) {
  for (int a = 0; a < RIA_AXES; a++) {
    points[a] = (cgsize_t)nodes->lo[a] + 1;
    points[RIA_AXES + a] = (cgsize_t)nodes->hi[a];
  }
}

static ria_status write_joint(const writer *w, int number, int end) {
  const ria_node_joint *j = &w->grid->joint[number];
  char name[BLOCKS_CGNS_NAME];
  cgsize_t range[6], other[6];
  int map[RIA_AXES], found;
  ria_global at[2][RIA_AXES], to[RIA_AXES];
  snprintf(name, sizeof name, "joint%d%c", number + 1, "ab"[end]);
  points_of(&j->nodes[end], range);
  for (int a = 0; a < RIA_AXES; a++) {
    at[0][a] = j->nodes[end].lo[a];
    at[1][a] = j->nodes[end].hi[a] - 1;
    map[end == 0 ? a : abs(j->map[a]) - 1] = end == 0        ? j->map[a]
                                             : j->map[a] < 0 ? -(a + 1)
                                                             : a + 1;
  }
  for (int e = 0; e < 2; e++) {
    ria_node_joint_cross(j, end, at[e], to);
    for (int a = 0; a < RIA_AXES; a++)
      other[RIA_AXES * e + a] = (cgsize_t)to[a] + 1;
  }
  if (cg_1to1_write(w->file, BLOCKS_CGNS_BASE, j->block[end] + 1, name,
                    w->grid->block[j->block[1 - end]].name, range, other, map, &found))
    return cannot_write(w);
  /* Write the turn or shift from this side to the other. Whole turns are left out. */
  const double sign = end == 0 ? -1 : 1;
  const bool turns = w->grid->system == RIA_NODES_CYLINDRICAL;
  const double turn = j->offset[2] - 2 * M_PI * round(j->offset[2] / (2 * M_PI));
  const float centre[RIA_AXES] = {0}, angle[RIA_AXES] = {turns ? (float)(sign * turn) : 0, 0, 0},
              way[RIA_AXES] = {(float)(sign * j->offset[0]),
                               turns ? 0 : (float)(sign * j->offset[1]),
                               turns ? 0 : (float)(sign * j->offset[2])};
  if (angle[0] == 0 && way[0] == 0 && way[1] == 0 && way[2] == 0)
    return RIA_SUCCESS;
  return cg_1to1_periodic_write(w->file, BLOCKS_CGNS_BASE, j->block[end] + 1, found, centre, angle,
                                way)
             ? cannot_write(w)
             : RIA_SUCCESS;
}

static ria_status write_plane(const writer *w, const ria_node_patch *patch, const char *name,
                              const cgsize_t points[6]) {
  const bool exists = patch->other && ria_block_grid_find_block(w->grid, patch->other) >= 0;
  int number;
  if (cg_conn_write_short(w->file, BLOCKS_CGNS_BASE, patch->block + 1, name, CGNS_ENUMV(Vertex),
                          CGNS_ENUMV(Abutting), CGNS_ENUMV(PointRange), 2, points,
                          exists ? patch->other : w->grid->block[patch->block].name, &number) ||
      cg_conn_average_write(w->file, BLOCKS_CGNS_BASE, patch->block + 1, number,
                            CGNS_ENUMV(AverageCircumferential)))
    return cannot_write(w);
  return RIA_SUCCESS;
}

static ria_status write_patch(const writer *w, int number) {
  static const CGNS_ENUMT(BCType_t)
      types[] = {[RIA_PATCH_UNKNOWN] = CGNS_ENUMV(BCTypeUserDefined),
                 [RIA_PATCH_INFLOW] = CGNS_ENUMV(BCInflow),
                 [RIA_PATCH_OUTFLOW] = CGNS_ENUMV(BCOutflow),
                 [RIA_PATCH_FARFIELD] = CGNS_ENUMV(BCFarfield),
                 [RIA_PATCH_WALL] = CGNS_ENUMV(BCWall),
                 [RIA_PATCH_INVISCID_WALL] = CGNS_ENUMV(BCWallInviscid),
                 [RIA_PATCH_SYMMETRY] = CGNS_ENUMV(BCSymmetryPlane)};
  const ria_node_patch *patch = &w->grid->patch[number];
  char name[BLOCKS_CGNS_NAME];
  cgsize_t points[6];
  int found;
  points_of(&patch->nodes, points);
  if (patch->kind == RIA_PATCH_MIXING_PLANE)
    return write_plane(w, patch, patch->name, points);
  snprintf(name, sizeof name, "patch%d", number + 1);
  if (cg_boco_write(w->file, BLOCKS_CGNS_BASE, patch->block + 1, name, types[patch->kind],
                    CGNS_ENUMV(PointRange), 2, points, &found) ||
      cg_goto(w->file, BLOCKS_CGNS_BASE, "Zone_t", patch->block + 1, "ZoneBC_t", 1, "BC_t", found,
              "end") ||
      cg_famname_write(patch->name))
    return cannot_write(w);
  return RIA_SUCCESS;
}

/* ---- the whole grid ---- */

static ria_status write_all(const writer *w) {
  int base;
  if (cg_base_write(w->file, "Base", 3, 3, &base) || cg_goto(w->file, base, "end") ||
      cg_dataclass_write(CGNS_ENUMV(Dimensional)) ||
      cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second),
                     CGNS_ENUMV(Kelvin), CGNS_ENUMV(Radian)))
    return cannot_write(w);
  for (int r = 0; r < w->grid->rows; r++)
    RIA_TRY(write_row(w, r));
  for (int b = 0; b < w->grid->blocks; b++) {
    RIA_TRY(write_zone(w, b));
    RIA_TRY(write_rotation(w, b));
  }
  for (int j = 0; j < w->grid->joints; j++)
    for (int end = 0; end < 2; end++)
      RIA_TRY(write_joint(w, j, end));
  for (int p = 0; p < w->grid->patches; p++)
    RIA_TRY(write_patch(w, p));
  return RIA_SUCCESS;
}

ria_status ria_block_grid_write_cgns(const ria_block_grid *grid, const char *path) {
  writer w = {.grid = grid, .path = path};
  if (unlink(path) && errno != ENOENT)
    return ria_fail(RIA_ERROR_IO, "cannot replace '%s': %s", path, strerror(errno));
  blocks_cgns_lock();
  ria_status status = RIA_SUCCESS;
  if (cg_set_file_type(CG_FILE_HDF5) || cg_open(path, CG_MODE_WRITE, &w.file)) {
    status = cannot_write(&w);
  } else {
    status = write_all(&w);
    if (cg_close(w.file) && status == RIA_SUCCESS)
      status = cannot_write(&w);
  }
  blocks_cgns_unlock();
  return status;
}
