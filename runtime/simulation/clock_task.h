/** \file
 * The task of the clock, and copies of the clock for the host. */
#ifndef SIMULATION_CLOCK_TASK_H
#define SIMULATION_CLOCK_TASK_H

#include "access/simulation.h"

enum {
  CLOCK_ACCEPT = 1, /**< judge the window before */
  CLOCK_RATE = 2,   /**< take the reports of a rate pass as the estimate */
  CLOCK_DECIDE = 4, /**< decide the next window */
  CLOCK_FORCE = 8   /**< forcing at the present time, for a rate pass */
};
/** Do what the actions say; `report` is that of the window before. In the order of tasks: by one
 * that has the clock. */
void clock_act(ria_simulation *simulation, step_clock *clock, int actions,
               const ria_request *request, step_report *report);
/** Ask for the forcing of the window after the one that was decided on, if it is about as long: so
 * that it is known when that begins. In the order of tasks, as clock_act(). */
void clock_look_ahead(ria_simulation *simulation, const step_clock *clock);
ria_status clock_create(ria_simulation *simulation);
void clock_destroy(ria_simulation *simulation);
ria_status clock_submit(ria_simulation *simulation, int actions, const ria_request *request);
/** Copy the clock into post slot 0 or 1, and wait for it. */
ria_status clock_post(ria_simulation *simulation, int slot);
ria_status clock_wait(ria_simulation *simulation, int slot);

/** Set the clock of every rank, the state being in buffer 0; nothing may be under way. */
ria_status clock_restart(ria_simulation *simulation, const ria_progress *progress,
                         const ria_ledger *ledger);

/** Let the window that failed be done again; nothing may be under way. `filled`: the kept state has
 * its ghost cells; else they come out of strips. */
ria_status clock_retry(ria_simulation *simulation, bool filled);

#endif
