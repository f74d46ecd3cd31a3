#include "process.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_machine(char host[65], char boot[9]) {
  if (gethostname(host, 65))
    strcpy(host, "localhost");
  host[64] = '\0';
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!file || fscanf(file, "%8[0-9a-f]", boot) != 1)
    strcpy(boot, "00000000");
  if (file)
    fclose(file);
}

/* Fields 3 (state) and 22 (start) of /proc/PID/stat, which come after a name in parentheses that
 * may hold anything. */
static bool read_stat(pid_t pid, char *state, unsigned long long *start) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
  FILE *file = fopen(path, "re");
  size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose(file);
  text[length] = '\0';
  const char *end = strrchr(text, ')');
  return end && sscanf(end,
                       ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                       "%*d %llu",
                       state, start) == 2;
}

ria_status ria_process_find(ria_process *process, pid_t pid) {
  char state;
  *process = (ria_process){.pid = pid};
  read_machine(process->host, process->boot);
  if (!read_stat(pid, &state, &process->start))
    return ria_fail(RIA_ERROR_IO, "process %ld: /proc does not tell of it", (long)pid);
  return RIA_SUCCESS;
}

ria_process_state ria_process_look(const ria_process *process) {
  char host[65], boot[9], state;
  unsigned long long start;
  read_machine(host, boot);
  if (strcmp(host, process->host))
    return RIA_PROCESS_ELSEWHERE;
  if (strcmp(boot, process->boot) || !read_stat(process->pid, &state, &start))
    return RIA_PROCESS_GONE;
  return start == process->start && state != 'Z' && state != 'X' ? RIA_PROCESS_ALIVE
                                                                 : RIA_PROCESS_GONE;
}

void ria_process_write(const ria_process *process, char *text, size_t size) {
  snprintf(text, size, "%ld.%llu.%s@%s", (long)process->pid, process->start, process->boot,
           process->host);
}

bool ria_process_read(ria_process *process, const char *text) {
  long pid;
  int used = 0;
  *process = (ria_process){0};
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

void ria_environment(ria_words *environment, const char *const *without,
                     const char *const *additions) {
  for (char **variable = environ; *variable; variable++)
    if (!is_among(*variable, without) && !is_replaced(*variable, additions))
      ria_words_add(environment, *variable);
  ria_words_append(environment, additions);
}
