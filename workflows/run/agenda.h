/** \file
 * The times at which something of a run is due. Time steps end at outputs and gauges, so these
 * times are part of the answer.
 */
#ifndef RUN_AGENDA_H
#define RUN_AGENDA_H

#include "ria/case.h"

/** The next times at which something is due, s; INFINITY: never. */
typedef struct {
  double output, gauge, checkpoint;
  double particles; /**< a reading of the currents */
} run_agenda;

/** \param particles s between two readings of the currents for particles; 0: there are none */
run_agenda run_agenda_after(const ria_case *the_case, double particles, double time);

/** The time at which a time step must end next: an output, gauges or the end of the case, s. */
double run_agenda_horizon(const run_agenda *agenda, const ria_case *the_case);

#endif
