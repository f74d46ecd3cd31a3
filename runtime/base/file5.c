#include "file5.h"
#include <string.h>
#include "ria/h5.h"

/* `count` 0: a scalar. */
static ria_status put_many(hid_t object, const char *name, hid_t type, size_t count,
                           const void *value) {
  if (ria_h5_put(object, name, type, type, count, value) < 0)
    return ria_fail(RIA_ERROR_IO, "cannot write the attribute %s: %s", name, file5_reason());
  return RIA_SUCCESS;
}

static ria_status put(hid_t object, const char *name, hid_t type, const void *value) {
  return put_many(object, name, type, 0, value);
}

ria_status file5_put_text(hid_t object, const char *name, const char *value) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(value) + 1);
  ria_status status = put(object, name, type, value);
  H5Tclose(type);
  return status;
}

ria_status file5_put_double(hid_t object, const char *name, double value) {
  return put(object, name, H5T_NATIVE_DOUBLE, &value);
}

ria_status file5_put_integer(hid_t object, const char *name, int64_t value) {
  return put(object, name, H5T_NATIVE_INT64, &value);
}

ria_status file5_put_doubles(hid_t object, const char *name, size_t count, const double *values) {
  return put_many(object, name, H5T_NATIVE_DOUBLE, count, values);
}

ria_status file5_put_integers(hid_t object, const char *name, size_t count, const int64_t *values) {
  return put_many(object, name, H5T_NATIVE_INT64, count, values);
}

bool file5_has(hid_t object, const char *name) {
  return H5Aexists(object, name) > 0;
}

static ria_status missing(const char *name) {
  return ria_fail(RIA_ERROR_CORRUPT, "the attribute %s is missing or unreadable", name);
}

static ria_status get_many(hid_t object, const char *name, hid_t type, size_t count, void *values) {
  if (!file5_has(object, name))
    return missing(name);
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  hid_t space = attribute < 0 ? H5I_INVALID_HID : H5Aget_space(attribute);
  /* At most as many as there is room for: a damaged or foreign file may hold more. */
  const bool fits = space >= 0 && H5Sget_simple_extent_npoints(space) == (hssize_t)count;
  const herr_t status = fits ? H5Aread(attribute, type, values) : -1;
  if (space >= 0)
    H5Sclose(space);
  if (attribute >= 0)
    H5Aclose(attribute);
  return status < 0 ? missing(name) : RIA_SUCCESS;
}

static ria_status get(hid_t object, const char *name, hid_t type, void *value) {
  return get_many(object, name, type, 1, value);
}

ria_status file5_get_text(hid_t object, const char *name, char *value, size_t bytes) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes);
  memset(value, 0, bytes);
  ria_status status = get(object, name, type, value);
  H5Tclose(type);
  value[bytes - 1] = 0;
  return status;
}

ria_status file5_get_double(hid_t object, const char *name, double *value) {
  return get(object, name, H5T_NATIVE_DOUBLE, value);
}

ria_status file5_get_integer(hid_t object, const char *name, int64_t *value) {
  return get(object, name, H5T_NATIVE_INT64, value);
}

ria_status file5_get_doubles(hid_t object, const char *name, size_t count, double *values) {
  return get_many(object, name, H5T_NATIVE_DOUBLE, count, values);
}

ria_status file5_get_integers(hid_t object, const char *name, size_t count, int64_t *values) {
  return get_many(object, name, H5T_NATIVE_INT64, count, values);
}
