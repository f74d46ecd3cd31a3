/* The file that a case starts from. */
#ifndef TERRAIN_START_FILE_H
#define TERRAIN_START_FILE_H

#include "raster/hdf5_read.h"

/* Open it for reading. Its seal is verified only at the first opening. Not thread-safe. Errors: as
 * raster_hdf5_open(). */
ria_status terrain_start_file_open(const char *path, hid_t *file);

/* Find the record of a history for the text of `initial.time` (NULL: the last record), and its time
 * in seconds since the start of that run. Errors: RIA_ERROR_CASE (no such record),
 * RIA_ERROR_FORMAT, RIA_ERROR_CORRUPT. */
ria_status terrain_start_file_record(hid_t file, const char *path, const char *time,
                                     hsize_t *record, double *seconds);

#endif
