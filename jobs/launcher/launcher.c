#include "launcher.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "exec/marker.h"
#include "slurm/text.h"

static const launcher_functions *functions_of(ria_launcher_kind kind) {
  switch (kind) {
  case RIA_LAUNCHER_ALLOCATION:
    return &launcher_allocation;
  case RIA_LAUNCHER_JOBS:
    return &launcher_jobs;
  default:
    return &launcher_local;
  }
}

static char *own_program(void) {
  char path[RIA_PROGRAM_SIZE];
  return ria_program_path(path) ? strdup(path) : NULL;
}

ria_status ria_launcher_create(ria_launcher **launcher, ria_launcher_kind kind,
                               const ria_launcher_options *options) {
  static const ria_launcher_options none = {0};
  ria_launcher *l = calloc(1, sizeof *l);
  *launcher = NULL;
  if (!options)
    options = &none;
  if (!l)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a launcher");
  l->functions = functions_of(kind);
  l->program = options->program ? strdup(options->program) : own_program();
  l->mpi = strdup(options->mpi ? options->mpi : "pmix");
  l->grace = options->grace > 0 ? options->grace : 30;
  ria_status status =
      l->program && l->mpi ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a launcher");
  l->capacity.array_limit = kind == RIA_LAUNCHER_JOBS ? RIA_ARRAY_LIMIT : 1;
  /* Fail early if Slurm is not installed. */
  if (status == RIA_SUCCESS && kind != RIA_LAUNCHER_LOCAL && !options->offline)
    status = ria_launcher_capacity(l, &l->capacity);
  if (status != RIA_SUCCESS) {
    ria_launcher_destroy(l);
    return status;
  }
  *launcher = l;
  return RIA_SUCCESS;
}

void ria_launcher_destroy(ria_launcher *launcher) {
  if (!launcher)
    return;
  free(launcher->program);
  free(launcher->mpi);
  free(launcher->partitions);
  free(launcher->node_names);
  free(launcher);
}

/* ---- checks of a job ---- */

int64_t ria_resources_memory(const ria_resources *resources, int ranks) {
  int64_t cores = (int64_t)ranks * (resources->workers > 0 ? resources->workers : 1);
  if (resources->memory || !resources->core_memory)
    return resources->memory;
  return cores < INT64_MAX / resources->core_memory ? cores * resources->core_memory : INT64_MAX;
}

int64_t ria_resources_slurm_time(const char *text) {
  return slurm_duration(text);
}

static bool is_variable(const char *text) {
  if (!isalpha((unsigned char)*text) && *text != '_')
    return false;
  while (isalnum((unsigned char)*text) || *text == '_')
    text++;
  return *text == '=';
}

ria_status launcher_job_check(const ria_job *job) {
  if (!job->argv || !job->argv[0] || !*job->argv[0])
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: there is no command",
                    job->name ? job->name : "without a name");
  if (!job->markers || job->markers[0] != '/' || !job->output || job->output[0] != '/')
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: its markers and its output need absolute paths",
                    job->argv[0]);
  for (const char *const *v = job->environment; v && *v; v++)
    if (!is_variable(*v))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "'%.60s' sets no environment variable; expected NAME=value, NAME of letters, "
                      "digits and _",
                      *v);
  const ria_resources *r = &job->resources;
  if (r->nodes < 0 || r->ranks < 0 || r->ranks_per_node < 0 || r->workers < 0 || r->gpus < 0 ||
      r->memory < 0 || r->core_memory < 0 || r->seconds < 0 || job->warning < 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: a resource is negative", job->argv[0]);
  return RIA_SUCCESS;
}

static int ranks_on_a_node(const ria_resources *r) {
  int ranks = r->ranks ? r->ranks : 1, nodes = r->nodes ? r->nodes : 1;
  return r->ranks_per_node ? r->ranks_per_node : (ranks + nodes - 1) / nodes;
}

static const char *unit_of(int64_t bytes) {
  return bytes >> 30 >= 10 ? "GiB" : "MiB";
}

static double size_of(int64_t bytes) {
  return ldexp((double)bytes, bytes >> 30 >= 10 ? -30 : -20);
}

ria_status launcher_capacity_check(const ria_capacity *capacity, const ria_resources *resources,
                                   const char *of) {
  const ria_resources *r = resources;
  int here = ranks_on_a_node(r), ranks = r->ranks ? r->ranks : 1;
  int workers = r->workers ? r->workers : 1;
  int nodes = r->nodes ? r->nodes : r->ranks_per_node ? (ranks + here - 1) / here : 0;
  int64_t cores = nodes ? (int64_t)here * workers : workers;
  if (nodes > capacity->nodes)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%d nodes are asked for; %s %d", nodes, of,
                    capacity->nodes);
  if (cores > capacity->cores)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld cores of a node are requested; %s %d",
                    (long long)cores, of, capacity->cores);
  if (!nodes && (int64_t)ranks * workers > (int64_t)capacity->nodes * capacity->cores)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld cores are requested; %s %lld",
                    (long long)ranks * workers, of, (long long)capacity->nodes * capacity->cores);
  const int64_t gpus = (int64_t)r->gpus * (nodes ? here : 1);
  if (gpus > capacity->gpus)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld GPU%s of a node %s requested; %s %d",
                    (long long)gpus, gpus == 1 ? "" : "s", gpus == 1 ? "is" : "are", of,
                    capacity->gpus);
  const int64_t memory = ria_resources_memory(r, nodes ? here : 1);
  if (capacity->memory && memory > capacity->memory)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%.6g %s of memory of a node are requested; %s %.4g %s",
                    size_of(memory), unit_of(memory), of, size_of(capacity->memory),
                    unit_of(capacity->memory));
  if (capacity->seconds && r->seconds > capacity->seconds)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld minutes are requested; %s %lld",
                    (long long)(r->seconds / 60), of, (long long)(capacity->seconds / 60));
  return RIA_SUCCESS;
}

/* ---- names in the folder ---- */

ria_status launcher_job_record(const ria_job *job, const char *token, int index, int bundle,
                               const char *id) {
  exec_marker marker = {
      .index = index, .bundle = bundle, .time = ria_unix_time(), .limit = job->resources.seconds};
  snprintf(marker.comment, sizeof marker.comment, "%s", token);
  snprintf(marker.job, sizeof marker.job, "%s", id);
  RIA_TRY(exec_marker_folder(job->markers));
  return exec_marker_write(job->markers, "submitted", &marker);
}

/* ---- a job that must never begin ---- */

static ria_status check_unclaimed(const char *markers) {
  exec_marker started;
  exec_marker_read(markers, "started", &started);
  return started.there
             ? ria_fail(RIA_ERROR_ARGUMENT,
                        "%s: another job has used this folder; each job needs its own", markers)
             : RIA_SUCCESS;
}

ria_status launcher_withdraw(const ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *begun) {
  exec_marker mine = {.index = -1, .time = ria_unix_time(), .withdrawn = true}, holder;
  bool won;
  *begun = false;
  RIA_TRY(exec_process_find(&mine.process, getpid()));
  RIA_TRY(exec_marker_folder(markers));
  RIA_TRY(exec_marker_claim(markers, &mine, &holder, &won));
  if (won || holder.withdrawn)
    return RIA_SUCCESS;
  *begun = true;
  if (launcher->functions->find)
    memcpy(id, holder.job, RIA_JOB_ID_SIZE);
  else
    exec_process_write(&holder.process, id, RIA_JOB_ID_SIZE);
  return RIA_SUCCESS;
}

/* A job whose start failed must not begin later: sbatch may have succeeded although its answer
 * was lost. Jobs that have begun are ended. Returns the problem. */
static ria_status withdraw_all(ria_launcher *launcher, const ria_job *jobs, int count,
                               ria_status problem) {
  char *why = strdup(ria_status_detail());
  for (int i = 0; i < count; i++) {
    ria_job_id id;
    bool begun;
    if (launcher_withdraw(launcher, jobs[i].markers, id, &begun) == RIA_SUCCESS && begun)
      (void)ria_launcher_cancel(launcher, &(ria_job_ref){.id = id, .markers = jobs[i].markers}, 1);
  }
  ria_fail(problem, "%s", why ? why : "a job could not be started");
  free(why);
  return problem;
}

/* ---- the functions of ria/job.h ---- */

ria_status ria_launcher_capacity(ria_launcher *launcher, ria_capacity *capacity) {
  return launcher->functions->capacity(launcher, capacity);
}

ria_status ria_launcher_check(ria_launcher *launcher, const ria_resources *resources) {
  return launcher->functions->check(launcher, resources);
}

ria_status ria_launcher_start(ria_launcher *launcher, const ria_job *job, ria_job_id id) {
  RIA_TRY(launcher_job_check(job));
  RIA_TRY(check_unclaimed(job->markers));
  launcher->refusal = RIA_REFUSAL_NONE;
  ria_status status = launcher->functions->start(launcher, job, id);
  return status == RIA_SUCCESS ? status : withdraw_all(launcher, job, 1, status);
}

static ria_status check_array(const ria_launcher *launcher, const ria_job *jobs, int count,
                              int cap) {
  if (!launcher->functions->start_array)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "arrays of jobs need Slurm's queue");
  if (count < 1 || cap < 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "an array of %d jobs, %d at a time", count, cap);
  int each = jobs[0].resources.bundle > 1 ? jobs[0].resources.bundle : 1;
  int elements = (count + each - 1) / each;
  if (elements > 1 && elements > launcher->capacity.array_limit)
    return ria_fail(RIA_ERROR_ARGUMENT, "an array of %d jobs; this cluster takes at most %d",
                    elements, launcher->capacity.array_limit);
  for (int i = 0; i < count; i++)
    RIA_TRY(launcher_job_check(&jobs[i]));
  return RIA_SUCCESS;
}

ria_status ria_launcher_start_array(ria_launcher *launcher, const ria_job *jobs, int count, int cap,
                                    ria_job_id *ids) {
  RIA_TRY(check_array(launcher, jobs, count, cap));
  for (int i = 0; i < count; i++)
    RIA_TRY(check_unclaimed(jobs[i].markers));
  launcher->refusal = RIA_REFUSAL_NONE;
  ria_status status = launcher->functions->start_array(launcher, jobs, count, cap, ids);
  return status == RIA_SUCCESS ? status : withdraw_all(launcher, jobs, count, status);
}

ria_refusal ria_launcher_refusal(const ria_launcher *launcher) {
  return launcher->refusal;
}

bool ria_launcher_is_queue_empty(const ria_launcher *launcher) {
  return ria_launcher_has_queue(launcher) && slurm_is_queue_empty();
}

bool ria_launcher_has_queue(const ria_launcher *launcher) {
  return launcher->functions == &launcher_jobs;
}

ria_status ria_launcher_find(ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *found) {
  exec_marker submitted, started;
  *found = false;
  exec_marker_read(markers, "submitted", &submitted);
  if (submitted.job[0]) {
    memcpy(id, submitted.job, RIA_JOB_ID_SIZE);
    *found = true;
    return RIA_SUCCESS;
  }
  exec_marker_read(markers, "started", &started);
  if (!started.there && submitted.there && launcher->functions->find)
    RIA_TRY(launcher->functions->find(launcher, submitted.comment, submitted.index, id, found));
  return *found ? RIA_SUCCESS : launcher_withdraw(launcher, markers, id, found);
}

ria_status ria_launcher_poll(ria_launcher *launcher, const ria_job_ref *jobs, int count,
                             ria_job_report *reports) {
  return count < 1 ? RIA_SUCCESS : launcher->functions->poll(launcher, jobs, count, reports);
}

double ria_launcher_poll_interval(const ria_launcher *launcher) {
  return launcher->interval > 0 ? launcher->interval : 0.2;
}

ria_status ria_launcher_signal(ria_launcher *launcher, const ria_job_ref *job, int signal) {
  return launcher->functions->signal(launcher, job, signal);
}

ria_status ria_launcher_cancel(ria_launcher *launcher, const ria_job_ref *jobs, int count) {
  return count < 1 ? RIA_SUCCESS : launcher->functions->cancel(launcher, jobs, count);
}

double ria_launcher_patience(ria_launcher *launcher) {
  enum { TO_BE_SEEN = 15 }; /* allowance for a busy machine or Slurm controller */
  int wait =
      launcher->functions->kill_wait ? launcher->functions->kill_wait(launcher) : launcher->grace;
  return wait + TO_BE_SEEN;
}

ria_status ria_launcher_describe(ria_launcher *launcher, const ria_job *job, char **text) {
  RIA_TRY(launcher_job_check(job));
  return launcher->functions->describe(launcher, job, text);
}

ria_status ria_launcher_describe_array(ria_launcher *launcher, const ria_job *jobs, int count,
                                       int cap, char **text) {
  RIA_TRY(check_array(launcher, jobs, count, cap));
  return launcher->functions->describe_array(launcher, jobs, count, cap, text);
}
