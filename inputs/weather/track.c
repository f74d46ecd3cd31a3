/* The track of a cyclone, from a table. */
#include "ria/track.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "ria/csv.h"
#include "ria/raster.h"
#include "units/unit_factor.h"
#include "units/units.h"

enum { TIME, LON, LAT, X, Y, PRESSURE, RADIUS, WIND, B, AMBIENT, COLUMNS };
static const struct {
  const char *name, *unit, *base; /* `unit`: default unit in the file; `base`: unit of the result */
} columns[COLUMNS] = {[TIME] = {"time", "", ""},
                      [LON] = {"lon", "", ""},
                      [LAT] = {"lat", "", ""},
                      [X] = {"x", "m", "m"},
                      [Y] = {"y", "m", "m"},
                      [PRESSURE] = {"pressure", "hPa", "Pa"},
                      [RADIUS] = {"radius", "km", "m"},
                      [WIND] = {"wind", "m/s", "m/s"},
                      [B] = {"b", "", ""},
                      [AMBIENT] = {"ambient", "hPa", "Pa"}};

typedef struct {
  int column[COLUMNS]; /* column of the file; -1: missing */
  double scale[COLUMNS];
} header;

/* Cut "pressure [hPa]" or "pressure (hPa)" into name and unit; NULL: no unit. */
static char *cut_unit(char *name) {
  char *unit = strpbrk(name, "[(");
  if (unit) {
    *unit++ = '\0';
    unit[strcspn(unit, "])")] = '\0';
  }
  for (size_t length = strlen(name); length && name[length - 1] == ' ';)
    name[--length] = '\0';
  return unit;
}

static ria_status read_heading(const ria_csv *csv, int cell, header *h) {
  char name[64];
  double offset;
  int c = 0;
  snprintf(name, sizeof name, "%s", csv->cell[cell]);
  const char *unit = cut_unit(name);
  while (c < COLUMNS && strcasecmp(name, columns[c].name))
    c++;
  if (c == COLUMNS)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s:%d: there is no column '%.40s'; expected time, lon and lat or x and y, "
                    "pressure, radius, wind or b, and perhaps ambient",
                    csv->path, csv->line, name);
  h->column[c] = cell;
  h->scale[c] = 1;
  if (*columns[c].base && units_factor(unit ? unit : columns[c].unit, columns[c].base, &h->scale[c],
                                       &offset) != RIA_SUCCESS)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s:%d: the column '%s' is in '%.40s'; expected a unit such as %s", csv->path,
                    csv->line, columns[c].name, unit, columns[c].unit);
  return RIA_SUCCESS;
}

static ria_status read_header(ria_csv *csv, header *h) {
  bool found;
  int *c = h->column;
  for (int i = 0; i < COLUMNS; i++)
    c[i] = -1;
  RIA_TRY(ria_csv_next(csv, &found));
  for (int i = 0; found && i < csv->cells; i++)
    RIA_TRY(read_heading(csv, i, h));
  const bool place = (c[LON] >= 0 && c[LAT] >= 0) || (c[X] >= 0 && c[Y] >= 0);
  if (c[TIME] >= 0 && place && c[PRESSURE] >= 0 && c[RADIUS] >= 0 && (c[WIND] >= 0) != (c[B] >= 0))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: expected a first line with the columns time, lon and lat or x and y, "
                  "pressure (hPa), radius (km), and one of wind (m/s) and b",
                  csv->path, csv->line);
}

static ria_status read_number(ria_csv *csv, const header *h, int column, double *value) {
  if (h->column[column] < 0)
    return RIA_SUCCESS;
  if (!ria_csv_number(csv, h->column[column], value))
    return ria_csv_fail(csv, h->column[column], "a number");
  *value *= h->scale[column];
  return RIA_SUCCESS;
}

static ria_status place(const ria_csv *csv, const header *h, const char *crs, const double *value,
                        ria_track_eye *eye) {
  eye->x = value[X];
  eye->y = value[Y];
  if (h->column[LON] < 0) {
    if (!crs || !ria_crs_latitude(crs, eye->x, eye->y, &eye->latitude))
      eye->latitude = NAN;
    return RIA_SUCCESS;
  }
  eye->latitude = value[LAT];
  eye->x = value[LON];
  eye->y = value[LAT];
  if (crs && ria_crs_from_degrees(crs, 1, &eye->x, &eye->y))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: longitude %g and latitude %g have no place in the grid's CRS (%.60s); "
                  "expected 'grid.crs' and degrees, or the columns x and y",
                  csv->path, csv->line, value[LON], value[LAT], crs ? crs : "none is known");
}

static ria_status read_eye(ria_csv *csv, const header *h, const char *crs, ria_track_eye *eye) {
  double value[COLUMNS] = {[WIND] = NAN, [B] = NAN, [AMBIENT] = NAN};
  const int time = h->column[TIME];
  if (time >= csv->cells || !units_instant(csv->cell[time], &eye->time))
    return ria_csv_fail(csv, time, "a time such as 2021-01-01T06:00");
  for (int c = LON; c < COLUMNS; c++)
    RIA_TRY(read_number(csv, h, c, &value[c]));
  eye->pressure = value[PRESSURE];
  eye->radius = value[RADIUS];
  eye->wind = value[WIND];
  eye->b = value[B];
  eye->ambient = value[AMBIENT];
  eye->line = csv->line;
  return place(csv, h, crs, value, eye);
}

static ria_status read_eyes(ria_csv *csv, const char *crs, ria_track *track) {
  header h;
  bool found;
  RIA_TRY(read_header(csv, &h));
  for (;;) {
    RIA_TRY(ria_csv_next(csv, &found));
    if (!found)
      return RIA_SUCCESS;
    ria_track_eye *more = realloc(track->eye, ((size_t)track->eyes + 1) * sizeof *more);
    if (!more)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", csv->path);
    track->eye = more;
    RIA_TRY(read_eye(csv, &h, crs, &more[track->eyes]));
    if (track->eyes && !(more[track->eyes].time > more[track->eyes - 1].time))
      return ria_csv_fail(csv, h.column[TIME], "a time after that of the line before");
    track->eyes++;
  }
}

ria_status ria_track_read(const char *path, const char *crs, ria_track *track) {
  ria_csv csv;
  *track = (ria_track){0};
  ria_status status = ria_csv_open(path, &csv);
  if (status == RIA_SUCCESS)
    status = read_eyes(&csv, crs && strcmp(crs, RIA_CRS_LOCAL) ? crs : NULL, track);
  ria_csv_close(&csv);
  return status;
}

void ria_track_destroy(ria_track *track) {
  free(track->eye);
  *track = (ria_track){0};
}
