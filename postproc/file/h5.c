#include "h5.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ria/overlay.h"

typedef struct {
  char *text;
  size_t size;
} reason;

static herr_t keep_innermost(unsigned n, const H5E_error2_t *entry, void *data) {
  reason *r = data;
  static const char before[] = "error message = '";
  if (n || !entry->desc)
    return 0;
  const char *words = entry->desc, *system = strstr(words, before);
  size_t length = strlen(words);
  if (system) { /* the rest is addresses and descriptors */
    words = system + sizeof before - 1;
    length = strcspn(words, "'");
  }
  snprintf(r->text, r->size, "%.*s", (int)length, words);
  return 0;
}

const char *ria_h5_reason(char *text, size_t size) {
  reason r = {text, size};
  snprintf(text, size, "HDF5 gives no reason");
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &r);
  return text;
}

/* The file must not change between the checksums and HDF5's reading. On a file system without locks
 * this is not enforced. */
static bool lock_shared(int file) {
  enum { TRIES = 50 };
  for (int i = 0; flock(file, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK; i++) {
    if (i == TRIES)
      return false;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  return true;
}

static ria_status open_with_hdf5(const char *path, hid_t *file) {
  char why[256];
  int unreadable;
  *file = ria_overlay_view(path, &unreadable);
  if (*file >= 0)
    return RIA_SUCCESS;
  if (unreadable)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(unreadable));
  ria_h5_reason(why, sizeof why);
  if (strstr(why, "signature"))
    return ria_fail(RIA_ERROR_CORRUPT, "%s: is not an HDF5 file, or its start is damaged (%s)",
                    path, why);
  return ria_fail(RIA_ERROR_CORRUPT, "%s: cannot be read as HDF5: %s", path, why);
}

static ria_status open_verified(int lock, const char *path, hid_t *file) {
  bool sealed;
  ria_status status = ria_seal_verify_open(lock, 0, 1, &sealed);
  if (status != RIA_SUCCESS)
    return ria_fail(status, "%s: %s", path, ria_status_detail());
  RIA_TRY(open_with_hdf5(path, file));
  status = sealed ? RIA_SUCCESS : ria_overlay_unsealed(*file);
  if (status == RIA_SUCCESS)
    return RIA_SUCCESS;
  H5Fclose(*file);
  *file = H5I_INVALID_HID;
  return ria_fail(status, "%s: %s", path, ria_status_detail());
}

ria_status ria_h5_open(const char *path, hid_t *file) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* the reason is passed on instead */
  *file = H5I_INVALID_HID;
  struct stat info;
  if (!stat(path, &info) && S_ISDIR(info.st_mode))
    return ria_fail(RIA_ERROR_IO, "%s: is a folder; name a file in it, such as %s/history.h5", path,
                    path);
  int lock = open(path, O_RDONLY | O_CLOEXEC);
  if (lock < 0)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  ria_status status =
      lock_shared(lock)
          ? open_verified(lock, path, file)
          : ria_fail(RIA_ERROR_IO, "%s: is being written by another program; try again", path);
  close(lock);
  return status;
}

static herr_t put(hid_t object, const char *name, hid_t file_type, hid_t memory_type, hid_t space,
                  const void *value) {
  herr_t result = -1;
  if (H5Aexists(object, name) > 0)
    H5Adelete(object, name);
  hid_t attribute = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute >= 0) {
    result = H5Awrite(attribute, memory_type, value);
    H5Aclose(attribute);
  }
  return result;
}

herr_t ria_h5_put_text(hid_t object, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1);
  hid_t space = H5Screate(H5S_SCALAR);
  size_t length = strlen(text);
  H5Tset_size(type, length ? length : 1);
  H5Tset_strpad(type, H5T_STR_NULLTERM);
  H5Tset_cset(type, H5T_CSET_UTF8);
  herr_t result = put(object, name, type, type, space, text);
  H5Sclose(space);
  H5Tclose(type);
  return result;
}

herr_t ria_h5_put_number(hid_t object, const char *name, hid_t file_type, double value) {
  hsize_t one = 1;
  hid_t space = H5Screate_simple(1, &one, NULL);
  herr_t result = put(object, name, file_type, H5T_NATIVE_DOUBLE, space, &value);
  H5Sclose(space);
  return result;
}

herr_t ria_h5_put_int(hid_t object, const char *name, int value) {
  return ria_h5_put_number(object, name, H5T_STD_I32LE, value);
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
