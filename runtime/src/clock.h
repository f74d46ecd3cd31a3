/** \file
 * The clock: time, time step and verdicts, decided by one small task between windows of steps.
 *
 * A window is a run of steps that share a dt. The tile tasks of a window read the clock and write a
 * report each; the clock task reads the reports, accepts the window or has it done again from the
 * buffer that was kept, and decides the next one. The clock lives in a StarPU handle, so the host
 * need not wait for any of it. It is computed on rank 0 and sent to the others: no rank can
 * disagree.
 */
#ifndef RIA_CLOCK_H
#define RIA_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include "report.h"
#include "ria/simulation.h"

enum { RIA_BUFFERS = 3 }; /**< of a tile: the kept one and two to work in */

typedef enum {
  RIA_VERDICT_FINE,
  RIA_VERDICT_NUMERIC, /**< a cell failed its check */
  RIA_VERDICT_STEP     /**< the time step collapsed, or a fixed one was too large */
} ria_verdict;

/** What the host asks of a window; the same on every rank. */
typedef struct {
  double until, horizon; /**< see ria_simulation_advance */
  bool overshoot;
  int64_t last_step; /**< stop at this step count; -1: none */
} ria_request;

typedef struct {
  double time;    /**< at the start of the window, s */
  double dt;      /**< of the window's steps */
  double rate;    /**< estimate of the largest rate */
  int64_t steps;  /**< accepted so far */
  int64_t redone; /**< steps of rejected windows */
  double landing; /**< time after the window if it is to be met exactly; else NAN */
  int kept;       /**< buffer with the state at the start of the window */
  int active;     /**< steps of the window that are done; the others are passed over */
  int redo; /**< the window before was rejected: ghost cells of `kept` are valid, strips are not */
  int stopped; /**< someone asked to stop */
  ria_verdict verdict;
  ria_report report; /**< of the failure */
  double forcing[];  /**< [window][forcings] */
} ria_clock;

/** Bytes of a clock. */
size_t ria_clock_bytes(int window, int forcings);

/** Which of the tile's buffers holds the state after `applications` kernel applications since
 * `kept`: kept itself, then the other two in turn. */
static inline int ria_clock_buffer(int kept, int applications) {
  if (applications == 0)
    return kept;
  return (kept + 1 + ((applications - 1) & 1)) % RIA_BUFFERS;
}

/** Judge the window that the report is of, with `stages` kernel applications a step. */
void ria_clock_accept(ria_clock *clock, const ria_model *model, const ria_report *report);

/** Decide dt and length of the next window, and its forcing. */
void ria_clock_decide(ria_clock *clock, const ria_model *model, const ria_request *request);

#endif
