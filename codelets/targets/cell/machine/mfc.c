/* The memory flow controller of an SPE: its queue of transfers, and the waits for their tags.
 *
 * A transfer moves its data when the program waits for its tag, or earlier if a later transfer is
 * ordered after it and uses the same bytes. Until then the destination of a get holds poison.
 * Poison in the source of a put is an error, whatever its origin. */
#include "internal.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(unsigned kind) {
  static const char *const name[2][8] = {{"mfc_put", "mfc_putb", "mfc_putf", "mfc_putf", "mfc_putl",
                                          "mfc_putlb", "mfc_putlf", "mfc_putlf"},
                                         {"mfc_get", "mfc_getb", "mfc_getf", "mfc_getf", "mfc_getl",
                                          "mfc_getlb", "mfc_getlf", "mfc_getlf"}};
  return name[kind & RIA_SPE_GET ? 1 : 0][kind & 7];
}

/* --- What a transfer must be -------------------------------------------------------------------
 */

static uint32_t local_address(const char *file, int line, const volatile void *ls, size_t bytes,
                              const char *what) {
  const ria_spe *spe = ria_spe_now;
  const uintptr_t address = (uintptr_t)ls;
  if (address - (uintptr_t)spe->stack < spe->stack_bytes)
    ria_spe_fault(file, line,
                  "%s uses a variable on the stack, which this machine does not keep in the local "
                  "store; take it from _malloc_align",
                  what);
  const uintptr_t at = address - (uintptr_t)spe->store;
  if (at >= RIA_CELL_LOCAL_STORE || bytes > RIA_CELL_LOCAL_STORE - at)
    ria_spe_fault(file, line, "%s of %zu bytes leaves the local store (from byte %td of %d)", what,
                  bytes, (ptrdiff_t)at, RIA_CELL_LOCAL_STORE);
  for (int n = 0; n < spe->blocks; n++)
    if (at >= spe->block[n].at && at + bytes <= spe->block[n].at + spe->block[n].bytes)
      return (uint32_t)at;
  ria_spe_fault(file, line,
                "%s of %zu bytes at local store address 0x%zx is not within a block from "
                "_malloc_align",
                what, bytes, (size_t)at);
}

/* Checks one transfer or one element of a list. */
static void check_transfer(const char *file, int line, const char *what, uint32_t ls, uint64_t ea,
                           size_t size) {
  if (size == 1 || size == 2 || size == 4 || size == 8) {
    if (ls % size || ls % LINE != ea % LINE)
      ria_spe_fault(file, line,
                    "%s of %zu bytes from or to local store address 0x%" PRIx32
                    " and address 0x%" PRIx64 ": both must be multiples of %zu and agree modulo 16",
                    what, size, ls, ea, size);
    return;
  }
  if (!size || size % LINE)
    ria_spe_fault(file, line, "%s of %zu bytes: it takes 1, 2, 4, 8 or a multiple of 16", what,
                  size);
  if (size > MOST_BYTES)
    ria_spe_fault(file, line, "%s of %zu bytes: it takes at most %d", what, size, MOST_BYTES);
  if (ls % LINE)
    ria_spe_fault(file, line, "%s at local store address 0x%" PRIx32 ", which is no multiple of 16",
                  what, ls);
  if (ea % LINE)
    ria_spe_fault(file, line, "%s at address 0x%" PRIx64 ", which is no multiple of 16", what, ea);
}

static uint8_t *main_memory(const char *file, int line, const char *what, uint64_t ea, size_t size,
                            bool writes) {
  char why[160];
  uint8_t *memory = ria_cell_translate(ria_spe_now->cell, ea, size, writes, why, sizeof why);
  if (!memory)
    ria_spe_fault(file, line, "%s of %zu bytes: %s", what, size, why);
  return memory;
}

static void read_list(command *c, uint64_t ea, const volatile void *list, size_t size, uint32_t at,
                      const char *what) {
  if (!size || size % sizeof(mfc_list_element_t))
    ria_spe_fault(c->file, c->line, "%s with a list of %zu bytes: an element takes 8", what, size);
  if (size / sizeof(mfc_list_element_t) > MOST_ELEMENTS)
    ria_spe_fault(c->file, c->line, "%s with a list of %zu elements: it takes at most %d", what,
                  size / sizeof(mfc_list_element_t), MOST_ELEMENTS);
  const uint32_t from = local_address(c->file, c->line, list, size, "the list");
  if (from % 8)
    ria_spe_fault(c->file, c->line,
                  "the list is at local store address 0x%" PRIx32 ", which is no multiple of 8",
                  from);
  c->count = (int)(size / sizeof(mfc_list_element_t));
  c->pieces = malloc((size_t)c->count * sizeof *c->pieces);
  if (!c->pieces)
    ria_spe_fault(c->file, c->line, "no memory for a list of %d elements", c->count);
  for (int n = 0; n < c->count; n++) {
    mfc_list_element_t element;
    memcpy(&element, ria_spe_now->store + from + (size_t)n * sizeof element, sizeof element);
    const uint64_t to = (ea >> 32 << 32) | element.eal;
    if (element.notify)
      ria_spe_fault(c->file, c->line,
                    "element %d of the list asks to stall and notify, which this "
                    "machine does not do",
                    n);
    /* Every element begins at a new line. */
    if (n)
      at = (at + LINE - 1) / LINE * LINE + (element.size < LINE ? (uint32_t)(to % LINE) : 0);
    c->pieces[n] = (piece){to, at, (uint32_t)element.size};
    at += (uint32_t)element.size;
  }
}

/* --- Order -------------------------------------------------------------------------------------
 */

static bool is_get(const command *c) {
  return c->command & RIA_SPE_GET;
}

static uint32_t local_end(const command *c) {
  return c->pieces[c->count - 1].ls + c->pieces[c->count - 1].bytes;
}

static bool local_overlap(const command *a, const command *b) {
  return a->pieces->ls < local_end(b) && b->pieces->ls < local_end(a);
}

static bool main_overlap(const command *a, const command *b) {
  for (int i = 0; i < a->count; i++)
    for (int k = 0; k < b->count; k++)
      if (a->pieces[i].ea < b->pieces[k].ea + b->pieces[k].bytes &&
          b->pieces[k].ea < a->pieces[i].ea + a->pieces[i].bytes)
        return true;
  return false;
}

/* Whether `later` begins only after `earlier`, which is queued, has ended. */
static bool is_ordered(const ria_spe *spe, const command *earlier, const command *later) {
  if (earlier->number < spe->barrier)
    return true;
  if (earlier->tag != later->tag)
    return false;
  if (later->command & (RIA_SPE_FENCE | RIA_SPE_BARRIER))
    return true;
  for (const command *c = spe->queue; c < spe->queue + spe->queued; c++)
    if (c->tag == later->tag && c->number > earlier->number && c->command & RIA_SPE_BARRIER)
      return true;
  return false;
}

/* --- Moving ------------------------------------------------------------------------------------
 */

static uint8_t *source_of(const command *c, const piece *p) {
  return is_get(c) ? main_memory(c->file, c->line, name_of(c->command), p->ea, p->bytes, false)
                   : ria_spe_now->store + p->ls;
}

static void copy_source(command *c) {
  uint8_t *to = c->copy = malloc(c->bytes);
  if (!to)
    ria_spe_fault(c->file, c->line, "no memory for a copy of %zu bytes", c->bytes);
  for (const piece *p = c->pieces; p < c->pieces + c->count; to += p->bytes, p++)
    memcpy(to, source_of(c, p), p->bytes);
}

static void check_source(const command *c) {
  const uint8_t *copy = c->copy;
  for (const piece *p = c->pieces; p < c->pieces + c->count; copy += p->bytes, p++) {
    const uint8_t *now = source_of(c, p);
    for (size_t n = 0; n < p->bytes; n++)
      if (now[n] != copy[n])
        ria_spe_fault(c->file, c->line,
                      "byte %zu of the source of %s of %zu bytes (%s 0x%" PRIx64
                      ") was changed before tag %u was waited for",
                      (size_t)(copy - c->copy) + n, name_of(c->command), c->bytes,
                      is_get(c) ? "address" : "local store address",
                      is_get(c) ? p->ea + n : (uint64_t)p->ls + n, c->tag);
  }
}

static void perform(command *c) {
  ria_spe *spe = ria_spe_now;
  if (c->performed)
    return;
  c->performed = true;
  if (c->copy)
    check_source(c);
  for (const piece *p = c->pieces; p < c->pieces + c->count; p++) {
    uint8_t *memory =
        main_memory(c->file, c->line, name_of(c->command), p->ea, p->bytes, !is_get(c));
    if (is_get(c))
      memcpy(spe->store + p->ls, memory, p->bytes);
    else
      memcpy(memory, spe->store + p->ls, p->bytes);
  }
}

static void set_shadow(const ria_spe *spe, const command *c, int state) {
  if (spe->shadow)
    for (const piece *p = c->pieces; p < c->pieces + c->count; p++)
      memset(spe->shadow + p->ls, state, p->bytes);
}

static void drop(command *c) {
  free(c->copy);
  if (c->pieces != &c->one)
    free(c->pieces);
}

/* Removes a command from the queue; the element of a command without a list is stored in it and
 * moves with it. */
static void leave_queue(ria_spe *spe, int place) {
  drop(&spe->queue[place]);
  spe->queued--;
  for (int n = place; n < spe->queued; n++) {
    command *c = &spe->queue[n];
    *c = spe->queue[n + 1];
    if (c->pieces == &spe->queue[n + 1].one)
      c->pieces = &c->one;
  }
}

/* Completes the transfers of these tags. */
static void complete(ria_spe *spe, unsigned tags, int most) {
  int n = 0;
  while (n < spe->queued && most) {
    command *c = &spe->queue[n];
    if (!(tags >> c->tag & 1)) {
      n++;
      continue;
    }
    perform(c);
    set_shadow(spe, c, SHADOW_FREE);
    leave_queue(spe, n);
    most--;
  }
  /* Bytes in flight keep their mark. */
  for (n = 0; n < spe->queued; n++)
    set_shadow(spe, &spe->queue[n], is_get(&spe->queue[n]) ? SHADOW_ARRIVING : SHADOW_LEAVING);
  spe->cell->progress++;
}

/* --- Commands ----------------------------------------------------------------------------------
 */

/* Checks a command against those in flight: bytes that two transfers use, one of them writing. */
static void check_order(ria_spe *spe, const command *c, const char *what) {
  for (int n = 0; n < spe->queued; n++) {
    command *other = &spe->queue[n];
    const bool local = (is_get(c) || is_get(other)) && local_overlap(c, other);
    const bool outside = spe->checked && (!is_get(c) || !is_get(other)) && main_overlap(c, other);
    if (!local && !outside)
      continue;
    if (!is_ordered(spe, other, c))
      ria_spe_fault(c->file, c->line,
                    "%s of %zu bytes with tag %u uses %s that %s with tag %u (line %d) is still "
                    "using: wait for it, or fence within one tag",
                    what, c->bytes, c->tag, local ? "bytes of the local store" : "memory",
                    name_of(other->command), other->tag, other->line);
    for (int k = 0; k <= n; k++) /* and the commands that it had to wait for */
      if (k == n || is_ordered(spe, &spe->queue[k], other))
        perform(&spe->queue[k]);
  }
}

static void check_content(const ria_spe *spe, const command *c, const char *what) {
  for (const piece *p = c->pieces; p < c->pieces + c->count; p++) {
    bool unwritten;
    const size_t at = ria_spe_find_poison(spe->store + p->ls, p->bytes, &unwritten);
    if (at < p->bytes)
      ria_spe_fault(
          c->file, c->line,
          unwritten ? "%s of %zu bytes: byte %zu (local store address 0x%zx) was never written, "
                      "or computed from what was not"
                    : "%s of %zu bytes: byte %zu (local store address 0x%zx) was read, or "
                      "computed from what was read, before its transfer's tag was waited for",
          what, c->bytes, (size_t)(p->ls - c->pieces->ls) + at, p->ls + at);
  }
}

void ria_spe_dma(unsigned kind, volatile void *ls, uint64_t ea, const volatile void *list,
                 size_t size, unsigned tag, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  const char *what = name_of(kind);
  spe->file = file;
  spe->line = line;
  if (tag >= TAGS)
    ria_spe_fault(file, line, "%s with tag %u: tags are 0 to %d", what, tag, TAGS - 1);
  if (spe->queued == QUEUE)
    ria_spe_fault(file, line, "%s while %d commands are in flight: the queue takes %d", what,
                  spe->queued, QUEUE);
  command *c = &spe->queue[spe->queued];
  *c = (command){.command = kind, .tag = tag, .number = spe->issued++, .file = file, .line = line};
  c->pieces = &c->one;
  c->count = 1;
  spe->preparing = c;
  local_address(file, line, ls, 1, what);
  const uintptr_t offset = (uintptr_t)ls - (uintptr_t)spe->store;
  c->one = (piece){ea, (uint32_t)offset, (uint32_t)size};
  if (kind & RIA_SPE_LIST)
    read_list(c, ea, list, size, (uint32_t)offset, what);
  else if (size > UINT32_MAX)
    ria_spe_fault(file, line, "%s of %zu bytes: it takes at most %d", what, size, MOST_BYTES);
  for (const piece *p = c->pieces; p < c->pieces + c->count; p++) {
    check_transfer(file, line, what, p->ls, p->ea, p->bytes);
    main_memory(file, line, what, p->ea, p->bytes, !is_get(c));
    c->bytes += p->bytes;
    if (spe->checked)
      ria_cell_note(spe, p, !is_get(c), file, line);
  }
  local_address(file, line, (const volatile uint8_t *)ls, local_end(c) - c->pieces->ls, what);
  check_order(spe, c, what);
  if (!is_get(c))
    check_content(spe, c, what);
  if (spe->checked)
    copy_source(c);
  if (is_get(c))
    for (const piece *p = c->pieces; p < c->pieces + c->count; p++)
      ria_spe_poison(spe->store + p->ls, p->bytes, false);
  spe->preparing = 0;
  spe->queued++;
  set_shadow(spe, c, is_get(c) ? SHADOW_ARRIVING : SHADOW_LEAVING);
  spe->traffic.commands++;
  spe->traffic.elements += (uint64_t)c->count;
  *(is_get(c) ? &spe->traffic.bytes_in : &spe->traffic.bytes_out) += c->bytes;
  spe->cell->progress++;
  if (spe->recorder)
    ria_recorder_command(spe->recorder, tag, kind & (RIA_SPE_FENCE | RIA_SPE_BARRIER), c->count,
                         c->bytes);
}

void ria_spe_dma_barrier(unsigned tag, const char *file, int line) {
  if (tag >= TAGS)
    ria_spe_fault(file, line, "mfc_barrier with tag %u: tags are 0 to %d", tag, TAGS - 1);
  ria_spe_now->barrier = ria_spe_now->issued;
}

unsigned ria_spe_queue_room(void) {
  return (unsigned)(QUEUE - ria_spe_now->queued);
}

/* --- Tags --------------------------------------------------------------------------------------
 */

void ria_spe_write_tag_mask(unsigned mask) {
  ria_spe_now->mask = mask;
  if (ria_spe_now->recorder)
    ria_recorder_add(ria_spe_now->recorder, RIA_SPE_WRCH, 0, 0, 0, 0);
}

unsigned ria_spe_read_tag_mask(void) {
  return ria_spe_now->mask;
}

void ria_spe_write_tag_update(unsigned how, const char *file, int line) {
  if (how > 2)
    ria_spe_fault(file, line, "mfc_write_tag_update(%u): there are immediate, any and all", how);
  if (how && !ria_spe_now->mask)
    ria_spe_fault(file, line, "a wait for no tag: the tag mask is 0");
  ria_spe_now->update = (int)how;
  if (ria_spe_now->recorder)
    ria_recorder_add(ria_spe_now->recorder, RIA_SPE_WRCH, 0, 0, 0, 0);
}

static unsigned busy_tags(const ria_spe *spe) {
  unsigned tags = 0;
  for (int n = 0; n < spe->queued; n++)
    tags |= 1u << spe->queue[n].tag;
  return tags;
}

unsigned ria_spe_read_tag_status(const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  spe->file = file;
  spe->line = line;
  if (spe->update < 0)
    ria_spe_fault(file, line,
                  "mfc_read_tag_status would wait for ever: no mfc_write_tag_update "
                  "came before it");
  unsigned ended = 0;
  if (spe->update == 2) {
    complete(spe, ended = spe->mask, QUEUE);
  } else { /* the tag of the oldest command, or no more than the oldest */
    for (int n = 0; n < spe->queued && !ended; n++)
      if (spe->mask >> spe->queue[n].tag & 1)
        ended = 1u << spe->queue[n].tag;
    complete(spe, ended, spe->update == 1 ? QUEUE : 1);
  }
  if (spe->recorder) {
    ria_recorder_add(spe->recorder, RIA_SPE_RDCH, 0, 0, 0, 0);
    if (spe->update)
      ria_recorder_wait(spe->recorder, ended);
  }
  spe->update = -1;
  return spe->mask & ~busy_tags(spe);
}

unsigned ria_spe_count_tag_status(void) {
  return ria_spe_now->update >= 0;
}

unsigned ria_spe_tag_reserve(unsigned count) {
  const uint64_t wanted = (UINT64_C(1) << (count < TAGS ? count : TAGS)) - 1;
  for (unsigned first = 0; count && first + count <= TAGS; first++)
    if (!(ria_spe_now->reserved & wanted << first)) {
      ria_spe_now->reserved |= (unsigned)(wanted << first);
      return first;
    }
  return ~0u;
}

unsigned ria_spe_tag_release(unsigned first, unsigned count) {
  if (!count || first >= TAGS || count > TAGS - first)
    return ~0u;
  const unsigned tags = (unsigned)(((UINT64_C(1) << count) - 1) << first);
  if ((ria_spe_now->reserved & tags) != tags)
    return ~0u;
  ria_spe_now->reserved &= ~tags;
  return 0;
}

/* --- The end of a program ----------------------------------------------------------------------
 */

void ria_spe_end_transfers(ria_spe *spe) {
  if (spe->queued) {
    const command *c = spe->queue;
    ria_spe_fault(c->file, c->line,
                  "the program ended without a wait for tag %u of this %s of %zu bytes; %d "
                  "commands are in flight",
                  c->tag, name_of(c->command), c->bytes, spe->queued);
  }
}

void ria_spe_drop_transfers(ria_spe *spe) {
  if (spe->preparing)
    drop(spe->preparing);
  spe->preparing = 0;
  while (spe->queued)
    leave_queue(spe, spe->queued - 1);
}
