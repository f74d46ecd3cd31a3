/* Tables in their three forms, CSV files read back, the published tables, and a chart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/chart.h"
#include "ria/csv_table.h"
#include "ria/table.h"
#include "tests.h"

static void fill(ria_table *t) {
  ria_table_caption(t, "Times of %s", "a");
  ria_table_add_column(t, "place", "place", 0);
  ria_table_add_column(t, "seconds", "time (s)", 4);
  ria_table_add_column(t, "speedup", "speed-up", 3);
  ria_table_add_column(t, "unused", "nothing here", 3);
  for (int i = 0; i < 3; i++)
    ria_table_add_row(t);
  ria_table_put_text(t, 0, 0, "Vilagarcía, port");
  ria_table_put_number(t, 0, 1, 1234.5678, NULL);
  ria_table_put_number(t, 0, 2, 1, "x");
  ria_table_put_text(t, 1, 0, "a|b \"c\"");
  ria_table_put_number(t, 1, 1, 0.0123456, NULL);
  ria_table_put_number(t, 1, 2, 3.14159, "x");
  ria_table_note(t, "one");
  ria_table_note(t, "two %d", 2);
}

static void check_print(const ria_table *t, ria_table_format format, const char *expected) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  assert_int_equal(ria_table_print(t, format, stream), RIA_SUCCESS);
  fclose(stream);
  assert_string_equal(text, expected);
  free(text);
}

static void three_forms(void **state) {
  (void)state;
  ria_table t = {0};
  fill(&t);
  check_print(&t, RIA_TABLE_TEXT,
              "Times of a\n\n"
              "place             time (s)  speed-up\n"
              "------------------------------------\n"
              "Vilagarcía, port      1235        1x\n"
              "a|b \"c\"            0.01235     3.14x\n"
              "\n"
              "\none\ntwo 2\n");
  check_print(&t, RIA_TABLE_CSV,
              "place,seconds,speedup,unused\n"
              "\"Vilagarcía, port\",1234.5678,1,\n"
              "\"a|b \"\"c\"\"\",0.0123456,3.14159,\n"
              ",,,\n");
  check_print(&t, RIA_TABLE_MARKDOWN,
              "**Times of a**\n\n"
              "| place            | time (s) | speed-up |\n"
              "| ---------------- | -------: | -------: |\n"
              "| Vilagarcía, port |     1235 |       1x |\n"
              "| a\\|b \"c\"          |  0.01235 |    3.14x |\n"
              "|                  |          |          |\n"
              "\none\n\ntwo 2\n");
  ria_table_destroy(&t);
}

/* From the first column that does not fit on, and what is for the CSV alone. */
static void fits_a_width(void **state) {
  (void)state;
  ria_table t = {.most = 31};
  ria_table_add_column(&t, "place", "place", 0);
  ria_table_add_column(&t, "why", "a long reason", 0);
  ria_table_keep_for_csv(&t, 1);
  ria_table_add_column(&t, "seconds", "time (s)", 4);
  ria_table_add_column(&t, "speedup", "speed-up of all", 3);
  ria_table_add_column(&t, "x", "x", 3);
  ria_table_add_row(&t);
  ria_table_put_text(&t, 0, 0, "here");
  ria_table_put_text(&t, 0, 1, "because");
  for (int c = 2; c < 5; c++)
    ria_table_put_number(&t, 0, c, c, "*");
  ria_table_note(&t, "a note that is longer than the table may be");
  check_print(&t, RIA_TABLE_TEXT,
              "place  time (s)\n"
              "---------------\n"
              "here         2*\n"
              "\n"
              "a note that is longer than the\ntable may be\n"
              "Further columns, in the CSV:\nspeedup, x.\n");
  check_print(&t, RIA_TABLE_CSV, "place,why,seconds,speedup,x\nhere,because,2,3,4\n");
  check_print(&t, RIA_TABLE_MARKDOWN,
              "| place | time (s) |\n"
              "| ----- | -------: |\n"
              "| here  |       2\\* |\n"
              "\na note that is longer than the table may be\n"
              "\nFurther columns, in the CSV: speedup, x.\n");
  ria_table_destroy(&t);
}

static void read_back(void **state) {
  (void)state;
  char folder[] = "/tmp/ria-table-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  ria_table t = {0};
  ria_csv_table back;
  fill(&t);
  assert_int_equal(ria_table_write_all(&t, folder, "t"), RIA_SUCCESS);
  snprintf(path, sizeof path, "%s/t.csv", folder);
  assert_int_equal(ria_csv_table_read(path, &back), RIA_SUCCESS);
  assert_int_equal(back.columns, 4);
  assert_int_equal(back.rows, 3);
  assert_string_equal(back.about, "");
  assert_string_equal(ria_csv_table_cell(&back, 1, ria_csv_table_column(&back, "place")),
                      "a|b \"c\"");
  assert_string_equal(ria_csv_table_cell(&back, 0, 1), "1234.5678");
  assert_int_equal(ria_csv_table_column(&back, "none"), -1);
  ria_csv_table_destroy(&back);
  ria_table_destroy(&t);

  FILE *file = fopen(path, "w");
  fputs("a,b\n1,2,3\n", file);
  fclose(file);
  assert_int_equal(ria_csv_table_read(path, &back), RIA_ERROR_FORMAT);
  assert_non_null(strstr(ria_status_detail(), "t.csv:2: 3 cells where the header has 2; decimal "));
  file = fopen(path, "w");
  fputs("a;b\n2,5 GHz;1.5\n4 x 5, 6;2,5\n", file);
  fclose(file);
  assert_int_equal(ria_csv_table_read(path, &back), RIA_ERROR_FORMAT);
  assert_non_null(strstr(ria_status_detail(), "t.csv:3: column 2 is '2,5': expected a text or a "));
  file = fopen(path, "w");
  fputs("a,b,a\n1,2,3\n", file);
  fclose(file);
  assert_int_equal(ria_csv_table_read(path, &back), RIA_ERROR_FORMAT);
  assert_non_null(strstr(ria_status_detail(), "t.csv:1: two columns are named 'a'"));
  file = fopen(path, "w");
  fclose(file);
  assert_int_equal(ria_csv_table_read(path, &back), RIA_ERROR_FORMAT);
  for (const char *const *ending = (const char *const[]){"txt", "csv", "md", NULL}; *ending;
       ending++) {
    snprintf(path, sizeof path, "%s/t.%s", folder, *ending);
    unlink(path);
  }
  assert_int_equal(ria_csv_table_read(path, &back), RIA_ERROR_IO);
  assert_int_equal(rmdir(folder), 0);
}

static bool has_column(const ria_csv_table *t, const char *name) {
  bool has = false;
  for (int c = 0; c < t->columns; c++)
    has |= !strcmp(t->column[c], name);
  return has;
}

/* Every published table names its source and has numbers in its columns of numbers. Values that a
 * paper gives in words have no number; other cells are empty only if the table gives the reason. */
static void published(void **state) {
  (void)state;
  ria_csv_table t;
  int tables = 0;
  for (const ria_reference *r = ria_references; r->name; r++, tables++) {
    assert_int_equal(ria_reference_read(r->name, &t), RIA_SUCCESS);
    for (const char *const *word =
             (const char *const[]){"paper: ", " | table: ", " | machine: ", " | units: ", NULL};
         *word; word++)
      assert_non_null(strstr(t.about, *word));
    assert_true(t.rows > 3);
    for (int c = 0; c < t.columns; c++)
      for (int row = 0; row < t.rows; row++) {
        char *end;
        const char *cell = ria_csv_table_cell(&t, row, c);
        assert_true(*cell != 0 || has_column(&t, "says") || strstr(t.about, " | empty: "));
        if (strstr(t.column[c], "_seconds") || !strcmp(t.column[c], "speedup"))
          assert_true(strtod(cell, &end) > 0 && !*end);
      }
    ria_csv_table_destroy(&t);
  }
  assert_true(tables >= 5);
  assert_int_equal(ria_reference_read("no-such-table", &t), RIA_ERROR_ARGUMENT);
}

/* Speed-ups that papers print follow from their times, to what rounding leaves. */
static void published_speedups(void **state) {
  (void)state;
  static const char *const name[] = {"contaminants-table-4", "swsolver-table-9",
                                     "swsolver-table-10"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    ria_csv_table t;
    assert_int_equal(ria_reference_read(name[i], &t), RIA_SUCCESS);
    int time = ria_csv_table_column(&t, "step_seconds"), up = ria_csv_table_column(&t, "speedup");
    double base[2] = {0};
    for (int r = 0; r < t.rows; r++) {
      int kind = i > 0 ? r % 2 : 0; /* single and double take turns */
      double seconds = atof(ria_csv_table_cell(&t, r, time));
      double speedup = atof(ria_csv_table_cell(&t, r, up));
      base[kind] = speedup == 1 ? seconds : base[kind];
      assert_true(fabs(base[kind] / seconds - speedup) < 0.02 * speedup);
    }
    ria_csv_table_destroy(&t);
  }
}

static void draws(void **state) {
  (void)state;
  if (access("/usr/bin/gnuplot", X_OK))
    skip();
  char path[] = "/tmp/ria-chart-XXXXXX.svg", head[64] = "";
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  close(file);
  const double x[] = {1, 2, 4}, y[] = {1, 1.9, 3.5}, low[] = {1, 1.8, 3.4}, high[] = {1, 2, 3.7};
  const ria_curve curve[] = {{.name = "o'ne", .count = 3, .x = x, .y = y, .low = low, .high = high},
                             {.count = 3, .x = x, .y = low, .published = true}};
  ria_chart chart = {.title = "Strong",
                     .x_label = "ranks",
                     .y_label = "speed-up",
                     .log_x = true,
                     .log_y = true,
                     .ideal = RIA_IDEAL_LINEAR,
                     .curves = 2,
                     .curve = curve};
  assert_int_equal(ria_chart_draw(&chart, path), RIA_SUCCESS);
  FILE *svg = fopen(path, "r");
  assert_non_null(svg);
  assert_non_null(fgets(head, sizeof head, svg));
  fclose(svg);
  unlink(path);
  assert_non_null(strstr(head, "<?xml"));
  chart.curves = 0;
  assert_int_equal(ria_chart_draw(&chart, path), RIA_ERROR_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(three_forms),        cmocka_unit_test(fits_a_width),
      cmocka_unit_test(read_back),          cmocka_unit_test(published),
      cmocka_unit_test(published_speedups), cmocka_unit_test(draws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
