/** \file
 * An HDF5 file with its changes kept in memory.
 *
 * HDF5 cannot recover from a failed write: it cannot close the file, tries again when the program
 * ends, and may crash there. So ria never lets HDF5 write to a disk. HDF5 works on an overlay:
 * reads come from the file, if there is one, and writes are kept as pages in memory. When HDF5 has
 * closed the file, ria journals, writes and flushes the pages itself, and handles errors as for any
 * file.
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

/** Create a new file in memory: `*file` is the HDF5 id, with the creation properties `create`
 * (H5P_DEFAULT is fine). Objects of at least `alignment` bytes begin at a multiple of `alignment`
 * (1: anywhere). Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to destroy. */
ria_status ria_overlay_create(hid_t create, uint64_t alignment, hid_t *file, ria_overlay **overlay);
/** Open the file `path` for changes. HDF5 does not see a valid seal at its end. Errors: as
 * ria_overlay_create(), and RIA_ERROR_CORRUPT. */
ria_status ria_overlay_open(const char *path, hid_t *file, ria_overlay **overlay);

/** Open the file `path` for HDF5 to read, under a shared lock; H5Fclose() releases everything. The
 * close of this driver never fails, because HDF5 cannot close a file whose driver fails to close,
 * and crashes when the program ends. Like H5Fopen(), it returns a negative number, with HDF5's
 * errors, if the file cannot be opened. `*unreadable` is the errno of a failed read, or 0. */
hid_t ria_overlay_view(const char *path, int *unreadable);
/** The errno of a read that failed since then, or 0. If it is not 0, HDF5's complaint is due to the
 * failed read: the file is not damaged. Only for a file of ria_overlay_view(). */
int ria_overlay_unreadable(hid_t file);

/** Close HDF5's file and report failures so far: lack of memory for a page, or a failed read of the
 * underlying file. Call it before the functions below. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_overlay_close(ria_overlay *overlay, hid_t file);

/** Size of the file in bytes, with the changes. */
uint64_t ria_overlay_size(const ria_overlay *overlay);
/** End of the underlying file, without its seal; 0: a new file. */
uint64_t ria_overlay_base_end(const ria_overlay *overlay);
/** End of the underlying file, with its seal. */
uint64_t ria_overlay_base_size(const ria_overlay *overlay);
/** The next range of changed bytes; ranges are ascending and do not overlap. `bytes` is borrowed
 * from the overlay. Begin with `at` = 0. Returns false after the last range. */
bool ria_overlay_changed(const ria_overlay *overlay, size_t *at, ria_byte_range *range,
                         const void **bytes);
/** Read bytes of the file, with the changes. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT. */
ria_status ria_overlay_read(const ria_overlay *overlay, uint64_t offset, void *bytes, size_t size);
/** Checksums of parts of the file, with the changes. Errors: as ria_overlay_read(). */
ria_status ria_overlay_sum(const ria_overlay *overlay, ria_seal_part *parts, size_t count);
/** Write the changes to an open file. Errors: RIA_ERROR_IO. */
ria_status ria_overlay_write(const ria_overlay *overlay, int file, const char *path);

/** Free an overlay. NULL is fine. */
void ria_overlay_destroy(ria_overlay *overlay);

/** Check a file of ria_overlay_view() that has no seal: RIA_ERROR_CORRUPT if it is a file of ria
 * with bytes behind its end, which must be a damaged seal (the message does not name the file). */
ria_status ria_overlay_unsealed(hid_t file);

#ifdef __cplusplus
}
#endif
#endif
