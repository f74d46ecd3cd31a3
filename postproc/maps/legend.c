#include "legend.h"
#include <math.h>
#include <stdlib.h>
#include "gnuplot/gnuplot.h"
#include "names.h"
#include "ria/number.h"
#include "text.h"

static const struct {
  const char *what, *colour;
  int width;
} edges[RIA_EDGES] = {[RIA_EDGE_WALL] = {"wall", "#404040", 3},
                      [RIA_EDGE_OPEN] = {"open side", "#009e73", 7},
                      [RIA_EDGE_TIDE] = {"tide", "#0072b2", 7},
                      [RIA_EDGE_LEVEL] = {"water level", "#56b4e9", 7},
                      [RIA_EDGE_DISCHARGE] = {"discharge", "#d55e00", 7},
                      [RIA_EDGE_PERIODIC] = {"periodic", "#cc79a7", 7},
                      [RIA_EDGE_STRUCTURE] = {"structure", "#b2182b", 4},
                      [RIA_EDGE_WAY] = {"culvert, pump", "#762a83", 3},
                      [RIA_EDGE_SECTION] = {"section", "#000000", 3},
                      [RIA_EDGE_POSITIVE] = {NULL, "#000000", 2}, /* arrow of a section */
                      [RIA_EDGE_RATING] = {"rating curve", "#b15928", 7}};

/* gnuplot's filled symbols, and those of the same outline. */
static const struct {
  const char *what, *colour;
  int filled, outline;
} marks[RIA_MARKS] = {[RIA_MARK_GAUGE] = {"gauge", "#ffffff", 7, 6},
                      [RIA_MARK_RIVER] = {"river", "#56b4e9", 9, 8},
                      [RIA_MARK_RELEASE] = {"release", "#e69f00", 13, 12},
                      [RIA_MARK_STATION] = {"station", "#0072b2", 11, 10}};

/* Okabe and Ito's colours without the blue ones, which are used for water. */
const char *const maps_cloud_colours[MAPS_CLOUDS] = {"#d55e00", "#cc79a7", "#e69f00", "#009e73",
                                                     "#762a83", "#b15928", "#000000", "#606060"};

/* ---- the legend ---- */

enum { SAMPLE = 28, SAMPLE_GAP = 10 }; /* pixels: the sample before a row's text */

static maps_legend_row *add_row(maps_legend *legend, maps_row_kind kind, int which,
                                const char *text) {
  maps_legend_row *row = &legend->row[legend->rows++];
  *row = (maps_legend_row){.kind = kind, .which = which};
  snprintf(row->text, sizeof row->text, "%s", text);
  const int width = SAMPLE + SAMPLE_GAP + maps_text_width(row->text, MAPS_POINTS) + 12;
  legend->width = width > legend->width ? width : legend->width;
  return row;
}

static bool is_arrow(ria_edge_kind kind) {
  return kind == RIA_EDGE_WAY || kind == RIA_EDGE_POSITIVE;
}

static const char FLATS[] = "dry at this time";

/* Colours outside of the colour bar, also those that occur only in other records, because all maps
 * of a film need the same size. */
static void add_colours(const maps_map *map, const map_style *style, maps_legend *legend) {
  bool flat = map->flats != NULL, land = false;
  for (ria_global c = 0; c < map->nx * map->ny; c++) {
    const bool has = !isnan(map->values[c]), covered = map->covered && map->covered[c];
    flat |= !has && covered;
    land |= !has && !covered;
  }
  if (style->hidden)
    add_row(legend, MAPS_ROW_COLOUR, 0, style->hidden)->colour = maps_colour_hidden;
  if (flat)
    add_row(legend, MAPS_ROW_COLOUR, 0, map->flats ? map->flats : FLATS)->colour = maps_colour_flat;
  if (land)
    add_row(legend, MAPS_ROW_COLOUR, 0, map->ground ? "land" : "outside")->colour =
        maps_colour_land;
}

void maps_legend_make(const maps_map *map, const map_style *style, maps_legend *legend) {
  bool edge[RIA_EDGES] = {false}, mark[RIA_MARKS] = {false};
  *legend = (maps_legend){0};
  add_colours(map, style, legend);
  if (map->u) {
    char text[64];
    ria_snprintf(text, sizeof text, "%.3g %.20s", map->arrow,
                 map->arrow_unit ? map->arrow_unit : "");
    add_row(legend, MAPS_ROW_ARROW, 0, text)->length = map->arrow_length;
  }
  for (int i = 0; i < map->clouds; i++)
    add_row(legend, MAPS_ROW_CLOUD, i, map->cloud[i].name);
  for (int i = 0; i < map->edges; i++)
    edge[map->edge[i].kind] = true;
  for (int i = 0; i < map->marks; i++)
    mark[map->mark[i].kind] = true;
  for (int k = 0; k < RIA_EDGES; k++)
    if (edge[k] && edges[k].what)
      add_row(legend, MAPS_ROW_LINE, k, edges[k].what);
  for (int k = 0; k < RIA_MARKS; k++)
    if (mark[k])
      add_row(legend, MAPS_ROW_MARK, k, marks[k].what);
}

/* A symbol with its outline; `system` is gnuplot's name of the coordinates. */
static void put_symbol(int kind, const char *system, double x, double y, FILE *script) {
  ria_fprintf(script,
              "set label '' at %s %.9g,%.9g front point pt %d ps 1.5 lc rgb '%s'\n"
              "set label '' at %s %.9g,%.9g front point pt %d ps 1.5 lw 1.5 lc rgb 'black'\n",
              system, x, y, marks[kind].filled, marks[kind].colour, system, x, y,
              marks[kind].outline);
}

static void put_row(const maps_legend_row *row, double x, double y, double w, double h,
                    FILE *script) {
  const double middle = y - MAPS_LEGEND_ROW / 2.;
  switch (row->kind) {
  case MAPS_ROW_COLOUR:
    ria_fprintf(script,
                "set object rectangle from screen %.6f,%.6f to screen %.6f,%.6f front fc rgb "
                "'#%02x%02x%02x' fs solid border lc rgb '#808080' lw 0.5\n",
                x / w, (middle - 7) / h, (x + SAMPLE) / w, (middle + 7) / h, row->colour.r,
                row->colour.g, row->colour.b);
    break;
  case MAPS_ROW_LINE:
    ria_fprintf(script,
                "set arrow from screen %.6f,%.6f to screen %.6f,%.6f %s front lw %d lc rgb '%s'\n",
                x / w, middle / h, (x + SAMPLE) / w, middle / h,
                row->which == RIA_EDGE_WAY ? "head" : "nohead", edges[row->which].width,
                edges[row->which].colour);
    break;
  case MAPS_ROW_MARK:
    put_symbol(row->which, "screen", (x + SAMPLE / 2.) / w, middle / h, script);
    break;
  case MAPS_ROW_CLOUD:
    ria_fprintf(script, "set label '' at screen %.6f,%.6f front point pt 7 ps 0.8 lc rgb '%s'\n",
                (x + SAMPLE / 2.) / w, middle / h, maps_cloud_colours[row->which]);
    break;
  case MAPS_ROW_ARROW:
    ria_fprintf(script,
                "set arrow from screen %.6f,%.6f to screen %.6f,%.6f head filled size screen "
                "%.6f,22 front lw 1.3 lc rgb 'black'\n",
                x / w, middle / h, (x + row->length) / w, middle / h, 7 / w);
  }
  fputs("set label ", script);
  gnuplot_quote(script, row->text);
  ria_fprintf(script, " at screen %.6f,%.6f left front font ',%d'\n", (x + SAMPLE + SAMPLE_GAP) / w,
              middle / h, MAPS_POINTS);
}

void maps_legend_script(const maps_legend *legend, const maps_frame *f, FILE *script) {
  for (int i = 0; i < legend->rows; i++)
    put_row(&legend->row[i], f->legend_left, f->legend_top - i * MAPS_LEGEND_ROW, f->whole_width,
            f->whole_height, script);
}

/* ---- on the map ---- */

typedef struct {
  const maps_map *map;
  const maps_frame *frame;
  double unit;   /* of the axes, m */
  double px, py; /* of a pixel, in the axes' unit */
} canvas;

static void put_edge(const canvas *c, const ria_map_edge *e, FILE *script) {
  const maps_frame *f = c->frame;
  /* Inside of the frame, so that the axes' lines and ticks stay visible. */
  const double px = 3 * c->px, py = 3 * c->py;
  double x[2] = {e->x0 / c->unit, e->x1 / c->unit}, y[2] = {e->y0 / c->unit, e->y1 / c->unit};
  for (int k = 0; k < 2; k++) {
    x[k] = fmin(fmax(x[k], f->x0 + px), f->x1 - px);
    y[k] = fmin(fmax(y[k], f->y0 + py), f->y1 - py);
  }
  ria_fprintf(script, "set arrow from %.9g,%.9g to %.9g,%.9g %s front lw %d lc rgb '%s'\n", x[0],
              y[0], x[1], y[1], is_arrow(e->kind) ? "head" : "nohead", edges[e->kind].width,
              edges[e->kind].colour);
}

/* Whether the cell at a place, or the neighbouring cell at the map's edge, has a value at any time.
 */
static bool is_covered(const maps_map *map, double x, double y) {
  const double i = fmin(fmax(floor((x - map->x0) / map->dx), 0), (double)map->nx - 1),
               j = fmin(fmax(floor((y - map->y0) / map->dy), 0), (double)map->ny - 1);
  return map->covered[(ria_global)j * map->nx + (ria_global)i];
}

/* The parts of a side that have water at any time; on land a boundary has no effect. */
static void put_side(const canvas *c, const ria_map_edge *e, FILE *script) {
  const maps_map *map = c->map;
  const double dx = e->x1 - e->x0, dy = e->y1 - e->y0;
  const int parts = 1 + (int)fmin(fmax(fabs(dx) / map->dx, fabs(dy) / map->dy), 1e5);
  int from = -1;
  for (int i = 0; i <= parts; i++) {
    const double middle = (i + 0.5) / parts;
    const bool wet = i < parts && is_covered(map, e->x0 + middle * dx, e->y0 + middle * dy);
    if (wet && from < 0)
      from = i;
    if (wet || from < 0)
      continue;
    const double a = (double)from / parts, b = (double)i / parts;
    put_edge(c,
             &(ria_map_edge){e->kind, e->x0 + a * dx, e->y0 + a * dy, e->x0 + b * dx,
                             e->y0 + b * dy, NULL},
             script);
    from = -1;
  }
}

static bool is_side(ria_edge_kind kind) {
  return kind == RIA_EDGE_OPEN || kind == RIA_EDGE_TIDE || kind == RIA_EDGE_LEVEL ||
         kind == RIA_EDGE_DISCHARGE || kind == RIA_EDGE_RATING;
}

static void put_edges(const canvas *c, FILE *script) {
  for (int i = 0; i < c->map->edges; i++) {
    const ria_map_edge *e = &c->map->edge[i];
    if (c->map->covered && is_side(e->kind))
      put_side(c, e, script);
    else
      put_edge(c, e, script);
  }
}

static void put_circle(const canvas *c, const ria_map_mark *m, FILE *script) {
  enum { LEAST = 7 }; /* pixels: smaller ones hide behind the symbol */
  const double radius = m->radius / c->unit;
  if (radius < LEAST * c->px)
    return;
  ria_fprintf(script,
              "set object ellipse center %.9g,%.9g size %.9g,%.9g front fs empty border lc rgb "
              "'%s' lw 2\n",
              m->x / c->unit, m->y / c->unit, 2 * radius, 2 * radius, marks[m->kind].colour);
}

/* A text with a halo, so that it is legible on any colour and hides little of the map. */
static void put_name(const canvas *c, const maps_name *n, FILE *script) {
  const maps_frame *f = c->frame;
  for (int i = 0; i < 9 && n->text[0]; i++) {
    const int at = (i + 5) % 9; /* the text itself, at 4, comes last */
    fputs("set label ", script);
    gnuplot_quote(script, n->text);
    ria_fprintf(script, " at %.9g,%.9g left front font ',%d' tc rgb '%s'\n",
                f->x0 + (n->box.left + 1.5 * (at % 3 - 1)) * c->px,
                f->y0 + ((n->box.bottom + n->box.top) / 2 + 1.5 * (at / 3 - 1)) * c->py,
                MAPS_NAME_POINTS, at == 4 ? "black" : "#30ffffff");
  }
}

/* Pixels of a rectangle with data, at any time if that is known, so that names keep their positions
 * in all records. */
static double covers(const void *context, const maps_rectangle *box) {
  enum { STEP = 4 };
  const canvas *c = context;
  const maps_map *map = c->map;
  int data = 0;
  for (double y = box->bottom + STEP / 2.; y < box->top; y += STEP)
    for (double x = box->left + STEP / 2.; x < box->right; x += STEP) {
      const ria_global i = (ria_global)floor(x / c->frame->width * (double)map->nx),
                       j = (ria_global)floor(y / c->frame->height * (double)map->ny);
      if (i < 0 || i >= map->nx || j < 0 || j >= map->ny)
        continue;
      const ria_global cell = j * map->nx + i;
      data += map->covered ? map->covered[cell] : !isnan(map->values[cell]);
    }
  return data * STEP * STEP;
}

/* The anchor of the name of a mark or a line; for lines, the middle. */
static maps_name name_at(const canvas *c, const char *text, double x, double y, double radius) {
  return (maps_name){.x = (x / c->unit - c->frame->x0) / c->px,
                     .y = (y / c->unit - c->frame->y0) / c->py,
                     .radius = radius,
                     .text = text ? text : ""};
}

static bool is_inside(const canvas *c, double x, double y) {
  const maps_frame *f = c->frame;
  return x / c->unit >= f->x0 && x / c->unit <= f->x1 && y / c->unit >= f->y0 &&
         y / c->unit <= f->y1;
}

void maps_marks_script(const maps_map *map, const maps_frame *f, double unit, FILE *script) {
  enum { RADIUS = 7, BESIDE_LINE = 4 };
  const canvas c = {map, f, unit, (f->x1 - f->x0) / f->width, (f->y1 - f->y0) / f->height};
  maps_name *name = calloc((size_t)(map->marks + map->edges) + 1, sizeof *name);
  int names = 0;
  put_edges(&c, script);
  for (int i = 0; i < map->marks; i++) {
    const ria_map_mark *m = &map->mark[i];
    if (!is_inside(&c, m->x, m->y))
      continue;
    put_circle(&c, m, script);
    put_symbol(m->kind, "first", m->x / unit, m->y / unit, script);
    if (name)
      name[names++] = name_at(&c, m->name, m->x, m->y, RADIUS);
  }
  for (int i = 0; i < map->edges; i++) {
    const ria_map_edge *e = &map->edge[i];
    const double x = (e->x0 + e->x1) / 2, y = (e->y0 + e->y1) / 2;
    if (name && e->name && is_inside(&c, x, y))
      name[names++] = name_at(&c, e->name, x, y, BESIDE_LINE);
  }
  maps_names_place(names, name, f->width, f->height, covers, &c);
  for (int i = 0; i < names; i++)
    put_name(&c, &name[i], script);
  free(name);
}
