#include "crs.h"
#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gdal_quiet.h"
#include "ria/raster.h"

/* The CRS that a user wrote; NULL if it is none. Free with OSRDestroySpatialReference. */
static OGRSpatialReferenceH from_name(const char *name) {
  OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
  if (srs && OSRSetFromUserInput(srs, name) != OGRERR_NONE) {
    OSRDestroySpatialReference(srs);
    return NULL;
  }
  return srs;
}

static char *to_wkt(OGRSpatialReferenceH srs) {
  char *text = NULL, *copy = NULL;
  if (OSRExportToWkt(srs, &text) == OGRERR_NONE && text)
    copy = strdup(text);
  CPLFree(text);
  return copy;
}

char *ria_crs_name(OGRSpatialReferenceH srs) {
  if (!srs)
    return NULL;
  OGRSpatialReferenceH copy = OSRClone(srs); /* identifying changes it */
  OSRAutoIdentifyEPSG(copy);
  const char *authority = OSRGetAuthorityName(copy, NULL);
  const char *code = OSRGetAuthorityCode(copy, NULL);
  char *name = NULL;
  if (!authority || !code)
    name = to_wkt(srs);
  else if (asprintf(&name, "%s:%s", authority, code) < 0)
    name = NULL;
  OSRDestroySpatialReference(copy);
  return name;
}

bool ria_crs_same(OGRSpatialReferenceH srs, const char *name) {
  static const char *const options[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", NULL};
  OGRSpatialReferenceH other = from_name(name);
  bool same = other && OSRIsSameEx(srs, other, options);
  if (other)
    OSRDestroySpatialReference(other);
  return same;
}

static bool in_metres(OGRSpatialReferenceH srs) {
  return OSRIsProjected(srs) && fabs(OSRGetLinearUnits(srs, NULL) - 1) < 1e-12;
}

/* A local frame in metres is as good as a projected one. */
static bool is_local(OGRSpatialReferenceH srs) {
  return OSRIsLocal(srs) && fabs(OSRGetLinearUnits(srs, NULL) - 1) < 1e-12;
}

ria_status ria_crs_metric(OGRSpatialReferenceH srs, const char *path) {
  if (!srs || in_metres(srs) || is_local(srs))
    return RIA_SUCCESS;
  const char *unit = OSRIsGeographic(srs) ? "degrees" : "units other than metres";
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s is in %s (%s): name a projected CRS in metres, such as EPSG:32629, as grid.crs "
      "or with `ria import --crs`",
      path, unit, OSRGetName(srs) ? OSRGetName(srs) : "unnamed CRS");
}

ria_status ria_crs_check(const char *name) {
  ria_gdal_message message;
  if (!strcmp(name, RIA_CRS_LOCAL))
    return RIA_SUCCESS;
  ria_gdal_begin(&message);
  OGRSpatialReferenceH srs = from_name(name);
  bool metric = srs && in_metres(srs);
  if (srs)
    OSRDestroySpatialReference(srs);
  ria_gdal_end();
  if (!srs)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "there is no coordinate reference system '%.200s' (%s); UTM zone 29 north is "
                    "EPSG:32629",
                    name, message.text);
  if (!metric)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "the coordinate reference system '%.200s' is not a projected one in metres; UTM "
        "zone 29 north is EPSG:32629",
        name);
  return RIA_SUCCESS;
}

char *ria_crs_wkt(const char *name) {
  ria_gdal_message message;
  ria_gdal_begin(&message);
  OGRSpatialReferenceH srs = from_name(name);
  char *wkt = srs ? to_wkt(srs) : NULL;
  if (srs)
    OSRDestroySpatialReference(srs);
  ria_gdal_end();
  return wkt;
}

bool ria_crs_latitude(const char *name, double x, double y, double *latitude) {
  ria_gdal_message message;
  ria_gdal_begin(&message);
  OGRSpatialReferenceH srs = from_name(name), globe = from_name("EPSG:4326");
  bool good = false;
  if (srs && globe) {
    OSRSetAxisMappingStrategy(srs, OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(globe, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH transformation = OCTNewCoordinateTransformation(srs, globe);
    good = transformation && OCTTransform(transformation, 1, &x, &y, NULL) && isfinite(y);
    if (transformation)
      OCTDestroyCoordinateTransformation(transformation);
  }
  if (srs)
    OSRDestroySpatialReference(srs);
  if (globe)
    OSRDestroySpatialReference(globe);
  ria_gdal_end();
  *latitude = y;
  return good;
}
