#include "no_data.h"
#include <math.h>
#include <string.h>
#include <strings.h>
#include "raster_file.h"
#include "ria/number.h"
#include "units/units.h"

static bool is_declared(const raster_no_data *told, double value) {
  for (int i = 0; i < told->count; i++)
    if (values_fill_is(value, told->declared[i]))
      return true;
  for (int i = 0; i < told->meaning->nodata_count; i++)
    if (values_fill_is(value, told->meaning->nodata[i]))
      return true;
  return false;
}

static const ria_raster_subject *subject_of(const raster_no_data *told) {
  return told->meaning->subject ? told->meaning->subject : &ria_raster_bed;
}

static ria_status refuse(const raster_no_data *told, int count, const values_fill *fill) {
  ria_text text = {0};
  values_fill_tell(&text, count, fill, "cell");
  ria_text_add(&text, "; the file declares ");
  for (int i = 0; i < told->count; i++)
    ria_text_add(&text, "%s%.10g", i ? " and " : "", told->declared[i]);
  ria_text_add(&text, told->count ? " as no data, not this" : "no value for cells without data");
  const ria_raster_subject *subject = subject_of(told);
  char number[32], advice[RASTER_ADVICE];
  ria_snprintf(number, sizeof number, "%.10g", fill->value);
  ria_status status =
      ria_fail(RIA_ERROR_FORMAT,
               "%s: %s; if it means no data, say %s; if it is one of the %s, %s.nodata: none",
               told->path, text.data ? text.data : "fill values",
               raster_say(subject, "nodata", number, advice), subject->values, subject->key);
  ria_text_destroy(&text);
  return status;
}

/* A flat sea of -99 m next to land counts as data: without it there would be no water. */
static int leave_out_seas(int count, values_fill *fill) {
  int kept = 0;
  for (int i = 0; i < count; i++)
    if (fill[i].value < -100 || fill[i].value > 0 || !(fill[i].next >= 0))
      fill[kept++] = fill[i];
  return kept;
}

ria_status raster_no_data_remove(const raster_no_data *told, values_fill_type type, size_t cells,
                                 double *values) {
  values_fill fill[VALUES_FILLS];
  if (told->count || told->meaning->nodata_count)
    for (size_t i = 0; i < cells; i++)
      if (is_declared(told, values[i]))
        values[i] = NAN;
  if (told->meaning->all_data || subject_of(told)->classes)
    return RIA_SUCCESS;
  const int count = leave_out_seas(values_fill_find(values, cells, type, fill), fill);
  return count ? refuse(told, count, fill) : RIA_SUCCESS;
}

ria_status ria_nodata_read(const char *text, ria_raster_meaning *meaning, bool *land) {
  double value;
  if (!strcmp(text, "land")) {
    *land = true;
  } else if (!strcmp(text, "none")) {
    meaning->all_data = true;
  } else if (strcasecmp(text, "nan") != 0 && strcmp(text, "error") != 0) {
    if (!units_number(text, &value))
      return ria_fail(
          RIA_ERROR_ARGUMENT,
          "expected error, land, none, or a number that means no data, such as -9999; got "
          "'%.60s'",
          text);
    if (meaning->nodata_count == RIA_NODATA_VALUES)
      return ria_fail(RIA_ERROR_ARGUMENT, "there may be at most %d values that mean no data",
                      RIA_NODATA_VALUES);
    meaning->nodata[meaning->nodata_count++] = value;
  }
  return RIA_SUCCESS;
}
