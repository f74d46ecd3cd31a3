/** \file
 * The history: the state of a simulation at every output time, in one file that the usual tools
 * open.
 *
 * `history.h5` is a netCDF-4 file written through HDF5 (dimension scales, format 1), following
 * CF-1.10: dimensions time (unlimited), y, x, in a box also z before them; the variables
 * [time][y][x] that the solver shows (ria/shown.h), NaN (the _FillValue) in cells without a value;
 * the statics [y][x] (the attribute `ground` names the static that is the ground); coordinates of
 * cell centres; `crs`; the places of gauges. The attribute `fields` lists the variables that the
 * user chose, if any were left out. With several blocks, each block has a group of its name, with
 * axes and variables. A grid of nodes has variables [time][k][j][i] on its nodes, and x, y, z
 * [k][j][i] of the nodes in space; the attribute `nodes` is "cartesian" or "cylindrical". A drawn
 * variable has the attributes `picture` (a title), `picture_label` and `picture_scale`
 * (ria_picture); the magnitude of a vector is a variable without values, and `component_x`,
 * `component_y`, `divisor` and `divisor_above` say how to compute it. The attribute `columns` of
 * `gauge` lists the variables of each place in gauges.csv. Fields have the simulation's precision
 * and one or a few chunks per record, shuffled, deflated and with a Fletcher-32 checksum.
 *
 * Safety. Between two appends the file is closed, so it can be read while a simulation runs. HDF5
 * writes an append to memory (ria/overlay.h). The bytes that will change are saved to
 * `history.h5.journal`; rank 0 writes the new bytes and flushes them to the disk; then the journal
 * is removed. If the append fails (full disk), the file is restored. If the process is killed, the
 * next ria_history_recover() restores it; resuming, plotting and `ria info` call that. A completed
 * append is never lost. A seal at the end of the file (ria/seal.h) covers everything except the
 * chunks of fields, which have Fletcher-32 checksums.
 *
 * HDF5 is not thread-safe: the caller must not let two threads of a process use it at once.
 */
#ifndef RIA_HISTORY_H
#define RIA_HISTORY_H

#include <mpi.h>
#include <stdbool.h>
#include "ria/attribute.h"
#include "ria/shown.h"
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A named place with a time series in gauges.csv; maps mark it. */
typedef struct {
  const char *name; /**< UTF-8 */
  double x, y;      /**< m, in the grid's coordinates */
  double z;         /**< z in a box, m */
} ria_place;

/** The nodes of a grid that stores its fields on nodes. */
typedef struct {
  bool cylindrical; /**< coordinates are x, r, theta, where y = r cos theta, z = r sin theta; else
                       x, y, z */
  /** The coordinates of the nodes in `range` of a block: a, b, c [k][j][i] over the range. Not
   * collective. */
  ria_status (*read)(const void *context, int block, ria_range range, double *a, double *b,
                     double *c);
  const void *context;
} ria_history_nodes;

/** Describes a history; equal on all ranks. Borrowed for the call, but `shown` and the values of
 * its statics are borrowed for the writer's life. */
typedef struct {
  const char *path; /**< RUN_DIR/history.h5 */
  MPI_Comm comm;    /**< used by collective calls only; not duplicated */
  ria_grid grid;    /**< its tiling is not used; ignored if `mesh` is set */
  /** A box or blocks, for a solver without statics; NULL: the plane of `grid`. Its tiling is not
   * used; borrowed for the writer's life. */
  const ria_mesh *mesh;
  /** Set if the cells of `mesh` are nodes (its blocks then have names); NULL: they are cells.
   * Borrowed for the writer's life. */
  const ria_history_nodes *nodes;
  ria_precision precision;
  const ria_shown *shown; /**< what the file holds */
  const char *fields; /**< the user's choice of variables, with blanks between them; NULL: all */
  const char *title;
  const char *solver, *case_hash; /**< may be NULL */
  const char *command; /**< the command line, for the CF attribute `history`; may be NULL */
  bool has_start;
  double start; /**< seconds since 1970-01-01T00:00:00Z */
  /** Attributes of the variable `crs`, which describes the coordinate reference system by the CF
   * conventions: `crs` its name, `crs_wkt`, ... Without attributes x and y are local coordinates.
   */
  int crs_attributes;
  const ria_attribute *crs_attribute;
  int places;
  const ria_place *place;
} ria_history_description;

typedef struct ria_history ria_history;

/** Create the file without records; an older file is replaced only when the new one is complete.
 * Collective. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_IO, RIA_ERROR_MEMORY; the same on every rank.
 */
ria_status ria_history_create(const ria_history_description *description, ria_history **history);

/** Open the file to continue after `time`. Records later than `time` are removed, and every
 * checksum is verified. A missing file is created. A damaged file is kept as history-damaged-N.h5,
 * and a new file gets its intact records, or no records if the HDF5 structures are damaged; a
 * damaged journal is kept as history.h5.journal.damaged-N. `expected`: the number of records that
 * there must be, -1: unknown. ria_history_warning() describes the loss. Collective. Errors:
 * RIA_ERROR_MISMATCH (another case, grid, precision or choice of variables), RIA_ERROR_IO. */
ria_status ria_history_resume(const ria_history_description *description, double time,
                              int64_t expected, ria_history **history);

/** Append the state at `time` (s since the start); this rank holds `count` tiles (may be 0). A time
 * at or before the last record is ignored, because a resumed run may repeat its first output. Also
 * rewrites history.xdmf. Collective, blocking. On an error (RIA_ERROR_IO, such as a full disk) the
 * file stays unchanged. */
ria_status ria_history_append(ria_history *history, double time, int count,
                              const ria_snapshot_tile *tiles);

/** Records in the file. */
int64_t ria_history_records(const ria_history *history);
/** Time of the last record, s since the start; 0 with none. */
double ria_history_last(const ria_history *history);
/** A note for the user about opening the file; "" if none. Borrowed. */
const char *ria_history_note(const ria_history *history);
/** Text that names damaged or missing records; "" if there are none. Borrowed. */
const char *ria_history_warning(const ria_history *history);
/** Whether another program, such as a notebook, kept the file locked when a record was written. The
 * writer waits one second for such a lock, once, and then writes anyway. Valid on rank 0. */
bool ria_history_is_held(const ria_history *history);
/** Free; NULL is allowed. */
void ria_history_destroy(ria_history *history);

/** Undo the append of a killed writer; without a journal do nothing. Waits up to five seconds for a
 * living writer. With a damaged journal the file stays unchanged. Not collective. Errors:
 * RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_history_recover(const char *path);

/* ---- reading, without MPI ---- */

/** Something to draw, as the solver declared it (ria_picture); owned. */
typedef struct {
  char *name, *unit, *what;
  char *title, *label; /**< label: with the unit of pictures */
  double
      drawn_unit; /**< the unit of pictures in `unit`: 3600 for hours if `unit` is s; 1: the same */
  char *cgns_name; /**< NULL: none */
  ria_scale scale;
  char *component[2], *divisor; /**< variables; NULL: a scalar, the variable `name` */
  double least;
  bool arrives; /**< pictures show its time of arrival in each cell (ria_shown.arrival) */
  char *peak,
      *arrived;  /**< variables updated in each step (ria_shown); NULL: computed from the records */
  bool once;     /**< drawn for the last record only (ria_picture) */
  int column;    /**< its column among those of a place in gauges.csv; -1: none */
  int64_t order; /**< position in the file */
} ria_history_field;

/** Kind of a surface in a grid of nodes: one or several layers of nodes in each block. */
typedef enum {
  RIA_SURFACE_LAYER,     /**< a layer across the same axis of all blocks */
  RIA_SURFACE_BLADES,    /**< blade to blade: the layer at the middle of each block's span */
  RIA_SURFACE_MERIDIONAL /**< hub to casing, inlet to exit: several layers of each block between the
                            blades */
} ria_surface_kind;

typedef struct {
  ria_surface_kind kind;
  int axis;         /**< RIA_SURFACE_LAYER: axis across the layer, 0 to 2 */
  ria_global layer; /**< RIA_SURFACE_LAYER: number of the layer; -1: the middle of each block */
} ria_surface_choice;

/** A block of nodes, and its part of the surface. */
typedef struct {
  char *name;
  ria_global nodes[RIA_AXES]; /**< along i, j, k */
  int across;                 /**< the axis across the surface */
  ria_global size[2];         /**< nodes along the other two axes, the lower axis number first */
  ria_global layer;           /**< first layer of the surface */
  int layers; /**< number of layers, evenly spaced from `layer` to the block's last; 0: the block
                 has no such layer */
  ria_global first; /**< offset of its values [layers][size[1]][size[0]] in those of the surface */
} ria_history_block;

/** A plane through a box: one layer of cells. */
typedef struct {
  int across;         /**< the axis across the plane */
  ria_global size[2]; /**< cells along the other two axes, the lower axis number first */
  ria_global layer;   /**< number of the layer along the axis `across` */
  ria_global first;   /**< offset of its values [size[1]][size[0]] in those of all planes */
} ria_history_plane;

typedef struct {
  ria_global cells[RIA_AXES];
  double origin[RIA_AXES], spacing[RIA_AXES]; /**< m */
  int planes;                                 /**< 0: the history is not a box */
  ria_history_plane plane[RIA_AXES];
} ria_history_box;

/** A history opened for reading; owns its strings and arrays. */
typedef struct {
  char *path;
  int64_t id; /**< HDF5 identifier */
  int64_t records;
  double *time;      /**< [records], s since the start */
  ria_global nx, ny; /**< a plane: its cells. A grid of nodes: the nodes of the surface, and 1. A
                        box: the cells of its planes, and 1 */
  double x0, y0, dx, dy;
  int axis; /**< a line in space: the axis of nx, x0 and dx; else 0 */
  ria_history_box box;
  int blocks; /**< blocks of nodes; 0: a plane of cells */
  ria_history_block *block;
  bool cylindrical;     /**< the nodes have coordinates around the x axis */
  double *at[RIA_AXES]; /**< [nx]: x, y, z of the surface's nodes, m; NULL before
                           ria_history_view_choose() */
  double *ground;       /**< [ny][nx] positive down, negative on land; NULL: none */
  int fields;
  ria_history_field *field;
  int columns;      /**< columns of each place in gauges.csv */
  double threshold; /**< value from which the field with `arrives` counts as arrived; 0: unknown */
  bool steps;       /**< times are numbers of steps */
  bool has_start;
  double start;
  char *title, *crs;
  int places;
  ria_place *place;
} ria_history_view;

/** Open for reading, after ria_history_recover(). Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT,
 * RIA_ERROR_FORMAT (not a history of ria), RIA_ERROR_UNSUPPORTED (blocks of cells). */
ria_status ria_history_view_open(const char *path, ria_history_view *view);
/** Read one variable of one record: values [ny][nx]. For a box: the middle planes across z, y and
 * x, or the plane chosen by ria_history_view_choose(). A box with one cell along an axis has only
 * the plane across that axis. Errors: RIA_ERROR_ARGUMENT (no such record or variable),
 * RIA_ERROR_CORRUPT (a checksum is wrong).
 */
ria_status ria_history_view_read(const ria_history_view *view, const char *variable, int64_t record,
                                 float *values);
/** Choose the surface of a grid of nodes, or the plane of a box, that ria_history_view_read() reads
 * from then on. For nodes, also read their coordinates. Errors: RIA_ERROR_ARGUMENT (no block has
 * such a layer), RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_history_view_choose(ria_history_view *view, const ria_surface_choice *choice);
/** Read the layers [k0, k1) of a variable of a block of nodes: values [k1 - k0][j][i]. Errors: as
 * ria_history_view_read(). */
ria_status ria_history_view_layers(const ria_history_view *view, int block, const char *variable,
                                   int64_t record, ria_global k0, ria_global k1, double *values);
/** Close and free; accepts a zeroed view. */
void ria_history_view_close(ria_history_view *view);

#ifdef __cplusplus
}
#endif
#endif
