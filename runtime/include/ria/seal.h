/** \file
 * Seals: checksums of a file's bytes, at its end, that are verified before anything else looks at
 * the file.
 *
 * HDF5 trusts its own structures: a bit that was flipped in them can show other numbers than were
 * written, or crash the program. A sealed file ends with a trailer that HDF5 and every program over
 * it ignore (HDF5 reads up to the end that its superblock names):
 *
 *     parts [count]: offset, size (uint64), CRC-32 of these bytes (uint32), 0 (uint32)
 *     foot: end of the file proper (uint64), count (uint64), 0 (uint32), CRC-32 of the trailer up
 *           to here (uint32), "ria seal"
 *
 * all little-endian. What lies in no part has a checksum of its own: chunks with Fletcher-32. A
 * program that changes the file through HDF5 cuts the seal off; the file is then an unsealed one.
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

/** Bytes of a file. */
typedef struct {
  uint64_t offset, size;
} ria_byte_range;

/** Bytes of a file with their checksum. */
typedef struct {
  uint64_t offset, size;
  uint32_t crc, zero;
} ria_seal_part;

/** Bytes that a checksum covers at most; more parts let several ranks verify a file together. */
enum { RIA_SEAL_PART = 1 << 22 };

/** CRC-32 of `size` more bytes after those of `crc`; begin with 0. */
uint32_t ria_crc(uint32_t crc, const void *bytes, size_t size);

/** Bytes of a seal of so many parts. */
size_t ria_seal_size(size_t parts);
/** The seal of a file whose bytes proper end at `end`; owned by the caller, of ria_seal_size(count)
 * bytes, to be written at `end`. NULL: no memory. */
void *ria_seal_make(const ria_seal_part *parts, size_t count, uint64_t end);

/** The parts that cover all bytes below `end` but those of the ranges (sorted here), without their
 * checksums; owned by the caller. Errors: RIA_ERROR_MEMORY. */
ria_status ria_seal_gaps(ria_byte_range *ranges, size_t ranges_count, uint64_t end,
                         ria_seal_part **parts, size_t *count);
/** Seal all bytes of a file that has no seal. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_seal_whole(const char *path);

/** Verify a file's seal: the parts i with i % shares == share. `*sealed` tells whether there is
 * one; a file without is no error. Not collective. Errors: RIA_ERROR_CORRUPT (the sentence says
 * which bytes, not which file), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_seal_verify(const char *path, int share, int shares, bool *sealed);
/** The same of an open file. */
ria_status ria_seal_verify_open(int file, int share, int shares, bool *sealed);
/** The bytes proper of an open file: without its seal, if it has a sound one. */
ria_status ria_seal_end(int file, const char *path, uint64_t *end, bool *sealed);

#ifdef __cplusplus
}
#endif
#endif
