/** \file
 * The last lines of `ria run WORKFLOW`: the path of the report, and the end of the study.
 */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

#include "engine.h"

/** "report: runs/x/report.html", for people; owned by the caller. NULL: no memory, or the study
 * cannot be read. */
char *engine_report_line(const workflow_file *workflow, study_store *study);
/** "verdict: finished, 3 of 3 steps done; speed: A is faster". As above. */
char *engine_verdict_line(study_store *study, const engine_outcome *outcome);

#endif
