#include "hdf5_read.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/overlay.h"

void raster_hdf5_begin(raster_hdf5_quiet *quiet) {
  H5Eget_auto2(H5E_DEFAULT, &quiet->print, &quiet->data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void raster_hdf5_end(const raster_hdf5_quiet *quiet) {
  H5Eset_auto2(H5E_DEFAULT, quiet->print, quiet->data);
}

/* Verify the checksums first, because HDF5 trusts a file's structures. */
static ria_status open_verified(const char *path, bool verified, hid_t *file) {
  bool sealed = verified;
  if (!verified)
    RIA_TRY(ria_seal_verify(path, 0, 1, &sealed));
  int unreadable;
  *file = ria_overlay_view(path, &unreadable);
  if (unreadable)
    return ria_fail(RIA_ERROR_IO, "%s", strerror(unreadable));
  if (*file < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "%s", ria_h5_reason());
  ria_status status = sealed ? RIA_SUCCESS : ria_overlay_unsealed(*file);
  if (status != RIA_SUCCESS)
    H5Fclose(*file);
  return status;
}

static ria_status open_file(const char *path, bool verified, hid_t *file) {
  if (access(path, R_OK))
    return ria_fail(RIA_ERROR_IO, "cannot read %s: %s; check the name and the permissions", path,
                    strerror(errno));
  ria_status status = open_verified(path, verified, file);
  if (status == RIA_ERROR_CORRUPT)
    return ria_fail(status, "%s is not a whole HDF5 file (%s): get or make it again", path,
                    ria_status_detail());
  if (status != RIA_SUCCESS)
    return ria_fail(status, "cannot read %s: %s", path, ria_status_detail());
  return RIA_SUCCESS;
}

bool raster_hdf5_begins(const char *path) {
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

ria_status raster_hdf5_open(const char *path, hid_t *file) {
  return open_file(path, false, file);
}

ria_status raster_hdf5_open_again(const char *path, raster_hdf5_stamp *verified, hid_t *file) {
  struct stat info;
  if (stat(path, &info))
    return open_file(path, false, file);
  const raster_hdf5_stamp now = {.device = info.st_dev,
                                 .inode = info.st_ino,
                                 .size = (uint64_t)info.st_size,
                                 .seconds = info.st_mtim.tv_sec,
                                 .nanoseconds = info.st_mtim.tv_nsec};
  RIA_TRY(open_file(path, !memcmp(&now, verified, sizeof now), file));
  *verified = now;
  return RIA_SUCCESS;
}

ria_status raster_hdf5_box(hid_t dataset, const char *path, int rank, const hsize_t *start,
                           const hsize_t *count, double *values) {
  hid_t file_space = H5Dget_space(dataset);
  hid_t memory_space = H5Screate_simple(rank, count, NULL);
  herr_t failed = H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL);
  if (failed >= 0)
    failed = H5Dread(dataset, H5T_NATIVE_DOUBLE, memory_space, file_space, H5P_DEFAULT, values);
  H5Sclose(memory_space);
  H5Sclose(file_space);
  if (failed >= 0)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CORRUPT, "%s is damaged or cut off (%s): get or make it again", path,
                  ria_h5_reason());
}
