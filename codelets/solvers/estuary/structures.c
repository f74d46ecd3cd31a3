/* Structures such as weirs, on the faces between cells that their lines cross; buildings, and
 * ground outside the domain, on the bed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estuary.h"
#include "ria/lines.h"

static const char *const name_of[ESTUARY_DAMS] = {"crest_x", "crest_y", "forth_x", "forth_y",
                                                  "back_x",  "back_y",  "gate_x",  "gate_y"};
enum {
  CREST = 0,
  FORTH = 2,
  BACK = 4,
  GATE = 6
}; /* the last: 1 + the number of the gate, 0: none */

/* Below all beds: no structure. Above all water: a wall that is never overtopped. Both are exact
 * in single precision. */
static const double nothing = -1e6, endless = 1e6;

/* A structure while it is put onto the faces of a grid. */
typedef struct {
  ria_terrain *terrain;
  const estuary_structure *of;
  int number; /* of it */
  double *field[ESTUARY_DAMS];
  int64_t faces, low; /* faces; those with a crest below the bed next to them */
  ria_status status;
} laying;

/* A closed gate also blocks faces where the bed is above its crest: there the crest is the bed
 * plus the least amount that makes it a structure. */
static double crest_of(const estuary_structure *s, double bed) {
  static const double more = 1e-3;
  const double crest = s->has_crest ? s->crest : endless;
  return s->kind == RIA_STRUCTURE_GATE ? fmax(crest, bed + more) : crest;
}

static bool lay_face(void *context, const ria_line_face *face) {
  laying *l = context;
  const estuary_structure *s = l->of;
  const ria_global nx = l->terrain->grid.cells[0], at = face->cell[1] * nx + face->cell[0];
  const ria_global before = at - (face->axis == 0 ? 1 : nx);
  const double *depth = l->terrain->depth, bed = fmax(-depth[at], -depth[before]);
  const double crest = crest_of(s, bed);
  const double coefficient = s->has_crest ? s->coefficient * face->share : 0;
  const bool to_left = s->passes != RIA_PASSES_RIGHT, to_right = s->passes != RIA_PASSES_LEFT;
  l->field[CREST + face->axis][at] = crest;
  l->field[FORTH + face->axis][at] = (face->forward ? to_left : to_right) ? coefficient : 0;
  l->field[BACK + face->axis][at] = (face->forward ? to_right : to_left) ? coefficient : 0;
  if (l->field[GATE])
    l->field[GATE + face->axis][at] = s->kind == RIA_STRUCTURE_GATE ? 1 + l->number : 0;
  l->faces++;
  if (crest <= bed) {
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

bool estuary_is_dam(const estuary_structure *s) {
  return s->kind == RIA_STRUCTURE_WALL || s->kind == RIA_STRUCTURE_WEIR ||
         s->kind == RIA_STRUCTURE_GATE;
}

bool estuary_has_dams(const estuary_case *own) {
  bool some = false;
  for (int i = 0; i < own->structures; i++)
    some |= estuary_is_dam(&own->structure[i]);
  return some;
}

bool estuary_needs_dams(const ria_case *c) {
  return estuary_has_dams(c->own) || estuary_has_lines(c);
}

/* Walls between the cells just beyond open lines: so all water that one of them receives has
 * crossed the line. */
static void part_lines(laying *l) {
  const ria_grid *g = &l->terrain->grid;
  const double *outer = estuary_lines_on(l->terrain);
  for (ria_global i = 0; outer && i < g->cells[0] * g->cells[1]; i++)
    for (int axis = 0; axis < 2; axis++) {
      const ria_global at = axis == 0 ? i % g->cells[0] : i / g->cells[0];
      const ria_global before = i - (axis == 0 ? 1 : g->cells[0]);
      if (!at || !(outer[i] > 0 && outer[before] > 0))
        continue;
      l->field[CREST + axis][i] = endless;
      l->field[FORTH + axis][i] = l->field[BACK + axis][i] = 0;
    }
}

void estuary_lay_structures(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  const ria_case_place nowhere = {0};
  laying l = {.terrain = terrain};
  if (!own || !estuary_needs_dams(c))
    return;
  for (int i = 0; i < (estuary_has_gates(own) ? ESTUARY_DAMS : GATE); i++) {
    l.field[i] = ria_terrain_add_field(terrain, name_of[i], i < FORTH ? NAN : 0);
    if (!l.field[i]) {
      ria_terrain_reject(errors, c, own->structures ? &own->structure[0].place : &nowhere,
                         "no memory for structures");
      return;
    }
  }
  for (int i = 0; i < own->structures; i++) {
    if (!estuary_is_dam(&own->structure[i]))
      continue;
    l.of = &own->structure[i];
    l.number = i;
    l.faces = l.low = 0;
    if (lay_lines(&l) == RIA_SUCCESS)
      tell(c, terrain, &l, errors);
    else
      ria_terrain_reject(errors, c, &l.of->place, "%s", ria_status_detail());
  }

  part_lines(&l);
}

/* ---- on the bed ---- */

double *estuary_mark_polygons(const ria_case *c, const ria_terrain *terrain, const char *file,
                              const ria_case_place *place, ria_case_errors *errors) {
  double *values =
      calloc((size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]), sizeof *values);
  const ria_status status = values
                                ? ria_polygons_mark(file, terrain->crs, &terrain->grid, values, 1)
                                : ria_fail(RIA_ERROR_MEMORY, "no memory for the cells of %s", file);
  if (status == RIA_SUCCESS)
    return values;
  ria_terrain_reject(errors, c, place, "%s", ria_status_detail());
  free(values);
  return NULL;
}

void estuary_mark_releases(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const size_t cells = (size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]);
  for (int t = 0; t < c->tracers; t++)
    for (int i = 0; i < c->each_tracer[t].releases; i++) {
      const ria_case_release *r = &c->each_tracer[t].release[i];
      double *marked =
          r->area ? estuary_mark_polygons(c, terrain, r->area, &r->place, errors) : NULL;
      double *kept = marked ? ria_terrain_add_field(terrain, r->mark, 0) : NULL;
      size_t inside = 0;
      for (size_t n = 0; kept && n < cells; n++) {
        kept[n] = marked[n];
        inside += marked[n] > 0;
      }
      if (marked && !kept)
        ria_terrain_reject(errors, c, &r->place, "there are too many releases with an area");
      else if (marked && !inside)
        ria_terrain_reject(errors, c, &r->place,
                           "no cell's centre lies in the area of the release '%s', %s; expected "
                           "polygons inside the grid that are larger than cells, in %s",
                           r->name, r->area, terrain->crs ? terrain->crs : "metres of its own");
      free(marked);
    }
}

/* Raise the bed of marked cells by `higher`, and of unmarked cells to the level `land`. */
static ria_global shape(ria_terrain *terrain, const double *marked, double higher, double land) {
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  ria_global inside = 0;
  for (ria_global i = 0; i < cells; i++) {
    inside += marked[i] > 0;
    if (marked[i] > 0)
      terrain->depth[i] -= higher;
    else if (-terrain->depth[i] < land)
      terrain->depth[i] = -land;
  }
  return inside;
}

static void build(const ria_case *c, ria_terrain *terrain, const estuary_structure *s,
                  ria_case_errors *errors) {
  double *marked = estuary_mark_polygons(c, terrain, s->file, &s->place, errors);
  if (!marked)
    return;
  const ria_global cells = shape(terrain, marked, s->height, -(double)INFINITY);
  free(marked);
  if (cells)
    ria_terrain_note(c, terrain, &s->place, "the buildings '%s' stand on %lld cells", s->name,
                     (long long)cells);
  else
    ria_terrain_reject(errors, c, &s->place,
                       "no cell's centre lies in the buildings '%s'; expected polygons inside the "
                       "grid that are larger than cells",
                       s->name);
}

static double highest(const ria_terrain *terrain) {
  double most = -(double)INFINITY;
  for (ria_global i = 0; i < terrain->grid.cells[0] * terrain->grid.cells[1]; i++)
    most = fmax(most, -terrain->depth[i]);
  return most;
}

static const double above = 10; /* m above the highest bed: no water gets there */

static void cut_domain(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  double *marked = estuary_mark_polygons(c, terrain, own->domain, &own->domain_place, errors);
  if (!marked)
    return;
  const ria_global inside = shape(terrain, marked, 0, highest(terrain) + above);
  free(marked);
  if (inside)
    ria_terrain_note(c, terrain, &own->domain_place, "%lld of %lld cells lie in the domain",
                     (long long)inside, (long long)cells);
  else
    ria_terrain_reject(errors, c, &own->domain_place,
                       "no cell's centre lies in the polygons of %s; expected a domain inside the "
                       "grid, which is in %s",
                       own->domain, terrain->crs ? terrain->crs : "metres of its own");
}

/* Apply the domain, then open lines. Outer cells of lines keep the bed from before. */
static void bound(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  const size_t bytes =
      (size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]) * sizeof *terrain->depth;
  double *bed = own && own->domain ? malloc(bytes) : NULL;
  const double land = highest(terrain) + above;
  if (bed)
    memcpy(bed, terrain->depth, bytes);
  if (own && own->domain)
    cut_domain(c, terrain, errors);
  estuary_lay_open_lines(c, terrain, bed, land, errors);
  free(bed);
}

void estuary_shape_bed(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  for (int i = 0; own && i < own->structures; i++)
    if (own->structure[i].kind == RIA_STRUCTURE_BUILDINGS && own->structure[i].file)
      build(c, terrain, &own->structure[i], errors);
  bound(c, terrain, errors);
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
    return field < FORTH ? nothing : field < GATE ? 0 : endless;
  if (!e->dam[field])
    return endless;
  const double value = e->dam[field][at[1] * g->cells[0] + at[0]];
  if (field >= GATE)
    return value > 0 ? estuary_gate_opening(e, (int)value - 1) : endless;
  return isnan(value) ? nothing : value;
}

bool estuary_beside_dam(const estuary *e, const ria_global at[2]) {
  const ria_global east[2] = {at[0] + 1, at[1]}, north[2] = {at[0], at[1] + 1};
  return e->has_dams &&
         (estuary_dam_at(e, 0, at) > nothing || estuary_dam_at(e, 1, at) > nothing ||
          estuary_dam_at(e, 0, east) > nothing || estuary_dam_at(e, 1, north) > nothing);
}

/* The history shows the crests; it has no value at faces without one. */
void estuary_show_dams(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  static const char *const what[] = {"crest of the structure on the western face of the cell",
                                     "crest of the structure on the southern face of the cell"};
  const estuary_case *own = c->own;
  for (int i = 0; own && estuary_has_dams(own) && i < 2; i++)
    shown->fixed[shown->statics++] =
        (ria_shown_static){.name = name_of[i],
                           .unit = "m",
                           .what = what[i],
                           .faces = true,
                           .value = terrain ? ria_terrain_field_of(terrain, name_of[i]) : NULL};
}
