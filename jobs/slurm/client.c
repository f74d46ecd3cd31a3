#include "client.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/job.h"

/* Variables by which Slurm describes a job to itself; jobs that it submits must not inherit them.
 * SLURM_CONF and a user's SBATCH_ variables stay. */
static const char *const job_variables[] = {
    "SLURM_",   "SLURMD_",          "SRUN_", "SQUEUE_", "SACCT_",     "SINFO_", "SCONTROL_",
    "SCANCEL_", "SBATCH_ARRAY_INX", "PMIX_", "PMI_",    "OMPI_COMM_", NULL};

const char *const slurm_step_variables[] = {"SLURM_N",     "SLURM_CPU",    "SLURM_MEM",
                                            "SLURM_GPU",   "SLURM_TRES",   "SLURM_TASK",
                                            "SLURM_STEP",  "SLURM_PROCID", "SLURM_DISTRIBUTION",
                                            "SLURM_HINT",  "SLURM_MPI",    "SLURM_EXACT",
                                            "SLURM_LOCAL", "SLURM_EXPORT", "SRUN_",
                                            "PMIX_",       "PMI_",         "OMPI_COMM_",
                                            NULL};

/* The job inherits sbatch's environment, so only programs whose output we read get our formats. */
static void slurm_environment(exec_words *environment, bool read_by_us) {
  const char *conf = getenv("SLURM_CONF");
  const char *additions[5] = {NULL};
  char *kept = NULL, *path = read_by_us ? NULL : exec_path_variable(true);
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
  exec_environment(environment, job_variables, additions);
  free(kept);
  free(path);
}

/* Join a program's message to one line: `;` between its lines, empty lines dropped. */
static void flatten(char *text) {
  char *end = text;
  for (const char *c = text; *c; c++)
    if (*c != '\n' || (end > text && end[-1] != ';'))
      *end++ = *c == '\n' ? ';' : *c;
  *end = '\0';
  while (end > text && (end[-1] == ';' || end[-1] == ' '))
    *--end = '\0';
}

/* Sites write their reasons to either stream. */
static ria_status failed(const char *program, exec_capture *capture) {
  flatten(capture->error);
  flatten(capture->output);
  const char *one = capture->error, *two = capture->output;
  return ria_fail(RIA_ERROR_IO, "%s failed (exit code %d)%s%s%s%s", program, capture->code,
                  *one || *two ? ": " : "", one, *one && *two ? ";" : "", two);
}

/* sbatch prints this and sleeps up to two minutes if the queue is full. */
static const char sleeping[] = "sleeping and retrying";

ria_status slurm_call(const exec_words *words, char **output) {
  exec_words environment = {0};
  exec_capture capture;
  bool submits = !strcmp(words->item[0], "sbatch");
  *output = NULL;
  RIA_TRY(exec_words_check(words));
  slurm_environment(&environment, !submits);
  ria_status status = exec_words_check(&environment);
  if (status == RIA_SUCCESS)
    status = exec_capture_run(&capture, words->item, environment.item, RIA_SLURM_PATIENCE,
                              submits ? sleeping : NULL);
  exec_words_free(&environment);
  if (status != RIA_SUCCESS)
    return status;
  if (capture.code == 0) {
    *output = capture.output;
    capture.output = NULL;
  } else if (capture.code == 127 && !*capture.output) {
    status = ria_fail(RIA_ERROR_UNSUPPORTED, "%s cannot be run; is Slurm installed here?",
                      words->item[0]);
  } else {
    status = failed(words->item[0], &capture);
  }
  exec_capture_free(&capture);
  return status;
}

ria_status slurm_ask(char **output, const char *program, ...) {
  exec_words words = {0};
  va_list list;
  va_start(list, program);
  for (const char *word = program; word; word = va_arg(list, const char *))
    exec_words_add(&words, word);
  va_end(list);
  ria_status status = slurm_call(&words, output);
  exec_words_free(&words);
  return status;
}

/* The length of `digits[;cluster]` if a line contains only this and blanks; *from: its beginning.
 * 0: another line. */
static size_t id_in_line(const char *line, const char **from) {
  line += strspn(line, " \t\r");
  size_t digits = strspn(line, "0123456789"), length = digits;
  if (digits && line[digits] == ';')
    length += 1 + strcspn(line + digits + 1, " \t\r;");
  *from = line;
  return digits && length != digits + 1 && !line[length + strspn(line + length, " \t\r")] ? length
                                                                                          : 0;
}

ria_status slurm_submitted(const char *output, char *id, size_t size) {
  char *copy = strdup(output), *rest = copy, *line;
  const char *from;
  *id = '\0';
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the output of sbatch");
  while ((line = strsep(&rest, "\n"))) {
    size_t length = id_in_line(line, &from);
    if (length && length < size)
      snprintf(id, size, "%.*s", (int)length, from);
  }
  if (!*id) {
    memcpy(copy, output, strlen(output) + 1);
    flatten(copy);
    ria_fail(RIA_ERROR_FORMAT, "sbatch printed '%s' where a job's id was expected", copy);
  }
  free(copy);
  return *id ? RIA_SUCCESS : RIA_ERROR_FORMAT;
}
