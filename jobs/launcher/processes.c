/* Jobs that are processes of this machine: under mpirun (kind `local`), or under srun in our Slurm
 * allocation (kind `allocation`). Each has a wrapper in a session of its own, which outlives us. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cores.h"
#include "launcher.h"
#include "exec/marker.h"
#include "mpirun.h"
#include "ria/own_job.h"
#include "ria/share.h"
#include "ria/scratch.h"
#include "slurm/sbatch.h"
#include "slurm/client.h"

enum { CANNOT_RUN = 127 };

static const double interval_local = 0.2, interval_allocation = 0.5;

/* ---- capacity ---- */

/* NVIDIA's driver creates a /dev/nvidiaN for each GPU. */
static int count_gpus(void) {
  glob_t found;
  int count = 0;
  if (glob("/dev/nvidia[0-9]*", 0, NULL, &found))
    return 0;
  for (size_t i = 0; i < found.gl_pathc; i++)
    count += strspn(found.gl_pathv[i] + strlen("/dev/nvidia"), "0123456789") ==
             strlen(found.gl_pathv[i] + strlen("/dev/nvidia"));
  globfree(&found);
  return count;
}

static ria_status local_capacity(ria_launcher *l, ria_capacity *capacity) {
  struct sysinfo info;
  if (!l->has_capacity) {
    l->capacity = (ria_capacity){
        .nodes = 1, .cores = launcher_cores_find().count, .gpus = count_gpus(), .array_limit = 1};
    if (!sysinfo(&info))
      l->capacity.memory = (int64_t)info.totalram * info.mem_unit;
    l->has_capacity = true;
  }
  *capacity = l->capacity;
  return RIA_SUCCESS;
}

/* Slurm spreads steps of one core over the nodes, which may leave no node with room for larger
 * steps. A caller that plans where ranks go must therefore name the nodes. If Slurm does not
 * answer, Slurm chooses the nodes. */
static char *ask_node_names(void) {
  const char *nodes = getenv("SLURM_JOB_NODELIST");
  char *names = NULL;
  return nodes && slurm_ask(&names, "scontrol", "show", "hostnames", nodes, NULL) == RIA_SUCCESS
             ? names
             : NULL;
}

static ria_status allocation_capacity(ria_launcher *l, ria_capacity *capacity) {
  if (!l->has_capacity) {
    ria_own_job own;
    RIA_TRY(ria_own_job_read(&own));
    l->capacity = (ria_capacity){.nodes = own.nodes,
                                 .cores = own.cores,
                                 .gpus = own.gpus,
                                 .memory = own.memory,
                                 .seconds = own.limit,
                                 .array_limit = 1};
    l->node_names = own.nodes > 1 ? ask_node_names() : NULL;
    l->has_capacity = true;
    l->interval = interval_allocation;
  }
  *capacity = l->capacity;
  return RIA_SUCCESS;
}

static ria_status local_check(ria_launcher *l, const ria_resources *resources) {
  ria_capacity capacity;
  ria_resources needed = *resources;
  RIA_TRY(local_capacity(l, &capacity));
  if (!resources->oversubscribe && !ria_share_is_open())
    RIA_TRY(ria_share_check_threads(&(ria_share){.cores = capacity.cores},
                                    resources->ranks > 1 ? resources->ranks : 1, resources->workers,
                                    RIA_SHARE_KEYS));
  /* GPUs are counted per rank. */
  needed.gpus *= needed.ranks > 1 ? needed.ranks : 1;
  needed.memory = ria_resources_memory(resources, resources->ranks > 1 ? resources->ranks : 1);
  needed.nodes = needed.ranks = needed.ranks_per_node = needed.workers = 0;
  return launcher_capacity_check(&capacity, &needed, "this machine has");
}

static ria_status allocation_check(ria_launcher *l, const ria_resources *resources) {
  ria_capacity capacity;
  RIA_TRY(allocation_capacity(l, &capacity));
  return launcher_capacity_check(&capacity, resources, "this allocation has");
}

/* ---- command lines ---- */

/* Bind ranks to cores only if they have the machine to themselves: mpirun does not see other jobs
 * and would bind all of them to the same cores. */
static ria_status add_mpirun(ria_launcher *l, exec_words *words, const ria_job *job) {
  if (!l->cores.count) { /* cached: it takes milliseconds, and there may be thousands of jobs */
    RIA_TRY(ria_scratch_temporary());
    l->cores = launcher_cores_find();
  }
  launcher_cores cores = l->cores;
  launcher_mpirun command;
  const char *const *argv = job->argv;
  int argc = 0;
  cores.all = cores.all && (int64_t)job->resources.ranks * job->resources.workers >= cores.count;
  while (argv[argc])
    argc++;
  RIA_TRY(launcher_mpirun_command(&command, cores, job->resources.ranks, (char *)(uintptr_t)argv[0],
                                  argc - 1, (char *const *)(uintptr_t)(argv + 1)));
  exec_words_append(words, (const char *const *)command.argv);
  launcher_mpirun_free(&command);
  return RIA_SUCCESS;
}

/* The nodes of the ranks, separated by commas; one name if all ranks share a node. NULL: Slurm
 * chooses, also if the list is longer than an argument may be (128 KiB). */
static ria_status name_nodes(const ria_launcher *l, const ria_job *job, char **list) {
  enum { LONGEST = 100000 };
  size_t size;
  int over = 0;
  *list = NULL;
  if (!l->node_names || !job->ranks_on)
    return RIA_SUCCESS;
  FILE *stream = open_memstream(list, &size);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the names of nodes");
  for (int n = 0; n < l->capacity.nodes; n++)
    over += job->ranks_on[n] > 0;
  const char *name = l->node_names;
  for (int n = 0; n < l->capacity.nodes && *name; n++) {
    int length = (int)strcspn(name, "\n");
    for (int k = 0; k < (over > 1 ? job->ranks_on[n] : job->ranks_on[n] > 0); k++)
      fprintf(stream, "%s%.*s", ftell(stream) > 0 ? "," : "", length, name);
    name += length + (name[length] == '\n');
  }
  bool failed = fclose(stream) != 0;
  if (!failed && size > 0 && size < LONGEST)
    return RIA_SUCCESS;
  free(*list);
  *list = NULL;
  return failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for the names of nodes") : RIA_SUCCESS;
}

static bool is_allocation(const ria_launcher *l) {
  return l->functions == &launcher_allocation;
}

/* The program with its starter, srun or mpirun. In an allocation a plain process is started by
 * srun too, which may place it on another node. */
static ria_status add_command(ria_launcher *l, const ria_job *job, exec_words *words) {
  if (is_allocation(l)) {
    char *on;
    RIA_TRY(name_nodes(l, job, &on));
    slurm_srun_words(words, job, l->mpi,
                     (slurm_srun_place){.exact = true,
                                        .nodes = l->capacity.nodes,
                                        .cores = l->capacity.cores,
                                        .memory = l->capacity.memory,
                                        .on = on});
    free(on);
    exec_words_append(words, job->argv);
  } else if (job->resources.ranks) {
    RIA_TRY(add_mpirun(l, words, job));
  } else {
    exec_words_append(words, job->argv);
  }
  return exec_words_check(words);
}

static ria_status process_describe(ria_launcher *l, const ria_job *job, char **text) {
  exec_words words = {0};
  size_t size;
  ria_status status = add_command(l, job, &words);
  FILE *stream = status == RIA_SUCCESS ? open_memstream(text, &size) : NULL;
  if (stream) {
    exec_quote_all(stream, (const char *const *)words.item);
    fclose(stream);
  } else if (status == RIA_SUCCESS) {
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a command line");
  }
  exec_words_free(&words);
  return status;
}

/* ---- start ---- */

/* Runs in the child, which must not allocate. Writes an errno to the pipe on failure. */
static void become_wrapper(const ria_job *job, char *const *argv, char *const *environment,
                           int report) {
  sigset_t none;
  sigemptyset(&none);
  setsid();
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int output = open(job->output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  bool ready = nothing >= 0 && output >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
               dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0 &&
               (!job->directory || !chdir(job->directory));
  if (ready) {
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(argv[0], argv, environment);
  }
  int problem = errno;
  if (write(report, &problem, sizeof problem) < 0)
    problem = 0;
  _exit(CANNOT_RUN);
}

static ria_status spawn_wrapper(const ria_job *job, char *const *argv, char *const *environment,
                                pid_t *child) {
  int pipe[2], problem = 0;
  if (pipe2(pipe, O_CLOEXEC))
    return ria_fail(RIA_ERROR_IO, "no pipe: %s", strerror(errno));
  fflush(NULL);
  *child = fork();
  if (*child == 0)
    become_wrapper(job, argv, environment, pipe[1]);
  problem = *child < 0 ? errno : 0;
  close(pipe[1]);
  if (*child > 0 && read(pipe[0], &problem, sizeof problem) == (ssize_t)sizeof problem)
    waitpid(*child, NULL, 0);
  close(pipe[0]);
  if (problem)
    return ria_fail(RIA_ERROR_IO,
                    "job %s cannot be started: %s; are there %s and the folder %s, may %s be "
                    "written?",
                    job->name ? job->name : job->argv[0], strerror(problem), argv[0],
                    job->directory ? job->directory : ".", job->output);
  return RIA_SUCCESS;
}

static const char *const keep_all[] = {NULL};

/* The task must find the `ria` that starts it, even if a job began without the user's PATH. */
static ria_status add_path(const ria_job *job, exec_words *environment) {
  if (exec_is_set(job->environment, "PATH"))
    return RIA_SUCCESS;
  char *path = exec_path_variable(false);
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the variables of a job");
  for (int i = 0; i < environment->count; i++)
    if (!strncmp(environment->item[i], "PATH=", strlen("PATH="))) {
      free(environment->item[i]);
      environment->item[i] = path;
      return RIA_SUCCESS;
    }
  exec_words_add(environment, path);
  free(path);
  return RIA_SUCCESS;
}

static ria_status start_process(ria_launcher *l, const ria_job *job, exec_words *words,
                                exec_words *environment, pid_t *child) {
  slurm_exec_words(words, job, l->program, true, l->grace);
  RIA_TRY(add_command(l, job, words));
  launcher_mpirun_environment();
  exec_environment(environment, is_allocation(l) ? slurm_step_variables : keep_all,
                   job->environment);
  RIA_TRY(add_path(job, environment));
  if (job->resources.oversubscribe)
    exec_words_add(environment, "RIA_OVERSUBSCRIBE=1");
  RIA_TRY(exec_words_check(environment));
  return spawn_wrapper(job, words->item, environment->item, child);
}

static ria_status process_start(ria_launcher *l, const ria_job *job, ria_job_id id) {
  exec_words words = {0}, environment = {0};
  exec_process process;
  pid_t child = -1;
  if (job->after && job->after[0])
    return ria_fail(RIA_ERROR_ARGUMENT, "job %s: only Slurm's queue waits for other jobs",
                    job->argv[0]);
  RIA_TRY(exec_marker_folder(job->markers));
  ria_status status = start_process(l, job, &words, &environment, &child);
  exec_words_free(&words);
  exec_words_free(&environment);
  RIA_TRY(status);
  /* The process is our child (at worst a zombie), so /proc lists it. */
  RIA_TRY(exec_process_find(&process, child));
  exec_process_write(&process, id, RIA_JOB_ID_SIZE);
  return launcher_job_record(job, "", -1, 0, id);
}

/* ---- poll ---- */

static bool same_process(const exec_process *a, const exec_process *b) {
  return a->pid == b->pid && a->start == b->start && !strcmp(a->boot, b->boot) &&
         !strcmp(a->host, b->host);
}

static void look_at(const ria_job_ref *job, ria_job_report *report) {
  exec_process process;
  exec_marker started, ended;
  *report = (ria_job_report){.state = RIA_JOB_LOST, .cause = RIA_CAUSE_UNKNOWN};
  if (!exec_process_read(&process, job->id)) {
    snprintf(report->reason, sizeof report->reason, "'%.60s' is no id of a process", job->id);
    return;
  }
  waitpid(process.pid, NULL, WNOHANG); /* reaps the process if it is our child; else has no
                                          effect */
  exec_process_state state =
      exec_process_look(&process); /* tested before the markers are read, because the process may
                                      end in between */
  exec_marker_read(job->markers, "started", &started);
  exec_marker_read(job->markers, "ended", &ended);
  if (started.there && same_process(&started.process, &process)) {
    report->started = started.time;
    report->expected_end = started.limit ? started.time + started.limit : 0;
  }
  snprintf(report->nodes, sizeof report->nodes, "%s", process.host);
  if (ended.there && same_process(&ended.process, &process)) {
    exec_marker_ended(&ended, report);
  } else if (state == EXEC_PROCESS_ALIVE) {
    report->state = RIA_JOB_RUNNING;
    report->cause = RIA_CAUSE_NONE;
  } else if (state == EXEC_PROCESS_ELSEWHERE) {
    snprintf(report->reason, sizeof report->reason, "it was started on %.64s, another host",
             process.host);
  }
}

static ria_status process_poll(ria_launcher *l, const ria_job_ref *jobs, int count,
                               ria_job_report *reports) {
  l->interval = is_allocation(l) ? interval_allocation : interval_local;
  for (int i = 0; i < count; i++)
    look_at(&jobs[i], &reports[i]);
  return RIA_SUCCESS;
}

/* ---- signals ---- */

static ria_status process_signal(ria_launcher *l, const ria_job_ref *job, int signal) {
  exec_process process;
  (void)l;
  if (!exec_process_read(&process, job->id))
    return ria_fail(RIA_ERROR_ARGUMENT, "'%.60s' is no id of a process", job->id);
  if (exec_process_look(&process) == EXEC_PROCESS_ALIVE && kill(process.pid, signal) &&
      errno != ESRCH)
    return ria_fail(RIA_ERROR_IO, "process %ld gets no signal: %s", (long)process.pid,
                    strerror(errno));
  return RIA_SUCCESS;
}

static ria_status process_cancel(ria_launcher *l, const ria_job_ref *jobs, int count) {
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < count; i++) {
    ria_status one = process_signal(l, &jobs[i], SIGTERM); /* the wrapper sends SIGKILL later */
    status = status == RIA_SUCCESS ? one : status;
  }
  return status;
}

const launcher_functions launcher_local = {.capacity = local_capacity,
                                           .check = local_check,
                                           .start = process_start,
                                           .poll = process_poll,
                                           .signal = process_signal,
                                           .cancel = process_cancel,
                                           .describe = process_describe};

const launcher_functions launcher_allocation = {.capacity = allocation_capacity,
                                                .check = allocation_check,
                                                .start = process_start,
                                                .poll = process_poll,
                                                .signal = process_signal,
                                                .cancel = process_cancel,
                                                .describe = process_describe};
