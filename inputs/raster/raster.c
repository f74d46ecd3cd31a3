#include "ria/raster.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "crash_sentence.h"
#include "crs.h"
#include "no_data.h"
#include "raster_file.h"

void ria_raster_notes_destroy(ria_raster_notes *notes) {
  for (int i = 0; i < notes->count; i++)
    free(notes->text[i]);
  *notes = (ria_raster_notes){0};
}

void ria_raster_destroy(ria_raster *raster) {
  if (!raster)
    return;
  free(raster->values);
  free(raster->crs);
  ria_raster_notes_destroy(&raster->notes);
  *raster = (ria_raster){0};
}

/* The frame of the whole raster, without values. */
static ria_raster frame_of(const raster_open_file *source) {
  const double *t = source->transform;
  GDALDatasetH view = source->warped ? source->warped : source->data;
  ria_raster frame = {.nx = GDALGetRasterXSize(view), .ny = GDALGetRasterYSize(view)};
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

/* Whether the band (a netCDF variable) or its vertical axis declares the values as depths. */
static bool says_depths(const raster_open_file *source) {
  static const char *const keys[] = {"standard_name", "long_name"};
  GDALRasterBandH band = GDALGetRasterBand(source->data, source->band);
  const char *positive = GDALGetMetadataItem(band, "positive", NULL);
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  OGRAxisOrientation axis = OAO_Other;
  if (positive)
    return !strcasecmp(positive, "down");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *name = GDALGetMetadataItem(band, keys[i], NULL);
    if (name && (!strncasecmp(name, "depth", 5) || strcasestr(name, "floor_depth")))
      return true;
  }
  if (srs && OSRIsCompound(srs))
    OSRGetAxis(srs, NULL, 2, &axis);
  return axis == OAO_Down;
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

/* Read the cells of `raster`, a part of `frame`. */
static ria_status read_values(raster_open_file *source, const ria_raster *frame,
                              const raster_window *window, ria_raster *raster) {
  raster_window rows = *window; /* from the first row of the file */
  const bool north_up = source->transform[5] < 0;
  if (north_up) {
    rows.y0 = frame->ny - window->y1;
    rows.y1 = frame->ny - window->y0;
  }
  RIA_TRY(source->warped ? raster_file_read_warped(source, &rows, &raster->values)
                         : raster_file_read(source, &rows, &raster->values));
  if (north_up)
    turn_upside_down(raster);
  return RIA_SUCCESS;
}

static ria_status read_open(raster_open_file *source, const char *crs, const ria_extent *window,
                            ria_raster *raster) {
  RIA_TRY(raster_file_open(source));
  RIA_TRY(raster_file_choose_band(source));
  RIA_TRY(raster_file_place(source, crs));
  ria_raster frame = frame_of(source);
  raster_window cells;
  RIA_TRY(raster_frame_check(&frame, source->path));
  if (source->lacks_crs && ria_raster_in_degrees(&frame))
    return fail_in_degrees(source->path, &frame);
  RIA_TRY(raster_window_of(&frame, window, source->path, &cells));
  ria_raster part = raster_window_frame(&frame, &cells);
  RIA_TRY(read_values(source, &frame, &cells, &part));
  part.crs = source->crs;
  part.depths = says_depths(source);
  part.notes = source->notes;
  source->crs = NULL;
  source->notes = (ria_raster_notes){0};
  *raster = part;
  return RIA_SUCCESS;
}

/* A grid file of ria holds one bed, in metres. */
static ria_status check_grid_file(const char *path, const ria_raster_meaning *meaning,
                                  ria_raster *read) {
  if (meaning->subject && meaning->subject != &ria_raster_bed)
    return ria_fail(RIA_ERROR_CASE, "the grid file %s holds a bed, not %s", path,
                    meaning->subject->values);
  if (meaning->variable || meaning->time || meaning->unit || meaning->band)
    return ria_fail(
        RIA_ERROR_CASE,
        "the grid file %s holds one bed, in metres: leave out variable, band, time and unit", path);
  const raster_no_data told = {.path = path, .meaning = meaning};
  return raster_no_data_remove(&told, (values_fill_type){0, 0}, (size_t)(read->nx * read->ny),
                               read->values);
}

static ria_status read_grid_file(const char *path, const char *crs, const ria_extent *window,
                                 const ria_raster_meaning *meaning, ria_raster *raster) {
  ria_raster read;
  if (crs)
    RIA_TRY(ria_crs_check(crs));
  RIA_TRY(ria_grid_file_read(path, window, &read));
  ria_status checked = check_grid_file(path, meaning, &read);
  if (checked != RIA_SUCCESS) {
    ria_raster_destroy(&read);
    return checked;
  }
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
                               const ria_raster_meaning *meaning, ria_raster *raster) {
  raster_open_file source = {.path = path, .meaning = meaning};
  raster_gdal_begin(&source.message);
  ria_status status = read_open(&source, crs, window, raster);
  raster_file_close(&source);
  raster_gdal_end();
  return status;
}

ria_status ria_raster_read_as(const char *path, const char *crs, const ria_extent *window,
                              const ria_raster_meaning *meaning, ria_raster *raster) {
  static const ria_raster_meaning nothing = {0};
  const ria_raster_meaning *as = meaning ? meaning : &nothing;
  raster_crash_sentence_begin(path);
  ria_status status = ria_grid_file_is(path) ? read_grid_file(path, crs, window, as, raster)
                                             : read_foreign(path, crs, window, as, raster);
  raster_crash_sentence_end();
  return status;
}

ria_status ria_raster_read(const char *path, const char *crs, const ria_extent *window,
                           ria_raster *raster) {
  return ria_raster_read_as(path, crs, window, NULL, raster);
}
