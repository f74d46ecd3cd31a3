#include "ria/own_job.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "ria/submit.h"
#include "client.h"
#include "text.h"

bool ria_own_job_exists(void) {
  return getenv("SLURM_JOB_ID") != NULL;
}

static int number(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text && *text ? (int)strtol(text, NULL, 10) : otherwise;
}

int ria_own_job_tasks(void) {
  return number("SLURM_NTASKS", 1);
}

/* Memory of a node: the requested memory, which the environment holds in MiB; else the
 * record's. */
static int64_t memory_of_node(const char *record, int nodes, int cores) {
  char text[512];
  if (number("SLURM_MEM_PER_NODE", 0) > 0)
    return (int64_t)number("SLURM_MEM_PER_NODE", 0) << 20;
  if (number("SLURM_MEM_PER_CPU", 0) > 0)
    return ((int64_t)number("SLURM_MEM_PER_CPU", 0) << 20) * cores;
  if (!slurm_scontrol_value(record, "AllocTRES", text, sizeof text))
    slurm_scontrol_value(record, "TRES", text, sizeof text);
  const char *memory = strstr(text, "mem=");
  int64_t all = memory ? slurm_bytes(memory + 4, 1 << 20) : 0;
  return all > 0 && nodes > 0 ? all / nodes : 0;
}

static void read_sizes(const char *record, ria_own_job *job) {
  char text[512];
  const char *cores = getenv("SLURM_JOB_CPUS_PER_NODE"), *gpus = getenv("SLURM_GPUS_ON_NODE");
  slurm_scontrol_value(record, "NumNodes", text, sizeof text);
  job->nodes = (int)strtol(text, NULL, 10);
  slurm_scontrol_value(record, "NumCPUs", text, sizeof text);
  job->cores =
      cores ? slurm_smallest(cores) : (int)strtol(text, NULL, 10) / (job->nodes + !job->nodes);
  job->gpus = gpus ? (int)strtol(gpus, NULL, 10) : 0;
  job->memory = memory_of_node(record, job->nodes, job->cores);
  slurm_scontrol_value(record, "NodeList", job->node_list, sizeof job->node_list);
}

/* Slurm 22.05: a job that must end becomes COMPLETING, whatever the reason. If Slurm itself
 * requeued it, its restart count is already the next one. */
static ria_job_fate fate_of(const char *record, int restarts) {
  char state[32], reason[64], text[64];
  slurm_scontrol_value(record, "JobState", state, sizeof state);
  slurm_scontrol_value(record, "Reason", reason, sizeof reason);
  if (slurm_scontrol_value(record, "Restarts", text, sizeof text) &&
      strtol(text, NULL, 10) > restarts)
    return RIA_FATE_REQUEUED;
  if (!strcmp(reason, "TimeLimit") || !strcmp(state, "TIMEOUT"))
    return RIA_FATE_TIME_LIMIT;
  if (slurm_scontrol_value(record, "PreemptTime", text, sizeof text) && slurm_time(text))
    return RIA_FATE_PREEMPTED;
  return !strcmp(state, "COMPLETING") || !strcmp(state, "CANCELLED") ? RIA_FATE_CANCELLED
                                                                     : RIA_FATE_NONE;
}

static bool says(const char *record, const char *key, const char *value) {
  char text[64];
  return slurm_scontrol_value(record, key, text, sizeof text) && !strcmp(text, value);
}

ria_status ria_own_job_read(ria_own_job *job) {
  const char *raw = getenv("SLURM_JOB_ID"), *array = getenv("SLURM_ARRAY_JOB_ID"),
             *task = getenv("SLURM_ARRAY_TASK_ID");
  char *record, text[64];
  *job = (ria_own_job){.restarts = number("SLURM_RESTART_COUNT", 0)};
  if (!raw)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "this is not a Slurm job; start it with sbatch, srun or salloc");
  if (array && task)
    snprintf(job->id, sizeof job->id, "%s_%s", array, task);
  else
    snprintf(job->id, sizeof job->id, "%s", raw);
  RIA_TRY(slurm_ask(&record, "scontrol", "--oneliner", "show", "job", raw, NULL));
  bool found = slurm_scontrol_value(record, "EndTime", text, sizeof text);
  job->end = slurm_time(text);
  if (slurm_scontrol_value(record, "TimeLimit", text, sizeof text) && slurm_duration(text) > 0)
    job->limit = slurm_duration(text);
  job->is_batch = says(record, "BatchFlag", "1"); /* an salloc has no script to start again */
  job->requeue = job->is_batch && says(record, "Requeue", "1");
  job->fate = fate_of(record, job->restarts);
  read_sizes(record, job);
  free(record);
  return found ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_FORMAT, "scontrol show job %s has no EndTime", raw);
}

/* Read a value up to the end of its line: names and paths may hold blanks. */
static bool value_to_line_end(const char *record, const char *key, char *value, size_t size) {
  const char *at = strstr(record, key), *from = at ? at + strlen(key) : NULL;
  while (at && (*from != '=' || (at > record && at[-1] != ' '))) {
    at = strstr(from, key);
    from = at ? at + strlen(key) : NULL;
  }
  snprintf(value, size, "%.*s", at ? (int)strcspn(from + 1, "\n") : 0, at ? from + 1 : "");
  return at != NULL;
}

/* Cut the arguments off a script's path. Slurm shows both in one text, and either may hold blanks.
 */
static bool cut_to_file(char *command) {
  struct stat about;
  for (char *end = command + strlen(command); end; end = strrchr(command, ' ')) {
    *end = '\0';
    if (!stat(command, &about) && S_ISREG(about.st_mode))
      return true;
  }
  return false;
}

bool ria_own_job_is_script(const char *path) {
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *folder = getenv("SLURM_SUBMIT_DIR");
  return !strcmp(base, "slurm_script") && getenv("SLURM_JOB_ID") && folder && folder[0] == '/';
}

char *ria_own_job_script(const char *path) {
  char *record, *script = NULL, command[8192] = "";
  if (!ria_own_job_is_script(path))
    return NULL;
  if (slurm_ask(&record, "scontrol", "show", "job", getenv("SLURM_JOB_ID"), NULL) == RIA_SUCCESS) {
    value_to_line_end(record, "Command", command, sizeof command);
    free(record);
  }
  if (command[0] == '/' && cut_to_file(command))
    return strdup(command);
  return asprintf(&script, "%s/slurm_script", getenv("SLURM_SUBMIT_DIR")) < 0 ? NULL : script;
}

/* Add sbatch options that request the recorded job's resources. */
static void add_same(exec_words *words, const char *record) {
  static const struct {
    const char *key, *option;
    bool is_name;
  } same[] = {{"JobName", "job-name", true},
              {"StdOut", "output", true},
              {"StdErr", "error", true},
              {"WorkDir", "chdir", true},
              {"Partition", "partition", false},
              {"Account", "account", false},
              {"QOS", "qos", false},
              {"Reservation", "reservation", false},
              {"Features", "constraint", false},
              {"TimeLimit", "time", false},
              {"NumNodes", "nodes", false},
              {"NumTasks", "ntasks", false},
              {"CPUs/Task", "cpus-per-task", false},
              {"MinMemoryNode", "mem", false},
              {"MinMemoryCPU", "mem-per-cpu", false},
              {"TresPerNode", "gres", false}};
  char value[4096];
  for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
    bool found = (same[k].is_name ? value_to_line_end : slurm_scontrol_value)(record, same[k].key,
                                                                              value, sizeof value);
    if (!found || !*value || !strcmp(value, "(null)") || !strcmp(value, "N/A"))
      continue;
    const char *from = !strncmp(value, "gres:", 5) ? value + 5 : value;
    exec_words_format(words, "--%s=%s", same[k].option, from);
  }
}

ria_status ria_job_queue_follow_up(const ria_own_job *job, const ria_follow_up *next,
                                   ria_job_id follow_up) {
  exec_words words = {0};
  char *record;
  *follow_up = '\0';
  RIA_TRY(slurm_ask(&record, "scontrol", "show", "job", job->id, NULL));
  exec_words_format(&words, "--dependency=afterany:%s", job->id);
  exec_words_add(&words, "--open-mode=append");
  if (!job->requeue)
    exec_words_add(&words, "--no-requeue");
  add_same(&words, record);
  exec_words_append(&words, next->options);
  ria_status status = exec_words_check(&words);
  if (status == RIA_SUCCESS)
    status = ria_submit_script(next->script, next->token, (const char *const *)words.item,
                               next->arguments, follow_up);
  exec_words_free(&words);
  free(record);
  return status;
}

ria_status ria_job_requeue_self(const ria_own_job *job, const ria_follow_up *next,
                                ria_job_id follow_up) {
  char *output;
  *follow_up = '\0';
  ria_status status = RIA_ERROR_UNSUPPORTED;
  if (job->requeue)
    status = slurm_ask(&output, "scontrol", "requeue", job->id, NULL);
  if (status == RIA_SUCCESS) {
    free(output);
    return status;
  }
  if (next)
    return ria_job_queue_follow_up(job, next, follow_up);
  return job->requeue ? status
                      : ria_fail(RIA_ERROR_UNSUPPORTED,
                                 "job %s may not be requeued, and there is no script for a "
                                 "follow-up; submit it with --requeue",
                                 job->id);
}
