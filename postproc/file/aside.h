/** \file
 * Private: keeping damaged files under another name.
 */
#ifndef FILE_POSTPROC_ASIDE_H
#define FILE_POSTPROC_ASIDE_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

enum { FILE_ASIDE_SIZE = 600 };

/** Rename `path` to a free name: its stem (`replace`: without its extension) and `extension`, in
 * which %d becomes a number. Durable. `name` gets the new name. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status file_move_aside(const char *path, const char *extension, bool replace,
                           char name[FILE_ASIDE_SIZE]);

/** Append a sentence to `warning`, with "; " between two; sentences that do not fit are dropped. */
void file_warning_add(char *warning, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
