/* Sections: lines through which the flow is measured, on the faces between cells that they cross.
 * Open lines and structures on faces are sections too if `flows` requests them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/lines.h"

static const char *const name_of[2] = {"section_x", "section_y"};

/* A face that a line crosses once or several times, in either direction. */
typedef struct {
  int axis;
  ria_global across, along; /* cell with this face as its low side, along the axis and the other
                               one */
  int forward;              /* times that a walker along the line has that cell on the left, minus
                               times on the right */
} crossed;

typedef struct {
  int count, room;
  crossed *face;
  ria_global more; /* ghost cells of the line's grid beyond each side */
  bool failed;
} crossings;

static bool add_crossing(void *context, const ria_line_face *face) {
  crossings *all = context;
  if (all->count == all->room) {
    const int room = all->room ? 2 * all->room : 64;
    crossed *grown = realloc(all->face, (size_t)room * sizeof *grown);
    all->failed = !grown;
    if (!grown)
      return false;
    all->face = grown;
    all->room = room;
  }
  const ria_global cell[2] = {face->cell[0] - all->more, face->cell[1] - all->more};
  all->face[all->count++] = (crossed){.axis = face->axis,
                                      .across = cell[face->axis],
                                      .along = cell[1 - face->axis],
                                      .forward = face->forward ? 1 : -1};
  return true;
}

static int by_place(const void *one, const void *other) {
  const crossed *a = one, *b = other;
  if (a->axis != b->axis)
    return a->axis - b->axis;
  if (a->across != b->across)
    return a->across < b->across ? -1 : 1;
  return (a->along > b->along) - (a->along < b->along);
}

static bool is_inside(const ria_grid *g, const crossed *f, ria_global across) {
  return across >= 0 && across < g->cells[f->axis] && f->along >= 0 &&
         f->along < g->cells[1 - f->axis];
}

/* Each face once, without faces crossed there and back, and without those beyond the grid. */
static void clean(const ria_grid *g, crossings *all) {
  int kept = 0;
  if (all->count)
    qsort(all->face, (size_t)all->count, sizeof *all->face, by_place);
  for (int i = 0, next; i < all->count; i = next) {
    crossed one = all->face[i];
    for (next = i + 1; next < all->count && !by_place(&one, &all->face[next]); next++)
      one.forward += all->face[next].forward;
    if (one.forward && (is_inside(g, &one, one.across) || is_inside(g, &one, one.across - 1)))
      all->face[kept++] = one;
  }
  all->count = kept;
}

static ria_status end_of_faces(const ria_grid *grid, crossings *all) {
  clean(grid, all);
  return all->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for sections") : RIA_SUCCESS;
}

/* The faces of a section; free all->face. A line between the last centres and the edge of the
 * grid is treated as running along the edge. */
static ria_status find_faces(const ria_grid *grid, const estuary_section *section, crossings *all) {
  ria_grid wide = *grid;
  const ria_line line = {.points = section->points, .point = (double(*)[2])section->point};
  for (int a = 0; a < 2; a++) {
    wide.cells[a] += 2;
    wide.origin[a] -= wide.spacing[a];
  }
  *all = (crossings){.more = 1};
  ria_line_faces(&wide, &line, add_crossing, all);
  return end_of_faces(grid, all);
}

/* The faces between the grid's cells that are crossed by a line of points, or by the lines of a
 * file. */
static ria_status find_crossed(const ria_terrain *terrain, const char *file, const ria_line *line,
                               crossings *all) {
  ria_lines lines = {0};
  *all = (crossings){.more = 0};
  if (file)
    RIA_TRY(ria_lines_read(file, terrain->crs, &lines));
  else
    ria_line_faces(&terrain->grid, line, add_crossing, all);
  for (int i = 0; i < lines.count; i++)
    ria_line_faces(&terrain->grid, &lines.line[i], add_crossing, all);
  ria_lines_destroy(&lines);
  return end_of_faces(&terrain->grid, all);
}

static ria_status find_faces_of_structure(const ria_terrain *terrain, const estuary_structure *s,
                                          crossings *all) {
  const ria_line line = {.points = s->points, .point = (double(*)[2])s->point};
  return find_crossed(terrain, s->file, &line, all);
}

/* Flow into the domain through an open line is positive. */
static ria_status find_faces_of_line(const ria_case *c, const ria_terrain *terrain, int boundary,
                                     crossings *all) {
  const ria_case_boundary *b = &c->boundary[boundary];
  const ria_line line = {.points = b->points, .point = (double(*)[2])b->point};
  int kept = 0;
  RIA_TRY(find_crossed(terrain, b->file, &line, all));
  for (int i = 0; i < all->count; i++) {
    crossed one = all->face[i];
    const ria_global nx = terrain->grid.cells[0], apart = one.axis == 0 ? 1 : nx,
                     cell =
                         one.axis == 0 ? one.along * nx + one.across : one.across * nx + one.along;
    const bool outer = estuary_line_cell(terrain, boundary, cell);
    one.forward = outer ? 1 : -1;
    if (outer != estuary_line_cell(terrain, boundary, cell - apart))
      all->face[kept++] = one;
  }
  all->count = kept;
  return RIA_SUCCESS;
}

/* Positive from left to right: into the cell on the right or, if that is outside the grid, out of
 * the other one. */
static ria_section_run run_of(const ria_grid *g, const crossed *f) {
  const bool to_low = f->forward > 0;
  const ria_global into = to_low ? f->across - 1 : f->across;
  const bool inside = is_inside(g, f, into);
  return (ria_section_run){.axis = f->axis,
                           .outward = to_low == inside ? 1 : -1,
                           .across = inside   ? into
                                     : to_low ? f->across
                                              : f->across - 1,
                           .from = f->along,
                           .to = f->along + 1,
                           .sign = inside ? 1 : -1};
}

static bool goes_on(const ria_section_run *run, const ria_section_run *next) {
  return run->axis == next->axis && run->outward == next->outward && run->across == next->across &&
         run->sign == next->sign && run->to == next->from;
}

/* Combine a section's faces into runs. */
static ria_status add_section(estuary *e, const char *name, const crossings *all) {
  const ria_grid *grid = &e->terrain->grid;
  ria_section_run *run = calloc((size_t)all->count + 1, sizeof *run);
  ria_section *section = &e->section[e->sections++];
  *section = (ria_section){.name = name, .run = run};
  for (int i = 0; i < all->count && run; i++) {
    const ria_section_run next = run_of(grid, &all->face[i]);
    if (section->runs && goes_on(&run[section->runs - 1], &next))
      run[section->runs - 1].to++;
    else
      run[section->runs++] = next;
  }
  return run ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
}

bool estuary_measures(const ria_case *c) {
  return c->scheme != RIA_TILING_SWEPT && !(c->target && !strcmp(c->target, "cell"));
}

/* Add the section for the faces found, or report the error. */
static ria_status take_faces(estuary *e, const char *name, crossings *all, ria_status found) {
  if (found == RIA_SUCCESS)
    found = add_section(e, name, all);
  free(all->face);
  return found;
}

ria_status estuary_sections(estuary *e) {
  const ria_case *c = e->the_case;
  const estuary_case *own = e->own;
  const size_t most = (size_t)(own->sections + c->boundaries + own->structures);
  e->section = calloc(most + 1, sizeof *e->section);
  if (!e->section)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  if (!estuary_measures(c))
    return RIA_SUCCESS;
  crossings all;
  for (int i = 0; i < own->sections; i++)
    RIA_TRY(take_faces(e, own->section[i].name, &all,
                       find_faces(&e->terrain->grid, &own->section[i], &all)));
  for (int i = 0; i < c->boundaries; i++)
    if (estuary_asks_side(own, &c->boundary[i]) && c->boundary[i].on_line)
      RIA_TRY(take_faces(e, e->opening[i], &all, find_faces_of_line(c, e->terrain, i, &all)));
  for (int i = 0; i < own->structures; i++)
    if (estuary_asks_structure(own, &own->structure[i]) && estuary_is_dam(&own->structure[i]))
      RIA_TRY(take_faces(e, own->structure[i].name, &all,
                         find_faces_of_structure(e->terrain, &own->structure[i], &all)));
  return RIA_SUCCESS;
}

void estuary_destroy_sections(estuary *e) {
  for (int i = 0; i < e->sections; i++)
    free((void *)e->section[i].run);
  free(e->section);
}

/* ---- on the terrain ---- */

/* The higher bed of the cells beside a face. */
static double bed_at(const ria_terrain *terrain, const crossed *f) {
  const ria_grid *g = &terrain->grid;
  double bed = -(double)INFINITY;
  for (int back = 0; back < 2; back++) {
    ria_global cell[2];
    cell[f->axis] = f->across - back;
    cell[1 - f->axis] = f->along;
    if (is_inside(g, f, f->across - back))
      bed = fmax(bed, -terrain->depth[cell[1] * g->cells[0] + cell[0]]);
  }
  return bed;
}

static double highest_water(const ria_case *c, const ria_terrain *terrain) {
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  double most = c->initial.level;
  for (ria_global i = 0; terrain->start.level && i < cells; i++)
    most = fmax(most, terrain->start.level[i]);
  for (int i = 0; i < c->boundaries; i++)
    if (c->boundary[i].kind == RIA_BOUNDARY_TIDE || c->boundary[i].kind == RIA_BOUNDARY_LEVEL)
      most = fmax(most, estuary_highest_level(c, terrain, &c->boundary[i]));
  return most;
}

/* Rain, rivers and discharges can bring water to any place; so can an initial state from a shape
 * or file. */
static bool stays_below(const ria_case *c) {
  const estuary_case *own = c->own;
  const char *shape = c->initial.shape.kind;
  for (int i = 0; i < c->boundaries; i++)
    if (c->boundary[i].kind == RIA_BOUNDARY_DISCHARGE)
      return false;
  return !own->rain.on && !c->rivers && !c->initial.file && !c->initial.has_surface &&
         !c->initial.has_depth && (!*shape || !strcmp(shape, "rest"));
}

/* Returns the number of faces below `high`. */
static int mark_faces(ria_terrain *terrain, const crossings *all, int number, double *field[2],
                      double high, ria_status *status) {
  const ria_grid *g = &terrain->grid;
  int wet = 0;
  for (int i = 0; i < all->count && *status == RIA_SUCCESS; i++) {
    const crossed *f = &all->face[i];
    ria_terrain_face shown = {.axis = f->axis, .section = true};
    shown.cell[f->axis] = f->across;
    shown.cell[1 - f->axis] = f->along;
    wet += bed_at(terrain, f) < high;
    if (is_inside(g, f, f->across))
      field[f->axis][shown.cell[1] * g->cells[0] + shown.cell[0]] = 1 + number;
    *status = ria_terrain_add_face(terrain, &shown);
  }
  return wet;
}

/* An arrow across the middle of the line, some cells long. */
static ria_status add_arrow(ria_terrain *terrain, const estuary_section *s) {
  const int middle = (s->points - 2) / 2;
  const double *a = s->point[middle].at, *b = s->point[middle + 1].at;
  const double length = ria_hypot(b[0] - a[0], b[1] - a[1]);
  const ria_grid *g = &terrain->grid;
  const double half =
      fmax(2 * fmax(g->spacing[0], g->spacing[1]),
           0.02 * fmin((double)g->cells[0] * g->spacing[0], (double)g->cells[1] * g->spacing[1]));
  const double right[2] = {(b[1] - a[1]) / length * half, -(b[0] - a[0]) / length * half};
  ria_terrain_way way = {.section = true};
  for (int i = 0; i < 2; i++) {
    way.from[i] = 0.5 * (a[i] + b[i]) - right[i];
    way.to[i] = 0.5 * (a[i] + b[i]) + right[i];
  }
  return length > 0 ? ria_terrain_add_way(terrain, &way) : RIA_SUCCESS;
}

static void check(const ria_case *c, ria_terrain *terrain, const estuary_section *s, int faces,
                  int wet, ria_case_errors *errors) {
  if (!faces)
    ria_terrain_reject(errors, c, &s->place,
                       "the section '%s' lies between no two cells of the grid; expected a line "
                       "inside it that is longer than a cell, in metres of the grid's system",
                       s->name);
  else if (!wet && stays_below(c))
    ria_terrain_reject(errors, c, &s->place,
                       "the section '%s' lies on land: all its %d faces are higher than the water "
                       "at the start and at the sides; expected a line across the water",
                       s->name, faces);
  else
    ria_terrain_note(c, terrain, &s->place, "the section '%s' has %d faces between cells", s->name,
                     faces);
}

static ria_status lay_section(const ria_case *c, ria_terrain *terrain, int number, double *field[2],
                              double high, ria_case_errors *errors) {
  const estuary_section *s = &((const estuary_case *)c->own)->section[number];
  crossings all;
  ria_status status = find_faces(&terrain->grid, s, &all);
  const int wet = mark_faces(terrain, &all, number, field, high, &status);
  if (status == RIA_SUCCESS && all.count)
    status = add_arrow(terrain, s);
  if (status == RIA_SUCCESS)
    check(c, terrain, s, all.count, wet, errors);
  free(all.face);
  return status;
}

void estuary_lay_sections(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  double *field[2] = {NULL};
  ria_status status = RIA_SUCCESS;
  if (!own->sections)
    return;
  for (int a = 0; a < 2 && status == RIA_SUCCESS; a++) {
    field[a] = ria_terrain_add_field(terrain, name_of[a], NAN);
    if (!field[a])
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  }
  const double high = highest_water(c, terrain);
  for (int i = 0; i < own->sections && status == RIA_SUCCESS; i++)
    status = lay_section(c, terrain, i, field, high, errors);
  if (status != RIA_SUCCESS)
    ria_terrain_reject(errors, c, &own->section[0].place, "%s", ria_status_detail());
}

void estuary_show_sections(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  static const char *const what[] = {"number of the section on the western face of the cell",
                                     "number of the section on the southern face of the cell"};
  const estuary_case *own = c->own;
  for (int a = 0; own && own->sections && a < 2; a++)
    shown->fixed[shown->statics++] =
        (ria_shown_static){.name = name_of[a],
                           .unit = "1",
                           .what = what[a],
                           .faces = true,
                           .value = terrain ? ria_terrain_field_of(terrain, name_of[a]) : NULL};
}
