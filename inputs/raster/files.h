/** \file
 * The files behind a raster.
 */
#ifndef RASTER_FILES_H
#define RASTER_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/** Whether `file` is one of the files from which GDAL reads the raster `source`: its own file, a
 * source of a VRT, or the file of `NETCDF:"bed.nc":depth`. */
bool raster_reads(const char *source, const struct stat *file);

#endif
