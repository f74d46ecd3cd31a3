/** \file
 * The flow through a run's sections over time: sections.csv. */
#ifndef RUN_SECTIONS_H
#define RUN_SECTIONS_H

#include "folder.h"
#include "log.h"
#include "ria/case.h"
#include "ria/shown.h"
#include "ria/simulation.h"

typedef struct run_sections run_sections;

/** Create FOLDER/sections.csv, or with `resumed` go on with it after `time`: rank 0 alone. `shown`
 * names the amounts. All are borrowed for its life. *sections NULL: the model has none. Errors:
 * those of ria_gauges_create() and ria_gauges_resume(). */
ria_status run_sections_create(const ria_case *the_case, const ria_model *model,
                               const ria_shown *shown, const run_folder *folder, run_log *log,
                               double time, bool resumed, run_sections **sections);

/** Append a row as of now: of each section the mean discharge since the last row and the volume
 * since the start, and the same of each tracer. NULL: nothing. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status run_sections_append(run_sections *sections, const ria_simulation *simulation);
/** Make all rows durable. NULL: nothing. Errors: RIA_ERROR_IO. */
ria_status run_sections_sync(const run_sections *sections);
/** NULL is fine. */
void run_sections_destroy(run_sections *sections);

#endif
