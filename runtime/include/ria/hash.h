/** \file
 * FNV-1a, a hash of 64 bits.
 */
#ifndef RIA_HASH_H
#define RIA_HASH_H

#include <stddef.h>
#include <stdint.h>

#define RIA_FNV_START UINT64_C(14695981039346656037)

/** Add bytes to a hash; start with RIA_FNV_START. */
static inline uint64_t ria_fnv(uint64_t hash, const void *data, size_t length) {
  for (const unsigned char *p = (const unsigned char *)data; length > 0; length--)
    hash = (hash ^ *p++) * UINT64_C(1099511628211);
  return hash;
}

#endif
