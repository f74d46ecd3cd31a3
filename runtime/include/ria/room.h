/** \file
 * Room on a disk, taken before it is needed.
 *
 * A full disk, a quota or a limit on the size of files is met best where all it takes is to say so:
 * HDF5 cannot close a file that it cannot write, and may crash when the program ends.
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

/** Cut an HDF5 file that is closed to what HDF5 uses of it. Needed where room was taken after
 * H5Fcreate; a file that HDF5 opened after its room was taken is cut when HDF5 closes it. */
ria_status ria_room_give_back(const char *path);

#ifdef __cplusplus
}
#endif
#endif
