#include "page_series.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "folder.h"
#include "ria/csv_table.h"
#include "ria/history.h"
#include "ria/number.h"

/* A table such as gauges.csv: "NAME WHAT (UNIT)" over `seconds`. */
typedef struct {
  const run_page_series *of;
  ria_csv_table table, observed, agreement; /* the last two may be empty */
  double *x, *y;                            /* [rows] */
  double *x2, *y2;                          /* [rows of observed] */
  int places;
  ria_report_part *place; /* [places] owned */
} series;

/* Spreadsheets see an apostrophe before some names. */
static const char *plain(const char *name) {
  return name + (*name == '\'');
}

/* "Cambados level (m)" -> the name, the quantity and the unit. False: another format. */
static bool split_column(const char *column, char name[256], char what[64], char unit[64]) {
  const char *open = strrchr(column, '('), *end = open ? open - 1 : NULL, *space = end;
  if (!open || end <= column || *end != ' ')
    return false;
  while (space > column && space[-1] != ' ')
    space--;
  if (space <= column)
    return false;
  column = plain(column);
  snprintf(name, 256, "%.*s", (int)(space - 1 - column), column);
  snprintf(what, 64, "%.*s", (int)(end - space), space);
  snprintf(unit, 64, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
  return true;
}

static double number_at(const ria_csv_table *table, int row, int column) {
  const char *text = ria_csv_table_cell(table, row, column);
  return *text ? ria_strtod(text, NULL) : NAN;
}

/* ---- what was observed ---- */

static bool is_row_of(const ria_csv_table *table, int row, const char *place, const char *what) {
  const int gauge = ria_csv_table_column(table, "gauge"),
            quantity = ria_csv_table_column(table, "quantity");
  return !strcmp(plain(ria_csv_table_cell(table, row, gauge)), place) &&
         !strcmp(ria_csv_table_cell(table, row, quantity), what);
}

/* Returns the number of observed values, in x2 and y2. */
static int read_observed(const series *s, const char *place, const char *what) {
  const ria_csv_table *t = &s->observed;
  const int seconds = ria_csv_table_column(t, "seconds"),
            observed = ria_csv_table_column(t, "observed");
  int count = 0;
  for (int r = 0; r < t->rows; r++)
    if (is_row_of(t, r, place, what)) {
      s->x2[count] = number_at(t, r, seconds) + (isnan(s->of->start) ? 0 : s->of->start);
      s->y2[count++] = number_at(t, r, observed);
    }
  return count;
}

/* The number `key` of a row, if it is known. */
static void add_number(const ria_csv_table *t, int row, const char *key, const char *format,
                       const char *unit, char text[256]) {
  const double value = number_at(t, row, ria_csv_table_column(t, key));
  const size_t length = strlen(text);
  if (!isfinite(value))
    return;
  ria_snprintf(text + length, 256 - length, format, value);
  snprintf(text + strlen(text), 256 - strlen(text), "%.20s", unit);
}

static void put_agreement(const series *s, const char *place, const char *what, int observed) {
  const ria_csv_table *t = &s->agreement;
  for (int r = 0; r < t->rows; r++) {
    char text[256] = "", unit[32];
    if (!is_row_of(t, r, place, what))
      continue;
    snprintf(unit, sizeof unit, " %.20s",
             ria_csv_table_cell(t, r, ria_csv_table_column(t, "unit")));
    add_number(t, r, "rmse", "RMSE %.3g", unit, text);
    add_number(t, r, "bias", ", bias %+.3g", unit, text);
    add_number(t, r, "correlation", ", correlation %.3f", "", text);
    add_number(t, r, "skill", ", skill %.3f", "", text);
    if (*text)
      ria_report_paragraph(s->of->page, "Agreement with %d observed values: %s.", observed, text);
  }
}

/* ---- the charts of a place ---- */

/* Leaves out directions of currents, which jump, and series that are always 0. */
static bool is_drawn(const char *what, int count, const double *value) {
  bool some = false;
  for (int i = 0; i < count; i++)
    some |= isfinite(value[i]) && value[i] != 0;
  return some && strcmp(what, "direction");
}

/* False: there are no values to draw. */
static bool put_chart(const series *s, int column, const char *place, const char *what,
                      const char *unit) {
  for (int i = 0; i < s->table.rows; i++)
    s->y[i] = number_at(&s->table, i, column);
  const int observed = read_observed(s, place, what);
  if (!observed && !is_drawn(what, s->table.rows, s->y))
    return false;
  const ria_report_curve curve[] = {
      {.name = "computed", .count = s->table.rows, .x = s->x, .y = s->y},
      {.name = "observed", .count = observed, .x = s->x2, .y = s->y2, .marks = true}};
  ria_report_series(s->of->page, what, unit, !isnan(s->of->start), observed ? 2 : 1, curve);
  put_agreement(s, place, what, observed);
  return true;
}

static void put_place(const series *s, const ria_report_part *place) {
  char name[256], what[64], unit[64];
  bool some = false;
  ria_report_part_begin(s->of->page, place);
  for (int c = 0; c < s->table.columns; c++)
    if (split_column(s->table.column[c], name, what, unit) && !strcmp(name, place->title))
      some |= put_chart(s, c, place->title, what, unit);
  if (!some)
    ria_report_paragraph(s->of->page, "No values other than 0.");
  ria_report_part_end(s->of->page);
}

/* ---- the places ---- */

/* The columns of a place are consecutive. False: no memory. */
static bool find_places(series *s, const char *prefix) {
  char name[256], what[64], unit[64];
  s->place = calloc((size_t)s->table.columns + 1, sizeof *s->place);
  for (int c = 0; c < s->table.columns && s->place; c++) {
    if (!split_column(s->table.column[c], name, what, unit) ||
        (s->places && !strcmp(s->place[s->places - 1].title, name)))
      continue;
    ria_report_part *place = &s->place[s->places++];
    *place = (ria_report_part){ria_report_id(prefix, name, s->places), strdup(name)};
    if (!place->id || !place->title)
      return false;
  }
  return s->place != NULL;
}

static char *link_of(const series *s, const char *name) {
  char *link = NULL;
  for (int i = 0; i < s->places; i++)
    if (!strcmp(s->place[i].title, name) && asprintf(&link, "#%s", s->place[i].id) >= 0)
      return link;
  return NULL;
}

static void put_places_on(const series *s, const char *id, const ria_report_plan *plan) {
  ria_report_parts_begin(s->of->page, id, s->places, s->place, plan);
  for (int i = 0; i < s->places; i++)
    put_place(s, &s->place[i]);
  ria_report_parts_end(s->of->page);
}

/* The plan has the places of the history that are in the table. */
static void put_places_of(const series *s, const char *id, const ria_history_view *view) {
  ria_report_point *point = calloc((size_t)view->places + 1, sizeof *point);
  char **link = calloc((size_t)view->places + 1, sizeof *link);
  ria_report_plan plan = {.caption = "Positions of the gauges; each is a link to its series",
                          .nx = view->nx,
                          .ny = view->ny,
                          .x0 = view->x0,
                          .y0 = view->y0,
                          .dx = view->dx,
                          .dy = view->dy,
                          .ground = view->ground,
                          .point = point};
  for (int i = 0; i < view->places && point && link; i++) {
    const ria_place *place = &view->place[i];
    link[plan.points] = link_of(s, place->name);
    if (link[plan.points]) {
      point[plan.points] = (ria_report_point){place->name, link[plan.points], place->x, place->y};
      plan.points++;
    }
  }
  put_places_on(s, id, plan.points ? &plan : NULL);
  for (int i = 0; i < plan.points; i++)
    free(link[i]);
  free(link);
  free(point);
}

static bool is_plane(const ria_history_view *view) {
  return !view->blocks && !view->box.planes && view->nx > 1 && view->ny > 1;
}

static void put_places(const series *s, const char *id, bool with_plan) {
  char path[RUN_PATH];
  ria_history_view view = {0};
  snprintf(path, sizeof path, "%s/history.h5", s->of->folder);
  const bool plan = with_plan && !access(path, R_OK) &&
                    ria_history_view_open(path, &view) == RIA_SUCCESS && is_plane(&view);
  if (plan)
    put_places_of(s, id, &view);
  else
    put_places_on(s, id, NULL);
  ria_history_view_close(&view);
}

/* ---- the series ---- */

/* False: there is no such table. */
static bool read_table(const run_page_series *of, const char *file, ria_csv_table *table) {
  char path[RUN_PATH];
  *table = (ria_csv_table){0};
  snprintf(path, sizeof path, "%s/%s", of->folder, file);
  if (!access(path, R_OK) && ria_csv_table_read(path, table) == RIA_SUCCESS)
    return true;
  *table = (ria_csv_table){0};
  return false;
}

static bool prepare(series *s, const char *prefix) {
  const int seconds = ria_csv_table_column(&s->table, "seconds");
  if (s->table.rows < 2 || seconds < 0)
    return false;
  s->x = calloc((size_t)s->table.rows, sizeof *s->x);
  s->y = calloc((size_t)s->table.rows, sizeof *s->y);
  s->x2 = calloc((size_t)s->observed.rows + 1, sizeof *s->x2);
  s->y2 = calloc((size_t)s->observed.rows + 1, sizeof *s->y2);
  if (!s->x || !s->y || !s->x2 || !s->y2)
    return false;
  for (int i = 0; i < s->table.rows; i++)
    s->x[i] = number_at(&s->table, i, seconds) + (isnan(s->of->start) ? 0 : s->of->start);
  return find_places(s, prefix) && s->places;
}

static void release(series *s) {
  for (int i = 0; i < s->places; i++) {
    free((char *)s->place[i].id);
    free((char *)s->place[i].title);
  }
  free(s->place);
  free(s->x);
  free(s->y);
  free(s->x2);
  free(s->y2);
  ria_csv_table_destroy(&s->table);
  ria_csv_table_destroy(&s->observed);
  ria_csv_table_destroy(&s->agreement);
}

static void put(const run_page_series *of, const char *file, const char *id, const char *title,
                bool of_gauges) {
  series s = {.of = of};
  char all[64];
  if (!read_table(of, file, &s.table))
    return;
  if (of_gauges) {
    (void)read_table(of, "observed.csv", &s.observed);
    (void)read_table(of, "agreement.csv", &s.agreement);
  }
  snprintf(all, sizeof all, "%s-all", id);
  if (prepare(&s, id)) {
    ria_report_heading(of->page, 2, id, title);
    put_places(&s, all, of_gauges);
  }
  release(&s);
}

void run_page_gauges(const run_page_series *s) {
  put(s, "gauges.csv", "gauges", "Gauges", true);
}

void run_page_sections(const run_page_series *s) {
  put(s, "sections.csv", "sections", "Sections", false);
}
