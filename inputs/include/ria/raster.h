/** \file
 * Rasters of bed elevation or of another quantity: read from a grid file of ria or any file that
 * GDAL can read, cut to a window, resampled to a grid, and written as a grid file.
 *
 * Values are [ny][nx], x fastest, from the south-west corner, whatever the file's order. Holes
 * (nodata values, masked cells, NaN, values beyond 1e6 m) are NaN. Scale, offset and unit of the
 * file are applied: elevations and coordinates are metres, in a projected coordinate reference
 * system (CRS).
 */
#ifndef RIA_RASTER_H
#define RIA_RASTER_H

#include <stdbool.h>
#include "ria/attribute.h"
#include "ria/grid.h"
#include "ria/status.h"
#include "ria/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A rectangle in the plane, m; x0 < x1, y0 < y1. */
typedef struct {
  double x0, y0, x1, y1;
} ria_extent;

enum { RIA_RASTER_NOTES = 8, RIA_NODATA_VALUES = 8 };

/** How a file was converted to elevations in metres: one sentence for each step. */
typedef struct {
  int count;
  char *text[RIA_RASTER_NOTES]; /**< owned */
} ria_raster_notes;
void ria_raster_notes_destroy(ria_raster_notes *notes);

typedef struct {
  ria_global nx, ny;      /**< cells */
  double x0, y0;          /**< outer corner of the south-west cell, m */
  double dx, dy;          /**< cell size, m */
  double *values;         /**< [ny][nx]; owned */
  char *crs;              /**< "EPSG:32629", or WKT if the CRS has no number; NULL: unknown; owned
                           */
  bool depths;            /**< the file declares its values as depths, positive down */
  ria_raster_notes notes; /**< conversions, and choices among several; owned */
} ria_raster;

/** The quantity that a raster holds: how its values are read, and its words in messages. Texts are
 * borrowed. */
typedef struct {
  const char *key;      /**< of the case, to which advice in messages refers: "bathymetry" */
  const char *one;      /**< "the bed" */
  const char *values;   /**< "bed elevations" */
  const char *unit;     /**< of the values after reading; "": none */
  bool classes;         /**< values are numbers of classes: no interpolation, no search for fill
                             values */
  const char *variable; /**< the key that names the variable; NULL: "variable" */
} ria_raster_subject;

/** The bed: the default subject of a raster. */
extern const ria_raster_subject ria_raster_bed;

/** The meaning of a file's numbers, if the file does not give it or is wrong. All zero: as in the
 * file. Texts are borrowed. */
typedef struct {
  const ria_raster_subject *subject; /**< NULL: ria_raster_bed */
  const char *variable;              /**< in a file of several variables (netCDF, HDF5); NULL: the
                                          only one */
  int band;                          /**< in a file of several bands, from 1; 0: the only one */
  const char *time; /**< instead of a band: an instant, or a number of the file's time axis */
  const char *unit; /**< of the values; NULL: the file's unit, or the subject's if the file has none
                     */
  int nodata_count; /**< no-data values in addition to those that the file declares */
  double nodata[RIA_NODATA_VALUES]; /**< as the file stores them, before scale and unit */
  bool all_data;                    /**< all other values are data, even unusual ones */
} ria_raster_meaning;

/** Read a word about cells without data: "land" (sets *land), "none" (`all_data`), "error", or a
 * no-data value. Error: RIA_ERROR_ARGUMENT. */
ria_status ria_nodata_read(const char *text, ria_raster_meaning *meaning, bool *land);

/** A CRS for ria_raster_read(): a plane in metres without a place on Earth, such as a flume. */
#define RIA_CRS_LOCAL "local"

/** Read the band of a raster, or a grid file.
 *
 * `crs` is the wanted CRS ("EPSG:32629", or another text that GDAL accepts); NULL: the file's. A
 * raster in another CRS is warped, bilinearly and at GDAL's resolution. A raster without a CRS is
 * assumed to be in `crs`, unless its coordinates can only be degrees. RIA_CRS_LOCAL: coordinates
 * are metres, and `crs` of the raster is NULL. With `window`, only the cells that it touches are
 * read, plus one cell on each side; NULL: all cells.
 *
 * Errors: RIA_ERROR_IO (missing, unreadable), RIA_ERROR_FORMAT (not a raster, no georeference,
 * rotated, in degrees or feet, or probably in degrees; see also ria_raster_read_as()),
 * RIA_ERROR_ARGUMENT (no such CRS), RIA_ERROR_CASE (the window is not inside the raster; the
 * message has both extents), RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. After an error `raster` is
 * unchanged. */
ria_status ria_raster_read(const char *path, const char *crs, const ria_extent *window,
                           ria_raster *raster);

/** As ria_raster_read(), with the user's `meaning` of the file (may be NULL). The function does not
 * guess. It returns RIA_ERROR_FORMAT, with the available choices and the key that selects one, for
 * a file of several variables, bands or times, an unknown or contradictory unit, a picture or a map
 * of classes, and undeclared values that look like fill values (values/fill.h). */
ria_status ria_raster_read_as(const char *path, const char *crs, const ria_extent *window,
                              const ria_raster_meaning *meaning, ria_raster *raster);
void ria_raster_destroy(ria_raster *raster);

/** A band of a raster to be written; all borrowed. */
typedef struct {
  ria_global nx, ny;
  double x0, y0, dx, dy; /**< as of ria_raster */
  const char *crs;       /**< as of ria_raster; NULL: unknown */
  const float *values;   /**< [ny][nx], from the south-west corner; NAN: no data */
  const char *what, *unit;
} ria_raster_plane;

/** Write a compressed GeoTIFF of one band. An existing file is replaced only when the new one is
 * complete. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_raster_write_tiff(const char *path, const ria_raster_plane *plane);

/** Append a description of a raster (other than HDF5) on several lines, such as "bed.tif: GTiff
 * (GeoTIFF), 20 x 10 cells of 100 x 100, EPSG:32629". Error: RIA_ERROR_FORMAT. */
ria_status ria_raster_describe(const char *path, ria_text *text);

/** The outer edges of a raster. */
ria_extent ria_raster_extent(const ria_raster *raster);

/** Advice for messages about holes of a bed. */
#define RIA_RASTER_TO_LAND "make it land (bathymetry.nodata: land, or `ria import --nodata land`)"

/** Check that no cell that touches `window` is a hole. Error: RIA_ERROR_FORMAT, with the number of
 * holes, the place of the first and the `advice` ("make it land (...)"). */
ria_status ria_raster_whole(const ria_raster *raster, const ria_extent *window, const char *path,
                            const char *advice);

/** Resample to a grid inside the raster; `values` [ny][nx] of the grid. Along each axis: the area
 * average where the grid is coarser, linear between cell centres where it is finer, and the
 * unchanged values where both agree. Error: RIA_ERROR_MEMORY. */
ria_status ria_raster_resample(const ria_raster *raster, const ria_grid *grid, double *values);

/** As ria_raster_resample(), for a raster with holes: a cell is NaN if holes have more than half of
 * its weight; otherwise holes are ignored. `holes` counts the NaN cells. Error: RIA_ERROR_MEMORY.
 */
ria_status ria_raster_resample_known(const ria_raster *raster, const ria_grid *grid, double *values,
                                     ria_global *holes);

/** As ria_raster_resample_known(), for values that belong to classes: a finer grid gets the value
 * of the raster's cell at the centre, because there is no value between two classes. */
ria_status ria_raster_resample_classes(const ria_raster *raster, const ria_grid *grid,
                                       double *values, ria_global *holes);

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
/** Bring places in a CRS to longitudes and latitudes in degrees (WGS 84), in place, and back. False
 * if that is not known. */
bool ria_crs_to_degrees(const char *name, int count, double *x, double *y);
bool ria_crs_from_degrees(const char *name, int count, double *x, double *y);

/** Where an atlas has the amplitude and the Greenwich phase of one constituent, on a grid of
 * longitudes and latitudes. Texts are borrowed. */
typedef struct {
  const char *path, *key;        /**< key of the case, for messages: "boundaries.0.along.atlas.0" */
  const char *amplitude, *phase; /**< variables; NULL: by their usual names */
  int band;                      /**< of both, from 1; 0: the only one */
  const char *unit;              /**< of the amplitude; NULL: as the file says, else m */
} ria_atlas;

/** Read a constituent at `places`, in degrees: out[0] is the amplitude in m times the cosine of the
 * phase, out[1] times its sine, both bilinear between the nodes; nodes without data, or of
 * amplitude 0, are left out; NaN where all four are. Longitudes may count from -180 or from 0.
 * *spacing: of the nodes, in degrees. Blocking, not collective. Errors: those of
 * ria_raster_read_as(), RIA_ERROR_FORMAT (no grid of degrees; the two have different grids; no such
 * variable, with those that there are), RIA_ERROR_CASE (a place outside). */
ria_status ria_atlas_read(const ria_atlas *atlas, int places, const double *longitude,
                          const double *latitude, double *const out[2], double *spacing,
                          ria_raster_notes *notes);

enum { RIA_CRS_ATTRIBUTES = 16 };

/** A CRS as files of the CF conventions describe it: attributes of the variable `crs`, among them
 * its WKT 2 (`crs_wkt`, `spatial_ref`). The texts of the attributes are the owned ones. */
typedef struct {
  int attributes;
  ria_attribute attribute[RIA_CRS_ATTRIBUTES];
  char *name; /**< "EPSG:32629", or what a CRS without such a number is called; owned */
  char *wkt;  /**< owned */
} ria_crs_mapping;

/** Describe a CRS. No attributes for NULL, or a name that GDAL does not know. Error:
 * RIA_ERROR_MEMORY. */
ria_status ria_crs_map(const char *name, ria_crs_mapping *mapping);
void ria_crs_mapping_destroy(ria_crs_mapping *mapping);

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
  ria_extent window;          /**< m, in the wanted CRS; else all of the source */
  double resolution;          /**< m; 0: the source's */
  ria_raster_meaning meaning; /**< of the source's numbers */
  double offset;              /**< added to bed elevations, m */
  bool depths;                /**< the source holds depths below datum, not elevations */
  bool land;                  /**< cells without data become land */
  double land_level;          /**< its elevation in the result, m; NAN: ria_land_level() */
  bool crop; /**< crop to the largest rectangle without margins of no data; excludes a window */
  const char *note; /**< the command as given, for the file's history */
} ria_import_options;

/** How ria_import() filled cells without data. */
typedef struct {
  ria_global filled, cut; /**< cells that became land; cells of the source that were cut */
  double land_level;      /**< m */
  bool says_depths;       /**< the source says that it holds depths */
  ria_raster_notes notes; /**< owned by the caller */
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
