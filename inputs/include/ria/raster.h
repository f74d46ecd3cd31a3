/** \file
 * Rasters of bed elevation: read from a grid file of ria or any file that GDAL can read, cut to a
 * window, resampled to a grid, and written as a grid file.
 *
 * Values are [ny][nx], x fastest, from the south-west corner, whatever the file's order. Holes
 * (nodata values, masked cells, NaN, values beyond 1e6 m) are NaN. Coordinates are metres in a
 * projected coordinate reference system (CRS).
 */
#ifndef RIA_RASTER_H
#define RIA_RASTER_H

#include <stdbool.h>
#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A rectangle in the plane, m; x0 < x1, y0 < y1. */
typedef struct {
  double x0, y0, x1, y1;
} ria_extent;

typedef struct {
  ria_global nx, ny; /**< cells */
  double x0, y0;     /**< outer corner of the south-west cell, m */
  double dx, dy;     /**< cell size, m */
  double *values;    /**< [ny][nx]; owned */
  char *crs;         /**< "EPSG:32629", or WKT without such a number; NULL: unknown; owned */
  bool depths;       /**< the file says that its values are depths, positive down */
} ria_raster;

/** A CRS for ria_raster_read(): a plane in metres with no place on Earth, such as a flume. */
#define RIA_CRS_LOCAL "local"

/** Read a raster (its first band) or a grid file.
 *
 * `crs` is the wanted CRS ("EPSG:32629", or another text that GDAL accepts); NULL: the file's. A
 * raster in another CRS is warped, bilinearly and at GDAL's resolution. A raster without a CRS is
 * taken to be in `crs`, unless its coordinates can only be degrees. RIA_CRS_LOCAL: coordinates are
 * metres, and `crs` of the raster is NULL. With `window`, only the cells that it touches are read,
 * and one more on each side; NULL: all.
 *
 * Errors: RIA_ERROR_IO (missing, unreadable), RIA_ERROR_FORMAT (not a raster, no georeference,
 * rotated, in degrees or feet, or probably in degrees), RIA_ERROR_ARGUMENT (no such CRS),
 * RIA_ERROR_CASE (the window is not inside the raster; the message has both extents),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. After an error `raster` is unchanged. */
ria_status ria_raster_read(const char *path, const char *crs, const ria_extent *window,
                           ria_raster *raster);
void ria_raster_destroy(ria_raster *raster);

/** The outer edges of a raster. */
ria_extent ria_raster_extent(const ria_raster *raster);

/** Check that no cell that touches `window` is a hole. Error: RIA_ERROR_FORMAT, with the number of
 * holes and the place of the first. */
ria_status ria_raster_whole(const ria_raster *raster, const ria_extent *window, const char *path);

/** Resample to a grid inside the raster; `values` [ny][nx] of the grid. Along each axis: the area
 * average where the grid is coarser, linear between cell centres where it is finer, and the
 * unchanged values where both agree. Error: RIA_ERROR_MEMORY. */
ria_status ria_raster_resample(const ria_raster *raster, const ria_grid *grid, double *values);

/** The same, but a cell is NaN if holes have more than half of its weights; else holes are left
 * out. `holes` counts the NaN cells. Error: RIA_ERROR_MEMORY. */
ria_status ria_raster_resample_known(const ria_raster *raster, const ria_grid *grid, double *values,
                                     ria_global *holes);

/** Cut a raster to the largest rectangle without the holes that reach its edges, such as the
 * corners after a rotation. Holes inside stay. `cut` (may be NULL) counts the removed cells.
 * Errors: RIA_ERROR_FORMAT (nothing is left), RIA_ERROR_MEMORY. */
ria_status ria_raster_crop(ria_raster *raster, const char *path, ria_global *cut);

/** The default elevation of holes that become land: the highest value, at least 10 m. NaN is
 * skipped. */
double ria_land_level(ria_global cells, const double *elevation);

/** Whether the coordinates of a raster without a CRS can only be longitudes and latitudes. */
bool ria_raster_in_degrees(const ria_raster *raster);

/** The number of cells of about `size` that fit into a length, at least 1. Cells are then resized
 * to fill the length. */
ria_global ria_cells_of(double length, double size);

/** Check that a CRS is RIA_CRS_LOCAL or a projected one in metres. Error: RIA_ERROR_ARGUMENT. */
ria_status ria_crs_check(const char *name);
/** The latitude of a place in a CRS, degrees. False if it is not known. */
bool ria_crs_latitude(const char *name, double x, double y, double *latitude);

/* ---- grid files: HDF5 in the layout of netCDF-4 ----
 * Dimensions y, x with coordinate variables (m, cell centres); `bed` [y][x] (m, up positive),
 * chunked, deflated, Fletcher-32; `crs` with crs_wkt (CF grid mapping). Root attributes: format =
 * "ria grid", version = 1, Conventions, title, source, history, crs, x0, y0, dx, dy. */

/** Metadata of a grid file; strings are borrowed, NULL: left out. */
typedef struct {
  const char *title;
  const char *source;  /**< the file that it was made from */
  const char *history; /**< date and command */
} ria_grid_note;

/** Whether `path` is a grid file of ria or a damaged HDF5 file; false if it cannot be read. */
bool ria_grid_file_is(const char *path);

/** Write a grid file to a temporary name, flush it and rename it, so that `path` is either whole or
 * unchanged. A seal (ria/seal.h) covers all but the chunks of the bed, which have Fletcher-32.
 * Error: RIA_ERROR_IO. */
ria_status ria_grid_file_write(const char *path, const ria_raster *raster,
                               const ria_grid_note *note);

/** Read a grid file; window as in ria_raster_read(). Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT,
 * RIA_ERROR_CORRUPT, RIA_ERROR_CASE, RIA_ERROR_MEMORY. */
ria_status ria_grid_file_read(const char *path, const ria_extent *window, ria_raster *raster);

/** The options of `ria import`. */
typedef struct {
  const char *source, *target; /**< file names */
  const char *crs;             /**< wanted CRS, or NULL: the source's */
  bool has_window;
  ria_extent window; /**< m, in the wanted CRS; else all of the source */
  double resolution; /**< m; 0: the source's */
  double offset;     /**< added to bed elevations, m */
  bool depths;       /**< the source holds depths below datum, not elevations */
  bool land;         /**< cells without data become land */
  double land_level; /**< its elevation in the result, m; NAN: ria_land_level() */
  bool crop; /**< crop to the largest rectangle without margins of no data; excludes a window */
  const char *note; /**< the command as given, for the file's history */
} ria_import_options;

/** How ria_import() filled cells without data. */
typedef struct {
  ria_global filled, cut; /**< cells that became land; cells of the source that were cut */
  double land_level;      /**< m */
  bool says_depths;       /**< the source says that it holds depths */
} ria_import_report;

/** Read a length such as "100 m", "2.5km" or "-0.3", in m. Error: RIA_ERROR_ARGUMENT. */
ria_status ria_length_read(const char *text, double *metres);

/** Read four lengths, "x0,y0,x1,y1". Error: RIA_ERROR_ARGUMENT. */
ria_status ria_extent_read(const char *text, ria_extent *extent);

/** Make a grid file from a raster. `made` is the resulting grid, `report` (may be NULL) the fate of
 * cells without data. An existing target is replaced only if it is a grid file or empty, and not
 * part of the source. Errors: RIA_ERROR_ARGUMENT or RIA_ERROR_IO for such a target; others as
 * ria_raster_read(), ria_raster_whole() and ria_grid_file_write(). */
ria_status ria_import(const ria_import_options *options, ria_raster *made,
                      ria_import_report *report);

#ifdef __cplusplus
}
#endif
#endif
