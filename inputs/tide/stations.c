/* Tables of stations: levels over time, or constituents, at several places. A line belongs to the
 * station at its place. For each station, the columns to the right of the place form a table of
 * ria_series_read_csv() or ria_tide_read_csv(). */
#include <stdlib.h>
#include <string.h>
#include "header.h"
#include "ria/text.h"
#include "tables.h"

static const char *const station_names[] = {"station", "name", "id", "gauge", NULL};
static const char *const x_names[] = {"x", "east", NULL}, *const y_names[] = {"y", "north", NULL};
static const char *const longitude_names[] = {"lon", "long", NULL};
static const char *const latitude_names[] = {"lat", NULL};
static const char *const constituent_names[] = {"const", "wave", NULL};
static const char *const time_names[] = {"time", "date", NULL};

static const char columns[] =
    "x,y,time,level or x,y,constituent,amplitude,phase, or the same with lon,lat instead of x,y; a "
    "column 'station' may precede them";

/* A line without its place. */
typedef struct {
  int line, station; /* station -1: a header or comment, for all stations */
  char *text;        /* owned */
} rest;

typedef struct {
  ria_csv csv;
  ria_told *told;
  int first; /* column of x; -1: no header */
  bool degrees, constituents;
  tide_header_unit unit[2];
  int stations, rests;
  ria_case_station *station;
  rest *rest;
} table;

static ria_status fail_memory(const table *t) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the stations of %s", t->csv.path);
}

/* ---- the header ---- */

static bool names_place(const table *t, int c, bool degrees) {
  return tide_header_names(&t->csv, c, degrees ? longitude_names : x_names) &&
         tide_header_names(&t->csv, c + 1, degrees ? latitude_names : y_names);
}

static ria_status read_header(table *t) {
  const int c = tide_header_names(&t->csv, 0, station_names) ? 1 : 0;
  t->degrees = names_place(t, c, true);
  t->constituents = tide_header_names(&t->csv, c + 2, constituent_names);
  if (!(t->degrees || names_place(t, c, false)) ||
      !(t->constituents || tide_header_names(&t->csv, c + 2, time_names)))
    return ria_fail(RIA_ERROR_FORMAT, "%s:%d: expected a header with the columns %s", t->csv.path,
                    t->csv.line, columns);
  t->first = c;
  const char *unit = t->degrees ? "degree" : "m";
  for (int axis = 0; axis < 2; axis++) {
    RIA_TRY(tide_header_find_unit(&t->csv, c + axis, unit, &t->unit[axis]));
    tide_header_note_unit(&t->csv, c + axis, unit, &t->unit[axis], t->told);
  }
  return RIA_SUCCESS;
}

/* ---- the lines ---- */

static ria_status keep(table *t, int line, int station, ria_text *text) {
  rest *more = realloc(t->rest, (size_t)(t->rests + 1) * sizeof *more);
  if (more)
    t->rest = more;
  char *kept = ria_text_take(text);
  if (!more || !kept) {
    free(kept);
    return fail_memory(t);
  }
  t->rest[t->rests++] = (rest){line, station, kept};
  return RIA_SUCCESS;
}

static ria_status keep_comment(table *t) {
  ria_text text = {0};
  if (!t->csv.comment)
    return RIA_SUCCESS;
  ria_text_add(&text, "# %s", t->csv.comment);
  return keep(t, t->csv.comment_line, -1, &text);
}

static ria_status keep_line(table *t, int station) {
  ria_text text = {0};
  for (int c = t->first + 2; c < t->csv.cells; c++)
    ria_text_add(&text, "%s%s", c > t->first + 2 ? "\t" : "", t->csv.cell[c]);
  return keep(t, t->csv.line, station, &text);
}

static ria_status read_place(const table *t, double at[2]) {
  for (int axis = 0; axis < 2; axis++) {
    if (!ria_csv_number(&t->csv, t->first + axis, &at[axis]))
      return ria_csv_fail(&t->csv, t->first + axis,
                          t->degrees ? "a place in degrees" : "a place in m");
    at[axis] = at[axis] * t->unit[axis].scale + t->unit[axis].offset;
  }
  if (t->degrees && !(at[1] >= -90 && at[1] <= 90))
    return ria_csv_fail(&t->csv, t->first + 1, "a latitude of -90 to 90 degrees");
  return RIA_SUCCESS;
}

static ria_status find_station(table *t, int *found) {
  double at[2];
  RIA_TRY(read_place(t, at));
  for (*found = 0; *found < t->stations; (*found)++)
    if (t->station[*found].at[0] == at[0] && t->station[*found].at[1] == at[1])
      return RIA_SUCCESS;
  ria_case_station *more = realloc(t->station, (size_t)(t->stations + 1) * sizeof *more);
  if (!more)
    return fail_memory(t);
  t->station = more;
  more[t->stations++] = (ria_case_station){.at = {at[0], at[1]}, .degrees = t->degrees};
  return RIA_SUCCESS;
}

/* Read a second header line, with the units. */
static bool is_header(const table *t) {
  return t->first < 0 || (!t->stations && !ria_csv_like_number(&t->csv, t->first));
}

static ria_status read_lines(table *t) {
  for (bool found;;) {
    int station = -1;
    RIA_TRY(ria_csv_next(&t->csv, &found));
    if (!found)
      break;
    RIA_TRY(keep_comment(t));
    if (is_header(t) && t->first < 0)
      RIA_TRY(read_header(t));
    else if (!is_header(t))
      RIA_TRY(find_station(t, &station));
    RIA_TRY(keep_line(t, station));
  }
  return t->stations
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_FORMAT, "%s holds no stations: expected lines of the columns %s",
                        t->csv.path, columns);
}

/* ---- the stations ---- */

/* Read the lines of a station. Lines of other stations are replaced by blank ones, so that line
 * numbers in messages are right. */
static ria_status read_station(table *t, const ria_series_form *form, const char **lines, int s) {
  ria_case_station *station = &t->station[s];
  ria_csv csv;
  for (int i = 0; i < t->csv.line; i++)
    lines[i] = "";
  lines[t->csv.line] = NULL;
  for (int i = 0; i < t->rests; i++)
    if (t->rest[i].station < 0 || t->rest[i].station == s)
      lines[t->rest[i].line - 1] = t->rest[i].text;
  ria_csv_open_lines(t->csv.path, lines, &csv);
  csv.left = t->first + 2;
  const ria_status status =
      t->constituents
          ? tide_read_constituents(&csv, &station->constituents, &station->constituent, t->told)
          : tide_read_series(&csv, form, &station->level, t->told);
  ria_csv_close(&csv);
  return status;
}

static ria_status read_stations(table *t, const ria_series_form *form) {
  const char **lines = malloc((size_t)(t->csv.line + 1) * sizeof *lines);
  ria_status status = lines ? RIA_SUCCESS : fail_memory(t);
  for (int s = 0; s < t->stations && status == RIA_SUCCESS; s++)
    status = read_station(t, form, lines, s);
  free(lines);
  return status;
}

static void destroy(int stations, ria_case_station *station) {
  for (int s = 0; s < stations; s++) {
    free(station[s].constituent);
    ria_series_destroy(&station[s].level);
  }
  free(station);
}

ria_status ria_stations_read_csv(const char *path, const ria_series_form *form, int *stations,
                                 ria_case_station **station, ria_told *told) {
  table t = {.told = told, .first = -1, .unit = {{.scale = 1}, {.scale = 1}}};
  ria_status status = ria_csv_open(path, &t.csv);
  if (status == RIA_SUCCESS)
    status = read_lines(&t);
  if (status == RIA_SUCCESS)
    status = read_stations(&t, form);
  for (int i = 0; i < t.rests; i++)
    free(t.rest[i].text);
  free(t.rest);
  ria_csv_close(&t.csv);
  if (status == RIA_SUCCESS) {
    *stations = t.stations;
    *station = t.station;
  } else {
    destroy(t.stations, t.station);
  }
  return status;
}
