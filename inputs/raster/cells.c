/* Conversion of a band's numbers to values in the subject's unit: no data, scale and offset, unit.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "no_data.h"
#include "raster_file.h"
#include "units/unit_factor.h"
#include "units/units.h"

/* Larger than any elevation or other quantity of a map: infinity, and remains of damaged numbers.
 */
static const double no_value = 1e6;

/* value = number * scale + offset. */
typedef struct {
  double scale, offset;
} conversion;

static GDALRasterBandH bed_of(const raster_open_file *source) {
  return GDALGetRasterBand(source->data, source->band);
}

/* ---- units ---- */

/* The unit that the band names; NULL: none. */
static const char *band_unit(const raster_open_file *source) {
  static const char *const none[] = {"", "unknown", "none", "-", "n/a", "undefined"};
  const char *unit = GDALGetRasterUnitType(bed_of(source));
  unit = unit && *unit ? unit : GDALGetMetadataItem(bed_of(source), "units", NULL);
  for (size_t i = 0; unit && i < sizeof none / sizeof *none; i++)
    if (!strcasecmp(unit, none[i]))
      return NULL;
  return unit;
}

/* The unit of a compound CRS's vertical axis, in metres; 0: no such axis, or the values are not
 * elevations. */
static double vertical_axis(const raster_open_file *source, const char **name) {
  OGRSpatialReferenceH srs = GDALGetSpatialRef(source->data);
  char *unit = NULL;
  if (!srs || !OSRIsCompound(srs) || raster_file_subject(source) != &ria_raster_bed)
    return 0;
  const double metres = OSRGetTargetLinearUnits(srs, "VERT_CS", &unit);
  *name = unit ? unit : "";
  return metres;
}

static ria_status fail_unit(const raster_open_file *source, const char *unit) {
  char why[300];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  char advice[RASTER_ADVICE];
  const ria_raster_subject *subject = raster_file_subject(source);
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: its %s are in '%.60s', and %s: say what their unit is, as %s, or correct it "
                  "in the file",
                  source->path, subject->values, unit, why,
                  raster_say(subject, "unit", subject->unit, advice));
}

static ria_status factor_of(const raster_open_file *source, const char *unit, double *factor) {
  double offset;
  ria_status status = units_factor(unit, raster_file_subject(source)->unit, factor, &offset);
  if (status == RIA_SUCCESS && offset != 0)
    status = ria_fail(RIA_ERROR_MISMATCH, "that unit has a zero of its own");
  return status == RIA_ERROR_IO || status == RIA_SUCCESS ? status : fail_unit(source, unit);
}

static ria_status check_same(const raster_open_file *source, const char *unit, double metres) {
  const char *axis = NULL;
  const double other = vertical_axis(source, &axis);
  if (!(other > 0) || fabs(metres / other - 1) < 1e-9)
    return RIA_SUCCESS;
  char advice[RASTER_ADVICE];
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: its band is in '%.60s', but the vertical axis of its CRS in '%.60s': say "
                  "which is right, as %s",
                  source->path, unit, axis, raster_say(&ria_raster_bed, "unit", "m", advice));
}

/* The file's unit in the subject's unit. Adds one note if it is not 1. */
static ria_status settle_unit(raster_open_file *source, double *factor) {
  const char *told = band_unit(source), *unit = source->meaning->unit, *axis = NULL;
  const ria_raster_subject *subject = raster_file_subject(source);
  *factor = 1;
  if (!*subject->unit)
    return RIA_SUCCESS;
  if (unit) {
    RIA_TRY(factor_of(source, unit, factor));
    if (told || vertical_axis(source, &axis) > 0)
      raster_file_note(source,
                       "%s: %s are read in %s, as you declared, although the file declares '%s'",
                       source->path, subject->values, unit, told ? told : axis);
  } else if (told) {
    unit = told;
    RIA_TRY(factor_of(source, unit, factor));
    RIA_TRY(check_same(source, unit, *factor));
  } else if (vertical_axis(source, &unit) > 0) {
    *factor = vertical_axis(source, &unit);
  }
  if (*factor != 1)
    raster_file_note(source, "%s: %s in %s are brought to %s (times %.10g)", source->path,
                     subject->values, unit, subject->unit, *factor);
  return RIA_SUCCESS;
}

static ria_status settle_conversion(raster_open_file *source, conversion *to) {
  int has_scale = 0, has_offset = 0;
  const double scale = GDALGetRasterScale(bed_of(source), &has_scale),
               offset = GDALGetRasterOffset(bed_of(source), &has_offset);
  double factor;
  RIA_TRY(settle_unit(source, &factor));
  to->scale = has_scale ? scale * factor : factor;
  to->offset = has_offset ? offset * factor : 0;
  return RIA_SUCCESS;
}

/* ---- no data ---- */

static values_fill_type type_of(const raster_open_file *source) {
  switch (GDALGetRasterDataType(bed_of(source))) {
  case GDT_Byte:
    return (values_fill_type){0, 255};
  case GDT_UInt16:
    return (values_fill_type){0, 65535};
  case GDT_Int16:
    return (values_fill_type){-32768, 32767};
  default: /* limits of 32 bits count in any type */
    return (values_fill_type){0, 0};
  }
}

/* Before version 3.7 GDAL reads signed bytes as unsigned ones. */
static bool has_signed_bytes(const raster_open_file *source) {
  const char *type = GDALGetMetadataItem(bed_of(source), "PIXELTYPE", "IMAGE_STRUCTURE");
  return type && !strcmp(type, "SIGNEDBYTE");
}

/* No-data values that the file declares in addition to GDAL's mask: one as rounded text, and a
 * second one of netCDF. */
static int declared_of(const raster_open_file *source, double declared[3]) {
  static const char *const items[] = {"missing_value", "_FillValue"};
  int has = 0, count = 0;
  declared[0] = GDALGetRasterNoDataValue(bed_of(source), &has);
  count += has;
  for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
    const char *text = GDALGetMetadataItem(bed_of(source), items[i], NULL);
    count += text && units_number(text, &declared[count]);
  }
  return count;
}

static ria_status find_no_data(raster_open_file *source, size_t cells, const unsigned char *mask,
                               double *values) {
  double declared[3];
  raster_no_data told = {.path = source->path, .meaning = source->meaning, .declared = declared};
  told.count = declared_of(source, declared);
  const bool signed_bytes = has_signed_bytes(source);
  for (size_t i = 0; i < cells; i++) {
    if (!mask[i])
      values[i] = NAN;
    if (signed_bytes && values[i] > 127)
      values[i] -= 256;
  }
  return raster_no_data_remove(&told, type_of(source), cells, values);
}

/* ---- reading ---- */

static ria_status fail_cut_off(const raster_open_file *source) {
  return ria_fail(RIA_ERROR_CORRUPT, "%s cannot be read to its end (%s): get a fresh copy",
                  source->path, source->message.text);
}

/* To find a row of an ESRI ASCII grid GDAL reads all rows before it, and in a truncated file it
 * repeats this for each missing row: minutes for thousands of rows. Reading rows in order stops at
 * the first missing one. */
static ria_status find_rows(const raster_open_file *source, int before) {
  int nx = GDALGetRasterXSize(source->data);
  if (strcmp(GDALGetDriverShortName(GDALGetDatasetDriver(source->data)), "AAIGrid") != 0)
    return RIA_SUCCESS;
  double *row = malloc((size_t)nx * sizeof *row);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a row of %s", source->path);
  CPLErr failed = CE_None;
  for (int y = 0; y < before && failed == CE_None; y++)
    failed = GDALRasterIO(bed_of(source), GF_Read, 0, y, nx, 1, row, nx, 1, GDT_Float64, 0, 0);
  free(row);
  return failed == CE_None ? RIA_SUCCESS : fail_cut_off(source);
}

static bool read_box(const raster_open_file *source, const raster_window *box, double *values,
                     unsigned char *mask) {
  const int x = (int)box->x0, y = (int)box->y0, nx = (int)(box->x1 - box->x0),
            ny = (int)(box->y1 - box->y0);
  return GDALRasterIO(bed_of(source), GF_Read, x, y, nx, ny, values, nx, ny, GDT_Float64, 0, 0) ==
             CE_None &&
         GDALRasterIO(GDALGetMaskBand(bed_of(source)), GF_Read, x, y, nx, ny, mask, nx, ny,
                      GDT_Byte, 0, 0) == CE_None;
}

static ria_status read_cells(raster_open_file *source, const raster_window *box,
                             const conversion *to, double *values, unsigned char *mask) {
  const size_t cells = (size_t)(box->x1 - box->x0) * (size_t)(box->y1 - box->y0);
  RIA_TRY(find_rows(source,
                    (int)box->y1 < GDALGetRasterYSize(source->data) ? (int)box->y0 : (int)box->y1));
  if (!read_box(source, box, values, mask))
    return fail_cut_off(source);
  RIA_TRY(find_no_data(source, cells, mask, values));
  for (size_t i = 0; i < cells; i++) {
    const double value = values[i] * to->scale + to->offset;
    values[i] = fabs(value) < no_value ? value : NAN;
  }
  return RIA_SUCCESS;
}

ria_status raster_file_read(raster_open_file *source, const raster_window *box, double **values) {
  const size_t cells = (size_t)(box->x1 - box->x0) * (size_t)(box->y1 - box->y0);
  conversion to;
  RIA_TRY(settle_conversion(source, &to));
  unsigned char *mask = malloc(cells);
  double *read = malloc(cells * sizeof *read);
  ria_status status = mask && read ? read_cells(source, box, &to, read, mask)
                                   : ria_fail(RIA_ERROR_MEMORY, "no memory for the %zu cells of %s",
                                              cells, source->path);
  free(mask);
  if (status == RIA_SUCCESS)
    *values = read;
  else
    free(read);
  return status;
}
