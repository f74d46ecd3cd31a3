/* The state of an earlier run as a start. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/terrain.h"
#include "ria/text.h"
#include "start_file.h"
#include "units/units.h"

typedef struct {
  const char *path, *time;
  const ria_grid *grid;
  const ria_start_fields *fields;
  ria_global x0, x1, y0, y1;
} request;

/* The wanted time since the start of the run that wrote the file. */
static ria_status wanted_time(hid_t file, const char *path, const char *text, double *seconds) {
  double start;
  if (!units_like_instant(text))
    return units_read(text, RIA_TIME, seconds).fault == UNITS_FINE
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_CASE,
                          "initial.time: expected an instant such as 2021-03-01T06:00, or a time "
                          "since the start of that run such as '6 h', not '%.60s'",
                          text);
  if (!units_instant(text, seconds))
    return ria_fail(RIA_ERROR_CASE, "initial.time: '%.60s' is no instant", text);
  if (!ria_h5_get_number(file, "start", &start))
    return ria_fail(RIA_ERROR_CASE,
                    "%s has no start time of its run: give initial.time since that "
                    "start, such as '6 h'",
                    path);
  *seconds -= start;
  return RIA_SUCCESS;
}

static ria_status read_times(hid_t file, const char *path, double **times, hsize_t *count) {
  const hsize_t zero = 0;
  hid_t dataset = H5Lexists(file, "time", H5P_DEFAULT) > 0 ? H5Dopen2(file, "time", H5P_DEFAULT)
                                                           : H5I_INVALID_HID;
  hid_t space = dataset < 0 ? H5I_INVALID_HID : H5Dget_space(dataset);
  ria_status status = RIA_SUCCESS;
  *times = NULL;
  *count = 0;
  if (space < 0 || H5Sget_simple_extent_ndims(space) != 1 ||
      H5Sget_simple_extent_dims(space, count, NULL) < 0 || !*count)
    status = ria_fail(RIA_ERROR_FORMAT, "%s has no records, which a history has", path);
  else if (!(*times = malloc(*count * sizeof **times)))
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the times of %s", path);
  else
    status = raster_hdf5_box(dataset, path, 1, &zero, count, *times);
  ria_h5_close(space);
  ria_h5_close(dataset);
  return status;
}

static ria_status pick(const char *path, const char *text, double wanted, const double *times,
                       hsize_t count, hsize_t *record) {
  static const double same_time = 0.5; /* s */
  for (hsize_t i = 0; i < count; i++)
    if (fabs(times[i] - wanted) < fabs(times[*record] - wanted))
      *record = i;
  if (fabs(times[*record] - wanted) <= same_time)
    return RIA_SUCCESS;
  ria_text near = {0}, first = {0}, last = {0};
  units_write(&near, RIA_TIME, times[*record]);
  units_write(&first, RIA_TIME, times[0]);
  units_write(&last, RIA_TIME, times[count - 1]);
  const ria_status status =
      ria_fail(RIA_ERROR_CASE,
               "%s has no record at '%.60s' (initial.time): the nearest is %s after the start of "
               "that run; it has %llu records from %s to %s",
               path, text, near.data, (unsigned long long)count, first.data, last.data);
  ria_text_destroy(&near);
  ria_text_destroy(&first);
  ria_text_destroy(&last);
  return status;
}

ria_status terrain_start_file_record(hid_t file, const char *path, const char *time,
                                     hsize_t *record, double *seconds) {
  double *times = NULL, wanted = 0;
  hsize_t count;
  ria_status status = read_times(file, path, &times, &count);
  if (status == RIA_SUCCESS) {
    *record = count - 1;
    status = time ? wanted_time(file, path, time, &wanted) : RIA_SUCCESS;
    if (status == RIA_SUCCESS && time)
      status = pick(path, time, wanted, times, count, record);
    *seconds = times[*record];
  }
  free(times);
  return status;
}

/* A field as [ny][nx], or as a record of [times][ny][nx]; NULL: the last one. */
static ria_status read_field(hid_t dataset, const char *name, const request *r,
                             const hsize_t *record, double *values) {
  hsize_t size[3] = {0, 0, 0};
  hid_t space = H5Dget_space(dataset);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 2 || rank == 3)
    H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  if ((rank != 2 && rank != 3) || (rank == 3 && size[0] <= (record ? *record : 0)))
    return ria_fail(RIA_ERROR_FORMAT, "%s: %s is not a field of a grid", r->path, name);
  const hsize_t *cells = size + rank - 2;
  if ((ria_global)cells[0] != r->grid->cells[1] || (ria_global)cells[1] != r->grid->cells[0])
    return ria_fail(RIA_ERROR_MISMATCH, "%s: %s is not of the grid of the case", r->path, name);
  const hsize_t at = record ? *record : size[0] - 1;
  hsize_t start[3] = {rank == 3 ? at : 0, 0, 0}, count[3] = {1, 0, 0};
  start[rank - 2] = (hsize_t)r->y0;
  start[rank - 1] = (hsize_t)r->x0;
  count[rank - 2] = (hsize_t)(r->y1 - r->y0);
  count[rank - 1] = (hsize_t)(r->x1 - r->x0);
  return raster_hdf5_box(dataset, r->path, rank, start, count, values);
}

static ria_status read_fields(hid_t file, const request *r, double *const *values) {
  const char *folder = H5Lexists(file, "fields", H5P_DEFAULT) > 0 ? "fields/" : "";
  hsize_t record = 0;
  double seconds;
  if (r->time && !*folder)
    RIA_TRY(terrain_start_file_record(file, r->path, r->time, &record, &seconds));
  for (int f = 0; f < r->fields->count; f++) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", folder, r->fields->name[f]);
    if (H5Lexists(file, name, H5P_DEFAULT) <= 0) {
      if (f < r->fields->required)
        return ria_fail(RIA_ERROR_FORMAT,
                        "%s holds no %s: give a checkpoint or a history file of ria", r->path,
                        name);
      memset(values[f], 0, (size_t)(r->x1 - r->x0) * (size_t)(r->y1 - r->y0) * sizeof *values[f]);
      continue;
    }
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (dataset < 0)
      return ria_fail(RIA_ERROR_FORMAT, "%s: %s is not a field of a grid", r->path, name);
    ria_status status = read_field(dataset, name, r, r->time ? &record : NULL, values[f]);
    H5Dclose(dataset);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

ria_status terrain_start_file_open(const char *path, hid_t *file) {
  static raster_hdf5_stamp verified;
  return raster_hdf5_open_again(path, &verified, file);
}

ria_status ria_start_file_read(const char *path, const char *time, const ria_grid *grid,
                               const ria_start_fields *fields, ria_global x0, ria_global x1,
                               ria_global y0, ria_global y1, double *const *values) {
  /* Lock HDF5: several threads fill tiles, but Debian's HDF5 for MPI is not thread-safe. */
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  request r = {path, time, grid, fields, x0, x1, y0, y1};
  raster_hdf5_quiet quiet;
  hid_t file = -1;
  pthread_mutex_lock(&one_at_a_time);
  raster_hdf5_begin(&quiet);
  ria_status status = terrain_start_file_open(path, &file);
  if (status == RIA_SUCCESS) {
    status = read_fields(file, &r, values);
    H5Fclose(file);
  }
  raster_hdf5_end(&quiet);
  pthread_mutex_unlock(&one_at_a_time);
  return status;
}
