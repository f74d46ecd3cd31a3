#include "vector.h"
#include <ogr_srs_api.h>
#include <string.h>
#include "ria/raster.h"

static ria_status open_layer(field_vector *v) {
  v->file = GDALOpenEx(v->path, GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                       NULL, NULL);
  if (!v->file)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s is no file of %s that GDAL can read (%s): give a GeoJSON file, a "
                    "GeoPackage, a shapefile, ... (`ogrinfo FILE` shows what GDAL sees)",
                    v->path, v->what, v->message.text);
  if (GDALDatasetGetLayerCount(v->file) != 1)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s holds %d layers: give a file of one (ogr2ogr ONE FILE LAYER)", v->path,
                    GDALDatasetGetLayerCount(v->file));
  v->layer = GDALDatasetGetLayer(v->file, 0);
  OGR_L_ResetReading(v->layer);
  return RIA_SUCCESS;
}

static ria_status settle_crs(field_vector *v, const char *crs) {
  OGRSpatialReferenceH from = OGR_L_GetSpatialRef(v->layer);
  if (!crs || !strcmp(crs, RIA_CRS_LOCAL) || !from)
    return RIA_SUCCESS;
  OGRSpatialReferenceH to = OSRNewSpatialReference(NULL);
  OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
  OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
  if (OSRSetFromUserInput(to, crs) == OGRERR_NONE && !OSRIsSame(from, to))
    v->turn = OCTNewCoordinateTransformation(from, to);
  const bool same = OSRIsSame(from, to);
  OSRDestroySpatialReference(to);
  return v->turn || same ? RIA_SUCCESS
                         : ria_fail(RIA_ERROR_FORMAT, "%s cannot be brought to %s: %s", v->path,
                                    crs, v->message.text);
}

ria_status field_vector_open(const char *path, const char *what, const char *crs, field_vector *v) {
  *v = (field_vector){.path = path, .what = what};
  raster_gdal_begin(&v->message);
  RIA_TRY(open_layer(v));
  return settle_crs(v, crs);
}

void field_vector_close(field_vector *v) {
  if (v->turn)
    OCTDestroyCoordinateTransformation(v->turn);
  if (v->file)
    GDALClose(v->file);
  raster_gdal_end();
}

ria_status field_vector_shape(const field_vector *v, OGRFeatureH feature, OGRGeometryH *shape) {
  *shape = OGR_F_GetGeometryRef(feature);
  if (*shape && OGR_G_IsEmpty(*shape))
    *shape = NULL;
  if (*shape && v->turn && OGR_G_Transform(*shape, v->turn) != OGRERR_NONE)
    return ria_fail(RIA_ERROR_FORMAT, "a shape of %s cannot be brought to the CRS of the case: %s",
                    v->path, v->message.text);
  return RIA_SUCCESS;
}
