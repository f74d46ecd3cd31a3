#include "legend.h"
#include "gnuplot/gnuplot.h"
#include "ria/number.h"

/* Tags of gnuplot's objects, arrows and labels; map.c uses those below. */
enum { FIRST_TAG = 1000 };

static const struct {
  const char *what, *colour;
} edges[] = {
    [RIA_EDGE_WALL] = {"wall", "#404040"},           [RIA_EDGE_OPEN] = {"open side", "#009e73"},
    [RIA_EDGE_TIDE] = {"tide", "#0072b2"},           [RIA_EDGE_LEVEL] = {"water level", "#56b4e9"},
    [RIA_EDGE_DISCHARGE] = {"discharge", "#d55e00"}, [RIA_EDGE_PERIODIC] = {"periodic", "#cc79a7"},
    [RIA_EDGE_STRUCTURE] = {"structure", "#b2182b"}, [RIA_EDGE_WAY] = {"culvert, pump", "#762a83"},
    [RIA_EDGE_RATING] = {"rating curve", "#b15928"}, [RIA_EDGE_SECTION] = {"section", "#000000"},
    [RIA_EDGE_POSITIVE] = {NULL, "#000000"}};

/* gnuplot's filled symbols, and those of the same outline. */
static const struct {
  const char *what, *colour;
  int filled, outline;
} marks[] = {[RIA_MARK_GAUGE] = {"gauge", "#ffffff", 7, 6},
             [RIA_MARK_RIVER] = {"river", "#56b4e9", 9, 8},
             [RIA_MARK_RELEASE] = {"release", "#e69f00", 13, 12},
             [RIA_MARK_STATION] = {"station", "#0072b2", 11, 10}};

static bool is_arrow(ria_edge_kind kind) {
  return kind == RIA_EDGE_WAY || kind == RIA_EDGE_POSITIVE;
}

static int width_of(ria_edge_kind kind) {
  switch (kind) {
  case RIA_EDGE_WALL:
  case RIA_EDGE_WAY:
  case RIA_EDGE_SECTION:
    return 3;
  case RIA_EDGE_POSITIVE:
    return 2;
  case RIA_EDGE_STRUCTURE:
    return 4;
  default:
    return 7;
  }
}

bool maps_legend_is_needed(const maps_map *map) {
  return map->marks || map->edges;
}

static void put_edges(const maps_map *map, const maps_frame *f, double unit, FILE *script) {
  /* Inside of the frame, so that the axes' lines and ticks stay visible. */
  const double px = 3 * (f->x1 - f->x0) / f->width, py = 3 * (f->y1 - f->y0) / f->height;
  for (int i = 0; i < map->edges; i++) {
    const ria_map_edge *e = &map->edge[i];
    double x[2] = {e->x0 / unit, e->x1 / unit}, y[2] = {e->y0 / unit, e->y1 / unit};
    for (int k = 0; k < 2; k++) {
      x[k] = x[k] < f->x0 + px ? f->x0 + px : x[k] > f->x1 - px ? f->x1 - px : x[k];
      y[k] = y[k] < f->y0 + py ? f->y0 + py : y[k] > f->y1 - py ? f->y1 - py : y[k];
    }
    ria_fprintf(script, "set arrow %d from %.9g,%.9g to %.9g,%.9g %s front lw %d lc rgb '%s'\n",
                FIRST_TAG + i, x[0], y[0], x[1], y[1], is_arrow(e->kind) ? "head" : "nohead",
                width_of(e->kind), edges[e->kind].colour);
  }
}

static void put_circle(const ria_map_mark *m, const maps_frame *f, double unit, int tag,
                       FILE *script) {
  enum { LEAST = 7 }; /* pixels: smaller ones hide behind the symbol */
  const double radius = m->radius / unit;
  if (radius * f->width / (f->x1 - f->x0) < LEAST)
    return;
  ria_fprintf(script,
              "set object %d ellipse center %.9g,%.9g size %.9g,%.9g front fs empty border lc rgb "
              "'%s' lw 2\n",
              tag, m->x / unit, m->y / unit, 2 * radius, 2 * radius, marks[m->kind].colour);
}

static void put_mark(const ria_map_mark *m, const maps_frame *f, double unit, int tag,
                     FILE *script) {
  const double x = m->x / unit, y = m->y / unit, pixel = (f->x1 - f->x0) / f->width;
  const bool at_left = x > f->x1 - 160 * pixel;
  put_circle(m, f, unit, tag, script);
  fprintf(script, "set label %d ", tag);
  gnuplot_quote(script, m->name ? m->name : "");
  ria_fprintf(script,
              " at %.9g,%.9g %s offset %s,0 front %s font ',10' point pt %d ps 1.5 lc rgb '%s'\n",
              x, y, at_left ? "right" : "left", at_left ? "-1.3" : "1.3", m->name ? "boxed" : "",
              marks[m->kind].filled, marks[m->kind].colour);
  ria_fprintf(script,
              "set label %d '' at %.9g,%.9g front point pt %d ps 1.5 lw 1.5 lc rgb 'black'\n",
              tag + 1, x, y, marks[m->kind].outline);
}

void maps_legend_script(const maps_map *map, const maps_frame *f, double unit, FILE *script) {
  const double w = maps_frame_width(f), h = maps_frame_height(f);
  if (!maps_legend_is_needed(map))
    return;
  put_edges(map, f, unit, script);
  for (int i = 0; i < map->marks; i++) {
    const ria_map_mark *m = &map->mark[i];
    if (m->x / unit >= f->x0 && m->x / unit <= f->x1 && m->y / unit >= f->y0 &&
        m->y / unit <= f->y1)
      put_mark(m, f, unit, FIRST_TAG + map->edges + 2 * i, script);
  }
  ria_fprintf(
      script,
      "set key at screen %.6f,%.6f left top Left reverse samplen 2 spacing 1.25 font ',11'\n",
      (w - MAPS_LEGEND_WIDTH) / w, (MAPS_FRAME_BOTTOM + f->height) / h);
}

void maps_legend_entries(const maps_map *map, FILE *script) {
  bool edge[RIA_EDGES] = {false}, mark[RIA_MARKS] = {false};
  for (int i = 0; i < map->edges; i++)
    edge[map->edge[i].kind] = true;
  for (int i = 0; i < map->marks; i++)
    mark[map->mark[i].kind] = true;
  for (int k = 0; k < RIA_EDGES; k++)
    if (edge[k] && edges[k].what)
      fprintf(script, ", NaN with lines lw %d lc rgb '%s' title '%s'", width_of((ria_edge_kind)k),
              edges[k].colour, edges[k].what);
  for (int k = 0; k < RIA_MARKS; k++)
    if (mark[k])
      fprintf(script, ", NaN with points pt %d ps 1.5 lw 1.5 lc rgb '%s' title '%s'",
              k == RIA_MARK_GAUGE ? marks[k].outline : marks[k].filled,
              k == RIA_MARK_GAUGE ? "black" : marks[k].colour, marks[k].what);
}
