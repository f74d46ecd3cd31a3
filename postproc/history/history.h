/** \file
 * Private: shared by the writer and the readers of a history.
 */
#ifndef RIA_POSTPROC_HISTORY_H
#define RIA_POSTPROC_HISTORY_H

#include <hdf5.h>
#include "ria/history.h"

enum { RIA_HISTORY_VERSION = 1, RIA_HISTORY_MAX_VARIABLES = RIA_SHOWN_VARIABLES };

/** Write the variables [time][y][x] of a history to `list`; returns how many. */
int ria_history_variables(const ria_history_description *of,
                          const ria_variable *list[RIA_HISTORY_MAX_VARIABLES]);

static inline hid_t ria_history_real(ria_precision precision) {
  return precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

/** Write a file without records to `path`, complete and sealed. Not collective. */
ria_status ria_history_write_layout(const ria_history_description *description, const char *path);

/** Check that the open file is a history of the described case, grid and precision, and complete by
 * its structure. Not collective. Errors: RIA_ERROR_MISMATCH, RIA_ERROR_CORRUPT. */
ria_status ria_history_check(hid_t file, const ria_history_description *description);

/** Write history.xdmf beside the history, atomically. */
ria_status ria_xdmf_write(const ria_history_description *description, int64_t records,
                          const double *time);

/** "DIR/history.h5" with its extension replaced; owned. */
char *ria_path_beside(const char *path, const char *extension);

#endif
