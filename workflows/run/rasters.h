/** \file
 * GeoTIFFs of a run: its largest values and times of arrival. */
#ifndef RUN_RASTERS_H
#define RUN_RASTERS_H

#include "ria/status.h"

/** Write FOLDER/NAME.tif of each variable of RUN_DIR/history.h5 that is drawn once (ria_picture),
 * as of the last record; if there are any, also the peak and arrival of what arrives. `into`: the
 * folder, created if missing; NULL: RUN_DIR/maps. *written: how many. A history of another kind
 * than cells of a plane has none. Errors: those of ria_history_view_open() and
 * ria_raster_write_tiff(). */
ria_status run_rasters_write(const char *run_dir, const char *into, int *written);

#endif
