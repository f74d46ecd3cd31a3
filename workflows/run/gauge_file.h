/** \file
 * gauges.nc: the series of gauges.csv as discrete sampling geometries of the CF conventions
 * (featureType timeSeries), for xarray and other readers of netCDF.
 */
#ifndef RUN_GAUGE_FILE_H
#define RUN_GAUGE_FILE_H

#include "ria/attribute.h"
#include "ria/gauges.h"

/** Metadata of the file. Borrowed. */
typedef struct {
  const char *title, *command; /**< NULL: none */
  bool box;                    /**< places have a z */
  const char *crs;             /**< CRS of the places, for their longitudes; NULL: unknown */
  int crs_attributes;          /**< attributes of the variable `crs`; 0: none */
  const ria_attribute *crs_attribute;
} run_gauge_about;

/** Read the series of `gauges` from its path, a gauges.csv, and write them to `path`, as a whole
 * or not at all. The file has the dimensions station and time; station_name, x, y, in a box z, and
 * with a CRS lon and lat of each station; and each variable [station][time] in double precision,
 * NAN (its _FillValue) where it has none. Not collective: rank 0 alone. Errors: RIA_ERROR_IO,
 * RIA_ERROR_CORRUPT (no such table), RIA_ERROR_MEMORY. */
ria_status run_gauge_file_write(const ria_gauges_description *gauges, const run_gauge_about *about,
                                const char *path);

#endif
