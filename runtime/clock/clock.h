/** \file
 * The clock: time, time step and verdicts, decided by one small task between windows of steps.
 *
 * A window is a run of steps that share a dt. The tile tasks of a window read the clock and write a
 * report each; the clock task reads the reports, accepts the window or has it done again from the
 * base buffer, and decides the next one. The clock lives in a StarPU handle, so the host
 * need not wait for any of it. It is computed on rank 0 and sent to the others: no rank can
 * disagree.
 *
 * Its rules are in ria/clock.h, where a GPU finds them too.
 */
#ifndef CLOCK_CLOCK_H
#define CLOCK_CLOCK_H

#include "report.h"
#include "ria/simulation.h"

enum {
  RIA_BUFFERS = 3, /**< of a tile: the base buffer and two to work in */
  RIA_TRACKED = 2  /**< generations of tracked fields */
};

typedef struct {
  ria_now now;
  int base_buffer;    /**< the buffer with the state at the start of the window */
  int tracked;        /**< the generation of tracked fields that belongs to it: work/track.h */
  step_report report; /**< of the failure, if the verdict is not fine */
  double first_rate;  /**< of the last accepted window, see ria_progress */
  ria_ledger ledger;  /**< of all accepted windows; its sums follow the clock, clock_in() */
  double lasting[RIA_PROGRAM_LASTING]; /**< scalars of the program that last, see ria_progress */
} step_clock;

/* Behind a clock in memory: */

/** The sums of its ledger: of the openings, */
static inline ria_flow *clock_in(step_clock *clock) {
  return (ria_flow *)(clock + 1);
}
/** and of the sources. */
static inline ria_flow *clock_fed(step_clock *clock) {
  return clock_in(clock) + clock->ledger.openings;
}
/** The forcing of the window, [window][forcings], or of a batch, [knots][forcings]. */
static inline double *clock_values(step_clock *clock) {
  return (double *)(clock_fed(clock) + clock->ledger.feeds);
}

/** Bytes of a clock and the sums of its ledger, without the forcing. */
size_t clock_bytes(const ria_model *model);

/** Copy a clock and the sums of its ledger, without the forcing. */
void clock_copy(step_clock *to, const step_clock *from);

/** Which of the tile's buffers holds the state after `applications` kernel applications since
 * the base buffer: that one itself, then the other two in turn. */
static inline int ria_clock_buffer(int base, int applications) {
  if (applications == 0)
    return base;
  return (base + 1 + ((applications - 1) & 1)) % RIA_BUFFERS;
}

/** How many openings the ledger of a model counts: those of segments, then sections. */
int model_openings(const ria_model *model);

/** What the model says of its time step. */
ria_pace pace_of(const ria_model *model);

/** Judge the window that the report is of, with so many applications a step, from buffer to buffer.
 * Whether it was accepted. */
bool clock_accept(step_clock *clock, const ria_model *model, int applications,
                  const step_report *report);

/** Take the largest rate of the present state. Where a step of several stages is done again because
 * a later one found a larger rate, that one stays: else the same step would come of it for ever. */
void clock_rate(step_clock *clock, double rate);

/** Decide dt and length of the next window. */
void clock_decide(step_clock *clock, const ria_model *model, const ria_request *request);

#endif
