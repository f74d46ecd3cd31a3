#include "marks.h"
#include <math.h>
#include <stdlib.h>
#include "chosen.h"

static const ria_edge_kind edge_of[] = {
    [RIA_BOUNDARY_WALL] = RIA_EDGE_WALL,           [RIA_BOUNDARY_OPEN] = RIA_EDGE_OPEN,
    [RIA_BOUNDARY_TIDE] = RIA_EDGE_TIDE,           [RIA_BOUNDARY_LEVEL] = RIA_EDGE_LEVEL,
    [RIA_BOUNDARY_DISCHARGE] = RIA_EDGE_DISCHARGE, [RIA_BOUNDARY_RATING] = RIA_EDGE_RATING};

/* A part of a side, in coordinates along it; infinite: to its end. */
static ria_map_edge edge_on(const ria_grid *g, ria_side side, double from, double to,
                            ria_edge_kind kind) {
  const double x0 = g->origin[0], x1 = x0 + (double)g->cells[0] * g->spacing[0], y0 = g->origin[1],
               y1 = y0 + (double)g->cells[1] * g->spacing[1];
  if (side == RIA_WEST || side == RIA_EAST) {
    const double x = side == RIA_WEST ? x0 : x1;
    return (ria_map_edge){kind, x, fmax(from, y0), x, fmin(to, y1), NULL};
  }
  const double y = side == RIA_SOUTH ? y0 : y1;
  return (ria_map_edge){kind, fmax(from, x0), y, fmin(to, x1), y, NULL};
}

static ria_map_edge segment_of(const ria_case_boundary *b, const ria_grid *g) {
  return edge_on(g, b->side, b->whole ? -INFINITY : b->from, b->whole ? INFINITY : b->to,
                 edge_of[b->kind]);
}

static double length_of(const ria_map_edge *e) {
  return fabs(e->x1 - e->x0) + fabs(e->y1 - e->y0);
}

/* Whether segments cover a side; they do not overlap. */
static bool is_covered(const ria_case *c, const ria_grid *g, ria_side side) {
  const ria_map_edge all = edge_on(g, side, -INFINITY, INFINITY, RIA_EDGE_WALL);
  double left = length_of(&all);
  for (int i = 0; i < c->boundaries; i++) {
    if (c->boundary[i].on_line || c->boundary[i].side != side)
      continue;
    const ria_map_edge e = segment_of(&c->boundary[i], g);
    left -= length_of(&e);
  }
  return left <= 1e-9 * length_of(&all);
}

/* Walls, or joined sides, of an input, and the case's segments on top. */
static int take_edges(const ria_case *c, const ria_grid *g, run_marks_for what,
                      ria_map_edge *edge) {
  int count = 0;
  for (int side = RIA_WEST; side <= RIA_NORTH && what == RUN_MARKS_OF_INPUT; side++) {
    const bool along_y = side == RIA_WEST || side == RIA_EAST;
    if (is_covered(c, g, (ria_side)side))
      continue;
    edge[count++] = edge_on(g, (ria_side)side, -INFINITY, INFINITY,
                            g->periodic[along_y ? 0 : 1] ? RIA_EDGE_PERIODIC : RIA_EDGE_WALL);
  }
  for (int i = 0; i < c->boundaries; i++)
    if (!c->boundary[i].on_line &&
        (what == RUN_MARKS_OF_INPUT || c->boundary[i].kind != RIA_BOUNDARY_WALL))
      edge[count++] = segment_of(&c->boundary[i], g);
  return count;
}

/* A structure, or a part of an open line. */
static ria_map_edge face_on(const ria_case *c, const ria_grid *g, const ria_terrain_face *face) {
  const ria_edge_kind kind = face->section    ? RIA_EDGE_SECTION
                             : face->boundary ? edge_of[c->boundary[face->boundary - 1].kind]
                                              : RIA_EDGE_STRUCTURE;
  const double x = g->origin[0] + (double)face->cell[0] * g->spacing[0],
               y = g->origin[1] + (double)face->cell[1] * g->spacing[1];
  return (ria_map_edge){.kind = kind,
                        .x0 = x,
                        .y0 = y,
                        .x1 = face->axis == 0 ? x : x + g->spacing[0],
                        .y1 = face->axis == 0 ? y + g->spacing[1] : y};
}

static int take_faces(const ria_case *c, const ria_terrain *terrain, ria_map_edge *edge) {
  int count = 0;
  for (int i = 0; i < terrain->faces; i++)
    edge[count++] = face_on(c, &terrain->grid, &terrain->face[i]);
  for (int i = 0; i < terrain->ways; i++) {
    const ria_terrain_way *w = &terrain->way[i];
    edge[count++] = (ria_map_edge){w->section ? RIA_EDGE_POSITIVE : RIA_EDGE_WAY,
                                   w->from[0],
                                   w->from[1],
                                   w->to[0],
                                   w->to[1],
                                   NULL};
  }
  return count;
}

/* A station where its level acts: on its side. */
static ria_map_mark station_on(const ria_case *c, const ria_terrain *terrain,
                               const ria_terrain_station *station) {
  const ria_map_edge e = segment_of(&c->boundary[station->boundary], &terrain->grid);
  const bool along_x = e.y0 == e.y1;
  return (ria_map_mark){.kind = RIA_MARK_STATION,
                        .x = along_x ? station->along : e.x0,
                        .y = along_x ? e.y0 : station->along};
}

static int take_marks(const ria_case *c, const ria_terrain *terrain, run_marks_for what,
                      ria_map_mark *mark) {
  int count = 0;
  for (int i = 0; i < terrain->stations; i++)
    mark[count++] = station_on(c, terrain, &terrain->station[i]);
  for (int t = 0; t < c->tracers; t++)
    for (int i = 0; i < c->each_tracer[t].releases; i++) {
      const ria_case_release *release = &c->each_tracer[t].release[i];
      if (release->area)
        continue;
      mark[count++] =
          (ria_map_mark){release->name, RIA_MARK_RELEASE, release->x, release->y, release->radius};
    }
  for (int i = 0; i < terrain->spots; i++) {
    const ria_terrain_spot *s = &terrain->spot[i];
    mark[count++] = (ria_map_mark){s->name, RIA_MARK_RELEASE, s->at[0], s->at[1], s->radius};
  }
  for (int i = 0; i < c->rivers; i++)
    mark[count++] = (ria_map_mark){c->river[i].name, RIA_MARK_RIVER, c->river[i].x, c->river[i].y,
                                   c->river[i].radius};
  for (int i = 0; i < c->gauges && what == RUN_MARKS_OF_INPUT; i++)
    mark[count++] =
        (ria_map_mark){c->gauge[i].name, RIA_MARK_GAUGE, c->gauge[i].x, c->gauge[i].y, 0};
  return count;
}

/* Whether a rectangle reaches into a region, whose edges are x0, y0, x1, y1. */
static bool reaches(const double region[4], double xa, double ya, double xb, double yb) {
  const double hair = 1e-9 * (region[2] - region[0] + region[3] - region[1]);
  return fmax(xa, xb) >= region[0] - hair && fmin(xa, xb) <= region[2] + hair &&
         fmax(ya, yb) >= region[1] - hair && fmin(ya, yb) <= region[3] + hair;
}

/* A history of a part of the plane has maps of that part. */
static void keep_those_inside(const ria_case *c, const ria_terrain *terrain, run_marks *marks) {
  const run_region r = run_chosen_region(c, terrain);
  const ria_grid *g = &terrain->grid;
  const double region[4] = {g->origin[0] + (double)r.lo[0] * g->spacing[0],
                            g->origin[1] + (double)r.lo[1] * g->spacing[1],
                            g->origin[0] + (double)r.hi[0] * g->spacing[0],
                            g->origin[1] + (double)r.hi[1] * g->spacing[1]};
  const int edges = marks->edges, all = marks->marks;
  marks->edges = marks->marks = 0;
  for (int i = 0; i < edges; i++) {
    const ria_map_edge e = marks->edge[i];
    if (reaches(region, e.x0, e.y0, e.x1, e.y1))
      marks->edge[marks->edges++] = e;
  }
  for (int i = 0; i < all; i++) {
    const ria_map_mark m = marks->mark[i];
    if (reaches(region, m.x, m.y, m.x, m.y))
      marks->mark[marks->marks++] = m;
  }
}

ria_status run_marks_make(const ria_case *c, const ria_terrain *terrain, run_marks_for what,
                          run_marks *marks) {
  int releases = 0;
  for (int t = 0; t < c->tracers; t++)
    releases += c->each_tracer[t].releases;
  const int edges = c->boundaries + terrain->faces + terrain->ways + 4,
            places = releases + c->rivers + c->gauges + terrain->stations + terrain->spots + 1;
  *marks = (run_marks){.edge = calloc((size_t)edges, sizeof *marks->edge),
                       .mark = calloc((size_t)places, sizeof *marks->mark)};
  if (!marks->edge || !marks->mark) {
    run_marks_destroy(marks);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture of %s", c->path);
  }
  marks->edges = take_edges(c, &terrain->grid, what, marks->edge);
  marks->edges += take_faces(c, terrain, marks->edge + marks->edges);
  marks->marks = take_marks(c, terrain, what, marks->mark);
  if (c->output.has_region && what == RUN_MARKS_OF_RESULT)
    keep_those_inside(c, terrain, marks);
  return RIA_SUCCESS;
}

void run_marks_destroy(run_marks *marks) {
  free(marks->edge);
  free(marks->mark);
  *marks = (run_marks){0};
}
