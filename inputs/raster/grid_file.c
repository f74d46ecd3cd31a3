/* Grid files: HDF5 in the layout of netCDF-4. */
#include <errno.h>
#include <fcntl.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "crs.h"
#include "hdf5_read.h"
#include "ria/durable.h"
#include "ria/raster.h"
#include "ria/seal.h"
#include "window.h"

/* ---- read ---- */

/* The newest layout that this version reads. */
enum { GRID_FILE_VERSION = 1 };

static bool says_grid_file(hid_t file) {
  char *format = ria_h5_get_text(file, "format");
  bool is = format && !strcmp(format, "ria grid");
  free(format);
  return is;
}

/* A damaged grid file also counts as a grid file, so that other readers do not try it. */
bool ria_grid_file_is(const char *path) {
  raster_hdf5_quiet quiet;
  hid_t file;
  if (!raster_hdf5_begins(path))
    return false;
  raster_hdf5_begin(&quiet);
  ria_status status = raster_hdf5_open(path, &file);
  bool is = status == RIA_ERROR_CORRUPT;
  if (status == RIA_SUCCESS) {
    is = says_grid_file(file);
    H5Fclose(file);
  }
  raster_hdf5_end(&quiet);
  return is;
}

static ria_status read_frame(hid_t file, hid_t bed, const char *path, ria_raster *frame) {
  double version = 0;
  hsize_t size[2] = {0, 0};
  *frame = (ria_raster){0};
  if (!ria_h5_get_number(file, "version", &version) || version != GRID_FILE_VERSION)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s is a grid file of version %g, this ria reads version %d: import it again",
                    path, version, GRID_FILE_VERSION);
  hid_t space = H5Dget_space(bed);
  if (H5Sget_simple_extent_ndims(space) == 2)
    H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  frame->ny = (ria_global)size[0];
  frame->nx = (ria_global)size[1];
  if (frame->nx < 1 || frame->ny < 1 || !ria_h5_get_number(file, "x0", &frame->x0) ||
      !ria_h5_get_number(file, "y0", &frame->y0) || !ria_h5_get_number(file, "dx", &frame->dx) ||
      !ria_h5_get_number(file, "dy", &frame->dy) || !(frame->dx > 0) || !(frame->dy > 0))
    return ria_fail(RIA_ERROR_CORRUPT, "%s does not say its place and size: import it again", path);
  return RIA_SUCCESS;
}

static ria_status read_bed(hid_t file, hid_t bed, const char *path, const ria_extent *extent,
                           ria_raster *raster) {
  ria_raster frame;
  raster_window window;
  RIA_TRY(read_frame(file, bed, path, &frame));
  RIA_TRY(raster_frame_check(&frame, path));
  RIA_TRY(raster_window_of(&frame, extent, path, &window));
  ria_raster part = raster_window_frame(&frame, &window);
  hsize_t start[2] = {(hsize_t)window.y0, (hsize_t)window.x0};
  hsize_t count[2] = {(hsize_t)part.ny, (hsize_t)part.nx};
  part.values = malloc((size_t)part.nx * (size_t)part.ny * sizeof *part.values);
  if (!part.values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the %lld x %lld cells of %s",
                    (long long)part.nx, (long long)part.ny, path);
  ria_status status = raster_hdf5_box(bed, path, 2, start, count, part.values);
  if (status != RIA_SUCCESS) {
    ria_raster_destroy(&part);
    return status;
  }
  part.crs = ria_h5_get_text(file, "crs");
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
  raster_hdf5_quiet quiet;
  hid_t file = -1;
  raster_hdf5_begin(&quiet);
  ria_status status = raster_hdf5_open(path, &file);
  if (status == RIA_SUCCESS) {
    status = read_open(file, path, window, raster);
    H5Fclose(file);
  }
  raster_hdf5_end(&quiet);
  return status;
}

/* ---- write ---- */

/* Cells along a side of a chunk, small so that reading a window is cheap. */
enum { CHUNK = 256, DEFLATE_LEVEL = 6 };

/* Bytes by which the file's image grows. */
enum { IMAGE_STEP = 1 << 20 };

/* A file being written. It keeps the first failure; later calls then do nothing. */
typedef struct {
  hid_t file;
  bool failed;
  char why[200];
} writer;

static void check(writer *w, int64_t result) {
  if (result >= 0 || w->failed)
    return;
  w->failed = true;
  snprintf(w->why, sizeof w->why, "%s", ria_h5_reason());
}

static void put_text(writer *w, hid_t object, const char *name, const char *text) {
  if (text)
    check(w, H5LTset_attribute_string(object, ".", name, text));
}

static void put_number(writer *w, const char *name, double value) {
  check(w, H5LTset_attribute_double(w->file, "/", name, &value, 1));
}

static void put_identity(writer *w, const ria_raster *raster, const ria_grid_note *note) {
  int version = 1;
  put_text(w, w->file, "format", "ria grid");
  check(w, H5LTset_attribute_int(w->file, "/", "version", &version, 1));
  put_text(w, w->file, "Conventions", "CF-1.8");
  put_text(w, w->file, "title", note->title);
  put_text(w, w->file, "source", note->source);
  put_text(w, w->file, "history", note->history);
  put_text(w, w->file, "crs", raster->crs);
  put_number(w, "x0", raster->x0);
  put_number(w, "y0", raster->y0);
  put_number(w, "dx", raster->dx);
  put_number(w, "dy", raster->dy);
}

/* Write a coordinate variable that is a dimension scale; the caller closes it. */
static hid_t put_scale(writer *w, const char *name, const char *standard_name, hsize_t n,
                       double origin, double size) {
  hid_t space = H5Screate_simple(1, &n, NULL);
  hid_t scale =
      H5Dcreate2(w->file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  double *centre = malloc(n * sizeof *centre);
  check(w, scale);
  if (centre) {
    for (hsize_t i = 0; i < n; i++)
      centre[i] = origin + ((double)i + 0.5) * size;
    check(w, H5Dwrite(scale, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, centre));
  } else
    check(w, -1);
  free(centre);
  H5Sclose(space);
  check(w, H5DSset_scale(scale, name));
  put_text(w, scale, "units", "m");
  put_text(w, scale, "standard_name", standard_name);
  put_text(w, scale, "axis", name[0] == 'x' ? "X" : "Y");
  return scale;
}

/* The grid mapping variable of the CF conventions, which QGIS reads too. */
static void put_crs(writer *w, const ria_raster *raster) {
  ria_crs_mapping mapping;
  check(w, ria_crs_map(raster->crs, &mapping) == RIA_SUCCESS ? 0 : -1);
  if (!mapping.attributes)
    return;
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t variable =
      H5Dcreate2(w->file, "crs", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  check(w, variable);
  check(w, ria_h5_put_attributes(variable, mapping.attributes, mapping.attribute));
  H5Dclose(variable);
  H5Sclose(space);
  ria_crs_mapping_destroy(&mapping);
}

static hid_t chunked(writer *w, hsize_t ny, hsize_t nx) {
  hsize_t chunk[2] = {ny < CHUNK ? ny : CHUNK, nx < CHUNK ? nx : CHUNK};
  hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  check(w, H5Pset_chunk(layout, 2, chunk));
  check(w, H5Pset_shuffle(layout));
  check(w, H5Pset_deflate(layout, DEFLATE_LEVEL));
  check(w, H5Pset_fletcher32(layout));
  return layout;
}

static void put_bed(writer *w, const ria_raster *raster, hid_t y, hid_t x) {
  hsize_t size[2] = {(hsize_t)raster->ny, (hsize_t)raster->nx};
  hid_t space = H5Screate_simple(2, size, NULL), layout = chunked(w, size[0], size[1]);
  hid_t bed = H5Dcreate2(w->file, "bed", H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  check(w, bed);
  check(w, H5Dwrite(bed, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, raster->values));
  check(w, H5DSattach_scale(bed, y, 0));
  check(w, H5DSattach_scale(bed, x, 1));
  put_text(w, bed, "units", "m");
  put_text(w, bed, "long_name", "bed elevation above the reference level");
  put_text(w, bed, "positive", "up");
  if (raster->crs)
    put_text(w, bed, "grid_mapping", "crs");
  H5Dclose(bed);
  H5Pclose(layout);
  H5Sclose(space);
}

static void put_all(writer *w, const ria_raster *raster, const ria_grid_note *note) {
  put_identity(w, raster, note);
  hid_t y =
      put_scale(w, "y", "projection_y_coordinate", (hsize_t)raster->ny, raster->y0, raster->dy);
  hid_t x =
      put_scale(w, "x", "projection_x_coordinate", (hsize_t)raster->nx, raster->x0, raster->dx);
  put_crs(w, raster);
  put_bed(w, raster, y, x);
  H5Dclose(x);
  H5Dclose(y);
  check(w, H5Fflush(w->file, H5F_SCOPE_GLOBAL));
}

/* The file is built in memory and written by ria, because HDF5 1.10 crashes at exit after a failed
 * write. The file stores the creation order, in which netCDF-4 then lists variables. */
static void create_file(writer *w, const char *name) {
  hid_t options = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  check(w, H5Pset_link_creation_order(options, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(w, H5Pset_fapl_core(access, IMAGE_STEP, false));
  w->file = H5Fcreate(name, H5F_ACC_TRUNC, options, access);
  check(w, w->file);
  H5Pclose(access);
  H5Pclose(options);
}

/* Chunks of the bed have their own checksums. */
static ria_byte_range *list_chunks(writer *w, size_t *count) {
  hsize_t chunks = 0;
  hid_t bed = H5Dopen2(w->file, "bed", H5P_DEFAULT), space = H5Dget_space(bed);
  check(w, H5Dget_num_chunks(bed, space, &chunks));
  ria_byte_range *list = calloc((size_t)chunks + 1, sizeof *list);
  for (hsize_t c = 0; list && !w->failed && c < chunks; c++) {
    hsize_t offset[2], size = 0;
    unsigned mask = 0;
    haddr_t address = 0;
    check(w, H5Dget_chunk_info(bed, space, c, offset, &mask, &address, &size));
    list[c] = (ria_byte_range){address, size};
  }
  H5Sclose(space);
  H5Dclose(bed);
  *count = (size_t)chunks;
  return list;
}

/* The file with its seal. */
typedef struct {
  char *bytes;
  size_t size;
} image;

/* Append the seal; false: no memory. */
static bool add_seal(image *m, ria_byte_range *chunk, size_t chunks) {
  ria_seal_part *part;
  size_t parts;
  if (ria_seal_gaps(chunk, chunks, m->size, &part, &parts) != RIA_SUCCESS)
    return false;
  for (size_t i = 0; i < parts; i++)
    part[i].crc = ria_crc(0, m->bytes + part[i].offset, (size_t)part[i].size);
  void *seal = ria_seal_make(part, parts, m->size);
  char *grown = seal ? realloc(m->bytes, m->size + ria_seal_size(parts)) : NULL;
  if (grown) {
    memcpy(grown + m->size, seal, ria_seal_size(parts));
    m->bytes = grown;
    m->size += ria_seal_size(parts);
  }
  free(seal);
  free(part);
  return grown != NULL;
}

static bool take_image(writer *w, image *m) {
  size_t chunks = 0;
  ria_byte_range *chunk = w->failed ? NULL : list_chunks(w, &chunks);
  ssize_t bytes = w->failed ? -1 : H5Fget_file_image(w->file, NULL, 0);
  check(w, bytes);
  m->bytes = bytes > 0 ? malloc((size_t)bytes) : NULL;
  m->size = (size_t)bytes;
  bool good = chunk && m->bytes;
  if (good)
    check(w, H5Fget_file_image(w->file, m->bytes, m->size));
  good = good && !w->failed && add_seal(m, chunk, chunks);
  free(chunk);
  return good;
}

static ria_status make_image(const char *path, const ria_raster *raster, const ria_grid_note *note,
                             image *m) {
  raster_hdf5_quiet quiet;
  writer w = {.failed = false};
  *m = (image){0};
  raster_hdf5_begin(&quiet);
  create_file(&w, path);
  if (!w.failed)
    put_all(&w, raster, note);
  bool good = take_image(&w, m);
  if (w.file >= 0)
    H5Fclose(w.file);
  raster_hdf5_end(&quiet);
  if (good && !w.failed)
    return RIA_SUCCESS;
  free(m->bytes);
  return ria_fail(RIA_ERROR_IO, "cannot make the grid file %s: %s", path,
                  w.failed ? w.why : "no memory");
}

static ria_status write_new(const char *partial, const image *m) {
  int file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  ria_status status = ria_write_at(file, m->bytes, m->size, 0, partial);
  if (close(file) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  return status;
}

/* Flush before renaming, so that the file under this name is always complete. */
static ria_status publish(const char *path, const image *m) {
  char *partial = NULL;
  if (asprintf(&partial, "%s.%ld.partial", path, (long)getpid()) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to write %s", path);
  ria_status status = write_new(partial, m);
  if (status == RIA_SUCCESS)
    status = ria_durable_publish(partial, path);
  if (status != RIA_SUCCESS) {
    status = ria_fail(status, "cannot write %s: %s; check the folder and its free space", path,
                      ria_status_detail());
    unlink(partial);
  }
  free(partial);
  return status;
}

ria_status ria_grid_file_write(const char *path, const ria_raster *raster,
                               const ria_grid_note *note) {
  image m;
  RIA_TRY(make_image(path, raster, note, &m));
  ria_status status = publish(path, &m);
  free(m.bytes);
  return status;
}
