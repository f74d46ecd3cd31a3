/* Compares the times of series with those of the run: a series that lies outside the run acts as
 * one constant value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "steps.h"
#include "units/units.h"

static char *time_text(double time) {
  ria_text text = {0};
  units_write(&text, RIA_TIME, time);
  return ria_text_take(&text);
}

static void find_past(ria_reader *reader, ria_yaml *node, double last) {
  char *time = time_text(-last);
  ria_reader_reject(
      reader, node,
      "the last of these times is %s before the start of the run, so no value would ever "
      "change; check the dates, which are UTC, and 'time.start'",
      time ? time : "");
  free(time);
}

static void warn(ria_reader *reader, const ria_yaml *node, const char *what, double time,
                 const char *holds) {
  char *at = time_text(time), *end = time_text(reader->the_case->time.end);
  ria_reader_warn(reader, node, "%s %s, but the run ends at %s: %s", what, at ? at : "",
                  end ? end : "", holds);
  free(at);
  free(end);
}

/* A list in the case may end early, because its last value continues to hold. A file that ends
 * early is more likely the wrong one. */
void ria_reader_check_times(ria_reader *reader, const char *key, const ria_yaml *record,
                            const ria_series *series) {
  ria_yaml *node = ria_yaml_get(record, key);
  if (!node || node->bad || series->count < 2)
    return;
  const double first = series->time[0], last = series->time[series->count - 1];
  const double end = reader->the_case->time.end;
  const bool file = node->kind == RIA_YAML_MAP || node->is_file;
  size_t mark = ria_reader_enter(reader, key);
  if (last < 0)
    find_past(reader, node, last);
  else if (isfinite(end) && first > end)
    warn(reader, node, "the first of these times is", first,
         "the first value holds all the time; check the times and 'time.end'");
  else if (file && first > 0)
    ria_reader_warn(reader, node,
                    "this file starts %g s after the run: until then its first value holds", first);
  else if (file && isfinite(end) && last < end)
    warn(reader, node, "this file ends at", last, "from then on its last value holds");
  ria_reader_leave(reader, mark);
}

/* Observations outside the run's times cannot be compared with it. */
static void check_observed(ria_reader *reader, const char *key, const ria_yaml *record,
                           const ria_series *series) {
  ria_yaml *node = ria_yaml_get(record, key);
  if (!node || node->bad)
    return;
  const double first = series->time[0], last = series->time[series->count - 1];
  const double end = reader->the_case->time.end;
  const size_t mark = ria_reader_enter(reader, key);
  if (series->count < 2) {
    ria_reader_reject(reader, node,
                      "one value cannot be compared with a run; expected a CSV file or a list with "
                      "values over time");
  } else if (last < 0 || first > end) {
    char *at = time_text(last < 0 ? -last : first - end);
    ria_reader_reject(reader, node,
                      "these values and the run do not overlap: the %s of them is %s %s; check the "
                      "dates, which are UTC, and 'time.start' and 'time.end'",
                      last < 0 ? "last" : "first", at ? at : "",
                      last < 0 ? "before the start of the run" : "after its end");
    free(at);
  }
  ria_reader_leave(reader, mark);
}

static const ria_yaml *enter_item(ria_reader *reader, const ria_yaml *list, int i) {
  ria_reader_enter_item(reader, i);
  return list && list->kind == RIA_YAML_LIST && i < list->count ? list->value[i] : NULL;
}

void case_finish_series(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  const ria_yaml *root = reader->root;
  const size_t mark = strlen(reader->path);
  for (int i = 0; i < c->rivers; i++) {
    ria_reader_enter(reader, "rivers");
    const ria_yaml *river = enter_item(reader, ria_yaml_get(root, "rivers"), i);
    ria_reader_check_times(reader, "discharge", river, &c->river[i].discharge);
    ria_reader_leave(reader, mark);
  }
  for (int t = 0; t < c->tracers; t++) {
    ria_reader_enter(reader, "tracers");
    ria_reader_enter_item(reader, t);
    ria_reader_enter(reader, "light");
    ria_reader_check_times(reader, "surface", ria_yaml_get(case_tracer_node(reader, t), "light"),
                           &c->each_tracer[t].light.surface);
    ria_reader_leave(reader, mark);
    const ria_yaml *releases = ria_yaml_get(case_tracer_node(reader, t), "releases");
    for (int i = 0; i < c->each_tracer[t].releases; i++) {
      ria_reader_enter(reader, "tracers");
      ria_reader_enter_item(reader, t);
      ria_reader_enter(reader, "releases");
      ria_reader_check_times(reader, "rate", enter_item(reader, releases, i),
                             &c->each_tracer[t].release[i].rate);
      ria_reader_leave(reader, mark);
    }
  }
  for (int i = 0; i < c->gauges; i++) {
    ria_reader_enter(reader, "gauges");
    ria_reader_enter(reader, "points");
    const ria_yaml *points = ria_yaml_get(ria_yaml_get(root, "gauges"), "points");
    const ria_yaml *observed = ria_yaml_get(enter_item(reader, points, i), "observed");
    ria_reader_enter(reader, "observed");
    check_observed(reader, "level", observed, &c->gauge[i].observed.level);
    check_observed(reader, "speed", observed, &c->gauge[i].observed.speed);
    ria_reader_leave(reader, mark);
  }
  for (int i = 0; i < c->boundaries; i++) {
    ria_reader_enter(reader, "boundaries");
    const ria_yaml *boundary = enter_item(reader, ria_yaml_get(root, "boundaries"), i);
    ria_reader_check_times(reader, "level", boundary, &c->boundary[i].level);
    ria_reader_check_times(reader, "discharge", boundary, &c->boundary[i].inflow);
    ria_reader_leave(reader, mark);
  }
}
