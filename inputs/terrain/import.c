/* Conversion of a raster to a grid file. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "case/plausible.h"
#include "ria/raster.h"
#include "raster/files.h"
#include "units/units.h"

ria_status ria_length_read(const char *text, double *metres) {
  units_result result = units_read(text, RIA_LENGTH, metres);
  if (result.fault != UNITS_FINE)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "'%.80s' is not a length: give a number of metres, or one with "
                    "its unit, such as 2.5km",
                    text);
  return RIA_SUCCESS;
}

ria_status ria_extent_read(const char *text, ria_extent *extent) {
  double *const edge[] = {&extent->x0, &extent->y0, &extent->x1, &extent->y1};
  char *copy = strdup(text), *rest = copy;
  ria_status status = copy ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", text);
  for (int i = 0; i < 4 && status == RIA_SUCCESS; i++) {
    char *part = strsep(&rest, ",");
    if (!part || (i == 3 && rest))
      status = ria_fail(RIA_ERROR_ARGUMENT, "'%.200s' is not a window: give x0,y0,x1,y1", text);
    else
      status = ria_length_read(part, edge[i]);
  }
  free(copy);
  return status;
}

/* Cells larger than the whole grid mean that the unit is wrong. */
static ria_status check_cells(const ria_import_options *options, const ria_extent *extent) {
  double width = extent->x1 - extent->x0, height = extent->y1 - extent->y0;
  if (options->resolution <= fmax(width, height))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "cells of %g m are larger than the whole grid, which is %g m x %g m: give a "
                  "smaller resolution",
                  options->resolution, width, height);
}

static ria_status judge_cell(const ria_import_options *options, double size) {
  ria_text text = {0};
  ria_status status = RIA_SUCCESS;
  if (case_plausible_judge(case_plausible_find(case_plausible_rows, "grid.resolution"), size,
                           &text) == CASE_IMPOSSIBLE)
    status = ria_fail(RIA_ERROR_ARGUMENT, "%s: a cell of %s", options->source,
                      text.failed ? "this size is not possible" : text.data);
  ria_text_destroy(&text);
  return status;
}

/* The cells of the grid file: the raster's own unless the user asks for others. */
static ria_grid settle_grid(const ria_import_options *options, const ria_raster *raster,
                            const ria_extent *extent) {
  double dx = options->resolution > 0 ? options->resolution : raster->dx;
  double dy = options->resolution > 0 ? options->resolution : raster->dy;
  double width = extent->x1 - extent->x0, height = extent->y1 - extent->y0;
  ria_grid grid = {.cells[0] = ria_cells_of(width, dx), .cells[1] = ria_cells_of(height, dy)};
  grid.origin[0] = extent->x0;
  grid.origin[1] = extent->y0;
  grid.spacing[0] = width / (double)grid.cells[0];
  grid.spacing[1] = height / (double)grid.cells[1];
  return grid;
}

/* Convert depths to elevations and add the offset. */
static void shift(const ria_import_options *options, ria_raster *made) {
  double sign = options->depths ? -1 : 1;
  for (ria_global i = 0; i < made->nx * made->ny; i++)
    made->values[i] = sign * made->values[i] + options->offset;
}

/* Holes become land, at the level of the result. */
static void fill(const ria_import_options *options, ria_raster *made, ria_import_report *report) {
  const ria_global cells = made->nx * made->ny;
  report->land_level =
      isnan(options->land_level) ? ria_land_level(cells, made->values) : options->land_level;
  for (ria_global i = 0; i < cells; i++)
    if (isnan(made->values[i]))
      made->values[i] = report->land_level;
}

static ria_status make(const ria_import_options *options, const ria_raster *raster,
                       ria_raster *made, ria_import_report *report) {
  ria_extent extent = options->has_window ? options->window : ria_raster_extent(raster);
  if (!options->land)
    RIA_TRY(ria_raster_whole(raster, &extent, options->source, RIA_RASTER_TO_LAND));
  RIA_TRY(check_cells(options, &extent));
  ria_grid grid = settle_grid(options, raster, &extent);
  RIA_TRY(judge_cell(options, fmax(grid.spacing[0], grid.spacing[1])));
  made->nx = grid.cells[0];
  made->ny = grid.cells[1];
  made->x0 = grid.origin[0];
  made->y0 = grid.origin[1];
  made->dx = grid.spacing[0];
  made->dy = grid.spacing[1];
  made->values = malloc((size_t)grid.cells[0] * (size_t)grid.cells[1] * sizeof *made->values);
  if (!made->values || (raster->crs && !(made->crs = strdup(raster->crs))))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %lld x %lld cells", (long long)grid.cells[0],
                    (long long)grid.cells[1]);
  if (!options->land)
    RIA_TRY(ria_raster_resample(raster, &grid, made->values));
  else
    RIA_TRY(ria_raster_resample_known(raster, &grid, made->values, &report->filled));
  shift(options, made);
  if (options->land)
    fill(options, made, report);
  return RIA_SUCCESS;
}

static ria_status save(const ria_import_options *options, const ria_raster *made) {
  time_t now = time(NULL);
  struct tm date;
  char *history = NULL, day[32];
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &date));
  if (asprintf(&history, "%s: %s", day, options->note ? options->note : "ria import") < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to write %s", options->target);
  ria_grid_note note = {"bed elevation", options->source, history};
  ria_status status = ria_grid_file_write(options->target, made, &note);
  free(history);
  return status;
}

static ria_status check_options(const ria_import_options *options) {
  const ria_extent *w = &options->window;
  if (options->has_window && (!(w->x0 < w->x1) || !(w->y0 < w->y1)))
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "the window (%.10g, %.10g) to (%.10g, %.10g) is empty: give x0,y0,x1,y1 with x0 < "
        "x1 and y0 < y1",
        w->x0, w->y0, w->x1, w->y1);
  if (!(options->resolution >= 0) || !isfinite(options->resolution) || !isfinite(options->offset))
    return ria_fail(RIA_ERROR_ARGUMENT, "the resolution must be above zero, and the offset finite");
  if (options->crop && options->has_window)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a window and cropping both say where the grid ends: give one of the two");
  return RIA_SUCCESS;
}

/* Replace only a grid file or an empty file, and never a file of the source. */
static ria_status check_target(const ria_import_options *options) {
  struct stat target;
  if (stat(options->target, &target))
    return errno == ENOENT || errno == ENOTDIR
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_IO, "cannot look at %s: %s", options->target, strerror(errno));
  if (raster_reads(options->source, &target))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s belongs to the raster that is to be read, %s; name another file with -o",
                    options->target, options->source);
  if (S_ISREG(target.st_mode) && (!target.st_size || ria_grid_file_is(options->target)))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO,
                  "%s is there already and is not a grid file of ria, so it is not replaced; "
                  "remove it, or name another file with -o",
                  options->target);
}

ria_status ria_import(const ria_import_options *options, ria_raster *made,
                      ria_import_report *report) {
  ria_raster raster, grid = {0};
  ria_import_report spare;
  if (!report)
    report = &spare;
  *report = (ria_import_report){0};
  RIA_TRY(check_options(options));
  RIA_TRY(check_target(options));
  RIA_TRY(ria_raster_read_as(options->source, options->crs,
                             options->has_window ? &options->window : NULL, &options->meaning,
                             &raster));
  report->says_depths = raster.depths;
  ria_status status = RIA_SUCCESS;
  if (options->crop)
    status = ria_raster_crop(&raster, options->source, &report->cut);
  if (status == RIA_SUCCESS)
    status = make(options, &raster, &grid, report);
  if (status == RIA_SUCCESS && report != &spare) {
    report->notes = raster.notes;
    raster.notes = (ria_raster_notes){0};
  }
  ria_raster_destroy(&raster);
  if (status == RIA_SUCCESS)
    status = save(options, &grid);
  if (status == RIA_SUCCESS)
    *made = grid;
  else
    ria_raster_destroy(&grid);
  return status;
}
