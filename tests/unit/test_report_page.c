/* Pages: any text gives valid HTML, complete or not at all. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>
#include "page_fixture.h"
#include "ria/report.h"

typedef struct {
  char *folder, path[4096];
  ria_report *page;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/page.html", f->folder);
  assert_int_equal(ria_report_begin(f->path, "A <page> & more", NULL, &f->page), RIA_SUCCESS);
  *state = f;
  return 0;
}

static char *finish(fixture *f) {
  assert_int_equal(ria_report_finish(f->page, RIA_SUCCESS), RIA_SUCCESS);
  char *page = page_read(f->path);
  page_check(page);
  return page;
}

static int count(const char *page, const char *what) {
  int n = 0;
  for (const char *at = page; (at = strstr(at, what)); at += strlen(what))
    n++;
  return n;
}

static const char nasty[] = "<script>alert(\"x\")</script> 'a' & b \"onload=\x01\x7f\xff\xc0\xaf"
                            "\xed\xa0\x80\xe2\x80\xae ría";
static const char tame[] = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &#39;a&#39; &amp; b "
                           "&quot;onload=\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf"
                           "\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ría";

/* Through every function that adds text. */
static void escaping(void **state) {
  fixture *f = *state;
  ria_report *p = f->page;
  const ria_report_column column[] = {{nasty, false}, {"n", true}};
  const ria_report_span span = {0, 5, RIA_TONE_BAD, nasty};
  const ria_report_lane lane = {.label = nasty, .value = nasty, .spans = 1, .span = &span};
  ria_report_heading(p, 2, "here", nasty);
  ria_report_paragraph(p, "%s", nasty);
  ria_report_alert(p, RIA_TONE_BAD, "%s", nasty);
  ria_report_code(p, nasty, strlen(nasty));
  ria_report_fold_begin(p, nasty, false);
  ria_report_fold_end(p);
  ria_report_facts_begin(p);
  ria_report_fact(p, RIA_TONE_GOOD, nasty, nasty);
  ria_report_facts_end(p);
  ria_report_table_begin(p, nasty, 2, column);
  ria_report_row(p, (ria_report_cell[]){{.text = nasty, .link = "#here"}, {.text = NULL}});
  ria_report_table_end(p);
  ria_report_timeline(p, nasty, 1, &lane);
  ria_report_bars(p, nasty, nasty, 1, &lane);
  ria_report_figure(p, nasty, nasty);
  const ria_report_curve curve[] = {
      {.name = nasty, .count = 2, .x = (double[]){0, 1}, .y = (double[]){0, 1}},
      {.name = nasty, .count = 1, .x = (double[]){0.5}, .y = (double[]){1}, .marks = true}};
  ria_report_film(p, nasty, 1, (const char *const[]){nasty}, (const char *const[]){nasty});
  ria_report_series(p, nasty, nasty, true, 2, curve);
  const ria_report_part part[] = {{"part-1", nasty}, {"part-2", nasty}};
  const ria_report_point point = {nasty, "#part-2", 0.5, 0.5};
  const ria_report_plan plan = {
      .caption = nasty, .nx = 1, .ny = 1, .dx = 1, .dy = 1, .points = 1, .point = &point};
  ria_report_parts_begin(p, "parts", 2, part, &plan);
  for (int i = 0; i < 2; i++) {
    ria_report_part_begin(p, &part[i]);
    ria_report_part_end(p);
  }
  ria_report_parts_end(p);
  char *page = finish(f);
  assert_int_equal(count(page, "alert(&quot;x&quot;)"), 35);
  assert_non_null(strstr(page, tame));
  assert_non_null(strstr(page, "<title>A &lt;page&gt; &amp; more</title>"));
  free(page);
}

static void ids(void **state) {
  fixture *f = *state;
  char *id = ria_report_id("step", "a b\"><ría", 3);
  assert_string_equal(id, "step-a-b---r--a-3");
  free(id);
  free(finish(f));
}

static void put_file(fixture *f, const char *name, const void *data, size_t length) {
  char path[8192];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  FILE *file = fopen(path, "w");
  assert_int_equal(fwrite(data, 1, length, file), length);
  fclose(file);
}

static bool put_figure(fixture *f, const char *name) {
  char path[8192];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  return ria_report_figure(f->page, path, name);
}

static void figures(void **state) {
  fixture *f = *state;
  static const unsigned char png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13,
                                      'I',  'H', 'D', 'R', 0,    0,    2,    0,    0, 0, 1, 4};
  static const char svg[] = "<?xml version=\"1.0\"?><svg onload=\"alert(1)\"></svg>";
  put_file(f, "map.png", png, sizeof png);
  put_file(f, "plot.svg", svg, sizeof svg - 1);
  put_file(f, "film.mp4",
           "\0\0\0\x18"
           "ftypisom",
           12);
  put_file(f, "text.png", "no picture", 10);
  put_file(f, "nothing.png", "", 0);
  ria_report_figures_begin(f->page);
  assert_true(put_figure(f, "map.png"));
  assert_true(put_figure(f, "plot.svg"));
  assert_true(put_figure(f, "film.mp4"));
  assert_false(put_figure(f, "text.png"));
  assert_false(put_figure(f, "nothing.png"));
  assert_false(put_figure(f, "missing.png"));
  assert_false(put_figure(f, ".")); /* a folder */
  ria_report_figures_end(f->page);
  char *page = finish(f);
  assert_non_null(strstr(page, "<img alt=\"map.png\" width=\"512\" height=\"260\" "
                               "src=\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAgAAAAEE\">"));
  assert_non_null(strstr(page, "src=\"data:image/svg+xml;base64,PD94bWwg"));
  assert_non_null(strstr(page, "src=\"data:video/mp4;base64,AAAAGGZ0eXBpc29t\""));
  assert_non_null(strstr(page, "missing.png is missing"));
  free(page);
}

/* Marks choose a picture without a script; a file that cannot be embedded has no mark. */
static void films(void **state) {
  fixture *f = *state;
  static const unsigned char png[] = "\x89PNG\r\n\x1a\n0123456789abcdefghijklmnopqrst";
  static const char *const caption[] = {"one", "gone", "two"};
  char text[3][8192];
  const char *path[3];
  for (int i = 0; i < 3; i++) {
    snprintf(text[i], sizeof text[i], "%s/%s", f->folder, caption[i]);
    path[i] = text[i];
    if (i != 1)
      put_file(f, caption[i], png, sizeof png);
  }
  assert_int_equal(ria_report_film(f->page, "Level", 3, path, caption), 2);
  assert_int_equal(ria_report_film(f->page, "Speed", 1, path, caption), 1);
  assert_int_equal(ria_report_film(f->page, "Wind", 1, path + 1, caption + 1), 0);
  char *page = finish(f);
  assert_int_equal(count(page, "type=\"radio\""), 2);
  assert_int_equal(count(page, "name=\"film-1\" checked title=\"two\""), 1);
  assert_int_equal(count(page, "#film-1 input:nth-of-type(2):checked~.frames>img:nth-child(2)"), 1);
  assert_int_equal(count(page, "id=\"film-2\""), 1);
  assert_int_equal(count(page, "<img "), 3);
  assert_non_null(strstr(page, "Wind: no pictures"));
  free(page);
}

/* A gap parts a curve; a long one keeps its extremes; nothing to draw is nothing. */
static void curves(void **state) {
  fixture *f = *state;
  enum { LONG = 40000 };
  static double x[LONG], y[LONG];
  for (int i = 0; i < LONG; i++)
    x[i] = i, y[i] = i == 12345 ? 7 : 0;
  const double gap[] = {0, 1, NAN, 2, 1};
  const ria_report_curve parted = {.count = 5, .x = x, .y = gap},
                         spike = {.count = LONG, .x = x, .y = y},
                         none = {.count = 1, .x = x, .y = (double[]){NAN}};
  ria_report_series(f->page, "parted", "m", false, 1, &parted);
  ria_report_series(f->page, "spike", "m", true, 1, &spike);
  ria_report_series(f->page, "none", "m", true, 1, &none);
  char *page = finish(f);
  assert_non_null(strstr(page, "d=\"M0.0 170.0L250.0 85.0M750.0 0.0L1000.0 85.0\""));
  const char *path = strstr(strstr(page, "spike"), "<path");
  const size_t length = (size_t)(strchr(path, '>') - path);
  assert_true(length < 30000);
  assert_non_null(memmem(path, length, "L308.6 21.2", 11));
  assert_int_equal(count(page, "<path"), 2);
  assert_null(strstr(page, "none ("));
  free(page);
}

/* A part is chosen by a link to it, from the plan as well; a plan of one part has no other links.
 */
static void parts(void **state) {
  fixture *f = *state;
  const double ground[] = {5, 5, -1, 5}; /* land in the north-west */
  const ria_report_part part[] = {{"gauge-1", "Pier"}, {"gauge-2", "Mouth"}};
  const ria_report_point point[] = {{"Pier", "#gauge-1", 150, 1010},
                                    {"Mouth", "#gauge-2", 250, 1030}};
  const ria_report_plan plan = {.caption = "where",
                                .nx = 2,
                                .ny = 2,
                                .x0 = 100,
                                .y0 = 1000,
                                .dx = 100,
                                .dy = 20,
                                .ground = ground,
                                .points = 2,
                                .point = point};
  ria_report_parts_begin(f->page, "all-gauges", 2, part, &plan);
  for (int i = 0; i < 2; i++) {
    ria_report_part_begin(f->page, &part[i]);
    ria_report_paragraph(f->page, "series of %s", part[i].title);
    ria_report_part_end(f->page);
  }
  ria_report_parts_end(f->page);
  ria_report_parts_begin(f->page, "alone", 1, &(ria_report_part){"only", "Only"}, NULL);
  ria_report_part_begin(f->page, &(ria_report_part){"only", "Only"});
  ria_report_part_end(f->page);
  ria_report_parts_end(f->page);
  char *page = finish(f);
  assert_int_equal(count(page, "<a href=\"#gauge-1\">"), 2);
  assert_int_equal(count(page, "<a href=\"#gauge-2\"><circle cx=\"270.0\" cy=\"18.0\""), 1);
  assert_int_equal(count(page, "<a href=\"#all-gauges\">all</a>"), 1);
  assert_int_equal(count(page, "class=\"land\" d=\"M0 0h1v1h-1z\""), 1);
  assert_int_equal(count(page, "d=\"M1 0h1v1h-1zM0 1h2v1h-2z\" style"), 1);
  assert_int_equal(count(page, "href=\"#only\""), 0);
  free(page);
}

static void limits(void **state) {
  fixture *f = *state;
  static const unsigned char png[] = "\x89PNG\r\n\x1a\n0123456789abcdefghijklmnopqrst";
  put_file(f, "a.png", png, sizeof png);
  ria_report *page;
  char path[8192];
  snprintf(path, sizeof path, "%s/small.html", f->folder);
  assert_int_equal(ria_report_begin(path, "t", &(ria_report_limits){.most_bytes = 20}, &page), 0);
  ria_report *first = f->page;
  f->page = page;
  assert_false(put_figure(f, "a.png"));
  assert_int_equal(ria_report_finish(page, RIA_SUCCESS), RIA_SUCCESS);
  assert_int_equal(ria_report_begin(path, "t", &(ria_report_limits){.most_page_bytes = 80}, &page),
                   0);
  f->page = page;
  assert_true(put_figure(f, "a.png"));
  assert_true(put_figure(f, "a.png"));
  assert_false(put_figure(f, "a.png"));
  assert_int_equal(ria_report_finish(page, RIA_SUCCESS), RIA_SUCCESS);
  f->page = first;
  free(finish(f));
}

static void markdown(void **state) {
  fixture *f = *state;
  static const char table[] = "**Strong \\<scaling\\>**\n\n"
                              "| ranks | what    | steps (s) |\n"
                              "| ----: | ------- | --------: |\n"
                              "|     1 | a \\| b |     12.5 |\n"
                              "|     2 |         |      6.4 |\n"
                              "\nTimes are medians.\n";
  char path[8192];
  put_file(f, "table.md", table, sizeof table - 1);
  put_file(f, "words.md", "# Words\n", 8);
  snprintf(path, sizeof path, "%s/table.md", f->folder);
  assert_int_equal(ria_report_markdown_table(f->page, path), RIA_SUCCESS);
  snprintf(path, sizeof path, "%s/words.md", f->folder);
  assert_int_equal(ria_report_markdown_table(f->page, path), RIA_ERROR_FORMAT);
  snprintf(path, sizeof path, "%s/none.md", f->folder);
  assert_int_equal(ria_report_markdown_table(f->page, path), RIA_ERROR_IO);
  char *page = finish(f);
  assert_non_null(strstr(page, "<th scope=\"col\" class=\"n\">ranks</th><th scope=\"col\">what</th>"
                               "<th scope=\"col\" class=\"n\">steps (s)</th>"));
  assert_non_null(strstr(page, "<td class=\"n\">1</td><td>a | b</td><td class=\"n\">12.5</td>"));
  assert_non_null(strstr(page, "<td class=\"n\">2</td><td></td><td class=\"n\">6.4</td>"));
  assert_non_null(strstr(page, "<p>Times are medians.</p>"));
  free(page);
}

static void bars(void **state) {
  fixture *f = *state;
  const ria_report_span span[] = {{100, 160, RIA_TONE_WAITING, NULL},
                                  {160, 700, RIA_TONE_GOOD, "first"},
                                  {700, 700, RIA_TONE_BAD, NULL}};
  const ria_report_lane lane[] = {{.label = "a", .spans = 3, .span = span}, {.label = "nothing"}};
  ria_report_timeline(f->page, "when", 2, lane);
  ria_report_timeline(f->page, "never", 1, lane + 1);
  ria_report_bars(f->page, "cost", "h", 2, lane);
  char *page = finish(f);
  assert_int_equal(count(page, "<figure>"), 2);
  assert_non_null(strstr(page, ">4 min</text>"));
  assert_non_null(strstr(page, "x=\"10.000%\" y=\"22\" width=\"90.000%\"")); /* 160 .. 700 */
  free(page);
}

static void durations(void **state) {
  fixture *f = *state;
  static const struct {
    double seconds;
    const char *text;
  } row[] = {{0, "0 s"},          {0.25, "0.25 s"}, {59, "59 s"},        {60, "1 min"},
             {150, "2 min 30 s"}, {3600, "1 h"},    {7500, "2 h 5 min"}, {86400, "1 d"},
             {187200, "2 d 4 h"}, {-1, "?"},        {NAN, "?"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[32];
    ria_report_duration(row[i].seconds, text);
    assert_string_equal(text, row[i].text);
  }
  free(finish(f));
}

static void pages_are_complete_or_absent(void **state) {
  fixture *f = *state;
  free(finish(f));
  ria_report *page;
  assert_int_equal(ria_report_begin(f->path, "second", NULL, &page), RIA_SUCCESS);
  ria_report_paragraph(page, "half of it");
  assert_int_equal(ria_report_finish(page, ria_fail(RIA_ERROR_CORRUPT, "broken")),
                   RIA_ERROR_CORRUPT);
  char *text = page_read(f->path);
  assert_non_null(strstr(text, "A &lt;page&gt;"));
  free(text);
  char path[8192];
  snprintf(path, sizeof path, "%s/none/page.html", f->folder);
  assert_int_equal(ria_report_begin(path, "t", NULL, &page), RIA_ERROR_IO);
  assert_null(page);
  assert_int_equal(ria_report_finish(NULL, RIA_SUCCESS), RIA_SUCCESS);
  /* Only the page is left. */
  assert_int_equal(unlink(f->path), 0);
  assert_int_equal(rmdir(f->folder), 0);
  assert_int_equal(mkdir(f->folder, 0777), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(escaping, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(ids, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(figures, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(films, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(curves, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(parts, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(limits, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(markdown, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(bars, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(durations, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(pages_are_complete_or_absent, set_up, test_folder_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
