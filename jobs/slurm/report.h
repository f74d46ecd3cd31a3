/* Conversion of Slurm's records and reasons to reports of ria. */
#ifndef SLURM_REPORT_H
#define SLURM_REPORT_H

#include "text.h"

/* Report the contents of a record: state, cause, exit code if known, times, nodes, reason. Slurm
 * does not record why a program failed; slurm_refine adds that. */
void slurm_report(const slurm_record *record, ria_job_report *report);

/* Complete the report of a job that Slurm says has ended: exit code, signal and cause from the
 * markers and from the folder's `slurm.txt`. */
void slurm_refine(const char *markers, const char *id, ria_job_report *report);

/* Advice about a reason that squeue prints; NULL if the job only has to wait its turn, or the
 * reason is unknown. */
const char *slurm_advice(const char *reason);

#endif
