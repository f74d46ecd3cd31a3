#include "launcher.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "exec/marker.h"
#include "ria/hash.h"

static const ria_launcher_functions *functions_of(ria_launcher_kind kind) {
  switch (kind) {
  case RIA_LAUNCHER_ALLOCATION:
    return &ria_launcher_allocation;
  case RIA_LAUNCHER_JOBS:
    return &ria_launcher_jobs;
  default:
    return &ria_launcher_local;
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
  /* Fail early where there is no Slurm. */
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

static bool is_variable(const char *text) {
  if (!isalpha((unsigned char)*text) && *text != '_')
    return false;
  while (isalnum((unsigned char)*text) || *text == '_')
    text++;
  return *text == '=';
}

ria_status ria_job_check(const ria_job *job) {
  if (!job->argv || !job->argv[0] || !*job->argv[0])
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: there is no command",
                    job->name ? job->name : "without a name");
  if (!job->markers || job->markers[0] != '/' || !job->output || job->output[0] != '/')
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: its markers and its output need whole paths",
                    job->argv[0]);
  for (const char *const *v = job->environment; v && *v; v++)
    if (!is_variable(*v))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "'%.60s' sets no environment variable; expected NAME=value, NAME of letters, "
                      "digits and _",
                      *v);
  const ria_resources *r = &job->resources;
  if (r->nodes < 0 || r->ranks < 0 || r->ranks_per_node < 0 || r->workers < 0 || r->gpus < 0 ||
      r->memory < 0 || r->seconds < 0 || job->warning < 0)
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

ria_status ria_capacity_check(const ria_capacity *capacity, const ria_resources *resources,
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
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld cores of a node are asked for; %s %d",
                    (long long)cores, of, capacity->cores);
  if (!nodes && (int64_t)ranks * workers > (int64_t)capacity->nodes * capacity->cores)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld cores are asked for; %s %lld",
                    (long long)ranks * workers, of, (long long)capacity->nodes * capacity->cores);
  const int64_t gpus = (int64_t)r->gpus * (nodes ? here : 1);
  if (gpus > capacity->gpus)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld GPU%s of a node %s asked for; %s %d",
                    (long long)gpus, gpus == 1 ? "" : "s", gpus == 1 ? "is" : "are", of,
                    capacity->gpus);
  if (capacity->memory && r->memory > capacity->memory)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%.6g %s of memory of a node are asked for; %s %.4g %s",
                    size_of(r->memory), unit_of(r->memory), of, size_of(capacity->memory),
                    unit_of(capacity->memory));
  if (capacity->seconds && r->seconds > capacity->seconds)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%lld minutes are asked for; %s %lld",
                    (long long)(r->seconds / 60), of, (long long)(capacity->seconds / 60));
  return RIA_SUCCESS;
}

/* ---- names in the queue and in the folder ---- */

void ria_job_comment(const char *markers, const char *salt, char comment[RIA_COMMENT_SIZE]) {
  uint64_t hash = ria_fnv(RIA_FNV_START, markers, strlen(markers));
  hash = ria_fnv(hash, salt, strlen(salt));
  snprintf(comment, RIA_COMMENT_SIZE, "ria:%016llx", (unsigned long long)hash);
}

void ria_job_new_comment(const char *markers, char comment[RIA_COMMENT_SIZE]) {
  struct timespec now;
  char salt[160], host[65] = "";
  clock_gettime(CLOCK_REALTIME, &now);
  if (gethostname(host, sizeof host - 1))
    *host = '\0';
  snprintf(salt, sizeof salt, " %lld.%09ld %ld@%s", (long long)now.tv_sec, now.tv_nsec,
           (long)getpid(), host);
  ria_job_comment(markers, salt, comment);
}

ria_status ria_job_record(const ria_job *job, const char *comment, int index, const char *id) {
  ria_marker marker = {.index = index, .time = time(NULL), .limit = job->resources.seconds};
  snprintf(marker.comment, sizeof marker.comment, "%s", comment);
  snprintf(marker.job, sizeof marker.job, "%s", id);
  RIA_TRY(ria_marker_folder(job->markers));
  return ria_marker_write(job->markers, "submitted", &marker);
}

/* ---- a job that must not begin any more ---- */

static ria_status check_unclaimed(const char *markers) {
  ria_marker started;
  ria_marker_read(markers, "started", &started);
  return started.there
             ? ria_fail(RIA_ERROR_ARGUMENT,
                        "%s: another job has had this folder; each needs one of its own", markers)
             : RIA_SUCCESS;
}

/* Claim the folder of a job whose state is unknown. If its wrapper was quicker, *begun is true and
 * `id` is the job's. */
static ria_status withdraw(const ria_launcher *launcher, const char *markers, ria_job_id id,
                           bool *begun) {
  ria_marker mine = {.index = -1, .time = time(NULL), .withdrawn = true}, holder;
  bool won;
  *begun = false;
  RIA_TRY(ria_process_find(&mine.process, getpid()));
  RIA_TRY(ria_marker_folder(markers));
  RIA_TRY(ria_marker_claim(markers, &mine, &holder, &won));
  if (won || holder.withdrawn)
    return RIA_SUCCESS;
  *begun = true;
  if (launcher->functions->find)
    memcpy(id, holder.job, RIA_JOB_ID_SIZE);
  else
    ria_process_write(&holder.process, id, RIA_JOB_ID_SIZE);
  return RIA_SUCCESS;
}

/* A job that could not be started must not begin later: sbatch may have succeeded although its
 * answer was lost. Jobs that have begun are ended. Returns the problem. */
static ria_status withdraw_all(ria_launcher *launcher, const ria_job *jobs, int count,
                               ria_status problem) {
  char why[1024];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  for (int i = 0; i < count; i++) {
    ria_job_id id;
    bool begun;
    if (withdraw(launcher, jobs[i].markers, id, &begun) == RIA_SUCCESS && begun)
      (void)ria_launcher_cancel(launcher, &(ria_job_ref){id, jobs[i].markers}, 1);
  }
  return ria_fail(problem, "%s", why);
}

/* ---- the functions of ria/job.h ---- */

ria_status ria_launcher_capacity(ria_launcher *launcher, ria_capacity *capacity) {
  return launcher->functions->capacity(launcher, capacity);
}

ria_status ria_launcher_check(ria_launcher *launcher, const ria_resources *resources) {
  return launcher->functions->check(launcher, resources);
}

ria_status ria_launcher_start(ria_launcher *launcher, const ria_job *job, ria_job_id id) {
  RIA_TRY(ria_job_check(job));
  RIA_TRY(check_unclaimed(job->markers));
  ria_status status = launcher->functions->start(launcher, job, id);
  return status == RIA_SUCCESS ? status : withdraw_all(launcher, job, 1, status);
}

static ria_status check_array(const ria_launcher *launcher, const ria_job *jobs, int count,
                              int cap) {
  if (!launcher->functions->start_array)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "arrays of jobs need Slurm's queue");
  if (count < 1 || cap < 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "an array of %d jobs, %d at a time", count, cap);
  if (count > launcher->capacity.array_limit)
    return ria_fail(RIA_ERROR_ARGUMENT, "an array of %d jobs; this cluster takes at most %d", count,
                    launcher->capacity.array_limit);
  for (int i = 0; i < count; i++)
    RIA_TRY(ria_job_check(&jobs[i]));
  return RIA_SUCCESS;
}

ria_status ria_launcher_start_array(ria_launcher *launcher, const ria_job *jobs, int count, int cap,
                                    ria_job_id *ids) {
  RIA_TRY(check_array(launcher, jobs, count, cap));
  for (int i = 0; i < count; i++)
    RIA_TRY(check_unclaimed(jobs[i].markers));
  ria_status status = launcher->functions->start_array(launcher, jobs, count, cap, ids);
  return status == RIA_SUCCESS ? status : withdraw_all(launcher, jobs, count, status);
}

ria_status ria_launcher_find(ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *found) {
  ria_marker submitted, started;
  *found = false;
  ria_marker_read(markers, "submitted", &submitted);
  if (submitted.job[0]) {
    memcpy(id, submitted.job, RIA_JOB_ID_SIZE);
    *found = true;
    return RIA_SUCCESS;
  }
  ria_marker_read(markers, "started", &started);
  if (!started.there && submitted.there && launcher->functions->find)
    RIA_TRY(launcher->functions->find(launcher, submitted.comment, submitted.index, id, found));
  return *found ? RIA_SUCCESS : withdraw(launcher, markers, id, found);
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
  enum { TO_BE_SEEN = 15 }; /* allowance for a busy machine or controller */
  int wait =
      launcher->functions->kill_wait ? launcher->functions->kill_wait(launcher) : launcher->grace;
  return wait + TO_BE_SEEN;
}

ria_status ria_launcher_describe(ria_launcher *launcher, const ria_job *job, char **text) {
  RIA_TRY(ria_job_check(job));
  return launcher->functions->describe(launcher, job, text);
}

ria_status ria_launcher_describe_array(ria_launcher *launcher, const ria_job *jobs, int count,
                                       int cap, char **text) {
  RIA_TRY(check_array(launcher, jobs, count, cap));
  return launcher->functions->describe_array(launcher, jobs, count, cap, text);
}
