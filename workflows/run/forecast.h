/** \file
 * What a run of a case would be, before it runs: how many cells, steps and records, how long it
 * takes on this machine, and how much it writes.
 */
#ifndef RUN_FORECAST_H
#define RUN_FORECAST_H

#include <jansson.h>
#include "ria/case.h"
#include "ria/shown.h"
#include "ria/simulation.h"
#include "ria/terrain.h"

typedef struct {
  double cells;
  double row_bytes, record_bytes, checkpoint_bytes; /**< of gauges.csv, history.h5, a checkpoint */
  double particles, track_bytes; /**< how many there are; of a record of particles.nc */
  double memory, beside;         /**< bytes of one rank; of them for particles */
  bool measured;                 /**< by run_forecast_measure(): */
  double dt, step_seconds;       /**< mean of its steps, s */
  double start_seconds;          /**< before the first one */
  int workers;
  bool counts_steps;                          /**< its times are numbers of steps */
  double end;                                 /**< simulated time, s; NAN: not known */
  double steps, records, rows, tracks, bytes; /**< of the whole run; NAN: not known */
} run_forecast;

/** What follows from the case, its terrain and its model, which is the instance's. Errors: those of
 * ria_solver.particles. */
ria_status run_forecast_sizes(const ria_case *the_case, const ria_terrain *terrain,
                              const ria_model *model, void *instance, run_forecast *forecast);

/** Run the case for about a second in a temporary folder, as a process of its own, to measure its
 * steps. Nothing is measured where that fails, where RIA_FORECAST=0, and of more than some million
 * cells. Blocking. */
void run_forecast_measure(const ria_case *the_case, int sets, const char *const *set,
                          run_forecast *forecast);

/** Warn of what is probably not meant: a great many records, more bytes than the disk has room for
 * or this machine has memory, intervals shorter than a step. */
void run_forecast_warn(const run_forecast *forecast, ria_case *the_case);

void run_forecast_print(const run_forecast *forecast, const ria_case *the_case);
/** NULL without memory. */
json_t *run_forecast_json(const run_forecast *forecast);

#endif
