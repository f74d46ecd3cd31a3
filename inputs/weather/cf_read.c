/* Records of a CF file; a background thread reads the next one. */
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cf.h"
#include "ria/text.h"
#include "units/units.h"

static const double none_of_netcdf = 9.9e36; /* netCDF's default fill value for unwritten data */

static int lesser(int a, int b) {
  return a < b ? a : b;
}

static void convert(const cf_variable *v, double *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool missing = !(fabs(values[i]) < none_of_netcdf);
    for (int m = 0; m < v->missing; m++)
      missing |= values[i] == v->missing_value[m];
    values[i] = missing ? NAN : fma(values[i], v->scale, v->offset);
  }
}

/* Read `count` columns of the file, from `column`, to entry `to` of each row. The result is [y][x]
 * for any order of the file's axes. */
static int read_columns(const ria_cf_file *f, const cf_variable *v, int record, int column,
                        int count, int to, double *values) {
  size_t from[CF_DIMENSIONS] = {0}, counts[CF_DIMENSIONS];
  ptrdiff_t map[CF_DIMENSIONS];
  for (int i = 0; i < v->dimensions; i++) {
    const int role = v->role[i];
    from[i] = role == CF_TIME ? (size_t)record
              : role == CF_X  ? (size_t)column
              : role == CF_Y  ? (size_t)f->axis[CF_Y].first
                              : 0;
    counts[i] = role == CF_X ? (size_t)count : role == CF_Y ? (size_t)f->axis[CF_Y].used : 1;
    map[i] = role == CF_X ? 1 : role == CF_Y ? f->axis[CF_X].used : 1;
  }
  return nc_get_varm_double(f->file, v->number, from, counts, NULL, map, values + to);
}

/* Read a window that wraps around the globe in parts. */
static int read_variable(const ria_cf_file *f, const cf_variable *v, int record, double *values) {
  const cf_axis *x = &f->axis[CF_X];
  for (int done = 0; done < x->used;) {
    const int column = (x->first + done + x->count) % x->count;
    const int count = lesser(x->used - done, x->count - column);
    const int code = read_columns(f, v, record, column, count, done, values);
    if (code)
      return code;
    done += count;
  }
  return NC_NOERR;
}

static void read_record(ria_cf_file *f) {
  const size_t count = (size_t)f->axis[CF_X].used * (size_t)f->axis[CF_Y].used;
  f->status = RIA_SUCCESS;
  for (int i = 0; i < f->variables && f->status == RIA_SUCCESS; i++) {
    const cf_variable *v = &f->variable[i];
    double *values = f->values + (size_t)i * count;
    cf_lock();
    const int code = read_variable(f, v, f->first + f->record, values);
    cf_unlock();
    if (code) {
      f->status = RIA_ERROR_IO;
      snprintf(f->detail, sizeof f->detail, "%s: cannot read record %d of '%s': %s", f->path,
               f->first + f->record + 1, v->name, nc_strerror(code));
    } else {
      convert(v, values, count);
    }
  }
}

static void *read_ahead(void *file) {
  read_record(file);
  return NULL;
}

static void wait_for(ria_cf_file *f) {
  if (f->reading)
    pthread_join(f->thread, NULL);
  f->reading = false;
}

void ria_cf_expect(ria_cf_file *f, int record) {
  wait_for(f);
  f->record = -1;
  if (record < 0 || record >= f->records)
    return;
  f->record = record;
  f->reading = !pthread_create(&f->thread, NULL, read_ahead, f);
  if (!f->reading)
    f->record = -1;
}

ria_status ria_cf_read(ria_cf_file *f, int record) {
  wait_for(f);
  if (f->record != record) {
    f->record = record;
    read_record(f);
  }
  const ria_status status = f->status;
  if (status != RIA_SUCCESS)
    f->record = -1;
  return status == RIA_SUCCESS ? status : ria_fail(status, "%s", f->detail);
}

void ria_cf_close(ria_cf_file *f) {
  if (!f)
    return;
  wait_for(f);
  cf_lock();
  if (f->file >= 0)
    nc_close(f->file);
  cf_unlock();
  for (int a = 0; a < CF_PLANE; a++) {
    free(f->axis[a].value);
    free(f->axis[a].window);
  }
  free(f->path);
  free(f->time);
  free(f->lattice.node);
  free(f->values);
  free(f);
}

int ria_cf_records(const ria_cf_file *f) {
  return f->records;
}

double ria_cf_time(const ria_cf_file *f, int record) {
  return f->time[f->first + record];
}

double ria_cf_largest(const ria_cf_file *f, int variable) {
  const size_t count = (size_t)f->axis[CF_X].used * (size_t)f->axis[CF_Y].used;
  double largest = 0;
  for (size_t i = 0; i < count; i++)
    largest = fmax(largest, f->values[(size_t)variable * count + i]);
  return largest;
}

ria_status ria_cf_missing(const ria_cf_file *f, int variable, double x, double y) {
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: '%s' has no value around (%.10g, %.10g) in its record %d; expected one "
                  "wherever the grid is: `cdo setmisstoc` or `cdo fillmiss` fills holes",
                  f->path, f->variable[variable].name, x, y, f->first + f->record + 1);
}
