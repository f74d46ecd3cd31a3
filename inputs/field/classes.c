/* A raster of classes, and the value of each class. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "field.h"
#include "ria/number.h"
#include "ria/text.h"
#include "units/units.h"

enum { SHOWN = 8 };

double field_value_of(const ria_case_field *field, const char *name) {
  for (int i = 0; i < field->rows; i++)
    if (!strcmp(field->row[i].name, name))
      return field->row[i].value;
  return NAN;
}

ria_status field_fail_names(const ria_case_field *field, const ria_case_field_use *use,
                            const char *path, const char *names) {
  ria_text known = {0};
  for (int i = 0; i < field->rows && i < SHOWN; i++)
    ria_text_add(&known, "%s%.40s", i ? ", " : "", field->row[i].name);
  if (field->rows > SHOWN)
    ria_text_add(&known, ", ...");
  const ria_status status = ria_fail(RIA_ERROR_CASE,
                                     "%s has %s, which %s%s lacks: it has %s; add them, or give "
                                     "%s.otherwise",
                                     path, names, field->table ? field->table : use->subject.key,
                                     field->table ? "" : ".values",
                                     known.data ? known.data : "no class", use->subject.key);
  ria_text_destroy(&known);
  return status;
}

/* The class number of each row: an integer of the raster. */
static ria_status read_numbers(const ria_case_field *field, const ria_case_field_use *use,
                               double *number) {
  for (int i = 0; i < field->rows; i++)
    if (!units_number(field->row[i].name, &number[i]))
      return ria_fail(RIA_ERROR_CASE,
                      "%s.values: '%.60s' is no class of a raster; expected a number such as 10",
                      use->subject.key, field->row[i].name);
  return RIA_SUCCESS;
}

/* Replace classes by their values; classes without one become holes. `unknown` names the first few.
 */
static ria_global translate(const ria_case_field *field, const double *number, ria_raster *raster,
                            ria_text *unknown) {
  double told[SHOWN];
  ria_global missing = 0;
  int names = 0;
  for (ria_global c = 0; c < raster->nx * raster->ny; c++) {
    const double class = raster->values[c];
    int row = 0;
    while (row < field->rows && number[row] != class)
      row++;
    raster->values[c] = row < field->rows ? field->row[row].value : NAN;
    if (row < field->rows || isnan(class))
      continue;
    missing++;
    int seen = 0;
    while (seen < names && told[seen] != class)
      seen++;
    if (seen < names || names == SHOWN)
      continue;
    told[names++] = class;
    ria_text_add(unknown, "%s %.10g", names > 1 ? "," : "the class", class);
  }
  return missing;
}

static ria_status lay(const ria_case_field *field, const ria_case_field_use *use,
                      const ria_grid *grid, const double *number, ria_raster *raster,
                      double *values) {
  ria_text unknown = {0};
  ria_global holes;
  ria_status status = RIA_SUCCESS;
  if (translate(field, number, raster, &unknown) && !field->has_otherwise)
    status = field_fail_names(field, use, field->classes, unknown.data ? unknown.data : "a class");
  ria_text_destroy(&unknown);
  return status == RIA_SUCCESS ? ria_raster_resample_classes(raster, grid, values, &holes) : status;
}

ria_status field_lay_classes(const ria_case_field *field, const ria_case_field_use *use,
                             const char *crs, const ria_grid *grid, double *values,
                             ria_raster_notes *notes) {
  const ria_extent extent = field_extent(grid);
  ria_raster_subject subject = use->subject;
  ria_raster_meaning meaning;
  ria_raster raster;
  subject.classes = true;
  subject.unit = "";
  double *number = calloc((size_t)field->rows + 1, sizeof *number);
  if (!number)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the classes of %s", field->classes);
  ria_status status = read_numbers(field, use, number);
  if (status == RIA_SUCCESS)
    status = ria_case_field_meaning(field, &subject, &meaning, NULL);
  if (status == RIA_SUCCESS)
    status =
        ria_raster_read_as(field->classes, crs ? crs : RIA_CRS_LOCAL, &extent, &meaning, &raster);
  if (status == RIA_SUCCESS) {
    status = lay(field, use, grid, number, &raster, values);
    if (notes) {
      *notes = raster.notes;
      raster.notes = (ria_raster_notes){0};
    }
    ria_raster_destroy(&raster);
  }
  free(number);
  return status;
}
