/* Text grids that begin with a byte order mark, which editors on Windows write. */
#ifndef RIA_RASTER_MARK_H
#define RIA_RASTER_MARK_H

#include "ria/status.h"

/* GDAL's drivers do not recognise such a file. If `path` is one, `copy` names a copy in GDAL's
 * memory, without the mark and with the .prj file beside it; else NULL. Free with
 * ria_mark_forget(). Error: RIA_ERROR_MEMORY. */
ria_status ria_mark_skip(const char *path, char **copy);

/* Free the copy, if there is one, and its name. */
void ria_mark_forget(char *copy);

#endif
