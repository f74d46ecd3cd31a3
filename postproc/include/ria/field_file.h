/** \file
 * Any HDF5 file as a list of numeric fields and root attributes: checkpoints, histories, grid
 * files.
 */
#ifndef RIA_FIELD_FILE_H
#define RIA_FIELD_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_FIELD_MAX_RANK = 4 };

typedef struct {
  char *name; /**< path in the file without the first slash: "fields/h" */
  char *unit; /**< NULL: none given */
  int rank;   /**< 0: one value */
  int64_t size[RIA_FIELD_MAX_RANK];
  const char *type; /**< "single", "double", "int32", ... */
  int64_t cells;    /**< product of size */
} ria_field;

typedef struct {
  char *name, *text; /**< numbers with all their digits */
  bool number;
} ria_file_attribute;

typedef struct {
  char *path;
  char *kind; /**< from the attribute `format` ("ria checkpoint"), else "netCDF-4 file" or "HDF5
                 file" */
  int64_t id; /**< HDF5's */
  int fields;
  ria_field *field; /**< by name */
  int attributes;
  ria_file_attribute *attribute; /**< by name */
} ria_field_file;

/** Minimum, maximum and mean of the values that are not NAN. */
typedef struct {
  double min, max, mean; /**< NAN if all values are NAN */
  int64_t missing;       /**< number of NANs */
} ria_field_statistics;

/** Open for reading, without MPI, after undoing an interrupted append to a history. Errors:
 * RIA_ERROR_IO, RIA_ERROR_CORRUPT (not HDF5, cut short, or a checkpoint that was never completed).
 */
ria_status ria_field_file_open(const char *path, ria_field_file *file);
/** Close and free; accepts a zeroed file. */
void ria_field_file_close(ria_field_file *file);
/** NULL if there is none. Borrowed. */
const ria_field *ria_field_file_find(const ria_field_file *file, const char *name);
const char *ria_field_file_attribute(const ria_field_file *file, const char *name);
/** Read the whole field, part by part. Errors: RIA_ERROR_CORRUPT (a checksum is wrong),
 * RIA_ERROR_MEMORY. */
ria_status ria_field_statistics_read(const ria_field_file *file, const ria_field *field,
                                     ria_field_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
