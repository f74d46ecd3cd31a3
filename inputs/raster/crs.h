/* Coordinate reference systems, on GDAL. */
#ifndef RASTER_CRS_H
#define RASTER_CRS_H

#include <ogr_srs_api.h>
#include <stdbool.h>
#include "ria/status.h"

/* "EPSG:n" if the CRS has a number, else its WKT; NULL for NULL. Owned by the caller. */
char *raster_crs_name(OGRSpatialReferenceH srs);

/* Whether a CRS is the one that a user named. */
bool raster_crs_same(OGRSpatialReferenceH srs, const char *name);

/* Whether two names, or texts, are of one CRS; true if one of them is none. */
bool raster_crs_equal(const char *a, const char *b);

/* Check that the CRS of file `path` is a projected one in metres. Error: RIA_ERROR_FORMAT. */
ria_status raster_crs_metric(OGRSpatialReferenceH srs, const char *path);

/* The CRS that a user wrote; NULL if it is none. Free with OSRDestroySpatialReference. */
OGRSpatialReferenceH raster_crs_from_name(const char *name);

/* WKT 2 of a CRS; NULL if it has none. Free with CPLFree. */
char *raster_crs_wkt2(OGRSpatialReferenceH srs);

#endif
