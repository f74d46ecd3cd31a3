/* Choice of the band with the values. */
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "ria/text.h"
#include "raster_file.h"
#include "units/unit_factor.h"
#include "units/units.h"

/* List of bands in a message. */
enum { SHOWN = 8 };

static GDALRasterBandH band_of(const raster_open_file *source, int band) {
  return GDALGetRasterBand(source->data, band);
}

/* Alpha bands and masks hold no values: they mark valid cells. */
static bool is_candidate(const raster_open_file *source, int band) {
  return GDALGetRasterColorInterpretation(band_of(source, band)) != GCI_AlphaBand;
}

static int candidates(const raster_open_file *source) {
  int count = 0;
  for (int b = 1; b <= GDALGetRasterCount(source->data); b++)
    count += is_candidate(source, b);
  return count;
}

/* ---- time ---- */

/* Convert "days since 2020-01-01 00:00:00" and a number to an instant. */
static bool instant_of(const char *unit, double number, double *epoch) {
  char word[40], date[40];
  const char *since = strcasestr(unit, " since ");
  if (!since || (size_t)(since - unit) >= sizeof word)
    return false;
  snprintf(word, sizeof word, "%.*s", (int)(since - unit), unit);
  snprintf(date, sizeof date, "%s", since + strlen(" since "));
  double scale, offset, start;
  if (!units_instant(date, &start)) { /* an unusual clock such as "00:00:0.0": use the day only */
    date[10] = '\0';
    if (!units_instant(date, &start) || strpbrk(since + strlen(" since ") + 10, "123456789"))
      return false;
  }
  if (units_factor(word, "s", &scale, &offset) != RIA_SUCCESS)
    return false;
  *epoch = start + number * scale;
  return true;
}

/* The time of a band in netCDF and GRIB. `number`: the file's number; NAN: none. */
typedef struct {
  bool dated;
  double number, epoch;
  char dimension[40];
} moment;

static moment moment_of(const raster_open_file *source, int band) {
  static const char prefix[] = "NETCDF_DIM_";
  moment m = {.number = NAN};
  char **items = GDALGetMetadata(band_of(source, band), NULL);
  for (int i = 0; i < CSLCount(items); i++) {
    char *name = NULL, key[64];
    const char *value = CPLParseNameValue(items[i], &name);
    double number;
    if (name && value && !strncmp(name, prefix, sizeof prefix - 1) &&
        units_number(value, &number)) {
      m.number = number;
      snprintf(m.dimension, sizeof m.dimension, "%s", name + sizeof prefix - 1);
      snprintf(key, sizeof key, "%s#units", m.dimension);
      const char *unit = GDALGetMetadataItem(source->data, key, NULL);
      m.dated = unit && instant_of(unit, number, &m.epoch);
    } else if (name && value && !strcmp(name, "GRIB_VALID_TIME")) {
      m.dated = true;
      m.epoch = (double)atoll(value);
    }
    CPLFree(name);
    if (m.dated)
      break;
  }
  return m;
}

static int band_at(const raster_open_file *source, const char *time) {
  double epoch = NAN, number = NAN;
  if (!units_instant(time, &epoch))
    units_number(time, &number);
  for (int b = 1; b <= GDALGetRasterCount(source->data); b++) {
    const moment m = moment_of(source, b);
    if ((m.dated && fabs(m.epoch - epoch) < 0.5) || m.number == number)
      return b;
  }
  return 0;
}

/* ---- the list of bands ---- */

/* "2 'elevation'", "3 (2021-01-01T00:00:00Z)". */
static void add_band(ria_text *text, const raster_open_file *source, int band) {
  const char *name = GDALGetDescription(band_of(source, band));
  const moment m = moment_of(source, band);
  ria_text_add(text, "%d", band);
  if (m.dated) {
    ria_text_add(text, " (");
    units_write_instant(text, m.epoch);
    ria_text_add(text, ")");
  } else if (!isnan(m.number)) {
    ria_text_add(text, " (%s = %g)", m.dimension, m.number);
  } else if (name && *name) {
    ria_text_add(text, " '%.40s'", name);
  }
}

static ria_status fail_with_bands(const raster_open_file *source, const char *why) {
  ria_text list = {0};
  int count = 0;
  bool dated = false;
  for (int b = 1; b <= GDALGetRasterCount(source->data); b++) {
    if (!is_candidate(source, b) || count++ >= SHOWN)
      continue;
    ria_text_add(&list, "%s", count > 1 ? ", " : "");
    add_band(&list, source, b);
    dated |= moment_of(source, b).dated;
  }
  if (count > SHOWN)
    ria_text_add(&list, ", ...");
  char advice[RASTER_ADVICE];
  const ria_raster_subject *subject = raster_file_subject(source);
  ria_status status = ria_fail(
      RIA_ERROR_FORMAT, "%s %s: it holds the band%s %s; name the one that is %s, as %s%s%s%s",
      source->path, why, count == 1 ? "" : "s", list.data ? list.data : "", subject->one,
      raster_say(subject, "band", "1", advice), dated ? ", or by its date as " : "",
      dated ? subject->key : "", dated ? ".time" : "");
  ria_text_destroy(&list);
  return status;
}

/* ---- pictures and class maps ---- */

static bool is_colour(GDALColorInterp colour) {
  return colour >= GCI_RedBand && colour <= GCI_YCbCr_CrBand && colour != GCI_AlphaBand;
}

/* Reject pictures and class maps, whose numbers are not a quantity. */
static ria_status refuse_picture(const raster_open_file *source) {
  const GDALColorInterp colour = GDALGetRasterColorInterpretation(band_of(source, source->band));
  if (source->meaning->band || !is_colour(colour))
    return RIA_SUCCESS;
  char advice[RASTER_ADVICE];
  const ria_raster_subject *subject = raster_file_subject(source);
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s is a picture (band %d holds %s), not %s: give the raster that it was drawn "
                  "from, or, if a band does hold them, say so as %s",
                  source->path, source->band, GDALGetColorInterpretationName(colour),
                  subject->values, raster_say(subject, "band", "1", advice));
}

static ria_status refuse_classes(const raster_open_file *source) {
  GDALRasterBandH band = band_of(source, source->band);
  char **categories = GDALGetRasterCategoryNames(band);
  const char *flags = GDALGetMetadataItem(band, "flag_meanings", NULL), *what = NULL;
  const char *name = flags ? flags : "";
  for (int i = CSLCount(categories) - 1; i >= 0; i--)
    if (*categories[i])
      name = categories[i];
  if (raster_file_subject(source)->classes)
    return RIA_SUCCESS;
  if (flags || *name)
    what = "names for its values";
  else if (GDALGetRasterColorTable(band))
    what = "a colour table";
  if (!what)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s is a map of classes, not %s: band %d has %s%s%.60s%s; give a raster of "
                  "them, or take the table off (gdal_translate -colorinterp_1 gray, gdal_edit.py)",
                  source->path, raster_file_subject(source)->values, source->band, what,
                  *name ? " ('" : "", name, *name ? "')" : "");
}

static ria_status pick(raster_open_file *source) {
  const ria_raster_meaning *meaning = source->meaning;
  const int bands = GDALGetRasterCount(source->data), count = candidates(source);
  if (meaning->band > bands || (meaning->band && !is_candidate(source, meaning->band)))
    return fail_with_bands(source, "has no such band");
  source->band = meaning->band;
  if (meaning->time && !meaning->band && !(source->band = band_at(source, meaning->time)))
    return fail_with_bands(source, "has no band of that time");
  for (int b = 1; b <= bands && !source->band; b++)
    if (is_candidate(source, b))
      source->band = b;
  if (!source->band)
    return fail_with_bands(source, "has only an alpha band");
  if (count == 1 || meaning->band || meaning->time)
    return RIA_SUCCESS;
  RIA_TRY(refuse_picture(source));
  return fail_with_bands(source, "does not say which of its bands to read");
}

ria_status raster_file_choose_band(raster_open_file *source) {
  RIA_TRY(pick(source));
  RIA_TRY(refuse_picture(source));
  RIA_TRY(refuse_classes(source));
  if (candidates(source) > 1) {
    ria_text text = {0};
    add_band(&text, source, source->band);
    raster_file_note(source, "%s: band %s, of %d, is %s", source->path, text.data ? text.data : "",
                     candidates(source), raster_file_subject(source)->one);
    ria_text_destroy(&text);
  }
  return RIA_SUCCESS;
}
