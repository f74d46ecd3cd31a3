/* Structures such as weirs, on the faces between cells that their lines cross. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estuary.h"
#include "ria/lines.h"

static const char *const name_of[ESTUARY_DAMS] = {"crest_x", "crest_y", "forth_x",
                                                  "forth_y", "back_x",  "back_y"};

/* Below all beds: no structure. Above all water: a wall that nothing overtops. Both are exact in
 * single precision. */
static const double nothing = -1e6, endless = 1e6;

/* A structure while it is put onto the faces of a grid. */
typedef struct {
  ria_terrain *terrain;
  const estuary_structure *of;
  double *field[ESTUARY_DAMS];
  int64_t faces, low; /* those below the bed of a cell beside */
  ria_status status;
} laying;

static bool lay_face(void *context, const ria_line_face *face) {
  laying *l = context;
  const estuary_structure *s = l->of;
  const ria_global nx = l->terrain->grid.cells[0], at = face->cell[1] * nx + face->cell[0];
  const ria_global before = at - (face->axis == 0 ? 1 : nx);
  const double crest = s->has_crest ? s->crest : endless;
  const double coefficient = s->has_crest ? s->coefficient * face->share : 0;
  const bool to_left = s->passes != RIA_PASSES_RIGHT, to_right = s->passes != RIA_PASSES_LEFT;
  l->field[face->axis][at] = crest;
  l->field[2 + face->axis][at] = (face->forward ? to_left : to_right) ? coefficient : 0;
  l->field[4 + face->axis][at] = (face->forward ? to_right : to_left) ? coefficient : 0;
  const double *depth = l->terrain->depth;
  l->faces++;
  if (crest <= fmax(-depth[at], -depth[before])) {
    l->low++;
    return true;
  }
  const ria_terrain_face shown = {.axis = face->axis, .cell = {face->cell[0], face->cell[1]}};
  l->status = ria_terrain_add_face(l->terrain, &shown);
  return l->status == RIA_SUCCESS;
}

static ria_status lay_lines(laying *l) {
  const ria_grid *grid = &l->terrain->grid;
  const estuary_structure *s = l->of;
  if (!s->file) {
    const ria_line line = {.points = s->points, .point = (double(*)[2])s->point};
    ria_line_faces(grid, &line, lay_face, l);
    return l->status;
  }
  ria_lines lines;
  const ria_status status = ria_lines_read(s->file, l->terrain->crs, &lines);
  for (int i = 0; status == RIA_SUCCESS && l->status == RIA_SUCCESS && i < lines.count; i++)
    ria_line_faces(grid, &lines.line[i], lay_face, l);
  ria_lines_destroy(&lines);
  return status == RIA_SUCCESS ? l->status : status;
}

static void tell(const ria_case *c, ria_terrain *terrain, const laying *l,
                 ria_case_errors *errors) {
  const estuary_structure *s = l->of;
  if (!l->faces)
    ria_terrain_reject(errors, c, &s->place,
                       "the structure '%s' lies between no two cells of the grid; expected a line "
                       "inside it that is longer than a cell, in metres of the grid's system",
                       s->name);
  else if (l->low == l->faces)
    ria_terrain_warn(c, terrain, &s->place,
                     "the structure '%s' stands nowhere above the bed, so it does nothing",
                     s->name);
  else
    ria_terrain_note(
        c, terrain, &s->place, "the structure '%s' stands on %lld faces between cells%s", s->name,
        (long long)(l->faces - l->low), l->low ? ", and elsewhere it is lower than the bed" : "");
}

void estuary_lay_structures(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  laying l = {.terrain = terrain};
  if (!own || !own->structures)
    return;
  for (int i = 0; i < ESTUARY_DAMS; i++) {
    l.field[i] = ria_terrain_add_field(terrain, name_of[i], i < 2 ? nothing : 0);
    if (!l.field[i]) {
      ria_terrain_reject(errors, c, &own->structure[0].place, "no memory for structures");
      return;
    }
  }
  for (int i = 0; i < own->structures; i++) {
    l.of = &own->structure[i];
    l.faces = l.low = 0;
    if (lay_lines(&l) == RIA_SUCCESS)
      tell(c, terrain, &l, errors);
    else
      ria_terrain_reject(errors, c, &l.of->place, "%s", ria_status_detail());
  }
}

void estuary_find_dams(estuary *e) {
  e->has_dams = ria_terrain_field_of(e->terrain, name_of[0]);
  for (int i = 0; e->has_dams && i < ESTUARY_DAMS; i++)
    e->dam[i] = ria_terrain_field_of(e->terrain, name_of[i]);
}

double estuary_dam_at(const estuary *e, int field, const ria_global at[2]) {
  const ria_grid *g = &e->terrain->grid;
  const bool inside = at[0] >= 0 && at[0] < g->cells[0] && at[1] >= 0 && at[1] < g->cells[1];
  if (!inside)
    return field < 2 ? nothing : 0;
  return e->dam[field][at[1] * g->cells[0] + at[0]];
}

bool estuary_beside_dam(const estuary *e, const ria_global at[2]) {
  const ria_global east[2] = {at[0] + 1, at[1]}, north[2] = {at[0], at[1] + 1};
  return e->has_dams &&
         (estuary_dam_at(e, 0, at) > nothing || estuary_dam_at(e, 1, at) > nothing ||
          estuary_dam_at(e, 0, east) > nothing || estuary_dam_at(e, 1, north) > nothing);
}

/* The history has the crests; where there is none it has no value. */
void estuary_show_dams(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  static const char *const what[] = {"crest of the structure on the western face of the cell",
                                     "crest of the structure on the southern face of the cell"};
  const estuary_case *own = c->own;
  for (int i = 0; own && own->structures && i < 2; i++)
    shown->fixed[shown->statics++] =
        (ria_shown_static){.name = name_of[i],
                           .unit = "m",
                           .what = what[i],
                           .value = terrain ? ria_terrain_field_of(terrain, name_of[i]) : NULL};
}
