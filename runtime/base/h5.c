#include "ria/h5.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file5.h"

static _Thread_local char reason[256];

static herr_t keep_innermost(unsigned n, const H5E_error2_t *error, void *data) {
  static const char before[] = "error message = '";
  (void)n;
  (void)data;
  const char *words = error->desc ? error->desc : "", *system = strstr(words, before);
  size_t length = strlen(words);
  if (system) { /* omit the addresses and descriptors that follow */
    words = system + sizeof before - 1;
    length = strcspn(words, "'");
  }
  snprintf(reason, sizeof reason, "%.*s", (int)length, words);
  return 1; /* the walk begins with the innermost error */
}

static const char *find_reason(const char *otherwise) {
  reason[0] = '\0';
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, NULL);
  return *reason ? reason : otherwise;
}

const char *ria_h5_reason(void) {
  return find_reason("HDF5 gives no reason");
}

const char *file5_reason(void) {
  return find_reason(strerror(errno));
}

herr_t ria_h5_put(hid_t object, const char *name, hid_t file_type, hid_t memory_type, hsize_t count,
                  const void *values) {
  hid_t space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
  herr_t result = -1;
  if (H5Aexists(object, name) > 0)
    H5Adelete(object, name);
  hid_t attribute = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute >= 0) {
    result = H5Awrite(attribute, memory_type, values);
    H5Aclose(attribute);
  }
  H5Sclose(space);
  return result;
}

herr_t ria_h5_put_text(hid_t object, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1);
  size_t length = strlen(text);
  H5Tset_size(type, length ? length : 1);
  H5Tset_strpad(type, H5T_STR_NULLTERM);
  H5Tset_cset(type, H5T_CSET_UTF8);
  herr_t result = ria_h5_put(object, name, type, type, 0, text);
  H5Tclose(type);
  return result;
}

herr_t ria_h5_put_number(hid_t object, const char *name, hid_t file_type, double value) {
  return ria_h5_put(object, name, file_type, H5T_NATIVE_DOUBLE, 1, &value);
}

herr_t ria_h5_put_int(hid_t object, const char *name, int value) {
  return ria_h5_put_number(object, name, H5T_STD_I32LE, value);
}

herr_t ria_h5_put_attributes(hid_t object, int count, const ria_attribute *attribute) {
  for (int a = 0; a < count; a++) {
    const ria_attribute *put = &attribute[a];
    const herr_t result = put->text
                              ? ria_h5_put_text(object, put->name, put->text)
                              : ria_h5_put(object, put->name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                                           (hsize_t)put->count, put->number);
    if (result < 0)
      return result;
  }
  return 0;
}

static char *read_text(hid_t attribute, hid_t type) {
  char *text = NULL;
  if (H5Tis_variable_str(type) > 0) {
    char *held = NULL;
    hid_t memory = H5Tcopy(H5T_C_S1);
    H5Tset_size(memory, H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (H5Aread(attribute, memory, &held) >= 0 && held) {
      text = strdup(held);
      H5free_memory(held);
    }
    H5Tclose(memory);
    return text;
  }
  size_t size = H5Tget_size(type);
  text = calloc(1, size + 1);
  if (text && H5Aread(attribute, type, text) < 0) {
    free(text);
    text = NULL;
  }
  return text;
}

char *ria_h5_get_text(hid_t object, const char *name) {
  if (H5Aexists(object, name) <= 0)
    return NULL;
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0)
    return NULL;
  char *text = NULL;
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  if (H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1)
    text = read_text(attribute, type);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
  return text;
}

bool ria_h5_get_number(hid_t object, const char *name, double *value) {
  if (H5Aexists(object, name) <= 0)
    return false;
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0)
    return false;
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  H5T_class_t class = H5Tget_class(type);
  bool good = (class == H5T_INTEGER || class == H5T_FLOAT) &&
              H5Sget_simple_extent_npoints(space) == 1 &&
              H5Aread(attribute, H5T_NATIVE_DOUBLE, value) >= 0;
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
  return good;
}

void ria_h5_close(hid_t id) {
  if (id < 0)
    return;
  switch (H5Iget_type(id)) {
  case H5I_FILE:
    H5Fclose(id);
    break;
  case H5I_GROUP:
    H5Gclose(id);
    break;
  case H5I_DATASET:
    H5Dclose(id);
    break;
  case H5I_DATASPACE:
    H5Sclose(id);
    break;
  case H5I_DATATYPE:
    H5Tclose(id);
    break;
  case H5I_ATTR:
    H5Aclose(id);
    break;
  case H5I_GENPROP_LST:
    H5Pclose(id);
    break;
  default:
    break;
  }
}
