/** \file
 * The times at which something of a run is due. Time steps end at outputs and gauges, so these
 * times are part of the answer.
 */
#ifndef DRIVE_AGENDA_H
#define DRIVE_AGENDA_H

#include "ria/case.h"

/** The next times at which something is due, s; INFINITY: never. */
typedef struct {
  double output, gauge, checkpoint;
  double particles; /**< a reading of the currents */
} drive_agenda;

/** \param particles s between two readings of the currents for particles; 0: there are none */
drive_agenda drive_agenda_after(const ria_case *the_case, double particles, double time);

/** The time at which a time step must end next: an output, gauges or the end of the case, s. */
double drive_agenda_horizon(const drive_agenda *agenda, const ria_case *the_case);

#endif
