#include "ria/submit.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "client.h"
#include "exec/words.h"
#include "options.h"
#include "ria/sbatch_lines.h"
#include "sbatch.h"
#include "token.h"

void ria_submit_token(const char *folder, char token[RIA_SUBMIT_TOKEN_SIZE]) {
  slurm_token_new(folder, token);
}

/* The whole text of a script, "" if it cannot be read: sbatch then reports the error. Owned by
 * the caller. */
static char *read_script(const char *path, size_t *length) {
  char *text = NULL;
  size_t room = 0;
  FILE *file = fopen(path, "re");
  ssize_t got = file ? getdelim(&text, &room, '\0', file) : -1;
  if (file)
    fclose(file);
  *length = got > 0 ? (size_t)got : 0;
  return text;
}

/* Cut off the token of an earlier submission. */
static void strip_token(char *name) {
  char *token = strstr(name, ".ria:");
  if (token && strlen(token) == strlen(".ria:0123456789abcdef"))
    *token = '\0';
}

/* The token goes into the comment, or at the end of the name if the user set the comment. */
static ria_status add_token(exec_words *words, const char *script, const char *token,
                            const char *const *options) {
  size_t length;
  char *text = read_script(script, &length), *comment = NULL, *name = NULL;
  const char *base = strrchr(script, '/') ? strrchr(script, '/') + 1 : script;
  ria_status status =
      ria_sbatch_lines_value(text ? text : "", length, options, "comment", &comment);
  if (status == RIA_SUCCESS && comment)
    status = ria_sbatch_lines_value(text ? text : "", length, options, "job-name", &name);
  if (status == RIA_SUCCESS && !comment)
    exec_words_format(words, "--comment=%s", token);
  if (name)
    strip_token(name);
  if (status == RIA_SUCCESS && comment)
    slurm_sbatch_name(words, "job-name", name ? name : base, token);
  free(text);
  free(comment);
  free(name);
  return status;
}

static ria_status call(const char *how, const char *script, const char *token,
                       const char *const *options, const char *const *arguments, char **output) {
  exec_words words = {0};
  ria_status status = RIA_SUCCESS;
  exec_words_add(&words, "sbatch");
  exec_words_add(&words, how);
  exec_words_append(&words, options);
  if (token)
    status = add_token(&words, script, token, options);
  exec_words_add(&words, script);
  exec_words_append(&words, arguments);
  if (status == RIA_SUCCESS)
    status = slurm_call(&words, output);
  exec_words_free(&words);
  return status;
}

ria_status ria_submit_find(const char *token, ria_job_id id, bool *found) {
  *id = '\0';
  return slurm_find(token, -1, id, found);
}

/* Find the job that sbatch submitted. */
static ria_status settle(const char *token, ria_job_id id) {
  ria_job_id answer;
  bool found = false;
  memcpy(answer, id, sizeof answer);
  RIA_TRY(slurm_find(token, -1, id, &found));
  for (int look = 0; look < 2 && !found; look++) {
    sleep(1);
    RIA_TRY(slurm_find(token, -1, id, &found));
  }
  return found ? RIA_SUCCESS
               : ria_fail(
                     RIA_ERROR_FORMAT,
                     "sbatch answered '%s', but no job in the queue carries the comment %s that "
                     "ria gave it: look at `squeue --me` before you submit again; where a site "
                     "changes comments, set one of yours (`-- --comment=TEXT`) and ria marks the "
                     "job's name",
                     answer, token);
}

ria_status ria_submit_script(const char *script, const char *token, const char *const *options,
                             const char *const *arguments, ria_job_id id) {
  char *output = NULL;
  bool found = false;
  *id = '\0';
  ria_status status = call("--parsable", script, token, options, arguments, &output);
  if (status == RIA_SUCCESS) {
    status = slurm_submitted(output, id, RIA_JOB_ID_SIZE);
    free(output);
    return status == RIA_ERROR_MEMORY ? status : settle(token, id);
  }
  /* sbatch failed or did not answer, but the job may still be in the queue. */
  char *why = status == RIA_ERROR_IO ? strdup(ria_status_detail()) : NULL;
  if (!why)
    return status;
  if (ria_submit_find(token, id, &found) == RIA_SUCCESS && found)
    status = RIA_SUCCESS;
  else
    ria_fail(status, "%s", why);
  free(why);
  return status;
}

ria_status ria_submit_test(const char *script, const char *const *options) {
  char *output;
  RIA_TRY(call("--test-only", script, NULL, options, NULL, &output));
  free(output);
  return RIA_SUCCESS;
}
