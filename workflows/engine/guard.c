#include "guard.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "ria/number.h"
#include "ria/own_job.h"
#include "ria/processes.h"

enum {
  STILLBORN = 3,  /* most engines in a row that die before they have begun */
  RETURNS = 1000, /* most engines of one job */
  SHORT = 60,     /* s: an engine's life is short below this */
  HASTY = 5,      /* short lives in a row without pauses */
  SHORTEST =
      5, /* s between two questions to Slurm if it does not answer, or between two short lives */
  LONGEST = 120,
  QUESTIONS = 30, /* questions before the guard gives up */
  SIGNALS = 65
};

/* State of the engine's side; zero without a guard. */
static struct {
  pid_t guard;
  bool came_back;
  int begun; /* write end of a pipe to the guard */
  int direct[SIGNALS], passed[SIGNALS];
  ria_own_job job;
} me = {.begun = -1};

static const int passed_on[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};

static void watched(sigset_t *set) {
  sigemptyset(set);
  for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
    sigaddset(set, passed_on[i]);
  sigaddset(set, SIGCHLD);
}

/* ---- The engine's side. */

void engine_guard_begun(const ria_own_job *job) {
  me.job = *job;
  if (me.begun < 0)
    return;
  while (write(me.begun, "b", 1) < 0 && errno == EINTR)
    ;
  close(me.begun);
  me.begun = -1;
}

bool engine_guard_is_lost(void) {
  return me.guard && getppid() != me.guard;
}

ria_status engine_guard_requeue(void) {
  ria_job_id none;
  return ria_job_requeue_self(&me.job, NULL, none);
}

bool engine_guard_came_back(void) {
  return me.came_back;
}

bool engine_guard_is_new(int signal, int sender) {
  if (!me.guard || signal <= 0 || signal >= SIGNALS)
    return true;
  bool copy = sender == me.guard;
  int *count = copy ? &me.passed[signal] : &me.direct[signal];
  int other = copy ? me.direct[signal] : me.passed[signal];
  return ++*count > other;
}

/* ---- The guard's side. */

typedef struct {
  pid_t engine;
  int begun; /* read end */
  int state; /* from waitpid */
} ward;

static bool start(ward *w, bool again, const sigset_t *before) {
  int ends[2];
  pid_t guard = getpid();
  if (pipe2(ends, O_CLOEXEC))
    return false;
  w->engine = fork();
  if (w->engine == 0) {
    close(ends[0]);
    if (w->begun >= 0)
      close(w->begun);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    me.guard = guard;
    me.came_back = again;
    me.begun = ends[1];
    if (getppid() != guard)
      raise(SIGTERM);
    sigprocmask(SIG_SETMASK, before, NULL);
    return true;
  }
  int problem = errno;
  close(ends[1]);
  if (w->begun >= 0)
    close(w->begun);
  w->begun = ends[0];
  errno = problem;
  return w->engine > 0;
}

/* Waits until the engine has ended. */
static void follow(ward *w, const sigset_t *set) {
  while (waitpid(w->engine, &w->state, WNOHANG) != w->engine) {
    siginfo_t info;
    int signal = sigwaitinfo(set, &info);
    if (signal > 0 && signal != SIGCHLD && info.si_pid != w->engine)
      kill(w->engine, signal);
  }
}

static bool has_begun(const ward *w) {
  char byte;
  return read(w->begun, &byte, 1) == 1; /* does not block, because all other ends are closed */
}

static void end_as(int state) {
  if (WIFEXITED(state))
    _exit(WEXITSTATUS(state));
  int number = WTERMSIG(state);
  sigset_t set;
  signal(number, SIG_DFL);
  sigemptyset(&set);
  sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

/* Returns false if a signal comes, which is a request to end the job. */
static bool pause_for(unsigned seconds) {
  sigset_t set;
  const struct timespec time = {.tv_sec = seconds};
  watched(&set);
  sigdelset(&set, SIGCHLD);
  return sigtimedwait(&set, NULL, &time) < 0;
}

static unsigned longer(unsigned pause) {
  return 2 * pause < LONGEST ? 2 * pause : LONGEST;
}

/* Whether the job continues and may be requeued. */
static bool may_come_back(void) {
  ria_own_job job;
  ria_status status;
  unsigned pause = SHORTEST;
  for (int asked = 1; (status = ria_own_job_read(&job)) == RIA_ERROR_IO; asked++) {
    if (asked == QUESTIONS || !pause_for(pause))
      return false;
    pause = longer(pause);
  }
  return status == RIA_SUCCESS && job.is_batch && job.requeue && job.fate == RIA_FATE_NONE;
}

/* Pauses after several short lives. *short_lives: how many in a row. Returns whether to continue.
 */
static bool rest_after(time_t life, int *short_lives) {
  unsigned pause = SHORTEST;
  *short_lives = life < SHORT ? *short_lives + 1 : 0;
  for (int i = HASTY; i < *short_lives && pause < LONGEST; i++)
    pause = longer(pause);
  return *short_lives < HASTY || pause_for(pause);
}

static void print_line(const char *format, int number) {
  fprintf(stderr, "ria run: ");
  ria_fprintf(stderr, format, number, strsignal(number));
  fputs("\n", stderr);
}

void engine_guard_split(void) {
  ward w = {.begun = -1};
  sigset_t set, before;
  if (!ria_own_job_exists())
    return;
  watched(&set);
  sigprocmask(SIG_BLOCK, &set, &before);
  signal(SIGCHLD, SIG_DFL); /* if the parent ignored SIGCHLD, waitpid() would find nothing */
  fflush(NULL);
  for (int life = 0, stillborn = 0, short_lives = 0; life < RETURNS; life++) {
    time_t born = (time_t)ria_seconds();
    if (!start(&w, life > 0, &before)) {
      sigprocmask(SIG_SETMASK, &before, NULL);
      return; /* fork failed: the engine runs without a guard */
    }
    if (w.engine == 0)
      return;
    follow(&w, &set);
    if (!WIFSIGNALED(w.state))
      break;
    stillborn = has_begun(&w) ? 0 : stillborn + 1;
    if (stillborn == STILLBORN || !rest_after((time_t)ria_seconds() - born, &short_lives) ||
        !may_come_back())
      break;
    print_line("the engine was ended by signal %d (%s); it starts again", WTERMSIG(w.state));
  }
  end_as(w.state);
}
