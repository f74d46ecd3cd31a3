#include "map.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gnuplot/gnuplot.h"
#include "arrows.h"
#include "frame.h"
#include "legend.h"
#include "palette.h"
#include "ria/number.h"

/* Sizes in pixels. The map has square cells and fits into MAP_WIDTH x MAP_HEIGHT. */
enum { MAP_WIDTH = 840, MAP_HEIGHT = 840, MAP_LEAST = 240, WHOLE_WIDTH = 1100 };

typedef struct {
  const maps_map *map;
  const map_style *style;
  int width, height;     /* of the map */
  double unit;           /* unit of the axes in m: 1000, or 1 for a tank or a harbour */
  double x0, y0, x1, y1; /* in that unit */
  maps_legend legend;
  maps_frame around;
} frame;

static void set_size(frame *f, int most) {
  const double aspect = (f->x1 - f->x0) / (f->y1 - f->y0);
  f->width = aspect * MAP_HEIGHT < most ? (int)lrint(aspect * MAP_HEIGHT) : most;
  f->height = (int)lrint(f->width / aspect);
  /* A laboratory channel is a thousand times longer than wide, so its cells are not drawn square.
   */
  f->width = f->width < MAP_LEAST ? MAP_LEAST : f->width;
  f->height = f->height < MAP_LEAST ? MAP_LEAST : f->height;
  f->around.width = f->width;
  f->around.height = f->height;
  maps_frame_layout(&f->around, f->style);
}

static frame make_frame(const maps_map *map, const map_style *style) {
  enum { SMALL = 2000 };
  double wide = (double)map->nx * map->dx, high = (double)map->ny * map->dy;
  double unit = wide < SMALL && high < SMALL ? 1 : 1000;
  frame f = {.map = map,
             .style = style,
             .unit = unit,
             .x0 = map->x0 / unit,
             .y0 = map->y0 / unit,
             .x1 = (map->x0 + wide) / unit,
             .y1 = (map->y0 + high) / unit};
  f.around = (maps_frame){.x0 = f.x0, .y0 = f.y0, .x1 = f.x1, .y1 = f.y1};
  maps_legend_make(map, style, &f.legend);
  f.around.rows = f.legend.rows;
  f.around.row_width = f.legend.width;
  set_size(&f, MAP_WIDTH);
  if (f.around.whole_width > WHOLE_WIDTH)
    set_size(&f, MAP_WIDTH - (f.around.whole_width - WHOLE_WIDTH));
  return f;
}

/* ---- the raster, pixel by pixel, so that coasts are sharp at any resolution ---- */

static double ground_at(const maps_map *map, ria_global x, ria_global y) {
  x = x < 0 ? 0 : x >= map->nx ? map->nx - 1 : x;
  y = y < 0 ? 0 : y >= map->ny ? map->ny - 1 : y;
  return map->ground[y * map->nx + x];
}

/* Relief lit from the north-west, exaggerated because estuaries are flat. */
static maps_colour land_colour(const maps_map *map, ria_global x, ria_global y) {
  enum { EXAGGERATION = 4 };
  if (!map->ground)
    return maps_colour_land;
  double slope_x = (ground_at(map, x - 1, y) - ground_at(map, x + 1, y)) / (2 * map->dx);
  double slope_y = (ground_at(map, x, y - 1) - ground_at(map, x, y + 1)) / (2 * map->dy);
  slope_x *= EXAGGERATION;
  slope_y *= EXAGGERATION;
  double light = (slope_x - slope_y + 1.4) / sqrt(1 + slope_x * slope_x + slope_y * slope_y) / 2;
  double tone = 172 + 62 * (light - 0.7);
  uint8_t grey = (uint8_t)lrint(tone < 120 ? 120 : tone > 215 ? 215 : tone);
  return (maps_colour){grey, grey, (uint8_t)(grey - 4)};
}

static maps_colour cell_colour(const frame *f, ria_global x, ria_global y) {
  const maps_map *map = f->map;
  ria_global cell = y * map->nx + x;
  if (!isnan(map->values[cell]))
    return maps_style_colour(f->style, map->values[cell]);
  return map->covered && map->covered[cell] ? maps_colour_flat : land_colour(map, x, y);
}

static ria_status write_raster(const frame *f, FILE *script) {
  const maps_map *map = f->map;
  uint8_t *row = malloc((size_t)f->width * 3);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a map");
  for (int j = 0; j < f->height; j++) {
    ria_global y = (ria_global)(((double)j + 0.5) * (double)map->ny / f->height);
    for (int i = 0; i < f->width; i++) {
      ria_global x = (ria_global)(((double)i + 0.5) * (double)map->nx / f->width);
      maps_colour c = cell_colour(f, x, y);
      row[3 * i] = c.r;
      row[3 * i + 1] = c.g;
      row[3 * i + 2] = c.b;
    }
    fwrite(row, 3, (size_t)f->width, script);
  }
  free(row);
  return RIA_SUCCESS;
}

/* ---- around the raster ---- */

/* 1, 2 or 5 times a power of ten, and between a tenth and a quarter of the map's width. */
static void put_scale_bar(const frame *f, double right, FILE *script) {
  enum { ABOVE = 12 };
  const double w = f->around.whole_width, h = f->around.whole_height, y = 14;
  const double nice = maps_nice_step((f->x1 - f->x0) / 4, 1), power = pow(10, floor(log10(nice)));
  const double length = nice > 2.4 * power && nice < 2.6 * power ? 2 * power : nice,
               pixels = length / (f->x1 - f->x0) * f->width;
  const bool metres = f->unit == 1 || length < 1;
  ria_fprintf(script,
              "set arrow from screen %.6f,%.6f to screen %.6f,%.6f heads size screen 0.004,90 "
              "front lw 2\n"
              "set label '%.6g %s' at screen %.6f,%.6f center front font ',10'\n",
              (right - pixels) / w, y / h, right / w, y / h, metres ? length * f->unit : length,
              metres ? "m" : "km", (right - pixels / 2) / w, (y + ABOVE) / h);
}

static void put_north_arrow(const frame *f, double x, FILE *script) {
  const double w = f->around.whole_width, h = f->around.whole_height;
  ria_fprintf(script,
              "set arrow from screen %.6f,%.6f to screen %.6f,%.6f head filled size screen "
              "%.6f,20 front lw 2\n"
              "set label 'N' at screen %.6f,%.6f center front font ',10'\n",
              x / w, 6 / h, x / w, 28 / h, 9 / w, x / w, 36 / h);
}

/* The scale bar, below the right end of the map. If cells are not drawn square, there is none. */
static void put_scale(const frame *f, FILE *script) {
  enum { NORTH = 26 };
  const double right = MAPS_FRAME_LEFT + f->around.width;
  const double px = (f->x1 - f->x0) / f->around.width, py = (f->y1 - f->y0) / f->around.height;
  if (f->map->projected)
    put_north_arrow(f, right - 8, script);
  if (fabs(px / py - 1) < 0.02)
    put_scale_bar(f, right - (f->map->projected ? NORTH : 0), script);
}

static void put_axes(const frame *f, FILE *script) {
  const char *unit = f->unit == 1 ? "m" : "km";
  const bool projected = f->map->projected;
  char x[32], y[32];
  snprintf(x, sizeof x, "%s (%s)", projected ? "Easting" : "x", unit);
  snprintf(y, sizeof y, "%s (%s)", projected ? "Northing" : "y", unit);
  const maps_frame_texts texts = {x, y, f->map->title, f->map->subtitle, f->map->crs};
  maps_frame_script(&f->around, &texts, f->style, script);
}

static void put_arrows(const maps_arrows *a, const char *const colour[], FILE *script) {
  for (int c = 0; c < MAPS_ARROWS_COLOURS; c++)
    if (a->count[c])
      fprintf(script,
              ", '-' binary record=(%d) format='%%float%%float%%float%%float' using 1:2:3:4 with "
              "vectors head filled size screen 0.007,22 lw 1.3 lc rgb '%s'",
              a->count[c], colour[c]);
}

static void write_arrows(const frame *f, const maps_arrows *a, FILE *script) {
  const double px = (f->x1 - f->x0) / f->width, py = (f->y1 - f->y0) / f->height;
  for (int c = 0; c < MAPS_ARROWS_COLOURS; c++)
    for (int i = 0; i < a->count[c]; i++) {
      const float *from = a->row[c][i];
      const float to[4] = {(float)(f->x0 + (double)from[0] * px),
                           (float)(f->y0 + (double)from[1] * py), (float)((double)from[2] * px),
                           (float)((double)from[3] * py)};
      fwrite(to, sizeof to, 1, script);
    }
}

/* Tracks of all clouds lie below the points of all. */
static void put_clouds(const maps_map *map, FILE *script) {
  for (int c = 0; c < map->clouds; c++)
    if (map->cloud[c].lines)
      fprintf(script,
              ", '-' binary record=(%d) format='%%float%%float%%float%%float' using 1:2:3:4 with "
              "vectors nohead lw 0.6 lc rgb '%s'",
              map->cloud[c].lines, maps_cloud_colours[c]);
  for (int c = 0; c < map->clouds; c++)
    if (map->cloud[c].points)
      fprintf(script,
              ", '-' binary record=(%d) format='%%float%%float' using 1:2 with points pt 7 ps 0.4 "
              "lc rgb '%s'",
              map->cloud[c].points, maps_cloud_colours[c]);
}

static void write_clouds(const frame *f, FILE *script) {
  const maps_map *map = f->map;
  const float x0 = (float)f->x0, y0 = (float)f->y0, unit = (float)f->unit;
  for (int c = 0; c < map->clouds; c++)
    for (int i = 0; i < map->cloud[c].lines; i++) {
      const float *way = map->cloud[c].line[i];
      const float to[4] = {x0 + way[0] / unit, y0 + way[1] / unit, way[2] / unit, way[3] / unit};
      fwrite(to, sizeof to, 1, script);
    }
  for (int c = 0; c < map->clouds; c++)
    for (int i = 0; i < map->cloud[c].points; i++) {
      const float *at = map->cloud[c].point[i];
      const float to[2] = {x0 + at[0] / unit, y0 + at[1] / unit};
      fwrite(to, sizeof to, 1, script);
    }
}

static ria_status write_script(const frame *f, const maps_arrows *a, FILE *script) {
  static const char *const colours[] = {"#101010", "#ffffff"};
  const double px = (f->x1 - f->x0) / f->width, py = (f->y1 - f->y0) / f->height;
  put_axes(f, script);
  put_scale(f, script);
  maps_marks_script(f->map, &f->around, f->unit, script);
  maps_legend_script(&f->legend, &f->around, script);
  /* The last element draws nothing; the colour bar needs it. */
  ria_fprintf(script,
              "plot '-' binary array=(%d,%d) origin=(%.9g,%.9g) dx=%.12g dy=%.12g "
              "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage notitle",
              f->width, f->height, f->x0 + px / 2, f->y0 + py / 2, px, py);
  put_arrows(a, colours, script);
  put_clouds(f->map, script);
  fputs(", NaN with points palette notitle\n", script);
  RIA_TRY(write_raster(f, script));
  write_arrows(f, a, script);
  write_clouds(f, script);
  return RIA_SUCCESS;
}

ria_status map_draw(const maps_map *map, const map_style *style, const char *path) {
  if (map->nx < 1 || map->ny < 1 || !(style->high > style->low) ||
      (style->logarithmic && !(style->low > 0)) ||
      (map->u && !(map->arrow > 0 && map->arrow_length > 0)))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: an empty map or colour scale cannot be drawn", path);
  const frame f = make_frame(map, style);
  maps_arrows a;
  gnuplot_plot plot;
  RIA_TRY(maps_arrows_make(map, style, f.width, f.height, &a));
  ria_status status = gnuplot_begin(path, f.around.whole_width, f.around.whole_height, &plot);
  if (status == RIA_SUCCESS) {
    status = write_script(&f, &a, plot.script);
    ria_status drawn = gnuplot_finish(&plot);
    status = status == RIA_SUCCESS ? drawn : status;
  }
  maps_arrows_destroy(&a);
  return status;
}
