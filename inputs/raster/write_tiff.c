/* Rasters for other programs: GeoTIFFs. */
#include <cpl_string.h>
#include <gdal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "crs.h"
#include "gdal_quiet.h"
#include "ria/raster.h"

static bool describe(GDALDatasetH data, const ria_raster_plane *plane) {
  double place[] = {plane->x0, plane->dx, 0, plane->y0 + (double)plane->ny * plane->dy,
                    0,         -plane->dy};
  GDALRasterBandH band = GDALGetRasterBand(data, 1);
  OGRSpatialReferenceH srs = plane->crs ? raster_crs_from_name(plane->crs) : NULL;
  bool good = GDALSetGeoTransform(data, place) == CE_None && (!plane->crs || srs) &&
              (!srs || GDALSetSpatialRef(data, srs) == CE_None) &&
              GDALSetRasterNoDataValue(band, (double)NAN) == CE_None;
  GDALSetDescription(band, plane->what);
  GDALSetRasterUnitType(band, plane->unit);
  OSRDestroySpatialReference(srs);
  return good;
}

/* Rows from north to south, as other programs expect. */
static bool put_rows(GDALDatasetH data, const ria_raster_plane *plane) {
  GDALRasterBandH band = GDALGetRasterBand(data, 1);
  const int nx = (int)plane->nx, ny = (int)plane->ny;
  bool good = true;
  for (int y = 0; y < ny && good; y++) {
    float *row = (float *)plane->values + (size_t)(ny - 1 - y) * (size_t)nx;
    good = GDALRasterIO(band, GF_Write, 0, y, nx, 1, row, nx, 1, GDT_Float32, 0, 0) == CE_None;
  }
  return good;
}

static bool write_file(const char *path, const ria_raster_plane *plane) {
  char **options = NULL;
  options = CSLSetNameValue(options, "COMPRESS", "DEFLATE");
  options = CSLSetNameValue(options, "PREDICTOR", "3");
  GDALDatasetH data = GDALCreate(GDALGetDriverByName("GTiff"), path, (int)plane->nx, (int)plane->ny,
                                 1, GDT_Float32, options);
  CSLDestroy(options);
  if (!data)
    return false;
  const bool good = describe(data, plane) && put_rows(data, plane);
  GDALFlushCache(data);
  GDALClose(data);
  return good;
}

/* Write to a temporary name until the file is complete. */
ria_status ria_raster_write_tiff(const char *path, const ria_raster_plane *plane) {
  raster_gdal_message message;
  char *part = NULL;
  if (asprintf(&part, "%s.part", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  raster_gdal_begin(&message);
  const bool good = write_file(part, plane) && !message.text[0];
  raster_gdal_end();
  const bool moved = good && !rename(part, path);
  if (!moved)
    unlink(part);
  free(part);
  return moved ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_IO, "%s: cannot be written%s%s", path,
                          message.text[0] ? ": " : "", message.text);
}
