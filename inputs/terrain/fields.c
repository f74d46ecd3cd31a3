/* Fields of a solver's own keys on the grid of a case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/terrain.h"

static ria_status lay(const ria_case *the_case, ria_terrain *terrain, const ria_case_field *field,
                      const ria_case_field_use *use, const char *name) {
  const ria_grid *grid = &terrain->grid;
  ria_raster_notes notes = {0};
  if (terrain->fields == RIA_TERRAIN_FIELDS)
    return ria_fail(RIA_ERROR_INTERNAL, "a solver has more than %d fields", RIA_TERRAIN_FIELDS);
  double *values = malloc((size_t)(grid->cells[0] * grid->cells[1]) * sizeof *values);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", use->subject.one);
  terrain->field[terrain->fields++] = (ria_terrain_field){.name = name, .values = values};
  const ria_status status = ria_case_field_lay(field, use, terrain->crs, grid, values, &notes);
  for (int i = 0; i < notes.count; i++)
    ria_terrain_note(the_case, terrain, &field->place, "%s", notes.text[i]);
  ria_raster_notes_destroy(&notes);
  return status;
}

bool ria_terrain_lay(const ria_case *the_case, ria_terrain *terrain, const ria_case_field *field,
                     const ria_case_field_use *use, const char *name, ria_case_errors *errors) {
  if (lay(the_case, terrain, field, use, name) == RIA_SUCCESS)
    return true;
  char detail[1024];
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  ria_terrain_reject(errors, the_case, &field->place, "%s", detail);
  return false;
}

const double *ria_terrain_field_of(const ria_terrain *terrain, const char *name) {
  for (int i = 0; i < terrain->fields; i++)
    if (!strcmp(terrain->field[i].name, name))
      return terrain->field[i].values;
  return NULL;
}
