/* Reading HDF5 files, one process by itself, without HDF5's own printing. */
#ifndef RIA_HDF5_READ_H
#define RIA_HDF5_READ_H

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

/* Silence HDF5 for this thread's calls until ria_hdf5_end(). */
typedef struct {
  H5E_auto2_t print;
  void *data;
} ria_hdf5_quiet;

void ria_hdf5_begin(ria_hdf5_quiet *quiet);
void ria_hdf5_end(const ria_hdf5_quiet *quiet);

/* The innermost message of HDF5's error stack, and the file system's if that is where it comes
 * from; `text` has `size` bytes. */
void ria_hdf5_reason(char *text, size_t size);

/* Open for reading; the file's seal (ria/seal.h) is verified before HDF5 sees it. Errors:
 * RIA_ERROR_IO, RIA_ERROR_CORRUPT. */
ria_status ria_hdf5_open(const char *path, hid_t *file);

/* A file as it was when its seal was verified; {0} for none. */
typedef struct {
  uint64_t device, inode, size;
  int64_t seconds, nanoseconds; /* of its last change */
} ria_hdf5_stamp;

/* The same for a file that is opened again and again: its seal is verified only if it is not the
 * one of `*verified`, which is then that. */
ria_status ria_hdf5_open_again(const char *path, ria_hdf5_stamp *verified, hid_t *file);

/* Scalar attributes of an object; false if there is none of that name and kind. Text is owned by
 * the caller. */
bool ria_hdf5_number(hid_t object, const char *name, double *value);
char *ria_hdf5_text(hid_t object, const char *name);

/* Read a box of a dataset as doubles: `rank` dimensions from start[] with count[] entries. Error:
 * RIA_ERROR_CORRUPT (a checksum is wrong, the file is cut off). */
ria_status ria_hdf5_box(hid_t dataset, const char *path, int rank, const hsize_t *start,
                        const hsize_t *count, double *values);

#endif
