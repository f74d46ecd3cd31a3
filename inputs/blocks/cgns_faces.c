/* Joints and patches of a CGNS file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/cgns.h"
#include "blocks/faces.h"
#include "blocks/joints.h"
#include "blocks/source.h"

/* ---- ranges ---- */

/* Convert a range of points to a side and its nodes. The range is 1-based, includes both ends, and
 * either end may be the higher one. `faces`: the range counts faces of cells. */
static ria_status read_range(const blocks_cgns *cgns, const ria_block_grid *grid, int block,
                             const char *what, const cgsize_t *points, bool faces, ria_side *side,
                             ria_range *nodes) {
  int across = -1, flat = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    const cgsize_t p = points[a], q = points[RIA_AXES + a];
    nodes->lo[a] = (p < q ? p : q) - 1;
    nodes->hi[a] = p < q ? q : p;
    if (p != q || (p != 1 && p != grid->block[block].cells[a] + 1))
      continue;
    flat++;
    if (across < 0 || (faces && p > grid->block[block].cells[a]))
      across = a;
  }
  if (!flat || (!faces && flat > 1))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s of the zone '%s' of '%s' has the points (%lld, %lld, %lld) to (%lld, %lld, "
                    "%lld), which are no part of one face; expected a rectangle on a face",
                    what, grid->block[block].name, cgns->path, (long long)points[0],
                    (long long)points[1], (long long)points[2], (long long)points[3],
                    (long long)points[4], (long long)points[5]);
  *side = ria_side_of(across, nodes->lo[across] > 0);
  for (int a = 0; a < RIA_AXES; a++)
    nodes->hi[a] += faces && a != across;
  return RIA_SUCCESS;
}

/* ---- joints ---- */

static ria_status read_periodic(blocks_cgns *cgns, int zone, int number, blocks_cgns_joint *joint,
                                int *axis) {
  float centre[RIA_AXES], angle[RIA_AXES], way[RIA_AXES];
  if (cg_1to1_periodic_read(cgns->file, BLOCKS_CGNS_BASE, zone, number, centre, angle, way))
    return RIA_SUCCESS; /* it is not */
  for (int a = 0; a < RIA_AXES; a++) {
    joint->shifts |= way[a] != 0;
    if (angle[a] == 0)
      continue;
    if (*axis >= 0 && *axis != a)
      return ria_fail(RIA_ERROR_FORMAT,
                      "joints of '%s' turn about the axes %c and %c; expected one axis", cgns->path,
                      "xyz"[*axis], "xyz"[a]);
    *axis = a;
    joint->turns = true;
    joint->turn = (double)angle[a];
  }
  return RIA_SUCCESS;
}

static ria_status read_joint(blocks_cgns *cgns, const ria_block_grid *grid, int block, int number,
                             blocks_cgns_joint *found, int *axis) {
  char name[BLOCKS_CGNS_NAME], donor[BLOCKS_CGNS_NAME * 2], what[BLOCKS_CGNS_NAME + 32];
  cgsize_t range[6], other[6];
  *found = (blocks_cgns_joint){0};
  ria_node_joint *joint = &found->joint;
  if (cg_1to1_read(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, name, donor, range,
                   other, joint->map))
    return blocks_cgns_fail(cgns->path, "read the joints of");
  for (char *c = donor; *c; c++)
    *c = *c == ' ' ? '-' : *c;
  snprintf(what, sizeof what, "the joint '%s'", name);
  const char *slash = strrchr(donor, '/'); /* "base/zone" */
  joint->block[0] = block;
  joint->block[1] = ria_block_grid_find_block(grid, slash ? slash + 1 : donor);
  if (joint->block[1] < 0)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s of the zone '%s' of '%s' leads to the zone '%s', which does not exist; "
                    "expected the name of a zone",
                    what, grid->block[block].name, cgns->path, donor);
  RIA_TRY(read_range(cgns, grid, block, what, range, false, &joint->side[0], &joint->nodes[0]));
  RIA_TRY(read_range(cgns, grid, joint->block[1], what, other, false, &joint->side[1],
                     &joint->nodes[1]));
  RIA_TRY(blocks_node_joint_check(grid, joint));
  ria_global at[RIA_AXES], to[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = range[a] - 1;
  ria_node_joint_cross(joint, 0, at, to);
  for (int a = 0; a < RIA_AXES; a++)
    if (to[a] != other[a] - 1)
      return ria_fail(RIA_ERROR_FORMAT,
                      "%s of the zone '%s' of '%s' begins at %c = %lld of '%s', but its transform "
                      "leads to %lld; expected a transform that agrees with both ranges",
                      what, grid->block[block].name, cgns->path, "ijk"[a], (long long)other[a],
                      donor, (long long)to[a] + 1);
  return read_periodic(cgns, cgns->zone[block], number, found, axis);
}

static ria_status read_joints(blocks_cgns *cgns, const ria_block_grid *grid, int block,
                              blocks_cgns_joints *joints) {
  int count = 0;
  if (cg_n1to1(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], &count))
    return blocks_cgns_fail(cgns->path, "read the joints of");
  for (int n = 1; n <= count; n++) {
    blocks_cgns_joint *grown = block_grid_grow(joints->joint, joints->joints, sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of '%s'", cgns->path);
    joints->joint = grown;
    RIA_TRY(read_joint(cgns, grid, block, n, &joints->joint[joints->joints], &joints->axis));
    joints->joints++;
  }
  return RIA_SUCCESS;
}

/* ---- patches ---- */

static const struct {
  CGNS_ENUMT(BCType_t) type;
  ria_patch_kind kind;
} kinds[] = {
    {CGNS_ENUMV(BCInflow), RIA_PATCH_INFLOW},
    {CGNS_ENUMV(BCInflowSubsonic), RIA_PATCH_INFLOW},
    {CGNS_ENUMV(BCInflowSupersonic), RIA_PATCH_INFLOW},
    {CGNS_ENUMV(BCTunnelInflow), RIA_PATCH_INFLOW},
    {CGNS_ENUMV(BCOutflow), RIA_PATCH_OUTFLOW},
    {CGNS_ENUMV(BCOutflowSubsonic), RIA_PATCH_OUTFLOW},
    {CGNS_ENUMV(BCOutflowSupersonic), RIA_PATCH_OUTFLOW},
    {CGNS_ENUMV(BCTunnelOutflow), RIA_PATCH_OUTFLOW},
    {CGNS_ENUMV(BCFarfield), RIA_PATCH_FARFIELD},
    {CGNS_ENUMV(BCWall), RIA_PATCH_WALL},
    {CGNS_ENUMV(BCWallViscous), RIA_PATCH_WALL},
    {CGNS_ENUMV(BCWallViscousHeatFlux), RIA_PATCH_WALL},
    {CGNS_ENUMV(BCWallViscousIsothermal), RIA_PATCH_WALL},
    {CGNS_ENUMV(BCWallInviscid), RIA_PATCH_INVISCID_WALL},
    {CGNS_ENUMV(BCSymmetryPlane), RIA_PATCH_SYMMETRY},
    {CGNS_ENUMV(BCTypeUserDefined), RIA_PATCH_UNKNOWN},
    {CGNS_ENUMV(BCTypeNull), RIA_PATCH_UNKNOWN},
};

/* The boundary type of a family. */
static CGNS_ENUMT(BCType_t) type_of_family(const blocks_cgns *cgns, const char *family) {
  int families = 0;
  CGNS_ENUMT(BCType_t) type = CGNS_ENUMV(BCTypeUserDefined);
  if (cg_nfamilies(cgns->file, BLOCKS_CGNS_BASE, &families))
    return type;
  for (int f = 1; f <= families; f++) {
    char name[BLOCKS_CGNS_NAME], part[BLOCKS_CGNS_NAME];
    int bocos, geometries;
    if (!cg_family_read(cgns->file, BLOCKS_CGNS_BASE, f, name, &bocos, &geometries) &&
        !strcmp(name, family) && bocos > 0 &&
        cg_fambc_read(cgns->file, BLOCKS_CGNS_BASE, f, 1, part, &type))
      type = CGNS_ENUMV(BCTypeUserDefined);
  }
  return type;
}

static ria_status kind_of(const blocks_cgns *cgns, const ria_block_grid *grid, int block,
                          const char *name, CGNS_ENUMT(BCType_t) type, ria_patch_kind *kind) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].type == type) {
      *kind = kinds[i].kind;
      return RIA_SUCCESS;
    }
  return ria_fail(
      RIA_ERROR_FORMAT,
      "the boundary '%s' of the zone '%s' of '%s' is of the type %s; expected BCInflow, "
      "BCOutflow, BCFarfield, BCWall, BCSymmetryPlane, their variants, or "
      "FamilySpecified",
      name, grid->block[block].name, cgns->path, cg_BCTypeName(type));
}

static ria_status read_patch(blocks_cgns *cgns, ria_block_grid *grid, int block, int number) {
  char name[BLOCKS_CGNS_NAME], family[BLOCKS_CGNS_NAME * 32] = "", what[BLOCKS_CGNS_NAME + 32];
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex);
  CGNS_ENUMT(DataType_t) data;
  cgsize_t count, normals, points[6];
  int normal[RIA_AXES], sets;
  if (cg_boco_info(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, name, &type, &set,
                   &count, normal, &normals, &data, &sets))
    return blocks_cgns_fail(cgns->path, "read the boundaries of");
  snprintf(what, sizeof what, "the boundary '%s'", name);
  if (set != CGNS_ENUMV(PointRange) || count != 2)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s of the zone '%s' of '%s' is a %s; expected a PointRange on a face", what,
                    grid->block[block].name, cgns->path, cg_PointSetTypeName(set));
  if (cg_boco_read(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, points, NULL))
    return blocks_cgns_fail(cgns->path, "read the boundaries of");
  (void)cg_boco_gridlocation_read(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number,
                                  &location);
  if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "Zone_t", cgns->zone[block], "ZoneBC_t", 1, "BC_t",
              number, "end") ||
      cg_famname_read(family))
    *family = 0;
  if (type == CGNS_ENUMV(FamilySpecified))
    type = type_of_family(cgns, family);
  ria_patch_kind kind = RIA_PATCH_UNKNOWN;
  ria_side side;
  ria_range nodes;
  RIA_TRY(kind_of(cgns, grid, block, name, type, &kind));
  RIA_TRY(
      read_range(cgns, grid, block, what, points, location != CGNS_ENUMV(Vertex), &side, &nodes));
  return ria_block_grid_add_patch(grid, *family ? family : name, block, side, &nodes, kind);
}

/* Read connectivity other than node to node. Only planes with averaged flow are supported. */
static ria_status read_plane(blocks_cgns *cgns, ria_block_grid *grid, int block, int number) {
  char name[BLOCKS_CGNS_NAME], donor[BLOCKS_CGNS_NAME * 2], what[BLOCKS_CGNS_NAME + 32];
  CGNS_ENUMT(GridLocation_t) location;
  CGNS_ENUMT(GridConnectivityType_t) type;
  CGNS_ENUMT(PointSetType_t) set, donor_set;
  CGNS_ENUMT(ZoneType_t) donor_type;
  CGNS_ENUMT(DataType_t) donor_data;
  CGNS_ENUMT(AverageInterfaceType_t) average;
  cgsize_t count, donors, points[6];
  if (cg_conn_info(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, name, &location, &type,
                   &set, &count, donor, &donor_type, &donor_set, &donor_data, &donors))
    return blocks_cgns_fail(cgns->path, "read the connections of");
  if (cg_conn_average_read(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, &average))
    return ria_fail(RIA_ERROR_FORMAT,
                    "the connection '%s' of the zone '%s' of '%s' is of the type %s; expected "
                    "GridConnectivity1to1, or one with an AverageInterface",
                    name, grid->block[block].name, cgns->path, cg_GridConnectivityTypeName(type));
  snprintf(what, sizeof what, "the connection '%s'", name);
  if (set != CGNS_ENUMV(PointRange) || count != 2)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s of the zone '%s' of '%s' is a %s; expected a PointRange on a face", what,
                    grid->block[block].name, cgns->path, cg_PointSetTypeName(set));
  if (cg_conn_read_short(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[block], number, points))
    return blocks_cgns_fail(cgns->path, "read the connections of");
  ria_side side;
  ria_range nodes;
  RIA_TRY(
      read_range(cgns, grid, block, what, points, location != CGNS_ENUMV(Vertex), &side, &nodes));
  RIA_TRY(ria_block_grid_add_patch(grid, name, block, side, &nodes, RIA_PATCH_MIXING_PLANE));
  grid->patch[grid->patches - 1].other = strdup(donor);
  return grid->patch[grid->patches - 1].other
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the patches of '%s'", cgns->path);
}

ria_status blocks_cgns_read_faces(blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints) {
  for (int b = 0; b < grid->blocks; b++) {
    int patches = 0, planes = 0;
    RIA_TRY(read_joints(cgns, grid, b, joints));
    if (cg_nbocos(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[b], &patches) ||
        cg_nconns(cgns->file, BLOCKS_CGNS_BASE, cgns->zone[b], &planes))
      return blocks_cgns_fail(cgns->path, "read the boundaries of");
    for (int p = 1; p <= patches; p++)
      RIA_TRY(read_patch(cgns, grid, b, p));
    for (int p = 1; p <= planes; p++)
      RIA_TRY(read_plane(cgns, grid, b, p));
  }
  return RIA_SUCCESS;
}

/* ---- joints, once their nodes can be read ---- */

/* A joint with its lower end first. */
static ria_node_joint in_order(const ria_node_joint *j) {
  bool swap = j->block[0] > j->block[1];
  if (j->block[0] == j->block[1]) {
    swap = j->side[0] > j->side[1];
    for (int a = 0; a < RIA_AXES && j->side[0] == j->side[1] && !swap; a++)
      swap = j->nodes[0].lo[a] > j->nodes[1].lo[a];
  }
  if (!swap)
    return *j;
  ria_node_joint turned = {.block = {j->block[1], j->block[0]},
                           .side = {j->side[1], j->side[0]},
                           .nodes = {j->nodes[1], j->nodes[0]}};
  for (int a = 0; a < RIA_AXES; a++)
    turned.map[abs(j->map[a]) - 1] = j->map[a] < 0 ? -(a + 1) : a + 1;
  return turned;
}

static int compare(const void *x, const void *y) {
  const blocks_cgns_joint *a = x, *b = y;
  return blocks_node_joint_compare(&a->joint, &b->joint);
}

/* Measure the offset at the joint's node farthest from the axis, because files store offsets in
 * single precision only. */
static ria_status measure(const ria_block_grid *grid, ria_node_joint *joint) {
  double best = -1;
  for (int corner = 0; corner < 8; corner++) {
    ria_global at[2][RIA_AXES];
    double x[2][RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++)
      at[0][a] = corner >> a & 1 ? joint->nodes[0].hi[a] - 1 : joint->nodes[0].lo[a];
    ria_node_joint_cross(joint, 0, at[0], at[1]);
    for (int end = 0; end < 2; end++) {
      ria_range one;
      for (int a = 0; a < RIA_AXES; a++) {
        one.lo[a] = at[end][a];
        one.hi[a] = at[end][a] + 1;
      }
      RIA_TRY(
          ria_block_grid_nodes(grid, joint->block[end], one, &x[end][0], &x[end][1], &x[end][2]));
    }
    const double far = grid->system == RIA_NODES_CYLINDRICAL ? x[0][1] : 0;
    if (far <= best)
      continue;
    best = far;
    for (int a = 0; a < RIA_AXES; a++)
      joint->offset[a] = x[0][a] - x[1][a];
  }
  return RIA_SUCCESS;
}

/* Keep only the periodic part of the measured difference. */
static void settle(const blocks_cgns *cgns, const ria_block_grid *grid,
                   const blocks_cgns_joint *from, ria_node_joint *joint) {
  const double turn = joint->offset[2], whole = 2 * M_PI * round(turn / (2 * M_PI));
  if (grid->system == RIA_NODES_CARTESIAN) {
    for (int a = 0; a < RIA_AXES && !from->shifts; a++)
      joint->offset[a] = 0;
    return;
  }
  joint->offset[1] = 0;
  if (!from->shifts)
    joint->offset[0] = 0;
  if (!from->turns) {
    joint->offset[2] = whole;
    return;
  }
  /* Round a turn near 2 pi / n to it, where n is the number of blades or of a row's passages. */
  const double part = turn - whole, said = fabs(from->turn) * cgns->angle;
  const int row = grid->block[joint->block[0]].row;
  const double pitch = row >= 0 && grid->row[row].blades > 0
                           ? 2 * M_PI * grid->row[row].passages / grid->row[row].blades
                           : 2 * M_PI / round(2 * M_PI / (fabs(part) > 0 ? fabs(part) : said));
  if (isfinite(pitch) && fabs(fabs(part) - pitch) < 1e-6 * pitch)
    joint->offset[2] = whole + (part < 0 ? -pitch : pitch);
}

ria_status blocks_cgns_add_joints(const blocks_cgns *cgns, ria_block_grid *grid,
                                  blocks_cgns_joints *joints) {
  for (int j = 0; j < joints->joints; j++)
    joints->joint[j].joint = in_order(&joints->joint[j].joint);
  if (joints->joints)
    qsort(joints->joint, (size_t)joints->joints, sizeof *joints->joint, compare);
  for (int j = 0; j < joints->joints; j++) {
    ria_node_joint joint = joints->joint[j].joint;
    if (j && !compare(&joints->joint[j], &joints->joint[j - 1]) &&
        !memcmp(joint.map, joints->joint[j - 1].joint.map, sizeof joint.map))
      continue; /* both zones have it */
    RIA_TRY(measure(grid, &joint));
    settle(cgns, grid, &joints->joint[j], &joint);
    RIA_TRY(blocks_node_joint_append(grid, &joint));
  }
  return RIA_SUCCESS;
}
