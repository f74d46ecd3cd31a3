#include "ria/own_job.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slurm_client.h"
#include "slurm_text.h"

bool ria_own_job_exists(void) {
  return getenv("SLURM_JOB_ID") != NULL;
}

static int number(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text && *text ? (int)strtol(text, NULL, 10) : otherwise;
}

/* Slurm's memory of a node: our environment tells, in MiB, what was asked for; else the record. */
static int64_t memory_of_node(const char *record, int nodes, int cores) {
  char text[512];
  if (number("SLURM_MEM_PER_NODE", 0) > 0)
    return (int64_t)number("SLURM_MEM_PER_NODE", 0) << 20;
  if (number("SLURM_MEM_PER_CPU", 0) > 0)
    return ((int64_t)number("SLURM_MEM_PER_CPU", 0) << 20) * cores;
  if (!ria_scontrol_value(record, "AllocTRES", text, sizeof text))
    ria_scontrol_value(record, "TRES", text, sizeof text);
  const char *memory = strstr(text, "mem=");
  int64_t all = memory ? ria_slurm_bytes(memory + 4, 1 << 20) : 0;
  return all > 0 && nodes > 0 ? all / nodes : 0;
}

static void read_sizes(const char *record, ria_own_job *job) {
  char text[512];
  const char *cores = getenv("SLURM_JOB_CPUS_PER_NODE"), *gpus = getenv("SLURM_GPUS_ON_NODE");
  ria_scontrol_value(record, "NumNodes", text, sizeof text);
  job->nodes = (int)strtol(text, NULL, 10);
  ria_scontrol_value(record, "NumCPUs", text, sizeof text);
  job->cores =
      cores ? ria_slurm_smallest(cores) : (int)strtol(text, NULL, 10) / (job->nodes + !job->nodes);
  job->gpus = gpus ? (int)strtol(gpus, NULL, 10) : 0;
  job->memory = memory_of_node(record, job->nodes, job->cores);
  ria_scontrol_value(record, "NodeList", job->node_list, sizeof job->node_list);
}

ria_status ria_own_job_read(ria_own_job *job) {
  const char *raw = getenv("SLURM_JOB_ID"), *array = getenv("SLURM_ARRAY_JOB_ID"),
             *task = getenv("SLURM_ARRAY_TASK_ID");
  char *record, text[64];
  *job = (ria_own_job){.restarts = number("SLURM_RESTART_COUNT", 0)};
  if (!raw)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "this is no Slurm job; start it with sbatch, srun or salloc");
  if (array && task)
    snprintf(job->id, sizeof job->id, "%s_%s", array, task);
  else
    snprintf(job->id, sizeof job->id, "%s", raw);
  RIA_TRY(ria_slurm_ask(&record, "scontrol", "--oneliner", "show", "job", raw, NULL));
  bool found = ria_scontrol_value(record, "EndTime", text, sizeof text);
  job->end = ria_slurm_time(text);
  ria_scontrol_value(record, "Requeue", text, sizeof text);
  job->requeue = !strcmp(text, "1");
  ria_scontrol_value(record, "BatchFlag", text, sizeof text);
  job->requeue = job->requeue && strcmp(text, "0"); /* an salloc has nothing to start again */
  read_sizes(record, job);
  free(record);
  return found ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_FORMAT, "scontrol show job %s tells no EndTime", raw);
}

ria_status ria_job_queue_follow_up(const ria_own_job *job, const char *const *options,
                                   const char *script, ria_job_id follow_up) {
  ria_words words = {0};
  char *output;
  *follow_up = '\0';
  ria_words_add(&words, "sbatch");
  ria_words_add(&words, "--parsable");
  ria_words_format(&words, "--dependency=afterany:%s", job->id);
  ria_words_add(&words, "--open-mode=append");
  ria_words_append(&words, options);
  ria_words_add(&words, script);
  ria_status status = ria_slurm_call(&words, &output);
  ria_words_free(&words);
  if (status != RIA_SUCCESS)
    return status;
  status = ria_slurm_submitted(output, follow_up, RIA_JOB_ID_SIZE);
  free(output);
  return status;
}

ria_status ria_job_requeue_self(const ria_own_job *job, const char *const *options,
                                const char *script, ria_job_id follow_up) {
  char *output;
  *follow_up = '\0';
  ria_status status = RIA_ERROR_UNSUPPORTED;
  if (job->requeue)
    status = ria_slurm_ask(&output, "scontrol", "requeue", job->id, NULL);
  if (status == RIA_SUCCESS) {
    free(output);
    return status;
  }
  if (script)
    return ria_job_queue_follow_up(job, options, script, follow_up);
  return job->requeue ? status
                      : ria_fail(RIA_ERROR_UNSUPPORTED,
                                 "job %s may not be requeued, and there is no script for a "
                                 "follow-up; submit it with --requeue",
                                 job->id);
}
