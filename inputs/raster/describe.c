/* GDAL's view of a raster as text. */
#include <cpl_string.h>
#include <gdal.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "crs.h"
#include "gdal_quiet.h"
#include "hdf5_read.h"
#include "ria/raster.h"

static void add_band(ria_text *text, GDALDatasetH data, int number) {
  GDALRasterBandH band = GDALGetRasterBand(data, number);
  int has = 0;
  const double nodata = GDALGetRasterNoDataValue(band, &has);
  const char *name = GDALGetDescription(band), *unit = GDALGetRasterUnitType(band);
  ria_text_add(text, "\n  band %d: ", number);
  if (name && *name)
    ria_text_add(text, "'%.60s', ", name);
  ria_text_add(text, "%s", GDALGetDataTypeName(GDALGetRasterDataType(band)));
  if (unit && *unit)
    ria_text_add(text, ", unit %.40s", unit);
  if (has)
    ria_text_add(text, ", no data: %.10g", nodata);
  if (GDALGetRasterColorTable(band))
    ria_text_add(text, ", a colour table");
}

static void add_all(ria_text *text, GDALDatasetH data, const char *path) {
  enum { SHOWN = 12 };
  GDALDriverH driver = GDALGetDatasetDriver(data);
  const int bands = GDALGetRasterCount(data),
            variables = CSLCount(GDALGetMetadata(data, "SUBDATASETS")) / 2;
  double t[6];
  char *crs = raster_crs_name(GDALGetSpatialRef(data));
  ria_text_add(text, "%s: %s (%s)", path, GDALGetDriverShortName(driver),
               GDALGetDriverLongName(driver));
  if (bands)
    ria_text_add(text, ", %d x %d cells", GDALGetRasterXSize(data), GDALGetRasterYSize(data));
  if (bands && GDALGetGeoTransform(data, t) == CE_None)
    ria_text_add(text, " of %.10g x %.10g", t[1], fabs(t[5]));
  ria_text_add(text, ", %.60s", crs ? crs : "no coordinate reference system");
  for (int b = 1; b <= bands && b <= SHOWN; b++)
    add_band(text, data, b);
  if (bands > SHOWN)
    ria_text_add(text, "\n  ... of %d bands", bands);
  if (variables)
    ria_text_add(text, "\n  %d variables", variables);
  free(crs);
}

ria_status ria_raster_describe(const char *path, ria_text *text) {
  raster_gdal_message message;
  if (raster_hdf5_begins(path))
    return ria_fail(RIA_ERROR_FORMAT, "%s is an HDF5 file", path);
  raster_gdal_begin(&message);
  GDALDatasetH data = GDALOpenEx(path, GDAL_OF_RASTER | GDAL_OF_READONLY, NULL, NULL, NULL);
  if (data) {
    add_all(text, data, path);
    GDALClose(data);
  }
  raster_gdal_end();
  return data ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_FORMAT, "%s is not a raster that GDAL can read", path);
}
