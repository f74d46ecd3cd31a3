#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void read_machine(char host[65], char boot[9]) {
  char id[RIA_BOOT_ID_SIZE];
  if (gethostname(host, 65))
    strcpy(host, "localhost");
  host[64] = '\0';
  ria_boot_id(id);
  snprintf(boot, 9, "%.8s", *id ? id : "00000000");
}

ria_status exec_process_find(exec_process *process, pid_t pid) {
  char state;
  *process = (exec_process){.pid = pid};
  read_machine(process->host, process->boot);
  if (!ria_process_stat(pid, &state, &process->start))
    return ria_fail(RIA_ERROR_IO, "process %ld: /proc does not list it", (long)pid);
  return RIA_SUCCESS;
}

exec_process_state exec_process_look(const exec_process *process) {
  char host[65], boot[9], state;
  unsigned long long start;
  read_machine(host, boot);
  if (strcmp(host, process->host))
    return EXEC_PROCESS_ELSEWHERE;
  if (strcmp(boot, process->boot) || !ria_process_stat(process->pid, &state, &start))
    return EXEC_PROCESS_GONE;
  return start == process->start && state != 'Z' && state != 'X' ? EXEC_PROCESS_ALIVE
                                                                 : EXEC_PROCESS_GONE;
}

void exec_process_write(const exec_process *process, char *text, size_t size) {
  snprintf(text, size, "%ld.%llu.%s@%s", (long)process->pid, process->start, process->boot,
           process->host);
}

bool exec_process_read(exec_process *process, const char *text) {
  long pid;
  int used = 0;
  *process = (exec_process){0};
  if (sscanf(text, "%ld.%llu.%8[0-9a-f]@%64[^ \n]%n", &pid, &process->start, process->boot,
             process->host, &used) != 4 ||
      text[used] || pid < 1)
    return false;
  process->pid = (pid_t)pid;
  return true;
}

static bool is_among(const char *variable, const char *const *prefixes) {
  for (; *prefixes; prefixes++)
    if (!strncmp(variable, *prefixes, strlen(*prefixes)))
      return true;
  return false;
}

static bool is_replaced(const char *variable, const char *const *additions) {
  size_t name = strcspn(variable, "=");
  for (; additions && *additions; additions++)
    if (!strncmp(*additions, variable, name) && (*additions)[name] == '=')
      return true;
  return false;
}

bool exec_is_set(const char *const *variables, const char *name) {
  return is_replaced(name, variables);
}

static bool is_listed(const char *folder, const char *path) {
  size_t length = strlen(folder);
  for (const char *at = path; (at = strstr(at, folder)); at += length)
    if ((at == path || at[-1] == ':') && (at[length] == ':' || !at[length]))
      return true;
  return false;
}

char *exec_path_variable(bool first) {
  char program[RIA_PROGRAM_SIZE], *text = NULL;
  const char *path = getenv("PATH");
  char *slash = ria_program_path(program) ? strrchr(program, '/') : NULL;
  if (!path)
    path = "/usr/local/bin:/usr/bin:/bin";
  if (slash)
    *slash = '\0';
  bool add = slash && !is_listed(program, path);
  int length = !add ? asprintf(&text, "PATH=%s", path)
                    : asprintf(&text, "PATH=%s:%s", first ? program : path, first ? path : program);
  return length < 0 ? NULL : text;
}

void exec_environment(exec_words *environment, const char *const *without,
                      const char *const *additions) {
  for (char **variable = environ; *variable; variable++)
    if (!is_among(*variable, without) && !is_replaced(*variable, additions))
      exec_words_add(environment, *variable);
  exec_words_append(environment, additions);
}

/* ---- running a program for its output ---- */

enum { CANNOT_RUN = 127, LARGEST = 64 << 20 };

typedef struct {
  char *text;
  size_t length, room;
} buffer;

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

/* Read from the pipe; *open becomes false at its end. Output beyond LARGEST is read and dropped, so
 * that the program does not block. */
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

static bool is_hopeless(const buffer *errors, const char *hopeless) {
  return hopeless && errors->text && strstr(errors->text, hopeless);
}

static ria_status take_all(buffer taken[2], const int pipe[2], const char *program, double until,
                           const char *hopeless) {
  bool open[2] = {true, true};
  while ((open[0] || open[1]) && !is_hopeless(&taken[1], hopeless)) {
    struct pollfd wait[2];
    for (int i = 0; i < 2; i++)
      wait[i] = (struct pollfd){.fd = open[i] ? pipe[i] : -1, .events = POLLIN};
    double left = until - ria_seconds();
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

/* Start the program with an empty standard input, its outputs connected to our pipes, default
 * signals, and a process group of its own (Ctrl-C in a terminal must reach only us). Returns an
 * errno. */
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

ria_status exec_capture_run(exec_capture *capture, char *const argv[], char *const environment[],
                            double patience, const char *hopeless) {
  int out[2] = {-1, -1}, err[2] = {-1, -1};
  pid_t child;
  ria_status status = RIA_SUCCESS;
  *capture = (exec_capture){.code = CANNOT_RUN};
  if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
    status = ria_fail(RIA_ERROR_IO, "no pipe for %s: %s", argv[0], strerror(errno));
  } else {
    int problem = spawn(&child, argv, environment, (int[]){out[1], err[1]});
    buffer taken[2] = {{0}};
    close(out[1]);
    close(err[1]);
    out[1] = err[1] = -1;
    if (!problem) {
      status =
          take_all(taken, (int[]){out[0], err[0]}, argv[0], ria_seconds() + patience, hopeless);
      if (status != RIA_SUCCESS || is_hopeless(&taken[1], hopeless))
        kill(-child, SIGKILL);
      capture->code = wait_for(child);
    }
    capture->output = taken[0].text ? taken[0].text : strdup("");
    capture->error = taken[1].text ? taken[1].text : strdup(problem ? strerror(problem) : "");
    if (status == RIA_SUCCESS && (!capture->output || !capture->error))
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for the output of %s", argv[0]);
    if (status != RIA_SUCCESS)
      exec_capture_free(capture);
  }
  for (int i = 0; i < 2; i++) {
    if (out[i] >= 0)
      close(out[i]);
    if (err[i] >= 0)
      close(err[i]);
  }
  return status;
}

void exec_capture_free(exec_capture *capture) {
  free(capture->output);
  free(capture->error);
  capture->output = capture->error = NULL;
}
