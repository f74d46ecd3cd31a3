/* The parts of a field's way to a grid. */
#ifndef FIELD_H
#define FIELD_H

#include "ria/case_field.h"

/* The value of a class or an attribute, or NAN. */
double field_value_of(const ria_case_field *field, const char *name);

/* Fail with the names that have no value: "`values` has none of 30 (12 cells)". */
ria_status field_fail_names(const ria_case_field *field, const ria_case_field_use *use,
                            const char *path, const char *names);

/* Lay a raster of classes, or polygons: NAN where a cell has no value. Errors: see
 * ria_case_field_lay(). */
ria_status field_lay_classes(const ria_case_field *field, const ria_case_field_use *use,
                             const char *crs, const ria_grid *grid, double *values,
                             ria_raster_notes *notes);
ria_status field_lay_polygons(const ria_case_field *field, const ria_case_field_use *use,
                              const char *crs, const ria_grid *grid, double *values);

/* The rectangle that a grid covers. */
ria_extent field_extent(const ria_grid *grid);

#endif
