/** \file
 * Private: shared by the writer and the readers of a history.
 */
#ifndef HISTORY_POSTPROC_HISTORY_H
#define HISTORY_POSTPROC_HISTORY_H

#include <hdf5.h>
#include "ria/history.h"

enum { HISTORY_VERSION = 1, HISTORY_MAX_VARIABLES = RIA_SHOWN_VARIABLES };

/** What a history holds fields of: 1, or several blocks; of 2 or 3 axes. */
int history_blocks(const ria_history_description *of);
int history_axes(const ria_history_description *of);
/** A block's cells along its axes; 1 along an axis that it lacks. */
ria_range history_cells(const ria_history_description *of, int block);
/** How many rows it has, plane by plane. */
ria_global history_rows(const ria_history_description *of, int block);
/** The sizes of its fields, outermost first: [time, with that many records][z][y][x]; returns their
 * rank. */
int history_sizes(const ria_history_description *of, int block, hsize_t records,
                  hsize_t size[1 + RIA_AXES]);
/** Whether each block has a group of its name. */
bool history_has_groups(const ria_history_description *of);
/** Whether a block's axes run along those of space. */
bool history_is_straight(const ria_history_description *of, int block);
/** What the history holds once, with chunks that have their own checksums: the statics, or the
 * coordinates of the nodes of each block. */
int history_statics(const ria_history_description *of);
/** The name in the file of one of these; *block: whose it is. */
const char *history_static(const ria_history_description *of, int number, int *block, char *name);
/** The size of chunks along an axis with that many cells. */
hsize_t history_chunk_edge(hsize_t cells, int axes);
/** Create and write x, y, z of a block's nodes in its group, and attach the scales of its axes.
 * Errors: those of `nodes`, RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status history_put_nodes(const ria_history_description *of, int block, hid_t group,
                             const hid_t scale[RIA_AXES]);

/** The name of a block's variable in the file: "T", or "a/T". */
enum { HISTORY_NAME = 512 };
const char *history_name(const ria_history_description *of, int block, const char *variable,
                         char name[HISTORY_NAME]);

/** Write the variables [time][y][x], of a box [time][z][y][x], of a history to `list`; returns how
 * many. */
int history_variables(const ria_history_description *of,
                      const ria_variable *list[HISTORY_MAX_VARIABLES]);

/** Whether a variable is a field of the state, which has a value in each cell. */
static inline bool history_is_plain(const ria_shown *shown, const ria_variable *variable) {
  return !variable->value && variable->field < shown->fields;
}

static inline hid_t history_real(ria_precision precision) {
  return precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

/** The attribute of a drawn variable that names its scale: by ria_scale. */
extern const char *const history_scales[];
enum { HISTORY_SCALES = RIA_SCALE_DEPTH + 1 };

/** Read what the open file says to draw: the view's fields, ground and arrivals. */
ria_status history_read_drawn(ria_history_view *view);
/** Read the blocks of the open file, which is of nodes. */
ria_status history_read_blocks(ria_history_view *view);
/** ria_history_view_read() of the surface of a grid of nodes. */
ria_status history_read_surface(const ria_history_view *view, const char *variable, int64_t record,
                                float *values);
/** Read the grid of the open file, which is of a box, and choose its middle planes. */
ria_status history_read_box(ria_history_view *view);
/** ria_history_view_choose() and ria_history_view_read() of a box. */
ria_status history_choose_planes(ria_history_view *view, const ria_surface_choice *choice);
ria_status history_read_planes(const ria_history_view *view, const char *variable, int64_t record,
                               float *values);
/** Read a dataset of `rank` 1 or 2; NULL if it cannot be read. Its size is set in any case. */
double *history_read_doubles(hid_t file, const char *name, int rank, hsize_t size[2]);
ria_status history_unreadable(const char *path, const char *what);

/** Write a file without records to `path`, complete and sealed. Not collective. */
ria_status history_write_layout(const ria_history_description *description, const char *path);

/** Check that the open file is a history of the described case, grid and precision, and complete by
 * its structure. Not collective. Errors: RIA_ERROR_MISMATCH, RIA_ERROR_CORRUPT. */
ria_status history_check(hid_t file, const ria_history_description *description);

/** Write history.xdmf beside the history, atomically. */
ria_status history_xdmf_write(const ria_history_description *description, int64_t records,
                              const double *time);

/** "DIR/history.h5" with its extension replaced; owned. */
char *history_path_beside(const char *path, const char *extension);

#endif
