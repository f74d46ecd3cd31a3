/* Coordinate reference systems, by GDAL. */
#ifndef RASTER_CRS_H
#define RASTER_CRS_H

#include <ogr_srs_api.h>
#include <stdbool.h>
#include "ria/status.h"

/* "EPSG:n" if the CRS has a number, else its WKT; NULL for NULL. Owned by the caller. */
char *raster_crs_name(OGRSpatialReferenceH srs);

/* Whether a CRS equals the one that a user named. */
bool raster_crs_same(OGRSpatialReferenceH srs, const char *name);

/* Whether two names or WKT texts mean the same CRS; also true if one of them is not a valid CRS. */
bool raster_crs_equal(const char *a, const char *b);

/* Check that the CRS of file `path` is a projected one in metres. Error: RIA_ERROR_FORMAT. */
ria_status raster_crs_metric(OGRSpatialReferenceH srs, const char *path);

/* The CRS in a user's text; NULL if the text is not a CRS. Free with OSRDestroySpatialReference. */
OGRSpatialReferenceH raster_crs_from_name(const char *name);

/* WKT 2 of a CRS; NULL if it has none. Free with CPLFree. */
char *raster_crs_wkt2(OGRSpatialReferenceH srs);

#endif
