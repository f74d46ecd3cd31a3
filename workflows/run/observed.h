/** \file
 * A run beside what was observed at its gauges: agreement, tidal constituents, pictures.
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
  int constituents;         /**< of a tide; 0: it is none, or too short, or has no dates */
  ria_constituent *tide[2]; /**< [constituents]: the observed and the computed ones; owned */
} run_agreement;

typedef struct {
  int count;
  run_agreement *agreement; /**< [count], owned */
} run_observed;

/** Compare a run that has ended with what the case says was observed, by its gauges.csv. Values
 * between two rows are linear. Writes observed.csv (pairs), agreement.csv and, of levels with
 * dates, constituents.csv, or removes older ones; logs the agreement. Destroy the result in any
 * case. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status run_observed_compare(const ria_case *the_case, const run_folder *folder, run_log *log,
                                run_observed *observed);
/** Draw maps/observed-GAUGE.png of each. Errors: those of ria_plot_observed(). */
ria_status run_observed_draw(const ria_case *the_case, const run_folder *folder,
                             const run_observed *observed);
/** As JSON; NULL without memory, or if nothing was compared. */
json_t *run_observed_json(const run_observed *observed);
void run_observed_destroy(run_observed *observed);

#endif
