/* The state of an earlier run as a start. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "ria/terrain.h"
#include "start_file.h"

typedef struct {
  const char *path;
  const ria_grid *grid;
  const ria_start_fields *fields;
  ria_global x0, x1, y0, y1;
} request;

/* A field as [ny][nx], or as the last of [times][ny][nx]. */
static ria_status read_field(hid_t dataset, const char *name, const request *r, double *values) {
  hsize_t size[3] = {0, 0, 0};
  hid_t space = H5Dget_space(dataset);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 2 || rank == 3)
    H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  if ((rank != 2 && rank != 3) || (rank == 3 && size[0] == 0))
    return ria_fail(RIA_ERROR_FORMAT, "%s: %s is not a field of a grid", r->path, name);
  const hsize_t *cells = size + rank - 2;
  if ((ria_global)cells[0] != r->grid->cells[1] || (ria_global)cells[1] != r->grid->cells[0])
    return ria_fail(RIA_ERROR_MISMATCH, "%s: %s is not of the grid of the case", r->path, name);
  hsize_t start[3] = {rank == 3 ? size[0] - 1 : 0, 0, 0}, count[3] = {1, 0, 0};
  start[rank - 2] = (hsize_t)r->y0;
  start[rank - 1] = (hsize_t)r->x0;
  count[rank - 2] = (hsize_t)(r->y1 - r->y0);
  count[rank - 1] = (hsize_t)(r->x1 - r->x0);
  return raster_hdf5_box(dataset, r->path, rank, start, count, values);
}

static ria_status read_fields(hid_t file, const request *r, double *const *values) {
  const char *folder = H5Lexists(file, "fields", H5P_DEFAULT) > 0 ? "fields/" : "";
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
    ria_status status = read_field(dataset, name, r, values[f]);
    H5Dclose(dataset);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

ria_status terrain_start_file_open(const char *path, hid_t *file) {
  static raster_hdf5_stamp verified;
  return raster_hdf5_open_again(path, &verified, file);
}

ria_status ria_start_file_read(const char *path, const ria_grid *grid,
                               const ria_start_fields *fields, ria_global x0, ria_global x1,
                               ria_global y0, ria_global y1, double *const *values) {
  /* Several threads fill tiles, but Debian's HDF5 for MPI is not thread-safe. */
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  request r = {path, grid, fields, x0, x1, y0, y1};
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
