/** \file
 * report.html: a run on one page without other files.
 */
#ifndef RUN_PAGE_H
#define RUN_PAGE_H

#include <stdbool.h>
#include "ria/status.h"

/** Whether the folder belongs to a run that has ended. */
bool run_page_is_run(const char *folder);

/** Write the page `path` (NULL: FOLDER/report.html) of a run that has ended, from the files in its
 * folder alone: maps as films, gauges, maxima, sections, observations, the balance, warnings,
 * the case and its provenance. Parts without files are left out. Errors: RIA_ERROR_IO,
 * RIA_ERROR_FORMAT (not a run that has ended), RIA_ERROR_MEMORY. */
ria_status run_page_write(const char *folder, const char *path);

#endif
