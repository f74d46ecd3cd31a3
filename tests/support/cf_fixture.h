/* A small netCDF file of the CF conventions for tests of weather, written by the netCDF library. */
#ifndef CF_FIXTURE_H
#define CF_FIXTURE_H

#include <netcdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"

/* A variable over time (s since the file's reference), y and x. */
typedef double (*cf_function)(double t, double x, double y);
typedef struct {
  const char *name, *unit;
  cf_function value;
} cf_variable_of;

enum { CF_OF_MOST = 4 };
typedef struct {
  bool degrees; /* axes of longitude and latitude */
  int nx, ny, records;
  double x0, x1, y0, y1;        /* first and last number of the axes */
  double every;                 /* s between records */
  const char *units, *calendar; /* of the time; NULL: seconds since 2021-01-01, standard */
  double unit;                  /* s of that unit; 0: 1 */
  bool bounds;                  /* the time has intervals, which end with the next record */
  cf_variable_of variable[CF_OF_MOST];
} cf_content;

static inline void cf_must(int code) {
  if (code)
    fail_msg("netCDF: %s", nc_strerror(code));
}

static inline int cf_define(int file, const char *name, nc_type type, int dimensions,
                            const int *dimension, const char *units) {
  int variable;
  cf_must(nc_def_var(file, name, type, dimensions, dimension, &variable));
  if (units)
    cf_must(nc_put_att_text(file, variable, "units", strlen(units), units));
  return variable;
}

static inline void cf_put_axis(int file, int variable, double first, double last, int count) {
  for (size_t i = 0; i < (size_t)count; i++) {
    const double value = first + (last - first) * (double)i / (count - 1);
    cf_must(nc_put_var1_double(file, variable, &i, &value));
  }
}

static inline void cf_put_records(int file, const cf_content *c, int variable, cf_function value) {
  for (int r = 0; r < c->records; r++)
    for (int j = 0; j < c->ny; j++)
      for (int i = 0; i < c->nx; i++) {
        const size_t at[3] = {(size_t)r, (size_t)j, (size_t)i};
        const double x = c->x0 + (c->x1 - c->x0) * i / (c->nx - 1);
        const double y = c->y0 + (c->y1 - c->y0) * j / (c->ny - 1);
        const double v = value(r * c->every, x, y);
        cf_must(nc_put_var1_double(file, variable, at, &v));
      }
}

static inline void cf_write(const char *path, const cf_content *c) {
  const char *const names[] = {c->degrees ? "longitude" : "x", c->degrees ? "latitude" : "y"};
  const char *const calendar = c->calendar ? c->calendar : "standard";
  int file, dimension[3], pair, axis[3], interval = -1, variable[CF_OF_MOST];
  cf_must(nc_create(path, NC_CLOBBER | NC_64BIT_OFFSET, &file));
  cf_must(nc_def_dim(file, "time", (size_t)c->records, &dimension[0]));
  cf_must(nc_def_dim(file, names[1], (size_t)c->ny, &dimension[1]));
  cf_must(nc_def_dim(file, names[0], (size_t)c->nx, &dimension[2]));
  cf_must(nc_def_dim(file, "pair", 2, &pair));
  axis[0] = cf_define(file, "time", NC_DOUBLE, 1, &dimension[0],
                      c->units ? c->units : "seconds since 2021-01-01 00:00:00");
  cf_must(nc_put_att_text(file, axis[0], "calendar", strlen(calendar), calendar));
  axis[1] =
      cf_define(file, names[1], NC_DOUBLE, 1, &dimension[1], c->degrees ? "degrees_north" : "m");
  axis[2] =
      cf_define(file, names[0], NC_DOUBLE, 1, &dimension[2], c->degrees ? "degrees_east" : "m");
  if (c->bounds) {
    interval = cf_define(file, "time_bounds", NC_DOUBLE, 2, (int[]){dimension[0], pair}, NULL);
    cf_must(nc_put_att_text(file, axis[0], "bounds", 11, "time_bounds"));
  }
  for (int v = 0; v < CF_OF_MOST && c->variable[v].name; v++)
    variable[v] =
        cf_define(file, c->variable[v].name, NC_DOUBLE, 3, dimension, c->variable[v].unit);
  cf_must(nc_enddef(file));
  const double unit = c->unit > 0 ? c->unit : 1;
  for (size_t r = 0; r < (size_t)c->records; r++) {
    const double time = (double)r * c->every / unit, next = ((double)r + 1) * c->every / unit;
    cf_must(nc_put_var1_double(file, axis[0], &r, c->bounds ? &next : &time));
    if (c->bounds) {
      cf_must(nc_put_var1_double(file, interval, (size_t[]){r, 0}, &time));
      cf_must(nc_put_var1_double(file, interval, (size_t[]){r, 1}, &next));
    }
  }
  cf_put_axis(file, axis[1], c->y0, c->y1, c->ny);
  cf_put_axis(file, axis[2], c->x0, c->x1, c->nx);
  for (int v = 0; v < CF_OF_MOST && c->variable[v].name; v++)
    cf_put_records(file, c, variable[v], c->variable[v].value);
  cf_must(nc_close(file));
}

#endif
