/* Slurm's records and reasons as reports of ria. */
#ifndef RIA_SLURM_REPORT_H
#define RIA_SLURM_REPORT_H

#include "text.h"

/* What a record says of a job: state, cause, exit code where it is known, times, nodes, reason.
 * Slurm knows not why a program failed; ria_slurm_refine adds what the markers tell. */
void ria_slurm_report(const ria_slurm_record *record, ria_job_report *report);

/* Complete the report of a job that Slurm says has ended: exit code, signal and cause by the
 * markers and by what Slurm's daemons wrote to the folder's `slurm.txt`. */
void ria_slurm_refine(const char *markers, const char *id, ria_job_report *report);

/* A short English sentence for a reason as squeue prints it; NULL if the job simply has to wait its
 * turn, or the reason is unknown. */
const char *ria_slurm_advice(const char *reason);

#endif
