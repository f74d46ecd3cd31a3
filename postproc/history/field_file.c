#include "field_file.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "ria/history.h"
#include "ria/number.h"

enum { PART_CELLS = 1 << 20 };

/* ---- opening ---- */

static const char *type_name(hid_t type) {
  size_t size = H5Tget_size(type);
  if (H5Tget_class(type) == H5T_FLOAT)
    return size == 4 ? "single" : size == 8 ? "double" : "float";
  bool sign = H5Tget_sign(type) != H5T_SGN_NONE;
  switch (size) {
  case 1:
    return sign ? "int8" : "uint8";
  case 2:
    return sign ? "int16" : "uint16";
  case 4:
    return sign ? "int32" : "uint32";
  default:
    return sign ? "int64" : "uint64";
  }
}

static herr_t add_field(ria_field_file *file, hid_t id, const char *name) {
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t type = H5Dget_type(id), space = H5Dget_space(id);
  H5T_class_t class = H5Tget_class(type);
  int rank = H5Sget_simple_extent_dims(space, size, NULL);
  herr_t result = type < 0 || space < 0 || rank < 0 ? -1 : 0;
  if (!result && (class == H5T_FLOAT || class == H5T_INTEGER) && rank <= RIA_FIELD_MAX_RANK) {
    ria_field *grown = realloc(file->field, (size_t)(file->fields + 1) * sizeof *grown);
    errno = grown ? 0 : ENOMEM;
    if (grown) {
      file->field = grown;
      ria_field *f = &grown[file->fields++];
      *f = (ria_field){.name = strdup(name),
                       .unit = ria_h5_get_text(id, "units"),
                       .rank = rank,
                       .type = type_name(type),
                       .cells = H5Sget_simple_extent_npoints(space)};
      for (int d = 0; d < rank; d++)
        f->size[d] = (int64_t)size[d];
    }
    result = errno != ENOMEM ? 0 : -1; /* a unit may be missing, but not because memory ran out */
  }
  ria_h5_close(space);
  ria_h5_close(type);
  return result;
}

/* A checkpoint's records of the run's other files are not fields. */
static bool is_bookkeeping(const ria_field_file *file, const char *name) {
  const char *format = ria_field_file_attribute(file, "format");
  return format && !strcmp(format, "ria checkpoint") && !strncmp(name, "records/", 8);
}

static herr_t visit_object(hid_t root, const char *name, const H5O_info_t *info, void *data) {
  if (info->type != H5O_TYPE_DATASET || is_bookkeeping(data, name))
    return 0;
  hid_t id = H5Dopen2(root, name, H5P_DEFAULT);
  herr_t result = id < 0 ? -1 : add_field(data, id, name);
  ria_h5_close(id);
  return result;
}

static char *number_text(hid_t root, const char *name) {
  hid_t attribute = H5Aopen(root, name, H5P_DEFAULT);
  if (attribute < 0)
    return NULL;
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  H5T_class_t class = H5Tget_class(type);
  char *text = NULL;
  double value;
  long long whole;
  int used = -1;
  if (H5Sget_simple_extent_npoints(space) == 1) {
    if (class == H5T_INTEGER && H5Aread(attribute, H5T_NATIVE_LLONG, &whole) >= 0)
      used = asprintf(&text, "%lld", whole);
    else if (class == H5T_FLOAT && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0)
      used = ria_asprintf(&text, "%.17g", value);
  }
  ria_h5_close(space);
  ria_h5_close(type);
  ria_h5_close(attribute);
  return used < 0 ? NULL : text;
}

static herr_t visit_attribute(hid_t root, const char *name, const H5A_info_t *info, void *data) {
  (void)info;
  ria_field_file *file = data;
  errno = 0;
  char *text = ria_h5_get_text(root, name);
  bool number = !text;
  if (!text && errno != ENOMEM)
    text = number_text(root, name);
  if (!text)
    return errno == ENOMEM ? -1 : 0; /* arrays and other types are not shown */
  ria_file_attribute *grown =
      realloc(file->attribute, (size_t)(file->attributes + 1) * sizeof *grown);
  if (!grown) {
    free(text);
    return -1;
  }
  file->attribute = grown;
  grown[file->attributes++] = (ria_file_attribute){strdup(name), text, number};
  return grown[file->attributes - 1].name ? 0 : -1;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const ria_field *)a)->name, ((const ria_field *)b)->name);
}

static int by_attribute_name(const void *a, const void *b) {
  return strcmp(((const ria_file_attribute *)a)->name, ((const ria_file_attribute *)b)->name);
}

static ria_status take_stock(ria_field_file *file) {
  hid_t id = (hid_t)file->id;
  /* In native order: for any other order HDF5 builds a table, and in a damaged file it frees
   * entries that it never filled. */
  errno = 0;
  if (H5Aiterate2(id, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, visit_attribute, file) < 0 ||
      H5Ovisit2(id, H5_INDEX_NAME, H5_ITER_NATIVE, visit_object, file, H5O_INFO_BASIC) < 0)
    return errno == ENOMEM
               ? ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its contents", file->path)
               : ria_fail(RIA_ERROR_CORRUPT, "%s: its content cannot be listed: %s", file->path,
                          ria_h5_reason());
  if (file->fields)
    qsort(file->field, (size_t)file->fields, sizeof *file->field, by_name);
  if (file->attributes)
    qsort(file->attribute, (size_t)file->attributes, sizeof *file->attribute, by_attribute_name);
  const char *format = ria_field_file_attribute(file, "format");
  const char *complete = ria_field_file_attribute(file, "complete");
  file->kind = strdup(format                                          ? format
                      : ria_field_file_attribute(file, "Conventions") ? "netCDF-4 file"
                                                                      : "HDF5 file");
  if (!file->kind)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory", file->path);
  if (!strcmp(file->kind, "ria checkpoint") && (!complete || strcmp(complete, "1")))
    return ria_fail(RIA_ERROR_CORRUPT, "%s: is a checkpoint that was never completed", file->path);
  return RIA_SUCCESS;
}

ria_status ria_field_file_open(const char *path, ria_field_file *file) {
  *file = (ria_field_file){.path = strdup(path), .id = H5I_INVALID_HID};
  if (!file->path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  hid_t id;
  ria_status status = ria_history_recover(path);
  if (status == RIA_SUCCESS)
    status = file_h5_open(path, &id);
  if (status == RIA_SUCCESS) {
    file->id = id;
    status = take_stock(file);
  }
  if (status != RIA_SUCCESS)
    ria_field_file_close(file);
  return status;
}

void ria_field_file_close(ria_field_file *file) {
  if (file->path)
    ria_h5_close((hid_t)file->id);
  for (int f = 0; f < file->fields; f++) {
    free(file->field[f].name);
    free(file->field[f].unit);
  }
  for (int a = 0; a < file->attributes; a++) {
    free(file->attribute[a].name);
    free(file->attribute[a].text);
  }
  free(file->field);
  free(file->attribute);
  free(file->kind);
  free(file->path);
  *file = (ria_field_file){.id = H5I_INVALID_HID};
}

const ria_field *ria_field_file_find(const ria_field_file *file, const char *name) {
  for (int f = 0; f < file->fields; f++)
    if (!strcmp(file->field[f].name, name))
      return &file->field[f];
  return NULL;
}

const char *ria_field_file_attribute(const ria_field_file *file, const char *name) {
  for (int a = 0; a < file->attributes; a++)
    if (!strcmp(file->attribute[a].name, name))
      return file->attribute[a].text;
  return NULL;
}

/* ---- reading in parts ---- */

ria_status history_field_reader_open(const ria_field_file *file, const ria_field *field,
                                     history_field_reader *reader) {
  *reader = (history_field_reader){.file = file,
                                   .field = field,
                                   .space = H5I_INVALID_HID,
                                   .type = H5I_INVALID_HID,
                                   .slabs = field->rank ? field->size[0] : 1,
                                   .id = H5Dopen2((hid_t)file->id, field->name, H5P_DEFAULT)};
  reader->slab_cells = reader->slabs ? field->cells / reader->slabs : 0;
  if (!reader->slab_cells) /* a damaged file: its number of cells overflows */
    reader->slabs = 0;
  reader->step = reader->slab_cells ? PART_CELLS / reader->slab_cells : 1;
  reader->step = reader->step < 1 ? 1 : reader->step;
  if (reader->id >= 0) {
    hid_t type = H5Dget_type(reader->id);
    reader->space = H5Dget_space(reader->id);
    reader->type = H5Tget_native_type(type, H5T_DIR_DEFAULT);
    ria_h5_close(type);
  }
  if (reader->space < 0 || reader->type < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", file->path, field->name,
                    ria_h5_reason());
  return RIA_SUCCESS;
}

int64_t history_field_reader_room(const history_field_reader *reader) {
  return (reader->step < reader->slabs ? reader->step : reader->slabs) * reader->slab_cells;
}

ria_status history_field_reader_read(const history_field_reader *reader, int64_t first,
                                     void *values, int64_t *cells) {
  int64_t count = reader->slabs - first < reader->step ? reader->slabs - first : reader->step;
  *cells = count > 0 ? count * reader->slab_cells : 0;
  if (!*cells)
    return RIA_SUCCESS;
  hsize_t at[RIA_FIELD_MAX_RANK] = {(hsize_t)first}, size[RIA_FIELD_MAX_RANK];
  hsize_t total = (hsize_t)*cells;
  herr_t result = 0;
  if (reader->field->rank) {
    for (int d = 0; d < reader->field->rank; d++)
      size[d] = (hsize_t)(d ? reader->field->size[d] : count);
    result = H5Sselect_hyperslab(reader->space, H5S_SELECT_SET, at, NULL, size, NULL);
  }
  hid_t memory = H5Screate_simple(1, &total, NULL);
  if (result >= 0)
    result = H5Dread(reader->id, reader->type, memory, reader->space, H5P_DEFAULT, values);
  const char *why = ria_h5_reason();
  ria_h5_close(memory);
  if (result < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", reader->file->path,
                    reader->field->name, why);
  return RIA_SUCCESS;
}

ria_status history_field_reader_convert(const history_field_reader *reader, int64_t cells,
                                        void *values) {
  if (H5Tconvert(reader->type, H5T_NATIVE_DOUBLE, (size_t)cells, values, NULL, H5P_DEFAULT) < 0)
    return ria_fail(RIA_ERROR_INTERNAL, "%s: %s cannot be turned into doubles", reader->file->path,
                    reader->field->name);
  return RIA_SUCCESS;
}

void history_field_reader_close(history_field_reader *reader) {
  ria_h5_close(reader->type);
  ria_h5_close(reader->space);
  ria_h5_close(reader->id);
}

/* ---- statistics ---- */

static void gather(const double *values, int64_t cells, ria_field_statistics *s, double *sum,
                   int64_t *count) {
  for (int64_t c = 0; c < cells; c++) {
    double value = values[c];
    if (isnan(value)) {
      s->missing++;
      continue;
    }
    if (!*count || value < s->min)
      s->min = value;
    if (!*count || value > s->max)
      s->max = value;
    *sum += value;
    ++*count;
  }
}

static ria_status read_statistics(const history_field_reader *reader, ria_field_statistics *s) {
  double *values = malloc((size_t)history_field_reader_room(reader) * sizeof *values + 1);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for %s", reader->file->path,
                    reader->field->name);
  ria_status status = RIA_SUCCESS;
  double sum = 0;
  int64_t count = 0;
  for (int64_t first = 0; first < reader->slabs && status == RIA_SUCCESS; first += reader->step) {
    int64_t cells;
    status = history_field_reader_read(reader, first, values, &cells);
    if (status == RIA_SUCCESS)
      status = history_field_reader_convert(reader, cells, values);
    if (status == RIA_SUCCESS)
      gather(values, cells, s, &sum, &count);
  }
  if (count)
    s->mean = sum / (double)count;
  free(values);
  return status;
}

ria_status ria_field_statistics_read(const ria_field_file *file, const ria_field *field,
                                     ria_field_statistics *statistics) {
  *statistics = (ria_field_statistics){.min = NAN, .max = NAN, .mean = NAN};
  history_field_reader reader;
  ria_status status = history_field_reader_open(file, field, &reader);
  if (status == RIA_SUCCESS)
    status = read_statistics(&reader, statistics);
  history_field_reader_close(&reader);
  return status;
}
