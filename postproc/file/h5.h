/** \file
 * Private helpers for HDF5: errors with their reason, attributes as netCDF writes them, opening
 * without MPI.
 */
#ifndef RIA_POSTPROC_H5_H
#define RIA_POSTPROC_H5_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

/** Write the innermost entry of HDF5's error stack to `text`; returns text. */
const char *ria_h5_reason(char *text, size_t size);

/** Open an existing file for reading, without MPI, after verifying its seal under a shared lock.
 * Errors: RIA_ERROR_IO (missing, unreadable, locked by a writer), RIA_ERROR_CORRUPT (not HDF5, cut
 * short, or a checksum is wrong). */
ria_status ria_h5_open(const char *path, hid_t *file);

/* Scalar text, and numbers of shape [1], as netCDF-4 writes them. Negative on failure. */
herr_t ria_h5_put_text(hid_t object, const char *name, const char *text);
herr_t ria_h5_put_int(hid_t object, const char *name, int value);
herr_t ria_h5_put_number(hid_t object, const char *name, hid_t file_type, double value);

/** Read a text attribute of fixed or variable length; owned by the caller. NULL if there is none.
 */
char *ria_h5_get_text(hid_t object, const char *name);
/** Read a numeric attribute with one element. False if there is none. */
bool ria_h5_get_number(hid_t object, const char *name, double *value);

/** Close an id of any kind; negative ones are ignored. */
void ria_h5_close(hid_t id);

#endif
