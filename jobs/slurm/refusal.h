/* Why a submission failed, by what sbatch and the site's plug-ins say. */
#ifndef SLURM_REFUSAL_H
#define SLURM_REFUSAL_H

#include <stdbool.h>
#include "ria/job.h"

/* The kind of a complaint of sbatch, as slurm_call() words it. `array`: an array was submitted.
 */
ria_refusal slurm_refusal(const char *complaint, bool array);

#endif
