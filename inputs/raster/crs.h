/* Coordinate reference systems, on GDAL. */
#ifndef RIA_CRS_H
#define RIA_CRS_H

#include <ogr_srs_api.h>
#include <stdbool.h>
#include "ria/status.h"

/* "EPSG:n" if the CRS has a number, else its WKT; NULL for NULL. Owned by the caller. */
char *ria_crs_name(OGRSpatialReferenceH srs);

/* Whether a CRS is the one that a user named. */
bool ria_crs_same(OGRSpatialReferenceH srs, const char *name);

/* Check that the CRS of file `path` is a projected one in metres. Error: RIA_ERROR_FORMAT. */
ria_status ria_crs_metric(OGRSpatialReferenceH srs, const char *path);

/* WKT of a named CRS for a file's metadata; NULL if there is none. Owned by the caller. */
char *ria_crs_wkt(const char *name);

#endif
