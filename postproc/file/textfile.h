/** \file
 * Private: small text files that are replaced as a whole or not at all.
 */
#ifndef RIA_POSTPROC_TEXTFILE_H
#define RIA_POSTPROC_TEXTFILE_H

#include <stdio.h>
#include "ria/status.h"

typedef struct {
  FILE *stream; /**< write here */
  char *path, *partial;
} ria_textfile;

/** Start writing PATH.partial. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to
 * finish. */
ria_status ria_textfile_begin(const char *path, ria_textfile *file);
/** Flush to the disk and rename to PATH; on an error PATH stays unchanged. Frees in any case. */
ria_status ria_textfile_finish(ria_textfile *file);
/** The same without the flush, for files that can be made again. */
ria_status ria_textfile_finish_soon(ria_textfile *file);

#endif
