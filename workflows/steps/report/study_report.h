/** \file
 * The report of a study: one HTML page (ria/report.h) with its state, cost, failures and results.
 * It can be made at any time, also while the study runs or after it failed.
 *
 * It includes what the steps wrote to STUDY/steps/STEP: tables (NAME.md, from
 * ria_table_write_all()), pictures (PNG, SVG), films (MP4) and the provenance of runs. From a
 * series of maps (NAME-0001.png, NAME-0002.png, ...) it shows the last.
 */
#ifndef REPORT_STUDY_REPORT_H
#define REPORT_STUDY_REPORT_H

#include "ria/report.h"
#include "ria/status.h"
#include "study/study.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Zero or NULL: the default. All borrowed. */
typedef struct {
  const char *path; /**< the page's; NULL: STUDY/report.html */
  const char *step; /**< the step that makes the page, which is not shown as running */
  ria_report_limits limits;
} study_report_options;

/** Make the page. `options` may be NULL. Only reads the study. Errors: those of reading it,
 * RIA_ERROR_IO (the page cannot be written), RIA_ERROR_MEMORY. */
ria_status study_report_write(study_store *study, const study_report_options *options);

#ifdef __cplusplus
}
#endif
#endif
