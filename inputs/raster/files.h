/** \file
 * Which files a raster is read from. */
#ifndef RIA_RASTER_FILES_H
#define RIA_RASTER_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/** Whether the raster `source`, a name that GDAL understands, is read from the file `file`: itself,
 * or a part such as the sources of a VRT or the file of `NETCDF:"bed.nc":depth`, by whatever name.
 */
bool ria_raster_reads(const char *source, const struct stat *file);

#endif
