/** \file
 * The time model: how long a Cell takes for what SPEs executed. Every number of it is modelled,
 * none measured.
 *
 * An SPU issues in order, two instructions a cycle if the first is for its even and the second for
 * its odd pipe and what they need is ready. Classes, with pipe and latency in cycles (IBM, Cell
 * Broadband Engine Programming Handbook, appendix on SPU instruction latencies; SDK programmer's
 * guide, "Pipelines and dual-issue rules"):
 *
 * | class          | pipe | latency | what                                             |
 * | -------------- | ---- | ------- | ------------------------------------------------ |
 * | SINGLE         | even | 6       | single precision                                 |
 * | DOUBLE         | even | 13 or 9 | double precision, conversions to and from it     |
 * | DOUBLE_COMPARE | even | 9       | PowerXCell 8i; else a dozen fixed-point steps    |
 * | INTEGER        | even | 7       | interpolation, conversions, integer products     |
 * | FIXED          | even | 2       | fixed point, logic, selection, single comparison |
 * | ROTATE         | even | 4       | word shifts and rotations                        |
 * | BYTE           | even | 4       | byte operations                                  |
 * | SHUFFLE        | odd  | 4       | shuffles, quadword rotations, estimates          |
 * | LOAD           | odd  | 6       |                                                  |
 * | STORE          | odd  | 1       | to a load of the same 16 bytes                   |
 * | BRANCH         | odd  | 4       | hinted; a MISSED one costs 18 cycles more        |
 * | CHANNEL        | odd  | 6       |                                                  |
 *
 * A double-precision instruction of the first Cell stops all issue for 6 cycles more.
 */
#ifndef RIA_CELL_MODEL_H
#define RIA_CELL_MODEL_H

#include <ria_cell/cell.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name;
  int spes;
  double clock;                     /* Hz */
  double bandwidth;                 /* of main memory, bytes a second, shared by the SPEs */
  double port;                      /* of one SPE, bytes a second */
  double latency;                   /* s, latency of a transfer, in addition to the time of its
                                       bytes */
  double message;                   /* s in which the PPE writes or reads an SPE's mailbox */
  int double_latency, double_stall; /* cycles */
  int double_compare;               /* it has instructions for double-precision comparison */
} ria_cell_chip;

/** powerxcell-8i, cell-be, playstation-3; NULL at the end. */
extern const ria_cell_chip *const ria_cell_chips[];
/** NULL if there is no machine of that name. */
const ria_cell_chip *ria_cell_chip_find(const char *name);

/** The compiler's effort: issue in the order of the source; each turn of a loop rescheduled; up
 * to 8 turns unrolled, as far as 128 registers allow, and rescheduled. */
typedef enum { RIA_CELL_AS_WRITTEN, RIA_CELL_SCHEDULED, RIA_CELL_UNROLLED } ria_cell_compiler;

typedef struct {
  const ria_cell_chip *chip;
  int chips; /* with a memory each */
  ria_cell_compiler compiler;
  int contract; /* a product with a single use, in a sum, becomes a multiply-add, as compilers do by
                   default; the bits would differ */
} ria_cell_machine;

typedef struct {
  ria_cell_machine machine;
  double seconds; /* from the first program's start to the last one's end, phase by phase */
  double compute; /* of these, issuing instructions and waiting for their operands */
  double wait;    /* and waiting for transfers; both of the busiest SPE of each phase */
  double ppe;     /* part of `seconds` before the first SPE starts and after the last one has
                     ended */
  /* Sums over the SPEs. */
  double cycles; /* of compute */
  uint64_t instructions, even, odd, flops;
  uint64_t bytes, commands;
  int registers; /* largest number of registers that a schedule needs */
} ria_cell_times;

/** The modelled time of a cell's programs since it was created, for as many concurrent SPEs as it
 * has. Errors: the cell is not a modelled one, or more SPEs than the machine has; no memory. */
ria_status ria_cell_model(const ria_cell *cell, const ria_cell_machine *machine,
                          ria_cell_times *times);

/** For experiments: from now on a modelled cell treats each number that is not part of a vector,
 * intermediate results included, as stored in memory instead of in a register: a load and a
 * rotation for each use, a load, an insertion and a store for each assignment. */
void ria_cell_numbers_in_memory(ria_cell *cell);

/** Text of a few lines with these times, which says that they are modelled. */
void ria_cell_times_text(const ria_cell_times *times, char *text, size_t room);

/** The regions with the longest times, one a line: source line of the end, turns, instructions
 * per turn by pipe, cycles per turn, turns unrolled, registers. Text as above. */
ria_status ria_cell_regions_text(const ria_cell *cell, const ria_cell_machine *machine, int most,
                                 char *text, size_t room);

#ifdef __cplusplus
}
#endif
#endif
