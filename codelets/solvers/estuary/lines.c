/* Open lines inside the grid, on the faces between cells that they cross. The cells on their
 * outer side hold the water outside, or receive the line's discharge. Beyond these cells the ground
 * becomes land, where no flow is computed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../water.h"
#include "estuary.h"
#include "ria/lines.h"

/* Fields of the terrain: 1 + the number of the boundary with a line just inside of the cell (NAN:
 * none); the static field `reach`; the width of the line next to the cell, m. */
static const char outer_field[] = "line", width_field[] = "line_width";
static const char *const reach_field[2] = {"line_reach_x", "line_reach_y"};

/* Data of a cell next to a line. */
enum { INNER = 1, OUTER = 2, BEYOND = 4 };

typedef struct {
  double normal[2]; /* outwards, of all its faces */
  double width;     /* m */
  int faces[2];     /* across each axis */
} beside;

typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
  double highest; /* level of all boundaries, m */
  int number;     /* of the boundary with the line that is being placed */
  bool left;      /* the outside is on the left of a walker along the line */
  ria_global crossings;
  /* [2][cells]: of the low face across each axis: 1 + the boundary, or 0; negative: the cell
   * before it is outside, else the cell itself */
  int *face;
  double *share, (*normal)[2]; /* [2 * cells]: of the faces, outwards */
  int *owner[2];       /* [cells]: 1 + the boundary for which it is an inner, or outer cell */
  unsigned char *mark; /* [cells] */
  const char *trouble; /* of the line that is being placed */
  ria_global at;       /* where */
} laying;

static bool is_line(const ria_case_boundary *b) {
  return b->on_line;
}

static bool has_level(const ria_case_boundary *b) {
  return b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL;
}

static int count_lines(const ria_case *c) {
  int count = 0;
  for (int i = 0; i < c->boundaries; i++)
    count += is_line(&c->boundary[i]) && has_level(&c->boundary[i]);
  return count;
}

bool estuary_holds_lines(const ria_case *c) {
  return count_lines(c) > 0;
}

bool estuary_has_lines(const ria_case *c) {
  bool some = false;
  for (int i = 0; i < c->boundaries; i++)
    some |= is_line(&c->boundary[i]);
  return some;
}

static ria_global cells_of(const ria_terrain *terrain) {
  return terrain->grid.cells[0] * terrain->grid.cells[1];
}

/* The cell before another along an axis. */
static ria_global before(const laying *l, int axis, ria_global cell) {
  return cell - (axis == 0 ? 1 : l->terrain->grid.cells[0]);
}

static void middle_of(const ria_terrain *terrain, ria_global cell, double at[2]) {
  const ria_grid *g = &terrain->grid;
  at[0] = g->origin[0] + ((double)(cell % g->cells[0]) + 0.5) * g->spacing[0];
  at[1] = g->origin[1] + ((double)(cell / g->cells[0]) + 0.5) * g->spacing[1];
}

/* ---- one line ---- */

static double turn(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool cross(const double a[2], const double b[2], const double c[2], const double d[2]) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/* Whether two pieces of a line cross. */
static bool crosses_itself(const ria_line *line) {
  for (int i = 0; i + 1 < line->points; i++)
    for (int k = i + 2; k + 1 < line->points; k++)
      if (cross(line->point[i], line->point[i + 1], line->point[k], line->point[k + 1]))
        return true;
  return false;
}

/* Whether the outside is on the left, from the direction of the first to the last point. False if
 * neither side is outside. */
static bool find_outside(const ria_line *line, ria_side side, bool *left) {
  static const double least = 0.1; /* sine of the angle between the line and that direction */
  const double *first = line->point[0], *last = line->point[line->points - 1];
  const double way[2] = {last[0] - first[0], last[1] - first[1]};
  const int axis = ria_side_axis(side);
  const double sign = ria_side_is_high(side) ? 1 : -1;
  const double to_left = (axis == 0 ? -way[1] : way[0]) * sign;
  *left = to_left > 0;
  return fabs(to_left) > least * sqrt(way[0] * way[0] + way[1] * way[1]);
}

static bool lay_face(void *context, const ria_line_face *face) {
  laying *l = context;
  const ria_global nx = l->terrain->grid.cells[0], at = face->cell[1] * nx + face->cell[0];
  const ria_global n = face->axis * cells_of(l->terrain) + at;
  const int new = face->forward == l->left ? 1 + l->number : -1 - l->number;
  const double sign = l->left ? 1 : -1;
  l->at = at;
  if (l->face[n] && l->face[n] != new && l->face[n] != -new) {
    l->trouble = "meets another open line on the same face between two cells";
    return false;
  }
  if (l->face[n] == -new) { /* the line goes there and back */
    l->face[n] = 0;
    l->crossings--;
    return true;
  }
  l->crossings += l->face[n] == 0;
  l->face[n] = new;
  l->share[n] = face->share;
  l->normal[n][0] = -sign * face->way[1];
  l->normal[n][1] = sign * face->way[0];
  return true;
}

static ria_status lay_line(laying *l, const ria_line *line) {
  const ria_case_boundary *b = &l->the_case->boundary[l->number];
  if (line->points < 2)
    return RIA_SUCCESS;
  if (crosses_itself(line))
    return ria_fail(RIA_ERROR_CASE,
                    "the line '%s' crosses itself; expected one that goes from end to end",
                    b->name);
  if (!find_outside(line, b->beyond, &l->left))
    return ria_fail(RIA_ERROR_CASE,
                    "neither side of the line '%s' lies %s of it, by the way from its first point "
                    "(%.10g, %.10g) to its last (%.10g, %.10g); expected another 'outside', or a "
                    "line that is not closed",
                    b->name, ria_case_sides[b->beyond], line->point[0][0], line->point[0][1],
                    line->point[line->points - 1][0], line->point[line->points - 1][1]);
  if (!ria_line_faces(&l->terrain->grid, line, lay_face, l)) {
    double at[2];
    middle_of(l->terrain, l->at, at);
    return ria_fail(RIA_ERROR_CASE, "the line '%s' %s, near (%.10g, %.10g)", b->name, l->trouble,
                    at[0], at[1]);
  }
  return RIA_SUCCESS;
}

static ria_status lay_lines_of(laying *l) {
  const ria_case_boundary *b = &l->the_case->boundary[l->number];
  ria_lines lines = {0};
  ria_status status = RIA_SUCCESS;
  l->crossings = 0;
  if (!b->file) {
    const ria_line line = {.points = b->points, .point = (double(*)[2])b->point};
    status = lay_line(l, &line);
  } else {
    status = ria_lines_read(b->file, l->terrain->crs, &lines);
    for (int i = 0; status == RIA_SUCCESS && i < lines.count; i++)
      status = lay_line(l, &lines.line[i]);
    ria_lines_destroy(&lines);
  }
  if (status == RIA_SUCCESS && !l->crossings)
    return ria_fail(RIA_ERROR_CASE,
                    "the line '%s' lies between no two cells of the grid; expected a line inside "
                    "it that is longer than a cell, in metres of the grid's system",
                    b->name);
  return status;
}

/* ---- the cells next to lines ---- */

/* Mark a cell as an inner or outer one of a boundary. False: it belongs to another boundary, or
 * is both. */
static bool take_cell(laying *l, int boundary, unsigned char mark, ria_global cell) {
  int *owner = &l->owner[mark == OUTER][cell];
  const bool alone = *owner == 0 || *owner == 1 + boundary;
  l->mark[cell] |= mark;
  *owner = 1 + boundary;
  l->at = cell;
  if ((l->mark[cell] & INNER) && (l->mark[cell] & OUTER))
    l->trouble = "has a cell on both sides: it, or two lines, lie within one cell of each other";
  else if (!alone)
    l->trouble = "shares cells with another open line";
  return !l->trouble;
}

static ria_status take_cells(laying *l) {
  const ria_global cells = cells_of(l->terrain);
  l->trouble = NULL;
  for (int axis = 0; axis < 2; axis++)
    for (ria_global i = 0; i < cells; i++) {
      const int face = l->face[axis * cells + i], boundary = abs(face) - 1;
      const ria_global other = before(l, axis, i);
      double at[2];
      if (!face || (take_cell(l, boundary, OUTER, face > 0 ? i : other) &&
                    take_cell(l, boundary, INNER, face > 0 ? other : i)))
        continue;
      l->number = boundary;
      middle_of(l->terrain, l->at, at);
      return ria_fail(RIA_ERROR_CASE,
                      "the line '%s' %s, near (%.10g, %.10g); expected lines that are two cells "
                      "apart and do not turn back",
                      l->the_case->boundary[boundary].name, l->trouble, at[0], at[1]);
    }
  return RIA_SUCCESS;
}

/* Data of an outer cell from its faces on the line. */
static beside faces_of(const laying *l, ria_global cell) {
  const ria_grid *g = &l->terrain->grid;
  const ria_global cells = cells_of(l->terrain), nx = g->cells[0];
  beside found = {0};
  for (int axis = 0; axis < 2; axis++)
    for (int high = 0; high < 2; high++) {
      const ria_global at = high ? cell + (axis == 0 ? 1 : nx) : cell;
      const bool edge = axis == 0 ? high && cell % nx == nx - 1 : at >= cells;
      const ria_global n = axis * cells + at;
      if (edge || !l->face[n])
        continue;
      found.normal[0] += l->normal[n][0];
      found.normal[1] += l->normal[n][1];
      found.width += l->share[n] * g->spacing[1 - axis];
      found.faces[axis]++;
    }
  return found;
}

/* The static field `reach` of an outer cell: its unit normal, scaled by the change of the depth
 * that a discharge of 1 along it causes. If the line is nearly parallel to the normal of the only
 * face of the cell, across that face. */
static void find_reach(const laying *l, const beside *b, ria_global cell, double reach[2]) {
  const ria_grid *g = &l->terrain->grid;
  const ria_global cells = cells_of(l->terrain);
  const double across[2] = {b->faces[0] / g->spacing[0], b->faces[1] / g->spacing[1]};
  const double length = sqrt(b->normal[0] * b->normal[0] + b->normal[1] * b->normal[1]);
  double n[2] = {0, 0}, change = 0;
  for (int axis = 0; axis < 2; axis++) {
    n[axis] = length > 0 ? b->normal[axis] / length : 0;
    change += fabs(n[axis]) * across[axis];
  }
  if (change < 0.5 * fmax(across[0], across[1])) {
    const int axis = across[0] > across[1] ? 0 : 1;
    n[axis] = l->face[axis * cells + cell] > 0 ? 1 : -1;
    n[1 - axis] = 0;
    change = across[axis];
  }
  reach[0] = n[0] / change;
  reach[1] = n[1] / change;
}

static ria_status add_fields(laying *l) {
  const ria_global cells = cells_of(l->terrain);
  double *outer = ria_terrain_add_field(l->terrain, outer_field, NAN);
  double *width = ria_terrain_add_field(l->terrain, width_field, 0);
  double *reach[2] = {ria_terrain_add_field(l->terrain, reach_field[0], 0),
                      ria_terrain_add_field(l->terrain, reach_field[1], 0)};
  if (!outer || !width || !reach[0] || !reach[1])
    return ria_fail(RIA_ERROR_MEMORY, "no memory for open lines");
  for (ria_global i = 0; i < cells; i++) {
    if (!(l->mark[i] & OUTER))
      continue;
    const beside b = faces_of(l, i);
    double r[2];
    find_reach(l, &b, i, r);
    outer[i] = l->owner[1][i];
    width[i] = b.width;
    reach[0][i] = r[0];
    reach[1][i] = r[1];
  }
  return RIA_SUCCESS;
}

static ria_status show_faces(laying *l) {
  const ria_global cells = cells_of(l->terrain), nx = l->terrain->grid.cells[0];
  for (int axis = 0; axis < 2; axis++)
    for (ria_global i = 0; i < cells; i++) {
      const ria_terrain_face face = {
          .axis = axis, .cell = {i % nx, i / nx}, .boundary = abs(l->face[axis * cells + i])};
      if (face.boundary)
        RIA_TRY(ria_terrain_add_face(l->terrain, &face));
    }
  return RIA_SUCCESS;
}

/* ---- beyond lines ---- */

/* The highest level of all sides and lines. */
static double highest_level(const ria_case *c, const ria_terrain *terrain) {
  double level = -(double)INFINITY;
  for (int i = 0; i < c->boundaries; i++)
    if (has_level(&c->boundary[i]))
      level = fmax(level, estuary_highest_level(c, terrain, &c->boundary[i]));
  return level;
}

/* Whether water may stand on a cell, by the initial state or by a boundary. */
static bool is_low(const laying *l, ria_global cell) {
  const double *start = l->terrain->start.level;
  const double level = start ? start[cell] : l->the_case->initial.level;
  return -l->terrain->depth[cell] < fmax(level, l->highest);
}

/* Whether water can flow from a cell to the next one along an axis without crossing a line;
 * returns the next one. */
static bool go(const laying *l, ria_global cell, int axis, bool high, ria_global *next) {
  const ria_grid *g = &l->terrain->grid;
  const ria_global at[2] = {cell % g->cells[0], cell / g->cells[0]};
  const ria_global to = at[axis] + (high ? 1 : -1);
  if (to < 0 || to >= g->cells[axis])
    return false;
  *next = high ? cell + (axis == 0 ? 1 : g->cells[0]) : before(l, axis, cell);
  return !l->face[axis * cells_of(l->terrain) + (high ? *next : cell)];
}

static ria_status refuse_way_around(laying *l, ria_global cell) {
  l->number = l->owner[0][cell] - 1;
  const ria_case_boundary *b = &l->the_case->boundary[l->number];
  double at[2];
  middle_of(l->terrain, cell, at);
  return ria_fail(
      RIA_ERROR_CASE,
      "water %s of the line '%s' gets around an end of a line to (%.10g, %.10g), beside "
      "it inside; expected a line that ends on land or at the edge of the grid, or "
      "another 'outside'",
      ria_case_sides[b->beyond], b->name, at[0], at[1]);
}

/* Mark the neighbours of outer cells that no line separates from them, and all cells that water
 * reaches from there. */
static ria_status flood(laying *l) {
  const ria_global cells = cells_of(l->terrain);
  ria_global *stack = malloc((size_t)cells * sizeof *stack), count = 0;
  ria_status status = stack ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for open lines");
  for (ria_global i = 0; stack && i < cells; i++)
    if (l->mark[i] & OUTER)
      stack[count++] = i;
  while (status == RIA_SUCCESS && count > 0) {
    const ria_global cell = stack[--count];
    for (int way = 0; status == RIA_SUCCESS && way < 4; way++) {
      ria_global next;
      if (!go(l, cell, way / 2, way % 2, &next) || (l->mark[next] & (OUTER | BEYOND)))
        continue;
      const bool wet = is_low(l, cell) && is_low(l, next), inner = l->mark[next] & INNER;
      if (wet && inner)
        status = refuse_way_around(l, next);
      if (!inner && (wet || (l->mark[cell] & OUTER)))
        l->mark[next] |= BEYOND;
      if (!inner && wet)
        stack[count++] = next;
    }
  }
  free(stack);
  return status;
}

/* Turn cells beyond lines to land; outer cells keep the bed that they had before the domain was
 * cut. */
static void raise(laying *l, const double *bed, double land) {
  for (ria_global i = 0; i < cells_of(l->terrain); i++) {
    if ((l->mark[i] & OUTER) && bed)
      l->terrain->depth[i] = bed[i];
    else if (l->mark[i] & BEYOND)
      l->terrain->depth[i] = fmin(l->terrain->depth[i], -land);
  }
}

/* ---- all lines ---- */

/* Number of cells that a boundary holds or feeds, and number of those that water reaches on both
 * sides. */
static void tell(const laying *l, int number) {
  const ria_case_boundary *b = &l->the_case->boundary[number];
  const ria_global cells = cells_of(l->terrain);
  ria_global faces = 0, open = 0, beyond = 0;
  for (int axis = 0; axis < 2; axis++)
    for (ria_global i = 0; i < cells; i++) {
      const bool its = abs(l->face[axis * cells + i]) == 1 + number;
      faces += its;
      open += its && is_low(l, i) && is_low(l, before(l, axis, i));
    }
  for (ria_global i = 0; i < cells; i++)
    beyond += (l->mark[i] & BEYOND) != 0;
  if (has_level(b) && !open)
    ria_terrain_reject(l->errors, l->the_case, &b->place,
                       "the line '%s' lies on dry land: its level never rises above the bed on "
                       "both sides of it; move it to where the water is",
                       b->name);
  else
    ria_terrain_note(l->the_case, l->terrain, &b->place,
                     "the line '%s' runs along %lld faces between cells, and the outside lies %s "
                     "of it; nothing is computed in the %lld cells beyond all lines",
                     b->name, (long long)faces, ria_case_sides[b->beyond], (long long)beyond);
}

static bool make_room(laying *l) {
  const size_t cells = (size_t)cells_of(l->terrain);
  l->face = calloc(2 * cells, sizeof *l->face);
  l->share = calloc(2 * cells, sizeof *l->share);
  l->normal = calloc(2 * cells, sizeof *l->normal);
  l->owner[0] = calloc(cells, sizeof *l->owner[0]);
  l->owner[1] = calloc(cells, sizeof *l->owner[1]);
  l->mark = calloc(cells, sizeof *l->mark);
  return l->face && l->share && l->normal && l->owner[0] && l->owner[1] && l->mark;
}

static void free_room(laying *l) {
  free(l->face);
  free(l->share);
  free(l->normal);
  free(l->owner[0]);
  free(l->owner[1]);
  free(l->mark);
}

static bool lay_all(laying *l) {
  const ria_case *c = l->the_case;
  bool good = true;
  for (int i = 0; i < c->boundaries; i++) {
    l->number = i;
    if (!is_line(&c->boundary[i]) || lay_lines_of(l) == RIA_SUCCESS)
      continue;
    ria_terrain_reject(l->errors, c, &c->boundary[i].place, "%s", ria_status_detail());
    good = false;
  }
  return good;
}

/* `bed`: bed of the outer cells, or NULL. An error names the line `number`. */
static ria_status close_off(laying *l, const double *bed, double land) {
  const ria_case *c = l->the_case;
  RIA_TRY(take_cells(l));
  RIA_TRY(add_fields(l));
  raise(l, bed, 0);
  RIA_TRY(flood(l));
  RIA_TRY(show_faces(l));
  for (int i = 0; i < c->boundaries; i++)
    if (is_line(&c->boundary[i]))
      tell(l, i);
  raise(l, NULL, land);
  return RIA_SUCCESS;
}

void estuary_lay_open_lines(const ria_case *c, ria_terrain *terrain, const double *bed, double land,
                            ria_case_errors *errors) {
  laying l = {
      .the_case = c, .terrain = terrain, .errors = errors, .highest = highest_level(c, terrain)};
  if (!estuary_has_lines(c))
    return;
  for (int i = 0; i < c->boundaries; i++)
    l.number = is_line(&c->boundary[i]) ? i : l.number;
  const ria_case_place *place = &c->boundary[l.number].place;
  if (count_lines(c) > RIA_SHOWN_LINES)
    ria_terrain_reject(errors, c, place, "the case has %d lines with a level; expected %d at most",
                       count_lines(c), RIA_SHOWN_LINES);
  else if (!make_room(&l))
    ria_terrain_reject(errors, c, place, "no memory for open lines");
  else if (lay_all(&l) && close_off(&l, bed, land) != RIA_SUCCESS)
    ria_terrain_reject(errors, c, &c->boundary[l.number].place, "%s", ria_status_detail());
  free_room(&l);
}

void estuary_show_lines(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  if (estuary_has_lines(c))
    shown->fixed[shown->statics++] =
        (ria_shown_static){.name = outer_field,
                           .unit = "1",
                           .what = "number of the boundary whose line has the cell just beyond it",
                           .faces = true,
                           .value = terrain ? ria_terrain_field_of(terrain, outer_field) : NULL};
}

void estuary_count_lines(const ria_case *c, int field, ria_conserved *of) {
  for (int i = 0; i < c->boundaries && field >= 0 && of->field >= 0; i++) {
    const ria_case_boundary *b = &c->boundary[i];
    if (is_line(b) && has_level(b) && of->counts < RIA_SHOWN_COUNTED)
      of->counted[of->counts++] = (ria_counted){
          .key = b->name, .row = b->name, .field = field, .sign = 1, .source = b->name};
  }
}

/* ---- functions of an instance ---- */

const double *estuary_lines_on(const ria_terrain *terrain) {
  return ria_terrain_field_of(terrain, outer_field);
}

bool estuary_line_cell(const ria_terrain *terrain, int boundary, ria_global cell) {
  const double *outer = estuary_lines_on(terrain);
  return outer && outer[cell] == 1 + boundary; /* false for NaN */
}

double estuary_line_width(const ria_terrain *terrain, int boundary) {
  const double *width = ria_terrain_field_of(terrain, width_field);
  double sum = 0;
  for (ria_global i = 0; width && i < cells_of(terrain); i++)
    if (estuary_line_cell(terrain, boundary, i))
      sum += width[i];
  return sum;
}

void estuary_find_lines(estuary *e) {
  e->line_outer = estuary_lines_on(e->terrain);
  for (int axis = 0; axis < 2; axis++)
    e->line_reach[axis] = ria_terrain_field_of(e->terrain, reach_field[axis]);
}

/* Whether a cell holds the water outside a line, or has such a neighbour to which it can flow. */
bool estuary_beside_line(const estuary *e, const ria_global at[2]) {
  const ria_grid *g = &e->terrain->grid;
  const double *outer = e->line_outer;
  for (int i = 0; outer && i < 5; i++) {
    const ria_global x = at[0] + (i == 1) - (i == 2), y = at[1] + (i == 3) - (i == 4);
    if (x >= 0 && y >= 0 && x < g->cells[0] && y < g->cells[1] && outer[y * g->cells[0] + x] > 0)
      return true;
  }
  return false;
}

/* A cell's share of a discharge, up to a factor: by its width, and by the conveyance if the line
 * has water at the start. */
static double share_of(const estuary *e, ria_global cell, bool wet) {
  const double *width = ria_terrain_field_of(e->terrain, width_field);
  const double *level = e->terrain->start.level;
  const double depth = (level ? level[cell] : e->the_case->initial.level) + e->terrain->depth[cell];
  return width[cell] * (!wet ? 1 : depth > e->the_case->dry ? depth * sqrt(depth) : 0);
}

int estuary_line_cells(const estuary *e, int boundary, ria_global *xs, ria_global *ys,
                       double *weight) {
  const ria_case_boundary *b = &e->the_case->boundary[boundary];
  const ria_global nx = e->terrain->grid.cells[0];
  double sum = 0;
  bool wet = false;
  int count = 0;
  for (ria_global i = 0; !has_level(b) && i < cells_of(e->terrain); i++)
    wet |= estuary_line_cell(e->terrain, boundary, i) && share_of(e, i, true) > 0;
  for (ria_global i = 0; i < cells_of(e->terrain); i++) {
    if (!estuary_line_cell(e->terrain, boundary, i))
      continue;
    const double share = has_level(b) ? 1 : share_of(e, i, wet);
    if (!(share > 0))
      continue;
    if (xs) {
      xs[count] = i % nx;
      ys[count] = i / nx;
      weight[count] = share;
    }
    sum += share;
    count++;
  }
  for (int i = 0; xs && !has_level(b) && i < count; i++)
    weight[i] *= count / sum;
  return count;
}
