/** \file
 * Fields of a case: a quantity for each cell of a plane, such as the bed or a roughness. A key of
 * the kind RIA_KEY_FIELD reads one (ria_case_field in ria/case.h); here it is put onto a grid.
 */
#ifndef RIA_CASE_FIELD_H
#define RIA_CASE_FIELD_H

#include "ria/case.h"
#include "ria/raster.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RIA_FIELD_AT(member)                                                                       \
  .offset = offsetof(ria_case_field, member), .size = sizeof(((ria_case_field *)0)->member)
#define RIA_FIELD_ROW(member)                                                                      \
  .offset = offsetof(ria_case_field_row, member), .size = sizeof(((ria_case_field_row *)0)->member)

/* Tables: one key after another. */
/* clang-format off */

/** Keys that describe the numbers of a file. `of`: the quantity in texts, "the roughness"; `base`:
 * the unit if the file names none. */
#define RIA_FIELD_FILE_KEYS(of, base)                                                              \
  {"variable", RIA_KEY_TEXT, RIA_FIELD_AT(variable), .example = "elevation",                       \
   .what = "Variable of a file with several: " of "."},                                            \
  {"band", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, RIA_FIELD_AT(band), .instead = "time",      \
   .example = "2", .what = "Band of a raster with several, from 1."},                              \
  {"time", RIA_KEY_TEXT, RIA_FIELD_AT(time), .instead = "band", .example = "2021-01-01",           \
   .what = "Time of a file with several: an instant, or a number of its time axis."},              \
  {"unit", RIA_KEY_TEXT, RIA_FIELD_AT(unit), .example = "ft",                                      \
   .what = "Unit of the file's values, such as `ft`, `US survey foot` or `cm`. Without it: what "  \
           "the file says, else " base "."}

/** The keys of a field: for the table of a key of the kind RIA_KEY_FIELD, which ends with {0}. The
 * range (`range`, `low`, `high`) applies to a value. */
#define RIA_FIELD_KEYS(of, base, dim, range, low, high, sample)                                    \
  {"value", RIA_KEY_QUANTITY, range, dim, low, high, RIA_FIELD_AT(value),                          \
   .present = offsetof(ria_case_field, has_value), .example = sample,                              \
   .what = "The same everywhere."},                                                                \
  {"file", RIA_KEY_FILE, RIA_FIELD_AT(file), .example = "map.tif",                                 \
   .what = "A raster of " of ", which GDAL reads."},                                               \
  RIA_FIELD_FILE_KEYS(of, base),                                                                   \
  {"nodata", RIA_KEY_TEXTS, RIA_KEY_OR_TEXT, .count = offsetof(ria_case_field, nodata_count),      \
   RIA_FIELD_AT(nodata_words), .example = "-9999",                                                 \
   .what = "Values that mean no data, besides those that the file declares, or `none`."},          \
  {"classes", RIA_KEY_FILE, RIA_FIELD_AT(classes), .example = "landcover.tif",                     \
   .what = "A raster of classes; `values` has the value of each."},                                \
  {"polygons", RIA_KEY_FILE, RIA_FIELD_AT(polygons), .example = "zones.geojson",                   \
   .what = "Polygons. A cell has the value of the last one that holds its centre."},               \
  {"attribute", RIA_KEY_TEXT, RIA_FIELD_AT(attribute), .example = "class",                         \
   .what = "Attribute of the polygons: a class of `values`, or the value itself."},                \
  {"values", RIA_KEY_LIST, .keys = (const ria_key[]){                                              \
     {"class", RIA_KEY_TEXT, RIA_KEY_REQUIRED, RIA_FIELD_ROW(name), .example = "10",               \
      .what = "A class, or a value of the attribute."},                                            \
     {"value", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | (range), dim, low, high, RIA_FIELD_ROW(value), \
      .example = sample, .what = "Its value."},                                                    \
     {0}},                                                                                         \
   .identity = "class", .shorthand = "value", RIA_FIELD_AT(row),                                   \
   .count = offsetof(ria_case_field, rows), .record = sizeof(ria_case_field_row),                  \
   .what = "The value of each class, `{CLASS: value, ...}`."},                                     \
  {"table", RIA_KEY_FILE, RIA_FIELD_AT(table), .example = "table.csv",                             \
   .what = "CSV file of class and value, instead of `values`."},                                   \
  {"otherwise", RIA_KEY_QUANTITY, range, dim, low, high, RIA_FIELD_AT(otherwise),                  \
   .present = offsetof(ria_case_field, has_otherwise), .example = sample,                          \
   .what = "Value of cells without data, class or polygon. Without it they "                       \
           "are an error."}

/* clang-format on */

/** The quantity of a field: its words in messages and the range of its values. */
typedef struct {
  ria_raster_subject subject;
  double least, most; /**< other values are an error; -INFINITY, INFINITY: no limit */
} ria_case_field_use;

/** The meaning of a field's file. Texts are borrowed. *land: whether `nodata` has the word "land";
 * if `land` is NULL, that word is an error. Error: RIA_ERROR_ARGUMENT (a word of `nodata`). */
ria_status ria_case_field_meaning(const ria_case_field *field, const ria_raster_subject *subject,
                                  ria_raster_meaning *meaning, bool *land);

/** Put a field onto a grid: `values` [ny][nx], in the unit of `use`. A raster is resampled as by
 * ria_raster_resample(); for a raster of classes, values are averaged over the area of a cell; if
 * cells are smaller than the raster's, the class at the centre counts. `crs` is that of the grid,
 * NULL: unknown. Blocking, not collective.
 *
 * Errors: RIA_ERROR_CASE (the file does not cover the grid; a class without a value; cells without
 * a value and no `otherwise`; values out of range, with their number and the first cell), those of
 * ria_raster_read_as(), RIA_ERROR_MEMORY. `notes` (may be NULL; owned by the caller) gets a
 * sentence for each conversion. */
ria_status ria_case_field_lay(const ria_case_field *field, const ria_case_field_use *use,
                              const char *crs, const ria_grid *grid, double *values,
                              ria_raster_notes *notes);

#ifdef __cplusplus
}
#endif
#endif
