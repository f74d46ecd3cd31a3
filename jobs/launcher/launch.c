#include "ria/launch.h"
#include "ria/ranks.h"
#include "ria/scratch.h"
#include "cores.h"
#include "exec/process.h"
#include "mpirun.h"
#include "ready.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NO_PROGRAM = 127 }; /* as the shell does */

/* Environment variable for the ranks: whether the launcher's standard output and error are a
 * terminal. */
static const char *const terminal_variable[] = {"RIA_STDOUT_TERMINAL", "RIA_STDERR_TERMINAL"};

/* Environment variable for the ranks: the files behind them, as "DEVICE:INODE". */
static const char *const file_variable[] = {"RIA_STDOUT_FILE", "RIA_STDERR_FILE"};
enum { FILE_TEXT = 64 };

int ria_launch_rank(void) {
  static const char *const variable[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
    if (getenv(variable[i]))
      return atoi(getenv(variable[i]));
  return 0;
}

bool ria_launch_terminal(int descriptor) {
  const char *known = getenv(terminal_variable[descriptor == STDERR_FILENO]);
  return known && ria_runtime_is_rank() ? !strcmp(known, "1") : isatty(descriptor);
}

static void describe_file(const struct stat *file, char text[FILE_TEXT]) {
  snprintf(text, FILE_TEXT, "%ju:%ju", (uintmax_t)file->st_dev, (uintmax_t)file->st_ino);
}

bool ria_launch_is_output(int descriptor, const struct stat *file) {
  const char *known = getenv(file_variable[descriptor == STDERR_FILENO]);
  struct stat own;
  char text[FILE_TEXT];
  if (!fstat(descriptor, &own) && own.st_dev == file->st_dev && own.st_ino == file->st_ino)
    return true;
  describe_file(file, text);
  return known && ria_runtime_is_rank() && !strcmp(known, text);
}

static void note_outputs(void) {
  struct winsize size;
  struct stat file;
  char columns[16], text[FILE_TEXT];
  if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 0) {
    snprintf(columns, sizeof columns, "%d", size.ws_col);
    setenv("COLUMNS", columns, 1);
  }
  for (int d = STDOUT_FILENO; d <= STDERR_FILENO; d++) {
    setenv(terminal_variable[d == STDERR_FILENO], isatty(d) ? "1" : "0", 1);
    if (fstat(d, &file))
      continue;
    describe_file(&file, text);
    setenv(file_variable[d == STDERR_FILENO], text, 1);
  }
}

/* Runs in the child. mpirun gets a process group of its own, so that Ctrl-C in a terminal reaches
 * only the parent. */
static void become_mpirun(const launcher_mpirun *command, const sigset_t *watched, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(EXIT_NO_PROGRAM);
  sigprocmask(SIG_UNBLOCK, watched, NULL);
  signal(SIGUSR1, SIG_IGN); /* mpirun would be killed before it can pass the signal on */
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0)
    dup2(nothing, STDIN_FILENO);
  execvp(command->argv[0], command->argv);
  _exit(EXIT_NO_PROGRAM);
}

/* Wait for mpirun and pass on the signals in `watched`, which are blocked. They would kill a rank
 * that has just started, so they are held back until all ranks are ready, or for READY_TRIES if
 * some never are. mpirun drops signals until its ranks run, so each signal is repeated until the
 * ranks end. A second Ctrl-C makes mpirun end the ranks. */
static int wait_and_forward(pid_t mpirun, int ranks, const sigset_t *watched) {
  enum { READY_TRIES = 3000 };
  static const struct timespec soon = {.tv_nsec = 20000000}, again = {.tv_sec = 1};
  int asked = 0, interrupts = 0, tries = 0;
  for (;;) {
    int state;
    pid_t ended = waitpid(mpirun, &state, WNOHANG);
    bool ended_itself = ended == mpirun && WIFEXITED(state) && WEXITSTATUS(state) != 1;
    if (ended == mpirun && interrupts > 1 && !ended_itself)
      return 128 + SIGINT; /* mpirun returns 1 after we told it to end its ranks */
    if (ended == mpirun)
      return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    if (ended < 0 && errno != EINTR)
      return EXIT_NO_PROGRAM;
    const bool ready = asked && (tries >= READY_TRIES || launcher_ranks_are_ready(mpirun, ranks));
    if (ready || interrupts > 1)
      kill(mpirun, interrupts > 1 ? SIGTERM : SIGUSR1);
    tries = ready ? READY_TRIES : tries + asked;
    int signal = sigtimedwait(watched, NULL, !asked ? NULL : ready ? &again : &soon);
    asked |= signal > 0 && signal != SIGCHLD;
    interrupts += signal == SIGINT;
  }
}

static ria_status run_mpirun(const launcher_mpirun *command, int ranks, int *exit_code) {
  sigset_t watched, before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGINT);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGUSR1);
  if (signal(SIGHUP, SIG_DFL) == SIG_IGN) /* nohup: the run must outlive its terminal */
    signal(SIGHUP, SIG_IGN);
  else
    sigaddset(&watched, SIGHUP);
  sigaddset(&watched, SIGCHLD);
  signal(SIGCHLD,
         SIG_DFL); /* a parent may have left it ignored, and then no child could be waited for */
  pthread_sigmask(SIG_BLOCK, &watched, &before);
  pid_t self = getpid(), child = fork();
  if (child == 0)
    become_mpirun(command, &watched, self);
  int problem = errno;
  if (child > 0)
    *exit_code = wait_and_forward(child, ranks, &watched);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child < 0)
    return ria_fail(RIA_ERROR_IO, "no process for mpirun: %s", strerror(problem));
  if (*exit_code == EXIT_NO_PROGRAM)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "mpirun cannot be run; is the package openmpi-bin "
                                           "installed, and mpirun in PATH?");
  return RIA_SUCCESS;
}

ria_status ria_launch_local(int ranks, int argc, char *const argv[], int *exit_code) {
  char program[RIA_PROGRAM_SIZE];
  if (ranks < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d ranks cannot be started; at least one is needed",
                    ranks);
  if (ria_runtime_is_rank())
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "this process was itself started by mpirun or srun; leave out -n");
  if (!ria_program_path(program))
    return ria_fail(RIA_ERROR_IO, "/proc/self/exe cannot be read: %s", strerror(errno));
  launcher_mpirun command;
  launcher_mpirun_environment();
  /* Checked here once, before the ranks start, so that the user gets one message. */
  RIA_TRY(ria_scratch_temporary());
  RIA_TRY(ria_scratch_cache());
  RIA_TRY(launcher_mpirun_command(&command, launcher_cores_find(), ranks, program, argc, argv));
  note_outputs();
  fflush(NULL);
  ria_status status = run_mpirun(&command, ranks, exit_code);
  launcher_mpirun_free(&command);
  return status;
}
