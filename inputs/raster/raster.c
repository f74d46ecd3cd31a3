#include "ria/raster.h"
#include <gdal.h>
#include <gdal_utils.h>
#include <cpl_string.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "crash_sentence.h"
#include "crs.h"
#include "gdal_quiet.h"
#include "byte_order_mark.h"
#include "window.h"

/* Undeclared fill values (1e20, 9.97e36, -3.4e38) and infinity are no elevations. */
static const double no_elevation = 1e6;

/* An open raster. A warped one is a view on the source, so both stay open. */
typedef struct {
  const char *path;
  char *copy; /* of the file, without a byte order mark */
  GDALDatasetH source, warped;
  double transform[6];
  char *crs;
  bool lacks_crs; /* it has no CRS, and the user did not say that it needs none */
  ria_gdal_message message;
} open_raster;

void ria_raster_destroy(ria_raster *raster) {
  if (!raster)
    return;
  free(raster->values);
  free(raster->crs);
  *raster = (ria_raster){0};
}

static GDALDatasetH view(const open_raster *open) {
  return open->warped ? open->warped : open->source;
}

static void close_raster(open_raster *open) {
  if (open->warped)
    GDALClose(open->warped);
  if (open->source)
    GDALClose(open->source);
  free(open->crs);
  ria_mark_forget(open->copy);
}

/* Files with several variables (netCDF, HDF) show no band until one is named. */
static ria_status fail_without_band(const open_raster *open) {
  char **variables = GDALGetMetadata(open->source, "SUBDATASETS");
  const char *first = CSLFetchNameValue(variables, "SUBDATASET_1_NAME");
  if (!first)
    return ria_fail(RIA_ERROR_FORMAT, "%s has no raster band: give a raster with bed elevations",
                    open->path);
  return ria_fail(RIA_ERROR_FORMAT, "%s holds %d rasters: name the one to read, such as %s",
                  open->path, CSLCount(variables) / 2, first);
}

/* GDAL takes an ESRI ASCII grid for integers if its start has no decimal point, and then reads
 * values such as "nan" as 0. */
static const char *const *options_for(const char *path) {
  static const char *const ascii_grid[] = {"DATATYPE=Float64", NULL};
  GDALDriverH driver = GDALIdentifyDriver(path, NULL);
  return driver && !strcmp(GDALGetDriverShortName(driver), "AAIGrid") ? ascii_grid : NULL;
}

static ria_status open_source(open_raster *open) {
  RIA_TRY(ria_mark_skip(open->path, &open->copy));
  const char *path = open->copy ? open->copy : open->path;
  open->source = GDALOpenEx(path, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                            options_for(path), NULL);
  if (open->source)
    return GDALGetRasterCount(open->source) > 0 ? RIA_SUCCESS : fail_without_band(open);
  if (access(open->path, R_OK))
    return ria_fail(RIA_ERROR_IO,
                    "cannot read %s: %s; check the name (relative to the case) and the "
                    "permissions",
                    open->path, strerror(errno));
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s is not a raster that GDAL can read (%s): give a GeoTIFF, an ESRI ASCII grid, a "
      "netCDF file, ... (`gdalinfo FILE` shows what GDAL sees)",
      open->path, open->message.text);
}

/* Warp to another CRS, as a view that GDAL evaluates on reading; cells outside are NaN. */
static ria_status warp(open_raster *open, const char *crs) {
  char *arguments[] = {"-of",     "VRT",        "-t_srs", (char *)crs, "-r", "bilinear", "-ot",
                       "Float64", "-dstnodata", "nan",    "-et",       "0",  NULL};
  GDALWarpAppOptions *options = GDALWarpAppOptionsNew(arguments, NULL);
  int misused = 0;
  if (options)
    open->warped = GDALWarp("", NULL, 1, &open->source, options, &misused);
  GDALWarpAppOptionsFree(options);
  if (!open->warped)
    return ria_fail(RIA_ERROR_FORMAT, "%s cannot be brought from its CRS (%s) to %s: %s",
                    open->path, open->crs, crs, open->message.text);
  return RIA_SUCCESS;
}

/* Bring the view to the wanted CRS and remember that CRS. */
static ria_status settle_crs(open_raster *open, const char *wanted) {
  if (wanted)
    RIA_TRY(ria_crs_check(wanted));
  open->crs = ria_crs_name(GDALGetSpatialRef(open->source));
  open->lacks_crs = !open->crs && (!wanted || strcmp(wanted, RIA_CRS_LOCAL) != 0);
  if (wanted && !strcmp(wanted, RIA_CRS_LOCAL)) {
    ria_status status = ria_crs_metric(GDALGetSpatialRef(open->source), open->path);
    free(open->crs);
    open->crs = NULL;
    return status;
  }
  if (open->crs && wanted && !ria_crs_same(GDALGetSpatialRef(open->source), wanted))
    RIA_TRY(warp(open, wanted));
  else if (open->crs && !wanted)
    RIA_TRY(ria_crs_metric(GDALGetSpatialRef(open->source), open->path));
  if (wanted) {
    free(open->crs);
    open->crs = strdup(wanted);
    if (!open->crs)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of %s", open->path);
  }
  return RIA_SUCCESS;
}

static ria_status settle_transform(open_raster *open) {
  double *t = open->transform;
  if (GDALGetGeoTransform(view(open), t) != CE_None)
    return ria_fail(
        RIA_ERROR_FORMAT,
        "%s has no georeference, so its place is unknown: give it one, for instance with "
        "gdal_translate -a_ullr",
        open->path);
  if (t[2] != 0 || t[4] != 0 || !(t[1] > 0) || t[5] == 0)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s is rotated or mirrored: make it north-up first, for instance with gdalwarp",
                    open->path);
  return RIA_SUCCESS;
}

/* The frame of the whole raster, without values. */
static ria_raster frame_of(const open_raster *open) {
  const double *t = open->transform;
  ria_raster frame = {.nx = GDALGetRasterXSize(view(open)), .ny = GDALGetRasterYSize(view(open))};
  frame.x0 = t[0];
  frame.dx = t[1];
  frame.dy = fabs(t[5]);
  frame.y0 = t[5] < 0 ? t[3] - (double)frame.ny * frame.dy : t[3];
  return frame;
}

static ria_status fail_in_degrees(const char *path, const ria_raster *frame) {
  const ria_extent e = ria_raster_extent(frame);
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s names no coordinate reference system, and from (%.10g, %.10g) to (%.10g, %.10g) in cells "
      "of %g it looks like longitudes and latitudes, not metres: name its system (gdal_edit.py "
      "-a_srs EPSG:4326 FILE) and a projected one as grid.crs or with `ria import --crs`; if it is "
      "in metres, say 'crs: local'",
      path, e.x0, e.y0, e.x1, e.y1, frame->dx);
}

/* Whether the first band says that it holds depths, as variables of netCDF can. */
static bool says_depths(const open_raster *open) {
  static const char *const keys[] = {"standard_name", "long_name"};
  GDALRasterBandH band = GDALGetRasterBand(open->source, 1);
  const char *positive = GDALGetMetadataItem(band, "positive", NULL);
  if (positive)
    return !strcasecmp(positive, "down");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *name = GDALGetMetadataItem(band, keys[i], NULL);
    if (name && (!strncasecmp(name, "depth", 5) || strcasestr(name, "floor_depth")))
      return true;
  }
  return false;
}

static void swap_rows(double *a, double *b, ria_global nx) {
  for (ria_global x = 0; x < nx; x++) {
    double keep = a[x];
    a[x] = b[x];
    b[x] = keep;
  }
}

static void turn_upside_down(ria_raster *raster) {
  for (ria_global low = 0, high = raster->ny - 1; low < high; low++, high--)
    swap_rows(raster->values + low * raster->nx, raster->values + high * raster->nx, raster->nx);
}

/* Apply a packed band's scale and offset, and make holes NaN. */
static void finish_values(GDALRasterBandH band, const unsigned char *mask, ria_raster *raster) {
  int has_scale = 0, has_offset = 0;
  double scale = GDALGetRasterScale(band, &has_scale);
  double offset = GDALGetRasterOffset(band, &has_offset);
  for (ria_global i = 0; i < raster->nx * raster->ny; i++) {
    double value = raster->values[i];
    if (has_scale)
      value *= scale;
    if (has_offset)
      value += offset;
    raster->values[i] = mask[i] && fabs(value) < no_elevation ? value : NAN;
  }
}

static ria_status fail_cut_off(const open_raster *open) {
  return ria_fail(RIA_ERROR_CORRUPT, "%s cannot be read to its end (%s): get a fresh copy",
                  open->path, open->message.text);
}

/* To find a row of an ESRI ASCII grid GDAL reads all rows before it, and in a truncated file it
 * repeats this for each missing row: minutes for thousands of rows. Reading rows in order stops at
 * the first missing one. */
static ria_status find_rows(const open_raster *open, int before) {
  GDALRasterBandH band = GDALGetRasterBand(open->source, 1);
  int nx = GDALGetRasterXSize(open->source);
  if (strcmp(GDALGetDriverShortName(GDALGetDatasetDriver(open->source)), "AAIGrid") != 0)
    return RIA_SUCCESS;
  double *row = malloc((size_t)nx * sizeof *row);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a row of %s", open->path);
  CPLErr failed = CE_None;
  for (int y = 0; y < before && failed == CE_None; y++)
    failed = GDALRasterIO(band, GF_Read, 0, y, nx, 1, row, nx, 1, GDT_Float64, 0, 0);
  free(row);
  return failed == CE_None ? RIA_SUCCESS : fail_cut_off(open);
}

/* Read the cells of `raster`, a part of `frame`. */
static ria_status read_values(const open_raster *open, const ria_raster *frame,
                              const ria_window *window, ria_raster *raster) {
  GDALRasterBandH band = GDALGetRasterBand(view(open), 1);
  int nx = (int)raster->nx, ny = (int)raster->ny, first = (int)window->y0;
  bool north_up = open->transform[5] < 0;
  if (north_up)
    first = (int)(frame->ny - window->y1);
  RIA_TRY(find_rows(open, open->warped ? GDALGetRasterYSize(open->source) : first));
  size_t cells = (size_t)nx * (size_t)ny;
  unsigned char *mask = malloc(cells);
  raster->values = malloc(cells * sizeof(double));
  ria_status status = RIA_SUCCESS;
  if (!mask || !raster->values)
    status =
        ria_fail(RIA_ERROR_MEMORY, "no memory for the %d x %d cells of %s", nx, ny, open->path);
  else if (GDALRasterIO(band, GF_Read, (int)window->x0, first, nx, ny, raster->values, nx, ny,
                        GDT_Float64, 0, 0) != CE_None ||
           GDALRasterIO(GDALGetMaskBand(band), GF_Read, (int)window->x0, first, nx, ny, mask, nx,
                        ny, GDT_Byte, 0, 0) != CE_None)
    status = fail_cut_off(open);
  else
    finish_values(band, mask, raster);
  free(mask);
  if (status == RIA_SUCCESS && north_up)
    turn_upside_down(raster);
  return status;
}

static ria_status read_open(open_raster *open, const char *crs, const ria_extent *window,
                            ria_raster *raster) {
  RIA_TRY(open_source(open));
  RIA_TRY(settle_crs(open, crs));
  RIA_TRY(settle_transform(open));
  ria_raster frame = frame_of(open);
  ria_window cells;
  RIA_TRY(ria_frame_check(&frame, open->path));
  if (open->lacks_crs && ria_raster_in_degrees(&frame))
    return fail_in_degrees(open->path, &frame);
  RIA_TRY(ria_window_of(&frame, window, open->path, &cells));
  ria_raster part = ria_window_frame(&frame, &cells);
  ria_status status = read_values(open, &frame, &cells, &part);
  if (status != RIA_SUCCESS) {
    ria_raster_destroy(&part);
    return status;
  }
  part.crs = open->crs;
  part.depths = says_depths(open);
  open->crs = NULL;
  *raster = part;
  return RIA_SUCCESS;
}

static ria_status read_grid_file(const char *path, const char *crs, const ria_extent *window,
                                 ria_raster *raster) {
  ria_raster read;
  if (crs)
    RIA_TRY(ria_crs_check(crs));
  RIA_TRY(ria_grid_file_read(path, window, &read));
  bool local = crs && !strcmp(crs, RIA_CRS_LOCAL);
  if (!local && !read.crs && ria_raster_in_degrees(&read)) {
    ria_status status = fail_in_degrees(path, &read);
    ria_raster_destroy(&read);
    return status;
  }
  if (local) {
    free(read.crs);
    read.crs = NULL;
  }
  if (crs && read.crs && strcmp(crs, read.crs)) {
    ria_status status =
        ria_fail(RIA_ERROR_CASE,
                 "the grid file %s is in %.200s, not in %s: import its raster again "
                 "with --crs %s, or change grid.crs",
                 path, read.crs, crs, crs);
    ria_raster_destroy(&read);
    return status;
  }
  *raster = read;
  return RIA_SUCCESS;
}

static ria_status read_foreign(const char *path, const char *crs, const ria_extent *window,
                               ria_raster *raster) {
  open_raster open = {.path = path};
  ria_gdal_begin(&open.message);
  ria_status status = read_open(&open, crs, window, raster);
  close_raster(&open);
  ria_gdal_end();
  return status;
}

ria_status ria_raster_read(const char *path, const char *crs, const ria_extent *window,
                           ria_raster *raster) {
  ria_crash_sentence_begin(path);
  ria_status status = ria_grid_file_is(path) ? read_grid_file(path, crs, window, raster)
                                             : read_foreign(path, crs, window, raster);
  ria_crash_sentence_end();
  return status;
}
