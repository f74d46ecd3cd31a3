#include "fed_program.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* SIGPIPE of a program that ends early must not kill us. A socket can suppress it, a pipe cannot.
 */
static ssize_t send_quietly(void *cookie, const char *data, size_t size) {
  size_t done = 0;
  while (done < size) {
    ssize_t n = send(*(int *)cookie, data + done, size - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return 0;
    done += (size_t)n;
  }
  return (ssize_t)size;
}

static int close_socket(void *cookie) {
  int failed = close(*(int *)cookie);
  free(cookie);
  return failed;
}

static FILE *open_socket(int end) {
  int *cookie = malloc(sizeof *cookie);
  if (!cookie)
    return NULL;
  *cookie = end;
  FILE *stream = fopencookie(cookie, "w",
                             (cookie_io_functions_t){.write = send_quietly, .close = close_socket});
  if (!stream)
    free(cookie);
  return stream;
}

static int spawn(gnuplot_fed_program *p, char *const argument[], int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(p->errors), STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  int failed = posix_spawnp(&p->process, argument[0], &actions, &attributes, argument, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

static ria_status start(gnuplot_fed_program *p, int input, char *const argument[],
                        const char *purpose, const char *package) {
  p->errors = tmpfile();
  if (!p->errors)
    return ria_fail(RIA_ERROR_IO, "%s cannot be started: %s", argument[0], strerror(errno));
  const int failed = spawn(p, argument, input);
  if (failed == ENOENT)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%s %s, which is not installed: apt-get install %s",
                    purpose, argument[0], package);
  if (failed)
    return ria_fail(RIA_ERROR_IO, "%s cannot be started: %s", argument[0], strerror(failed));
  return RIA_SUCCESS;
}

static void release(gnuplot_fed_program *p) {
  if (p->input)
    fclose(p->input);
  if (p->errors)
    fclose(p->errors);
  *p = (gnuplot_fed_program){0};
}

ria_status gnuplot_fed_program_begin_on(gnuplot_fed_program *p, int file, char *const argument[],
                                        const char *purpose, const char *package) {
  *p = (gnuplot_fed_program){0};
  ria_status status = start(p, file, argument, purpose, package);
  if (status != RIA_SUCCESS)
    release(p);
  return status;
}

ria_status gnuplot_fed_program_begin(gnuplot_fed_program *p, char *const argument[],
                                     const char *purpose, const char *package) {
  int ends[2];
  *p = (gnuplot_fed_program){0};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return ria_fail(RIA_ERROR_IO, "%s cannot be started: %s", argument[0], strerror(errno));
  p->input = open_socket(ends[1]);
  if (!p->input)
    close(ends[1]);
  ria_status status = p->input ? start(p, ends[0], argument, purpose, package)
                               : ria_fail(RIA_ERROR_MEMORY, "no memory to feed %s", argument[0]);
  close(ends[0]);
  if (status != RIA_SUCCESS)
    release(p);
  return status;
}

static void read_last_error(FILE *errors, char text[256]) {
  char line[256];
  snprintf(text, 256, "it says nothing");
  rewind(errors);
  while (fgets(line, sizeof line, errors)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (*line)
      snprintf(text, 256, "%s", line);
  }
}

ria_status gnuplot_fed_program_end(gnuplot_fed_program *p, char why[256]) {
  int code = 0;
  int failed = p->input ? fclose(p->input) : 0;
  p->input = NULL;
  while (waitpid(p->process, &code, 0) < 0 && errno == EINTR)
    ;
  read_last_error(p->errors, why);
  release(p);
  return failed || !WIFEXITED(code) || WEXITSTATUS(code) ? RIA_ERROR_IO : RIA_SUCCESS;
}
