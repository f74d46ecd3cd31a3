/* Text grids that begin with a byte order mark, which editors on Windows write. */
#ifndef RASTER_MARK_H
#define RASTER_MARK_H

#include "ria/status.h"

/* GDAL's drivers do not recognise such a file. If `path` is such a file, *copy is the name of a
 * copy in GDAL's memory, without the mark and with its .prj file; otherwise NULL. Free with
 * raster_mark_forget(). Error: RIA_ERROR_MEMORY. */
ria_status raster_mark_skip(const char *path, char **copy);

/* Free the copy, if there is one, and its name. */
void raster_mark_forget(char *copy);

#endif
