/* Boundaries with a level that varies along them, and rating curves: their files, and checks across
 * their keys.
 */
#include <math.h>
#include <string.h>
#include "steps.h"

/* Report errors about a file at the file's name in the case. */
static ria_yaml *place_of(ria_yaml *along, const ria_case_boundary *b) {
  ria_yaml *file = ria_yaml_get(along, "file");
  return b->along.file && file ? file : along;
}

static void read_file(ria_reader *reader, ria_yaml *along, ria_case_boundary *b) {
  ria_yaml *file = ria_yaml_get(along, "file");
  const ria_case *c = reader->the_case;
  const ria_series_form form = {.start = c->time.has_start ? c->time.start : NAN,
                                .dimension = RIA_LENGTH,
                                .scale = 1,
                                .declared = b->along.has_nodata,
                                .fills = b->along.has_nodata ? 1 : 0,
                                .fill = {b->along.nodata}};
  ria_told told = {0};
  const size_t mark = ria_reader_enter(reader, "file");
  if (ria_stations_read_csv(b->along.file, &form, &b->along.stations, &b->along.station, &told) !=
      RIA_SUCCESS)
    ria_reader_reject(reader, file, "%s", ria_status_detail());
  schema_reader_tell(reader, file, &told);
  ria_reader_leave(reader, mark);
}

/* Store the values and times of a station from a file. */
static void check_station(ria_reader *reader, ria_yaml *along, const ria_case_station *station) {
  static const ria_key level = {.name = "level", .kind = RIA_KEY_SERIES, .dimension = RIA_LENGTH};
  ria_yaml *file = ria_yaml_get(along, "file");
  const size_t mark = ria_reader_enter(reader, "file");
  schema_reader_judge_constituents(reader, file, station->constituents, station->constituent);
  ria_reader_enter(reader, level.name);
  schema_reader_check_values(reader, &level, file, &station->level);
  ria_reader_leave(reader, mark);
  if (!file->bad)
    ria_reader_check_times(reader, "file", along, &station->level);
}

static int with_constituents(const ria_case_boundary *b) {
  int count = 0;
  for (int i = 0; i < b->along.stations; i++)
    count += b->along.station[i].constituents > 0;
  return count;
}

/* A level from constituents makes the boundary a tide, even if its kind is `level`. */
static void settle_kind(ria_reader *reader, ria_yaml *along, ria_case_boundary *b) {
  const int tides = b->along.atlases ? b->along.stations : with_constituents(b);
  if (tides && tides < b->along.stations)
    ria_reader_reject(reader, place_of(along, b),
                      "some of the stations have constituents, others levels; expected one of the "
                      "two");
  else if (tides || b->along.atlases)
    b->kind = RIA_BOUNDARY_TIDE;
  else if (b->along.stations && b->kind == RIA_BOUNDARY_TIDE)
    ria_reader_reject(reader, place_of(along, b),
                      "the stations have levels over time; expected 'kind: level', or stations "
                      "with constituents");
}

static void check_atlas(ria_reader *reader, ria_yaml *along, const ria_case_boundary *b) {
  const ria_yaml *list = ria_yaml_get(along, "atlas");
  const size_t mark = ria_reader_enter(reader, "atlas");
  for (int i = 0; list && i < b->along.atlases && i < list->count; i++) {
    const ria_case_atlas *one = &b->along.atlas[i];
    ria_yaml *name = ria_yaml_get(list->value[i], "constituent");
    if (case_is_good(name) && one->name &&
        (isnan(ria_tide_speed(one->name)) ||
         strlen(one->name) >= sizeof((ria_constituent *)0)->name)) {
      ria_reader_enter_item(reader, i);
      ria_reader_reject(reader, name,
                        "there is no constituent of that name; expected one such as M2, S2, N2, "
                        "K1 or O1");
      ria_reader_leave(reader, mark);
    }
  }
  ria_reader_leave(reader, mark);
}

void case_finish_along(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  ria_yaml *along = ria_yaml_get(record, "along");
  if (!b->along.on || !case_is_good(along))
    return;
  const int sources = (b->along.file != NULL) + (b->along.stations > 0) + (b->along.atlases > 0);
  const size_t mark = ria_reader_enter(reader, "along");
  if (sources != 1) {
    if (!reader->failed || sources)
      ria_reader_reject(reader, along,
                        "expected one of 'file', 'stations' and 'atlas', such as "
                        "'along: stations.csv'");
  } else {
    if (b->along.file)
      read_file(reader, along, b);
    for (int i = 0; b->along.file && i < b->along.stations && !place_of(along, b)->bad; i++)
      check_station(reader, along, &b->along.station[i]);
    check_atlas(reader, along, b);
    settle_kind(reader, along, b);
  }
  ria_reader_leave(reader, mark);
}

/* ---- rating curves ---- */

static void read_table(ria_reader *reader, ria_yaml *table, ria_case_boundary *b) {
  static const ria_key level = {.name = "level"}, discharge = {.name = "discharge"};
  ria_told told = {0};
  const size_t mark = ria_reader_enter(reader, "table");
  bool usual = true;
  if (ria_rating_read_csv(b->table, &b->rows, &b->row, &told) != RIA_SUCCESS)
    ria_reader_reject(reader, table, "%s", ria_status_detail());
  for (int i = 0; i < b->rows && usual; i++) {
    const size_t inner = ria_reader_enter(reader, level.name);
    usual = schema_reader_judge(reader, &level, table, b->row[i].level);
    ria_reader_leave(reader, inner);
    ria_reader_enter(reader, discharge.name);
    usual = usual && schema_reader_judge(reader, &discharge, table, b->row[i].discharge);
    ria_reader_leave(reader, inner);
  }
  schema_reader_tell(reader, table, &told);
  ria_reader_leave(reader, mark);
}

static void check_rows(ria_reader *reader, const ria_yaml *list, const ria_case_boundary *b) {
  const size_t mark = ria_reader_enter(reader, "rating");
  for (int i = 1; i < b->rows && i < list->count; i++) {
    const ria_case_rating *row = &b->row[i];
    if (list->value[i]->bad || list->value[i - 1]->bad ||
        (row->level > row[-1].level && row->discharge >= row[-1].discharge))
      continue;
    ria_reader_enter_item(reader, i);
    ria_reader_reject(reader, list->value[i],
                      "levels of a rating curve grow, and discharges do not fall; got %g m, %g "
                      "m3/s after %g m, %g m3/s",
                      row->level, row->discharge, row[-1].level, row[-1].discharge);
    ria_reader_leave(reader, mark);
  }
  ria_reader_leave(reader, mark);
}

void case_finish_rating(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  ria_yaml *list = ria_yaml_get(record, "rating"), *table = ria_yaml_get(record, "table");
  if (b->kind != RIA_BOUNDARY_RATING)
    return;
  if (b->table && case_is_good(table))
    read_table(reader, table, b);
  else if (case_is_good(list))
    check_rows(reader, list, b);
  ria_yaml *place = b->table ? table : list;
  if (case_is_good(place) && b->rows < 2)
    ria_reader_reject(reader, place, "a rating curve needs two rows at least");
}

void case_finish_spread(ria_reader *reader, ria_yaml *record, const ria_case_boundary *b) {
  if (b->spread == RIA_SPREAD_CONVEYANCE && b->height > 0)
    ria_reader_reject(reader, ria_yaml_get(record, "depth"),
                      "a discharge that is spread by conveyance takes its depths from inside; "
                      "expected one of 'depth' and 'spread: conveyance'");
}
