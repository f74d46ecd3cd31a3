/** \file
 * Record of an SPE's execution: the instructions between two branches are a region, and regions
 * with the same instructions and operands are counted as turns of one region. The code between
 * transfers and waits is a stretch, which has the number of turns of each region.
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
  /* The results that it needs, numbered in the region from 1; 0: none, or one from before the
   * region. For a load the last store to its line; for a store its value, then the instruction that
   * it must not overtake. */
  uint32_t from[3];
} ria_record;

typedef struct {
  uint64_t hash;
  const char *file; /* source line of its end */
  int line;
  bool loops;                           /* it ends with a hinted branch */
  int length;                           /* instructions of a turn */
  int sampled;                          /* number of consecutive turns in `sample` */
  ria_record *sample;                   /* sampled * length */
  uint64_t turns, runs;                 /* turns in total, and consecutive turns */
  uint64_t stretch_turns, stretch_runs; /* turns in the current stretch */
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

/* An SPE's work from the start of all programs to the end of all. Phases with the same commands
 * and waits are stored once, with the sums of their counts. */
typedef struct {
  uint64_t hash;
  ria_event *events;
  size_t count;
  uint64_t times; /* number of phases */
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
/** Ends the current region, stretch and phase. Returns the number of the stored phase with the
 * same commands and waits in the same order, to which this one is added; -1: no memory. So memory
 * grows with the variety of the work, not with its amount. */
int ria_recorder_phase(ria_recorder *recorder);

/** False after memory ran out: the record is incomplete. */
bool ria_recorder_is_whole(const ria_recorder *recorder);
const ria_region *ria_recorder_regions(const ria_recorder *recorder, size_t *count);
const ria_phase *ria_recorder_phases(const ria_recorder *recorder, size_t *count);

#endif
