/* Values in another CRS. The source cells are read and their no-data values replaced first, because
 * GDAL would interpolate between a value and a no-data number. */
#include <cpl_string.h>
#include <gdal_alg.h>
#include <gdal_utils.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "raster_file.h"
#include "ria/number.h"

/* Number of points along each axis of the window that are transformed to the source, and margin in
 * source cells for interpolation and for curvature between the points. */
enum { POINTS = 33, MARGIN = 4 };

static ria_extent extent_of(const raster_open_file *source, const raster_window *cells) {
  const double *t = source->transform;
  return (ria_extent){t[0] + (double)cells->x0 * t[1], t[3] + (double)cells->y1 * t[5],
                      t[0] + (double)cells->x1 * t[1], t[3] + (double)cells->y0 * t[5]};
}

/* The range of source cells along an axis. */
static void widen(double low, double high, int cells, ria_global *first, ria_global *last) {
  *first = (ria_global)fmax(0, floor(low) - MARGIN);
  *last = (ria_global)fmin(cells, ceil(high) + MARGIN);
}

/* The source cells that the window needs; all cells if a point cannot be transformed. */
static raster_window source_cells(const raster_open_file *source, const raster_window *cells) {
  const int nx = GDALGetRasterXSize(source->data), ny = GDALGetRasterYSize(source->data);
  const raster_window all = {0, nx, 0, ny};
  double x[POINTS * POINTS], y[POINTS * POINTS], z[POINTS * POINTS] = {0};
  int good[POINTS * POINTS];
  for (int j = 0; j < POINTS; j++)
    for (int i = 0; i < POINTS; i++) {
      x[j * POINTS + i] =
          (double)cells->x0 + (double)(cells->x1 - cells->x0) * i / (double)(POINTS - 1);
      y[j * POINTS + i] =
          (double)cells->y0 + (double)(cells->y1 - cells->y0) * j / (double)(POINTS - 1);
    }
  void *transformer = GDALCreateGenImgProjTransformer2(source->data, source->warped, NULL);
  const bool done =
      transformer && GDALGenImgProjTransform(transformer, TRUE, POINTS * POINTS, x, y, z, good);
  if (transformer)
    GDALDestroyGenImgProjTransformer(transformer);
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < POINTS * POINTS; i++) {
    if (!done || !good[i] || !isfinite(x[i]) || !isfinite(y[i]))
      return all;
    low[0] = fmin(low[0], x[i]);
    high[0] = fmax(high[0], x[i]);
    low[1] = fmin(low[1], y[i]);
    high[1] = fmax(high[1], y[i]);
  }
  /* The deviation of the curve between two points is less than the growth of their distance. */
  const double stray_x = (high[0] - low[0]) / (POINTS - 1),
               stray_y = (high[1] - low[1]) / (POINTS - 1);
  raster_window box;
  widen(low[0] - stray_x, high[0] + stray_x, nx, &box.x0, &box.x1);
  widen(low[1] - stray_y, high[1] + stray_y, ny, &box.y0, &box.y1);
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : all;
}

/* A raster in memory over `values`, which the caller owns. */
static GDALDatasetH lend(const raster_open_file *source, const raster_window *box, double *values) {
  double t[6];
  char place[64] = "", pointer[96];
  if (GDALGetGeoTransform(source->data, t) != CE_None)
    return NULL;
  t[0] += (double)box->x0 * t[1] + (double)box->y0 * t[2];
  t[3] += (double)box->x0 * t[4] + (double)box->y0 * t[5];
  GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", (int)(box->x1 - box->x0),
                                 (int)(box->y1 - box->y0), 0, GDT_Float64, NULL);
  place[CPLPrintPointer(place, values, sizeof place - 1)] = '\0';
  snprintf(pointer, sizeof pointer, "DATAPOINTER=%s", place);
  char *options[] = {pointer, NULL};
  if (data && GDALAddBand(data, GDT_Float64, options) == CE_None &&
      GDALSetGeoTransform(data, t) == CE_None &&
      GDALSetSpatialRef(data, GDALGetSpatialRef(source->data)) == CE_None &&
      GDALSetRasterNoDataValue(GDALGetRasterBand(data, 1), NAN) == CE_None)
    return data;
  if (data)
    GDALClose(data);
  return NULL;
}

/* Warp the cells of the window from `lent`. */
static GDALDatasetH warp(const raster_open_file *source, const raster_window *cells,
                         GDALDatasetH lent) {
  const ria_extent e = extent_of(source, cells);
  char edge[4][40], size[2][20];
  const double edges[] = {e.x0, e.y0, e.x1, e.y1};
  for (int i = 0; i < 4; i++)
    ria_snprintf(edge[i], sizeof edge[i], "%.17g", edges[i]);
  snprintf(size[0], sizeof size[0], "%lld", (long long)(cells->x1 - cells->x0));
  snprintf(size[1], sizeof size[1], "%lld", (long long)(cells->y1 - cells->y0));
  const char *how = raster_file_subject(source)->classes ? "near" : "bilinear";
  char *arguments[] = {"-of",   "MEM",       "-t_srs",    source->crs, "-te",        edge[0],
                       edge[1], edge[2],     edge[3],     "-ts",       size[0],      size[1],
                       "-r",    (char *)how, "-ot",       "Float64",   "-dstnodata", "nan",
                       "-et",   "0",         "-novshift", NULL};
  GDALWarpAppOptions *options = GDALWarpAppOptionsNew(arguments, NULL);
  int misused = 0;
  GDALDatasetH warped = options ? GDALWarp("", NULL, 1, &lent, options, &misused) : NULL;
  GDALWarpAppOptionsFree(options);
  return warped;
}

ria_status raster_file_read_warped(raster_open_file *source, const raster_window *cells,
                                   double **values) {
  const raster_window box = source_cells(source, cells);
  const int nx = (int)(cells->x1 - cells->x0), ny = (int)(cells->y1 - cells->y0);
  double *read;
  RIA_TRY(raster_file_read(source, &box, &read));
  GDALDatasetH lent = lend(source, &box, read);
  GDALDatasetH warped = lent ? warp(source, cells, lent) : NULL;
  double *result = warped ? malloc((size_t)nx * (size_t)ny * sizeof *result) : NULL;
  const bool good = result && GDALRasterIO(GDALGetRasterBand(warped, 1), GF_Read, 0, 0, nx, ny,
                                           result, nx, ny, GDT_Float64, 0, 0) == CE_None;
  if (warped)
    GDALClose(warped);
  if (lent)
    GDALClose(lent);
  free(read);
  if (good) {
    *values = result;
    return RIA_SUCCESS;
  }
  free(result);
  return ria_fail(RIA_ERROR_FORMAT, "%s cannot be brought to %s: %s", source->path, source->crs,
                  source->message.text);
}
