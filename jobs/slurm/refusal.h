/* Classifies why a submission failed, by the messages of sbatch and the site's plug-ins. */
#ifndef SLURM_REFUSAL_H
#define SLURM_REFUSAL_H

#include <stdbool.h>
#include "ria/job.h"

/* The kind of a refusal in sbatch's message, as slurm_call() formats it. `array`: an array was
   submitted.
 */
ria_refusal slurm_refusal(const char *complaint, bool array);

#endif
