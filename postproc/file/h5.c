#include "h5.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ria/overlay.h"

bool file_h5_lock(int file, int operation, double seconds) {
  const double pause = 0.05;
  while (flock(file, operation | LOCK_NB) && errno == EWOULDBLOCK) {
    if (seconds < pause)
      return false;
    nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
    seconds -= pause;
  }
  return true;
}

static ria_status open_with_hdf5(const char *path, hid_t *file) {
  int unreadable;
  *file = ria_overlay_view(path, &unreadable);
  if (*file >= 0)
    return RIA_SUCCESS;
  if (unreadable)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(unreadable));
  const char *why = ria_h5_reason();
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

ria_status file_h5_open(const char *path, hid_t *file) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* the reason is passed on instead */
  *file = H5I_INVALID_HID;
  struct stat info;
  if (!stat(path, &info) && S_ISDIR(info.st_mode))
    return ria_fail(RIA_ERROR_IO, "%s: is a folder; name a file in it, such as %s/history.h5", path,
                    path);
  int lock = open(path, O_RDONLY | O_CLOEXEC);
  if (lock < 0)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  /* The file must not change between the checksums and HDF5's reading. */
  ria_status status =
      file_h5_lock(lock, LOCK_SH, 5)
          ? open_verified(lock, path, file)
          : ria_fail(RIA_ERROR_IO, "%s: is being written by another program; try again", path);
  close(lock);
  return status;
}
