/* Tables of tidal constituents. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "constituents.h"
#include "header.h"
#include "legal_time.h"
#include "ria/csv.h"
#include "ria/text.h"
#include "ria/tide.h"
#include "tables.h"

enum { NAMED = 12 }; /* most constituents named in a message */

static const char order[] = "name,amplitude,phase";
static const char *const name_names[] = {"name", "const", NULL};
static const char *const amplitude_names[] = {"amp", "A", "H", NULL};
static const char *const phase_names[] = {"pha", "g", "kappa", "lag", NULL};
static const tide_column columns[] = {
    {"name", name_names}, {"amplitude", amplitude_names}, {"phase", phase_names}};

/* A further column with the speed, and its unit if the header has none. */
typedef struct {
  const char *const *names;
  const char *wanted, *fallback;
  bool period; /* the column is a period: the reciprocal of a speed */
} speed_kind;
static const char *const speed_names[] = {"speed", "sigma", "omega", "winkelg", NULL};
static const char *const frequency_names[] = {"freq", NULL};
static const char *const period_names[] = {"period", NULL};
static const speed_kind speed_kinds[] = {{speed_names, "degree/hour", "degree/hour", false},
                                         {frequency_names, "degree/hour", NULL, false},
                                         {period_names, "hour", NULL, true}};

/* List of names in a sentence. */
typedef struct {
  int count, first_line;
  ria_text text;
} name_list;

typedef struct {
  ria_csv csv;
  ria_told *told;
  int cells; /* of the header; 0: none was read */
  tide_header_unit amplitude, phase, speed;
  int speed_column; /* -1: none */
  const speed_kind *speed_kind;
  int count;
  ria_constituent *constituent;
  double largest, lost; /* amplitudes, m: the largest of a known constituent; the sum of those left
                           out */
  name_list left_out, by_speed, without_argument;
} table;

/* ---- the header ---- */

static ria_status find_speed(table *t, bool first) {
  const ria_csv *csv = &t->csv;
  for (int c = 3; c < csv->cells && first; c++)
    for (size_t k = 0; k < sizeof speed_kinds / sizeof *speed_kinds && t->speed_column < 0; k++)
      if (tide_header_names(csv, c, speed_kinds[k].names)) {
        t->speed_column = c;
        t->speed_kind = &speed_kinds[k];
      }
  if (t->speed_column < 0)
    return RIA_SUCCESS;
  RIA_TRY(tide_header_find_unit(csv, t->speed_column, t->speed_kind->wanted, &t->speed));
  return RIA_SUCCESS;
}

/* A phase belongs to Greenwich, not to a local clock. */
static ria_status check_zone(const ria_csv *csv) {
  char zone[TIDE_ZONE_BYTES];
  if (csv->cells < 3 || !tide_zone_find(csv->cell[2], zone))
    return RIA_SUCCESS;
  return ria_csv_fail(
      csv, 2,
      "Greenwich phases: a phase g of a zone z hours ahead of UTC is at Greenwich g "
      "- speed z");
}

static ria_status read_header(table *t) {
  const bool first = !t->cells;
  ria_csv *csv = &t->csv;
  RIA_TRY(find_speed(t, first));
  if (first)
    RIA_TRY(tide_header_check(csv, 3, columns, t->speed_column, &t->cells, t->told));
  RIA_TRY(check_zone(csv));
  RIA_TRY(tide_header_find_unit(csv, 1, "m", &t->amplitude));
  tide_header_note_unit(csv, 1, "m", &t->amplitude, t->told);
  RIA_TRY(tide_header_find_unit(csv, 2, "deg", &t->phase));
  tide_header_note_unit(csv, 2, "degrees", &t->phase, t->told);
  return RIA_SUCCESS;
}

/* Use a comment as header. */
static ria_status read_comment(table *t) {
  ria_csv lines = t->csv;
  bool found;
  ria_status status = tide_header_of_comment(&lines, &columns[0], &t->csv, &found);
  if (status == RIA_SUCCESS && found)
    status = read_header(t);
  ria_csv_close(&t->csv);
  t->csv = lines;
  return status;
}

/* ---- speeds ---- */

/* Half a unit of the last printed digit. */
static double rounding_of(const char *cell) {
  const char *point = strchr(cell, '.');
  double half = 0.5;
  for (const char *p = point ? point + 1 : ""; *p >= '0' && *p <= '9'; p++)
    half /= 10;
  return half;
}

/* The speed in degrees per hour and its possible error; 0: the line gives none. */
static ria_status read_speed(const table *t, double *speed, double *wrong) {
  static const double least = 5e-7, most = 0.05;
  double number;
  const int c = t->speed_column;
  *speed = *wrong = 0;
  if (c < 0 || c >= t->csv.cells || !*t->csv.cell[c])
    return RIA_SUCCESS;
  if (!ria_csv_number(&t->csv, c, &number) || number < 0)
    return ria_csv_fail(&t->csv, c, "a speed, not negative, or an empty cell");
  if (!*t->speed.unit && !t->speed_kind->fallback)
    return ria_csv_fail(&t->csv, c, "a unit in its header, such as 'period (h)'");
  const double scale = *t->speed.unit ? t->speed.scale : 1;
  *speed = number * scale;
  *wrong = rounding_of(t->csv.cell[c]) * scale;
  if (t->speed_kind->period && *speed > 0) {
    *wrong *= 360 / (*speed * *speed);
    *speed = 360 / *speed;
  }
  *wrong = fmin(fmax(*wrong * 1.01, least), most);
  return RIA_SUCCESS;
}

/* Providers use some names for different constituents: TICON's 3N2 is MKS2. */
static ria_status fail_speed(const table *t, double is, double speed, double wrong) {
  const char *owner = tide_name_of(speed, fmin(wrong, 1e-4));
  if (owner)
    ria_case_complain_at(&t->told->warnings, NULL, 0, 0,
                         "%s:%d: the provider of this table seems to say '%.20s' for the "
                         "constituent that ria calls %s, by its speed",
                         t->csv.path, t->csv.line, t->csv.cell[0], owner);
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: '%.20s' has a speed of %.9g deg/h, but column %d says %.9g%s%s: correct "
                  "the name or the speed; a name that ria does not know is taken by its speed",
                  t->csv.path, t->csv.line, t->csv.cell[0], is, t->speed_column + 1, speed,
                  owner ? ", the speed of " : "", owner ? owner : "");
}

/* ---- the lines ---- */

static void add_name(name_list *list, const ria_csv *csv) {
  if (!list->count++)
    list->first_line = csv->line;
  if (list->count > NAMED)
    return;
  if (list->count > 1)
    ria_text_add(&list->text, ", ");
  ria_text_add_quoted(&list->text, csv->cell[0]);
}

static bool is_same(const char *a, const char *b) {
  const tide_wave *first, *second;
  const tide_compound *one, *other;
  if (tide_find(a, &first, &one) && tide_find(b, &second, &other))
    return first == second && one == other;
  return !strcasecmp(a, b);
}

static bool is_new(const table *t, const char *name) {
  for (int i = 0; i < t->count; i++)
    if (is_same(t->constituent[i].name, name))
      return false;
  return true;
}

static ria_status append(table *t, const ria_constituent *read) {
  ria_constituent *more = realloc(t->constituent, (size_t)(t->count + 1) * sizeof *more);
  if (!more)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the constituents of %s", t->csv.path);
  t->constituent = more;
  more[t->count++] = *read;
  t->largest = fmax(t->largest, read->amplitude);
  return RIA_SUCCESS;
}

static ria_status read_numbers(table *t, ria_constituent *read) {
  if (!ria_csv_number(&t->csv, 1, &read->amplitude) || read->amplitude < 0)
    return ria_csv_fail(&t->csv, 1, "an amplitude in m, not negative");
  if (!ria_csv_number(&t->csv, 2, &read->phase))
    return ria_csv_fail(&t->csv, 2, "a Greenwich phase in degrees");
  read->amplitude = read->amplitude * t->amplitude.scale + t->amplitude.offset;
  read->phase = read->phase * t->phase.scale + t->phase.offset;
  return fabs(read->phase) <= 720
             ? RIA_SUCCESS
             : ria_csv_fail(&t->csv, 2, "a Greenwich phase of -720 to 720 degrees");
}

/* Accept the constituent by name or by speed, or leave it out. */
static ria_status take(table *t, ria_constituent *read) {
  const char *name = t->csv.cell[0];
  const double known = ria_tide_speed(name);
  double speed, wrong;
  tide_wave wave;
  RIA_TRY(read_speed(t, &speed, &wrong));
  if (isnan(known) && !(speed > 0)) {
    t->lost += read->amplitude;
    add_name(&t->left_out, &t->csv);
    return RIA_SUCCESS;
  }
  if (strlen(name) >= sizeof read->name)
    return ria_csv_fail(&t->csv, 0, "a name of at most 15 bytes");
  if (!is_new(t, name))
    return ria_csv_fail(&t->csv, 0, "a constituent that has not been named before");
  strcpy(read->name, name);
  if (isnan(known)) {
    read->speed = speed;
    add_name(tide_wave_of(speed, &wave) ? &t->by_speed : &t->without_argument, &t->csv);
  } else if (speed > 0 && fabs(speed - known) > wrong) {
    return fail_speed(t, known, speed, wrong);
  }
  return append(t, read);
}

/* Read a header line: a line before the first constituent without a number in the second column. */
static bool is_header(const table *t) {
  double unused;
  return !t->count && !t->left_out.count && isnan(ria_tide_speed(t->csv.cell[0])) &&
         !ria_csv_like_number(&t->csv, 1) && !ria_csv_number(&t->csv, 1, &unused);
}

static ria_status read_line(table *t, bool first) {
  ria_constituent read = {0};
  if (is_header(t))
    return read_header(t);
  if (first)
    RIA_TRY(read_comment(t));
  RIA_TRY(tide_header_check_cells(&t->csv, t->cells ? t->cells : 3, t->cells > 0, order, t->told));
  RIA_TRY(read_numbers(t, &read));
  return take(t, &read);
}

static ria_status read_lines(table *t) {
  for (bool found, first = true;; first = false) {
    RIA_TRY(ria_csv_next(&t->csv, &found));
    if (!found)
      break;
    RIA_TRY(read_line(t, first));
  }
  if (!t->count)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s names no constituent that ria knows: expected lines of name,amplitude in "
                    "m,phase in degrees, such as M2,1.0789,77.453",
                    t->csv.path);
  return RIA_SUCCESS;
}

/* ---- warnings and notes ---- */

static const char *more(const name_list *list) {
  return list->count > NAMED ? ", ..." : "";
}

static void tell(const table *t) {
  const name_list *out = &t->left_out, *by = &t->by_speed, *none = &t->without_argument;
  if (out->count)
    ria_case_complain_at(
        &t->told->warnings, NULL, 0, 0,
        "%s:%d: ria does not know %d constituent%s and leaves %s out: %s%s (amplitudes of %.3g m "
        "in "
        "all; the largest that it knows has %.3g m); check the spelling, or add a column 'speed "
        "(deg/h)'",
        t->csv.path, out->first_line, out->count, out->count > 1 ? "s" : "",
        out->count > 1 ? "them" : "it", out->text.data ? out->text.data : "", more(out), t->lost,
        t->largest);
  if (by->count)
    ria_case_complain_at(&t->told->notes, NULL, 0, 0,
                         "%s:%d: ria does not know %s%s by name and takes %s by the speed, without "
                         "nodal factors",
                         t->csv.path, by->first_line, by->text.data ? by->text.data : "", more(by),
                         by->count > 1 ? "them" : "it");
  if (none->count)
    ria_case_complain_at(&t->told->warnings, NULL, 0, 0,
                         "%s:%d: the speed of %s%s belongs to no motion of moon and sun, so the "
                         "phase is counted from 1970-01-01T00:00:00Z; check the speed",
                         t->csv.path, none->first_line, none->text.data ? none->text.data : "",
                         more(none));
}

ria_status tide_read_constituents(ria_csv *csv, int *count, ria_constituent **constituent,
                                  ria_told *told) {
  table t = {.csv = *csv,
             .told = told,
             .speed_column = -1,
             .amplitude = {.scale = 1},
             .phase = {.scale = 1},
             .speed = {.scale = 1}};
  ria_status status = read_lines(&t);
  if (status == RIA_SUCCESS) {
    tell(&t);
    *count = t.count;
    *constituent = t.constituent;
  } else {
    free(t.constituent);
  }
  *csv = t.csv;
  ria_text_destroy(&t.left_out.text);
  ria_text_destroy(&t.by_speed.text);
  ria_text_destroy(&t.without_argument.text);
  return status;
}

ria_status ria_tide_read_csv(const char *path, int *count, ria_constituent **constituent,
                             ria_told *told) {
  ria_csv csv;
  ria_status status = ria_csv_open(path, &csv);
  if (status == RIA_SUCCESS)
    status = tide_read_constituents(&csv, count, constituent, told);
  ria_csv_close(&csv);
  return status;
}
