/* Receives the reports of checked programs: every use and every creation of a value. */
#include "internal.h"
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

/* --- Literals that are static in a program -----------------------------------------------------
 */

enum { MOST_LITERALS = 1 << 14 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const void *literal[MOST_LITERALS]; /* by a hash of the address */

static size_t slot_of(const void *address) {
  size_t slot = ((uintptr_t)address >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 50;
  while (literal[slot] && literal[slot] != address)
    slot = (slot + 1) % MOST_LITERALS;
  return slot;
}

static void note_literal(const void *address) {
  pthread_mutex_lock(&lock);
  static int count;
  const size_t slot = slot_of(address);
  if (!literal[slot] && count < MOST_LITERALS / 2) {
    literal[slot] = address;
    count++;
  }
  pthread_mutex_unlock(&lock);
}

static bool is_literal(const void *address) {
  pthread_mutex_lock(&lock);
  const bool is = literal[slot_of(address)];
  pthread_mutex_unlock(&lock);
  return is;
}

/* --- Loads and stores --------------------------------------------------------------------------
 */

static bool on_stack(const ria_spe *spe, const void *address) {
  return (uintptr_t)address - (uintptr_t)spe->stack < spe->stack_bytes;
}

static bool in_store(const ria_spe *spe, const void *address) {
  return (uintptr_t)address - (uintptr_t)spe->store < RIA_CELL_LOCAL_STORE;
}

/* Its offset in the local store, if it is there. */
static size_t check_place(const ria_spe *spe, const void *address, size_t bytes, const char *what) {
  const size_t at = (uintptr_t)address - (uintptr_t)spe->store;
  if (at % bytes)
    ria_spe_fault(0, 0,
                  "a %s of %zu bytes at local store address 0x%zx, which is no multiple of %zu",
                  what, bytes, at, bytes);
  for (int n = 0; n < spe->blocks; n++)
    if (at >= spe->block[n].at && at + bytes <= spe->block[n].at + spe->block[n].bytes)
      return at;
  ria_spe_fault(0, 0,
                "a %s of %zu bytes at local store address 0x%zx, which is not within a block from "
                "_malloc_align",
                what, bytes, at);
}

/* Scalars in vectors: the element is rotated to the front, and inserted among the others.
 */
static ria_spe_id rotated(ria_spe *spe, ria_spe_id loaded) {
  return ria_recorder_add(spe->recorder, RIA_SPE_ROTQBY, loaded, 0, 0, 0);
}

static ria_spe_id inserted(ria_spe *spe, ria_spe_id old, ria_spe_id number) {
  const ria_spe_id pattern = ria_recorder_add(spe->recorder, RIA_SPE_CWD, 0, 0, 0, 0);
  return ria_recorder_add(spe->recorder, RIA_SPE_SHUFB, old, number, pattern, 0);
}

static bool is_in_memory(const ria_spe *spe, size_t bytes) {
  return spe->in_memory && spe->recorder && bytes != LINE;
}

static ria_spe_id load_again(ria_spe *spe, ria_spe_id stored) {
  return ria_recorder_add(spe->recorder, RIA_SPE_LQD, stored, 0, 0, 0);
}

static bool has(const uint8_t *shadow, size_t bytes, int state) {
  return memchr(shadow, state, bytes);
}

ria_spe_id ria_spe_use(const void *address, size_t bytes, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  if (!spe)
    return 0; /* a static, created before any program runs */
  if (file) {
    spe->file = file;
    spe->line = line;
  }
  if (on_stack(spe, address)) {
    const ria_spe_id made = spe->made[((uintptr_t)address - (uintptr_t)spe->stack) / 4];
    return is_in_memory(spe, bytes) && made ? rotated(spe, load_again(spe, made)) : made;
  }
  if (!in_store(spe, address)) {
    if (is_literal(address))
      return 0;
    ria_spe_fault(0, 0,
                  "a load of %zu bytes from outside the local store (byte %td of it): an SPE "
                  "reaches main memory by DMA alone, and data of this machine's programs come from "
                  "_malloc_align",
                  bytes, (ptrdiff_t)((uintptr_t)address - (uintptr_t)spe->store));
  }
  const size_t at = check_place(spe, address, bytes, "load");
  if (has(spe->shadow + at, bytes, SHADOW_ARRIVING))
    ria_spe_fault(0, 0,
                  "a load of %zu bytes at local store address 0x%zx before the tag of the transfer "
                  "to there was waited for",
                  bytes, at);
  bool unwritten = false;
  if (ria_spe_find_poison(address, 4, &unwritten) == 0 && unwritten) {
    size_t n = 4;
    while (n < bytes && ria_spe_find_poison((const char *)address + n, 4, &unwritten) == 0)
      n += 4;
    if (n >= bytes)
      ria_spe_fault(0, 0,
                    "a load of %zu bytes at local store address 0x%zx, which were never "
                    "written",
                    bytes, at);
  }
  if (!spe->recorder)
    return 0;
  const ria_spe_id id = ria_recorder_load(spe->recorder, at / LINE);
  return bytes == LINE ? id : rotated(spe, id);
}

static void store(ria_spe *spe, const void *address, size_t bytes, ria_spe_id id) {
  const size_t at = check_place(spe, address, bytes, "store");
  const bool arriving = has(spe->shadow + at, bytes, SHADOW_ARRIVING);
  if (arriving || has(spe->shadow + at, bytes, SHADOW_LEAVING))
    ria_spe_fault(
        0, 0,
        "a store of %zu bytes at local store address 0x%zx before the tag of the transfer "
        "%s there was waited for",
        bytes, at, arriving ? "to" : "from");
  if (!spe->recorder)
    return;
  if (bytes != LINE)
    id = inserted(spe, ria_recorder_load(spe->recorder, at / LINE), id);
  ria_recorder_store(spe->recorder, at / LINE, id);
}

void ria_spe_make(void *address, size_t bytes, ria_spe_id id) {
  ria_spe *spe = ria_spe_now;
  if (spe && on_stack(spe, address))
    spe->made[((uintptr_t)address - (uintptr_t)spe->stack) / 4] =
        is_in_memory(spe, bytes) && id
            ? ria_recorder_add(spe->recorder, RIA_SPE_STQD, inserted(spe, load_again(spe, 0), id),
                               0, 0, 0)
            : id;
  else if (spe && in_store(spe, address))
    store(spe, address, bytes, id);
  else
    note_literal(address);
}

void ria_spe_assign(void *address, size_t bytes, ria_spe_id id) {
  ria_spe *spe = ria_spe_now;
  if (spe && !on_stack(spe, address) && !in_store(spe, address))
    ria_spe_fault(0, 0,
                  "a store of %zu bytes outside the local store (byte %td of it): an SPE reaches "
                  "main memory by DMA alone, and data of this machine's programs come from "
                  "_malloc_align",
                  bytes, (ptrdiff_t)((uintptr_t)address - (uintptr_t)spe->store));
  ria_spe_make(address, bytes, id);
}

/* --- Instructions ------------------------------------------------------------------------------
 */

ria_spe_id ria_spe_execute(ria_spe_instruction what, ria_spe_id a, ria_spe_id b, ria_spe_id c) {
  ria_spe *spe = ria_spe_now;
  return spe && spe->recorder ? ria_recorder_add(spe->recorder, what, a, b, c, 0) : 0;
}

ria_spe_id ria_spe_execute_scalar(ria_spe_instruction what, ria_spe_id a, ria_spe_id b,
                                  ria_spe_id c) {
  ria_spe *spe = ria_spe_now;
  return spe && spe->recorder ? ria_recorder_add(spe->recorder, what, a, b, c, 1) : 0;
}

/* The counter is increased and compared; the branch was hinted before the loop. */
int ria_spe_turn(int condition, int expected, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  spe->file = file;
  spe->line = line;
  if (!spe->recorder)
    return condition;
  const ria_spe_id counter = ria_recorder_add(spe->recorder, RIA_SPE_A, 0, 0, 0, 0);
  const ria_spe_id test = ria_recorder_add(spe->recorder, RIA_SPE_CGT, counter, 0, 0, 0);
  const bool missed = condition != expected;
  ria_recorder_add(spe->recorder, missed ? RIA_SPE_BR_MISSED : RIA_SPE_BR, test, 0, 0, 0);
  ria_recorder_end_region(spe->recorder, !missed, file, line);
  return condition;
}

int ria_spe_branch(int condition, ria_spe_id of) {
  ria_spe *spe = ria_spe_now;
  if (!spe || !spe->recorder)
    return condition;
  ria_recorder_add(spe->recorder, condition ? RIA_SPE_BR : RIA_SPE_BR_MISSED, of, 0, 0, 0);
  ria_recorder_end_region(spe->recorder, 0, spe->file, spe->line);
  return condition;
}
