/* The file that a case starts from. */
#ifndef TERRAIN_START_FILE_H
#define TERRAIN_START_FILE_H

#include "raster/hdf5_read.h"

/* Open it for reading. Its seal is verified once, however often it is opened. Not thread-safe.
 * Errors: as raster_hdf5_open(). */
ria_status terrain_start_file_open(const char *path, hid_t *file);

#endif
