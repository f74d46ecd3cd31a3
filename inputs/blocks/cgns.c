/* CGNS files: blocks and their nodes. */
#include "blocks/cgns.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/source.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void blocks_cgns_lock(void) {
  pthread_mutex_lock(&lock);
}

void blocks_cgns_unlock(void) {
  pthread_mutex_unlock(&lock);
}

ria_status blocks_cgns_fail(const char *path, const char *what) {
  return ria_fail(RIA_ERROR_CORRUPT, "cannot %s the CGNS file '%s': %s; it is truncated or damaged",
                  what, path, cg_get_error());
}

/* ---- nodes ---- */

typedef struct {
  blocks_cgns *cgns;
  int zone;
} part;

static ria_status read_one(const blocks_cgns *cgns, int zone, const char *name, const cgsize_t *low,
                           const cgsize_t *high, double *to) {
  return cg_coord_read(cgns->file, BLOCKS_CGNS_BASE, zone, name, CGNS_ENUMV(RealDouble), low, high,
                       to)
             ? blocks_cgns_fail(cgns->path, "read the nodes of")
             : RIA_SUCCESS;
}

static ria_status read_nodes(const part *p, const ria_range *range, double *const to[RIA_AXES]) {
  static const char *const names[RIA_AXES] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  cgsize_t low[RIA_AXES], high[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    low[a] = (cgsize_t)range->lo[a] + 1;
    high[a] = (cgsize_t)range->hi[a];
  }
  if (p->cgns->cylindrical) {
    RIA_TRY(read_one(p->cgns, p->zone, p->cgns->axial, low, high, to[0]));
    RIA_TRY(read_one(p->cgns, p->zone, "CoordinateR", low, high, to[1]));
    return read_one(p->cgns, p->zone, "CoordinateTheta", low, high, to[2]);
  }
  for (int a = 0; a < RIA_AXES; a++)
    RIA_TRY(read_one(p->cgns, p->zone, names[(p->cgns->axis + a) % RIA_AXES], low, high, to[a]));
  return RIA_SUCCESS;
}

static ria_status part_nodes(void *context, const ria_range *range, double *a, double *b,
                             double *c) {
  const part *p = context;
  double *const to[RIA_AXES] = {a, b, c};
  blocks_cgns_lock();
  const ria_status status = read_nodes(p, range, to);
  blocks_cgns_unlock();
  const int64_t nodes = status == RIA_SUCCESS ? ria_range_nodes(range) : 0;
  for (int x = 0; x < RIA_AXES; x++) {
    const double unit = x == 2 && p->cgns->cylindrical ? p->cgns->angle : p->cgns->scale;
    for (int64_t n = 0; unit != 1 && n < nodes; n++)
      to[x][n] *= unit;
  }
  return status;
}

static void release(blocks_cgns *cgns) {
  if (--cgns->users > 0)
    return;
  blocks_cgns_lock();
  if (cgns->is_open)
    cg_close(cgns->file);
  blocks_cgns_unlock();
  free(cgns->path);
  free(cgns->zone);
  free(cgns);
}

static void release_part(void *context) {
  part *p = context;
  release(p->cgns);
  free(p);
}

/* ---- zones ---- */

static ria_status read_units(blocks_cgns *cgns) {
  CGNS_ENUMT(MassUnits_t) mass;
  CGNS_ENUMT(LengthUnits_t) length;
  CGNS_ENUMT(TimeUnits_t) time;
  CGNS_ENUMT(TemperatureUnits_t) temperature;
  CGNS_ENUMT(AngleUnits_t) angle;
  cgns->scale = cgns->angle = 1;
  if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "end") ||
      cg_units_read(&mass, &length, &time, &temperature, &angle))
    return RIA_SUCCESS; /* none: m and rad */
  static const double metres[] = {[CGNS_ENUMV(Meter)] = 1,
                                  [CGNS_ENUMV(Centimeter)] = 0.01,
                                  [CGNS_ENUMV(Millimeter)] = 0.001,
                                  [CGNS_ENUMV(Foot)] = 0.3048,
                                  [CGNS_ENUMV(Inch)] = 0.0254};
  if ((unsigned)length < sizeof metres / sizeof *metres && metres[length] > 0)
    cgns->scale = metres[length];
  if (angle == CGNS_ENUMV(Degree))
    cgns->angle = M_PI / 180;
  return RIA_SUCCESS;
}

/* Whether coordinates are x, y, z, or r, theta and one more. */
static ria_status read_coordinates(blocks_cgns *cgns, ria_block_grid *grid) {
  int coordinates, found = 0;
  CGNS_ENUMT(DataType_t) type;
  if (cg_ncoords(cgns->file, BLOCKS_CGNS_BASE, 1, &coordinates))
    return blocks_cgns_fail(cgns->path, "read the coordinates of");
  for (int c = 1; c <= coordinates; c++) {
    char name[BLOCKS_CGNS_NAME];
    if (cg_coord_info(cgns->file, BLOCKS_CGNS_BASE, 1, c, &type, name))
      return blocks_cgns_fail(cgns->path, "read the coordinates of");
    const char letter = !strncmp(name, "Coordinate", 10) && !name[11] ? name[10] : 0;
    found |= letter == 'X' ? 1 : letter == 'Y' ? 2 : letter == 'Z' ? 4 : letter == 'R' ? 8 : 0;
    found |= strcmp(name, "CoordinateTheta") ? 0 : 16;
    if (letter == 'X' || letter == 'Z')
      snprintf(cgns->axial, sizeof cgns->axial, "%s", name);
    grid->coarse_digits |= type == CGNS_ENUMV(RealSingle);
  }
  cgns->cylindrical = (found & 24) == 24 && (found & 5);
  grid->system = cgns->cylindrical ? RIA_NODES_CYLINDRICAL : RIA_NODES_CARTESIAN;
  if (cgns->cylindrical || (found & 7) == 7)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "'%s' has neither the coordinates CoordinateX, CoordinateY and CoordinateZ nor "
                  "CoordinateR, CoordinateTheta and CoordinateZ; expected one of these",
                  cgns->path);
}

static ria_status read_zone(blocks_cgns *cgns, ria_block_grid *grid, int zone) {
  char name[BLOCKS_CGNS_NAME];
  cgsize_t size[9];
  CGNS_ENUMT(ZoneType_t) type;
  if (cg_zone_read(cgns->file, BLOCKS_CGNS_BASE, zone, name, size) ||
      cg_zone_type(cgns->file, BLOCKS_CGNS_BASE, zone, &type))
    return blocks_cgns_fail(cgns->path, "read the zones of");
  if (type != CGNS_ENUMV(Structured))
    return ria_fail(RIA_ERROR_FORMAT,
                    "the zone '%s' of '%s' is %s; expected zones that are Structured, with nodes "
                    "counted along i, j, k",
                    name, cgns->path, cg_ZoneTypeName(type));
  const ria_global cells[RIA_AXES] = {size[0] - 1, size[1] - 1, size[2] - 1};
  part *p = malloc(sizeof *p);
  if (!p)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", cgns->path);
  *p = (part){cgns, zone};
  cgns->users++;
  for (char *c = name; *c; c++)
    *c = *c == ' ' ? '-' : *c;
  return ria_block_grid_add_block(grid, name, name, -1, cells, part_nodes, release_part, p);
}

typedef struct {
  int ordinal, zone;
} ordered;

static int compare_ordered(const void *x, const void *y) {
  const ordered *a = x, *b = y;
  return a->ordinal != b->ordinal ? (a->ordinal < b->ordinal ? -1 : 1) : a->zone - b->zone;
}

/* The library sorts zones by name; their Ordinal gives the original order. */
static ria_status order_zones(blocks_cgns *cgns, int zones) {
  ordered *order = malloc((size_t)zones * sizeof *order);
  cgns->zone = malloc((size_t)zones * sizeof *cgns->zone);
  for (int z = 0; order && z < zones; z++) {
    order[z] = (ordered){0, z + 1};
    if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "Zone_t", z + 1, "end") ||
        cg_ordinal_read(&order[z].ordinal))
      order[z].ordinal = 0;
  }
  if (order)
    qsort(order, (size_t)zones, sizeof *order, compare_ordered);
  for (int z = 0; order && cgns->zone && z < zones; z++)
    cgns->zone[z] = order[z].zone;
  const bool good = order && cgns->zone;
  free(order);
  return good ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", cgns->path);
}

static ria_status open_file(blocks_cgns *cgns) {
  int bases, cell_dim, dim;
  char name[BLOCKS_CGNS_NAME];
  if (cg_open(cgns->path, CG_MODE_READ, &cgns->file))
    return blocks_cgns_fail(cgns->path, "open");
  cgns->is_open = true;
  if (cg_nbases(cgns->file, &bases) || bases < 1 ||
      cg_base_read(cgns->file, BLOCKS_CGNS_BASE, name, &cell_dim, &dim))
    return blocks_cgns_fail(cgns->path, "find a base in");
  if (bases > 1 || cell_dim != 3 || dim != 3)
    return ria_fail(
        RIA_ERROR_FORMAT,
        "'%s' has %d bases, the first of cells of %d dimensions in %d; expected one base "
        "of three dimensions",
        cgns->path, bases, cell_dim, dim);
  return RIA_SUCCESS;
}

static ria_status read_all(blocks_cgns *cgns, ria_block_grid *grid, blocks_cgns_joints *joints,
                           bool *turns) {
  int zones;
  RIA_TRY(open_file(cgns));
  if (cg_nzones(cgns->file, BLOCKS_CGNS_BASE, &zones))
    return blocks_cgns_fail(cgns->path, "read the zones of");
  if (zones < 1)
    return ria_fail(RIA_ERROR_FORMAT, "'%s' has no zones; expected structured ones", cgns->path);
  RIA_TRY(order_zones(cgns, zones));
  for (int z = 0; z < zones; z++)
    RIA_TRY(read_zone(cgns, grid, cgns->zone[z]));
  RIA_TRY(read_units(cgns));
  RIA_TRY(read_coordinates(cgns, grid));
  RIA_TRY(blocks_cgns_read_rows(cgns, grid, turns));
  return blocks_cgns_read_faces(cgns, grid, joints);
}

/* Count the blades of rows from the pitch of their joints if the file does not give the number. */
static void count_blades(ria_block_grid *grid) {
  for (int j = 0; j < grid->joints; j++) {
    const ria_node_joint *joint = &grid->joint[j];
    const int row = grid->block[joint->block[0]].row;
    double turn = fabs(joint->offset[2]);
    turn -= 2 * M_PI * round(turn / (2 * M_PI));
    if (grid->system == RIA_NODES_CYLINDRICAL && row >= 0 && !grid->row[row].blades &&
        fabs(turn) > 1e-6)
      grid->row[row].blades = (int)round(2 * M_PI / fabs(turn));
  }
}

ria_status ria_block_grid_read_cgns(const char *path, ria_block_grid *grid) {
  blocks_cgns_joints joints = {.axis = -1};
  bool turns = false;
  blocks_cgns *cgns = calloc(1, sizeof *cgns);
  if (cgns)
    cgns->path = strdup(path);
  if (!cgns || !cgns->path) {
    free(cgns);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", path);
  }
  cgns->users = 1;
  blocks_cgns_lock();
  ria_status status = read_all(cgns, grid, &joints, &turns);
  blocks_cgns_unlock();
  if (status == RIA_SUCCESS && (turns || joints.axis >= 0))
    status = ria_block_grid_make_cylindrical(grid);
  if (status == RIA_SUCCESS)
    status = blocks_cgns_add_joints(cgns, grid, &joints);
  if (status == RIA_SUCCESS)
    count_blades(grid);
  free(joints.joint);
  release(cgns);
  return status;
}
