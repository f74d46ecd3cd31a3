/** \file
 * The files behind a raster.
 */
#ifndef RASTER_FILES_H
#define RASTER_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/** Whether GDAL reads the raster `source` from `file`: the raster's own file or a part of it, such
 * as the sources of a VRT or the file of `NETCDF:"bed.nc":depth`. */
bool raster_reads(const char *source, const struct stat *file);

#endif
