#include "client.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/job.h"

/* Variables by which Slurm describes a job to itself, not for jobs that it submits. SLURM_CONF and
 * a user's SBATCH_ variables stay. */
static const char *const job_variables[] = {
    "SLURM_",   "SLURMD_",          "SRUN_", "SQUEUE_", "SACCT_",     "SINFO_", "SCONTROL_",
    "SCANCEL_", "SBATCH_ARRAY_INX", "PMIX_", "PMI_",    "OMPI_COMM_", NULL};

const char *const ria_step_variables[] = {"SLURM_N",     "SLURM_CPU",    "SLURM_MEM",
                                          "SLURM_GPU",   "SLURM_TRES",   "SLURM_TASK",
                                          "SLURM_STEP",  "SLURM_PROCID", "SLURM_DISTRIBUTION",
                                          "SLURM_HINT",  "SLURM_MPI",    "SLURM_EXACT",
                                          "SLURM_LOCAL", "SRUN_",        "PMIX_",
                                          "PMI_",        "OMPI_COMM_",   NULL};

static bool is_listed(const char *folder, const char *path) {
  size_t length = strlen(folder);
  for (const char *at = path; (at = strstr(at, folder)); at += length)
    if ((at == path || at[-1] == ':') && (at[length] == ':' || !at[length]))
      return true;
  return false;
}

/* PATH with this program's folder, so that the job finds the `ria` that its script's first line
 * names. NULL: PATH has it already. */
static char *path_with_us(void) {
  char program[RIA_PROGRAM_SIZE], *text = NULL;
  const char *path = getenv("PATH");
  char *slash = ria_program_path(program) ? strrchr(program, '/') : NULL;
  if (!slash)
    return NULL;
  *slash = '\0';
  if ((path && is_listed(program, path)) ||
      asprintf(&text, "PATH=%s%s%s", program, path ? ":" : "", path ? path : "") < 0)
    return NULL;
  return text;
}

/* The job inherits sbatch's environment, so only programs whose output we read get our formats. */
static void slurm_environment(ria_words *environment, bool read_by_us) {
  const char *conf = getenv("SLURM_CONF");
  const char *additions[5] = {NULL};
  char *kept = NULL, *path = read_by_us ? NULL : path_with_us();
  int count = 0;
  if (conf && asprintf(&kept, "SLURM_CONF=%s", conf) < 0)
    kept = NULL;
  if (kept)
    additions[count++] = kept;
  if (path)
    additions[count++] = path;
  if (read_by_us) {
    additions[count++] = "SLURM_TIME_FORMAT=%s";
    additions[count++] = "SLURM_BITSTR_LEN=0"; /* list all elements of an array */
    additions[count++] = "LC_ALL=C";
  }
  ria_environment(environment, job_variables, additions);
  free(kept);
  free(path);
}

/* Make one line of a program's complaint. */
static void flatten(char *text) {
  for (char *c = text; *c; c++)
    if (*c == '\n')
      *c = c[1] ? ';' : '\0';
}

ria_status ria_slurm_call(const ria_words *words, char **output) {
  ria_words environment = {0};
  ria_capture capture;
  *output = NULL;
  RIA_TRY(ria_words_check(words));
  slurm_environment(&environment, strcmp(words->item[0], "sbatch") != 0);
  ria_status status = ria_words_check(&environment);
  if (status == RIA_SUCCESS)
    status = ria_capture_run(&capture, words->item, environment.item, RIA_SLURM_PATIENCE);
  ria_words_free(&environment);
  if (status != RIA_SUCCESS)
    return status;
  if (capture.code == 0) {
    *output = capture.output;
    capture.output = NULL;
  } else if (capture.code == 127 && !*capture.output) {
    status = ria_fail(RIA_ERROR_UNSUPPORTED, "%s cannot be run; is Slurm installed here?",
                      words->item[0]);
  } else {
    flatten(capture.error);
    status = ria_fail(RIA_ERROR_IO, "%s failed (exit code %d): %.600s", words->item[0],
                      capture.code, capture.error);
  }
  ria_capture_free(&capture);
  return status;
}

ria_status ria_slurm_ask(char **output, const char *program, ...) {
  ria_words words = {0};
  va_list list;
  va_start(list, program);
  for (const char *word = program; word; word = va_arg(list, const char *))
    ria_words_add(&words, word);
  va_end(list);
  ria_status status = ria_slurm_call(&words, output);
  ria_words_free(&words);
  return status;
}

ria_status ria_slurm_submitted(const char *output, char *id, size_t size) {
  size_t length = strspn(output, "0123456789");
  if (!length || length >= size ||
      (output[length] != ';' && !isspace((unsigned char)output[length])))
    return ria_fail(RIA_ERROR_FORMAT, "sbatch printed '%.80s' where a job's id was expected",
                    output);
  memcpy(id, output, length);
  id[length] = '\0';
  return RIA_SUCCESS;
}
