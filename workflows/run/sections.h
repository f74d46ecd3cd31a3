/** \file
 * The flow through a run's sections, sides and structures over time: sections.csv. */
#ifndef RUN_SECTIONS_H
#define RUN_SECTIONS_H

#include "outputs.h"

typedef struct run_sections run_sections;

/** Create sections.csv in the run's folder, or with `resumed` go on with it after `time`: rank 0
 * alone. `shown` names the amounts. Both are borrowed for its life. *sections NULL: there is
 * nothing that it would have. Errors: those of ria_gauges_create() and ria_gauges_resume(). */
ria_status run_sections_create(const run_subject *subject, const ria_shown *shown, double time,
                               bool resumed, run_sections **sections);

/** Append a row as of now: of each of them the mean discharge since the last row and the volume
 * since the start, and the same of each tracer. NULL: nothing. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status run_sections_append(run_sections *sections);
/** Make all rows durable. NULL: nothing. Errors: RIA_ERROR_IO. */
ria_status run_sections_sync(const run_sections *sections);
/** NULL is fine. */
void run_sections_destroy(run_sections *sections);

#endif
