/** \file
 * Private helpers over HDF5 for checkpoints, and what ranks agree on. */
#ifndef RIA_FILE5_H
#define RIA_FILE5_H

#include <hdf5.h>
#include <stdint.h>
#include "ria/runtime.h"

/** The innermost message of HDF5's error stack, for a person. Borrowed until the next call. */
const char *ria_file5_reason(void);

ria_status ria_file5_put_text(hid_t object, const char *name, const char *value);
ria_status ria_file5_put_double(hid_t object, const char *name, double value);
ria_status ria_file5_put_integer(hid_t object, const char *name, int64_t value);
ria_status ria_file5_get_text(hid_t object, const char *name, char *value, size_t bytes);
ria_status ria_file5_get_double(hid_t object, const char *name, double *value);
ria_status ria_file5_get_integer(hid_t object, const char *name, int64_t *value);

/** The first failing rank's status and sentence on every rank, or success. Collective. */
ria_status ria_agree(MPI_Comm comm, int ranks, ria_status mine);

#endif
