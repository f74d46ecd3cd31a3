#include "field.h"
#include <math.h>
#include <stdio.h>
#include "ria/number.h"
#include "ria/shape.h"

ria_extent field_extent(const ria_grid *grid) {
  return (ria_extent){grid->origin[0], grid->origin[1],
                      grid->origin[0] + (double)grid->cells[0] * grid->spacing[0],
                      grid->origin[1] + (double)grid->cells[1] * grid->spacing[1]};
}

ria_status ria_case_field_meaning(const ria_case_field *field, const ria_raster_subject *subject,
                                  ria_raster_meaning *meaning, bool *land) {
  bool is_land = false;
  *meaning = (ria_raster_meaning){.subject = subject,
                                  .variable = field->variable,
                                  .band = field->band,
                                  .time = field->time,
                                  .unit = field->unit};
  for (int i = 0; i < field->nodata_count; i++)
    RIA_TRY(ria_nodata_read(field->nodata_words[i], meaning, &is_land));
  if (is_land && !land)
    return ria_fail(RIA_ERROR_ARGUMENT, "only the bed can become land; say what value cells "
                                        "without data have, as 'otherwise'");
  if (land)
    *land = is_land;
  return RIA_SUCCESS;
}

static ria_status lay_raster(const ria_case_field *field, const ria_case_field_use *use,
                             const char *crs, const ria_grid *grid, double *values,
                             ria_raster_notes *notes) {
  const ria_extent extent = field_extent(grid);
  ria_raster_meaning meaning;
  ria_raster raster;
  ria_global holes;
  RIA_TRY(ria_case_field_meaning(field, &use->subject, &meaning, NULL));
  RIA_TRY(ria_raster_read_as(field->file, crs ? crs : RIA_CRS_LOCAL, &extent, &meaning, &raster));
  const ria_status status = ria_raster_resample_known(&raster, grid, values, &holes);
  if (notes) {
    *notes = raster.notes;
    raster.notes = (ria_raster_notes){0};
  }
  ria_raster_destroy(&raster);
  return status;
}

static void lay_value(double value, const ria_grid *grid, double *values) {
  for (ria_global i = 0; i < grid->cells[0] * grid->cells[1]; i++)
    values[i] = value;
}

static const char *source_of(const ria_case_field *field) {
  return field->file ? field->file : field->classes ? field->classes : field->polygons;
}

static ria_status fail_cells(const ria_case_field *field, const ria_case_field_use *use,
                             const ria_grid *grid, ria_global first, ria_global count,
                             const char *what) {
  const ria_global x = first % grid->cells[0], y = first / grid->cells[0];
  const char *path = source_of(field);
  return ria_fail(
      RIA_ERROR_CASE,
      "%s%s%lld of %lld cells %s; the first is cell (%lld, %lld) from the south-west, at "
      "x = %.10g, y = %.10g",
      path ? path : use->subject.key, ": ", (long long)count,
      (long long)(grid->cells[0] * grid->cells[1]), what, (long long)x, (long long)y,
      grid->origin[0] + ((double)x + 0.5) * grid->spacing[0],
      grid->origin[1] + ((double)y + 0.5) * grid->spacing[1]);
}

/* Cells without a value get `otherwise`. */
static ria_status fill(const ria_case_field *field, const ria_case_field_use *use,
                       const ria_grid *grid, double *values) {
  ria_global first = -1, count = 0;
  for (ria_global i = 0; i < grid->cells[0] * grid->cells[1]; i++) {
    if (!isnan(values[i]))
      continue;
    values[i] = field->otherwise;
    first = count++ ? first : i;
  }
  if (!count || field->has_otherwise)
    return RIA_SUCCESS;
  char what[120];
  snprintf(what, sizeof what, "have no value; give one for them, as %.40s.otherwise",
           use->subject.key);
  return fail_cells(field, use, grid, first, count, what);
}

static ria_status check_range(const ria_case_field *field, const ria_case_field_use *use,
                              const ria_grid *grid, const double *values) {
  ria_global first = -1, count = 0;
  for (ria_global i = 0; i < grid->cells[0] * grid->cells[1]; i++)
    if (!(values[i] >= use->least && values[i] <= use->most))
      first = count++ ? first : i;
  if (!count)
    return RIA_SUCCESS;
  char what[160];
  ria_snprintf(what, sizeof what, "have %.60s outside %g to %g, such as %g", use->subject.values,
               use->least, use->most, values[first]);
  return fail_cells(field, use, grid, first, count, what);
}

ria_status ria_case_field_lay(const ria_case_field *field, const ria_case_field_use *use,
                              const char *crs, const ria_grid *grid, double *values,
                              ria_raster_notes *notes) {
  if (field->file)
    RIA_TRY(lay_raster(field, use, crs, grid, values, notes));
  else if (field->classes)
    RIA_TRY(field_lay_classes(field, use, crs, grid, values, notes));
  else if (field->polygons)
    RIA_TRY(field_lay_polygons(field, use, crs, grid, values));
  else if (*field->shape.kind)
    ria_bed_lay(&field->shape, grid, values);
  else
    lay_value(field->has_value ? field->value : NAN, grid, values);
  RIA_TRY(fill(field, use, grid, values));
  return check_range(field, use, grid, values);
}
