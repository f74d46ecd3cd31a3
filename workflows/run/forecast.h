/** \file
 * Forecast of a run before it starts: cells, steps and records, run time on this machine, and bytes
 * written.
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
  double row_bytes, record_bytes,
      checkpoint_bytes;          /**< bytes of gauges.csv, history.h5 and a checkpoint */
  double particles, track_bytes; /**< number of particles, and bytes of a record of particles.nc */
  double memory, beside;         /**< memory of one rank, bytes, and the part for particles */
  bool measured;                 /**< set by run_forecast_measure(): measured steps */
  double dt, step_seconds;       /**< mean of its steps, s */
  double start_seconds;          /**< s before the first step */
  int workers;
  bool counts_steps;                          /**< times are numbers of steps */
  double end;                                 /**< simulated time, s; NAN: not known */
  double steps, records, rows, tracks, bytes; /**< steps of the whole run; NAN: unknown */
} run_forecast;

/** Fill in the figures that follow from the case, its terrain and the instance's model. Errors:
 * those of ria_solver.particles. */
ria_status run_forecast_sizes(const ria_case *the_case, const ria_terrain *terrain,
                              const ria_model *model, void *instance, run_forecast *forecast);

/** Run the case for about a second in a temporary folder, as a process of its own, to measure its
 * steps. Not measured if that fails, with RIA_FORECAST=0, or for more than some million cells.
 * Blocking. */
void run_forecast_measure(const ria_case *the_case, int sets, const char *const *set,
                          run_forecast *forecast);

/** Warn of probable mistakes: very many records, more bytes than the disk or memory of this machine
 * holds, intervals shorter than a step. */
void run_forecast_warn(const run_forecast *forecast, ria_case *the_case);

void run_forecast_print(const run_forecast *forecast, const ria_case *the_case);
/** As JSON; NULL without memory. */
json_t *run_forecast_json(const run_forecast *forecast);

#endif
