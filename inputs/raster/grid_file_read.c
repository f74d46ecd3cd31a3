#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hdf5_read.h"
#include "window.h"
#include "ria/raster.h"

/* Newest layout that this version reads. */
enum { GRID_FILE_VERSION = 1 };

static bool says_grid_file(hid_t file) {
  char *format = ria_hdf5_text(file, "format");
  bool is = format && !strcmp(format, "ria grid");
  free(format);
  return is;
}

static bool begins_as_hdf5(const char *path) {
  static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  unsigned char start[sizeof signature];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool is = pread(file, start, sizeof start, 0) == (ssize_t)sizeof start &&
            !memcmp(start, signature, sizeof start);
  close(file);
  return is;
}

/* A damaged one counts: what reads other rasters must not try its luck with it. */
bool ria_grid_file_is(const char *path) {
  ria_hdf5_quiet quiet;
  hid_t file;
  if (!begins_as_hdf5(path))
    return false;
  ria_hdf5_begin(&quiet);
  ria_status status = ria_hdf5_open(path, &file);
  bool is = status == RIA_ERROR_CORRUPT;
  if (status == RIA_SUCCESS) {
    is = says_grid_file(file);
    H5Fclose(file);
  }
  ria_hdf5_end(&quiet);
  return is;
}

static ria_status read_frame(hid_t file, hid_t bed, const char *path, ria_raster *frame) {
  double version = 0;
  hsize_t size[2] = {0, 0};
  *frame = (ria_raster){0};
  if (!ria_hdf5_number(file, "version", &version) || version != GRID_FILE_VERSION)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s is a grid file of version %g, this ria reads version %d: import it again",
                    path, version, GRID_FILE_VERSION);
  hid_t space = H5Dget_space(bed);
  if (H5Sget_simple_extent_ndims(space) == 2)
    H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  frame->ny = (ria_global)size[0];
  frame->nx = (ria_global)size[1];
  if (frame->nx < 1 || frame->ny < 1 || !ria_hdf5_number(file, "x0", &frame->x0) ||
      !ria_hdf5_number(file, "y0", &frame->y0) || !ria_hdf5_number(file, "dx", &frame->dx) ||
      !ria_hdf5_number(file, "dy", &frame->dy) || !(frame->dx > 0) || !(frame->dy > 0))
    return ria_fail(RIA_ERROR_CORRUPT, "%s does not say its place and size: import it again", path);
  return RIA_SUCCESS;
}

static ria_status read_bed(hid_t file, hid_t bed, const char *path, const ria_extent *extent,
                           ria_raster *raster) {
  ria_raster frame;
  ria_window window;
  RIA_TRY(read_frame(file, bed, path, &frame));
  RIA_TRY(ria_frame_check(&frame, path));
  RIA_TRY(ria_window_of(&frame, extent, path, &window));
  ria_raster part = ria_window_frame(&frame, &window);
  hsize_t start[2] = {(hsize_t)window.y0, (hsize_t)window.x0};
  hsize_t count[2] = {(hsize_t)part.ny, (hsize_t)part.nx};
  part.values = malloc((size_t)part.nx * (size_t)part.ny * sizeof *part.values);
  if (!part.values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the %lld x %lld cells of %s",
                    (long long)part.nx, (long long)part.ny, path);
  ria_status status = ria_hdf5_box(bed, path, 2, start, count, part.values);
  if (status != RIA_SUCCESS) {
    ria_raster_destroy(&part);
    return status;
  }
  part.crs = ria_hdf5_text(file, "crs");
  *raster = part;
  return RIA_SUCCESS;
}

static ria_status read_open(hid_t file, const char *path, const ria_extent *window,
                            ria_raster *raster) {
  if (!says_grid_file(file))
    return ria_fail(RIA_ERROR_FORMAT, "%s is no grid file of ria: make one with `ria import`",
                    path);
  hid_t bed = H5Dopen2(file, "bed", H5P_DEFAULT);
  if (bed < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "%s holds no bed: import it again", path);
  ria_status status = read_bed(file, bed, path, window, raster);
  H5Dclose(bed);
  return status;
}

ria_status ria_grid_file_read(const char *path, const ria_extent *window, ria_raster *raster) {
  ria_hdf5_quiet quiet;
  hid_t file = -1;
  ria_hdf5_begin(&quiet);
  ria_status status = ria_hdf5_open(path, &file);
  if (status == RIA_SUCCESS) {
    status = read_open(file, path, window, raster);
    H5Fclose(file);
  }
  ria_hdf5_end(&quiet);
  return status;
}
