/* Jobs in Slurm's queue (kind `jobs`). */
#include <stdlib.h>
#include <string.h>
#include "launcher.h"
#include "slurm/client.h"
#include "slurm/text.h"

/* ---- capacity ---- */

typedef struct {
  char name[128];
  ria_capacity capacity;
  bool is_default;
} partition;

/* Output of sinfo with `%P|%a|%D|%c|%m|%l|%G`; a partition has a line for each kind of node. */
static bool read_partition(char *line, partition *p) {
  char *field[7], *rest = line;
  for (int i = 0; i < 7; i++)
    if (!(field[i] = strsep(&rest, "|")))
      return false;
  int64_t memory = slurm_bytes(field[4], 1 << 20), seconds = slurm_duration(field[5]);
  *p = (partition){.capacity = {.nodes = (int)strtol(field[2], NULL, 10),
                                .cores = (int)strtol(field[3], NULL, 10),
                                .gpus = slurm_gpus(field[6]),
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

/* A copy of sinfo's output, from now or from the last call; owned by the caller. */
static ria_status list_partitions(ria_launcher *l, bool anew, char **text) {
  if (anew || !l->partitions) {
    RIA_TRY(slurm_ask(text, "sinfo", "--noheader", "--format=%P|%a|%D|%c|%m|%l|%G", NULL));
    free(l->partitions);
    l->partitions = *text;
  }
  *text = strdup(l->partitions);
  return *text ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the partitions");
}

/* A number from `scontrol show config`, `Key = 30 sec`. */
static int ask_setting(const char *key, int otherwise) {
  char *text;
  int value = otherwise;
  if (slurm_ask(&text, "scontrol", "show", "config", NULL) != RIA_SUCCESS)
    return otherwise;
  for (char *line, *rest = text; (line = slurm_next_line(&rest));) {
    size_t length = strlen(key);
    if (!strncmp(line, key, length) && line[length] == ' ' &&
        sscanf(line + length, " = %d", &value) != 1)
      value = otherwise;
  }
  free(text);
  return value;
}

static int ask_array_limit(void) {
  int limit = ask_setting("MaxArraySize", 2) - 1; /* MaxArraySize is one above the largest index */
  return limit > 1 ? limit : 1;
}

static ria_status jobs_capacity(ria_launcher *l, ria_capacity *capacity) {
  char *text, *line;
  partition p;
  bool first = true;
  ria_capacity all = {0};
  RIA_TRY(list_partitions(l, true, &text));
  for (char *rest = text; (line = slurm_next_line(&rest));) {
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
    return ria_fail(RIA_ERROR_UNSUPPORTED, "sinfo lists no partition that is up");
  if (!l->has_capacity)
    l->capacity.array_limit = ask_array_limit();
  all.array_limit = l->capacity.array_limit;
  l->capacity = all;
  l->has_capacity = true;
  l->interval = slurm_interval(0, 0, false);
  *capacity = all;
  return RIA_SUCCESS;
}

static ria_status jobs_check(ria_launcher *l, const ria_resources *resources) {
  char *text, *line, of[192];
  partition p;
  bool known = false;
  ria_status status = RIA_ERROR_UNSUPPORTED;
  RIA_TRY(list_partitions(l, false, &text));
  for (char *rest = text; status != RIA_SUCCESS && (line = slurm_next_line(&rest));) {
    if (!read_partition(line, &p) ||
        (resources->partition ? strcmp(p.name, resources->partition) != 0 : !p.is_default))
      continue;
    known = true;
    snprintf(of, sizeof of, "partition %s has", p.name);
    status = launcher_capacity_check(&p.capacity, resources, of);
  }
  free(text);
  if (!known)
    return resources->partition ? ria_fail(RIA_ERROR_UNSUPPORTED,
                                           "there is no partition '%s' that is up; sinfo "
                                           "lists them",
                                           resources->partition)
                                : RIA_SUCCESS; /* if no partition is the default, the site chooses
                                                  one by another rule */
  return status;
}

/* ---- poll ---- */

static ria_status jobs_find(ria_launcher *l, const char *token, int index, ria_job_id id,
                            bool *found) {
  (void)l;
  *id = '\0';
  return slurm_find(token, index, id, found);
}

static ria_status jobs_poll(ria_launcher *l, const ria_job_ref *jobs, int count,
                            ria_job_report *reports) {
  return slurm_poll(&l->accounting, &l->interval, jobs, count, reports);
}

static int jobs_kill_wait(ria_launcher *l) {
  (void)l;
  return ask_setting("KillWait", 30); /* Slurm's own default */
}

const launcher_functions launcher_jobs = {.capacity = jobs_capacity,
                                          .check = jobs_check,
                                          .start = launcher_submission_start,
                                          .start_array = launcher_submission_start_array,
                                          .find = jobs_find,
                                          .poll = jobs_poll,
                                          .signal = launcher_queue_signal,
                                          .cancel = launcher_queue_cancel,
                                          .kill_wait = jobs_kill_wait,
                                          .describe = launcher_submission_describe,
                                          .describe_array = launcher_submission_describe_array};
