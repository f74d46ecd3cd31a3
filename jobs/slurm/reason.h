/* Why a job waits, where that does not pass by itself: what to do about it. */
#ifndef RIA_SLURM_REASON_H
#define RIA_SLURM_REASON_H

/* A short English sentence for a reason as squeue prints it; NULL if the job simply has to wait its
 * turn, or the reason is unknown. */
const char *ria_slurm_advice(const char *reason);

#endif
