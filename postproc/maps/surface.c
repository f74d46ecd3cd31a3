#include "surface.h"
#include <math.h>
#include <stdlib.h>
#include "gnuplot/gnuplot.h"
#include "frame.h"
#include "palette.h"
#include "ria/number.h"

/* Sizes in pixels. The surface is not distorted and fits into WIDTH x HEIGHT. */
enum { WIDTH = 860, HEIGHT = 860, LEAST = 260 };

typedef struct {
  const maps_surface *surface;
  const map_style *style;
  int width, height;     /* of the surface */
  double unit;           /* of the axes in m: 1 or 0.001 */
  double x0, y0, x1, y1; /* m */
  maps_frame around;
  float *sum;      /* [height][width] sum of the values at a pixel */
  unsigned *count; /* number of the values at a pixel */
} frame;

/* ---- the size ---- */

static void include(frame *f, const maps_surface_part *part) {
  for (ria_global n = 0; n < part->layers * part->nx * part->ny; n++) {
    f->x0 = fmin(f->x0, part->x[n]);
    f->x1 = fmax(f->x1, part->x[n]);
    f->y0 = fmin(f->y0, part->y[n]);
    f->y1 = fmax(f->y1, part->y[n]);
  }
}

/* Widen a range to a length. */
static void widen(double *low, double *high, double length) {
  const double more = (length - (*high - *low)) / 2;
  if (more > 0) {
    *low -= more;
    *high += more;
  }
}

static frame make_frame(const maps_surface *surface, const map_style *style) {
  frame f = {.surface = surface,
             .style = style,
             .x0 = INFINITY,
             .y0 = INFINITY,
             .x1 = -INFINITY,
             .y1 = -INFINITY};
  for (int p = 0; p < surface->parts; p++)
    include(&f, &surface->part[p]);
  const double longest = fmax(f.x1 - f.x0, f.y1 - f.y0), margin = 0.02 * longest;
  f.unit = longest < 1 ? 0.001 : 1;
  widen(&f.x0, &f.x1, f.x1 - f.x0 + 2 * margin);
  widen(&f.y0, &f.y1, f.y1 - f.y0 + 2 * margin);
  const double pixel = fmax((f.x1 - f.x0) / WIDTH, (f.y1 - f.y0) / HEIGHT);
  widen(&f.x0, &f.x1, LEAST * pixel);
  widen(&f.y0, &f.y1, LEAST * pixel);
  f.width = (int)lrint((f.x1 - f.x0) / pixel);
  f.height = (int)lrint((f.y1 - f.y0) / pixel);
  f.around = (maps_frame){.width = f.width,
                          .height = f.height,
                          .x0 = f.x0 / f.unit,
                          .y0 = f.y0 / f.unit,
                          .x1 = f.x1 / f.unit,
                          .y1 = f.y1 / f.unit};
  return f;
}

/* ---- filling ---- */

typedef struct {
  double x, y, value; /* in pixels, from the lower left corner */
} corner;

static corner corner_of(const frame *f, const maps_surface_part *part, ria_global n) {
  return (corner){(part->x[n] - f->x0) / (f->x1 - f->x0) * f->width,
                  (part->y[n] - f->y0) / (f->y1 - f->y0) * f->height, (double)part->values[n]};
}

static int pixel_from(double at, int most) {
  return at < 0.5 ? 0 : at - 0.5 > most ? most : (int)ceil(at - 0.5);
}

/* The pixels whose centres lie in a triangle. */
static void fill_triangle(frame *f, corner a, corner b, corner c) {
  const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (!(fabs(area) > 0) || isnan(a.value + b.value + c.value))
    return;
  const int x0 = pixel_from(fmin(a.x, fmin(b.x, c.x)), f->width),
            y0 = pixel_from(fmin(a.y, fmin(b.y, c.y)), f->height);
  const double x1 = fmax(a.x, fmax(b.x, c.x)), y1 = fmax(a.y, fmax(b.y, c.y));
  for (int j = y0; j < f->height && j + 0.5 <= y1; j++)
    for (int i = x0; i < f->width && i + 0.5 <= x1; i++) {
      const double x = i + 0.5, y = j + 0.5;
      const double wb = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area,
                   wc = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      if (wb < -1e-9 || wc < -1e-9 || wb + wc > 1 + 1e-9)
        continue;
      f->sum[(size_t)j * (size_t)f->width + (size_t)i] +=
          (float)(a.value + wb * (b.value - a.value) + wc * (c.value - a.value));
      f->count[(size_t)j * (size_t)f->width + (size_t)i]++;
    }
}

static void fill_part(frame *f, const maps_surface_part *part) {
  for (ria_global j = 0; j + 1 < part->layers * part->ny; j++)
    for (ria_global i = 0; i + 1 < part->nx && (j + 1) % part->ny; i++) {
      const ria_global n = j * part->nx + i;
      const corner a = corner_of(f, part, n), b = corner_of(f, part, n + 1),
                   c = corner_of(f, part, n + part->nx + 1), d = corner_of(f, part, n + part->nx);
      fill_triangle(f, a, b, c);
      fill_triangle(f, a, c, d);
    }
}

static ria_status fill(frame *f) {
  const size_t pixels = (size_t)f->width * (size_t)f->height;
  f->sum = calloc(pixels, sizeof *f->sum);
  f->count = calloc(pixels, sizeof *f->count);
  if (!f->sum || !f->count)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  for (int p = 0; p < f->surface->parts; p++)
    fill_part(f, &f->surface->part[p]);
  return RIA_SUCCESS;
}

static ria_status write_raster(const frame *f, FILE *script) {
  uint8_t *row = malloc((size_t)f->width * 3);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  for (int j = 0; j < f->height; j++) {
    for (int i = 0; i < f->width; i++) {
      const size_t n = (size_t)j * (size_t)f->width + (size_t)i;
      maps_colour c = {255, 255, 255};
      if (f->count[n])
        c = maps_style_colour(f->style, (double)(f->sum[n] / (float)f->count[n]));
      row[3 * i] = c.r, row[3 * i + 1] = c.g, row[3 * i + 2] = c.b;
    }
    fwrite(row, 3, (size_t)f->width, script);
  }
  free(row);
  return RIA_SUCCESS;
}

/* ---- the rest of the picture ---- */

static void put_node(const frame *f, const maps_surface_part *part, ria_global i, ria_global j,
                     FILE *script) {
  const ria_global n = j * part->nx + i;
  ria_fprintf(script, "%.9g %.9g\n", part->x[n] / f->unit, part->y[n] / f->unit);
}

/* Around each part. */
static void put_borders(const frame *f, FILE *script) {
  fputs("$borders << END\n", script);
  for (int p = 0; p < f->surface->parts && f->surface->borders; p++) {
    const maps_surface_part *part = &f->surface->part[p];
    if (!part->layers)
      continue;
    const ria_global x = part->nx - 1, y = part->ny - 1;
    for (ria_global i = 0; i < x; i++)
      put_node(f, part, i, 0, script);
    for (ria_global j = 0; j < y; j++)
      put_node(f, part, x, j, script);
    for (ria_global i = x; i > 0; i--)
      put_node(f, part, i, y, script);
    for (ria_global j = y; j >= 0; j--)
      put_node(f, part, 0, j, script);
    fputc('\n', script);
  }
  fputs(f->surface->borders ? "END\n" : "NaN NaN\nEND\n", script);
}

static void put_axes(const frame *f, FILE *script) {
  const char *unit = f->unit < 1 ? "mm" : "m";
  char x[128], y[128];
  snprintf(x, sizeof x, "%.96s (%s)", f->surface->x_label, unit);
  snprintf(y, sizeof y, "%.96s (%s)", f->surface->y_label, unit);
  const maps_frame_texts texts = {x, y, f->surface->title, f->surface->subtitle, NULL};
  maps_frame_script(&f->around, &texts, f->style, script);
}

static ria_status write_script(const frame *f, FILE *script) {
  put_axes(f, script);
  put_borders(f, script);
  const double dx = (f->x1 - f->x0) / f->unit / f->width,
               dy = (f->y1 - f->y0) / f->unit / f->height;
  /* The last element draws nothing; the colour bar needs it. */
  ria_fprintf(script,
              "plot '-' binary array=(%d,%d) origin=(%.9g,%.9g) dx=%.12g dy=%.12g "
              "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage, "
              "$borders with lines lw 0.7 lc rgb '#303030', NaN with points palette notitle\n",
              f->width, f->height, f->x0 / f->unit + dx / 2, f->y0 / f->unit + dy / 2, dx, dy);
  return write_raster(f, script);
}

ria_status maps_surface_draw(const maps_surface *surface, const map_style *style,
                             const char *path) {
  frame f = make_frame(surface, style);
  if (!(f.x1 > f.x0) || !(style->high > style->low) || (style->logarithmic && !(style->low > 0)))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: an empty surface or colour scale cannot be drawn",
                    path);
  maps_frame_layout(&f.around, style);
  gnuplot_plot plot;
  ria_status status = fill(&f);
  if (status == RIA_SUCCESS)
    status = gnuplot_begin(path, f.around.whole_width, f.around.whole_height, &plot);
  if (status == RIA_SUCCESS) {
    status = write_script(&f, plot.script);
    ria_status drawn = gnuplot_finish(&plot);
    status = status == RIA_SUCCESS ? drawn : status;
  }
  free(f.sum);
  free(f.count);
  return status;
}
