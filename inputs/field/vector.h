/* An open file of shapes, read by OGR: GeoJSON, GeoPackage, shapefile, ... */
#ifndef FIELD_VECTOR_H
#define FIELD_VECTOR_H

#include <gdal.h>
#include <ogr_api.h>
#include "raster/gdal_quiet.h"
#include "ria/status.h"

typedef struct {
  const char *path; /**< borrowed */
  const char *what; /**< in messages: "polygons" */
  GDALDatasetH file;
  OGRLayerH layer;
  OGRCoordinateTransformationH turn; /**< to the grid's CRS, or NULL */
  raster_gdal_message message;
} field_vector;

/** Open a file of one layer. Its shapes will be converted to `crs` (NULL, RIA_CRS_LOCAL:
 * unchanged). GDAL prints nothing until field_vector_close(), which must be called also after an
 * error. Errors: RIA_ERROR_FORMAT.
 */
ria_status field_vector_open(const char *path, const char *what, const char *crs,
                             field_vector *vector);
void field_vector_close(field_vector *vector);

/** The shape of a feature in the grid's CRS, borrowed from the feature; NULL: no shape. Error:
 * RIA_ERROR_FORMAT. */
ria_status field_vector_shape(const field_vector *vector, OGRFeatureH feature, OGRGeometryH *shape);

#endif
