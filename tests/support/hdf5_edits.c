#include "hdf5_edits.h"
#include <fcntl.h>
#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINES = 16, MOST_VALUES = 4096, LINE = 512, CHUNK = 64 };

/* HDF5's own count of ids of a kind: H5Inmembers() refuses to count those that HDF5 gives. */
int64_t H5I_nmembers(H5I_type_t kind) __attribute__((weak));

long hdf5_open_ids(void) {
  static const H5I_type_t others[] = {H5I_DATASPACE, H5I_GENPROP_LST, H5I_ERROR_STACK};
  long open = (long)H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL);
  for (size_t k = 0; H5I_nmembers && k < sizeof others / sizeof *others; k++)
    open += (long)H5I_nmembers(others[k]);
  return open;
}

static char *word(char **rest) {
  *rest += strspn(*rest, " ");
  char *start = **rest ? strsep(rest, " ") : NULL;
  static char nothing[] = "";
  if (!*rest)
    *rest = nothing;
  return start ? start : nothing;
}

static hid_t text_type(size_t size) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  return type;
}

static hid_t type_of(const char *name) {
  int one = 1;
  hid_t type;
  switch (*name) {
  case 'i':
    return H5Tcopy(name[1] == '1'   ? H5T_NATIVE_INT8
                   : name[1] == '4' ? H5T_NATIVE_INT32
                                    : H5T_NATIVE_INT64);
  case 'u':
    return H5Tcopy(H5T_NATIVE_UINT8);
  case 's': {
    long size = strtol(name + 1, NULL, 10);
    return text_type(size < 1 ? 1 : size > LINE ? LINE : (size_t)size);
  }
  case 'v':
    return text_type(H5T_VARIABLE);
  case 'c':
    type = H5Tcreate(H5T_COMPOUND, 8);
    H5Tinsert(type, "a", 0, H5T_NATIVE_INT32);
    H5Tinsert(type, "b", 4, H5T_NATIVE_FLOAT);
    return type;
  case 'e':
    type = H5Tenum_create(H5T_NATIVE_INT32);
    H5Tenum_insert(type, "one", &one);
    return type;
  case 'o':
    return H5Tcreate(H5T_OPAQUE, 3);
  case 'r':
    return H5Tcopy(H5T_STD_REF_OBJ);
  default:
    return H5Tcopy(name[0] == 'f' && name[1] == '4' ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE);
  }
}

static int dimensions_of(const char *shape, hsize_t size[4]) {
  int rank = 0;
  while (*shape && rank < 4) {
    char *end;
    unsigned long long n = strtoull(shape, &end, 10);
    if (end == shape)
      break;
    size[rank++] = n;
    shape = *end == 'x' ? end + 1 : "";
  }
  return rank;
}

static hid_t space_of(const char *shape, hsize_t size[4], int *rank) {
  *rank = 0;
  if (*shape == '-' || !*shape)
    return H5Screate(H5S_SCALAR);
  if (!strcmp(shape, "0"))
    return H5Screate(H5S_NULL);
  *rank = dimensions_of(shape, size);
  return *rank ? H5Screate_simple(*rank, size, NULL) : -1;
}

/* Values in the layout of memory for a type; NULL for a type without numbers. */
static void *values_of(hid_t type, hsize_t count, char *rest) {
  static char *texts[MOST_VALUES];
  size_t size = H5Tget_size(type);
  H5T_class_t class = H5Tget_class(type);
  for (char *c = rest; *c; c++)
    if (*c == '|')
      *c = '\n';
  if (class == H5T_STRING && H5Tis_variable_str(type) > 0) {
    for (hsize_t i = 0; i < count; i++)
      texts[i] = rest;
    return texts;
  }
  static char buffer[MOST_VALUES * (LINE + 16)];
  memset(buffer, 0, size * (size_t)count + 16);
  if (class == H5T_STRING) {
    for (hsize_t i = 0; i < count; i++)
      strncpy(buffer + i * size, rest, size);
    return buffer;
  }
  if (class != H5T_FLOAT && class != H5T_INTEGER)
    return buffer;
  double number[64];
  int numbers = 0;
  while (numbers < 64) {
    char *end;
    number[numbers] = strtod(rest, &end);
    if (end == rest)
      break;
    numbers++;
    rest = end;
  }
  double *into = (double *)(void *)buffer;
  for (hsize_t i = 0; numbers && i < count; i++)
    into[i] = number[i % (hsize_t)numbers];
  if (H5Tconvert(H5T_NATIVE_DOUBLE, type, (size_t)count, buffer, NULL, H5P_DEFAULT) < 0)
    return NULL;
  return buffer;
}

/* As many as a space has; NULL for none, too many, or a type without numbers. */
static void *values_for(hid_t type, hid_t space, char *rest) {
  hssize_t count = H5Sget_simple_extent_npoints(space);
  return count > 0 && count <= MOST_VALUES ? values_of(type, (hsize_t)count, rest) : NULL;
}

static void put_attribute(hid_t file, char *rest) {
  const char *object = word(&rest), *name = word(&rest), *kind = word(&rest), *shape = word(&rest);
  hsize_t size[4];
  int rank;
  hid_t at = H5Oopen(file, object, H5P_DEFAULT);
  if (at < 0)
    return;
  hid_t type = type_of(kind), space = space_of(shape, size, &rank);
  if (space >= 0 && *name) {
    if (H5Aexists(at, name) > 0)
      H5Adelete(at, name);
    hid_t attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    void *values = attribute < 0 ? NULL : values_for(type, space, rest);
    if (values)
      H5Awrite(attribute, type, values);
    if (attribute >= 0)
      H5Aclose(attribute);
  }
  if (space >= 0)
    H5Sclose(space);
  H5Tclose(type);
  H5Oclose(at);
}

static void put_dataset(hid_t file, char *rest) {
  const char *name = word(&rest), *kind = word(&rest), *shape = word(&rest);
  hsize_t size[4], chunk[4];
  int rank;
  if (!*name)
    return;
  hid_t type = type_of(kind), space = space_of(shape, size, &rank);
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  for (int d = 0; d < rank; d++)
    chunk[d] = size[d] < 1 ? 1 : size[d] > CHUNK ? CHUNK : size[d];
  if (rank)
    H5Pset_chunk(create, rank, chunk);
  if (H5Lexists(file, name, H5P_DEFAULT) > 0)
    H5Ldelete(file, name, H5P_DEFAULT);
  hid_t dataset =
      space < 0 ? -1 : H5Dcreate2(file, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  void *values = dataset < 0 ? NULL : values_for(type, space, rest);
  if (values)
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  if (dataset >= 0)
    H5Dclose(dataset);
  if (space >= 0)
    H5Sclose(space);
  H5Pclose(create);
  H5Tclose(type);
}

/* Over what a dataset holds: all of it is read, changed and written. */
static void put_values(hid_t file, char *rest) {
  static double all[MOST_VALUES];
  hid_t dataset = H5Dopen2(file, word(&rest), H5P_DEFAULT);
  if (dataset < 0)
    return;
  hid_t space = H5Dget_space(dataset);
  hssize_t count = H5Sget_simple_extent_npoints(space);
  long first = strtol(word(&rest), NULL, 10);
  if (count > 0 && count <= MOST_VALUES && first >= 0 &&
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0) {
    char *end;
    for (long i = first; i < count; i++, rest = end) {
      double value = strtod(rest, &end);
      if (end == rest)
        break;
      all[i] = value;
    }
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all);
  }
  H5Sclose(space);
  H5Dclose(dataset);
}

static void put_extent(hid_t file, char *rest) {
  hid_t dataset = H5Dopen2(file, word(&rest), H5P_DEFAULT);
  if (dataset < 0)
    return;
  hsize_t size[4], known[H5S_MAX_RANK];
  hid_t space = H5Dget_space(dataset);
  int rank = dimensions_of(word(&rest), size);
  if (rank && rank == H5Sget_simple_extent_dims(space, known, NULL))
    H5Dset_extent(dataset, size);
  H5Sclose(space);
  H5Dclose(dataset);
}

static void remove_attribute(hid_t file, char *rest) {
  hid_t at = H5Oopen(file, word(&rest), H5P_DEFAULT);
  const char *name = word(&rest);
  if (at < 0)
    return;
  if (H5Aexists(at, name) > 0)
    H5Adelete(at, name);
  H5Oclose(at);
}

static void put_link(hid_t file, char *rest, bool outside) {
  const char *name = word(&rest), *first = word(&rest);
  if (!*name || !*first)
    return;
  if (H5Lexists(file, name, H5P_DEFAULT) > 0)
    H5Ldelete(file, name, H5P_DEFAULT);
  if (outside)
    H5Lcreate_external(first, word(&rest), file, name, H5P_DEFAULT, H5P_DEFAULT);
  else
    H5Lcreate_soft(first, file, name, H5P_DEFAULT, H5P_DEFAULT);
}

static void put_group(hid_t file, const char *name) {
  if (!*name)
    return;
  if (H5Lexists(file, name, H5P_DEFAULT) > 0)
    H5Ldelete(file, name, H5P_DEFAULT);
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group >= 0)
    H5Gclose(group);
}

static void change(hid_t file, char *line) {
  const char *verb = word(&line);
  if (!strcmp(verb, "attribute"))
    put_attribute(file, line);
  else if (!strcmp(verb, "dataset"))
    put_dataset(file, line);
  else if (!strcmp(verb, "values"))
    put_values(file, line);
  else if (!strcmp(verb, "extent"))
    put_extent(file, line);
  else if (!strcmp(verb, "unattribute"))
    remove_attribute(file, line);
  else if (!strcmp(verb, "group"))
    put_group(file, word(&line));
  else if (!strcmp(verb, "link") || !strcmp(verb, "outside"))
    put_link(file, line, *verb == 'o');
  else if (!strcmp(verb, "delete") && *line)
    H5Ldelete(file, word(&line), H5P_DEFAULT);
}

static void change_bytes(int file, char *line) {
  const char *verb = word(&line);
  off_t size = lseek(file, 0, SEEK_END);
  long long first = strtoll(word(&line), NULL, 10);
  unsigned char value = (unsigned char)strtol(word(&line), NULL, 10);
  if (first < 0 || first >= size)
    return;
  if (!strcmp(verb, "byte") && pwrite(file, &value, 1, first) < 0)
    abort();
  if (!strcmp(verb, "cut") && ftruncate(file, first))
    abort();
}

/* Calls `apply` with a copy of each line. */
static void each_line(const char *text, size_t size, void (*apply)(void *, char *), void *context) {
  const char *end = text + size;
  for (int n = 0; text < end && n < MOST_LINES; n++) {
    char line[LINE];
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((stop ? stop : end) - text);
    size_t kept = length < LINE ? length : LINE - 1;
    memcpy(line, text, kept);
    line[kept] = '\0';
    apply(context, line);
    text += length + 1;
  }
}

static void apply_change(void *file, char *line) {
  change(*(hid_t *)file, line);
}

static void apply_bytes(void *file, char *line) {
  change_bytes(*(int *)file, line);
}

static void apply_is_byte(void *only, char *line) {
  const char *verb = word(&line);
  *(bool *)only &= !*verb || !strcmp(verb, "byte") || !strcmp(verb, "cut");
}

static void edit_contents(const char *path, const char *text, size_t size) {
  H5E_auto2_t print;
  void *data;
  H5Eget_auto2(H5E_DEFAULT, &print, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
  H5Pclose(access);
  if (file >= 0) {
    each_line(text, size, apply_change, &file);
    H5Fclose(file);
  }
  H5Eset_auto2(H5E_DEFAULT, print, data);
}

static void edit_bytes(const char *path, const char *text, size_t size) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0)
    abort();
  each_line(text, size, apply_bytes, &file);
  close(file);
}

bool hdf5_edit(const char *path, const char *text, size_t size) {
  bool only_bytes = true;
  each_line(text, size, apply_is_byte, &only_bytes);
  if (only_bytes)
    edit_bytes(path, text, size);
  else
    edit_contents(path, text, size);
  return !only_bytes;
}
