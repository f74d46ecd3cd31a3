/* Puts the initial fields of a case onto its grid. */
#include <math.h>
#include <stdlib.h>
#include "ria/case_field.h"
#include "space.h"

enum { LEVEL, DEPTH, U, V };

#define USE(path, noun, plural, unit_, low, high)                                                  \
  {                                                                                                \
    .subject = {.key = path, .one = noun, .values = plural, .unit = unit_}, .least = low,          \
    .most = high                                                                                   \
  }
static const ria_case_field_use uses[] = {
    [LEVEL] = USE("initial.surface", "the level", "levels", "m", -INFINITY, INFINITY),
    [DEPTH] = USE("initial.depth", "the depth", "depths", "m", 0, INFINITY),
    [U] = USE("initial.velocity.x", "the velocity", "velocities", "m/s", -100, 100),
    [V] = USE("initial.velocity.y", "the velocity", "velocities", "m/s", -100, 100)};

/* The terrain owns *values, even after an error. */
static ria_status lay(const ria_case *the_case, const ria_case_field *field, int which,
                      ria_terrain *terrain, double **values, const ria_case_place **place) {
  const ria_case_field_use *use = &uses[which];
  const ria_grid *grid = &terrain->grid;
  ria_raster_notes notes = {0};
  *place = &field->place;
  *values = malloc((size_t)(grid->cells[0] * grid->cells[1]) * sizeof **values);
  if (!*values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s at the start", use->subject.one);
  const ria_status status = ria_case_field_lay(field, use, terrain->crs, grid, *values, &notes);
  for (int i = 0; i < notes.count; i++)
    ria_terrain_note(the_case, terrain, &field->place, "%s", notes.text[i]);
  ria_raster_notes_destroy(&notes);
  return status;
}

ria_status terrain_lay_start(const ria_case *the_case, ria_terrain *terrain,
                             const ria_case_place **place) {
  ria_terrain_start *start = &terrain->start;
  if (the_case->initial.has_surface)
    RIA_TRY(lay(the_case, &the_case->initial.surface, LEVEL, terrain, &start->level, place));
  if (the_case->initial.has_depth) {
    RIA_TRY(lay(the_case, &the_case->initial.depth, DEPTH, terrain, &start->level, place));
    for (ria_global i = 0; i < terrain->grid.cells[0] * terrain->grid.cells[1]; i++)
      start->level[i] -= terrain->depth[i];
  }
  if (!the_case->initial.has_velocity)
    return RIA_SUCCESS;
  RIA_TRY(lay(the_case, &the_case->initial.u, U, terrain, &start->u, place));
  return lay(the_case, &the_case->initial.v, V, terrain, &start->v, place);
}

void terrain_free_start(ria_terrain_start *start) {
  free(start->level);
  free(start->u);
  free(start->v);
}
