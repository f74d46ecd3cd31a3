#include "gnuplot.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A gnuplot that dies early must not kill us by SIGPIPE: a socket can be told so, a pipe cannot. */
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

static void release(ria_gnuplot *plot) {
  if (plot->script)
    fclose(plot->script);
  if (plot->said)
    fclose(plot->said);
  free(plot->path);
  free(plot->partial);
  *plot = (ria_gnuplot){0};
}

static ria_status spawn(ria_gnuplot *plot, int input) {
  /* -d: no start-up files of the user's; - : commands from standard input. */
  char *arguments[] = {"gnuplot", "-d", "-", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(plot->said), STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  int failed =
      posix_spawnp(&plot->process, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "pictures need gnuplot, which is not installed: apt-get install gnuplot-nox");
  if (failed)
    return ria_fail(RIA_ERROR_IO, "gnuplot cannot be started: %s", strerror(failed));
  return RIA_SUCCESS;
}

static void set_terminal(FILE *script, const char *path, int width, int height) {
  size_t length = strlen(path);
  if (length > 4 && !strcmp(path + length - 4, ".svg"))
    fprintf(script,
            "set encoding utf8\nset terminal svg noenhanced size %d,%d dynamic background rgb "
            "'white' font 'DejaVu Sans,12'\nset output ",
            width, height);
  else
    fprintf(script,
            "set encoding utf8\nset terminal pngcairo noenhanced size %d,%d font 'DejaVu "
            "Sans,11'\nset output ",
            width, height);
}

ria_status ria_gnuplot_begin(const char *path, int width, int height, ria_gnuplot *plot) {
  int ends[2];
  *plot = (ria_gnuplot){.path = strdup(path), .said = tmpfile()};
  if (asprintf(&plot->partial, "%s.partial", path) < 0)
    plot->partial = NULL;
  if (!plot->path || !plot->partial || !plot->said ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    int reason = errno;
    release(plot);
    return ria_fail(RIA_ERROR_IO, "%s: gnuplot cannot be started: %s", path, strerror(reason));
  }
  ria_status status = spawn(plot, ends[0]);
  close(ends[0]);
  if (status == RIA_SUCCESS && !(plot->script = open_socket(ends[1])))
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a pipe", path);
  if (status != RIA_SUCCESS) {
    close(ends[1]);
    if (plot->process > 0)
      waitpid(plot->process, NULL, 0);
    release(plot);
    return status;
  }
  set_terminal(plot->script, path, width, height);
  ria_gnuplot_quote(plot->script, plot->partial);
  fputc('\n', plot->script);
  return RIA_SUCCESS;
}

void ria_gnuplot_quote(FILE *script, const char *text) {
  fputc('\'', script);
  for (const char *c = text; *c; c++) {
    if (*c == '\'')
      fputc('\'', script);
    fputc((unsigned char)*c < ' ' ? ' ' : *c, script);
  }
  fputc('\'', script);
}

/* The last line that gnuplot wrote says what was wrong; those above repeat the command. */
static void last_words(FILE *said, char *text, size_t size) {
  char line[256];
  snprintf(text, size, "it says nothing");
  rewind(said);
  while (fgets(line, sizeof line, said)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0])
      snprintf(text, size, "%s", line);
  }
}

ria_status ria_gnuplot_finish(ria_gnuplot *plot) {
  int code = 0;
  fputs("\nunset output\n", plot->script);
  int failed = fclose(plot->script);
  plot->script = NULL;
  while (waitpid(plot->process, &code, 0) < 0 && errno == EINTR)
    ;
  struct stat info;
  ria_status status = RIA_SUCCESS;
  char why[256];
  last_words(plot->said, why, sizeof why);
  if (failed || !WIFEXITED(code) || WEXITSTATUS(code) || stat(plot->partial, &info) ||
      !info.st_size)
    status = ria_fail(RIA_ERROR_IO, "%s: gnuplot could not draw it: %s", plot->path, why);
  else if (rename(plot->partial, plot->path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", plot->path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(plot->partial);
  release(plot);
  return status;
}
