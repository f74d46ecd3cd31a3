#include "ria/submit.h"
#include <stdlib.h>
#include "client.h"
#include "exec/words.h"

static ria_status call(const char *how, const char *script, const char *const *options,
                       char **output) {
  ria_words words = {0};
  ria_words_add(&words, "sbatch");
  ria_words_add(&words, how);
  ria_words_append(&words, options);
  ria_words_add(&words, script);
  ria_status status = ria_slurm_call(&words, output);
  ria_words_free(&words);
  return status;
}

ria_status ria_submit_script(const char *script, const char *const *options, ria_job_id id) {
  char *output;
  *id = '\0';
  RIA_TRY(call("--parsable", script, options, &output));
  ria_status status = ria_slurm_submitted(output, id, RIA_JOB_ID_SIZE);
  free(output);
  return status;
}

ria_status ria_submit_test(const char *script, const char *const *options) {
  char *output;
  RIA_TRY(call("--test-only", script, options, &output));
  free(output);
  return RIA_SUCCESS;
}
