/** \file
 * Attributes of checkpoints. */
#ifndef BASE_FILE5_H
#define BASE_FILE5_H

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

/** As ria_h5_reason(), with the reason of `errno` if HDF5 has none. */
const char *file5_reason(void);

ria_status file5_put_text(hid_t object, const char *name, const char *value);
ria_status file5_put_double(hid_t object, const char *name, double value);
ria_status file5_put_integer(hid_t object, const char *name, int64_t value);
/** Write `count` values, stored one after the other. */
ria_status file5_put_doubles(hid_t object, const char *name, size_t count, const double *values);
ria_status file5_put_integers(hid_t object, const char *name, size_t count, const int64_t *values);
ria_status file5_get_text(hid_t object, const char *name, char *value, size_t bytes);
ria_status file5_get_double(hid_t object, const char *name, double *value);
ria_status file5_get_integer(hid_t object, const char *name, int64_t *value);

/** Read `count` values. Errors: RIA_ERROR_CORRUPT, also if there is another number of them. */
ria_status file5_get_doubles(hid_t object, const char *name, size_t count, double *values);
ria_status file5_get_integers(hid_t object, const char *name, size_t count, int64_t *values);
/** Whether an object has an attribute. */
bool file5_has(hid_t object, const char *name);

#endif
