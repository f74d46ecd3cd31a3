/** \file
 * The times of a run's outputs and other events. Time steps end at outputs and gauges, so these
 * times affect the answer.
 */
#ifndef DRIVE_AGENDA_H
#define DRIVE_AGENDA_H

#include "ria/case.h"

/** The next time of each kind of event, s; INFINITY: never. */
typedef struct {
  double output, gauge, checkpoint;
  double particles; /**< an update of the currents for particles */
} drive_agenda;

/** Set up the first times.
 * \param particles s between two updates of the currents for particles; 0: there are none */
drive_agenda drive_agenda_after(const ria_case *the_case, double particles, double time);

/** The time at which a time step must end next: an output, gauges or the end of the case, s. */
double drive_agenda_horizon(const drive_agenda *agenda, const ria_case *the_case);

#endif
