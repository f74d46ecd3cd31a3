#include <stdio.h>
#include <stdlib.h>
#include "csv.h"
#include "ria/tide.h"
#include "units/units.h"

double ria_series_value(const ria_series *series, double t) {
  if (series->count <= 0)
    return 0;
  int low = 0, high = series->count - 1;
  if (!(t > series->time[low]) || high == 0)
    return series->value[low];
  if (t >= series->time[high])
    return series->value[high];
  while (high - low > 1) { /* time[low] <= t < time[high] */
    int middle = low + (high - low) / 2;
    if (series->time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  double part = (t - series->time[low]) / (series->time[high] - series->time[low]);
  return series->value[low] + part * (series->value[high] - series->value[low]);
}

void ria_series_destroy(ria_series *series) {
  if (!series)
    return;
  free(series->time);
  free(series->value);
  *series = (ria_series){0};
}

static ria_status append(ria_series *series, int *room, double time, double value) {
  if (series->count == *room) {
    int more = *room ? 2 * *room : 64;
    double *times = realloc(series->time, (size_t)more * sizeof *times);
    if (times)
      series->time = times;
    double *values = times ? realloc(series->value, (size_t)more * sizeof *values) : NULL;
    if (!values)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a series of %d values", more);
    series->value = values;
    *room = more;
  }
  series->time[series->count] = time;
  series->value[series->count++] = value;
  return RIA_SUCCESS;
}

static bool read_time(const ria_csv *csv, double start, double *time) {
  if (ria_csv_number(csv, 0, time))
    return true;
  if (csv->cells < 1 || !ria_units_instant(csv->cell[0], time))
    return false;
  *time -= start;
  return true;
}

/* A header's unit of time matters only if the times are numbers, so its complaint is kept until the
 * first time. */
typedef struct {
  ria_dimension dimension;
  double scale;
  char complaint[512];
} header;

static ria_status read_header(const ria_csv *csv, header *h) {
  if (ria_csv_check_unit(csv, 0, RIA_TIME, 1, false) != RIA_SUCCESS)
    snprintf(h->complaint, sizeof h->complaint, "%s", ria_status_detail());
  return ria_csv_check_unit(csv, 1, h->dimension, h->scale, true);
}

static ria_status read_lines(ria_csv *csv, double start, header *h, ria_series *series) {
  int room = 0;
  bool found, first = true;
  for (;; first = false) {
    double time, value, number;
    RIA_TRY(ria_csv_next(csv, &found));
    if (!found)
      break;
    if (!read_time(csv, start, &time)) {
      if (first) {
        RIA_TRY(read_header(csv, h));
        continue;
      }
      return ria_csv_fail(csv, 0,
                          "a time: seconds since the start, or a date such as "
                          "2026-03-01T06:00:00Z");
    }
    if (*h->complaint && ria_csv_number(csv, 0, &number))
      return ria_fail(RIA_ERROR_FORMAT, "%s", h->complaint);
    if (!ria_csv_number(csv, 1, &value))
      return ria_csv_fail(csv, 1, "a number");
    if (series->count && time <= series->time[series->count - 1])
      return ria_csv_fail(csv, 0, "a later time than on the line before");
    RIA_TRY(append(series, &room, time, value));
  }
  if (!series->count)
    return ria_fail(RIA_ERROR_FORMAT, "%s holds no values: expected lines of time,value",
                    csv->path);
  return RIA_SUCCESS;
}

ria_status ria_series_read_csv(const char *path, double start, ria_dimension dimension,
                               double scale, ria_series *series) {
  header h = {dimension, scale, ""};
  ria_csv csv;
  ria_series read = {0};
  RIA_TRY(ria_csv_open(path, &csv));
  ria_status status = read_lines(&csv, start, &h, &read);
  ria_csv_close(&csv);
  if (status == RIA_SUCCESS)
    *series = read;
  else
    ria_series_destroy(&read);
  return status;
}
