#include "ria/submit.h"
#include <stdlib.h>
#include "slurm_client.h"
#include "words.h"

ria_status ria_submit_script(const char *script, const char *const *options, ria_job_id id) {
  ria_words words = {0};
  char *output;
  *id = '\0';
  ria_words_add(&words, "sbatch");
  ria_words_add(&words, "--parsable");
  ria_words_append(&words, options);
  ria_words_add(&words, script);
  ria_status status = ria_slurm_call(&words, &output);
  ria_words_free(&words);
  RIA_TRY(status);
  status = ria_slurm_submitted(output, id, RIA_JOB_ID_SIZE);
  free(output);
  return status;
}
