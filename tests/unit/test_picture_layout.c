/* Positions of texts in pictures: numbers and labels of colour bars, names on maps, dates on axes,
 * and the panels of gauges. Drawing uses exactly these layouts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../postproc/maps/frame.h"
#include "../../postproc/maps/gauge_panels.h"
#include "../../postproc/maps/names.h"
#include "../../postproc/maps/text.h"
#include "../../postproc/maps/ticks.h"
#include "../../postproc/maps/time_axis.h"
#include "ria/plot.h"
#include "tests.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* ---- numbers ---- */

static void test_widths(void **state) {
  (void)state;
  char text[64];
  assert_int_equal(maps_text_width("", 11), 0);
  assert_int_equal(maps_text_width("4725", 11), 38); /* four digits of 1303/2048 em of 14.67 px */
  assert_true(maps_text_width("iiii", 11) < maps_text_width("mmmm", 11));
  assert_true(maps_text_width("mmmm", 10) < maps_text_width("mmmm", 11));
  assert_int_equal(maps_text_width("\303\255", 11), maps_text_width("0", 11)); /* one letter */
  maps_text_fit("a name", 11, 500, sizeof text, text);
  assert_string_equal(text, "a name");
  maps_text_fit("Vilagarc\303\255a de Arousa", 11, 90, sizeof text, text);
  assert_true(maps_text_width(text, 11) <= 90);
  assert_non_null(strstr(text, "\342\200\246"));
  maps_text_label("Flux of s2 (kg m-2 s-1)", sizeof text, text);
  assert_string_equal(text, "Flux of s2 (kg m\342\201\273\302\262 s\342\201\273\302\271)");
}

static void expect_ticks(double low, double high, const char *const *texts, const char *factor) {
  maps_ticks t;
  maps_ticks_linear(low, high, 7, &t);
  for (int i = 0; i < t.count; i++)
    assert_string_equal(t.tick[i].text, texts[i]);
  assert_null(texts[t.count]);
  assert_string_equal(t.factor, factor);
}

static void test_ticks(void **state) {
  (void)state;
  maps_ticks t;
  expect_ticks(-1.5, 1.5,
               (const char *[]){"-1.5", "-1.0", "-0.5", "0.0", "0.5", "1.0", "1.5", NULL}, "");
  expect_ticks(0, 1.2e6, (const char *[]){"0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2", NULL},
               "\303\22710\342\201\266");
  expect_ticks(-1.23e-4, 1e-5,
               (const char *[]){"-120", "-100", "-80", "-60", "-40", "-20", "0", NULL},
               "\303\22710\342\201\273\342\201\266");
  maps_ticks_logarithmic(1e-4, 1, 7, &t);
  assert_int_equal(t.count, 5);
  assert_string_equal(t.tick[0].text, "0.0001");
  assert_string_equal(t.tick[4].text, "1");
  maps_ticks_logarithmic(3e-9, 1e9, 7, &t);
  assert_in_range(t.count, 3, 8);
  assert_string_equal(t.tick[0].text, "3\303\22710\342\201\273\342\201\271");
}

/* ---- colour bars ---- */

static void expect_no_overlap(const map_style *style, int height) {
  maps_bar bar;
  maps_bar_layout(style, height, &bar);
  assert_in_range(bar.ticks.count, 2, MAPS_TICKS);
  assert_true(bar.numbers_left > MAPS_BAR_WIDTH);
  for (int i = 0; i < bar.ticks.count; i++) {
    const int width = maps_text_width(bar.ticks.tick[i].text, MAPS_POINTS);
    assert_true(bar.numbers_right - width >= bar.numbers_left);
    assert_true(bar.ticks.tick[i].at >= style->low - 1e-5 * (style->high - style->low));
    assert_true(bar.ticks.tick[i].at <= style->high + 1e-5 * (style->high - style->low));
    if (i)
      assert_string_not_equal(bar.ticks.tick[i].text, bar.ticks.tick[i - 1].text);
  }
  assert_true(bar.lines >= 1);
  int left = bar.numbers_right;
  for (int i = 0; i < bar.lines; i++) {
    assert_true(bar.middle[i] - MAPS_LINE / 2 >= left);
    left = bar.middle[i] + MAPS_LINE / 2;
    assert_true(maps_text_width(bar.line[i], MAPS_POINTS) <= height);
  }
  assert_true(bar.width >= left);
}

/* Whatever the numbers, the label stands to the right of them. */
static void test_labels_beside_numbers(void **state) {
  (void)state;
  static const double ends[][2] = {
      {-0.000123, 0.0002}, {0, 1.2e6},         {101325, 101330.5},     {-1e-12, 1e-12},
      {-2e9, 2e9},         {0.99999, 1.00001}, {-123456.7, -123456.1}, {0, 5},
      {-1.44, -1.38},      {1e-3, 2e5}};
  static const int heights[] = {240, 420, 860};
  for (size_t e = 0; e < COUNT(ends); e++)
    for (size_t h = 0; h < COUNT(heights); h++)
      for (int marked = 0; marked < 2; marked++) {
        const map_style style = {.low = ends[e][0],
                                 .high = ends[e][1],
                                 .over = marked,
                                 .under = marked,
                                 .label = "Hours until a concentration of 0.0001"};
        expect_no_overlap(&style, heights[h]);
      }
  for (int p = -12; p < 0; p++) {
    const map_style style = {
        .low = pow(10, p), .high = 3e5, .logarithmic = true, .label = "C (g/l)"};
    expect_no_overlap(&style, 300);
  }
}

/* Map, colour bar and legend stay apart, and in the picture. */
static void test_frames(void **state) {
  (void)state;
  const map_style style = {.low = 0, .high = 1, .label = "Speed (m/s)"};
  for (int height = 60; height <= 860; height += 100)
    for (int rows = 0; rows <= 15; rows += 3) {
      maps_frame f = {.width = 500, .height = height, .rows = rows, .row_width = rows ? 150 : 0};
      maps_frame_layout(&f, &style);
      const int map_right = MAPS_FRAME_LEFT + f.width, bar_right = f.bar_left + f.bar.width;
      assert_true(f.bar_left > map_right);
      assert_true(bar_right <= f.whole_width);
      assert_true(f.bar_bottom + f.bar_height <= f.whole_height);
      if (!rows)
        continue;
      assert_int_equal(f.legend_top - f.legend_bottom, rows * MAPS_LEGEND_ROW);
      assert_true(f.legend_top < f.bar_bottom || f.legend_left > bar_right);
      assert_true(f.legend_bottom >= 0);
      assert_true(f.legend_left + f.row_width <= f.whole_width);
    }
}

/* ---- names ---- */

static double water_at_left(const void *context, const maps_rectangle *box) {
  const double shore = *(const double *)context, wide = fmin(box->right, shore) - box->left;
  return wide > 0 ? wide * (box->top - box->bottom) : 0;
}

static bool overlap(const maps_rectangle *a, const maps_rectangle *b) {
  return a->left < b->right && b->left < a->right && a->bottom < b->top && b->bottom < a->top;
}

static void test_names(void **state) {
  (void)state;
  const double shore = 300;
  maps_name name[] = {{.x = 290, .y = 100, .radius = 7, .text = "at the shore"},
                      {.x = 100, .y = 300, .radius = 7, .text = "one"},
                      {.x = 120, .y = 304, .radius = 7, .text = "another one"},
                      {.x = 110, .y = 318, .radius = 7, .text = "a third one"},
                      {.x = 592, .y = 395, .radius = 7, .text = "in a corner"},
                      {.x = 4, .y = 4, .radius = 7, .text = "in the other corner"}};
  const int count = COUNT(name);
  maps_names_place(count, name, 600, 400, water_at_left, &shore);
  assert_true(name[0].box.left >= shore - 5); /* on land */
  for (int i = 0; i < count; i++) {
    assert_true(name[i].box.left >= 0 && name[i].box.right <= 600);
    assert_true(name[i].box.bottom >= 0 && name[i].box.top <= 400);
    for (int k = 0; k < count; k++) {
      const maps_rectangle symbol = {name[k].x - 7, name[k].y - 7, name[k].x + 7, name[k].y + 7};
      assert_false(overlap(&name[i].box, &symbol));
      assert_false(k != i && overlap(&name[i].box, &name[k].box));
    }
  }
}

/* ---- time ---- */

enum { HOUR = 3600, DAY = 86400 };

static void expect_spaced(const maps_time_axis *axis, double range, int length) {
  assert_in_range(axis->count, 2, MAPS_TIME_TICKS);
  for (int i = 1; i < axis->count; i++) {
    const double gap = (axis->tick[i].at - axis->tick[i - 1].at) / range * length;
    assert_true(gap > (maps_text_width(axis->tick[i].text, MAPS_POINTS) +
                       maps_text_width(axis->tick[i - 1].text, MAPS_POINTS)) /
                          2.);
  }
}

static void test_dates(void **state) {
  (void)state;
  const double start = 1772328000; /* 2026-03-01T01:20:00Z */
  maps_time_axis axis;
  maps_time_axis_layout(true, start, 0, 12 * HOUR, 700, &axis);
  assert_string_equal(axis.label, "Time (UTC)");
  assert_string_equal(axis.tick[0].text, "02:00");
  assert_string_equal(axis.tick[0].date, "1 Mar 2026");
  assert_float_equal(axis.tick[0].at, 40 * 60, 0);
  assert_string_equal(axis.tick[1].date, "");
  maps_time_axis_layout(true, start, 0, 30 * HOUR, 700, &axis);
  int midnights = 0;
  for (int i = 1; i < axis.count; i++)
    if (!strcmp(axis.tick[i].text, "00:00")) {
      assert_string_equal(axis.tick[i].date, "2 Mar");
      midnights++;
    }
  assert_int_equal(midnights, 1);
  maps_time_axis_layout(true, start, 0, 7. * DAY, 700, &axis);
  assert_string_equal(axis.tick[0].text, "2 Mar 2026");
  assert_string_equal(axis.tick[1].text, "3 Mar");
  static const double ranges[] = {0.5, 30, 600, 7200, 36000, 90000, 7. * DAY, 400. * DAY, 1e10};
  for (size_t i = 0; i < COUNT(ranges); i++)
    for (int dated = 0; dated < 2; dated++) {
      maps_time_axis_layout(dated, start, 0, ranges[i], 700, &axis);
      expect_spaced(&axis, ranges[i], 700);
    }
}

static void test_elapsed(void **state) {
  (void)state;
  maps_time_axis axis;
  maps_time_axis_layout(false, 0, 0, 12 * HOUR, 700, &axis);
  assert_string_equal(axis.label, "Time since the start (h)");
  assert_string_equal(axis.tick[1].text, "2");
  assert_float_equal(axis.tick[1].at, 2 * HOUR, 0);
  maps_time_axis_layout(false, 0, 0, 7. * DAY, 700, &axis);
  assert_string_equal(axis.label, "Time since the start (days)");
  maps_time_axis_layout(false, 0, 0, 0.2, 700, &axis);
  assert_string_equal(axis.label, "Time since the start (s)");
  assert_string_equal(axis.tick[0].text, "0");
}

/* ---- gauges ---- */

enum { PLACES = 6 };

static ria_place places[PLACES] = {{"a", 0, 0, 0}, {"b", 0, 0, 0}, {"c", 0, 0, 0},
                                   {"d", 0, 0, 0}, {"e", 0, 0, 0}, {"f", 0, 0, 0}};

/* A file with a level and a concentration at each place, in three rows; `peak`: the largest
 * concentration at each. */
static void make_panels(const double peak[PLACES], double threshold, maps_gauge_panels *panels) {
  char *folder = test_folder_create(), path[300];
  ria_history_field field[] = {
      {.name = "level", .unit = "m", .title = "Level", .column = 0, .drawn_unit = 1},
      {.name = "c",
       .unit = "1",
       .title = "Concentration",
       .scale = RIA_SCALE_TRACE,
       .arrives = true,
       .column = 1,
       .drawn_unit = 1}};
  const ria_history_view view = {.fields = 2,
                                 .field = field,
                                 .columns = 2,
                                 .threshold = threshold,
                                 .places = PLACES,
                                 .place = places};
  snprintf(path, sizeof path, "%s/gauges.csv", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("seconds", out);
  for (int p = 0; p < PLACES; p++)
    fprintf(out, ",\"%s level (m)\",\"%s c (1)\"", places[p].name, places[p].name);
  for (int r = 0; r < 3; r++) {
    fprintf(out, "\n%d", 600 * r);
    for (int p = 0; p < PLACES; p++)
      if (p == 5 && r == 1)
        fputs(",,", out); /* dry */
      else
        fprintf(out, ",%g,%g", 0.7 * r - 0.1 * p, r == 1 ? peak[p] : 0);
  }
  fputc('\n', out);
  fclose(out);
  if (maps_gauge_panels_make(&view, path, panels) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  test_folder_remove(folder);
}

static void test_panels(void **state) {
  (void)state;
  maps_gauge_panels p;
  make_panels((double[]){0, 0.5, 0, 1e-5, 2e-4, 0}, 1e-4, &p);
  assert_float_equal(p.first, 0, 0);
  assert_float_equal(p.last, 1200, 0);
  assert_int_equal(p.panels, 3);
  int lines = 0;
  for (int i = 0; i < p.panels; i++) {
    assert_in_range(p.panel[i].lines, 1, 4);
    assert_true(p.panel[i].high > p.panel[i].low);
    lines += p.panel[i].lines;
  }
  assert_int_equal(lines, PLACES + 2);
  assert_float_equal(p.panel[0].low, p.panel[1].low, 0); /* the same axis for the same field */
  assert_float_equal(p.panel[0].high, p.panel[1].high, 0);
  assert_true(p.panel[0].low <= -0.5 && p.panel[0].high >= 1.4);
  assert_int_equal(p.panel[2].field, 1);
  assert_int_equal(p.panel[2].place[0], 1);
  assert_int_equal(p.panel[2].place[1], 4);
  assert_true(p.panel[2].logarithmic);
  assert_float_equal(p.panel[2].low, 1e-4, 0);
  assert_string_equal(p.missing, "Concentration below 0.0001 at a, c, d, f");
  maps_gauge_panels_destroy(&p);
}

static void test_panels_of_tracer(void **state) {
  (void)state;
  maps_gauge_panels p;
  make_panels((double[]){0, 0, 1e-5, 0, 0, 0}, 1e-4, &p); /* it came nowhere */
  assert_int_equal(p.panels, 2);
  assert_int_equal(p.panel[1].field, 0);
  maps_gauge_panels_destroy(&p);
  make_panels((double[]){1e-4, 0, 0, 0, 0, 0}, 1e-4, &p); /* just so */
  assert_int_equal(p.panels, 3);
  assert_false(p.panel[2].logarithmic);
  assert_float_equal(p.panel[2].low, 0, 0);
  assert_true(p.panel[2].high >= 1e-4);
  maps_gauge_panels_destroy(&p);
  make_panels((double[]){0, 0, 1e-9, 0, 0, 0}, 0, &p); /* without a threshold */
  assert_int_equal(p.panels, 3);
  assert_int_equal(p.panel[2].lines, 1);
  maps_gauge_panels_destroy(&p);
}

/* ---- choice of records ---- */

static void test_numbers_of_maps(void **state) {
  (void)state;
  ria_history_field field = {.name = "level"};
  ria_history_view view = {.fields = 1, .field = &field};
  for (view.records = 1; view.records < 40; view.records++)
    for (int64_t maps = 1; maps < 45; maps++) {
      const ria_plot_options options = {.maps = maps};
      assert_int_equal(ria_plot_count(&view, &options), maps < view.records ? maps : view.records);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_widths),
                                     cmocka_unit_test(test_ticks),
                                     cmocka_unit_test(test_frames),
                                     cmocka_unit_test(test_labels_beside_numbers),
                                     cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_dates),
                                     cmocka_unit_test(test_elapsed),
                                     cmocka_unit_test(test_panels),
                                     cmocka_unit_test(test_panels_of_tracer),
                                     cmocka_unit_test(test_numbers_of_maps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
