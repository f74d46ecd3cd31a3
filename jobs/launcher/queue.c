/* Jobs in Slurm's queue (kind `jobs`). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "launcher.h"
#include "exec/marker.h"
#include "slurm/sbatch.h"
#include "slurm/client.h"
#include "slurm/text.h"

/* ---- capacity ---- */

typedef struct {
  char name[128];
  ria_capacity capacity;
  bool is_default;
} partition;

/* sinfo's `%P|%a|%D|%c|%m|%l|%G`; a partition has a line for each kind of node. */
static bool read_partition(char *line, partition *p) {
  char *field[7], *rest = line;
  for (int i = 0; i < 7; i++)
    if (!(field[i] = strsep(&rest, "|")))
      return false;
  int64_t memory = ria_slurm_bytes(field[4], 1 << 20), seconds = ria_slurm_duration(field[5]);
  *p = (partition){.capacity = {.nodes = (int)strtol(field[2], NULL, 10),
                                .cores = (int)strtol(field[3], NULL, 10),
                                .gpus = ria_slurm_gpus(field[6]),
                                .memory = memory > 0 ? memory : 0,
                                .seconds = seconds > 0 ? seconds : 0}};
  size_t length = strcspn(field[0], "*");
  p->is_default = field[0][length] == '*';
  snprintf(p->name, sizeof p->name, "%.*s", (int)length, field[0]);
  return !strcmp(field[1], "up");
}

static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}

/* A limit of 0 means no limit. */
static int64_t larger_limit(int64_t a, int64_t b) {
  return a && b ? larger(a, b) : 0;
}

/* A copy of sinfo's output, of now or of the last call; owned by the caller. */
static ria_status list_partitions(ria_launcher *l, bool anew, char **text) {
  if (anew || !l->partitions) {
    RIA_TRY(ria_slurm_ask(text, "sinfo", "--noheader", "--format=%P|%a|%D|%c|%m|%l|%G", NULL));
    free(l->partitions);
    l->partitions = *text;
  }
  *text = strdup(l->partitions);
  return *text ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the partitions");
}

/* A number of `scontrol show config`, `Key = 30 sec`. */
static int ask_setting(const char *key, int otherwise) {
  char *text;
  int value = otherwise;
  if (ria_slurm_ask(&text, "scontrol", "show", "config", NULL) != RIA_SUCCESS)
    return otherwise;
  for (char *line, *rest = text; (line = ria_next_line(&rest));) {
    size_t length = strlen(key);
    if (!strncmp(line, key, length) && line[length] == ' ' &&
        sscanf(line + length, " = %d", &value) != 1)
      value = otherwise;
  }
  free(text);
  return value;
}

static int ask_array_limit(void) {
  int limit = ask_setting("MaxArraySize", 2) - 1; /* the largest index is one less */
  return limit > 1 ? limit : 1;
}

static ria_status jobs_capacity(ria_launcher *l, ria_capacity *capacity) {
  char *text, *line;
  partition p;
  bool first = true;
  ria_capacity all = {0};
  RIA_TRY(list_partitions(l, true, &text));
  for (char *rest = text; (line = ria_next_line(&rest));) {
    if (!read_partition(line, &p))
      continue;
    all.nodes = (int)larger(all.nodes, p.capacity.nodes);
    all.cores = (int)larger(all.cores, p.capacity.cores);
    all.gpus = (int)larger(all.gpus, p.capacity.gpus);
    all.memory = larger(all.memory, p.capacity.memory);
    all.seconds = first ? p.capacity.seconds : larger_limit(all.seconds, p.capacity.seconds);
    first = false;
  }
  free(text);
  if (first)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "sinfo tells of no partition that is up");
  if (!l->has_capacity)
    l->capacity.array_limit = ask_array_limit();
  all.array_limit = l->capacity.array_limit;
  l->capacity = all;
  l->has_capacity = true;
  l->interval = ria_slurm_interval(0, 0, false);
  *capacity = all;
  return RIA_SUCCESS;
}

static ria_status jobs_check(ria_launcher *l, const ria_resources *resources) {
  char *text, *line, of[192];
  partition p;
  bool known = false;
  ria_status status = RIA_ERROR_UNSUPPORTED;
  RIA_TRY(list_partitions(l, false, &text));
  for (char *rest = text; status != RIA_SUCCESS && (line = ria_next_line(&rest));) {
    if (!read_partition(line, &p) ||
        (resources->partition ? strcmp(p.name, resources->partition) != 0 : !p.is_default))
      continue;
    known = true;
    snprintf(of, sizeof of, "partition %s has", p.name);
    status = ria_capacity_check(&p.capacity, resources, of);
  }
  free(text);
  if (!known)
    return resources->partition
               ? ria_fail(RIA_ERROR_UNSUPPORTED,
                          "there is no partition '%s' that is up; sinfo "
                          "lists them",
                          resources->partition)
               : RIA_SUCCESS; /* without a default, the site chooses by another rule */
  return status;
}

/* ---- start ---- */

static ria_status write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "we");
  bool failed = !file || fputs(text, file) < 0 || fflush(file) || fsync(fileno(file));
  int problem = errno;
  if (file)
    failed |= fclose(file) != 0;
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(problem))
                : RIA_SUCCESS;
}

static void add_job_command(ria_launcher *l, const ria_job *job, ria_words *words) {
  ria_exec_words(words, job, l->program, false, 0);
  if (job->resources.ranks)
    ria_srun_words(words, job, l->mpi, (ria_srun_place){.exact = false});
  ria_words_append(words, job->argv);
}

/* Write MARKERS/job.sh. */
static ria_status write_script(ria_launcher *l, const ria_job *job, char **path) {
  ria_words words = {0};
  char *script = NULL;
  RIA_TRY(ria_marker_folder(job->markers));
  add_job_command(l, job, &words);
  ria_status status = ria_words_check(&words);
  if (status == RIA_SUCCESS)
    status = ria_sbatch_script(&script, job, (const char *const *)words.item);
  if (status == RIA_SUCCESS && asprintf(path, "%s/job.sh", job->markers) < 0) {
    *path = NULL;
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  }
  if (status == RIA_SUCCESS)
    status = write_file(*path, script);
  free(script);
  ria_words_free(&words);
  return status;
}

/* sbatch failed or did not answer, but the job may be in the queue all the same. */
static bool is_queued(const char *comment, bool array, ria_job_id id) {
  bool found = false;
  if (ria_slurm_find(comment, array ? 0 : -1, id, &found) != RIA_SUCCESS || !found)
    return false;
  id[strcspn(id, "_")] = '\0';
  return true;
}

static ria_status submit(ria_launcher *l, const ria_job *job, const char *comment,
                         const char *array, const char *folder, const char *script, ria_job_id id) {
  ria_words words = {0};
  char *output = NULL;
  ria_status status = ria_sbatch_words(&words, job, comment, array, folder, script);
  if (status == RIA_SUCCESS)
    status = ria_slurm_call(&words, &output);
  if (status == RIA_SUCCESS)
    status = ria_slurm_submitted(output, id, RIA_JOB_ID_SIZE);
  free(output);
  ria_words_free(&words);
  if (status != RIA_ERROR_IO)
    return status;
  char why[1024];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  if (is_queued(comment, array != NULL, id))
    return RIA_SUCCESS;
  if (!ria_slurm_is_silent(why))
    return ria_fail(status, "%s", why);
  l->interval = ria_slurm_interval(0, l->interval, true);
  return ria_fail(RIA_ERROR_INTERRUPTED, "%s", why);
}

static ria_status jobs_start(ria_launcher *l, const ria_job *job, ria_job_id id) {
  char comment[RIA_COMMENT_SIZE], *script = NULL;
  ria_job_new_comment(job->markers, comment);
  ria_status status = write_script(l, job, &script);
  if (status == RIA_SUCCESS)
    status = ria_job_record(job, comment, -1, "");
  if (status == RIA_SUCCESS)
    status = submit(l, job, comment, NULL, job->markers, script, id);
  free(script);
  return status == RIA_SUCCESS ? ria_job_record(job, comment, -1, id) : status;
}

static ria_status write_array_script(const ria_job *jobs, int count, char **path) {
  const char **folders = calloc((size_t)count + 1, sizeof *folders);
  char *script = NULL;
  ria_status status = RIA_SUCCESS;
  if (!folders || asprintf(path, "%s/array.sh", jobs[0].markers) < 0) {
    *path = NULL;
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for an array of jobs");
  }
  for (int i = 0; folders && i < count; i++)
    folders[i] = jobs[i].markers;
  if (status == RIA_SUCCESS)
    status = ria_sbatch_array_script(&script, jobs[0].name ? jobs[0].name : "ria", folders,
                                     jobs[0].markers);
  if (status == RIA_SUCCESS)
    status = write_file(*path, script);
  free(script);
  free(folders);
  return status;
}

enum { RANGE_SIZE = 64 };

static void write_range(int count, int cap, char range[RANGE_SIZE]) {
  snprintf(range, RANGE_SIZE, cap ? "0-%d%%%d" : "0-%d", count - 1, cap);
}

static ria_status jobs_start_array(ria_launcher *l, const ria_job *jobs, int count, int cap,
                                   ria_job_id *ids) {
  char comment[RIA_COMMENT_SIZE], range[RANGE_SIZE], *script = NULL;
  ria_job_id id;
  ria_job_new_comment(jobs[0].markers, comment);
  for (int i = 0; i < count; i++) {
    RIA_TRY(write_script(l, &jobs[i], &script));
    free(script);
    script = NULL;
    RIA_TRY(ria_job_record(&jobs[i], comment, i, ""));
  }
  write_range(count, cap, range);
  ria_status status = write_array_script(jobs, count, &script);
  if (status == RIA_SUCCESS)
    status = submit(l, &jobs[0], comment, range, jobs[0].markers, script, id);
  free(script);
  for (int i = 0; status == RIA_SUCCESS && i < count; i++) {
    snprintf(ids[i], sizeof ids[i], "%.100s_%d", id, i);
    status = ria_job_record(&jobs[i], comment, i, ids[i]);
  }
  return status;
}

/* Print what a job's script runs, without the wrapper. */
static ria_status print_command(ria_launcher *l, const ria_job *job, FILE *stream) {
  ria_words command = {0};
  if (job->resources.ranks)
    ria_srun_words(&command, job, l->mpi, (ria_srun_place){.exact = false});
  ria_words_append(&command, job->argv);
  fputs("\n", stream);
  ria_quote_all(stream, (const char *const *)command.item);
  ria_status status = ria_words_check(&command);
  ria_words_free(&command);
  return status;
}

static ria_status describe(ria_launcher *l, const ria_job *jobs, int count, const char *array,
                           char **text) {
  ria_words words = {0};
  char comment[RIA_COMMENT_SIZE], *script = NULL;
  size_t size;
  FILE *stream = open_memstream(text, &size);
  if (!stream || asprintf(&script, "%s/%s.sh", jobs[0].markers, array ? "array" : "job") < 0)
    script = NULL;
  ria_job_comment(jobs[0].markers, "", comment);
  ria_status status =
      !script ? ria_fail(RIA_ERROR_MEMORY, "no memory for a command line")
              : ria_sbatch_words(&words, &jobs[0], comment, array, jobs[0].markers, script);
  if (status == RIA_SUCCESS)
    ria_quote_all(stream, (const char *const *)words.item);
  for (int i = 0; i < count && status == RIA_SUCCESS; i++)
    status = print_command(l, &jobs[i], stream);
  free(script);
  ria_words_free(&words);
  if (stream && fclose(stream) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a command line");
  if (stream && status != RIA_SUCCESS)
    free(*text);
  return status;
}

static ria_status jobs_describe(ria_launcher *l, const ria_job *job, char **text) {
  return describe(l, job, 1, NULL, text);
}

static ria_status jobs_describe_array(ria_launcher *l, const ria_job *jobs, int count, int cap,
                                      char **text) {
  char range[RANGE_SIZE];
  write_range(count, cap, range);
  return describe(l, jobs, count, range, text);
}

/* ---- poll ---- */

static ria_status jobs_find(ria_launcher *l, const char *comment, int index, ria_job_id id,
                            bool *found) {
  (void)l;
  return ria_slurm_find(comment, index, id, found);
}

static ria_status jobs_poll(ria_launcher *l, const ria_job_ref *jobs, int count,
                            ria_job_report *reports) {
  return ria_slurm_poll(&l->accounting, &l->interval, jobs, count, reports);
}

/* ---- signals ---- */

static ria_status scancel(const char *const *options, const ria_job_ref *jobs, int count) {
  ria_words words = {0};
  char *output = NULL;
  ria_words_add(&words, "scancel");
  ria_words_add(&words, "--quiet"); /* says nothing about jobs that have ended */
  ria_words_append(&words, options);
  for (int i = 0; i < count; i++)
    ria_words_add(&words, jobs[i].id);
  ria_status status = ria_slurm_call(&words, &output);
  free(output);
  ria_words_free(&words);
  return status;
}

/* To the batch shell alone, which is the wrapper. */
static ria_status jobs_signal(ria_launcher *l, const ria_job_ref *job, int signal) {
  char option[32];
  const char *options[] = {"--batch", option, NULL};
  ria_job_report report;
  RIA_TRY(jobs_poll(l, job, 1, &report));
  if (report.state != RIA_JOB_RUNNING)
    return RIA_SUCCESS;
  snprintf(option, sizeof option, "--signal=%d", signal);
  return scancel(options, job, 1);
}

static ria_status jobs_cancel(ria_launcher *l, const ria_job_ref *jobs, int count) {
  enum { AT_A_TIME = 500 };
  ria_status status = RIA_SUCCESS;
  (void)l;
  for (int i = 0; i < count; i += AT_A_TIME) {
    int some = count - i < AT_A_TIME ? count - i : AT_A_TIME;
    ria_status one = scancel(NULL, jobs + i, some);
    status = status == RIA_SUCCESS ? one : status;
  }
  return status;
}

static int jobs_kill_wait(ria_launcher *l) {
  (void)l;
  return ask_setting("KillWait", 30); /* Slurm's own default */
}

const ria_launcher_functions ria_launcher_jobs = {.capacity = jobs_capacity,
                                                  .check = jobs_check,
                                                  .start = jobs_start,
                                                  .start_array = jobs_start_array,
                                                  .find = jobs_find,
                                                  .poll = jobs_poll,
                                                  .signal = jobs_signal,
                                                  .cancel = jobs_cancel,
                                                  .kill_wait = jobs_kill_wait,
                                                  .describe = jobs_describe,
                                                  .describe_array = jobs_describe_array};
