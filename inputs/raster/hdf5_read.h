/* Reading HDF5 files without HDF5's own printing. */
#ifndef RASTER_HDF5_READ_H
#define RASTER_HDF5_READ_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/h5.h"
#include "ria/status.h"

/* Silence HDF5 for this thread's calls until raster_hdf5_end(). */
typedef struct {
  H5E_auto2_t print;
  void *data;
} raster_hdf5_quiet;

void raster_hdf5_begin(raster_hdf5_quiet *quiet);
void raster_hdf5_end(const raster_hdf5_quiet *quiet);

/* Whether a file has the signature of HDF5. */
bool raster_hdf5_begins(const char *path);

/* Open a file for reading, after verifying its seal (ria/seal.h). Errors: RIA_ERROR_IO,
 * RIA_ERROR_CORRUPT. */
ria_status raster_hdf5_open(const char *path, hid_t *file);

/* Identifies the file whose seal was verified; {0}: none. */
typedef struct {
  uint64_t device, inode, size;
  int64_t seconds, nanoseconds; /* of its last change */
} raster_hdf5_stamp;

/* As raster_hdf5_open(), for a file that is opened repeatedly: the seal is verified only if the
 * file differs from `*verified`, which is then updated. */
ria_status raster_hdf5_open_again(const char *path, raster_hdf5_stamp *verified, hid_t *file);

/* Read a box of a dataset as doubles: count[] entries from start[] along `rank` dimensions. Error:
 * RIA_ERROR_CORRUPT (a wrong checksum, a file cut short). */
ria_status raster_hdf5_box(hid_t dataset, const char *path, int rank, const hsize_t *start,
                           const hsize_t *count, double *values);

#endif
