/** \file
 * The flow through a run's sections, sides and structures over time: sections.csv. */
#ifndef RUN_SECTIONS_H
#define RUN_SECTIONS_H

#include "outputs.h"

typedef struct run_sections run_sections;

/** Create sections.csv in the run's folder, or with `resumed` continue it after `time`. Rank 0
 * only. `shown` names the amounts. `subject` and `shown` are borrowed for its life. *sections
 * NULL: the file would have no columns. Errors: those of ria_gauges_create() and
 * ria_gauges_resume(). */
ria_status run_sections_create(const run_subject *subject, const ria_shown *shown, double time,
                               bool resumed, run_sections **sections);

/** Append a row for the present time: for each section, side and structure the mean discharge since
 * the last row and the volume since the start, of water and of each tracer. NULL: do nothing.
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status run_sections_append(run_sections *sections);
/** Make all rows durable. NULL: do nothing. Errors: RIA_ERROR_IO. */
ria_status run_sections_sync(const run_sections *sections);
/** Close and free. NULL is allowed. */
void run_sections_destroy(run_sections *sections);

#endif
