/** \file
 * What an SPE executed: the instructions between two branches are a region, and regions that are
 * the same instructions with the same operands are counted as turns of one. Between transfers and
 * waits lies a stretch, which tells how often each region ran in it.
 */
#ifndef RIA_CELL_RECORDER_H
#define RIA_CELL_RECORDER_H

#include <ria_spe/machine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RIA_MOST_UNROLLED = 8 };

typedef struct {
  uint16_t what; /* ria_spe_instruction */
  uint16_t scalar;
  /* Which results it needs, in the region's own numbers from 1; 0: none, or one that was there
   * before. Of a load the last store to its line; of a store its value, then what it may not
   * overtake. */
  uint32_t from[3];
} ria_record;

typedef struct {
  uint64_t hash;
  const char *file; /* where it ends */
  int line;
  bool loops;                           /* it ends with a hinted branch */
  int length;                           /* instructions of a turn */
  int sampled;                          /* how many turns in a row `sample` has */
  ria_record *sample;                   /* sampled * length */
  uint64_t turns, runs;                 /* in all, and of turns in a row */
  uint64_t stretch_turns, stretch_runs; /* of the stretch under way */
} ria_region;

typedef struct {
  int region;
  uint64_t turns, runs;
} ria_count;

typedef enum { RIA_EVENT_COMPUTE, RIA_EVENT_COMMAND, RIA_EVENT_WAIT } ria_event_kind;
typedef struct {
  ria_event_kind kind;
  union {
    struct {
      ria_count *counts;
      size_t count;
    } compute;
    struct {
      unsigned tag, ordered;
      int elements;
      size_t bytes;
    } command;
    unsigned tags;
  } u;
} ria_event;

/* What an SPE does from when all are started to when all have ended their programs. Phases of the
 * same commands and waits are one, whose counts are their sums. */
typedef struct {
  uint64_t hash;
  ria_event *events;
  size_t count;
  uint64_t times; /* how many it is */
} ria_phase;

typedef struct ria_recorder ria_recorder;

/** NULL if there is no memory. */
ria_recorder *ria_recorder_create(void);
void ria_recorder_destroy(ria_recorder *recorder);

ria_spe_id ria_recorder_add(ria_recorder *recorder, ria_spe_instruction what, ria_spe_id a,
                            ria_spe_id b, ria_spe_id c, int scalar);
ria_spe_id ria_recorder_load(ria_recorder *recorder, size_t line);
void ria_recorder_store(ria_recorder *recorder, size_t line, ria_spe_id value);
void ria_recorder_end_region(ria_recorder *recorder, bool loops, const char *file, int line);
void ria_recorder_command(ria_recorder *recorder, unsigned tag, unsigned ordered, int elements,
                          size_t bytes);
void ria_recorder_wait(ria_recorder *recorder, unsigned tags);
/** Ends what is under way, so that everything is in regions and phases. The number of the phase of
 * the same commands and waits in the same order, which this one is added to; -1: no memory. So
 * memory grows with what programs do, and not with how often. */
int ria_recorder_phase(ria_recorder *recorder);

/** False once memory ran out: what is recorded is not whole. */
bool ria_recorder_is_whole(const ria_recorder *recorder);
const ria_region *ria_recorder_regions(const ria_recorder *recorder, size_t *count);
const ria_phase *ria_recorder_phases(const ria_recorder *recorder, size_t *count);

#endif
