#include "map.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gnuplot/gnuplot.h"
#include "frame.h"
#include "legend.h"
#include "palette.h"
#include "ria/number.h"

/* Sizes in pixels. The map has square cells and fits into MAP_WIDTH x MAP_HEIGHT. */
enum { MAP_WIDTH = 1000, MAP_HEIGHT = 920, MAP_LEAST = 240, RIGHT = 140, ARROW_SPACING = 28 };

typedef struct {
  const maps_map *map;
  const map_style *style;
  int width, height;     /* of the map */
  double unit;           /* of the axes in m: 1000, or 1 for a tank or a harbour */
  double x0, y0, x1, y1; /* in that unit */
} frame;

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
  double aspect = (f.x1 - f.x0) / (f.y1 - f.y0);
  f.width = aspect * MAP_HEIGHT < MAP_WIDTH ? (int)lrint(aspect * MAP_HEIGHT) : MAP_WIDTH;
  f.height = (int)lrint(f.width / aspect);
  /* A laboratory channel is a thousand times longer than wide, so its cells are not drawn square.
   */
  f.width = f.width < MAP_LEAST ? MAP_LEAST : f.width;
  f.height = f.height < MAP_LEAST ? MAP_LEAST : f.height;
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
    return (maps_colour){190, 190, 186};
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
  static const maps_colour sand = {226, 208, 168};
  const maps_map *map = f->map;
  ria_global cell = y * map->nx + x;
  if (!isnan(map->values[cell]))
    return maps_style_colour(f->style, map->values[cell]);
  return map->covered && map->covered[cell] ? sand : land_colour(map, x, y);
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

/* ---- arrows ---- */

typedef struct {
  int count;
  float (*row)[4]; /* x, y, dx, dy in the axes' unit */
} arrows;

/* One arrow every ARROW_SPACING pixels. The colour shows the magnitude, so even a small vector gets
 * a visible arrow, which grows with it. */
static ria_status make_arrows(const frame *f, arrows *a) {
  const maps_map *map = f->map;
  *a = (arrows){0};
  if (!map->u)
    return RIA_SUCCESS;
  int columns = f->width / ARROW_SPACING, rows = f->height / ARROW_SPACING;
  a->row = malloc((size_t)(columns * rows + 1) * sizeof *a->row);
  if (!a->row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a map");
  double longest = 1.1 * ARROW_SPACING * (f->x1 - f->x0) / f->width;
  for (int j = 0; j < rows; j++) {
    for (int i = 0; i < columns; i++) {
      double px = (i + 0.5) / columns, py = (j + 0.5) / rows;
      ria_global x = (ria_global)(px * (double)map->nx), y = (ria_global)(py * (double)map->ny);
      ria_global cell = y * map->nx + x;
      double u = map->u[cell], v = map->v[cell], size = hypot(u, v);
      double part = size / f->style->high;
      if (!(part > 0.02))
        continue;
      double length = longest * (0.4 + 0.6 * (part < 1 ? part : 1)) / size;
      float *to = a->row[a->count++];
      to[0] = (float)(f->x0 + px * (f->x1 - f->x0) - length * u / 2);
      to[1] = (float)(f->y0 + py * (f->y1 - f->y0) - length * v / 2);
      to[2] = (float)(length * u);
      to[3] = (float)(length * v);
    }
  }
  return RIA_SUCCESS;
}

/* ---- overlays ---- */

/* The scale bar goes to the lower corner with more land. */
static bool scale_at_right(const maps_map *map) {
  ria_global w = map->nx / 3 + 1, h = map->ny / 6 + 1, left = 0, right = 0;
  if (!map->ground)
    return false;
  for (ria_global y = 0; y < h && y < map->ny; y++) {
    for (ria_global x = 0; x < w && x < map->nx; x++) {
      left += map->ground[y * map->nx + x] > 0;
      right += map->ground[y * map->nx + map->nx - 1 - x] > 0;
    }
  }
  return right <= left;
}

static void put_scale_bar(const frame *f, FILE *script) {
  double width = f->x1 - f->x0, length = maps_nice_above(width / 6);
  if (length > width / 4)
    length = maps_nice_above(width / 12);
  double pixel = width / f->width, pixel_y = (f->y1 - f->y0) / f->height;
  double x = scale_at_right(f->map) ? f->x1 - length - 28 * pixel : f->x0 + 28 * pixel;
  double y = f->y0 + 26 * pixel_y;
  ria_fprintf(script,
              "set object 10 rectangle from %.9g,%.9g to %.9g,%.9g front fc rgb '#ffffff' "
              "fs transparent solid 0.75 noborder\n",
              x - 16 * pixel, y - 16 * pixel_y, x + length + 16 * pixel, y + 32 * pixel_y);
  ria_fprintf(script,
              "set arrow 10 from %.9g,%.9g to %.9g,%.9g heads size screen 0.004,90 front lw 2\n", x,
              y, x + length, y);
  bool metres = f->unit == 1 || length < 1;
  ria_fprintf(script, "set label 10 '%g %s' at %.9g,%.9g center front\n",
              metres ? length * f->unit : length, metres ? "m" : "km", x + length / 2,
              y + 16 * pixel_y);
}

static void put_north_arrow(const frame *f, FILE *script) {
  if (!f->map->projected)
    return;
  double px = (f->x1 - f->x0) / f->width, py = (f->y1 - f->y0) / f->height;
  double x = f->x1 - 34 * px, y = f->y1 - 62 * py;
  ria_fprintf(script,
              "set object 11 rectangle from %.9g,%.9g to %.9g,%.9g front fc rgb '#ffffff' "
              "fs transparent solid 0.75 noborder\n",
              x - 16 * px, y - 8 * py, x + 16 * px, y + 50 * py);
  ria_fprintf(
      script,
      "set arrow 11 from %.9g,%.9g to %.9g,%.9g head filled size screen 0.01,20 front lw 2\n"
      "set label 11 'N' at %.9g,%.9g center front\n",
      x, y, x, y + 26 * py, x, y + 38 * py);
}

static void put_places(const frame *f, FILE *script) {
  double pixel = (f->x1 - f->x0) / f->width;
  fputs("set style textbox opaque margins 0.4,0.3 fc rgb '#40ffffff' noborder\n", script);
  for (int p = 0; p < f->map->places; p++) {
    const ria_place *place = &f->map->place[p];
    double x = place->x / f->unit, y = place->y / f->unit;
    if (x < f->x0 || x > f->x1 || y < f->y0 || y > f->y1)
      continue;
    bool at_left = x > f->x1 - 160 * pixel;
    fprintf(script, "set label %d ", 20 + p);
    gnuplot_quote(script, place->name);
    ria_fprintf(
        script,
        " at %.9g,%.9g %s offset %s,0 front boxed font ',10' point pt 7 ps 0.9 lc rgb 'black'\n", x,
        y, at_left ? "right" : "left", at_left ? "-1.2" : "1.2");
  }
}

static maps_frame frame_of(const frame *f) {
  return (maps_frame){.width = f->width,
                      .height = f->height,
                      .right = RIGHT + (maps_legend_is_needed(f->map) ? MAPS_LEGEND_WIDTH : 0),
                      .x0 = f->x0,
                      .y0 = f->y0,
                      .x1 = f->x1,
                      .y1 = f->y1};
}

static void put_axes(const frame *f, FILE *script) {
  const maps_frame around = frame_of(f);
  const char *unit = f->unit == 1 ? "m" : "km", *crs = f->map->crs;
  bool projected = f->map->projected;
  char x[96], y[96];
  snprintf(x, sizeof x, "%s (%s%s%.40s)", projected ? "Easting" : "x", unit, crs ? ", " : "",
           crs ? crs : "");
  snprintf(y, sizeof y, "%s (%s)", projected ? "Northing" : "y", unit);
  maps_frame_script(
      &around, &(maps_frame_texts){x, y, f->style->label, f->map->title, f->map->subtitle}, script);
}

static ria_status write_script(const frame *f, const arrows *a, FILE *script) {
  put_axes(f, script);
  maps_style_script(f->style, script);
  put_scale_bar(f, script);
  put_north_arrow(f, script);
  put_places(f, script);
  const maps_frame around = frame_of(f);
  maps_legend_script(f->map, &around, f->unit, script);
  double px = (f->x1 - f->x0) / f->width, py = (f->y1 - f->y0) / f->height;
  /* The last element draws nothing; the colour bar needs it. */
  ria_fprintf(script,
              "plot '-' binary array=(%d,%d) origin=(%.9g,%.9g) dx=%.12g dy=%.12g "
              "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage notitle",
              f->width, f->height, f->x0 + px / 2, f->y0 + py / 2, px, py);
  if (a->count)
    fprintf(script,
            ", '-' binary record=(%d) format='%%float%%float%%float%%float' using 1:2:3:4 "
            "with vectors head filled size screen 0.007,22 lw 2.6 lc rgb '#60000000', "
            "'-' binary record=(%d) format='%%float%%float%%float%%float' using 1:2:3:4 "
            "with vectors head filled size screen 0.007,22 lw 1 lc rgb '#ffffff'",
            a->count, a->count);
  maps_legend_entries(f->map, script);
  fputs(", NaN with points palette notitle\n", script);
  RIA_TRY(write_raster(f, script));
  for (int i = 0; i < 2 && a->count; i++)
    fwrite(a->row, sizeof *a->row, (size_t)a->count, script);
  return RIA_SUCCESS;
}

ria_status map_draw(const maps_map *map, const map_style *style, const char *path) {
  if (map->nx < 1 || map->ny < 1 || !(style->high > style->low) ||
      (style->logarithmic && !(style->low > 0)))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: an empty map or colour scale cannot be drawn", path);
  frame f = make_frame(map, style);
  const maps_frame around = frame_of(&f);
  arrows a;
  RIA_TRY(make_arrows(&f, &a));
  gnuplot_plot plot;
  ria_status status =
      gnuplot_begin(path, maps_frame_width(&around), maps_frame_height(&around), &plot);
  if (status == RIA_SUCCESS) {
    status = write_script(&f, &a, plot.script);
    ria_status drawn = gnuplot_finish(&plot);
    status = status == RIA_SUCCESS ? drawn : status;
  }
  free(a.row);
  return status;
}
