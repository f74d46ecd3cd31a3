#include "ria/durable.h"
#include "ria/processes.h"
#include "ria/exec.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "hint.h"
#include "marker.h"

enum { CANNOT_RUN = 127, DEFAULT_GRACE = 30, HIGHEST_SIGNAL = 64 };

static const char own_errors[] = "/proc/self/fd/2";

/* A running command, and when to signal it. */
typedef struct {
  const ria_exec_options *options;
  exec_marker about;               /* written to both markers */
  pid_t child;                     /* leader of its process group */
  bool cannot_run;                 /* execvp failed */
  bool over_limit;                 /* the time limit ended it */
  int asked;                       /* the first signal that asked the command to end; 0: none */
  double warn_at, end_at, kill_at; /* on the monotonic clock; NEVER: not planned */
  int state;                       /* from waitpid, once the command ended */
  long memory;                     /* KiB of the largest process */
  off_t errors_before;             /* of the file behind standard error */
  long kills_before;               /* processes that the kernel killed because memory ran out */
} command;

#define NEVER 1e300

static void watched_signals(sigset_t *set) {
  static const int watched[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD};
  sigemptyset(set);
  for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
    sigaddset(set, watched[i]);
}

/* Runs in the child. If the program cannot be run, writes an errno to the pipe; else the pipe
 * closes. */
static void become(const char *const *argv, const sigset_t *mask, pid_t parent, int report) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(CANNOT_RUN);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(argv[0], (char *const *)(uintptr_t)argv);
  int problem = errno;
  if (write(report, &problem, sizeof problem) < 0)
    problem = 0;
  _exit(CANNOT_RUN);
}

static ria_status start(command *c, const sigset_t *mask) {
  int pipe[2], problem = 0;
  pid_t self = getpid();
  if (pipe2(pipe, O_CLOEXEC))
    return ria_fail(RIA_ERROR_IO, "no pipe: %s", strerror(errno));
  fflush(NULL);
  c->child = fork();
  if (c->child == 0)
    become(c->options->argv, mask, self, pipe[1]);
  int fork_problem = errno;
  close(pipe[1]);
  if (c->child > 0) {
    setpgid(c->child, c->child); /* the child calls it too; either call may come first */
    ssize_t got = read(pipe[0], &problem, sizeof problem);
    c->cannot_run = got == (ssize_t)sizeof problem;
  }
  close(pipe[0]);
  if (c->child < 0)
    return ria_fail(RIA_ERROR_IO, "no process for %s: %s", c->options->argv[0],
                    strerror(fork_problem));
  if (c->cannot_run)
    ria_fail(RIA_ERROR_IO, "%s cannot be run: %s", c->options->argv[0], strerror(problem));
  return RIA_SUCCESS;
}

static int64_t earliest(double a, double b, double c, double now) {
  double first = a < b ? a : b;
  first = c < first ? c : first;
  double left = first - now;
  return left <= 0 ? 0 : left > 3600 ? 3600000 : (int64_t)(1e3 * left) + 1;
}

static void note_asked(command *c, int signal) {
  if (c->asked)
    return;
  c->asked = signal;
  exec_marker asked = {.index = -1, .time = ria_unix_time(), .signal = signal};
  exec_marker_write(c->options->markers, "asked", &asked); /* only informs a later reader, so errors
                                                              are ignored */
}

static void end_softly(command *c, int signal, double now) {
  kill(-c->child, signal);
  if (c->kill_at == NEVER)
    c->kill_at = now + (double)(c->options->grace ? c->options->grace : DEFAULT_GRACE);
  note_asked(c, signal);
}

static void act_on_time(command *c) {
  double now = ria_seconds();
  if (now >= c->warn_at) {
    kill(-c->child, SIGUSR1);
    c->warn_at = NEVER;
  }
  if (now >= c->end_at) {
    c->over_limit = true;
    c->end_at = NEVER;
    end_softly(c, SIGTERM, now);
  }
  if (now >= c->kill_at) {
    kill(-c->child, SIGKILL);
    c->kill_at = now + 1;
  }
}

/* Reap every process that ended, adopted orphans too. True once the command itself has ended. */
static bool reap(command *c) {
  struct rusage usage;
  int state;
  pid_t ended;
  bool done = false;
  while ((ended = wait4(-1, &state, WNOHANG, &usage)) > 0) {
    c->memory = usage.ru_maxrss > c->memory ? usage.ru_maxrss : c->memory;
    if (ended == c->child) {
      c->state = state;
      done = true;
    }
  }
  return done;
}

static void wait_and_forward(command *c, const sigset_t *watched) {
  while (!reap(c)) {
    int64_t milliseconds = earliest(c->warn_at, c->end_at, c->kill_at, ria_seconds());
    const struct timespec patience = {.tv_sec = milliseconds / 1000,
                                      .tv_nsec = milliseconds % 1000 * 1000000};
    int signal = sigtimedwait(watched, NULL, &patience);
    if (signal == SIGUSR1 || signal == SIGUSR2)
      kill(-c->child, signal);
    else if (signal > 0 && signal != SIGCHLD)
      end_softly(c, signal, ria_seconds());
    act_on_time(c);
  }
}

/* We are a subreaper, so processes that the command left running became our children. */
static void kill_leftovers(command *c) {
  const struct timespec moment = {.tv_nsec = 10000000};
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)gettid());
  for (int round = 0; round < 500; round++) {
    long child, found = 0;
    FILE *file = fopen(path, "re");
    if (!file)
      return;
    while (fscanf(file, "%ld", &child) == 1) {
      kill((pid_t)child, SIGKILL);
      found++;
    }
    fclose(file);
    if (!found)
      return;
    nanosleep(&moment, NULL);
    reap(c);
  }
}

/* Slurm 22.05: if an allocation survives a lost node, srun returns 0 and reports either the loss
 * or only that the step did not complete. */
static bool srun_lost_node(const command *c) {
  return !strcmp(c->options->argv[0], "srun") &&
         exec_hint_in_file(own_errors, c->errors_before) == RIA_CAUSE_NODE;
}

static ria_job_cause cause_of(const command *c, int code, int signal) {
  if (code == 0)
    return srun_lost_node(c) ? RIA_CAUSE_NODE : RIA_CAUSE_NONE;
  if (c->cannot_run)
    return RIA_CAUSE_LAUNCH;
  if (c->over_limit)
    return RIA_CAUSE_TIME_LIMIT;
  if (signal == SIGKILL && exec_hint_memory_kills() > c->kills_before)
    return RIA_CAUSE_MEMORY;
  ria_job_cause hint = exec_hint_in_file(own_errors, c->errors_before);
  if (hint != RIA_CAUSE_NONE && !(hint == RIA_CAUSE_NODE && c->asked))
    return hint;
  if (c->asked)
    return RIA_CAUSE_CANCELLED;
  return signal ? RIA_CAUSE_SIGNAL : RIA_CAUSE_PROGRAM;
}

static ria_status write_ended(command *c, int *exit_code) {
  exec_marker ended = c->about;
  int signal = WIFSIGNALED(c->state) ? WTERMSIG(c->state) : 0;
  int code = signal ? 128 + signal : WEXITSTATUS(c->state);
  if (code > 128 &&
      code <= 128 + HIGHEST_SIGNAL) /* shells, mpirun and srun report signals like this */
    signal = code - 128;
  ended.time = ria_unix_time();
  ended.cause = cause_of(c, code, signal);
  if (code == 0 && ended.cause != RIA_CAUSE_NONE)
    code = 1;
  ended.code = code;
  ended.signal = signal;
  ended.memory = (int64_t)c->memory * 1024;
  *exit_code = code;
  /* A reader of the marker relies on the command's files, also after a power failure. */
  if (code == 0)
    RIA_TRY(ria_durable_sync_tree("."));
  return exec_marker_write(c->options->markers, "ended", &ended);
}

/* Slurm's id of our job, `12` or `12_3`, and its restart count. */
static void note_slurm_job(exec_marker *about) {
  const char *job = getenv("SLURM_JOB_ID"), *array = getenv("SLURM_ARRAY_JOB_ID"),
             *task = getenv("SLURM_ARRAY_TASK_ID"), *restart = getenv("SLURM_RESTART_COUNT");
  if (array && task)
    snprintf(about->job, sizeof about->job, "%s_%s", array, task);
  else if (job)
    snprintf(about->job, sizeof about->job, "%s", job);
  about->restart = restart ? (int)strtol(restart, NULL, 10) : 0;
}

static int64_t size_of_daemons(const char *markers) {
  struct stat info;
  char *path = NULL;
  if (asprintf(&path, "%s/slurm.txt", markers) < 0)
    return 0;
  int64_t size = stat(path, &info) ? 0 : info.st_size;
  free(path);
  return size;
}

static ria_status belongs_to(const char *folder, const exec_marker *holder) {
  if (holder->withdrawn)
    return ria_fail(RIA_ERROR_MISMATCH, "%s was withdrawn before this job began; nothing was run",
                    folder);
  return ria_fail(RIA_ERROR_MISMATCH,
                  "%s belongs to process %ld of %s%s%s, which began before; nothing was run",
                  folder, (long)holder->process.pid, holder->process.host,
                  holder->job[0] ? ", job " : "", holder->job);
}

static ria_status write_started(command *c) {
  const ria_exec_options *o = c->options;
  exec_marker holder;
  bool won;
  RIA_TRY(exec_marker_folder(o->markers));
  c->about.index = -1;
  c->about.limit = o->limit ? o->limit : o->known_limit;
  c->about.daemons = size_of_daemons(o->markers);
  c->about.time = ria_unix_time();
  RIA_TRY(exec_process_find(&c->about.process, getpid()));
  note_slurm_job(&c->about);
  RIA_TRY(exec_marker_claim(o->markers, &c->about, &holder, &won));
  return won ? RIA_SUCCESS : belongs_to(o->markers, &holder);
}

ria_status ria_exec(const ria_exec_options *options, int *exit_code) {
  command c = {.options = options, .warn_at = NEVER, .end_at = NEVER, .kill_at = NEVER};
  struct stat errors;
  sigset_t watched, before;
  if (!options->markers || !options->argv || !options->argv[0])
    return ria_fail(RIA_ERROR_ARGUMENT, "a job needs a folder for its markers and a command");
  RIA_TRY(write_started(&c));
  if (options->limit) {
    c.end_at = ria_seconds() + (double)options->limit;
    if (options->warning && options->warning < options->limit)
      c.warn_at = c.end_at - (double)options->warning;
  }
  if (!fstat(STDERR_FILENO, &errors) && S_ISREG(errors.st_mode))
    c.errors_before = errors.st_size;
  c.kills_before = exec_hint_memory_kills();
  watched_signals(&watched);
  signal(SIGCHLD,
         SIG_DFL); /* a parent may have left it ignored, and then no child could be waited for */
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pthread_sigmask(SIG_BLOCK, &watched, &before);
  ria_status status = start(&c, &before);
  if (status == RIA_SUCCESS) {
    wait_and_forward(&c, &watched);
    kill_leftovers(&c);
    status = write_ended(&c, exit_code);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}
