/* Text grids that begin with a byte order mark, as editors on Windows leave it. */
#ifndef RIA_RASTER_MARK_H
#define RIA_RASTER_MARK_H

#include "ria/status.h"

/* GDAL's drivers do not know such a file. If `path` is one, `copy` is the name of a copy without
 * the mark in GDAL's memory, with the .prj file beside it; else NULL. To be freed with
 * ria_mark_forget(). Error: RIA_ERROR_MEMORY. */
ria_status ria_mark_skip(const char *path, char **copy);

/* Frees the copy, if there is one, and its name. */
void ria_mark_forget(char *copy);

#endif
