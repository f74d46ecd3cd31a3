/* Private parts of putting a field onto a grid. */
#ifndef FIELD_H
#define FIELD_H

#include "ria/case_field.h"

/* The value of a class or an attribute, or NAN. */
double field_value_of(const ria_case_field *field, const char *name);

/* Fail with the names without a value: "`values` has none of 30 (12 cells)". */
ria_status field_fail_names(const ria_case_field *field, const ria_case_field_use *use,
                            const char *path, const char *names);

/* Put a raster of classes or polygons onto the grid: NAN in cells without a value. Errors: see
 * ria_case_field_lay(). */
ria_status field_lay_classes(const ria_case_field *field, const ria_case_field_use *use,
                             const char *crs, const ria_grid *grid, double *values,
                             ria_raster_notes *notes);
ria_status field_lay_polygons(const ria_case_field *field, const ria_case_field_use *use,
                              const char *crs, const ria_grid *grid, double *values);

/* The extent of a grid. */
ria_extent field_extent(const ria_grid *grid);

#endif
