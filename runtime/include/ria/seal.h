/** \file
 * Seals: checksums at the end of a file, verified before any other reader opens the file.
 *
 * HDF5 trusts its own structures: a flipped bit in them can change the numbers that are read, or
 * crash the program. A sealed file ends with a trailer that HDF5 and all programs that use HDF5
 * ignore (HDF5 reads up to the end that its superblock gives):
 *
 *     parts [count]: offset, size (uint64), CRC-32 of these bytes (uint32), 0 (uint32)
 *     foot: end of the file proper (uint64), count (uint64), 0 (uint32), CRC-32 of the trailer up
 *           to here (uint32), "ria seal"
 *
 * All numbers are little-endian. Bytes outside all parts have their own checksum: chunks with
 * Fletcher-32. A program that changes the file through HDF5 cuts the seal off; the file is then
 * unsealed.
 */
#ifndef RIA_SEAL_H
#define RIA_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A range of bytes of a file. */
typedef struct {
  uint64_t offset, size;
} ria_byte_range;

/** A range of bytes of a file with its checksum. */
typedef struct {
  uint64_t offset, size;
  uint32_t crc, zero;
} ria_seal_part;

/** Most bytes that one checksum covers; more parts let several ranks verify a file together. */
enum { RIA_SEAL_PART = 1 << 22 };

/** CRC-32 of `size` bytes appended to those of `crc`; start with 0. */
uint32_t ria_crc(uint32_t crc, const void *bytes, size_t size);

/** Size in bytes of a seal of so many parts. */
size_t ria_seal_size(size_t parts);
/** Make the seal of a file whose content ends at `end`: ria_seal_size(count) bytes, owned by the
 * caller, to be written at `end`. NULL: no memory. */
void *ria_seal_make(const ria_seal_part *parts, size_t count, uint64_t end);

/** Parts that cover all bytes below `end` except the given ranges (sorted in place), without
 * checksums; owned by the caller. Errors: RIA_ERROR_MEMORY. */
ria_status ria_seal_gaps(ria_byte_range *ranges, size_t ranges_count, uint64_t end,
                         ria_seal_part **parts, size_t *count);
/** Seal a file that has no seal, all its bytes. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_seal_whole(const char *path);

/** Verify the parts i of a file's seal with i % shares == share. `*sealed` is set to whether there
 * is a seal; a file without one is no error. Not collective. Errors: RIA_ERROR_CORRUPT (the message
 * says which bytes, not which file), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_seal_verify(const char *path, int share, int shares, bool *sealed);
/** The same for an open file. */
ria_status ria_seal_verify_open(int file, int share, int shares, bool *sealed);
/** The size of an open file's content: without its seal, if it has a valid one. */
ria_status ria_seal_end(int file, const char *path, uint64_t *end, bool *sealed);

#ifdef __cplusplus
}
#endif
#endif
