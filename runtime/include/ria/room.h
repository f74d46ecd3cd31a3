/** \file
 * Reserving disk space before it is needed.
 *
 * A full disk, a quota or a file size limit is best detected before the first write.
 */
#ifndef RIA_ROOM_H
#define RIA_ROOM_H

#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reserve `bytes` bytes after the end of the existing file `path`; the file grows by them. Errors:
 * RIA_ERROR_IO; the message says how much space is needed, how much is free, and what to do, but
 * does not name the file. */
ria_status ria_room_take(const char *path, int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
