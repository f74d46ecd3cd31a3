/* Levels, depths and velocities of the start, from fields of the case. */
#include <math.h>
#include <stdlib.h>
#include "ria/case_field.h"
#include "space.h"

static const ria_case_field_use level_use = {
    .subject = {.key = "initial.surface", .one = "the level", .values = "levels", .unit = "m"},
    .least = -INFINITY,
    .most = INFINITY};
static const ria_case_field_use depth_use = {
    .subject = {.key = "initial.depth", .one = "the depth", .values = "depths", .unit = "m"},
    .most = INFINITY};
static const ria_case_field_use u_use = {.subject = {.key = "initial.velocity.x",
                                                     .one = "the velocity",
                                                     .values = "velocities",
                                                     .unit = "m/s"},
                                         .least = -100,
                                         .most = 100};
static const ria_case_field_use v_use = {.subject = {.key = "initial.velocity.y",
                                                     .one = "the velocity",
                                                     .values = "velocities",
                                                     .unit = "m/s"},
                                         .least = -100,
                                         .most = 100};

/* *values is owned by the terrain, also after an error. */
static ria_status lay(const ria_case *the_case, const ria_case_field *field,
                      const ria_case_field_use *use, ria_terrain *terrain, double **values,
                      const ria_case_place **place) {
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
    RIA_TRY(lay(the_case, &the_case->initial.surface, &level_use, terrain, &start->level, place));
  if (the_case->initial.has_depth)
    RIA_TRY(lay(the_case, &the_case->initial.depth, &depth_use, terrain, &start->depth, place));
  if (!the_case->initial.has_velocity)
    return RIA_SUCCESS;
  RIA_TRY(lay(the_case, &the_case->initial.u, &u_use, terrain, &start->u, place));
  return lay(the_case, &the_case->initial.v, &v_use, terrain, &start->v, place);
}

void terrain_free_start(ria_terrain_start *start) {
  free(start->level);
  free(start->depth);
  free(start->u);
  free(start->v);
}
