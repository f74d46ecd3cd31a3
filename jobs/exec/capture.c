/* Running a program for its output; declared in process.h. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "process.h"

enum { CANNOT_RUN = 127, LARGEST = 64 << 20 };

typedef struct {
  char *text;
  size_t length, room;
} buffer;

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool make_room(buffer *b) {
  if (b->room - b->length > 4096)
    return true;
  size_t room = 2 * b->room + 16384;
  char *grown = realloc(b->text, room);
  if (!grown)
    return false;
  b->text = grown;
  b->room = room;
  return true;
}

/* Take what the pipe holds; *open becomes false at its end. What is too much is read and dropped,
 * so that the program does not wait for us. */
static ria_status take(buffer *b, int pipe, bool *open) {
  if (!make_room(b))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program's output");
  ssize_t got = read(pipe, b->text + b->length, b->room - b->length - 1);
  if (got > 0 && b->length + (size_t)got < LARGEST)
    b->length += (size_t)got;
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
    *open = false;
  b->text[b->length] = '\0';
  return RIA_SUCCESS;
}

static ria_status take_all(buffer taken[2], const int pipe[2], const char *program, double until) {
  bool open[2] = {true, true};
  while (open[0] || open[1]) {
    struct pollfd wait[2];
    for (int i = 0; i < 2; i++)
      wait[i] = (struct pollfd){.fd = open[i] ? pipe[i] : -1, .events = POLLIN};
    double left = until - seconds_now();
    if (left <= 0)
      return ria_fail(RIA_ERROR_IO, "%s gives no answer in time", program);
    if (poll(wait, 2, (int)(1e3 * left) + 1) < 0 && errno != EINTR)
      return ria_fail(RIA_ERROR_IO, "%s: %s", program, strerror(errno));
    for (int i = 0; i < 2; i++)
      if (wait[i].fd >= 0 && wait[i].revents)
        RIA_TRY(take(&taken[i], pipe[i], &open[i]));
  }
  return RIA_SUCCESS;
}

/* The program with nothing to read, its outputs in our pipes, in a process group of its own (a
 * terminal's Ctrl-C is for us), and with default signals. Returns an errno. */
static int spawn(pid_t *child, char *const argv[], char *const environment[], const int write[2]) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, write[0], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, write[1], STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  int problem =
      posix_spawnp(child, argv[0], &files, &attributes, argv, environment ? environment : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return problem;
}

static int wait_for(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0)
    if (errno != EINTR)
      return CANNOT_RUN;
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

ria_status ria_capture_run(ria_capture *capture, char *const argv[], char *const environment[],
                           double patience) {
  int out[2] = {-1, -1}, err[2] = {-1, -1};
  pid_t child;
  ria_status status = RIA_SUCCESS;
  *capture = (ria_capture){.code = CANNOT_RUN};
  if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
    status = ria_fail(RIA_ERROR_IO, "no pipe for %s: %s", argv[0], strerror(errno));
  } else {
    int problem = spawn(&child, argv, environment, (int[]){out[1], err[1]});
    buffer taken[2] = {{0}};
    close(out[1]);
    close(err[1]);
    out[1] = err[1] = -1;
    if (!problem) {
      status = take_all(taken, (int[]){out[0], err[0]}, argv[0], seconds_now() + patience);
      if (status != RIA_SUCCESS)
        kill(-child, SIGKILL);
      capture->code = wait_for(child);
    }
    capture->output = taken[0].text ? taken[0].text : strdup("");
    capture->error = taken[1].text ? taken[1].text : strdup(problem ? strerror(problem) : "");
    if (status == RIA_SUCCESS && (!capture->output || !capture->error))
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for the output of %s", argv[0]);
    if (status != RIA_SUCCESS)
      ria_capture_free(capture);
  }
  for (int i = 0; i < 2; i++) {
    if (out[i] >= 0)
      close(out[i]);
    if (err[i] >= 0)
      close(err[i]);
  }
  return status;
}

void ria_capture_free(ria_capture *capture) {
  free(capture->output);
  free(capture->error);
  capture->output = capture->error = NULL;
}
