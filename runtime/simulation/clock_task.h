/** \file
 * The task of the clock, and copies of the clock for the host. */
#ifndef SIMULATION_CLOCK_TASK_H
#define SIMULATION_CLOCK_TASK_H

#include "access/simulation.h"

enum {
  CLOCK_ACCEPT = 1, /**< judge the preceding window */
  CLOCK_RATE = 2,   /**< take the reports of a rate pass as the estimate */
  CLOCK_DECIDE = 4, /**< decide the next window */
  CLOCK_FORCE = 8   /**< sample the forcing at the present time, for a rate pass */
};
/** Perform the actions; `report` is that of the preceding window. To be called in task order, by a
 * task that holds the clock. */
void clock_act(ria_simulation *simulation, step_clock *clock, int actions,
               const ria_request *request, step_report *report);
/** Sample the forcing of the window after the one that was decided last, assuming about the same
 * length, so that it is known when that window begins. Call in task order, as clock_act(). */
void clock_look_ahead(ria_simulation *simulation, const step_clock *clock);
ria_status clock_create(ria_simulation *simulation);
void clock_destroy(ria_simulation *simulation);
ria_status clock_submit(ria_simulation *simulation, int actions, const ria_request *request);
/** Copy the clock into post slot 0 or 1, and wait for the copy. */
ria_status clock_post(ria_simulation *simulation, int slot);
ria_status clock_wait(ria_simulation *simulation, int slot);

/** Set the clock of every rank for a state in buffer 0; no work may be pending. */
ria_status clock_restart(ria_simulation *simulation, const ria_progress *progress,
                         const ria_ledger *ledger);

/** Repeat the window that failed; no work may be pending. `filled`: the kept state has its ghost
 * cells; otherwise they are unpacked from strips. */
ria_status clock_retry(ria_simulation *simulation, bool filled);

#endif
