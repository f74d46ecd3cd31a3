/** \file
 * The series on a run's page: at gauges, with a plan of their positions and their observations, and
 * through sections.
 */
#ifndef RUN_PAGE_SERIES_H
#define RUN_PAGE_SERIES_H

#include "ria/report.h"

/** Borrowed. */
typedef struct {
  const char *folder; /**< folder of the run */
  ria_report *page;
  double start; /**< date of the first row, seconds since 1970; NAN: rows have no dates */
} run_page_series;

/** Add gauges.csv with a plan from history.h5, and observed.csv and agreement.csv; missing files
 * are skipped. */
void run_page_gauges(const run_page_series *series);
/** Add sections.csv, if there is one. */
void run_page_sections(const run_page_series *series);

#endif
