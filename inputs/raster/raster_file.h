/* An open raster file: its band of values, its position, and its values. */
#ifndef RASTER_FILE_H
#define RASTER_FILE_H

#include <gdal.h>
#include <ogr_srs_api.h>
#include "gdal_quiet.h"
#include "window.h"

typedef struct {
  const char *path;
  const ria_raster_meaning *meaning;
  char *copy; /* name of a copy of the file without a byte order mark */
  GDALDatasetH data;
  GDALDatasetH warped; /* its frame in the wanted CRS, never read; NULL: `data` is in that CRS */
  int band;            /* band of the values, from 1 */
  double transform[6]; /* of `warped` or, if that is NULL, of `data`; m */
  char *crs;           /* of the result */
  bool lacks_crs;      /* it has no CRS, and the user did not ask for RIA_CRS_LOCAL */
  ria_raster_notes notes;
  raster_gdal_message message;
} raster_open_file;

/* Open `path` and the requested variable, or the only one. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT
 * (no raster, no band, or several variables, with a list). */
ria_status raster_file_open(raster_open_file *source);
void raster_file_close(raster_open_file *source);

/* Set `band`: the requested band, or the only one. Error: RIA_ERROR_FORMAT (several bands, with a
 * list; a picture or a map of classes). */
ria_status raster_file_choose_band(raster_open_file *source);

/* Set `transform`, `crs` and, if need be, `warped`. Errors: RIA_ERROR_FORMAT (no place, rotated,
 * degrees, an unknown unit), RIA_ERROR_ARGUMENT (no such CRS). */
ria_status raster_file_place(raster_open_file *source, const char *wanted);

/* Read the cells of `data` in columns [x0, x1) and rows [y0, y1) from its first row on: elevations
 * in m, NaN where there is none. Errors: RIA_ERROR_FORMAT (an undeclared fill value, a unit),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. `values` is owned by the caller. */
ria_status raster_file_read(raster_open_file *source, const raster_window *cells, double **values);

/* As raster_file_read(), for cells of `warped`. */
ria_status raster_file_read_warped(raster_open_file *source, const raster_window *cells,
                                   double **values);

/* Add a note about the file, printf-like. */
void raster_file_note(raster_open_file *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Describe the file's contents. */
const ria_raster_subject *raster_file_subject(const raster_open_file *source);

enum { RASTER_ADVICE = 200 };

/* Write "bathymetry.KEY: EXAMPLE (`ria import --KEY EXAMPLE`)"; the part in brackets only for the
 * bed, because `ria import` imports only beds. Returns `advice`. */
const char *raster_say(const ria_raster_subject *subject, const char *key, const char *example,
                       char advice[RASTER_ADVICE]);

#endif
