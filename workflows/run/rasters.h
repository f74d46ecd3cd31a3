/** \file
 * GeoTIFFs of a run: largest values and times of arrival. */
#ifndef RUN_RASTERS_H
#define RUN_RASTERS_H

#include "ria/status.h"

/** Write FOLDER/NAME.tif of each variable of RUN_DIR/history.h5 that is drawn once (ria_picture),
 * from the last record; if there are such variables, also the peak and arrival of the followed
 * variable. `into`: the folder, created if missing; NULL: RUN_DIR/maps. *written: number of files;
 * 0 unless the history has a plane of cells. Errors: those of ria_history_view_open() and
 * ria_raster_write_tiff(). */
ria_status run_rasters_write(const char *run_dir, const char *into, int *written);

#endif
