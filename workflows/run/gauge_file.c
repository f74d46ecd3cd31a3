#include "gauge_file.h"
#include <errno.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ria/number.h"
#include "ria/raster.h"
#include "ria/version.h"

/* ---- the table ---- */

typedef struct {
  int columns, rows, room; /* columns: variables of all places, place by place */
  double *time;            /* [rows] s since the start */
  double *value;           /* [rows][columns] */
} series;

static void release(series *s) {
  free(s->time);
  free(s->value);
}

static bool grow(series *s) {
  if (s->rows < s->room)
    return true;
  const int room = s->room ? 2 * s->room : 1024;
  double *time = realloc(s->time, (size_t)room * sizeof *time);
  s->time = time ? time : s->time;
  double *value = realloc(s->value, (size_t)room * (size_t)s->columns * sizeof *value);
  s->value = value ? value : s->value;
  s->room = time && value ? room : s->room;
  return time && value;
}

/* "[date,]seconds,value,value,...": an empty cell is a place without a value. */
static bool read_row(series *s, bool dated, char *line) {
  char *rest = line, *end;
  if (dated && !strsep(&rest, ","))
    return false;
  const char *seconds = strsep(&rest, ",");
  if (!seconds || !*seconds)
    return false;
  s->time[s->rows] = ria_strtod(seconds, &end);
  double *value = s->value + (size_t)s->rows * (size_t)s->columns;
  for (int c = 0; c < s->columns; c++) {
    const char *cell = strsep(&rest, ",");
    if (!cell)
      return false;
    value[c] = *cell && *cell != '\n' ? ria_strtod(cell, NULL) : NAN;
  }
  s->rows++;
  return !rest;
}

static ria_status read_rows(const ria_gauges_description *g, FILE *in, series *s) {
  char *line = NULL;
  size_t size = 0;
  ria_status status = RIA_SUCCESS;
  if (getline(&line, &size, in) < 0) /* the header */
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: has no header", g->path);
  while (status == RIA_SUCCESS && getline(&line, &size, in) > 0) {
    line[strcspn(line, "\n")] = '\0';
    if (!grow(s))
      status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its rows", g->path);
    else if (!read_row(s, g->has_start, line))
      status = ria_fail(RIA_ERROR_CORRUPT, "%s: row %d does not have %d values", g->path,
                        s->rows + 1, s->columns);
  }
  free(line);
  return status;
}

static ria_status read_series(const ria_gauges_description *g, series *s) {
  FILE *in = fopen(g->path, "re");
  if (!in)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", g->path, strerror(errno));
  const ria_status status = read_rows(g, in, s);
  fclose(in);
  return status;
}

/* ---- the file: after the first failure, further calls do nothing ---- */

enum { STATION, TIME, LETTER, DIMENSIONS };

typedef struct {
  const ria_gauges_description *gauges;
  const run_gauge_about *about;
  const series *series;
  int file, failure;
  int dimension[DIMENSIONS];
  size_t letters; /* of the longest name */
  bool degrees;   /* of each place: */
  double *lon, *lat, *x, *y, *z;
} writer;

static void check(writer *w, int code) {
  if (!w->failure)
    w->failure = code;
}

static void put_text(writer *w, int variable, const char *name, const char *text) {
  if (text && !w->failure)
    check(w, nc_put_att_text(w->file, variable, name, strlen(text), text));
}

static int define(writer *w, const char *name, nc_type type, int rank, const int *dimension) {
  int variable = 0;
  if (!w->failure)
    check(w, nc_def_var(w->file, name, type, rank, dimension, &variable));
  return variable;
}

static void define_globals(writer *w) {
  char line[600], date[32];
  const time_t now = time(NULL);
  struct tm tm;
  gmtime_r(&now, &tm);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
  snprintf(line, sizeof line, "%s %.500s", date, w->about->command ? w->about->command : "ria");
  put_text(w, NC_GLOBAL, "Conventions", "CF-1.10");
  put_text(w, NC_GLOBAL, "featureType", "timeSeries");
  put_text(w, NC_GLOBAL, "title", w->about->title ? w->about->title : "Gauges");
  put_text(w, NC_GLOBAL, "history", line);
  put_text(w, NC_GLOBAL, "source", "ria " RIA_VERSION);
}

static void define_time(writer *w) {
  const ria_gauges_description *g = w->gauges;
  const int variable = define(w, "time", NC_DOUBLE, 1, &w->dimension[TIME]);
  put_text(w, variable, "long_name", "time since the start");
  if (!g->has_start) {
    put_text(w, variable, "units", "s");
    return;
  }
  char unit[64];
  const time_t start = (time_t)floor(g->start);
  struct tm tm;
  gmtime_r(&start, &tm);
  const size_t n = strftime(unit, sizeof unit, "seconds since %Y-%m-%d %H:%M:%S", &tm);
  if (g->start > (double)start) /* also of a start between two seconds */
    ria_snprintf(unit + n, sizeof unit - n, ".%03.0f", 1000 * (g->start - (double)start));
  put_text(w, variable, "units", unit);
  put_text(w, variable, "standard_name", "time");
  put_text(w, variable, "calendar", "proleptic_gregorian");
  put_text(w, variable, "axis", "T");
}

static void define_place(writer *w, const char *name, const char *standard, const char *what,
                         const char *unit) {
  const int variable = define(w, name, NC_DOUBLE, 1, &w->dimension[STATION]);
  put_text(w, variable, "standard_name", standard);
  put_text(w, variable, "long_name", what);
  put_text(w, variable, "units", unit);
}

static void define_places(writer *w) {
  const bool mapped = w->about->crs_attributes > 0;
  const int name =
      define(w, "station_name", NC_CHAR, 2, (int[]){w->dimension[STATION], w->dimension[LETTER]});
  put_text(w, name, "long_name", "name of the gauge");
  put_text(w, name, "cf_role", "timeseries_id");
  put_text(w, name, "_Encoding", "utf-8");
  define_place(w, "x", mapped ? "projection_x_coordinate" : NULL, "x of the gauge", "m");
  define_place(w, "y", mapped ? "projection_y_coordinate" : NULL, "y of the gauge", "m");
  if (w->about->box)
    define_place(w, "z", NULL, "z of the gauge", "m");
  if (w->degrees) {
    define_place(w, "lon", "longitude", "longitude of the gauge", "degrees_east");
    define_place(w, "lat", "latitude", "latitude of the gauge", "degrees_north");
  }
}

static void define_crs(writer *w) {
  if (!w->about->crs_attributes)
    return;
  const int variable = define(w, "crs", NC_INT, 0, NULL);
  for (int a = 0; a < w->about->crs_attributes && !w->failure; a++) {
    const ria_attribute *attribute = &w->about->crs_attribute[a];
    if (attribute->text)
      put_text(w, variable, attribute->name, attribute->text);
    else
      check(w, nc_put_att_double(w->file, variable, attribute->name, NC_DOUBLE,
                                 (size_t)attribute->count, attribute->number));
  }
}

static void define_variable(writer *w, const ria_variable *v) {
  const double missing = NAN;
  const int variable =
      define(w, v->name, NC_DOUBLE, 2, (int[]){w->dimension[STATION], w->dimension[TIME]});
  if (!w->failure)
    check(w, nc_put_att_double(w->file, variable, "_FillValue", NC_DOUBLE, 1, &missing));
  put_text(w, variable, "long_name", v->what);
  put_text(w, variable, "standard_name", v->standard_name);
  put_text(w, variable, "units", v->unit);
  put_text(w, variable, "cell_methods", "time: point");
  put_text(w, variable, "coordinates",
           w->degrees ? "station_name lon lat x y" : "station_name x y");
  if (w->about->crs_attributes)
    put_text(w, variable, "grid_mapping", "crs");
}

static void put_doubles(writer *w, const char *name, const double *values) {
  int variable;
  if (!w->failure)
    check(w, nc_inq_varid(w->file, name, &variable));
  if (!w->failure)
    check(w, nc_put_var_double(w->file, variable, values));
}

static void put_names(writer *w) {
  int variable = 0;
  if (!w->failure)
    check(w, nc_inq_varid(w->file, "station_name", &variable));
  for (size_t p = 0; p < (size_t)w->gauges->places && !w->failure; p++) {
    const char *name = w->gauges->place[p].name;
    check(w,
          nc_put_vara_text(w->file, variable, (size_t[]){p, 0}, (size_t[]){1, strlen(name)}, name));
  }
}

/* `column`: number of the variable among those of a place; `row`: buffer for a series. */
static void put_variable(writer *w, const ria_variable *v, int column, double *row) {
  const series *s = w->series;
  const int each = s->columns / w->gauges->places;
  int variable = 0;
  if (!w->failure)
    check(w, nc_inq_varid(w->file, v->name, &variable));
  for (int p = 0; p < w->gauges->places && !w->failure; p++) {
    for (int r = 0; r < s->rows; r++)
      row[r] = s->value[(size_t)r * (size_t)s->columns + (size_t)(p * each + column)];
    check(w, nc_put_vara_double(w->file, variable, (size_t[]){(size_t)p, 0},
                                (size_t[]){1, (size_t)s->rows}, row));
  }
}

static void write_all(writer *w, double *row) {
  const ria_shown *shown = w->gauges->shown;
  const size_t size[DIMENSIONS] = {(size_t)w->gauges->places, (size_t)w->series->rows, w->letters};
  static const char *const name[DIMENSIONS] = {"station", "time", "name_length"};
  for (int d = 0; d < DIMENSIONS && !w->failure; d++)
    check(w, nc_def_dim(w->file, name[d], size[d], &w->dimension[d]));
  define_globals(w);
  define_time(w);
  define_places(w);
  define_crs(w);
  for (int v = 0; v < shown->variables; v++)
    if (shown->variable[v].where & RIA_SHOWN_IN_GAUGES)
      define_variable(w, &shown->variable[v]);
  if (!w->failure)
    check(w, nc_enddef(w->file));
  put_doubles(w, "time", w->series->time);
  put_names(w);
  put_doubles(w, "x", w->x);
  put_doubles(w, "y", w->y);
  if (w->about->box)
    put_doubles(w, "z", w->z);
  if (w->degrees) {
    put_doubles(w, "lon", w->lon);
    put_doubles(w, "lat", w->lat);
  }
  for (int v = 0, column = 0; v < shown->variables; v++)
    if (shown->variable[v].where & RIA_SHOWN_IN_GAUGES)
      put_variable(w, &shown->variable[v], column++, row);
}

/* 64-bit offsets: the classic format, which every reader supports. */
static ria_status write_file(writer *w, const char *path, double *row) {
  w->failure = nc_create(path, NC_CLOBBER | NC_64BIT_OFFSET, &w->file);
  if (!w->failure) {
    write_all(w, row);
    const int closed = nc_close(w->file);
    check(w, closed);
  }
  return w->failure
             ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, nc_strerror(w->failure))
             : RIA_SUCCESS;
}

static void locate(writer *w) {
  const int places = w->gauges->places;
  w->letters = 1;
  for (int p = 0; p < places; p++) {
    const ria_place *place = &w->gauges->place[p];
    const size_t letters = strlen(place->name);
    w->letters = letters > w->letters ? letters : w->letters;
    w->lon[p] = w->x[p] = place->x;
    w->lat[p] = w->y[p] = place->y;
    w->z[p] = place->z;
  }
  w->degrees = w->about->crs && ria_crs_to_degrees(w->about->crs, places, w->lon, w->lat);
}

static ria_status write_series(const ria_gauges_description *g, const run_gauge_about *about,
                               const series *s, const char *path) {
  const size_t places = (size_t)g->places;
  double *room = malloc((5 * places + (size_t)s->rows + 1) * sizeof *room);
  char *partial = NULL;
  if (!room || asprintf(&partial, "%s.partial", path) < 0) {
    free(room);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for it", path);
  }
  writer w = {.gauges = g,
              .about = about,
              .series = s,
              .lon = room,
              .lat = room + places,
              .x = room + 2 * places,
              .y = room + 3 * places,
              .z = room + 4 * places};
  locate(&w);
  ria_status status = write_file(&w, partial, room + 5 * places);
  if (status == RIA_SUCCESS && rename(partial, path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(partial);
  free(partial);
  free(room);
  return status;
}

ria_status run_gauge_file_write(const ria_gauges_description *g, const run_gauge_about *about,
                                const char *path) {
  series s = {0};
  for (int v = 0; v < g->shown->variables; v++)
    s.columns += (g->shown->variable[v].where & RIA_SHOWN_IN_GAUGES) != 0;
  s.columns *= g->places;
  ria_status status = s.columns ? read_series(g, &s) : RIA_SUCCESS;
  if (status == RIA_SUCCESS && s.rows)
    status = write_series(g, about, &s, path);
  release(&s);
  return status;
}
