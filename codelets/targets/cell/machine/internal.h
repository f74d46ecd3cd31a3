/** \file
 * Internal declarations of a cell. */
#ifndef RIA_CELL_INTERNAL_H
#define RIA_CELL_INTERNAL_H

#include <ria_cell/cell.h>
#include "recorder.h"
#include <ria_spe/machine.h>
#include <stdbool.h>
#include <ucontext.h>

enum {
  QUEUE = 16,            /* commands of one SPE in flight */
  MOST_BYTES = 16 << 10, /* of one transfer */
  MOST_ELEMENTS = 2048,  /* of a list */
  TAGS = 32,
  LINE = 16,         /* bytes of a vector */
  MOST_BLOCKS = 256, /* of a local store's heap */
  REGIONS = 4096,    /* of memory that is mapped */
};

/* State of the local store's bytes, where programs are checked. */
enum { SHADOW_FREE, SHADOW_ARRIVING, SHADOW_LEAVING };

/* Bytes without a value: a signalling NaN in double, NaN in both halves in single, one of them
 * signalling. The lowest bit distinguishes bytes in flight from those never written. Arithmetic
 * sets the quiet bit and may set the sign; POISON_MASK excludes both, so that poison is recognised
 * in results too. */
#define POISON_HIGH   0x7ff4deadu
#define POISON_LOW    0x7fa4deadu
#define POISON_MASK   0x7f87fffeu
#define POISON_KIND   0x7f84deacu
#define UNWRITTEN_BIT 1u

typedef struct {
  uint64_t ea;
  uint32_t ls, bytes;
} piece;

typedef struct {
  unsigned command, tag;
  uint64_t number; /* in the order of issue */
  piece one;
  piece *pieces; /* elements of a list, in heap memory; else &one */
  int count;
  size_t bytes;
  uint8_t *copy;  /* copy of the source, to detect changes; NULL: not checked */
  bool performed; /* its data are moved, its tag is not yet waited for */
  const char *file;
  int line;
} command;

typedef struct {
  uint32_t value[RIA_CELL_IN_MBOX_DEPTH];
  int count, depth;
} mailbox;

struct ria_spe {
  ria_cell *cell;
  int number;
  const ria_spe_program *program; /* NULL: idle */
  bool checked, ended, waiting;
  bool in_memory; /* scalars on its stack are treated as stored in memory */
  int exit_code;
  uint64_t argp, envp;
  const char *file; /* its last known source line */
  int line;

  uint8_t *store; /* the local store */
  uint8_t *shadow;
  size_t heap_from, heap_to; /* bytes of the local store, besides code and stack */
  struct {
    size_t at, bytes;
  } block[MOST_BLOCKS];
  int blocks;

  command queue[QUEUE];
  int queued;
  command *preparing;       /* being checked, not yet queued */
  uint64_t issued, barrier; /* commands before it complete before all that follow */
  unsigned mask, reserved;
  int update; /* -1: none was requested */
  mailbox box[5];
  uint64_t polls;

  ucontext_t context;
  char *stack;
  size_t stack_bytes;
  ria_spe_id *made; /* the instruction that computed the value of each 4 bytes of the stack */
  ria_recorder *recorder;
  ria_cell_traffic traffic;
};
typedef struct ria_spe ria_spe;

typedef struct {
  uint64_t ea;
  uint8_t *memory;
  size_t bytes;
  bool writable;
} region;

/* A transfer, or an element of one, for the check of races. */
typedef struct {
  uint64_t ea;
  uint32_t bytes;
  int spe;
  bool writes;
  const char *program, *file;
  int line;
} use;

/* A phase of all SPEs: the number of the phase in each one's recorder. */
typedef struct {
  int of[RIA_CELL_MOST_SPES];
  uint64_t times;
} phase;

struct ria_cell {
  int spes;
  ria_ppe_watch watch;
  ria_spe spe[RIA_CELL_MOST_SPES];
  region *regions; /* by address */
  int region_count;
  uint64_t next_ea;
  ucontext_t ppe;
  uint64_t progress; /* counts events that may let a waiting SPE continue */
  use *uses;         /* transfers of a checked cell since the last synchronisation of SPEs */
  size_t use_count, use_room;
  phase *phases; /* of a modelled cell, each kind once */
  size_t phase_count, phase_room;
  uint64_t told; /* value of progress when the PPE last learned that SPEs wait */
  ria_status status;
  char error[900];
};

extern _Thread_local ria_spe *ria_spe_now;

/* Ends the calling program, and the run, with a message about the broken rule. */
_Noreturn void ria_spe_fault(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Runs the other SPEs; returns when it is this one's turn again. */
void ria_spe_yield(void);

/* NULL: not mapped, or not writable where that is required; `why` is then the reason. */
uint8_t *ria_cell_translate(const ria_cell *cell, uint64_t ea, size_t bytes, bool writes, char *why,
                            size_t room);

/* Records a transfer; finds two transfers of different SPEs that conflict in any order, or
 * NULL. */
void ria_cell_note(ria_spe *spe, const piece *p, bool writes, const char *file, int line);
const use *ria_cell_find_race(ria_cell *cell, const use **other);

/* Checks at the end of a program: an error if it has not waited for some transfers. */
void ria_spe_end_transfers(ria_spe *spe);
void ria_spe_drop_transfers(ria_spe *spe);

void ria_spe_poison(void *at, size_t bytes, bool unwritten);
/* The offset of the first poison, or `bytes`. */
size_t ria_spe_find_poison(const void *at, size_t bytes, bool *unwritten);

#endif
