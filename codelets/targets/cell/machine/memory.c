/* Main memory in effective addresses, and poison. */
#include "internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ALIGN = 128, GAP = 1 << 16 }; /* gap between regions, so that overruns hit no region */

ria_status ria_cell_map(ria_cell *cell, void *memory, size_t bytes, int writable, uint64_t *ea) {
  const uint64_t span = UINT64_C(1) << 32;
  if (!bytes || bytes > RIA_CELL_MOST_MAPPED)
    return ria_fail(RIA_ERROR_ARGUMENT, "a region of %zu bytes: it takes 1 to %llu", bytes,
                    (unsigned long long)RIA_CELL_MOST_MAPPED);
  if (cell->region_count == REGIONS)
    return ria_fail(RIA_ERROR_ARGUMENT, "more than %d regions are mapped; unmap some", REGIONS);
  const uint64_t beyond = (uintptr_t)memory % ALIGN;
  uint64_t at = (cell->next_ea + ALIGN - 1) / ALIGN * ALIGN + beyond;
  if (at / span != (at + bytes - 1) / span)
    at = (at / span + 1) * span + GAP + beyond;
  cell->regions[cell->region_count++] = (region){at, memory, bytes, writable};
  cell->next_ea = at + bytes + GAP;
  *ea = at;
  return RIA_SUCCESS;
}

void ria_cell_unmap(ria_cell *cell, uint64_t ea) {
  for (int n = 0; n < cell->region_count; n++)
    if (cell->regions[n].ea == ea) {
      cell->region_count--;
      for (; n < cell->region_count; n++)
        cell->regions[n] = cell->regions[n + 1];
      if (!cell->region_count)
        cell->next_ea = 1 << 20;
    }
}

uint8_t *ria_cell_translate(const ria_cell *cell, uint64_t ea, size_t bytes, bool writes, char *why,
                            size_t room) {
  int low = 0, high = cell->region_count;
  while (low < high) { /* the last region that begins at or before ea */
    const int middle = (low + high) / 2;
    if (cell->regions[middle].ea <= ea)
      low = middle + 1;
    else
      high = middle;
  }
  const region *r = low ? &cell->regions[low - 1] : 0;
  if (!r || ea - r->ea >= r->bytes + GAP / 2) {
    snprintf(why, room, "address 0x%" PRIx64 " is not mapped", ea);
    return 0;
  }
  const uint64_t offset = ea - r->ea;
  if (offset > r->bytes || bytes > r->bytes - offset) {
    snprintf(why, room, "address 0x%" PRIx64 " is byte %" PRIu64 " of a region of %zu", ea, offset,
             r->bytes);
    return 0;
  }
  if (writes && !r->writable) {
    snprintf(why, room, "address 0x%" PRIx64 " is byte %" PRIu64 " of a region that is read only",
             ea, offset);
    return 0;
  }
  return r->memory + offset;
}

/* --- Poison ------------------------------------------------------------------------------------
 */

/* By words of 4 bytes; a smaller transfer has too few bytes to distinguish poison from a
 * number. */
void ria_spe_poison(void *at, size_t bytes, bool unwritten) {
  const uint32_t bit = unwritten ? 0 : UNWRITTEN_BIT;
  const uint64_t word = (uint64_t)((POISON_HIGH & ~UNWRITTEN_BIT) | bit) << 32 |
                        ((POISON_LOW & ~UNWRITTEN_BIT) | bit);
  uint8_t *to = at;
  const size_t whole = bytes / 8 * 8;
  for (size_t n = 0; n < whole; n += 8)
    memcpy(to + n, &word, 8);
  memcpy(to + whole, &word, bytes - whole);
}

static bool is_poison(uint32_t word) {
  return (word & POISON_MASK) == POISON_KIND;
}

/* The low half of a double may have any bits, so it can look like poison (one in 2^26). Only
 * these count: poison in both halves of 8 bytes, which is a NaN, or in several words, or a transfer
 * of one word. */
size_t ria_spe_find_poison(const void *at, size_t bytes, bool *unwritten) {
  enum { CHUNK = 256, SEVERAL = 3 };
  const uint8_t *from = at;
  uint32_t word[CHUNK];
  size_t first = bytes;
  int alone = 0;
  for (size_t n = 0; n + 4 <= bytes; n += sizeof word) {
    const size_t count = bytes - n < sizeof word ? (bytes - n) / 4 : CHUNK;
    uint32_t any = 0;
    memcpy(word, from + n, 4 * count);
    for (size_t i = 0; i < count; i++)
      any |= is_poison(word[i]);
    for (size_t i = 0; any && i < count; i++) {
      if (!is_poison(word[i]))
        continue;
      if (!alone++) {
        first = n + 4 * i;
        *unwritten = !(word[i] & UNWRITTEN_BIT);
      }
      if (bytes == 4 || alone == SEVERAL || (i % 2 == 0 && i + 1 < count && is_poison(word[i + 1])))
        return first;
    }
  }
  return bytes;
}
