/** \file
 * Private: small text files that are replaced as a whole or not at all.
 */
#ifndef FILE_POSTPROC_TEXTFILE_H
#define FILE_POSTPROC_TEXTFILE_H

#include <stdio.h>
#include "ria/status.h"

typedef struct {
  FILE *stream; /**< write here */
  char *path, *partial;
} file_textfile;

/** Start writing PATH.partial. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to
 * finish. */
ria_status file_textfile_begin(const char *path, file_textfile *file);
/** Flush to the disk and rename to PATH; on an error PATH stays unchanged. Frees in any case. */
ria_status file_textfile_finish(file_textfile *file);
/** As textfile_end(), without the flush, for files that can be written again. */
ria_status file_textfile_finish_soon(file_textfile *file);

#endif
