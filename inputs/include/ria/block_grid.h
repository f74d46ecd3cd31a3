/** \file
 * A grid of structured blocks of nodes in three dimensions, for solvers that store their fields on
 * nodes.
 *
 * A block has `cells` cells along its axes i, j, k, and cells + 1 nodes along each. Cell (i, j, k)
 * lies between nodes (i, j, k) and (i + 1, j + 1, k + 1). Joints say which block faces, or parts of
 * faces, are one; the nodes on a joint belong to both blocks. Patches name the faces that no joint
 * covers. Coordinates are not kept: they come from a formula or from a file, for the nodes that
 * the caller asks for, so a rank needs memory only for the nodes that it owns.
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
  int passages; /**< that the grid holds, at least 1 */
  double speed; /**< rad/s, positive towards growing theta; NAN: the grid does not say */
} ria_node_row;

/** Two faces, or rectangular parts of faces, that are one. */
typedef struct {
  int block[2];
  ria_side side[2];
  /** The nodes of the joint in either block, borders included; along the axis of the face that is
   * the one node 0 or cells[axis]. */
  ria_range nodes[2];
  /** Axis a of block[0] runs along axis |map[a]| - 1 of block[1], backwards if negative. For the
   * axis across the face that is the way a walk goes on that leaves block[0] through the joint. */
  int map[RIA_AXES];
  /** Coordinates on block[0] less those of the same node on block[1], in the grid's system: 0, a
   * translation (m), or a turn about the x axis (offset[2], rad). Components of vectors along x, r,
   * theta and along x, y, z are the same on both sides. */
  double offset[RIA_AXES];
} ria_node_joint;

/** The kind of a patch, where a file says it. */
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
  ria_range nodes; /**< as those of a joint */
  ria_patch_kind kind;
  char *other; /**< mixing plane: the block or patch on the far side, if a file says so; owned */
} ria_node_patch;

/** A grid. All zero is an empty one. The arrays are the grid's own; read them freely. */
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
 * faces are bilinear in x, y, z, or in x, r^2/2, theta, so volumes add up to that of the domain if
 * its boundary is. Errors: as ria_block_grid_nodes(). */
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
/** Read a face: a block's name, a dot, i, j or k, and - or +. Errors: RIA_ERROR_CASE, which says
 * what is expected. */
ria_status ria_block_grid_read_face(const ria_block_grid *grid, const char *text, int *block,
                                    ria_side *side);

/** Whether `text` names a patch: "blade", "stator.blade" (item or row), "stator.main.blade"
 * (block), or the face "stator.main.j-". */
bool ria_block_grid_is_patch(const ria_block_grid *grid, int patch, const char *text);

/* ---- shapes ---- */

/** A block, or several, by formula. ria_block_shapes says which shape uses which parameter; the
 * others are ignored. u, v, w are where a node lies along i, j, k, from 0 to 1: equally spaced, or
 * with cells that grow geometrically by `stretch`; x(u) is the value at u between x[0] and x[1].
 * - box: x(u), y(v), z(w). `wavy`: each coordinate is moved by wavy cells times the product of
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
 *   cells: along a side of the blade, across the passage, along the span, which is k. The section
 *   lies at the mean radius and has the same x and theta at all radii. stretch[1]: across the ring,
 *   0: 3. */
typedef struct {
  char kind[24];
  const char *name; /**< the item's name; borrowed */
  const char *row;  /**< name of the blade row; NULL: `name` if the shape has blades, else none */
  ria_global cells[RIA_AXES];
  int cut[RIA_AXES];             /**< blocks that each block is cut into along i, j, k; 0: 1 */
  double x[2], y[2], z[2], r[2]; /**< m: low and high end */
  double theta[2];               /**< degrees */
  double stretch[RIA_AXES];      /**< last over first cell along each axis; 0: 1 */
  double wavy;                   /**< box: displacement of nodes, in cells */
  double height, bump;           /**< m */
  int blades;                    /**< of the whole circumference */
  int copies;                    /**< passages side by side; 0: 1 */
  int straight;                  /**< blade-passage: straight layers beside inlet and exit */
  double chord;                  /**< m */
  double stagger, camber;        /**< degrees */
  double thickness;              /**< of the blade's section, in chords */
} ria_block_shape;

/** What there is to know of a shape. */
typedef struct {
  const char *name, *what;
  ria_node_system system;
  const char *parameters; /**< "x y z stretch wavy" */
} ria_block_shape_info;

/** All shapes; name NULL at the end. */
extern const ria_block_shape_info ria_block_shapes[];

/** The shape's info, or NULL. */
const ria_block_shape_info *ria_block_shape_find(const char *kind);

/** Append the blocks of a shape to the grid, without joints and patches, and its row if it has one.
 * One block has the item's name; several are called "NAME.PART", with a number where a part is cut
 * or copied. All shapes of a grid have the same system.
 * Errors: RIA_ERROR_CASE (a parameter that makes no grid, a name that is taken, another system),
 * RIA_ERROR_MEMORY. */
ria_status ria_block_grid_add(ria_block_grid *grid, const ria_block_shape *shape);

/** Append a block whose coordinates the caller computes. `nodes` fills a, b, c ([k][j][i], none is
 * NULL) for a range; several threads may call it. `destroy` (may be NULL) frees `context` with the
 * grid, also after an error here. */
typedef ria_status ria_block_nodes(void *context, const ria_range *range, double *a, double *b,
                                   double *c);
ria_status ria_block_grid_add_block(ria_block_grid *grid, const char *name, const char *item,
                                    int row, const ria_global cells[RIA_AXES],
                                    ria_block_nodes *nodes, void (*destroy)(void *context),
                                    void *context);
/** Append a row, or find the one of that name. *row: its index. */
ria_status ria_block_grid_add_row(ria_block_grid *grid, const char *name, int blades, int passages,
                                  int *row);

/* ---- joints and patches ---- */

/** Append a joint of two whole sides, with `map` (NULL: found by comparing nodes) and the offset
 * that `offset` gives (NULL: taken from the first node). Errors: RIA_ERROR_CASE. */
ria_status ria_block_grid_join(ria_block_grid *grid, const int block[2], const ria_side side[2],
                               const int *map, const double *offset);
/** Append a joint; it is checked as by ria_block_grid_check_joints(). */
ria_status ria_block_grid_add_joint(ria_block_grid *grid, const ria_node_joint *joint);
/** Append a patch. `name` is copied. */
ria_status ria_block_grid_add_patch(ria_block_grid *grid, const char *name, int block,
                                    ria_side side, const ria_range *nodes, ria_patch_kind kind);

/** How joints are found. All zero: the defaults. */
typedef struct {
  double tolerance; /**< largest distance of nodes that are one, in smallest edges; 0: 0.01 */
  int offsets;      /**< further offsets by which faces may repeat */
  const double (*offset)[RIA_AXES]; /**< [offsets], in the grid's system; both signs are tried */
} ria_block_match;

/** Find joints among the faces, and parts of faces, that have no joint and no patch yet, and append
 * them: faces whose nodes coincide, in any orientation, first as they lie, then those of each row
 * with blades by the pitch of its passages, then by the offsets of `match` (NULL: none). Blocks of
 * two rows are not joined: rows may move, so planes between them are patches. The order of the
 * joints does not depend on how they are found. Cost: whole faces are compared by a hash of their
 * centres, then node by node; only faces that are left over are searched for parts.
 * Errors: as ria_block_grid_nodes(); RIA_ERROR_CASE (three faces coincide). */
ria_status ria_block_grid_match(ria_block_grid *grid, const ria_block_match *match);

/** Append a patch for each part of a face that has neither a joint nor a patch; its name is that of
 * the block's side. */
ria_status ria_block_grid_fill_patches(ria_block_grid *grid);

/** The node of block[1 - from] that is node `at` of block[from], where `at` lies on the joint or
 * not: the joint's numbering goes on beyond it. */
void ria_node_joint_cross(const ria_node_joint *joint, int from, const ria_global at[RIA_AXES],
                          ria_global to[RIA_AXES]);

/* ---- files ---- */

/** Open a CGNS or PLOT3D file, which its first bytes tell apart, and take over its blocks; from
 * CGNS also joints, patches, rows and speeds. The file is read by range, so it must stay where it
 * is as long as the grid lives. The grid is in x, y, z unless the file has cylindrical coordinates,
 * a rotating zone or joints that turn; ria_block_grid_make_cylindrical() turns it. `grid` must be
 * empty. Blocking. Errors: RIA_ERROR_IO (cannot be read), RIA_ERROR_FORMAT (is neither, or holds
 * what is not supported: unstructured zones, unknown kinds of boundaries), RIA_ERROR_CORRUPT
 * (truncated), RIA_ERROR_MEMORY. */
ria_status ria_block_grid_read(const char *path, ria_block_grid *grid);
/** The same for either kind. */
ria_status ria_block_grid_read_cgns(const char *path, ria_block_grid *grid);
ria_status ria_block_grid_read_plot3d(const char *path, ria_block_grid *grid);
/** Turn a grid in x, y, z into one in x, r, theta, with the angles of a block within half a turn of
 * its middle; nothing happens if it is one. Joints keep their offsets along x; whole turns between
 * blocks are added to them. Errors: RIA_ERROR_CASE (a joint shifts across the axis), those of
 * ria_block_grid_nodes(). */
ria_status ria_block_grid_make_cylindrical(ria_block_grid *grid);
/** Write a grid as CGNS: a zone a block, in x, y, z, with its joints, patches and row speeds.
 * Nodes are written layer by layer along k. An existing file is replaced. Errors: RIA_ERROR_IO,
 * those of ria_block_grid_nodes(). */
ria_status ria_block_grid_write_cgns(const ria_block_grid *grid, const char *path);

/** Fields on the nodes of a grid. Borrowed for the call. */
typedef struct {
  int fields;
  const char *const *name; /**< at most 32 letters each: "Density" */
  bool single;             /**< they have single precision */
  /** The layer k of a field of a block: values [j][i]. */
  ria_status (*read)(const void *context, int block, int field, ria_global k, double *values);
  const void *context;
} ria_block_solution;

/** Whether there is a CGNS file. Not while a grid that comes from that file lives. */
bool ria_block_grid_is_cgns(const char *path);
/** Add a FlowSolution of fields on nodes to a file that ria_block_grid_write_cgns() wrote of the
 * same grid. Errors: RIA_ERROR_IO, RIA_ERROR_ARGUMENT (a name that CGNS does not take),
 * RIA_ERROR_MEMORY, and those of `read`. */
ria_status ria_block_grid_add_cgns_solution(const ria_block_grid *grid, const char *path,
                                            const ria_block_solution *solution);

/* ---- what lies beyond a block ---- */

typedef enum {
  RIA_PLACE_FOUND,
  RIA_PLACE_OUTSIDE, /**< the grid ends before */
  RIA_PLACE_SINGULAR /**< ways there lead to different cells: 3 or 5 of them meet at the edge */
} ria_place_kind;

/** A cell or node of a block, seen from another block. */
typedef struct {
  int block;
  ria_global at[RIA_AXES];
  int map[RIA_AXES];       /**< axis a of the other block runs along axis |map[a]| - 1 here */
  double offset[RIA_AXES]; /**< added to coordinates here, it gives those as seen from there */
} ria_node_place;

/** Joints by face, so that walks need not search. Holds no reference to coordinates; the grid must
 * outlive it, and its joints must not change. */
typedef struct ria_block_walk ria_block_walk;
ria_status ria_block_walk_create(const ria_block_grid *grid, ria_block_walk **walk);
void ria_block_walk_destroy(ria_block_walk *walk);

/** The cell `at` of a block, which may lie any number of cells outside of it, along several axes:
 * follows joints, cell by cell where blocks are narrow. Beyond an edge, ways along the axes in each
 * order are compared: SINGULAR if two of them lead to different cells. Where only some of the ways
 * exist (at the end of a wall), they count. */
ria_place_kind ria_block_walk_cell(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place);
/** The same for a node. */
ria_place_kind ria_block_walk_node(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place);

/** All the copies of a node of a block, itself among them, ordered by block, i, j, k: nodes of
 * other blocks, or of the same, that joints make one with it. The first is the owner. Returns their
 * number, of which at most `most` are written. */
int ria_block_walk_copies(const ria_block_walk *walk, int block, const ria_global node[RIA_AXES],
                          int most, ria_node_place *copy);

/** A node on an edge around which other than four cells lie (or, where the grid ends at the edge,
 * more than three in a row), its copies, and all the cells that touch it. Both are ordered by
 * block, i, j, k. A cell that touches the node with two of its corners is listed twice. */
typedef struct {
  int copies, cells;
  int64_t first_copy, first_cell; /**< in ria_block_stars.copy and .cell */
} ria_block_star;
/** A line of nodes of a block, along `axis`, that is such an edge. */
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

/* ---- checks: each error names block, face and index, and says what would work ---- */

/** Joints and patches without coordinates: sizes, maps, faces claimed twice, gaps. Errors:
 * RIA_ERROR_CASE. */
ria_status ria_block_grid_check_faces(const ria_block_grid *grid);
/** The nodes of the joints [from, to) coincide within `tolerance` smallest edges (0: 0.01).
 * Errors: RIA_ERROR_CASE, and those of ria_block_grid_nodes(). */
ria_status ria_block_grid_check_joints(const ria_block_grid *grid, int from, int to,
                                       double tolerance);
/** The cells in `range` have finite coordinates and positive volumes. Errors: RIA_ERROR_CASE, which
 * names the first bad node or cell; or says that the block is left-handed, and what to reverse. */
ria_status ria_block_grid_check_cells(const ria_block_grid *grid, int block, ria_range range);
/** No block has fewer cells along an axis with a joint than `ghost`. Errors: RIA_ERROR_ARGUMENT. */
ria_status ria_block_grid_check_halo(const ria_block_grid *grid, const int ghost[RIA_AXES]);
/** All of these, of all blocks; large grids check the cells on the ranks that own them instead. */
ria_status ria_block_grid_check(const ria_block_grid *grid);

#ifdef __cplusplus
}
#endif
#endif
