#include "bar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gnuplot/gnuplot.h"
#include "palette.h"
#include "ria/number.h"
#include "text.h"

enum { GAP = 10, TICK_SPACING = 45, FIRST_LABEL = 100, MARKED = 66 };

/* If values lie beyond an end of the scale, the number at this end shows it. */
static void mark_end(const map_style *style, maps_ticks *t, int n, double end, const char *sign) {
  char text[MAPS_TICK_SIZE];
  if (n < 0 || fabs(t->tick[n].at - end) > 1e-6 * (style->high - style->low))
    return;
  snprintf(text, sizeof text, "%s %.29s", sign, t->tick[n].text);
  memcpy(t->tick[n].text, text, sizeof text);
}

/* A label that is longer than the bar becomes two lines, cut at the blank nearest to its middle. */
static void wrap_label(const char *label, int height, maps_bar *bar) {
  const char *cut = NULL, *middle = label + strlen(label) / 2;
  for (const char *c = label; *c; c++)
    if (*c == ' ' && (!cut || labs(c - middle) < labs(cut - middle)))
      cut = c;
  bar->lines = *label ? 1 : 0;
  snprintf(bar->line[0], MAPS_BAR_TEXT, "%s", label);
  if (!cut || maps_text_width(label, MAPS_POINTS) <= height)
    return;
  bar->lines = 2;
  snprintf(bar->line[0], MAPS_BAR_TEXT, "%.*s", (int)(cut - label), label);
  snprintf(bar->line[1], MAPS_BAR_TEXT, "%s", cut + 1);
}

void maps_bar_layout(const map_style *style, int height, maps_bar *bar) {
  const int spaced = height / TICK_SPACING, most = spaced < 3 ? 3 : spaced > 7 ? 7 : spaced;
  *bar = (maps_bar){0};
  if (style->logarithmic)
    maps_ticks_logarithmic(style->low, style->high, most, &bar->ticks);
  else
    maps_ticks_linear(style->low, style->high, most, &bar->ticks);
  if (style->over)
    mark_end(style, &bar->ticks, bar->ticks.count - 1, style->high, ">");
  if (style->under)
    mark_end(style, &bar->ticks, bar->ticks.count ? 0 : -1, style->low, "<");
  /* A scale that moves from record to record has numbers of varying width. */
  int widest =
      style->over && style->under ? MARKED : maps_text_width(bar->ticks.factor, MAPS_POINTS);
  for (int i = 0; i < bar->ticks.count; i++) {
    const int width = maps_text_width(bar->ticks.tick[i].text, MAPS_POINTS);
    widest = width > widest ? width : widest;
  }
  bar->numbers_left = MAPS_BAR_WIDTH + GAP;
  bar->numbers_right = bar->numbers_left + widest;
  bar->above = bar->ticks.factor[0] ? MAPS_LINE : 0;
  char label[MAPS_BAR_TEXT];
  maps_text_label(style->label ? style->label : "", sizeof label, label);
  wrap_label(label, height, bar);
  bar->width = bar->numbers_right;
  for (int i = 0; i < bar->lines; i++) {
    bar->middle[i] = bar->width + GAP / 2 + MAPS_LINE / 2;
    bar->width = bar->middle[i] + MAPS_LINE / 2;
  }
}

static void put_text(const maps_bar_place *p, int tag, const char *text, double x, double y,
                     const char *how, FILE *script) {
  fprintf(script, "set label %d ", tag);
  gnuplot_quote(script, text);
  ria_fprintf(script, " at screen %.6f,%.6f %s font ',%d'\n", x / p->picture_width,
              y / p->picture_height, how, MAPS_POINTS);
}

void maps_bar_script(const map_style *style, const maps_bar *bar, const maps_bar_place *p,
                     FILE *script) {
  const maps_ticks *t = &bar->ticks;
  const double w = p->picture_width, h = p->picture_height;
  maps_style_script(style, script);
  ria_fprintf(script,
              "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\n"
              "unset cblabel\nset cbtics scale 0.7 (",
              p->left / w, p->bottom / h, MAPS_BAR_WIDTH / w, p->height / h);
  for (int i = 0; i < t->count; i++)
    ria_fprintf(script, "%s'' %.12g", i ? ", " : "", t->tick[i].at);
  fputs(")\n", script);
  int tag = FIRST_LABEL;
  for (int i = 0; i < t->count; i++) {
    const double at = style->logarithmic
                          ? log(t->tick[i].at / style->low) / log(style->high / style->low)
                          : (t->tick[i].at - style->low) / (style->high - style->low);
    put_text(p, tag++, t->tick[i].text,
             p->left + (style->logarithmic ? bar->numbers_left : bar->numbers_right),
             p->bottom + at * p->height, style->logarithmic ? "left" : "right", script);
  }
  if (t->factor[0])
    put_text(p, tag++, t->factor, p->left, p->bottom + p->height + bar->above / 2. + 3, "left",
             script);
  for (int i = 0; i < bar->lines; i++)
    put_text(p, tag++, bar->line[i], p->left + bar->middle[i], p->bottom + p->height / 2.,
             "center rotate by 90", script);
}
