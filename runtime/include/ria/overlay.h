/** \file
 * An HDF5 file whose changes stay in memory.
 *
 * HDF5 has no way back from a write that fails: it cannot close the file, tries again when the
 * program ends, and may crash there. So HDF5 never writes to a disk here. It works on an overlay:
 * reads come from the file, if there is one, and writes are kept as pages in memory. When HDF5 has
 * closed the file, the pages are ours: to journal, to write and to flush, with errors that are met
 * as those of any file.
 *
 * Not collective; one overlay belongs to one thread at a time, and HDF5 to one thread of a process.
 */
#ifndef RIA_OVERLAY_H
#define RIA_OVERLAY_H

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include "ria/seal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_overlay ria_overlay;

/** Make a new file in memory: `*file` is HDF5's, with the creation properties `create`
 * (H5P_DEFAULT is fine); what takes `alignment` bytes or more begins at a multiple of them (1: no
 * matter where). Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; nothing is to be destroyed then. */
ria_status ria_overlay_create(hid_t create, uint64_t alignment, hid_t *file, ria_overlay **overlay);
/** Open the file `path` to be changed. A sound seal at its end is not part of what HDF5 sees.
 * Errors: as ria_overlay_create(), and RIA_ERROR_CORRUPT. */
ria_status ria_overlay_open(const char *path, hid_t *file, ria_overlay **overlay);

/** Open the file `path` for HDF5 to read, under a shared lock; H5Fclose() lets go of everything.
 * HDF5 cannot close a file of its own drivers whose close fails, and crashes when the program ends;
 * this one never fails there. Like H5Fopen(), it returns a negative number if the file cannot be
 * opened, with HDF5's errors; or with the errno in `*unreadable` where bytes could not be read,
 * else 0. */
hid_t ria_overlay_view(const char *path, int *unreadable);
/** The errno of a read that failed since then, or 0: what HDF5 found no sense in was not read, and
 * is not damaged. Only for a file of ria_overlay_view(). */
int ria_overlay_unreadable(hid_t file);

/** Close HDF5's file, and tell whether all went well: neither memory for a page nor a byte of the
 * file below was missing. Call it before the functions below. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_overlay_close(ria_overlay *overlay, hid_t file);

/** Bytes of the file, with the changes. */
uint64_t ria_overlay_size(const ria_overlay *overlay);
/** Where the file below ends, without its seal; 0: it is new. */
uint64_t ria_overlay_base_end(const ria_overlay *overlay);
/** And with its seal. */
uint64_t ria_overlay_base_size(const ria_overlay *overlay);
/** Changed bytes, ascending, not overlapping: `bytes` is borrowed from the overlay. False after the
 * last one; begin with `at` = 0. */
bool ria_overlay_changed(const ria_overlay *overlay, size_t *at, ria_byte_range *range,
                         const void **bytes);
/** Read what the file holds, with the changes. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT. */
ria_status ria_overlay_read(const ria_overlay *overlay, uint64_t offset, void *bytes, size_t size);
/** Checksums of parts of it. Errors: as ria_overlay_read(). */
ria_status ria_overlay_sum(const ria_overlay *overlay, ria_seal_part *parts, size_t count);
/** Write the changes to an open file. Errors: RIA_ERROR_IO. */
ria_status ria_overlay_write(const ria_overlay *overlay, int file, const char *path);

/** NULL is fine. */
void ria_overlay_destroy(ria_overlay *overlay);

/** Judge a file of ria_overlay_view() that has no seal: RIA_ERROR_CORRUPT if it is a file of ria
 * with something behind its end, which must be a damaged seal (the sentence does not name the
 * file). */
ria_status ria_overlay_unsealed(hid_t file);

#ifdef __cplusplus
}
#endif
#endif
