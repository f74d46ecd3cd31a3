/** \file
 * Comparison of a run with observations at its gauges: agreement, tidal constituents, pictures.
 */
#ifndef RUN_OBSERVED_H
#define RUN_OBSERVED_H

#include <jansson.h>
#include "folder.h"
#include "log.h"
#include "ria/skill.h"

/** A quantity of a gauge, at the times at which it was observed during the run. */
typedef struct {
  const char *gauge, *quantity, *unit; /**< "Cambados", "level", "m"; borrowed from the case */
  int count;
  double *time, *observed, *computed; /**< [count]: s since the start; owned */
  ria_skill skill;
  int constituents; /**< number of tidal constituents; 0: not a tide, too short, or without dates */
  ria_constituent *tide[2]; /**< [constituents]: the observed and the computed ones; owned */
} run_agreement;

typedef struct {
  int count;
  run_agreement *agreement; /**< [count], owned */
} run_observed;

/** Compare the gauges.csv of a run that has ended with the observations of its case. Values are
 * interpolated linearly between two rows. Writes observed.csv (pairs), agreement.csv and, for
 * levels with dates, constituents.csv, or removes older files; logs the agreement. Destroy the
 * result in any case. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status run_observed_compare(const ria_case *the_case, const run_folder *folder, run_log *log,
                                run_observed *observed);
/** Draw maps/observed-GAUGE.png for each quantity. Errors: those of ria_plot_observed(). */
ria_status run_observed_draw(const ria_case *the_case, const run_folder *folder,
                             const run_observed *observed);
/** As JSON; NULL without memory, or if nothing was compared. */
json_t *run_observed_json(const run_observed *observed);
void run_observed_destroy(run_observed *observed);

#endif
