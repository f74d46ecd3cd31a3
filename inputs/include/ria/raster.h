/** \file
 * Rasters of bed elevation: read from any file that GDAL knows or from a grid file of ria, cut to a
 * window, resampled to a grid, and written as a grid file.
 *
 * Values lie as [ny][nx], x fastest, from the south-west corner, whatever the file's own order;
 * holes (the file's nodata value, masked cells, NaN, values beyond 1e6 m) are NaN. Coordinates are
 * metres in a projected coordinate reference system (CRS).
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
  char *crs;         /**< "EPSG:32629", or WKT where it has no such number; NULL: unknown; owned */
  bool depths;       /**< the file says of itself that its values are depths, positive down */
} ria_raster;

/** A CRS for ria_raster_read(): a plane in metres of its own, such as a flume. */
#define RIA_CRS_LOCAL "local"

/** Read a raster (its first band) or a grid file.
 *
 * `crs` is the wanted CRS ("EPSG:32629", or what else GDAL takes); NULL: the file's own. A raster
 * in another CRS is warped (bilinear, at the resolution that GDAL finds natural); one that has none
 * is believed to be in `crs`, unless its coordinates can only be degrees. RIA_CRS_LOCAL: metres
 * whatever the coordinates look like, and `crs` of the raster is NULL. With `window` only the cells
 * that touch it are read, and one more around them where there is one; NULL: all.
 *
 * Errors: RIA_ERROR_IO (missing, unreadable), RIA_ERROR_FORMAT (not a raster, no georeference,
 * rotated, in degrees or feet, or probably in degrees), RIA_ERROR_ARGUMENT (no such CRS),
 * RIA_ERROR_CASE (the window is not inside the raster: both extents are told), RIA_ERROR_CORRUPT,
 * RIA_ERROR_MEMORY. `raster` is untouched then. */
ria_status ria_raster_read(const char *path, const char *crs, const ria_extent *window,
                           ria_raster *raster);
void ria_raster_destroy(ria_raster *raster);

/** The outer edges of a raster. */
ria_extent ria_raster_extent(const ria_raster *raster);

/** Check that no cell that touches `window` is a hole. Error: RIA_ERROR_FORMAT, with the number of
 * holes and the cell and coordinates of the first. */
ria_status ria_raster_whole(const ria_raster *raster, const ria_extent *window, const char *path);

/** Values on a grid inside the raster, `values` [ny][nx] of the grid: along each axis the area
 * average where the grid is coarser than the raster, linear between cell centres where it is finer,
 * the very values where resolution and origin agree. Error: RIA_ERROR_MEMORY. */
ria_status ria_raster_resample(const ria_raster *raster, const ria_grid *grid, double *values);

/** The same, but a cell of the grid is NaN if more than half of it (of its weights) is holes; else
 * it has the value of the rest. `holes` counts these cells. Error: RIA_ERROR_MEMORY. */
ria_status ria_raster_resample_known(const ria_raster *raster, const ria_grid *grid, double *values,
                                     ria_global *holes);

/** Cut a raster to the largest rectangle without the holes that reach its edges, such as the
 * corners that a rotation leaves; holes inside stay. `cut` counts the cells that go, and may be
 * NULL. Errors: RIA_ERROR_FORMAT (nothing is left; `path` is named), RIA_ERROR_MEMORY. */
ria_status ria_raster_crop(ria_raster *raster, const char *path, ria_global *cut);

/** Elevation that holes become unless one is given: that of the highest value, at least 10 m. NaN
 * values are skipped. */
double ria_land_level(ria_global cells, const double *elevation);

/** Whether the frame of a raster without a CRS can only be longitudes and latitudes. */
bool ria_raster_in_degrees(const ria_raster *raster);

/** Cut a length into cells of `size`: their number is the nearest whole number and their size is
 * changed to fit, so the extent stays as it was asked for. At least 1 cell. */
ria_global ria_cells_of(double length, double size);

/** Check that a CRS that a user named is a projected one in metres, or RIA_CRS_LOCAL. Error:
 * RIA_ERROR_ARGUMENT. */
ria_status ria_crs_check(const char *name);
/** Latitude of a place in a CRS, degrees. False if it cannot be told. */
bool ria_crs_latitude(const char *name, double x, double y, double *latitude);

/* ---- grid files: HDF5 in the layout of netCDF-4 ----
 * Dimensions y, x with coordinate variables (m, cell centres); `bed` [y][x] (m, up positive),
 * chunked, deflated, Fletcher-32; `crs` with crs_wkt (CF grid mapping). Root attributes: format =
 * "ria grid", version = 1, Conventions, title, source, history, crs, x0, y0, dx, dy. */

/** Where a grid file comes from; strings are borrowed, NULL: left out. */
typedef struct {
  const char *title;
  const char *source;  /**< what it was made from */
  const char *history; /**< how: date and command */
} ria_grid_note;

/** Whether `path` is a grid file of ria, or an HDF5 file that is damaged (false if it cannot be
 * read). */
bool ria_grid_file_is(const char *path);

/** Write a grid file: to a temporary name beside `path`, flushed, then renamed, so that `path` is
 * whole or as it was. A seal (ria/seal.h) covers all but the chunks of the bed, which have
 * Fletcher-32. Error: RIA_ERROR_IO. */
ria_status ria_grid_file_write(const char *path, const ria_raster *raster,
                               const ria_grid_note *note);

/** Read a grid file; window as in ria_raster_read(). Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT,
 * RIA_ERROR_CORRUPT, RIA_ERROR_CASE, RIA_ERROR_MEMORY. */
ria_status ria_grid_file_read(const char *path, const ria_extent *window, ria_raster *raster);

/** What `ria import` does. */
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
  bool crop;         /**< to the largest rectangle without margins of no data; not with a window */
  const char *note;  /**< for the file's history: the command as given */
} ria_import_options;

/** What ria_import() did to cells without data. */
typedef struct {
  ria_global filled, cut; /**< cells of the result that became land; of the source that were cut */
  double land_level;      /**< m */
  bool says_depths;       /**< the source says that it holds depths */
} ria_import_report;

/** A length as people write it, "100 m", "2.5km", "-0.3", in m. Error: RIA_ERROR_ARGUMENT. */
ria_status ria_length_read(const char *text, double *metres);

/** Four lengths, "x0,y0,x1,y1". Error: RIA_ERROR_ARGUMENT. */
ria_status ria_extent_read(const char *text, ria_extent *extent);

/** Make a grid file from a raster; tells the grid that was made, and in `report` (may be NULL) what
 * became of cells without data. A target that is there is replaced only if it is a grid file or
 * empty, and not if the raster is read from it. Errors: RIA_ERROR_ARGUMENT or RIA_ERROR_IO for such
 * a target, and as ria_raster_read(),
 * ria_raster_whole() and ria_grid_file_write(). */
ria_status ria_import(const ria_import_options *options, ria_raster *made,
                      ria_import_report *report);

#ifdef __cplusplus
}
#endif
#endif
