/* Tables of tidal constituents. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "csv.h"
#include "ria/text.h"
#include "ria/tide.h"

enum { NAMED = 12 }; /* unknown constituents that a message names */

typedef struct {
  int count;
  ria_constituent *constituent;
  int unknown, first_line; /* number of unknown constituents, and the line of the first */
  double largest,
      lost; /* amplitudes, m: the largest of a known constituent; the sum of the unknown ones */
  ria_text names;
} table;

static bool is_new(const table *t, const char *name) {
  for (int i = 0; i < t->count; i++)
    if (!strcasecmp(t->constituent[i].name, name))
      return false;
  return true;
}

/* Check a line before the first constituent whose second column is no number: names of columns,
 * units. */
static ria_status read_header(const ria_csv *csv) {
  for (int column = 1; column < csv->cells && column < 3; column++) {
    const char *wrong = strcasestr(csv->cell[column], column == 1 ? "phase" : "amp");
    if (wrong)
      return ria_csv_fail(csv, column,
                          column == 1 ? "amplitudes; the columns are name, amplitude in m, phase "
                                        "in degrees"
                                      : "phases; the columns are name, amplitude in m, phase in "
                                        "degrees");
  }
  RIA_TRY(ria_csv_check_unit(csv, 1, RIA_LENGTH, 1, true));
  return ria_csv_check_unit(csv, 2, RIA_ANGLE, 1, false);
}

static void note_unknown(const ria_csv *csv, double amplitude, table *t) {
  if (!t->unknown)
    t->first_line = csv->line;
  t->lost += amplitude;
  t->unknown++;
  if (t->unknown > NAMED)
    return;
  if (t->unknown > 1)
    ria_text_add(&t->names, ", ");
  ria_text_add_quoted(&t->names, csv->cell[0]);
}

static ria_status append(const ria_csv *csv, const ria_constituent *read, table *t) {
  ria_constituent *more = realloc(t->constituent, (size_t)(t->count + 1) * sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the constituents of %s", csv->path);
  t->constituent = more;
  more[t->count++] = *read;
  t->largest = fmax(t->largest, read->amplitude);
  return RIA_SUCCESS;
}

static ria_status read_line(const ria_csv *csv, table *t) {
  ria_constituent read = {0};
  const char *name = csv->cell[0];
  bool known = !isnan(ria_tide_speed(name)), number = ria_csv_number(csv, 1, &read.amplitude);
  if (!known && !number && !t->count && !t->unknown)
    return read_header(csv);
  if (known && !is_new(t, name))
    return ria_csv_fail(csv, 0, "a constituent that has not been named before");
  if (!number || read.amplitude < 0)
    return ria_csv_fail(csv, 1, "an amplitude in m, not negative");
  if (!ria_csv_number(csv, 2, &read.phase))
    return ria_csv_fail(csv, 2, "a Greenwich phase in degrees");
  if (!known) {
    note_unknown(csv, read.amplitude, t);
    return RIA_SUCCESS;
  }
  strncpy(read.name, name, sizeof read.name - 1);
  return append(csv, &read, t);
}

static ria_status read_lines(ria_csv *csv, table *t) {
  for (;;) {
    bool found;
    RIA_TRY(ria_csv_next(csv, &found));
    if (!found)
      break;
    RIA_TRY(read_line(csv, t));
  }
  if (!t->count)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s names no constituent that ria knows: expected lines of name,amplitude in "
                    "m,phase in degrees, such as M2,1.0789,77.453",
                    csv->path);
  return RIA_SUCCESS;
}

/* NULL if nothing was left out or memory ran out. */
static char *tell_left_out(const char *path, table *t) {
  ria_text text = {0};
  if (!t->unknown || t->names.failed)
    return NULL;
  ria_text_add(&text,
               "%s:%d: ria does not know %d constituent%s and leaves %s out: %s%s (amplitudes of "
               "%.3g m in all; the largest that it knows has %.3g m); check the spelling",
               path, t->first_line, t->unknown, t->unknown > 1 ? "s" : "",
               t->unknown > 1 ? "them" : "it", t->names.data, t->unknown > NAMED ? ", ..." : "",
               t->lost, t->largest);
  return ria_text_take(&text);
}

ria_status ria_tide_read_csv(const char *path, int *count, ria_constituent **constituent,
                             char **left_out) {
  ria_csv csv;
  table t = {0};
  RIA_TRY(ria_csv_open(path, &csv));
  ria_status status = read_lines(&csv, &t);
  ria_csv_close(&csv);
  if (status == RIA_SUCCESS) {
    *count = t.count;
    *constituent = t.constituent;
    if (left_out)
      *left_out = tell_left_out(path, &t);
  } else {
    free(t.constituent);
  }
  ria_text_destroy(&t.names);
  return status;
}
