/* Whether a file is a job's script: by itself, for readers of files that ask Slurm nothing. */
#include <stdlib.h>
#include <string.h>
#include "ria/own_job.h"

bool ria_own_job_is_script(const char *path) {
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *folder = getenv("SLURM_SUBMIT_DIR");
  return !strcmp(base, "slurm_script") && getenv("SLURM_JOB_ID") && folder && folder[0] == '/';
}
