/* Time series as CSV: whatever the bytes, a series is rising in time and finite, or an error names
 * the file. */
#include <math.h>
#include "target.h"
#include "ria/tide.h"

static void check_told(const ria_case_errors *list) {
  for (int i = 0; i < list->count; i++)
    target_expect(strstr(list->error[i].text, "x.csv") != NULL, "a finding is of no file");
}

/* In metres, and in what the units of a tracer's concentration may be. */
static void read_as(ria_dimension dimension, double scale, bool fill) {
  static const double start = 1772323200; /* 2026-03-01 */
  const ria_series_form form = {.start = start,
                                .dimension = dimension,
                                .scale = scale,
                                .declared = fill,
                                .fills = fill,
                                .fill = {-999}};
  ria_series series = {0};
  ria_told told = {0};
  const ria_status status = ria_series_read_csv("x.csv", &form, &series, &told);
  check_told(&told.warnings);
  check_told(&told.notes);
  ria_told_destroy(&told);
  if (status != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "x.csv") != NULL, "an error does not name the file");
    target_expect(!series.time && !series.value, "an unread series is not empty");
    return;
  }
  target_expect(series.count > 0, "a series without values");
  for (int i = 0; i < series.count; i++) {
    target_expect(isfinite(series.time[i]) && isfinite(series.value[i]), "a value is not finite");
    target_expect(!i || series.time[i] > series.time[i - 1], "times do not rise");
  }
  ria_series_destroy(&series);
}

static void run(const char *data, size_t size) {
  target_write("x.csv", data, size);
  read_as(RIA_LENGTH, 1, false);
  read_as(RIA_SPEED, 1, true);
  read_as(RIA_CONCENTRATION, 0, false);
  read_as(RIA_CONCENTRATION, 1e-3, false);
}

FUZZ_TARGET(NULL, run, 2048)
