/* Opening a raster file, and the variable in it. */
#include "raster_file.h"
#include <cpl_string.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "byte_order_mark.h"
#include "ria/number.h"
#include "ria/text.h"

/* List of names in a message. */
enum { SHOWN = 12, NAME_BYTES = 256 };

const ria_raster_subject ria_raster_bed = {
    .key = "bathymetry", .one = "the bed", .values = "bed elevations", .unit = "m"};

const ria_raster_subject *raster_file_subject(const raster_open_file *source) {
  return source->meaning->subject ? source->meaning->subject : &ria_raster_bed;
}

const char *raster_say(const ria_raster_subject *subject, const char *key, const char *example,
                       char advice[RASTER_ADVICE]) {
  if (subject == &ria_raster_bed)
    snprintf(advice, RASTER_ADVICE, "%s.%s: %.60s (`ria import --%s %.60s`)", subject->key, key,
             example, key, example);
  else
    snprintf(advice, RASTER_ADVICE, "%s.%s: %.60s", subject->key, key, example);
  return advice;
}

void raster_file_note(raster_open_file *source, const char *format, ...) {
  va_list arguments;
  char *note = NULL;
  if (source->notes.count == RIA_RASTER_NOTES)
    return;
  va_start(arguments, format);
  if (ria_vasprintf(&note, format, arguments) >= 0)
    source->notes.text[source->notes.count++] = note;
  va_end(arguments);
}

void raster_file_close(raster_open_file *source) {
  if (source->warped)
    GDALClose(source->warped);
  if (source->data)
    GDALClose(source->data);
  free(source->crs);
  ria_raster_notes_destroy(&source->notes);
  raster_mark_forget(source->copy);
}

/* GDAL treats an ESRI ASCII grid as integers if its start has no decimal point, and then reads
 * values such as "nan" as 0. */
static const char *const *options_for(const char *path) {
  static const char *const ascii_grid[] = {"DATATYPE=Float64", NULL};
  GDALDriverH driver = GDALIdentifyDriver(path, NULL);
  return driver && !strcmp(GDALGetDriverShortName(driver), "AAIGrid") ? ascii_grid : NULL;
}

static GDALDatasetH open_name(const char *name) {
  return GDALOpenEx(name, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                    options_for(name), NULL);
}

/* The name of variable `number` (from 1) among those that GDAL lists, such as z of
 * NETCDF:"bed.nc":z, or 2 of GTIFF_DIR:2:bed.tif; false: there are fewer. */
static bool variable_of(const raster_open_file *source, int number, char name[NAME_BYTES]) {
  char key[40];
  snprintf(key, sizeof key, "SUBDATASET_%d_NAME", number);
  const char *full = CSLFetchNameValue(GDALGetMetadata(source->data, "SUBDATASETS"), key);
  if (!full)
    return false;
  const char *from = strchr(full, ':');
  from = from ? from + 1 : full;
  const char *file = strstr(from, source->path);
  if (file == from || (file && file == from + 1 && *from == '"'))
    from = file + strlen(source->path);
  from += strspn(from, ":/\"");
  snprintf(name, NAME_BYTES, "%s", from);
  if (file > from) /* the file's name is after the last separator */
    name[(size_t)(file - from) < NAME_BYTES ? file - from : NAME_BYTES - 1] = '\0';
  size_t length = strlen(name);
  while (length && strchr(":/\"", name[length - 1]))
    name[--length] = '\0';
  return true;
}

static ria_status fail_with_variables(const raster_open_file *source, const char *why) {
  char name[NAME_BYTES], first[NAME_BYTES] = "";
  ria_text list = {0};
  int count = 0;
  for (; variable_of(source, count + 1, name); count++) {
    if (!count)
      snprintf(first, sizeof first, "%s", name);
    if (count < SHOWN)
      ria_text_add(&list, "%s%.60s", count ? ", " : "", name);
  }
  if (count > SHOWN)
    ria_text_add(&list, ", ...");
  char advice[RASTER_ADVICE];
  const ria_raster_subject *subject = raster_file_subject(source);
  ria_status status = ria_fail(
      RIA_ERROR_FORMAT, "%s%s: it holds %d variables (%s); name the one that is %s, as %s",
      source->path, why, count, list.data ? list.data : "", subject->one,
      raster_say(subject, subject->variable ? subject->variable : "variable", first, advice));
  ria_text_destroy(&list);
  return status;
}

static ria_status open_variable(raster_open_file *source, int number) {
  char key[40];
  snprintf(key, sizeof key, "SUBDATASET_%d_NAME", number);
  GDALDatasetH data =
      open_name(CSLFetchNameValue(GDALGetMetadata(source->data, "SUBDATASETS"), key));
  if (!data)
    return ria_fail(RIA_ERROR_FORMAT, "a variable of %s is not a raster that GDAL can read (%s)",
                    source->path, source->message.text);
  GDALClose(source->data);
  source->data = data;
  if (GDALGetRasterCount(data) > 0)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT, "a variable of %s has no raster band", source->path);
}

/* GDAL opens a file of one variable directly; netCDF gives the variable's name. */
static ria_status check_only_variable(const raster_open_file *source, const char *wanted) {
  const char *name =
      GDALGetMetadataItem(GDALGetRasterBand(source->data, 1), "NETCDF_VARNAME", NULL);
  if (name && !strcmp(name, wanted))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT, "%s holds no variable '%s': its only one is %s%s%s",
                  source->path, wanted, name ? "'" : "", name ? name : "without a name",
                  name ? "'" : "");
}

static ria_status choose_variable(raster_open_file *source) {
  const char *wanted = source->meaning->variable;
  char name[NAME_BYTES];
  int count = 0, found = 0;
  while (variable_of(source, count + 1, name)) {
    count++;
    if (wanted && !strcmp(name, wanted + strspn(wanted, "/")))
      found = count;
  }
  const bool bands = GDALGetRasterCount(source->data) > 0;
  if (!count && !bands)
    return ria_fail(RIA_ERROR_FORMAT, "%s has no raster band: give a raster with %s", source->path,
                    raster_file_subject(source)->values);
  if (wanted && count && !found)
    return fail_with_variables(source, " has no such variable");
  if (wanted && !count)
    return check_only_variable(source, wanted);
  if (wanted) {
    raster_file_note(source, "%s: the variable '%s', of %d, is %s", source->path, wanted, count,
                     raster_file_subject(source)->one);
    return open_variable(source, found);
  }
  if (count > 1)
    return fail_with_variables(source, " does not say which of its variables to read");
  return bands ? RIA_SUCCESS : open_variable(source, 1);
}

ria_status raster_file_open(raster_open_file *source) {
  RIA_TRY(raster_mark_skip(source->path, &source->copy));
  source->data = open_name(source->copy ? source->copy : source->path);
  if (source->data)
    return choose_variable(source);
  if (access(source->path, R_OK))
    return ria_fail(RIA_ERROR_IO,
                    "cannot read %s: %s; check the name (relative to the case) and the "
                    "permissions",
                    source->path, strerror(errno));
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s is not a raster that GDAL can read (%s): give a GeoTIFF, an ESRI ASCII grid, a "
      "netCDF file, ... (`gdalinfo FILE` shows what GDAL sees)",
      source->path, source->message.text);
}
