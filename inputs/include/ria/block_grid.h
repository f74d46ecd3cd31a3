/** \file
 * A grid of structured blocks of nodes in three dimensions, for solvers that store their fields on
 * nodes.
 *
 * A block has `cells` cells along its axes i, j, k, and cells + 1 nodes along each. Cell (i, j, k)
 * lies between nodes (i, j, k) and (i + 1, j + 1, k + 1). A joint connects two block faces, or
 * parts of faces; its nodes belong to both blocks. Patches name the faces that no joint covers. The
 * grid stores no coordinates: it computes or reads them for the nodes that the caller asks for, so
 * a rank needs memory only for the nodes that it owns.
 *
 * Functions are not collective; every rank may hold the same grid. Unless a function says
 * otherwise, several threads may read one grid at the same time. docs/rows-grids.md explains the
 * shapes to users.
 */
#ifndef RIA_BLOCK_GRID_H
#define RIA_BLOCK_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/mesh.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The coordinates of nodes: x, y, z in m; or x, r in m and theta in rad, where y = r cos theta and
 * z = r sin theta. Both systems are right-handed. */
typedef enum { RIA_NODES_CARTESIAN, RIA_NODES_CYLINDRICAL } ria_node_system;

typedef struct ria_block_source ria_block_source; /* inputs/blocks/source.h */

/** A block of nodes. */
typedef struct {
  char *name;                 /**< unique; owned */
  char *item;                 /**< the shape or file zone that the block is part of; owned */
  ria_global cells[RIA_AXES]; /**< at least 1 each */
  int row;                    /**< index of the blade row; -1: none */
  char *side[RIA_SIDES];      /**< names for patches on the sides: "blade"; NULL: "i-" ...; owned */
  ria_block_source *source;   /**< where coordinates come from; owned */
} ria_node_block;

/** A blade row. */
typedef struct {
  char *name;   /**< owned */
  int blades;   /**< around the whole circumference; 0: unknown */
  int passages; /**< in the grid, at least 1 */
  double speed; /**< rad/s, positive towards growing theta; NAN: unknown */
} ria_node_row;

/** A connection between two faces, or rectangular parts of faces, with the same nodes. */
typedef struct {
  int block[2];
  ria_side side[2];
  /** The nodes of the joint in either block, borders included. Along the axis across the face the
   * range has one node: 0 or cells[axis]. */
  ria_range nodes[2];
  /** Axis a of block[0] runs along axis |map[a]| - 1 of block[1], backwards if negative. For the
   * axis across the face, map[a] is the direction in which a walk from block[0] enters block[1]. */
  int map[RIA_AXES];
  /** Coordinates on block[0] minus those of the same node on block[1], in the grid's system: 0, a
   * translation (m), or a turn about the x axis (offset[2], rad). Vector components in that system
   * are the same on both sides. */
  double offset[RIA_AXES];
} ria_node_joint;

/** The kind of a patch, if its file gives one. */
#define RIA_PATCH_KIND_LIST(X)                                                                     \
  X(RIA_PATCH_UNKNOWN, "unknown")                                                                  \
  X(RIA_PATCH_INFLOW, "inflow")                                                                    \
  X(RIA_PATCH_OUTFLOW, "outflow")                                                                  \
  X(RIA_PATCH_FARFIELD, "farfield")                                                                \
  X(RIA_PATCH_WALL, "wall")                                                                        \
  X(RIA_PATCH_INVISCID_WALL, "inviscid wall")                                                      \
  X(RIA_PATCH_SYMMETRY, "symmetry")                                                                \
  X(RIA_PATCH_MIXING_PLANE, "mixing plane")

typedef enum {
#define RIA_PATCH_KIND_ENUM(name, text) name,
  RIA_PATCH_KIND_LIST(RIA_PATCH_KIND_ENUM)
#undef RIA_PATCH_KIND_ENUM
} ria_patch_kind;

/** A face, or a rectangular part of one, where the grid ends. Several patches may have one name. */
typedef struct {
  char *name; /**< "blade", "i-"; owned */
  int block;
  ria_side side;
  ria_range nodes; /**< as for a joint: one node along the axis across the face */
  ria_patch_kind kind;
  char *other; /**< mixing plane: the block or patch on the far side, if the file names it; owned */
} ria_node_patch;

/** A grid. An all-zero object is an empty grid. The grid owns the arrays; callers may read them. */
typedef struct {
  ria_node_system system;
  bool coarse_digits; /**< coordinates have single precision */
  int blocks, rows, joints, patches;
  ria_node_block *block;
  ria_node_row *row;
  ria_node_joint *joint;
  ria_node_patch *patch;
} ria_block_grid;

void ria_block_grid_destroy(ria_block_grid *grid);

/* ---- blocks, nodes, names ---- */

/** Nodes of a block: its range [0, cells + 1) along each axis. */
ria_range ria_block_grid_all_nodes(const ria_block_grid *grid, int block);
/** The nodes of a side of a block. */
ria_range ria_block_grid_side_nodes(const ria_block_grid *grid, int block, ria_side side);
/** Nodes in a range. */
int64_t ria_range_nodes(const ria_range *range);
/** Nodes of all blocks; a node on a joint counts for each block that has it. */
double ria_block_grid_size(const ria_block_grid *grid);

/** The coordinates of the nodes in `range`: `a`, `b` and `c` are [k][j][i] over the range, i
 * fastest (x, y, z or x, r, theta by grid->system). Any of them may be NULL. Errors:
 * RIA_ERROR_ARGUMENT (range outside the block), RIA_ERROR_IO or RIA_ERROR_CORRUPT (the file of the
 * grid), RIA_ERROR_MEMORY. Blocking. */
ria_status ria_block_grid_nodes(const ria_block_grid *grid, int block, ria_range range, double *a,
                                double *b, double *c);

/** The volumes of the cells in `range`, m3, [k][j][i]: negative if (i, j, k) is left-handed. The
 * faces are bilinear in x, y, z, or in x, r^2/2, theta, so the volumes add up to the domain's
 * volume if its boundary is bilinear too. Errors: as ria_block_grid_nodes(). */
ria_status ria_block_grid_volumes(const ria_block_grid *grid, int block, ria_range range,
                                  double *volume);

/** Index of the block of that name; -1: none. */
int ria_block_grid_find_block(const ria_block_grid *grid, const char *name);
/** Index of the row of that name; -1: none. */
int ria_block_grid_find_row(const ria_block_grid *grid, const char *name);

enum { RIA_FACE_TEXT = 256 };
/** "stator.inlet.i-"; returns `text`. */
const char *ria_block_grid_face_text(const ria_block_grid *grid, int block, ria_side side,
                                     char text[RIA_FACE_TEXT]);
/** Read a face: a block's name, a dot, i, j or k, and - or +. Errors: RIA_ERROR_CASE, whose message
 * gives the expected form. */
ria_status ria_block_grid_read_face(const ria_block_grid *grid, const char *text, int *block,
                                    ria_side *side);

/** Whether `text` names a patch: "blade", "stator.blade" (item or row), "stator.main.blade"
 * (block), or the face "stator.main.j-". */
bool ria_block_grid_is_patch(const ria_block_grid *grid, int patch, const char *text);

/* ---- shapes ---- */

/** One or several blocks from a formula. ria_block_shapes lists the parameters of each shape; the
 * others are ignored. u, v, w are the positions of a node along i, j, k, from 0 to 1: equally
 * spaced, or with cells that grow geometrically by `stretch`; x(u) is the value at u between x[0]
 * and x[1].
 * - box: x(u), y(v), z(w). `wavy`: each coordinate is shifted by `wavy` cells times the product of
 *   sin(pi s) along its own axis and sin(2 pi s) along the others, s being u, v, w.
 * - sector: x(u), r(v), theta(w).
 * - radial-sector: x(w), r(u), theta(v).
 * - ring: x = R cos a, y = R sin a, z(w), with R = r(v) and a running from theta[1] to theta[0].
 * - bump: x(u); y from bump exp(-25 x^2) to height; z(w).
 * - wedge: y from the lower wall to height; z(w). The lower wall is 0 for x < 0, rises with the
 *   slope 0.100287 (5.727 degrees) up to x = L, and is level from there. L is 1.7386 height, where
 *   the shock of 45 degrees from x = 0 at Mach 1.6 comes back from the upper wall. x runs from -L/2
 *   to 3L/2; cells[0] is a multiple of 4.
 * - blade-passage: six blocks "NAME.inlet", ".exit", ".blade-suction", ".blade-pressure" (halves of
 *   a ring around the blade), ".suction", ".pressure" (between the ring and the next passages).
 *   cells: along a side of the blade, across the passage, along the span (k). The section lies at
 *   the mean radius and has the same x and theta at all radii. stretch[1]: across the ring, 0: 3.
 */
typedef struct {
  char kind[24];
  const char *name; /**< the item's name; borrowed */
  const char *row;  /**< name of the blade row; NULL: `name` for a shape with blades, otherwise no
                         row */
  ria_global cells[RIA_AXES];
  int cut[RIA_AXES];             /**< each block is cut into so many along i, j, k; 0: 1 */
  double x[2], y[2], z[2], r[2]; /**< m: low and high end */
  double theta[2];               /**< degrees */
  double stretch[RIA_AXES];      /**< length of the last cell over that of the first, along each
                                      axis; 0: 1 */
  double wavy;                   /**< box: displacement of nodes, in cells */
  double height, bump;           /**< m */
  int blades;                    /**< around the whole circumference */
  int copies;                    /**< passages side by side; 0: 1 */
  int straight;                  /**< blade-passage: straight layers at inlet and exit */
  double chord;                  /**< m */
  double stagger, camber;        /**< degrees */
  double thickness;              /**< of the blade's section, in chords */
} ria_block_shape;

/** Properties of a shape. */
typedef struct {
  const char *name, *what;
  ria_node_system system;
  const char *parameters; /**< "x y z stretch wavy" */
} ria_block_shape_info;

/** All shapes; the last entry has the name NULL. */
extern const ria_block_shape_info ria_block_shapes[];

/** The shape's info, or NULL. */
const ria_block_shape_info *ria_block_shape_find(const char *kind);

/** Append the blocks of a shape to the grid, without joints and patches, and its row if it has one.
 * One block has the item's name; several are called "NAME.PART", with a number if a part is cut or
 * copied. All shapes of a grid must use the same coordinate system. Errors: RIA_ERROR_CASE (a
 * parameter that gives no valid grid, a duplicate name, another coordinate system),
 * RIA_ERROR_MEMORY. */
ria_status ria_block_grid_add(ria_block_grid *grid, const ria_block_shape *shape);

/** Append a block whose coordinates the caller computes. `nodes` fills a, b, c ([k][j][i], none is
 * NULL) for a range; several threads may call it. The grid calls `destroy` (may be NULL) to free
 * `context`; it is also called if this function fails. */
typedef ria_status ria_block_nodes(void *context, const ria_range *range, double *a, double *b,
                                   double *c);
ria_status ria_block_grid_add_block(ria_block_grid *grid, const char *name, const char *item,
                                    int row, const ria_global cells[RIA_AXES],
                                    ria_block_nodes *nodes, void (*destroy)(void *context),
                                    void *context);
/** Append a row, or find the existing row with that name. *row: its index. */
ria_status ria_block_grid_add_row(ria_block_grid *grid, const char *name, int blades, int passages,
                                  int *row);

/* ---- joints and patches ---- */

/** Append a joint of two whole sides, with `map` (NULL: found by comparing nodes) and `offset`
 * (NULL: taken from the first node). Errors: RIA_ERROR_CASE. */
ria_status ria_block_grid_join(ria_block_grid *grid, const int block[2], const ria_side side[2],
                               const int *map, const double *offset);
/** Append a joint after the checks of ria_block_grid_check_joints(). */
ria_status ria_block_grid_add_joint(ria_block_grid *grid, const ria_node_joint *joint);
/** Append a patch. `name` is copied. */
ria_status ria_block_grid_add_patch(ria_block_grid *grid, const char *name, int block,
                                    ria_side side, const ria_range *nodes, ria_patch_kind kind);

/** Settings for finding joints. All zero: the defaults. */
typedef struct {
  double tolerance; /**< largest distance between matching nodes, in smallest edges; 0: 0.01 */
  int offsets;      /**< further offsets by which faces may repeat */
  const double (*offset)[RIA_AXES]; /**< [offsets], in the grid's system; both signs are tried */
} ria_block_match;

/** Find joints among the faces, and parts of faces, that have no joint and no patch yet, and append
 * them. Faces match if their nodes coincide, in any orientation: first without a shift, then
 * shifted by the pitch of each blade row's passages, then by the offsets of `match` (NULL: none).
 * Blocks of different rows are not joined: rows may move, so planes between them are patches. The
 * order of the joints does not depend on the search. Cost: whole faces are compared by a hash of
 * their centres, then node by node; only the remaining faces are searched for parts. Errors: as
 * ria_block_grid_nodes(); RIA_ERROR_CASE (three faces coincide). */
ria_status ria_block_grid_match(ria_block_grid *grid, const ria_block_match *match);

/** Append a patch for each part of a face without joint or patch, named after the block's side. */
ria_status ria_block_grid_fill_patches(ria_block_grid *grid);

/** The node of block[1 - from] that corresponds to node `at` of block[from]. `at` need not lie on
 * the joint: the numbering continues beyond it. */
void ria_node_joint_cross(const ria_node_joint *joint, int from, const ria_global at[RIA_AXES],
                          ria_global to[RIA_AXES]);

/* ---- files ---- */

/** Open a CGNS or PLOT3D file (its first bytes tell the format) and read its blocks; from CGNS also
 * joints, patches, rows and speeds. Coordinates are read later, by range, so the file must stay in
 * place as long as the grid lives. The grid is in x, y, z unless the file has cylindrical
 * coordinates, a rotating zone or joints with a turn; ria_block_grid_make_cylindrical() converts
 * it. `grid` must be empty. Blocking. Errors: RIA_ERROR_IO (cannot be read), RIA_ERROR_FORMAT
 * (neither format, or unsupported contents: unstructured zones, unknown kinds of boundaries),
 * RIA_ERROR_CORRUPT (truncated), RIA_ERROR_MEMORY. */
ria_status ria_block_grid_read(const char *path, ria_block_grid *grid);
/** As ria_block_grid_read(), for a file of one of the two formats. */
ria_status ria_block_grid_read_cgns(const char *path, ria_block_grid *grid);
ria_status ria_block_grid_read_plot3d(const char *path, ria_block_grid *grid);
/** Convert a grid from x, y, z to x, r, theta, with the angles of a block within half a turn of its
 * middle; a cylindrical grid stays unchanged. Joints keep their offsets along x and get the whole
 * turns between their blocks added. Errors: RIA_ERROR_CASE (a joint shifts across the axis), those
 * of ria_block_grid_nodes(). */
ria_status ria_block_grid_make_cylindrical(ria_block_grid *grid);
/** Write a grid as CGNS: one zone for each block, in x, y, z, with joints, patches and row speeds.
 * Nodes are written layer by layer along k. An existing file is replaced. Errors: RIA_ERROR_IO,
 * those of ria_block_grid_nodes(). */
ria_status ria_block_grid_write_cgns(const ria_block_grid *grid, const char *path);

/** Fields on the nodes of a grid. Borrowed for the call. */
typedef struct {
  int fields;
  const char *const *name; /**< at most 32 letters each: "Density" */
  bool single;             /**< the values have single precision */
  /** The layer k of a field of a block: values [j][i]. */
  ria_status (*read)(const void *context, int block, int field, ria_global k, double *values);
  const void *context;
} ria_block_solution;

/** Whether `path` is a CGNS file. Do not call it while a grid read from that file lives. */
bool ria_block_grid_is_cgns(const char *path);
/** Add a FlowSolution of fields on nodes to a file that ria_block_grid_write_cgns() wrote from the
 * same grid. Errors: RIA_ERROR_IO, RIA_ERROR_ARGUMENT (a name that CGNS does not accept),
 * RIA_ERROR_MEMORY, and those of `read`. */
ria_status ria_block_grid_add_cgns_solution(const ria_block_grid *grid, const char *path,
                                            const ria_block_solution *solution);

/* ---- neighbours beyond a block's sides ---- */

typedef enum {
  RIA_PLACE_FOUND,
  RIA_PLACE_OUTSIDE, /**< beyond the end of the grid */
  RIA_PLACE_SINGULAR /**< not unique: 3 or 5 cells meet at the edge, so different walks end in
                          different cells */
} ria_place_kind;

/** A cell or node of a block, seen from another block. */
typedef struct {
  int block;
  ria_global at[RIA_AXES];
  int map[RIA_AXES];       /**< axis a of the other block runs along axis |map[a]| - 1 here */
  double offset[RIA_AXES]; /**< add it to coordinates here to get those in the other block's system
                            */
} ria_node_place;

/** An index of the joints by face, for walks. It holds no coordinates. The grid must outlive it,
 * and the grid's joints must not change. */
typedef struct ria_block_walk ria_block_walk;
ria_status ria_block_walk_create(const ria_block_grid *grid, ria_block_walk **walk);
void ria_block_walk_destroy(ria_block_walk *walk);

/** Find the cell `at` of a block, which may lie any number of cells outside the block along several
 * axes. The walk follows joints, cell by cell through narrow blocks. Beyond an edge it compares the
 * walks along the axes in every order: SINGULAR if two of them end in different cells. Walks that
 * leave the grid (at the end of a wall) are ignored if others exist. */
ria_place_kind ria_block_walk_cell(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place);
/** The same for a node. */
ria_place_kind ria_block_walk_node(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place);

/** Find all copies of a node, including itself, ordered by block, i, j, k: the nodes of any block
 * that joints identify with it. The first copy is the owner. Returns their number; at most `most`
 * are written. */
int ria_block_walk_copies(const ria_block_walk *walk, int block, const ria_global node[RIA_AXES],
                          int most, ria_node_place *copy);

/** A node on a singular edge, its copies, and all cells that touch it. An edge is singular if the
 * number of cells around it is not four (at the end of the grid: more than three in a row). Copies
 * and cells are ordered by block, i, j, k. A cell that touches the node with two corners is listed
 * twice. */
typedef struct {
  int copies, cells;
  int64_t first_copy, first_cell; /**< in ria_block_stars.copy and .cell */
} ria_block_star;
/** A line of nodes of a block along `axis` that is a singular edge. */
typedef struct {
  int block, axis;
  ria_range nodes;
  int cells; /**< around each of its segments */
  bool open; /**< the grid ends at the edge */
} ria_singular_edge;
typedef struct {
  int edges;
  ria_singular_edge *edge; /**< ordered by block, i, j, k; an edge is named in its first block */
  int64_t stars;
  ria_block_star *star;
  ria_node_place *copy, *cell;
} ria_block_stars;

/** Find the singular edges and their nodes. Errors: RIA_ERROR_MEMORY. */
ria_status ria_block_walk_stars(const ria_block_walk *walk, ria_block_stars *stars);
void ria_block_stars_destroy(ria_block_stars *stars);

/* ---- checks: each error names block, face and index, and gives a remedy ---- */

/** Check joints and patches without reading coordinates: sizes, maps, faces claimed twice, gaps.
 * Errors: RIA_ERROR_CASE. */
ria_status ria_block_grid_check_faces(const ria_block_grid *grid);
/** Check that the nodes of the joints [from, to) coincide within `tolerance` smallest edges (0:
 * 0.01). Errors: RIA_ERROR_CASE, and those of ria_block_grid_nodes(). */
ria_status ria_block_grid_check_joints(const ria_block_grid *grid, int from, int to,
                                       double tolerance);
/** Check that the cells in `range` have finite coordinates and positive volumes. Errors:
 * RIA_ERROR_CASE, which names the first bad node or cell, or reports a left-handed block and the
 * axis to reverse. */
ria_status ria_block_grid_check_cells(const ria_block_grid *grid, int block, ria_range range);
/** Check that each block has at least `ghost` cells along each axis with a joint. Errors:
 * RIA_ERROR_ARGUMENT. */
ria_status ria_block_grid_check_halo(const ria_block_grid *grid, const int ghost[RIA_AXES]);
/** Run all these checks on all blocks. For large grids, check the cells on the ranks that own them
 * instead. */
ria_status ria_block_grid_check(const ria_block_grid *grid);

#ifdef __cplusplus
}
#endif
#endif
