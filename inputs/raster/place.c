/* The position of a raster: its coordinate reference system and the unit of its coordinates. */
#include <cpl_string.h>
#include <gdal_utils.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "crs.h"
#include "raster_file.h"
#include "units/unit_factor.h"

static const double same_unit = 1e-9; /* relative difference of two units of length */

/* The unit of a netCDF file's coordinate along x or y, which GDAL does not apply; NULL: the file
 * gives none. */
static const char *coordinate_unit(const raster_open_file *source, char axis) {

  char **items = GDALGetMetadata(source->data, NULL);
  const char *unit = NULL;
  char wanted[40], key[120];
  snprintf(wanted, sizeof wanted, "projection_%c_coordinate", axis);
  for (int i = 0; i < CSLCount(items) && !unit; i++) {
    char *name = NULL;
    const char *value = CPLParseNameValue(items[i], &name);
    const size_t length = name ? strcspn(name, "#") : 0;
    const bool is = name && value &&
                    ((!strcmp(name + length, "#standard_name") && !strcmp(value, wanted)) ||
                     (!strcmp(name + length, "#axis") && tolower((unsigned char)*value) == axis) ||
                     (!strcmp(name + length, "#units") && length == 1 &&
                      tolower((unsigned char)*name) == axis));
    if (is && length < 100) {
      snprintf(key, sizeof key, "%.*s#units", (int)length, name);
      unit = CSLFetchNameValue(items, key);
    }
    CPLFree(name);
  }
  return unit;
}

static ria_status fail_unit(const raster_open_file *source, char axis, const char *unit) {
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s: its %c coordinates are in '%.60s', which ria cannot bring to metres: correct their "
      "units in the file, or name its system (gdal_translate -a_srs EPSG:n) and a projected one in "
      "metres as grid.crs or with `ria import --crs`",
      source->path, axis, unit);
}

/* The unit of coordinates along x and y in metres; 0: the file does not give it. */
static ria_status read_coordinate_units(const raster_open_file *source, double metres[2]) {
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  metres[0] = metres[1] = 0;
  if (srs && OSRIsGeographic(srs))
    return RIA_SUCCESS;
  for (int a = 0; a < 2; a++) {
    const char *unit = coordinate_unit(source, "xy"[a]);
    double offset = 0;
    if (!unit || !*unit || !strcmp(unit, "1"))
      continue;
    if (units_factor(unit, "m", &metres[a], &offset) != RIA_SUCCESS || offset != 0)
      return fail_unit(source, "xy"[a], unit);
  }
  return RIA_SUCCESS;
}

/* Whether a system has straight axes in a unit of length. */
static bool is_plane(OGRSpatialReferenceH srs) {
  return srs && (OSRIsProjected(srs) || OSRIsLocal(srs));
}

static void scale_transform(raster_open_file *source, double x, double y) {
  double *t = source->transform;
  const double k[6] = {x, x, x, y, y, y};
  for (int i = 0; i < 6; i++)
    t[i] *= k[i];
}

/* Convert the coordinates of a file that is not warped to metres. */
static ria_status scale_coordinates(raster_open_file *source, const double metres[2], bool local) {
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  char *unit = NULL;
  double each = is_plane(srs) ? OSRGetLinearUnits(srs, &unit) : 1;
  if (!local && !(srs && OSRIsLocal(srs)))
    each = 1; /* other systems in feet were rejected earlier */
  const double x = metres[0] > 0 ? metres[0] : each, y = metres[1] > 0 ? metres[1] : each;
  if (fabs(x - 1) < same_unit && fabs(y - 1) < same_unit)
    return RIA_SUCCESS;
  const char *word = metres[0] > 0 ? coordinate_unit(source, 'x') : unit;
  scale_transform(source, x, y);
  raster_file_note(source, "%s: coordinates in %s are brought to metres (times %.10g)",
                   source->path, word ? word : "another unit", x);
  return RIA_SUCCESS;
}

/* GDAL assumes that the coordinates are those of the CRS. */
static ria_status check_coordinates(const raster_open_file *source, const double metres[2]) {
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  char *unit = NULL;
  const double each = srs && OSRIsProjected(srs) ? OSRGetLinearUnits(srs, &unit) : 0;
  for (int a = 0; a < 2; a++)
    if (metres[a] > 0 && each > 0 && fabs(metres[a] / each - 1) > same_unit)
      return ria_fail(RIA_ERROR_FORMAT,
                      "%s: its %c coordinates are in '%.60s', but those of its CRS in '%.60s': "
                      "correct one of the two",
                      source->path, "xy"[a], coordinate_unit(source, "xy"[a]), unit ? unit : "");
  return RIA_SUCCESS;
}

/* Warp to another CRS as a view that only gives the cells' positions; it is never read. */
static ria_status warp(raster_open_file *source, const char *crs) {
  char *arguments[] = {"-of",     "VRT",        "-t_srs", (char *)crs, "-r", "bilinear", "-ot",
                       "Float64", "-dstnodata", "nan",    "-et",       "0",  NULL};
  GDALWarpAppOptions *options = GDALWarpAppOptionsNew(arguments, NULL);
  int misused = 0;
  if (options)
    source->warped = GDALWarp("", NULL, 1, &source->data, options, &misused);
  GDALWarpAppOptionsFree(options);
  if (!source->warped)
    return ria_fail(RIA_ERROR_FORMAT, "%s cannot be brought from its CRS (%s) to %s: %s",
                    source->path, source->crs, crs, source->message.text);
  return RIA_SUCCESS;
}

static ria_status settle_transform(raster_open_file *source) {
  double *t = source->transform;
  if (GDALGetGeoTransform(source->warped ? source->warped : source->data, t) != CE_None)
    return ria_fail(
        RIA_ERROR_FORMAT,
        "%s has no georeference, so its place is unknown: give it one, for instance with "
        "gdal_translate -a_ullr",
        source->path);
  if (t[2] != 0 || t[4] != 0 || !(t[1] > 0) || t[5] == 0)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s is rotated or mirrored: make it north-up first, for instance with gdalwarp",
                    source->path);
  return RIA_SUCCESS;
}

static ria_status keep_name(raster_open_file *source, const char *name) {
  free(source->crs);
  source->crs = name ? strdup(name) : NULL;
  return source->crs || !name
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of %s", source->path);
}

ria_status raster_file_place(raster_open_file *source, const char *wanted) {
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  const bool local = wanted && !strcmp(wanted, RIA_CRS_LOCAL);
  double metres[2];
  if (wanted)
    RIA_TRY(ria_crs_check(wanted));
  source->crs = raster_crs_name(srs);
  source->lacks_crs = !srs && !local;
  RIA_TRY(read_coordinate_units(source, metres));
  if (!local)
    RIA_TRY(check_coordinates(source, metres));
  if (srs && wanted && !local && !raster_crs_same(srs, wanted))
    RIA_TRY(warp(source, wanted));
  else if (!wanted || (local && !is_plane(srs)))
    RIA_TRY(raster_crs_metric(srs, source->path));
  RIA_TRY(settle_transform(source));
  if (!source->warped)
    RIA_TRY(scale_coordinates(source, metres, local));
  if (local)
    return keep_name(source, NULL);
  return wanted ? keep_name(source, wanted) : RIA_SUCCESS;
}
