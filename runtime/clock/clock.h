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
#ifndef RIA_CLOCK_H
#define RIA_CLOCK_H

#include "report.h"
#include "ria/simulation.h"

enum { RIA_BUFFERS = 3 }; /**< of a tile: the base buffer and two to work in */

typedef struct {
  ria_now now;
  int base_buffer;                     /**< the buffer with the state at the start of the window */
  ria_report report;                   /**< of the failure, if the verdict is not fine */
  double first_rate;                   /**< of the last accepted window, see ria_progress */
  ria_ledger ledger;                   /**< of all accepted windows */
  double lasting[RIA_PROGRAM_LASTING]; /**< scalars of the program that last, see ria_progress */
  int batch;    /**< of an executor that makes batches: exact steps at most, */
  double began; /**< when it was prepared, ria_seconds(), */
  int64_t first_knot;
  int knots; /**< and the knots of its forcing */
} ria_clock;

/** What follows a clock in memory: the forcing of the window, [window][forcings], or of a
 * batch, [knots][forcings]. */
static inline double *ria_clock_values(ria_clock *clock) {
  return (double *)(clock + 1);
}

/** Bytes of a clock with room for `most` times or knots of the forcing. */
size_t ria_clock_bytes(int most, int forcings);

/** Which of the tile's buffers holds the state after `applications` kernel applications since
 * the base buffer: that one itself, then the other two in turn. */
static inline int ria_clock_buffer(int base, int applications) {
  if (applications == 0)
    return base;
  return (base + 1 + ((applications - 1) & 1)) % RIA_BUFFERS;
}

/** What the model says of its time step. */
ria_pace ria_pace_of(const ria_model *model);

/** Judge the window that the report is of, with so many applications a step, from buffer to buffer.
 * Whether it was accepted. */
bool ria_clock_accept(ria_clock *clock, const ria_model *model, int applications,
                      const ria_report *report);

/** Take the largest rate of the present state. Where a step of several stages is done again because
 * a later one found a larger rate, that one stays: else the same step would come of it for ever. */
void ria_clock_rate(ria_clock *clock, double rate);

/** Decide dt and length of the next window. */
void ria_clock_decide(ria_clock *clock, const ria_model *model, const ria_request *request);

#endif
