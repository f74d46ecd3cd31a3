/* Mailboxes and signals, and the heap of the local store. */
#include "internal.h"
#include <stdio.h>

static const char *const channel_name[] = {"the in-mailbox", "the out-mailbox",
                                           "the out-interrupt-mailbox", "signal 1", "signal 2"};

/* --- The SPE's side ----------------------------------------------------------------------------
 */

static void look(const char *file, int line) {
  ria_spe_now->file = file;
  ria_spe_now->line = line;
}

/* Run the other SPEs, which may change the channel. */
static void wait_for_others(ria_spe *spe) {
  spe->waiting = true;
  ria_spe_yield();
}

static uint32_t take(ria_spe *spe, mailbox *box) {
  const uint32_t value = box->value[0];
  for (int n = 1; n < box->count; n++)
    box->value[n - 1] = box->value[n];
  box->count--;
  spe->cell->progress++;
  spe->cell->use_count = 0; /* orders transfers before and after */
  return value;
}

unsigned ria_spe_read_channel(int channel, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  mailbox *box = &spe->box[channel];
  look(file, line);
  if (spe->recorder)
    ria_recorder_add(spe->recorder, RIA_SPE_RDCH, 0, 0, 0, 0);
  while (!box->count)
    wait_for_others(spe);
  return take(spe, box);
}

void ria_spe_write_channel(int channel, unsigned value, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  mailbox *box = &spe->box[channel];
  look(file, line);
  if (spe->recorder)
    ria_recorder_add(spe->recorder, RIA_SPE_WRCH, 0, 0, 0, 0);
  while (box->count == box->depth)
    wait_for_others(spe);
  box->value[box->count++] = value;
  spe->cell->progress++;
}

unsigned ria_spe_count_channel(int channel, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  mailbox *box = &spe->box[channel];
  const bool reads = channel != RIA_SPE_OUT_MBOX && channel != RIA_SPE_OUT_INTR_MBOX;
  look(file, line);
  /* A program that polls in a loop must not keep the others from running. */
  if (reads ? !box->count : box->count == box->depth)
    wait_for_others(spe);
  return (unsigned)(reads ? box->count : box->depth - box->count);
}

/* --- The PPE's side ----------------------------------------------------------------------------
 */

static ria_status check_spe(const ria_cell *cell, int spe, int channel) {
  if (spe < 0 || spe >= cell->spes)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s of SPE %d: this cell has SPEs 0 to %d",
                    channel_name[channel], spe, cell->spes - 1);
  return RIA_SUCCESS;
}

ria_status ria_cell_write_in_mbox(ria_cell *cell, int spe, uint32_t value) {
  RIA_TRY(check_spe(cell, spe, RIA_SPE_IN_MBOX));
  mailbox *box = &cell->spe[spe].box[RIA_SPE_IN_MBOX];
  if (box->count == box->depth)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the in-mailbox of SPE %d holds %d values and takes no more until its program "
                    "has read one",
                    spe, box->count);
  box->value[box->count++] = value;
  cell->progress++;
  return RIA_SUCCESS;
}

static ria_status read_mailbox(ria_cell *cell, int spe, int channel, uint32_t *value) {
  RIA_TRY(check_spe(cell, spe, channel));
  mailbox *box = &cell->spe[spe].box[channel];
  if (!box->count)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s of SPE %d is empty", channel_name[channel], spe);
  *value = take(&cell->spe[spe], box);
  return RIA_SUCCESS;
}

ria_status ria_cell_read_out_mbox(ria_cell *cell, int spe, uint32_t *value) {
  return read_mailbox(cell, spe, RIA_SPE_OUT_MBOX, value);
}

ria_status ria_cell_read_out_intr_mbox(ria_cell *cell, int spe, uint32_t *value) {
  return read_mailbox(cell, spe, RIA_SPE_OUT_INTR_MBOX, value);
}

ria_status ria_cell_signal(ria_cell *cell, int spe, int which, uint32_t value) {
  const int channel = which == 2 ? RIA_SPE_SIGNAL_2 : RIA_SPE_SIGNAL_1;
  RIA_TRY(check_spe(cell, spe, channel));
  if (which != 1 && which != 2)
    return ria_fail(RIA_ERROR_ARGUMENT, "signal %d of SPE %d: there are 1 and 2", which, spe);
  mailbox *box = &cell->spe[spe].box[channel];
  box->value[0] = box->count ? box->value[0] | value : value;
  box->count = 1;
  cell->progress++;
  return RIA_SUCCESS;
}

/* --- The heap ----------------------------------------------------------------------------------
 */

void *ria_spe_allocate(size_t bytes, unsigned log2, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  look(file, line);
  const size_t align = (size_t)1 << (log2 < 4 ? 4 : log2);
  const size_t size = (bytes + LINE - 1) / LINE * LINE;
  size_t at = (spe->heap_from + align - 1) / align * align, used = 0;
  int place = 0;
  for (; place < spe->blocks && at + size > spe->block[place].at; place++)
    at = (spe->block[place].at + spe->block[place].bytes + align - 1) / align * align;
  if (bytes > RIA_CELL_LOCAL_STORE || at + size > spe->heap_to || spe->blocks == MOST_BLOCKS) {
    for (int n = 0; n < spe->blocks; n++)
      used += spe->block[n].bytes;
    ria_spe_fault(file, line,
                  "%zu bytes at a multiple of %zu do not fit the local store: of %d bytes, %zu are "
                  "code, %zu stack and %zu data",
                  bytes, align, RIA_CELL_LOCAL_STORE, spe->heap_from,
                  RIA_CELL_LOCAL_STORE - spe->heap_to, used);
  }
  for (int n = spe->blocks++; n > place; n--)
    spe->block[n] = spe->block[n - 1];
  spe->block[place].at = at;
  spe->block[place].bytes = size;
  ria_spe_poison(spe->store + at, size, true);
  return spe->store + at;
}

void ria_spe_free(void *address, const char *file, int line) {
  ria_spe *spe = ria_spe_now;
  look(file, line);
  if (!address)
    return;
  const size_t at = (size_t)((uint8_t *)address - spe->store);
  int place = 0;
  while (place < spe->blocks && spe->block[place].at != at)
    place++;
  if (place == spe->blocks)
    ria_spe_fault(file, line, "what is to be freed is no block of the local store");
  for (int n = 0; n < spe->queued; n++) {
    const piece *first = spe->queue[n].pieces;
    if (first->ls < at + spe->block[place].bytes && at < first->ls + spe->queue[n].bytes)
      ria_spe_fault(file, line, "a block of %zu bytes is freed that a transfer of tag %u is using",
                    spe->block[place].bytes, spe->queue[n].tag);
  }
  spe->blocks--;
  for (int n = place; n < spe->blocks; n++)
    spe->block[n] = spe->block[n + 1];
}
