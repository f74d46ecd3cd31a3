/** \file
 * Private: reading a field in parts of one or more outermost slabs.
 */
#ifndef RIA_POSTPROC_FIELD_FILE_H
#define RIA_POSTPROC_FIELD_FILE_H

#include <hdf5.h>
#include "ria/field_file.h"

typedef struct {
  const ria_field_file *file;
  const ria_field *field;
  hid_t id, space, type;           /* type: native */
  int64_t slabs, slab_cells, step; /* step: slabs in one part */
} ria_field_reader;

/** Errors: RIA_ERROR_CORRUPT. Close in any case. */
ria_status ria_field_reader_open(const ria_field_file *file, const ria_field *field,
                                 ria_field_reader *reader);
/** Cells of the largest part. */
int64_t ria_field_reader_room(const ria_field_reader *reader);
/** Read the part that begins at slab `first`, as stored; *cells is 0 after the last part. */
ria_status ria_field_reader_read(const ria_field_reader *reader, int64_t first, void *values,
                                 int64_t *cells);
/** Convert native values to doubles in place; the buffer must have room for doubles. */
ria_status ria_field_reader_convert(const ria_field_reader *reader, int64_t cells, void *values);
void ria_field_reader_close(ria_field_reader *reader);

#endif
