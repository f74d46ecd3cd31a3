/* Cycles of the SPEs' instructions, combined with their transfers. */
#include <ria_cell/model.h>
#include "internal.h"
#include "schedule.h"
#include "timeline.h"
#include "ria/number.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 500 cycles from a command to the first byte from main memory: an SPE's DMA to another one takes
 * 290 (Kistler, Perrone, Petrini: Cell multiprocessor communication network, IEEE Micro 26(3),
 * 2006), the memory the rest. The PPE reaches a mailbox across the same bus, so the latency between
 * two elements is used for mailboxes, because no separate figure is documented. */
#define COMMON                                                                                     \
  .clock = 3.2e9, .bandwidth = 25.6e9, .port = 25.6e9, .latency = 500 / 3.2e9,                     \
  .message = 290 / 3.2e9

static const ria_cell_chip powerxcell = {
    .name = "powerxcell-8i", .spes = 8, COMMON, .double_latency = 9, .double_compare = 1};
static const ria_cell_chip first_cell = {
    .name = "cell-be", .spes = 8, COMMON, .double_latency = 13, .double_stall = 6};
static const ria_cell_chip playstation = {
    .name = "playstation-3", .spes = 6, COMMON, .double_latency = 13, .double_stall = 6};
const ria_cell_chip *const ria_cell_chips[] = {&powerxcell, &first_cell, &playstation, 0};

const ria_cell_chip *ria_cell_chip_find(const char *name) {
  for (const ria_cell_chip *const *chip = ria_cell_chips; *chip; chip++)
    if (!strcmp((*chip)->name, name))
      return *chip;
  return 0;
}

static ria_status check(const ria_cell *cell, const ria_cell_machine *machine) {
  if (cell->watch != RIA_WATCH_MODELLED)
    return ria_fail(RIA_ERROR_ARGUMENT, "this cell is not a modelled one: nothing was counted");
  const int most = machine->chip->spes * machine->chips;
  if (cell->spes > most)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d SPEs were used: %d of %s have %d", cell->spes,
                    machine->chips, machine->chip->name, most);
  for (int n = 0; n < cell->spes; n++)
    if (!ria_recorder_is_whole(cell->spe[n].recorder))
      return ria_fail(RIA_ERROR_MEMORY, "no memory for what SPE %d executed", n);
  return RIA_SUCCESS;
}

/* Schedules of an SPE's regions; freed by the caller. */
static ria_status schedule_all(const ria_recorder *recorder, const ria_cell_machine *machine,
                               ria_schedule **result) {
  size_t count;
  const ria_region *regions = ria_recorder_regions(recorder, &count);
  *result = calloc(count + 1, sizeof **result);
  if (!*result)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu schedules", count);
  for (size_t n = 0; n < count; n++) {
    const ria_status status = ria_cell_schedule(&regions[n], machine, &(*result)[n]);
    if (status != RIA_SUCCESS) {
      free(*result);
      return status;
    }
  }
  return RIA_SUCCESS;
}

static double cycles_of(const ria_schedule *s, uint64_t turns, uint64_t runs) {
  return s->again * (double)turns + (s->first - s->again) * (double)runs;
}

static void add_regions(const ria_recorder *recorder, const ria_schedule *schedules,
                        ria_cell_times *times) {
  size_t count;
  const ria_region *regions = ria_recorder_regions(recorder, &count);
  for (size_t n = 0; n < count; n++) {
    const ria_region *r = &regions[n];
    const ria_schedule *s = &schedules[n];
    times->cycles += cycles_of(s, r->turns, r->runs);
    times->even += r->turns * (uint64_t)s->even;
    times->odd += r->turns * (uint64_t)s->odd;
    times->flops += r->turns * (uint64_t)s->flops;
    if (s->registers > times->registers)
      times->registers = s->registers;
  }
  times->instructions = times->even + times->odd;
}

static void add_phases(const ria_cell *cell, ria_schedule *const *schedules,
                       const ria_cell_machine *machine, ria_cell_times *times) {
  for (size_t p = 0; p < cell->phase_count; p++) {
    ria_track track[RIA_CELL_MOST_SPES];
    size_t count;
    for (int n = 0; n < cell->spes; n++)
      track[n] = (ria_track){
          ria_recorder_phases(cell->spe[n].recorder, &count) + cell->phases[p].of[n], schedules[n]};
    ria_cell_timeline(track, cell->spes, cell->phases[p].times, machine, times);
  }
}

ria_status ria_cell_model(const ria_cell *cell, const ria_cell_machine *machine,
                          ria_cell_times *times) {
  *times = (ria_cell_times){.machine = *machine};
  RIA_TRY(check(cell, machine));
  ria_schedule *schedules[RIA_CELL_MOST_SPES] = {0};
  ria_status status = RIA_SUCCESS;
  for (int n = 0; n < cell->spes && status == RIA_SUCCESS; n++) {
    const ria_recorder *recorder = cell->spe[n].recorder;
    status = schedule_all(recorder, machine, &schedules[n]);
    if (status != RIA_SUCCESS)
      break;
    add_regions(recorder, schedules[n], times);
  }
  if (status == RIA_SUCCESS)
    add_phases(cell, schedules, machine, times);
  for (int n = 0; n < cell->spes; n++)
    free(schedules[n]);
  const ria_cell_traffic traffic = ria_cell_transferred(cell);
  times->bytes = traffic.bytes_in + traffic.bytes_out;
  times->commands = traffic.commands;
  return status;
}

void ria_cell_numbers_in_memory(ria_cell *cell) {
  for (int n = 0; n < cell->spes; n++)
    cell->spe[n].in_memory = true;
}

/* --- Text --------------------------------------------------------------------------------------
 */

static const char *compiler_name(ria_cell_compiler compiler) {
  return compiler == RIA_CELL_AS_WRITTEN  ? "in the order of the source"
         : compiler == RIA_CELL_SCHEDULED ? "each turn rescheduled"
                                          : "unrolled and rescheduled";
}

void ria_cell_times_text(const ria_cell_times *t, char *text, size_t room) {
  const ria_cell_machine *m = &t->machine;
  ria_snprintf(
      text, room,
      "model of %d x %s, %s%s: %.6g s, of which %.6g s computing, %.6g s waiting for "
      "transfers and %.6g s of the PPE's\n"
      "model: %.4g instructions (%.4g even, %.4g odd) in %.4g cycles, %.2f a cycle, %.2f flops "
      "a cycle; at most %d registers\n"
      "model: %.4g bytes in %.4g commands, %.3g GB/s of %.3g\n",
      m->chips, m->chip->name, compiler_name(m->compiler), m->contract ? ", contracted" : "",
      t->seconds, t->compute, t->wait, t->ppe, (double)t->instructions, (double)t->even,
      (double)t->odd, t->cycles, t->cycles > 0 ? (double)t->instructions / t->cycles : 0,
      t->cycles > 0 ? (double)t->flops / t->cycles : 0, t->registers, (double)t->bytes,
      (double)t->commands, t->seconds > 0 ? (double)t->bytes / t->seconds / 1e9 : 0,
      m->chips * m->chip->bandwidth / 1e9);
}

typedef struct {
  const ria_region *region;
  const ria_schedule *schedule;
  double cycles;
} ranked;

static int by_cycles(const void *a, const void *b) {
  const double x = ((const ranked *)a)->cycles, y = ((const ranked *)b)->cycles;
  return (x < y) - (x > y);
}

/* The text for SPE 0, as an example: the SPEs do equal work. */
ria_status ria_cell_regions_text(const ria_cell *cell, const ria_cell_machine *machine, int most,
                                 char *text, size_t room) {
  RIA_TRY(check(cell, machine));
  ria_schedule *schedules;
  size_t count;
  const ria_region *regions = ria_recorder_regions(cell->spe[0].recorder, &count);
  RIA_TRY(schedule_all(cell->spe[0].recorder, machine, &schedules));
  ranked *rank = calloc(count + 1, sizeof *rank);
  if (!rank) {
    free(schedules);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu regions", count);
  }
  for (size_t n = 0; n < count; n++)
    rank[n] = (ranked){&regions[n], &schedules[n],
                       cycles_of(&schedules[n], regions[n].turns, regions[n].runs)};
  qsort(rank, count, sizeof *rank, by_cycles);
  size_t used = (size_t)snprintf(text, room, "model of SPE 0 of %s, %s\n", machine->chip->name,
                                 compiler_name(machine->compiler));
  for (size_t n = 0; n < count && n < (size_t)most && used < room; n++) {
    const char *file = rank[n].region->file ? strrchr(rank[n].region->file, '/') : 0;
    file = file ? file + 1 : rank[n].region->file ? rank[n].region->file : "(transfers)";
    const ria_schedule *s = rank[n].schedule;
    used +=
        (size_t)ria_snprintf(text + used, room - used,
                             "%s:%d: %llu turns of %d even and %d odd in %.1f cycles, %d unrolled, "
                             "%d registers\n",
                             file, rank[n].region->line, (unsigned long long)rank[n].region->turns,
                             s->even, s->odd, s->again, s->unrolled, s->registers);
  }
  free(rank);
  free(schedules);
  return RIA_SUCCESS;
}
