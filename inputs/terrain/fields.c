/* Fields of a solver's own keys on the grid of a case. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/terrain.h"

double *ria_terrain_add_field(ria_terrain *terrain, const char *name, double value) {
  const size_t cells = (size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]);
  double *values = terrain->fields < RIA_TERRAIN_FIELDS ? malloc(cells * sizeof *values) : NULL;
  if (!values)
    return NULL;
  for (size_t i = 0; i < cells; i++)
    values[i] = value;
  terrain->field[terrain->fields++] = (ria_terrain_field){.name = name, .values = values};
  return values;
}

static ria_status lay(const ria_case *the_case, ria_terrain *terrain, const ria_case_field *field,
                      const ria_case_field_use *use, const char *name) {
  ria_raster_notes notes = {0};
  double *values = ria_terrain_add_field(terrain, name, NAN);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", use->subject.one);
  const ria_status status =
      ria_case_field_lay(field, use, terrain->crs, &terrain->grid, values, &notes);
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

/* Make room for one more item; the capacity doubles at each power of two. NULL: no memory. */
static void *make_room(void *items, int count, size_t size) {
  const size_t n = (size_t)count;
  return n & (n - 1) ? items : realloc(items, (n ? 2 * n : 1) * size);
}

ria_status ria_terrain_add_face(ria_terrain *terrain, const ria_terrain_face *face) {
  ria_terrain_face *more = make_room(terrain->face, terrain->faces, sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the faces of structures");
  terrain->face = more;
  terrain->face[terrain->faces++] = *face;
  return RIA_SUCCESS;
}

ria_status ria_terrain_add_way(ria_terrain *terrain, const ria_terrain_way *way) {
  ria_terrain_way *more = make_room(terrain->way, terrain->ways, sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for culverts and pumps");
  terrain->way = more;
  terrain->way[terrain->ways++] = *way;
  return RIA_SUCCESS;
}

ria_status ria_terrain_add_spot(ria_terrain *terrain, const ria_terrain_spot *spot) {
  ria_terrain_spot *more = make_room(terrain->spot, terrain->spots, sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for places of releases");
  terrain->spot = more;
  terrain->spot[terrain->spots++] = *spot;
  return RIA_SUCCESS;
}

ria_status ria_terrain_add_station(ria_terrain *terrain, const ria_terrain_station *station) {
  const size_t bytes = (size_t)station->constituents * sizeof *station->constituent;
  ria_terrain_station *more =
      realloc(terrain->station, (size_t)(terrain->stations + 1) * sizeof *more);
  ria_constituent *copy = malloc(bytes + 1);
  if (more)
    terrain->station = more;
  if (!more || !copy) {
    free(copy);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the stations along a side");
  }
  if (bytes)
    memcpy(copy, station->constituent, bytes);
  more[terrain->stations] = *station;
  more[terrain->stations++].constituent = copy;
  return RIA_SUCCESS;
}

const ria_terrain_station *ria_terrain_stations(const ria_terrain *terrain, int boundary,
                                                int *count) {
  int first = 0, end;
  while (first < terrain->stations && terrain->station[first].boundary != boundary)
    first++;
  for (end = first; end < terrain->stations && terrain->station[end].boundary == boundary; end++)
    ;
  *count = end - first;
  return *count ? &terrain->station[first] : NULL;
}
