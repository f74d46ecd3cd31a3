/** \file
 * Private: reading a field in parts of one or more outermost slabs.
 */
#ifndef HISTORY_POSTPROC_FIELD_FILE_H
#define HISTORY_POSTPROC_FIELD_FILE_H

#include <hdf5.h>
#include "ria/field_file.h"

typedef struct {
  const ria_field_file *file;
  const ria_field *field;
  hid_t id, space, type;           /* type: native */
  int64_t slabs, slab_cells, step; /* step: slabs in one part */
} history_field_reader;

/** Errors: RIA_ERROR_CORRUPT. Close in any case. */
ria_status history_field_reader_open(const ria_field_file *file, const ria_field *field,
                                     history_field_reader *reader);
/** Cells of the largest part. */
int64_t history_field_reader_room(const history_field_reader *reader);
/** Read the part that begins at slab `first`, as stored; *cells is 0 after the last part. */
ria_status history_field_reader_read(const history_field_reader *reader, int64_t first,
                                     void *values, int64_t *cells);
/** Convert native values to doubles in place; the buffer must have room for doubles. */
ria_status history_field_reader_convert(const history_field_reader *reader, int64_t cells,
                                        void *values);
void history_field_reader_close(history_field_reader *reader);

#endif
