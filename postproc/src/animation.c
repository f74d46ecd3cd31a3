#include "ria/animation.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct {
  pid_t process;
  int input;  /* a socket: unlike a pipe it can be told not to kill us when ffmpeg ends early */
  FILE *said; /* its standard error */
} film;

/* The last line that ffmpeg wrote says what was wrong. */
static void last_words(FILE *said, char text[256]) {
  char line[256];
  snprintf(text, 256, "it says nothing");
  rewind(said);
  while (fgets(line, sizeof line, said)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (*line)
      snprintf(text, 256, "%s", line);
  }
}

static ria_status spawn(film *f, int input, double rate, const char *partial) {
  char rate_text[32], *output = NULL;
  snprintf(rate_text, sizeof rate_text, "%g", rate);
  /* "file:" keeps a colon in a name from being a protocol. Players want even sizes and 4:2:0. */
  if (asprintf(&output, "file:%s", partial) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", partial);
  char *arguments[] = {
      "ffmpeg",     "-nostdin",   "-hide_banner", "-loglevel",
      "error",      "-y",         "-f",           "image2pipe",
      "-framerate", rate_text,    "-c:v",         "png",
      "-i",         "pipe:0",     "-vf",          "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
      "-c:v",       "libx264",    "-pix_fmt",     "yuv420p",
      "-movflags",  "+faststart", "-f",           "mp4",
      output,       NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(f->said), STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  int failed = posix_spawnp(&f->process, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  free(output);
  if (failed == ENOENT)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "films need ffmpeg, which is not installed: apt-get install ffmpeg");
  if (failed)
    return ria_fail(RIA_ERROR_IO, "ffmpeg cannot be started: %s", strerror(failed));
  return RIA_SUCCESS;
}

static ria_status begin(film *f, double rate, const char *partial) {
  int ends[2];
  *f = (film){.input = -1, .said = tmpfile()};
  if (!f->said || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return ria_fail(RIA_ERROR_IO, "ffmpeg cannot be started: %s", strerror(errno));
  ria_status status = spawn(f, ends[0], rate, partial);
  close(ends[0]);
  f->input = ends[1];
  return status;
}

/* False when ffmpeg listens no more; finish() then tells why. */
static bool send_all(int input, const char *data, size_t length) {
  while (length) {
    ssize_t n = send(input, data, length, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    data += n;
    length -= (size_t)n;
  }
  return true;
}

static ria_status feed(const film *f, const char *frame, bool *listens) {
  char block[65536];
  FILE *file = fopen(frame, "re");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", frame, strerror(errno));
  for (size_t n; *listens && (n = fread(block, 1, sizeof block, file)) > 0;)
    *listens = send_all(f->input, block, n);
  int failed = ferror(file);
  fclose(file);
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be read", frame) : RIA_SUCCESS;
}

static ria_status finish(film *f, ria_status status, const char *path, const char *partial) {
  int code = 0;
  char why[256];
  if (f->input >= 0)
    close(f->input);
  if (f->process > 0) {
    while (waitpid(f->process, &code, 0) < 0 && errno == EINTR)
      ;
    if (status == RIA_SUCCESS && (!WIFEXITED(code) || WEXITSTATUS(code))) {
      last_words(f->said, why);
      status = ria_fail(RIA_ERROR_IO, "%s: ffmpeg could not make it: %s", path, why);
    }
    if (status == RIA_SUCCESS && rename(partial, path))
      status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", path, strerror(errno));
    if (status != RIA_SUCCESS)
      unlink(partial);
  }
  if (f->said)
    fclose(f->said);
  return status;
}

ria_status ria_animation_make(int frames, const char *const *frame, double rate, const char *path) {
  char *partial = NULL;
  film f;
  bool listens = true;
  if (frames < 1 || !(rate >= 0.1 && rate <= 100))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s: a film needs pictures, and from 0.1 to 100 of them a second", path);
  if (asprintf(&partial, "%s.partial", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  ria_status status = begin(&f, rate, partial);
  for (int i = 0; i < frames && listens && status == RIA_SUCCESS; i++)
    status = feed(&f, frame[i], &listens);
  status = finish(&f, status, path, partial);
  free(partial);
  return status;
}
