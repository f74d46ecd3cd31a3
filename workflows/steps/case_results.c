/* The numbers that a run of a case leaves. */
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "case_run.h"
#include "language/word.h"
#include "ria/csv_table.h"

enum { KEY = 256, PATH = 4352 };

/* "Illa de Arousa" to "Illa_de_Arousa": a word of expressions, below `what` if that is not empty.
 */
static void key_of(const char *what, const char *name, char key[KEY]) {
  int n = snprintf(key, KEY, "%s%s", what, *what ? "." : "");
  n = n < KEY - 2 ? n : KEY - 2;
  if (isdigit((unsigned char)*name) || *name == '-')
    key[n++] = '_';
  for (; *name && n < KEY - 1; name++)
    key[n++] = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 ? *name : '_';
  key[n] = 0;
}

/* The same, but a word stays as it is, with its dashes. */
static void key_of_member(const char *what, const char *name, char key[KEY]) {
  if (ria_is_word(name))
    snprintf(key, KEY, "%s%s%s", what, *what ? "." : "", name);
  else
    key_of(what, name, key);
}

/* Members of an object by their keys; of a list by their names, and without them nothing. */
static ria_status put_json(ria_results *results, const char *path, const json_t *value) {
  const char *key;
  json_t *below;
  size_t i;
  char name[KEY];
  if (json_is_number(value))
    return ria_results_put_number(results, path, json_number_value(value));
  if (json_is_string(value))
    return ria_results_put_text(results, path, json_string_value(value));
  json_object_foreach((json_t *)value, key, below) {
    key_of_member(path, key, name);
    RIA_TRY(put_json(results, name, below));
  }
  json_array_foreach(value, i, below) {
    if ((key = json_string_value(json_object_get(below, "name")))) {
      key_of_member(path, key, name);
      RIA_TRY(put_json(results, name, below));
    }
  }
  return RIA_SUCCESS;
}

ria_status case_run_collect_json(const char *folder, const char *name, ria_results *results) {
  char path[PATH];
  json_error_t error;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  json_t *summary = json_load_file(path, 0, &error);
  if (!summary)
    return ria_fail(access(path, R_OK) ? RIA_ERROR_IO : RIA_ERROR_FORMAT,
                    "%s: no numbers of the run: %s", path, error.text);
  ria_status status = put_json(results, "", summary);
  json_decref(summary);
  return status;
}

static ria_status put_cell(ria_results *results, const char *key, const char *cell) {
  char *end;
  double value = strtod(cell, &end);
  return *cell && !*end ? ria_results_put_number(results, key, value)
                        : ria_results_put_text(results, key, "never");
}

/* Without the apostrophe that spreadsheets need (ria/gauges.h). */
static const char *gauge_of(const char *cell) {
  return cell[0] == '\'' && cell[1] && strchr("=+-@", cell[1]) ? cell + 1 : cell;
}

static ria_status put_arrivals(ria_results *results, const ria_csv_table *t) {
  int place = ria_csv_table_column(t, "gauge"), time = ria_csv_table_column(t, "arrival_seconds"),
      peak = ria_csv_table_column(t, "peak_concentration");
  for (int r = 0; r < t->rows; r++) {
    char key[KEY];
    key_of("arrival", gauge_of(ria_csv_table_cell(t, r, place)), key);
    if (time >= 0) /* without a threshold nobody looked whether it came */
      RIA_TRY(put_cell(results, key, ria_csv_table_cell(t, r, time)));
    key_of("peak", gauge_of(ria_csv_table_cell(t, r, place)), key);
    RIA_TRY(put_cell(results, key, ria_csv_table_cell(t, r, peak)));
  }
  return RIA_SUCCESS;
}

ria_status case_run_collect(const ria_task *task, const char *folder, ria_results *results) {
  (void)task; /* a kind's collect() as it stands */
  char path[PATH];
  ria_csv_table arrivals;
  RIA_TRY(case_run_collect_json(folder, "summary.json", results));
  snprintf(path, sizeof path, "%s/arrivals.csv", folder);
  if (access(path, F_OK))
    return RIA_SUCCESS;
  RIA_TRY(ria_csv_table_read(path, &arrivals));
  ria_status status = put_arrivals(results, &arrivals);
  ria_csv_table_destroy(&arrivals);
  return status;
}
