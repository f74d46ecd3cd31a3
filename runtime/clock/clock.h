/** \file
 * The clock: time, time step and verdicts, decided by one small task between windows of steps.
 *
 * A window is a run of steps that share a dt. Each tile task of a window reads the clock and writes
 * a report. The clock task reads the reports, accepts the window or orders its repetition from the
 * base buffer, and decides the next window. The clock is the data of a StarPU handle, so the host
 * need not wait for it. Rank 0 computes it and sends it to the other ranks, so all ranks have the
 * same clock.
 *
 * The rules are in ria/clock.h, which GPU code also uses.
 */
#ifndef CLOCK_CLOCK_H
#define CLOCK_CLOCK_H

#include "report.h"
#include "ria/simulation.h"

enum {
  RIA_BUFFERS = 3, /**< buffers of a tile: the base buffer and two work buffers */
  RIA_TRACKED = 2  /**< generations of tracked fields */
};

typedef struct {
  ria_now now;
  int base_buffer;    /**< the buffer with the state at the start of the window */
  int tracked;        /**< the generation of tracked fields that matches it: work/track.h */
  step_report report; /**< description of the failure, if the verdict is an error */
  double first_rate;  /**< first-stage rate of the last accepted window, see ria_progress */
  ria_ledger
      ledger; /**< flows of all accepted windows; the sums follow the clock in memory, clock_in() */
  double lasting[RIA_PROGRAM_LASTING]; /**< scalars of the program that last, see ria_progress */
} step_clock;

/* After a clock in memory: */

/** Ledger sums of the openings, */
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

/** The buffer of a tile that holds the state after `applications` kernel applications since the
 * base buffer: the base buffer itself, then the other two alternately. */
static inline int ria_clock_buffer(int base, int applications) {
  if (applications == 0)
    return base;
  return (base + 1 + ((applications - 1) & 1)) % RIA_BUFFERS;
}

/** Number of openings in the ledger of a model: those of segments, then sections. */
int model_openings(const ria_model *model);

/** The time-step settings of the model. */
ria_pace pace_of(const ria_model *model);

/** Judge the reported window; `applications` is the number of applications from buffer to buffer in
 * a step. Returns whether the window was accepted. */
bool clock_accept(step_clock *clock, const ria_model *model, int applications,
                  const step_report *report);

/** Set the largest rate of the present state. If a step of several stages is repeated because a
 * later stage found a larger rate, that larger rate is kept; otherwise the same step would be
 * repeated forever. */
void clock_rate(step_clock *clock, double rate);

/** Decide dt and length of the next window. */
void clock_decide(step_clock *clock, const ria_model *model, const ria_request *request);

#endif
