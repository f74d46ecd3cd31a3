#include "crs.h"
#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gdal_quiet.h"
#include "ria/raster.h"

OGRSpatialReferenceH raster_crs_from_name(const char *name) {
  OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
  if (srs && OSRSetFromUserInput(srs, name) != OGRERR_NONE) {
    OSRDestroySpatialReference(srs);
    return NULL;
  }
  return srs;
}

char *raster_crs_wkt2(OGRSpatialReferenceH srs) {
  static const char *const options[] = {"FORMAT=WKT2_2018", NULL};
  char *text = NULL;
  if (OSRExportToWktEx(srs, &text, options) != OGRERR_NONE) {
    CPLFree(text);
    return NULL;
  }
  return text;
}

char *raster_crs_name(OGRSpatialReferenceH srs) {
  if (!srs)
    return NULL;
  OGRSpatialReferenceH copy = OSRClone(srs); /* a copy, because the identification changes it */
  OSRAutoIdentifyEPSG(copy);
  const char *authority = OSRGetAuthorityName(copy, NULL);
  const char *code = OSRGetAuthorityCode(copy, NULL);
  char *name = NULL;
  if (!authority || !code) {
    char *wkt = raster_crs_wkt2(srs);
    name = wkt ? strdup(wkt) : NULL;
    CPLFree(wkt);
  } else if (asprintf(&name, "%s:%s", authority, code) < 0) {
    name = NULL;
  }
  OSRDestroySpatialReference(copy);
  return name;
}

bool raster_crs_same(OGRSpatialReferenceH srs, const char *name) {
  static const char *const options[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", NULL};
  OGRSpatialReferenceH other = raster_crs_from_name(name);
  bool same = other && OSRIsSameEx(srs, other, options);
  if (other)
    OSRDestroySpatialReference(other);
  return same;
}

bool raster_crs_equal(const char *a, const char *b) {
  raster_gdal_message message;
  raster_gdal_begin(&message);
  OGRSpatialReferenceH first = raster_crs_from_name(a);
  const bool equal = !first || !strcmp(a, b) || raster_crs_same(first, b);
  if (first)
    OSRDestroySpatialReference(first);
  raster_gdal_end();
  return equal;
}

static bool in_metres(OGRSpatialReferenceH srs) {
  return OSRIsProjected(srs) && fabs(OSRGetLinearUnits(srs, NULL) - 1) < 1e-12;
}

/* Accept a local frame in metres like a projected one. */
static bool is_local(OGRSpatialReferenceH srs) {
  return OSRIsLocal(srs) && fabs(OSRGetLinearUnits(srs, NULL) - 1) < 1e-12;
}

ria_status raster_crs_metric(OGRSpatialReferenceH srs, const char *path) {
  if (!srs || in_metres(srs) || is_local(srs))
    return RIA_SUCCESS;
  char *name = NULL;
  if (!OSRIsGeographic(srs))
    OSRGetLinearUnits(srs, &name);
  const char *unit = OSRIsGeographic(srs) ? "degrees" : name ? name : "units other than metres";
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s is in %s (%s): name a projected CRS in metres, such as EPSG:32629, as grid.crs "
      "or with `ria import --crs`",
      path, unit, OSRGetName(srs) ? OSRGetName(srs) : "unnamed CRS");
}

ria_status ria_crs_check(const char *name) {
  raster_gdal_message message;
  if (!strcmp(name, RIA_CRS_LOCAL))
    return RIA_SUCCESS;
  raster_gdal_begin(&message);
  OGRSpatialReferenceH srs = raster_crs_from_name(name);
  bool metric = srs && in_metres(srs);
  if (srs)
    OSRDestroySpatialReference(srs);
  raster_gdal_end();
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

/* Transform places between two systems, in the order x, y or longitude, latitude. */
static bool transform(const char *from, const char *to, int count, double *x, double *y) {
  raster_gdal_message message;
  raster_gdal_begin(&message);
  OGRSpatialReferenceH first = raster_crs_from_name(from), second = raster_crs_from_name(to);
  bool good = false;
  if (first && second) {
    OSRSetAxisMappingStrategy(first, OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(second, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH transformation = OCTNewCoordinateTransformation(first, second);
    good = transformation && OCTTransform(transformation, count, x, y, NULL);
    if (transformation)
      OCTDestroyCoordinateTransformation(transformation);
  }
  if (first)
    OSRDestroySpatialReference(first);
  if (second)
    OSRDestroySpatialReference(second);
  raster_gdal_end();
  for (int i = 0; i < count; i++)
    good &= isfinite(x[i]) && isfinite(y[i]);
  return good;
}

static const char globe[] = "EPSG:4326";

bool ria_crs_to_degrees(const char *name, int count, double *x, double *y) {
  return transform(name, globe, count, x, y);
}

bool ria_crs_from_degrees(const char *name, int count, double *x, double *y) {
  return transform(globe, name, count, x, y);
}

bool ria_crs_latitude(const char *name, double x, double y, double *latitude) {
  const bool good = ria_crs_to_degrees(name, 1, &x, &y);
  *latitude = y;
  return good;
}
