/** \file
 * Room on a disk, taken before it is needed.
 *
 * A full disk, a quota or a limit on the size of files is met best before anything is written.
 */
#ifndef RIA_ROOM_H
#define RIA_ROOM_H

#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Take room for `bytes` more bytes at the end of the file `path`, which is there and grows by
 * them. Errors: RIA_ERROR_IO; the sentence says how much is needed and how much there is, and what
 * to do; it does not name the file. */
ria_status ria_room_take(const char *path, int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
