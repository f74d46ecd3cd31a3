/** \file
 * Private: times of a run.
 */
#ifndef TRACE_STEP_TIMES_H
#define TRACE_STEP_TIMES_H

#include "access/simulation.h"

ria_status step_times_create(ria_simulation *simulation);
void step_times_destroy(ria_simulation *simulation);
/** Workers of this rank that run tiles: with GPUs, most CPU workers do other work. */
int step_times_workers(const ria_simulation *simulation);
/** Read the times of tasks that GPUs have finished; none may be pending. */
void step_times_settle(const ria_simulation *simulation);

#endif
