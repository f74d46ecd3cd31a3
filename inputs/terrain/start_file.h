/* The state of an earlier run as a start. */
#ifndef RIA_START_FILE_H
#define RIA_START_FILE_H

#include "ria/grid.h"
#include "ria/status.h"

/* Read h, qx, qy and hc of the cells [x0,x1) x [y0,y1) from a checkpoint (group `fields`) or from
 * the last time of a history; a missing hc is 0. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT,
 * RIA_ERROR_FORMAT (no state), RIA_ERROR_MISMATCH (another number of cells). */
ria_status ria_start_file_read(const char *path, const ria_grid *grid, ria_global x0, ria_global x1,
                               ria_global y0, ria_global y1, double *const values[4]);

#endif
