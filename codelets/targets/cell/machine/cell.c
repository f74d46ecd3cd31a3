/* The PPE: loads programs, runs SPEs in turn, and collects faults. */
#include "internal.h"
#include "ria/number.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program that is ended abandons its stack, with AddressSanitizer's marks around its
 * variables. */
#if defined(RIA_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
enum { STACK = 4 << 20 };
#define CLEAN_STACK(stack, bytes) __asan_unpoison_memory_region(stack, bytes)
#else
enum { STACK = 1 << 20 };
#define CLEAN_STACK(stack, bytes) ((void)0)
#endif

_Thread_local ria_spe *ria_spe_now;

/* --- Faults and turns --------------------------------------------------------------------------
 */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "program (SPE 3), file.c:41" */
static int say_where(const ria_spe *spe, const char *file, int line, char *text, size_t room) {
  if (!file) {
    file = spe->file;
    line = spe->line;
  }
  if (!file)
    return snprintf(text, room, "%s (SPE %d)", spe->program->name, spe->number);
  return snprintf(text, room, "%s (SPE %d), %s:%d", spe->program->name, spe->number,
                  base_name(file), line);
}

_Noreturn void ria_spe_fault(const char *file, int line, const char *format, ...) {
  ria_spe *spe = ria_spe_now;
  ria_cell *cell = spe->cell;
  const size_t room = sizeof cell->error;
  const int used = say_where(spe, file, line, cell->error, room);
  const size_t from = used < (int)room - 3 ? (size_t)used : room - 3;
  memcpy(cell->error + from, ": ", 2);
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(cell->error + from + 2, room - from - 2, format, arguments);
  va_end(arguments);
  cell->status = RIA_ERROR_ARGUMENT;
  setcontext(&cell->ppe);
  abort();
}

void ria_spe_yield(void) {
  ria_spe *spe = ria_spe_now;
  swapcontext(&spe->context, &spe->cell->ppe);
}

static void begin(void) {
  ria_spe *spe = ria_spe_now;
  const ria_spe_main entry = spe->checked ? spe->program->checked : spe->program->fast;
  spe->exit_code = entry((unsigned long long)spe->number, spe->argp, spe->envp);
  ria_spe_end_transfers(spe);
  spe->ended = true;
  spe->cell->progress++;
  setcontext(&spe->cell->ppe);
}

/* --- A cell ------------------------------------------------------------------------------------
 */

ria_status ria_cell_create(int spes, ria_ppe_watch watch, ria_cell **result) {
  if (spes < 1 || spes > RIA_CELL_MOST_SPES)
    return ria_fail(RIA_ERROR_ARGUMENT, "a cell of %d SPEs: it has 1 to %d", spes,
                    RIA_CELL_MOST_SPES);
  ria_cell *cell = calloc(1, sizeof *cell);
  if (!cell)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a cell");
  cell->spes = spes;
  cell->watch = watch;
  cell->next_ea = 1 << 20;
  cell->regions = calloc(REGIONS, sizeof *cell->regions);
  bool fine = cell->regions;
  for (int n = 0; n < spes && fine; n++) {
    ria_spe *spe = &cell->spe[n];
    spe->cell = cell;
    spe->number = n;
    spe->checked = watch != RIA_WATCH_FAST;
    spe->store = aligned_alloc(4096, RIA_CELL_LOCAL_STORE);
    spe->stack_bytes = STACK;
    spe->stack = aligned_alloc(4096, STACK);
    fine = spe->store && spe->stack;
    if (fine && spe->checked) {
      spe->shadow = calloc(RIA_CELL_LOCAL_STORE, 1);
      spe->made = calloc(STACK / 4, sizeof *spe->made);
      fine = spe->shadow && spe->made;
    }
    if (fine && watch == RIA_WATCH_MODELLED)
      fine = (spe->recorder = ria_recorder_create());
  }
  if (!fine) {
    ria_cell_destroy(cell);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a cell of %d SPEs", spes);
  }
  *result = cell;
  return RIA_SUCCESS;
}

void ria_cell_destroy(ria_cell *cell) {
  if (!cell)
    return;
  for (int n = 0; n < cell->spes; n++) {
    ria_spe *spe = &cell->spe[n];
    ria_spe_drop_transfers(spe);
    ria_recorder_destroy(spe->recorder);
    free(spe->made);
    free(spe->shadow);
    free(spe->stack);
    free(spe->store);
  }
  free(cell->regions);
  free(cell->uses);
  free(cell->phases);
  free(cell);
}

ria_status ria_cell_start(ria_cell *cell, int number, const ria_spe_program *program, uint64_t argp,
                          uint64_t envp) {
  if (number < 0 || number >= cell->spes)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s on SPE %d: this cell has SPEs 0 to %d", program->name,
                    number, cell->spes - 1);
  ria_spe *spe = &cell->spe[number];
  if (spe->program)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s on SPE %d: %s has not ended there", program->name,
                    number, spe->program->name);
  if (!(spe->checked ? program->checked : program->fast))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s was not compiled for a %s cell", program->name,
                    spe->checked ? "checked" : "fast");
  const size_t code = (program->code + 127) / 128 * 128, stack = (program->stack + 127) / 128 * 128;
  if (code + stack > RIA_CELL_LOCAL_STORE)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s: %zu bytes of code and %zu of stack are more than the local store of %d",
                    program->name, program->code, program->stack, RIA_CELL_LOCAL_STORE);
  spe->program = program;
  spe->argp = argp;
  spe->envp = envp;
  spe->ended = spe->waiting = false;
  spe->heap_from = code;
  spe->heap_to = RIA_CELL_LOCAL_STORE - stack;
  spe->blocks = spe->queued = 0;
  spe->mask = spe->reserved = 0;
  spe->update = -1;
  spe->file = 0;
  static const int depth[] = {RIA_CELL_IN_MBOX_DEPTH, 1, 1, 1, 1};
  for (int n = 0; n < 5; n++)
    spe->box[n] = (mailbox){.depth = depth[n]};
  ria_spe_poison(spe->store, RIA_CELL_LOCAL_STORE, true);
  if (spe->shadow)
    memset(spe->shadow, SHADOW_FREE, RIA_CELL_LOCAL_STORE);
  if (spe->made)
    memset(spe->made, 0, spe->stack_bytes / 4 * sizeof *spe->made);
  CLEAN_STACK(spe->stack, spe->stack_bytes);
  getcontext(&spe->context);
  spe->context.uc_stack.ss_sp = spe->stack;
  spe->context.uc_stack.ss_size = spe->stack_bytes;
  spe->context.uc_link = 0;
  makecontext(&spe->context, begin, 0);
  cell->progress++;
  return RIA_SUCCESS;
}

/* Stops everything; all SPEs are idle again. */
static ria_status stop(ria_cell *cell) {
  for (int n = 0; n < cell->spes; n++) {
    ria_spe_drop_transfers(&cell->spe[n]);
    cell->spe[n].program = 0;
  }
  const ria_status status = cell->status;
  cell->status = RIA_SUCCESS;
  cell->use_count = 0;
  return ria_fail(status, "%s", cell->error);
}

static ria_status deadlock(ria_cell *cell) {
  const size_t room = sizeof cell->error;
  size_t used = (size_t)snprintf(cell->error, room, "deadlock: ");
  const char *between = "";
  for (int n = 0; n < cell->spes && used < room - 1; n++) {
    const ria_spe *spe = &cell->spe[n];
    if (!spe->program)
      continue;
    used += (size_t)snprintf(cell->error + used, room - used, "%s", between);
    if (used < room)
      used += (size_t)say_where(spe, 0, 0, cell->error + used, room - used);
    if (used < room)
      used += (size_t)snprintf(cell->error + used, room - used, " waits for a mailbox or a signal");
    between = "; ";
  }
  cell->status = RIA_ERROR_ARGUMENT;
  return stop(cell);
}

/* Adds the SPEs' work to that of equal phases. */
static ria_status note_phase(ria_cell *cell) {
  phase now = {.times = 1};
  for (int n = 0; n < cell->spes; n++)
    now.of[n] = ria_recorder_phase(cell->spe[n].recorder);
  for (size_t n = 0; n < cell->phase_count; n++)
    if (!memcmp(cell->phases[n].of, now.of, sizeof now.of)) {
      cell->phases[n].times++;
      return RIA_SUCCESS;
    }
  if (cell->phase_count == cell->phase_room) {
    const size_t room = 2 * cell->phase_room + 16;
    phase *larger = realloc(cell->phases, room * sizeof *larger);
    if (!larger)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for what %d SPEs executed", cell->spes);
    cell->phases = larger;
    cell->phase_room = room;
  }
  cell->phases[cell->phase_count++] = now;
  return RIA_SUCCESS;
}

/* All programs have ended, which synchronises SPEs. */
static ria_status end_phase(ria_cell *cell) {
  const use *b, *a = ria_cell_find_race(cell, &b);
  if (a) {
    if (!a->writes) { /* the one that writes first */
      const use *reads = a;
      a = b;
      b = reads;
    }
    snprintf(cell->error, sizeof cell->error,
             "%s (SPE %d), %s:%d: %u bytes are put at address 0x%" PRIx64
             ", and SPE %d %s %u bytes at address 0x%" PRIx64
             " (%s, %s:%d) in the same run: nothing says which comes first",
             a->program, a->spe, base_name(a->file), a->line, a->bytes, a->ea, b->spe,
             b->writes ? "puts" : "gets", b->bytes, b->ea, b->program, base_name(b->file), b->line);
    cell->status = RIA_ERROR_ARGUMENT;
    return stop(cell);
  }
  cell->use_count = 0;
  return cell->watch == RIA_WATCH_MODELLED ? note_phase(cell) : RIA_SUCCESS;
}

/* One turn of an SPE. */
static void go_on(ria_cell *cell, ria_spe *spe) {
  ria_spe *before = ria_spe_now;
  ria_spe_now = spe;
  spe->waiting = false;
  swapcontext(&cell->ppe, &spe->context);
  ria_spe_now = before;
}

ria_status ria_cell_advance(ria_cell *cell, int *waiting) {
  const uint64_t before = cell->progress;
  uint64_t progress;
  int left;
  do {
    progress = cell->progress;
    left = 0;
    for (int n = 0; n < cell->spes; n++) {
      ria_spe *spe = &cell->spe[n];
      if (!spe->program)
        continue;
      go_on(cell, spe);
      if (cell->status != RIA_SUCCESS)
        return stop(cell);
      if (spe->ended)
        spe->program = 0;
      else
        left++;
    }
  } while (left && cell->progress != progress);
  if (waiting)
    *waiting = left;
  if (!left)
    RIA_TRY(end_phase(cell));
  if (left && cell->progress == before && before == cell->told)
    return deadlock(cell);
  cell->told = cell->progress;
  return RIA_SUCCESS;
}

ria_status ria_cell_run(ria_cell *cell) {
  int waiting;
  RIA_TRY(ria_cell_advance(cell, &waiting));
  return waiting ? deadlock(cell) : RIA_SUCCESS;
}

int ria_cell_exit_code(const ria_cell *cell, int spe) {
  return cell->spe[spe].exit_code;
}

ria_cell_traffic ria_cell_transferred(const ria_cell *cell) {
  ria_cell_traffic sum = {0};
  for (int n = 0; n < cell->spes; n++) {
    const ria_cell_traffic *one = &cell->spe[n].traffic;
    sum.commands += one->commands;
    sum.elements += one->elements;
    sum.bytes_in += one->bytes_in;
    sum.bytes_out += one->bytes_out;
  }
  return sum;
}
