/* The parts of a run's page; each is read from a file of its folder. */
#include "page.h"
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "folder.h"
#include "log.h"
#include "page_series.h"
#include "ria/csv_table.h"
#include "ria/number.h"
#include "ria/report.h"
#include "ria/text.h"

enum { LARGEST = 1 << 20 };

typedef struct {
  const char *folder;
  ria_report *page;
  json_t *summary;
  struct dirent **map; /* [maps], by name */
  int maps;
  bool *shown; /* [maps] */
} page;

static void join(const page *p, const char *name, char path[RUN_PATH]) {
  snprintf(path, RUN_PATH, "%s/%s", p->folder, name);
}

static bool has(const page *p, const char *name) {
  char path[RUN_PATH];
  join(p, name, path);
  return !access(path, R_OK);
}

/* All of a text file, or its beginning; NULL: it cannot be read. The caller frees it. */
static char *read_text(const page *p, const char *name) {
  char path[RUN_PATH];
  ria_text text = {0};
  join(p, name, path);
  FILE *file = fopen(path, "re");
  if (!file)
    return NULL;
  ria_text_add_file(&text, file, LARGEST);
  fclose(file);
  return ria_text_take(&text);
}

static const char *word(const page *p, const char *key) {
  const char *text = json_string_value(json_object_get(p->summary, key));
  return text ? text : "";
}

static double number(const page *p, const char *key) {
  return json_number_value(json_object_get(p->summary, key));
}

/* The value of a line "KEY: value" of case.yaml at the outermost level, without quotes; NULL. */
static char *case_word(const char *yaml, const char *key) {
  const size_t length = strlen(key);
  for (const char *line = yaml; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
    if (strncmp(line, key, length) || line[length] != ':')
      continue;
    const char *value = line + length + 1 + strspn(line + length + 1, " \"'");
    return strndup(value, strcspn(value, "\n\"'"));
  }
  return NULL;
}

/* ---- the head ---- */

static void put_head(const page *p, const char *title) {
  char text[64];
  ria_report_heading(p->page, 1, NULL, title);
  ria_report_facts_begin(p->page);
  const bool finished = !strcmp(word(p, "state"), "finished");
  ria_report_fact(p->page, finished ? RIA_TONE_GOOD : RIA_TONE_IDLE, word(p, "state"), "state");
  ria_report_duration(number(p, "time"), text);
  ria_report_fact(p->page, RIA_TONE_PLAIN, text, "simulated");
  ria_report_duration(number(p, "wall_seconds"), text);
  ria_report_fact(p->page, RIA_TONE_PLAIN, text, "taken, pictures included");
  ria_snprintf(text, sizeof text, "%.0f", number(p, "steps"));
  ria_report_fact(p->page, RIA_TONE_PLAIN, text, "steps");
  ria_snprintf(text, sizeof text, "%.0f", number(p, "cells"));
  ria_report_fact(p->page, RIA_TONE_PLAIN, text, "cells");
  ria_report_fact(p->page, RIA_TONE_PLAIN, word(p, "target"), "target");
  ria_report_facts_end(p->page);
}

static void put_warnings(const page *p) {
  const json_t *list = json_object_get(p->summary, "warnings");
  for (size_t i = 0; i < json_array_size(list); i++)
    ria_report_alert(p->page, RIA_TONE_BAD, "%s", json_string_value(json_array_get(list, i)));
  const json_t *notes = json_object_get(p->summary, "notes");
  for (size_t i = 0; i < json_array_size(notes); i++)
    ria_report_paragraph(p->page, "Note: %s", json_string_value(json_array_get(notes, i)));
}

/* ---- pictures ---- */

static bool is_picture(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && !strcmp(name + length - 4, ".png");
}

/* The length of NAME in "NAME-0012.png"; 0: not the picture of a record. */
static size_t record_name(const char *picture) {
  const size_t length = strlen(picture), tail = strlen("-0000.png");
  if (length <= tail || picture[length - tail] != '-')
    return 0;
  for (size_t i = length - tail + 1; i < length - 4; i++)
    if (picture[i] < '0' || picture[i] > '9')
      return 0;
  return length - tail;
}

/* "max-level", "observed_metres" -> "Max level", "Observed metres". */
static void words_of(const char *name, size_t length, char words[256]) {
  snprintf(words, 256, "%.*s", (int)length, name);
  for (char *c = words; *c; c++)
    *c = *c == '_' || *c == '-' ? ' ' : *c;
  *words = (char)(*words >= 'a' && *words <= 'z' ? *words - 'a' + 'A' : *words);
}

/* "level_max", "level_max_time" -> "Largest level", "Time of the largest level". */
static void caption_of(const char *picture, char caption[256]) {
  static const struct {
    const char *tail, *before;
  } known[] = {{"_max_time.png", "Time of the largest "}, {"max.png", "Largest "}};
  const size_t length = strlen(picture);
  char words[256];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const size_t tail = strlen(known[i].tail);
    if (length <= tail + 1 || strcmp(picture + length - tail, known[i].tail) != 0)
      continue;
    words_of(picture, length - tail - (i == 1), words);
    *words = (char)(*words >= 'A' && *words <= 'Z' ? *words - 'A' + 'a' : *words);
    snprintf(caption, 256, "%s%.200s", known[i].before, words);
    return;
  }
  words_of(picture, length - strlen(".png"), caption);
}

static int select_pictures(const struct dirent *entry) {
  return is_picture(entry->d_name);
}

/* Shows the pictures of a field, from number `first` on, as a film. */
static void put_film(const page *p, int first) {
  const char *name = p->map[first]->d_name;
  const size_t length = record_name(name);
  char title[256];
  char **path = calloc((size_t)p->maps, sizeof *path);
  const char **caption = calloc((size_t)p->maps, sizeof *caption);
  int count = 0;
  for (int i = first; i < p->maps && path && caption; i++) {
    const char *other = p->map[i]->d_name;
    if (record_name(other) != length || strncmp(other, name, length))
      continue;
    if (asprintf(&path[count], "%s/maps/%s", p->folder, other) < 0)
      path[count] = NULL;
    p->shown[i] = true;
    if (path[count])
      caption[count++] = other;
  }
  words_of(name, length, title);
  if (count)
    ria_report_film(p->page, title, count, (const char *const *)path, caption);
  for (int i = 0; i < count; i++)
    free(path[i]);
  free(path);
  free(caption);
}

static void put_films(const page *p) {
  bool some = false;
  for (int i = 0; i < p->maps; i++) {
    if (p->shown[i] || !record_name(p->map[i]->d_name))
      continue;
    if (!some)
      ria_report_heading(p->page, 2, "maps", "Over time");
    some = true;
    put_film(p, i);
  }
}

/* Groups pictures by kind. */
static bool is_any(const char *name) {
  return *name != '\0';
}
static bool is_largest(const char *name) {
  return strstr(name, "max") || !strncmp(name, "arrival", 7) || strstr(name, "flood");
}
static bool is_of_particles(const char *name) {
  return !strncmp(name, "particles", 9);
}
static bool is_observed(const char *name) {
  return !strncmp(name, "observed-", 9);
}
static bool is_of_gauges(const char *name) {
  return !strcmp(name, "gauges.png");
}
static bool is_of_sections(const char *name) {
  return !strcmp(name, "sections.png");
}

/* The pictures of a kind that are not shown yet; a heading before the first one. */
static void put_pictures(const page *p, bool (*is_wanted)(const char *), const char *id,
                         const char *title) {
  bool some = false;
  for (int i = 0; i < p->maps; i++) {
    char path[RUN_PATH], caption[256];
    const char *name = p->map[i]->d_name;
    if (p->shown[i] || record_name(name) || !is_wanted(name))
      continue;
    if (!some && title)
      ria_report_heading(p->page, 2, id, title);
    if (!some)
      ria_report_figures_begin(p->page);
    some = true;
    p->shown[i] = true;
    snprintf(path, sizeof path, "%s/maps/%s", p->folder, name);
    caption_of(name, caption);
    ria_report_figure(p->page, path, caption);
  }
  if (some)
    ria_report_figures_end(p->page);
}

/* ---- tables ---- */

enum { COLUMNS = 12 };

/* A CSV file as a table; numbers with four digits. */
static void put_table(const page *p, const char *file, const char *caption) {
  char path[RUN_PATH];
  ria_csv_table table;
  join(p, file, path);
  if (access(path, R_OK) || ria_csv_table_read(path, &table) != RIA_SUCCESS)
    return;
  const int columns = table.columns < COLUMNS ? table.columns : COLUMNS;
  ria_report_column column[COLUMNS];
  char title[COLUMNS][256];
  for (int c = 0; c < columns; c++) {
    char *end;
    const char *first = ria_csv_table_cell(&table, 0, c);
    ria_strtod(first, &end);
    words_of(table.column[c], strlen(table.column[c]), title[c]);
    column[c] = (ria_report_column){title[c], *first && !*end};
  }
  ria_report_table_begin(p->page, caption, columns, column);
  for (int r = 0; r < table.rows; r++) {
    ria_report_cell cell[COLUMNS] = {0};
    char text[COLUMNS][32];
    for (int c = 0; c < columns; c++) {
      const char *whole = ria_csv_table_cell(&table, r, c);
      ria_snprintf(text[c], sizeof text[c], "%.4g", ria_strtod(whole, NULL));
      cell[c].text = column[c].numeric && *whole ? text[c] : whole;
    }
    ria_report_row(p->page, cell);
  }
  ria_report_table_end(p->page);
  ria_csv_table_destroy(&table);
}

static void put_amount_row(const page *p, const char *what, double value) {
  char text[40];
  ria_snprintf(text, sizeof text, "%.9g", value);
  ria_report_row(p->page, (ria_report_cell[]){{.text = what}, {.text = text}});
}

/* The balance of one amount: its numbers, and those of its parts such as rivers, by name. */
static void put_amount(const page *p, const char *name, json_t *amount) {
  char caption[256], what[256];
  const char *unit = json_string_value(json_object_get(amount, "unit")), *key, *part;
  const ria_report_column column[] = {{"", false}, {unit ? unit : "", true}};
  json_t *value, *inner;
  snprintf(caption, sizeof caption, "Balance of %s", name);
  ria_report_table_begin(p->page, caption, 2, column);
  json_object_foreach(amount, key, value) {
    if (json_is_number(value)) {
      words_of(key, strlen(key), what);
      put_amount_row(p, what, json_number_value(value));
    }
    json_object_foreach(value, part, inner) {
      snprintf(what, sizeof what, "%s: %s", key, part);
      put_amount_row(p, what, json_number_value(inner));
    }
  }
  ria_report_table_end(p->page);
}

static void put_balance(const page *p) {
  json_t *balance = json_object_get(p->summary, "balance"), *amount, *one;
  const char *name;
  size_t i;
  if (!balance)
    return;
  ria_report_heading(p->page, 2, "balance", "Balance");
  ria_report_paragraph(p->page, "Inflow is positive, outflow negative.");
  json_object_foreach(balance, name, amount) {
    if (!json_is_array(amount)) {
      put_amount(p, name, amount);
      continue;
    }
    json_array_foreach(amount, i, one) {
      const char *own = json_string_value(json_object_get(one, "name"));
      put_amount(p, own ? own : name, one);
    }
  }
}

static void put_text(const page *p, const char *file, const char *title) {
  char *text = read_text(p, file);
  if (text) {
    ria_report_fold_begin(p->page, title, false);
    ria_report_code(p->page, text, strlen(text));
    ria_report_fold_end(p->page);
  }
  free(text);
}

/* ---- the page ---- */

static void put_observed(const page *p) {
  if (!has(p, "agreement.csv"))
    return;
  ria_report_heading(p->page, 2, "observed", "Observed and computed");
  put_table(p, "agreement.csv", "Computed less observed");
  put_table(p, "constituents.csv", "Constituents of the tide");
  put_pictures(p, is_observed, NULL, NULL);
}

/* Seconds since 1970 of the first row of gauges.csv, where rows have dates; NAN. */
static double start_of(const page *p) {
  const double start = json_number_value(json_object_get(p->summary, "start"));
  return json_is_number(json_object_get(p->summary, "start")) ? start : NAN;
}

static void put_all(const page *p, const char *title) {
  const run_page_series series = {.folder = p->folder, .page = p->page, .start = start_of(p)};
  put_head(p, title);
  put_warnings(p);
  put_films(p);
  put_pictures(p, is_largest, "maxima", "Largest values");
  put_pictures(p, is_of_particles, "particles", "Particles");
  run_page_gauges(&series);
  put_pictures(p, is_of_gauges, NULL, NULL);
  run_page_sections(&series);
  put_pictures(p, is_of_sections, NULL, NULL);
  put_observed(p);
  put_pictures(p, is_any, "pictures", "Other pictures");
  put_balance(p);
  ria_report_heading(p->page, 2, "provenance", "Where it comes from");
  put_text(p, "case.yaml", "The case as run");
  put_text(p, "provenance.yaml", "Program and machine");
  put_text(p, "log.txt", "Log");
}

static ria_status open_page(page *p) {
  char path[RUN_PATH];
  json_error_t error;
  join(p, "summary.json", path);
  p->summary = json_load_file(path, 0, &error);
  if (!p->summary)
    return ria_fail(RIA_ERROR_FORMAT, "%s: %s; only a run that has ended has a page", path,
                    error.text);
  join(p, "maps", path);
  p->maps = scandir(path, &p->map, select_pictures, alphasort);
  p->maps = p->maps < 0 ? 0 : p->maps;
  p->shown = calloc((size_t)p->maps + 1, sizeof *p->shown);
  return p->shown ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a page");
}

static ria_status write_page(page *p, const char *path) {
  char *yaml = read_text(p, "case.yaml");
  char *title = yaml ? case_word(yaml, "title") : NULL;
  if (!title && yaml)
    title = case_word(yaml, "name");
  const char *shown = title && *title ? title : "A run of ria";
  ria_status status = ria_report_begin(path, shown, NULL, &p->page);
  if (status == RIA_SUCCESS) {
    put_all(p, shown);
    status = ria_report_finish(p->page, RIA_SUCCESS);
  }
  free(title);
  free(yaml);
  return status;
}

bool run_page_is_run(const char *folder) {
  const page p = {.folder = folder};
  return has(&p, "summary.json") && has(&p, "case.yaml");
}

ria_status run_page_write(const char *folder, const char *path) {
  char own[RUN_PATH];
  page p = {.folder = folder};
  join(&p, "report.html", own);
  ria_status status = open_page(&p);
  if (status == RIA_SUCCESS)
    status = write_page(&p, path ? path : own);
  for (int i = 0; i < p.maps; i++)
    free(p.map[i]);
  free(p.map);
  free(p.shown);
  json_decref(p.summary);
  return status;
}
