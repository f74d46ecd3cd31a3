/* A plan of an area with links at its points. */
#include <math.h>
#include <string.h>
#include "ria/number.h"
#include "report.h"

enum { WIDE = 360, MOST_HIGH = 480, LEAST_HIGH = 48, SAMPLES = 160 };
enum { LETTER = 7, LINE = 14, RADIUS = 6 }; /* of names and marks */

/* Land, and water from shallow to deep: from these shares of the largest depth on. */
static const double from_share[] = {0, 1. / 16, 1. / 4, 1. / 2};
enum { DEPTHS = sizeof from_share / sizeof *from_share };

typedef struct {
  double left, top, right, bottom;
} box;

typedef struct {
  const ria_report_plan *plan;
  FILE *out;
  double high; /* the plan is WIDE x high */
  int columns, rows;
  double deepest;
} frame;

static double sample(const frame *f, int column, int row) {
  const ria_report_plan *p = f->plan;
  const long x = (long)((column + 0.5) * (double)p->nx / f->columns),
             y = (long)((f->rows - row - 0.5) * (double)p->ny / f->rows);
  return p->ground[y * p->nx + x];
}

/* -1: land. */
static int depth_class(const frame *f, double depth) {
  int class = -1;
  while (class + 1 < DEPTHS && depth > from_share[class + 1] * f->deepest)
    class ++;
  return class;
}

/* Runs of equal cells along each row. */
static void put_class(const frame *f, int class) {
  fprintf(f->out, "<path class=\"%s\" d=\"", class < 0 ? "land" : "sea");
  for (int row = 0; row < f->rows; row++)
    for (int from = 0, to; from < f->columns; from = to) {
      const int here = depth_class(f, sample(f, from, row));
      for (to = from + 1; to < f->columns && depth_class(f, sample(f, to, row)) == here;)
        to++;
      if (here == class)
        fprintf(f->out, "M%d %dh%dv1h-%dz", from, row, to - from, to - from);
    }
  fputs("\"", f->out);
  if (class >= 0)
    ria_fprintf(f->out, " style=\"fill-opacity:%.2f\"", 0.16 * (class + 1));
  fputs("/>\n", f->out);
}

static void put_ground(frame *f) {
  const ria_report_plan *p = f->plan;
  f->columns = p->nx < SAMPLES ? (int)p->nx : SAMPLES;
  f->rows = (int)fmin((double)p->ny, fmax(1, rint(SAMPLES * f->high / WIDE)));
  for (int row = 0; row < f->rows; row++)
    for (int column = 0; column < f->columns; column++)
      f->deepest = fmax(f->deepest, sample(f, column, row));
  ria_fprintf(
      f->out,
      "<svg width=\"%d\" height=\"%.1f\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
      "shape-rendering=\"crispEdges\">\n",
      WIDE, f->high, f->columns, f->rows);
  for (int class = -1; class < DEPTHS; class ++)
    put_class(f, class);
  fputs("</svg>\n", f->out);
}

static box name_box(const char *name, double x, double y, int side) {
  double letters = 0;
  for (const char *c = name; *c; c++)
    letters += (*c & 0xc0) != 0x80; /* of UTF-8 */
  const double width = LETTER * letters, gap = RADIUS + 3;
  const double left[] = {x + gap, x - gap - width, x - width / 2, x - width / 2},
               middle[] = {y, y, y - gap - LINE / 2., y + gap + LINE / 2.};
  return (box){left[side], middle[side] - LINE / 2., left[side] + width, middle[side] + LINE / 2.};
}

static bool meet(const box *a, const box *b) {
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Right of the point, left, above or below: the first position that is within the plan and free. */
static box place_name(const frame *f, const char *name, double x, double y, int taken,
                      const box *other) {
  enum { SIDES = 4 };
  for (int side = 0; side < SIDES; side++) {
    const box b = name_box(name, x, y, side);
    bool free = b.left >= 0 && b.right <= WIDE && b.top >= 0 && b.bottom <= f->high;
    for (int i = 0; i < taken && free; i++)
      free = !meet(&b, &other[i]);
    if (free)
      return b;
  }
  return name_box(name, x, y, x > WIDE / 2.);
}

static void put_point(const frame *f, const ria_report_point *point, double x, double y,
                      const box *name) {
  fputs("<a href=\"", f->out);
  report_html_escape(f->out, point->link);
  ria_fprintf(f->out, "\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/><text x=\"%.1f\" y=\"%.1f\">",
              x, y, RADIUS, name->left, name->bottom - 3);
  report_html_escape(f->out, point->name);
  fputs("</text></a>\n", f->out);
}

static void put_points(const frame *f) {
  enum { MOST = 256 };
  const ria_report_plan *p = f->plan;
  const int points = p->points < MOST ? p->points : MOST;
  const double wide = (double)p->nx * p->dx, high = (double)p->ny * p->dy;
  box taken[2 * MOST];
  double x[MOST], y[MOST];
  for (int i = 0; i < points; i++) {
    x[i] = WIDE * (p->point[i].x - p->x0) / wide;
    y[i] = f->high * (1 - (p->point[i].y - p->y0) / high);
    taken[i] = (box){x[i] - RADIUS, y[i] - RADIUS, x[i] + RADIUS, y[i] + RADIUS};
  }
  for (int i = 0; i < points; i++) {
    taken[points + i] = place_name(f, p->point[i].name, x[i], y[i], points + i, taken);
    put_point(f, &p->point[i], x[i], y[i], &taken[points + i]);
  }
}

void report_plan_put(ria_report *r, const ria_report_plan *plan) {
  const double high = WIDE * ((double)plan->ny * plan->dy) / ((double)plan->nx * plan->dx);
  frame f = {.plan = plan, .out = r->out, .high = fmin(fmax(high, LEAST_HIGH), MOST_HIGH)};
  ria_fprintf(f.out, "<svg class=\"plan\" viewBox=\"0 0 %d %.1f\" role=\"group\" aria-label=\"",
              WIDE, f.high);
  report_html_escape(f.out, plan->caption);
  fputs("\">\n", f.out);
  if (plan->ground)
    put_ground(&f);
  put_points(&f);
  fputs("</svg>\n", f.out);
}
