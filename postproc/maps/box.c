/* Planes through a box, each with its axes, and one colour bar for all. */
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include "gnuplot/gnuplot.h"
#include "frame.h"
#include "palette.h"
#include "ria/number.h"

/* Sizes in pixels: a single plane; the area of three planes side by side, and in two rows; then
 * margins. Each plane has its own left and lower margin. */
enum {
  ONE_WIDTH = 860,
  ONE_HEIGHT = 860,
  ROW_WIDTH = 1000,
  ROW_HEIGHT = 800,
  TWO_WIDTH = 860,
  TWO_HEIGHT = 860,
  LEAST = 60,
  SHORT = 180
};
enum { LEFT = 88, BOTTOM = 64, ABOVE = 30, TOP = 70, RIGHT = 140, BAR_GAP = 22 };

/* Position of a plane in the picture. */
typedef struct {
  const ria_history_plane *plane;
  int along[2];     /* the axes to the right and up */
  int left, bottom; /* of the inside of the axes, pixels */
} panel;

typedef struct {
  const maps_box_picture *picture;
  const map_style *style;
  double unit;           /* unit of the axes in m: 1 or 1000 */
  int pixels[RIA_AXES];  /* along each axis */
  int width, height;     /* of all planes with their margins */
  panel panel[RIA_AXES]; /* [planes] */
  maps_bar bar;
  int bar_bottom, bar_height;
} frame;

static double length_of(const ria_history_box *box, int axis) {
  return (double)box->cells[axis] * box->spacing[axis];
}

/* ---- arrangement ---- */

/* Pixels per metre at which planes of this total extent fit. */
static double scale_for(double wide, double high, int width, int height) {
  return fmin(width / wide, height / high);
}

/* Three planes are drawn side by side, or in two rows if they are larger then: the plane across z
 * below the plane across y, and the plane across x to the right of the plane across y. */
static bool choose_scale(const ria_history_box *box, double *scale) {
  const double x = length_of(box, 0), y = length_of(box, 1), z = length_of(box, 2);
  if (box->planes == 1) {
    const int across = box->plane[0].across;
    *scale = scale_for(across ? x : y, across == 2 ? y : z, ONE_WIDTH, ONE_HEIGHT);
    return false;
  }
  const double row = scale_for(2 * x + y, fmax(y, z), ROW_WIDTH, ROW_HEIGHT);
  const double two = scale_for(x + y, y + z, TWO_WIDTH, TWO_HEIGHT);
  *scale = fmax(row, two);
  return two > 1.15 * row;
}

static void place_in_row(frame *f) {
  const int planes = f->picture->box->planes;
  int at = LEFT, most = 0;
  for (int p = 0; p < planes; p++) {
    const int high = f->pixels[f->panel[p].along[1]];
    f->panel[p].left = at;
    at += f->pixels[f->panel[p].along[0]] + LEFT;
    most = high > most ? high : most;
  }
  for (int p = 0; p < planes; p++) /* titles in a line */
    f->panel[p].bottom = BOTTOM + most - f->pixels[f->panel[p].along[1]];
  f->width = at - LEFT;
  f->height = BOTTOM + most + ABOVE;
}

static void place_in_two_rows(frame *f) {
  const int second = BOTTOM + f->pixels[1] + ABOVE + BOTTOM;
  for (int p = 0; p < RIA_AXES; p++) {
    const int across = f->panel[p].plane->across;
    f->panel[p].left = across == 0 ? LEFT + f->pixels[0] + LEFT : LEFT;
    f->panel[p].bottom = across == 2 ? BOTTOM : second;
  }
  f->width = LEFT + f->pixels[0] + LEFT + f->pixels[1];
  f->height = second + f->pixels[2] + ABOVE;
}

/* The colour bar is as high as all planes. */
static void place_bar(frame *f) {
  f->bar_bottom = f->panel[0].bottom;
  for (int p = 1; p < f->picture->box->planes; p++)
    f->bar_bottom = f->panel[p].bottom < f->bar_bottom ? f->panel[p].bottom : f->bar_bottom;
  const int height = f->height - ABOVE - f->bar_bottom;
  maps_bar_layout(f->style, height, &f->bar);
  f->bar_height = height - f->bar.above;
}

static frame make_frame(const maps_box_picture *picture, const map_style *style) {
  enum { SMALL = 2000 };
  const ria_history_box *box = picture->box;
  frame f = {.picture = picture, .style = style, .unit = 1};
  double scale;
  const bool two_rows = choose_scale(box, &scale);
  for (int a = 0; a < RIA_AXES; a++) {
    f.pixels[a] = (int)lrint(fmax(LEAST, fmin(scale * length_of(box, a), ROW_WIDTH)));
    f.unit = length_of(box, a) < SMALL ? f.unit : 1000;
  }
  for (int p = 0; p < box->planes; p++) {
    const int across = box->plane[p].across;
    f.panel[p] = (panel){.plane = &box->plane[p], .along = {across == 0, across == 2 ? 1 : 2}};
  }
  if (two_rows)
    place_in_two_rows(&f);
  else
    place_in_row(&f);
  place_bar(&f);
  return f;
}

/* ---- drawing ---- */

static double position_of(const ria_history_box *box, const ria_history_plane *plane) {
  return box->origin[plane->across] + ((double)plane->layer + 0.5) * box->spacing[plane->across];
}

/* Lines along which the other planes cut this plane. */
static void put_cuts(const frame *f, const panel *at, FILE *script) {
  const ria_history_box *box = f->picture->box;
  fputs("unset arrow\n", script);
  for (int p = 0; p < box->planes; p++) {
    const ria_history_plane *other = &box->plane[p];
    const double cut = position_of(box, other) / f->unit;
    if (other->across == at->plane->across)
      continue;
    if (other->across == at->along[0])
      ria_fprintf(script, "set arrow from first %.9g,graph 0 to first %.9g,graph 1", cut, cut);
    else
      ria_fprintf(script, "set arrow from graph 0,first %.9g to graph 1,first %.9g", cut, cut);
    fputs(" nohead front dt (6,6) lw 0.8 lc rgb '#50a0a0a0'\n", script);
  }
}

/* A short axis has room only for the numbers of its ends. */
static void put_axis(const frame *f, int axis, char name, FILE *script) {
  const ria_history_box *box = f->picture->box;
  const double low = box->origin[axis] / f->unit, length = length_of(box, axis) / f->unit;
  ria_fprintf(script, "set %crange [%.9g:%.9g] noextend\nset %clabel '%c (%s)'\nset %ctics ", name,
              low, low + length, name, 'x' + axis, f->unit > 1 ? "km" : "m", name);
  if (f->pixels[axis] < SHORT)
    ria_fprintf(script, "%.9g,%.9g\n", low, length);
  else
    fputs("autofreq\n", script);
}

static int whole_width(const frame *f) {
  return f->width + (BAR_GAP + f->bar.width > RIGHT ? BAR_GAP + f->bar.width : RIGHT);
}

static int whole_height(const frame *f) {
  return f->height + TOP;
}

static void put_label(const frame *f, int number, const char *text, int left, int bottom, int size,
                      FILE *script) {
  fprintf(script, "set label %d ", number);
  gnuplot_quote(script, text);
  ria_fprintf(script, " at screen %.6f,%.6f left font ',%d'\n", (double)left / whole_width(f),
              (double)bottom / whole_height(f), size);
}

/* The frame, the axes and the title of a plane. */
static void put_surroundings(const frame *f, const panel *at, FILE *script) {
  const double w = whole_width(f), h = whole_height(f);
  const int right = at->left + f->pixels[at->along[0]], top = at->bottom + f->pixels[at->along[1]];
  const ria_history_plane *plane = at->plane;
  char where[64];
  ria_fprintf(script,
              "set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
              "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
              at->left / w, right / w, at->bottom / h, top / h);
  put_axis(f, at->along[0], 'x', script);
  put_axis(f, at->along[1], 'y', script);
  ria_snprintf(where, sizeof where, "%c = %.4g %s", 'x' + plane->across,
               position_of(f->picture->box, plane) / f->unit, f->unit > 1 ? "km" : "m");
  put_label(f, 3, where, at->left, top + 14, 11, script);
  put_cuts(f, at, script);
}

static ria_status write_raster(const frame *f, const panel *at, FILE *script) {
  const ria_history_plane *plane = at->plane;
  const float *values = f->picture->values + plane->first;
  const int width = f->pixels[at->along[0]], height = f->pixels[at->along[1]];
  uint8_t *row = malloc((size_t)width * 3);
  if (!row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  for (int j = 0; j < height; j++) {
    const ria_global y = (ria_global)((j + 0.5) * (double)plane->size[1] / height);
    for (int i = 0; i < width; i++) {
      const ria_global x = (ria_global)((i + 0.5) * (double)plane->size[0] / width);
      const double value = (double)values[y * plane->size[0] + x];
      const maps_colour c =
          isnan(value) ? (maps_colour){190, 190, 186} : maps_style_colour(f->style, value);
      row[3 * i] = c.r, row[3 * i + 1] = c.g, row[3 * i + 2] = c.b;
    }
    fwrite(row, 3, (size_t)width, script);
  }
  free(row);
  return RIA_SUCCESS;
}

/* The last element draws nothing; the colour bar needs it. */
static ria_status write_panel(const frame *f, const panel *at, FILE *script) {
  const ria_history_box *box = f->picture->box;
  double low[2], step[2];
  for (int i = 0; i < 2; i++) {
    step[i] = length_of(box, at->along[i]) / f->unit / f->pixels[at->along[i]];
    low[i] = box->origin[at->along[i]] / f->unit + step[i] / 2;
  }
  put_surroundings(f, at, script);
  ria_fprintf(script,
              "plot '-' binary array=(%d,%d) origin=(%.9g,%.9g) dx=%.12g dy=%.12g "
              "format='%%uchar%%uchar%%uchar' using 1:2:3 with rgbimage, NaN with points palette "
              "notitle\n",
              f->pixels[at->along[0]], f->pixels[at->along[1]], low[0], low[1], step[0], step[1]);
  return write_raster(f, at, script);
}

/* With the first plane: the titles and the colour bar. */
static void put_common(const frame *f, FILE *script) {
  const int w = whole_width(f), h = whole_height(f);
  maps_titles_script(f->picture->title, f->picture->subtitle, LEFT, w, h, script);
  fputs("set tics out nomirror\nset border lw 0.8\nset format xy '%.10g'\nunset key\n", script);
  maps_bar_script(f->style, &f->bar,
                  &(maps_bar_place){f->width + BAR_GAP, f->bar_bottom, f->bar_height, w, h},
                  script);
  fputs("set multiplot\n", script);
}

static ria_status write_script(const frame *f, FILE *script) {
  put_common(f, script);
  for (int p = 0; p < f->picture->box->planes; p++) {
    RIA_TRY(write_panel(f, &f->panel[p], script));
    fputs("\nunset colorbox\nunset label\n", script);
  }
  fputs("unset multiplot\n", script);
  return RIA_SUCCESS;
}

ria_status maps_box_draw(const maps_box_picture *picture, const map_style *style,
                         const char *path) {
  if (!(style->high > style->low) || (style->logarithmic && !(style->low > 0)))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: an empty colour scale cannot be drawn", path);
  const frame f = make_frame(picture, style);
  gnuplot_plot plot;
  RIA_TRY(gnuplot_begin(path, whole_width(&f), whole_height(&f), &plot));
  ria_status status = write_script(&f, plot.script);
  ria_status drawn = gnuplot_finish(&plot);
  return status == RIA_SUCCESS ? drawn : status;
}
