/** \file
 * Private: shared by the writer and the readers of a history.
 */
#ifndef HISTORY_POSTPROC_HISTORY_H
#define HISTORY_POSTPROC_HISTORY_H

#include <hdf5.h>
#include "ria/history.h"

enum { HISTORY_VERSION = 1, HISTORY_MAX_VARIABLES = RIA_SHOWN_VARIABLES };

/** Number of blocks of the history (1 or more), and number of its axes (2 or 3). */
int history_blocks(const ria_history_description *of);
int history_axes(const ria_history_description *of);
/** Cells of a block along each axis; 1 along an axis that the block lacks. */
ria_range history_cells(const ria_history_description *of, int block);
/** Number of rows of a block, over all planes. */
ria_global history_rows(const ria_history_description *of, int block);
/** Sizes of a block's fields, outermost first: [records][z][y][x]. Returns the rank. */
int history_sizes(const ria_history_description *of, int block, hsize_t records,
                  hsize_t size[1 + RIA_AXES]);
/** Whether each block has a group of its name. */
bool history_has_groups(const ria_history_description *of);
/** Whether the axes of a block are parallel to the axes of space. */
bool history_is_straight(const ria_history_description *of, int block);
/** Number of fields without a time axis: the statics, or the node coordinates of each block. Their
 * chunks have checksums. */
int history_statics(const ria_history_description *of);
/** Name in the file of a field without a time axis. *block: the block it belongs to. */
const char *history_static(const ria_history_description *of, int number, int *block, char *name);
/** Chunk size along an axis with `cells` cells. */
hsize_t history_chunk_edge(hsize_t cells, int axes);
/** Create and write the coordinates x, y, z of a block's nodes in its group, and attach the
 * dimension scales. Errors: those of `nodes`, RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status history_put_nodes(const ria_history_description *of, int block, hid_t group,
                             const hid_t scale[RIA_AXES]);

/** Name of a block's variable in the file: "T", or "a/T". */
enum { HISTORY_NAME = 512 };
const char *history_name(const ria_history_description *of, int block, const char *variable,
                         char name[HISTORY_NAME]);

/** Write the variables of a history to `list`: [time][y][x], or [time][z][y][x] of a box. Returns
 * their number. */
int history_variables(const ria_history_description *of,
                      const ria_variable *list[HISTORY_MAX_VARIABLES]);

/** Whether a variable is a state field; state fields have a value in every cell. */
static inline bool history_is_plain(const ria_shown *shown, const ria_variable *variable) {
  return !variable->value && variable->field < shown->fields;
}

static inline hid_t history_real(ria_precision precision) {
  return precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

/** Values of the attribute picture_scale, indexed by ria_scale. */
extern const char *const history_scales[];
enum { HISTORY_SCALES = RIA_SCALE_DEPTH + 1 };

/** Read from the open file the view's drawn fields, ground and arrivals. */
ria_status history_read_drawn(ria_history_view *view);
/** Read the blocks of the open file, a grid of nodes. */
ria_status history_read_blocks(ria_history_view *view);
/** ria_history_view_read() for the surface of a grid of nodes. */
ria_status history_read_surface(const ria_history_view *view, const char *variable, int64_t record,
                                float *values);
/** Read the grid of the open file, a box, and choose its middle planes. */
ria_status history_read_box(ria_history_view *view);
/** ria_history_view_choose() and ria_history_view_read() for a box. */
ria_status history_choose_planes(ria_history_view *view, const ria_surface_choice *choice);
ria_status history_read_planes(const ria_history_view *view, const char *variable, int64_t record,
                               float *values);
/** Read a dataset of `rank` 1 or 2; NULL if it cannot be read. Its size is set in any case. */
double *history_read_doubles(hid_t file, const char *name, int rank, hsize_t size[2]);
ria_status history_unreadable(const char *path, const char *what);

/** Write a file without records to `path`, complete and sealed. Not collective. */
ria_status history_write_layout(const ria_history_description *description, const char *path);

/** Check that the open file is a history of the described case, grid and precision, and that no
 * dataset or attribute is missing. Not collective. Errors: RIA_ERROR_MISMATCH, RIA_ERROR_CORRUPT.
 */
ria_status history_check(hid_t file, const ria_history_description *description);

/** Write history.xdmf atomically into the folder of the history. */
ria_status history_xdmf_write(const ria_history_description *description, int64_t records,
                              const double *time);

/** "DIR/history.h5" with its extension replaced; owned. */
char *history_path_beside(const char *path, const char *extension);

#endif
