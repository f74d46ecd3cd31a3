/* The chart: speed-up, efficiency, or speed over the size, a curve for each group. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "campaign.h"
#include "ria/chart.h"
#include "ria/text.h"

typedef struct {
  const campaign_points *points;
  double *room;     /* four numbers a point and curve */
  ria_curve *curve; /* [2 * groups]: ours, then the published ones */
  char **name;      /* [2 * groups], alike */
  int curves;
} drawing;

static double x_of(const campaign_points *p, const campaign_row *r) {
  return p->along ? r->along : p->keys->sort == CAMPAIGN_SIZE ? r->cells : NAN;
}

/* y and its bar: what the chart shows of a row. */
static void y_of(const campaign_points *p, const campaign_row *r, double y[3]) {
  double scale;
  if (!p->along) {
    scale = r->rate * r->spread.median;
    y[0] = r->rate;
    y[1] = scale / r->spread.upper;
    y[2] = scale / r->spread.lower;
    return;
  }
  scale = p->keys->sort == CAMPAIGN_WEAK ? 100 : 1;
  y[0] = scale * r->speedup.ratio;
  y[1] = isnan(r->speedup.low) ? y[0] : scale * r->speedup.low;
  y[2] = isnan(r->speedup.high) ? y[0] : scale * r->speedup.high;
}

static double published_y(const campaign_points *p, const campaign_row *r) {
  if (p->along && p->keys->sort == CAMPAIGN_WEAK)
    return 100 * campaign_published(p, r, "efficiency");
  if (p->along)
    return campaign_published(p, r, "speedup");
  return campaign_published(p, r, "rate");
}

static char *name_of(const campaign_points *p, const ria_point *point, bool published) {
  ria_text text = {0};
  ria_text_add(&text, "%s", published ? "published" : "");
  for (int i = point->parameters - point->swept; i < point->parameters; i++)
    if (!campaign_is_tied(p, point->parameter[i].name))
      ria_text_add(&text, "%s%s %s", text.length ? ", " : "", point->parameter[i].name,
                   point->parameter[i].value.text);
  if (!text.length)
    ria_text_add(&text, "%s", p->step->name);
  return ria_text_take(&text);
}

/* One curve of a group; nothing where it has no numbers. Its numbers go to the next free room. */
static double *add_curve(drawing *d, int group, bool published, double *room) {
  const campaign_points *p = d->points;
  double *x = room, *y = x + p->rows, *low = y + p->rows, *high = low + p->rows;
  char **name = &d->name[published ? p->groups + group : group];
  int count = 0;
  for (int i = 0; i < p->rows; i++) {
    const campaign_row *row = &p->row[i];
    double at[3] = {published_y(p, row), NAN, NAN};
    if (!published)
      y_of(p, row, at);
    if (row->group != group || !(x_of(p, row) > 0) || !(at[0] > 0))
      continue;
    if (!*name)
      *name = name_of(p, row->point, published);
    x[count] = x_of(p, row);
    y[count] = at[0];
    low[count] = at[1];
    high[count++] = at[2];
  }
  if (!count)
    return room;
  d->curve[d->curves++] = (ria_curve){.name = *name,
                                      .count = count,
                                      .x = x,
                                      .y = y,
                                      .low = published ? NULL : low,
                                      .high = published ? NULL : high,
                                      .published = published};
  return high + p->rows;
}

static void describe(const campaign_points *p, ria_chart *chart) {
  campaign_sort sort = (campaign_sort)p->keys->sort;
  chart->title = p->step->name;
  chart->x_label = p->along ? p->along : "cells";
  chart->log_x = true;
  if (!p->along) {
    chart->y_label = "million cell updates a second";
    return;
  }
  chart->y_label = sort == CAMPAIGN_WEAK ? "efficiency (%)" : "speed-up";
  chart->ideal = sort == CAMPAIGN_WEAK     ? RIA_IDEAL_ONE
                 : sort == CAMPAIGN_STRONG ? RIA_IDEAL_LINEAR
                                           : RIA_IDEAL_NONE;
  chart->log_y = sort == CAMPAIGN_STRONG;
}

static ria_status draw(const drawing *d, const char *folder) {
  static const char *const ending[] = {"png", "svg"};
  ria_chart chart = {.curves = d->curves, .curve = d->curve};
  describe(d->points, &chart);
  for (int i = 0; i < 2; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s/scaling.%s", folder, ending[i]) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", folder);
    ria_status status = ria_chart_draw(&chart, path);
    free(path);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

ria_status campaign_draw(const campaign_points *p, const char *folder, bool *drawn) {
  size_t groups = (size_t)p->groups;
  drawing d = {.points = p,
               .room = calloc(8 * groups * (size_t)p->rows, sizeof *d.room),
               .curve = calloc(2 * groups, sizeof *d.curve),
               .name = calloc(2 * groups, sizeof *d.name)};
  ria_status status = RIA_SUCCESS;
  if (d.room && d.curve && d.name) {
    double *room = d.room;
    for (int published = 0; published < 2; published++)
      for (int g = 0; g < p->groups; g++)
        room = add_curve(&d, g, published > 0, room);
    *drawn = d.curves > 0;
    status = d.curves > 0 ? draw(&d, folder) : RIA_SUCCESS;
  } else {
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a chart of %d points", p->rows);
  }
  for (int g = 0; g < 2 * p->groups && d.name; g++)
    free(d.name[g]);
  free(d.name);
  free(d.curve);
  free(d.room);
  return status;
}
