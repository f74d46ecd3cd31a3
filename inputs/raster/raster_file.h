/* A raster file that is open for reading: which of its bands holds the values, where it lies, and
 * its values. */
#ifndef RASTER_FILE_H
#define RASTER_FILE_H

#include <gdal.h>
#include <ogr_srs_api.h>
#include "gdal_quiet.h"
#include "window.h"

typedef struct {
  const char *path;
  const ria_raster_meaning *meaning;
  char *copy; /* of the file, without a byte order mark */
  GDALDatasetH data;
  GDALDatasetH warped; /* its frame in another CRS, never read; NULL: `data` is in the wanted one */
  int band;            /* that holds the values, from 1 */
  double transform[6]; /* of `data`, or of `warped` if there is one; m */
  char *crs;           /* of the result */
  bool lacks_crs;      /* it has no CRS, and the user did not say that it needs none */
  ria_raster_notes notes;
  raster_gdal_message message;
} raster_open_file;

/* Open path and the variable that is asked for, or the only one. Errors: RIA_ERROR_IO,
 * RIA_ERROR_FORMAT (no raster, no band, several variables, which the message lists). */
ria_status raster_file_open(raster_open_file *source);
void raster_file_close(raster_open_file *source);

/* Set `band`: the one that is asked for, or the only one. Error: RIA_ERROR_FORMAT (several, which
 * the message lists; a picture or a map of classes). */
ria_status raster_file_choose_band(raster_open_file *source);

/* Set `transform`, `crs` and, if need be, `warped`. Errors: RIA_ERROR_FORMAT (no place, rotated,
 * degrees, an unknown unit), RIA_ERROR_ARGUMENT (no such CRS). */
ria_status raster_file_place(raster_open_file *source, const char *wanted);

/* Read the cells of `data` in columns [x0, x1) and rows [y0, y1) from its first row on: elevations
 * in m, NaN where there is none. Errors: RIA_ERROR_FORMAT (an undeclared fill value, a unit),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. `values` is owned by the caller. */
ria_status raster_file_read(raster_open_file *source, const raster_window *cells, double **values);

/* The same of the cells of `warped`. */
ria_status raster_file_read_warped(raster_open_file *source, const raster_window *cells,
                                   double **values);

/* A sentence about what was read, for the log; printf-like. */
void raster_file_note(raster_open_file *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What the file holds. */
const ria_raster_subject *raster_file_subject(const raster_open_file *source);

enum { RASTER_ADVICE = 200 };

/* Write "bathymetry.KEY: EXAMPLE (`ria import --KEY EXAMPLE`)"; the bed alone is imported. Returns
 * `advice`. */
const char *raster_say(const ria_raster_subject *subject, const char *key, const char *example,
                       char advice[RASTER_ADVICE]);

#endif
