/* Cells without data: declared by the file, the case or the command, or suspected. */
#ifndef RASTER_NO_DATA_H
#define RASTER_NO_DATA_H

#include "ria/raster.h"
#include "values/fill.h"

typedef struct {
  const char *path;
  const ria_raster_meaning *meaning;
  const double *declared; /* by the file */
  int count;
} raster_no_data;

/* Replace declared values by NaN. Error: RIA_ERROR_FORMAT if other values look like fill values
 * (values/fill.h); the message lists them with their counts. */
ria_status raster_no_data_remove(const raster_no_data *told, values_fill_type type, size_t cells,
                                 double *values);

#endif
