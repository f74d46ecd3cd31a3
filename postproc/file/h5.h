/** \file
 * Private: opening HDF5 files without MPI.
 */
#ifndef FILE_POSTPROC_H5_H
#define FILE_POSTPROC_H5_H

#include "ria/h5.h"
#include "ria/status.h"

/** Open an existing file for reading, without MPI, after verifying its seal under a shared lock.
 * Errors: RIA_ERROR_IO (missing, unreadable, locked by a writer), RIA_ERROR_CORRUPT (not HDF5, cut
 * short, or a checksum is wrong). */
ria_status file_h5_open(const char *path, hid_t *file);

/** Lock an open file (LOCK_SH, LOCK_EX); waits for up to `seconds`. False if others still hold it.
 * A file system without locks counts as locked. */
bool file_h5_lock(int file, int operation, double seconds);

#endif
