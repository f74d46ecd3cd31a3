/* The charts over a parameter of the sweep: times and speed-ups, with a curve for each combination
 * of the other parameters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/chart.h"
#include "campaign.h"

enum { NUMBERS = 4, WHOSE = 2 }; /* numbers of a curve's point; our curves and published ones */

typedef struct {
  const campaign_points *points;
  bool speedups;
  double scale;     /* of displayed times */
  ria_curve *curve; /* [WHOSE * rows] */
  char **name;      /* [WHOSE * rows] */
  double *room;     /* [WHOSE * rows][NUMBERS] */
  int curves;
} over_drawing;

static double x_of(const campaign_points *p, const campaign_row *r) {
  const workflow_value *value = campaign_parameter(r->point, p->keys->over);
  if (!strcmp(p->keys->over, "cells"))
    return campaign_cells(r);
  return value->is_number ? value->number : NAN;
}

/* Whether a parameter does not distinguish curves. */
static bool is_apart(const campaign_points *p, const char *name) {
  return !strcmp(name, p->keys->over) || (p->keys->best_of && !strcmp(name, p->keys->best_of));
}

/* The y value of a row and its error bar. */
static void y_of(const over_drawing *d, const campaign_row *r, bool published, double y[3]) {
  const campaign_points *p = d->points;
  if (published) {
    y[0] = d->speedups ? campaign_published(p, r, "speedup")
                       : d->scale * campaign_published(p, r, "step_seconds");
    y[1] = y[2] = y[0];
  } else if (d->speedups) {
    y[0] = r->speedup.ratio;
    y[1] = isnan(r->speedup.low) ? y[0] : r->speedup.low;
    y[2] = isnan(r->speedup.high) ? y[0] : r->speedup.high;
  } else {
    y[0] = d->scale * r->spread.median;
    y[1] = d->scale * r->spread.lower;
    y[2] = d->scale * r->spread.upper;
  }
}

/* Whether it is the base, whose speed-up is 1 and is drawn once. */
static bool is_base(const over_drawing *d, const campaign_row *r) {
  const campaign *c = d->points->keys;
  return d->speedups && c->base &&
         !strcmp(campaign_parameter(r->point, d->points->along)->text, c->base);
}

/* Whether both rows are on one curve. */
static bool belong_together(const campaign_points *p, const campaign_row *a, const campaign_row *b,
                            bool published) {
  return campaign_same(p, a->point, b->point, is_apart) && (published || campaign_one_thing(a, b));
}

/* Adds the curve that starts with row `first`, if it has numbers. Returns the next free place. */
static double *add_curve(over_drawing *d, int first, bool published, double *room) {
  const campaign_points *p = d->points;
  double *x = room, *y = x + p->rows, *low = y + p->rows, *high = low + p->rows;
  int count = 0;
  for (int i = first; i < p->rows; i++) {
    double at[3];
    y_of(d, &p->row[i], published, at);
    if (!belong_together(p, &p->row[first], &p->row[i], published) || !(x_of(p, &p->row[i]) > 0) ||
        !(at[0] > 0))
      continue;
    x[count] = x_of(p, &p->row[i]);
    y[count] = at[0];
    low[count] = at[1];
    high[count++] = at[2];
  }
  if (!count || (published && is_base(d, &p->row[first])))
    return room;
  d->name[d->curves] = campaign_name(p, &p->row[first], published ? "published" : "", is_apart);
  d->curve[d->curves] = (ria_curve){.name = d->name[d->curves],
                                    .count = count,
                                    .x = x,
                                    .y = y,
                                    .low = published ? NULL : low,
                                    .high = published ? NULL : high,
                                    .published = published};
  d->curves++;
  return room + NUMBERS * (size_t)p->rows;
}

static void add_curves(over_drawing *d) {
  const campaign_points *p = d->points;
  double *room = d->room;
  for (int whose = 0; whose < WHOSE; whose++)
    for (int i = 0; i < p->rows; i++) {
      int j = 0;
      while (j < i && !belong_together(p, &p->row[j], &p->row[i], whose == 1))
        j++;
      if (j == i)
        room = add_curve(d, i, whose == 1, room);
    }
}

static ria_status draw(over_drawing *d, const char *folder, const char *file, bool *drawn) {
  static const char *const ending[] = {"png", "svg"};
  const campaign_points *p = d->points;
  char title[300], speedup[200];
  add_curves(d);
  snprintf(speedup, sizeof speedup, "speed-up%s%.150s", p->keys->base ? " over " : "",
           p->keys->base ? p->keys->base : "");
  ria_chart chart = {.title = title,
                     .x_label = p->keys->over,
                     .y_label = d->speedups    ? speedup
                                : d->scale > 1 ? "microseconds a step"
                                               : "seconds",
                     .log_x = true,
                     .log_y = true,
                     .curves = d->curves,
                     .curve = d->curve};
  snprintf(title, sizeof title, "%.200s: %.90s", p->step->workflow->name, p->step->name);
  for (int i = 0; i < 2 && d->curves; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s/%s.%s", folder, file, ending[i]) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", folder);
    ria_status status = ria_chart_draw(&chart, path);
    free(path);
    RIA_TRY(status);
    *drawn = true;
  }
  return RIA_SUCCESS;
}

static ria_status draw_one(const campaign_points *p, bool speedups, const char *folder,
                           bool *drawn) {
  const size_t rows = (size_t)p->rows, curves = WHOSE * rows;
  over_drawing d = {.points = p,
                    .speedups = speedups,
                    .scale = campaign_time_scale(p),
                    .curve = calloc(curves, sizeof *d.curve),
                    .name = calloc(curves, sizeof *d.name),
                    .room = calloc(curves * NUMBERS * rows, sizeof *d.room)};
  ria_status status =
      d.curve && d.name && d.room
          ? draw(&d, folder, speedups ? "scaling" : "times", drawn)
          : ria_fail(RIA_ERROR_MEMORY, "no memory for a chart of %d points", p->rows);
  for (int c = 0; c < d.curves; c++)
    free(d.name[c]);
  free(d.name);
  free(d.curve);
  free(d.room);
  return status;
}

ria_status campaign_draw_over(const campaign_points *p, const char *folder, bool *drawn) {
  *drawn = false;
  RIA_TRY(draw_one(p, false, folder, drawn));
  return p->along ? draw_one(p, true, folder, drawn) : RIA_SUCCESS;
}
