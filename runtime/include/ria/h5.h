/** \file
 * HDF5: error texts, and attributes as netCDF writes them. Not collective.
 */
#ifndef RIA_H5_H
#define RIA_H5_H

#include <hdf5.h>
#include <stdbool.h>
#include "ria/attribute.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The innermost message of HDF5's error stack, or the file system's message in it. Borrowed until
 * this thread's next call. */
const char *ria_h5_reason(void);

/** Write `count` values (0: a scalar) as an attribute; replaces an attribute of that name. Negative
 * on failure. */
herr_t ria_h5_put(hid_t object, const char *name, hid_t file_type, hid_t memory_type, hsize_t count,
                  const void *values);
/* Scalar text, and numbers of shape [1], as netCDF-4 writes them. Negative on failure. */
herr_t ria_h5_put_text(hid_t object, const char *name, const char *text);
herr_t ria_h5_put_int(hid_t object, const char *name, int value);
herr_t ria_h5_put_number(hid_t object, const char *name, hid_t file_type, double value);

/** Write attributes: texts, and numbers in double precision. Negative on failure. */
herr_t ria_h5_put_attributes(hid_t object, int count, const ria_attribute *attribute);

/** Read a text attribute of fixed or variable length; owned by the caller. NULL if there is none.
 */
char *ria_h5_get_text(hid_t object, const char *name);
/** Read a numeric attribute with one element. False if there is none. */
bool ria_h5_get_number(hid_t object, const char *name, double *value);

/** Close an id of any kind; negative ones are ignored. */
void ria_h5_close(hid_t id);

#ifdef __cplusplus
}
#endif
#endif
