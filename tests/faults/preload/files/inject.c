/* Counts calls, and fails one of them.
 *
 *   RIA_FAULT_STATE    a file of 64 zero bytes, in which all processes count together
 *   RIA_FAULT_LOG      a file that receives a line for each call: RANK KIND CALL NAME
 *   RIA_FAULT_AT       the number of the call that fails, from 1; absent or 0: none does
 *   RIA_FAULT_CALL     only such calls are numbered: open, write, sync, ...
 *   RIA_FAULT_NAME     only calls of this file are numbered (a path from RIA_FAULT_UNDER, as in the
 * log) RIA_FAULT_RANK     only this rank's calls are numbered, and only it fails RIA_FAULT_ERRNO
 * EIO (the default); ENOSPC: a full disk, which fails only what takes room; KILL: the process is
 * killed instead RIA_FAULT_LASTS    1: all calls after the one that failed fail, too
 *   RIA_FAULT_PROGRAM  the program that is looked at; by default ria
 *
 * A call and a name make the numbers independent of the order in which threads and processes come.
 */
#include "preload.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
  atomic_ulong calls; /**< all that were seen */
  atomic_ulong match; /**< those that RIA_FAULT_CALL, _NAME and _RANK select */
  atomic_ulong struck;
} shared;

static const char *const kind_name[] = {
    [CALL_READS] = "reads", [CALL_TAKES_ROOM] = "room", [CALL_ENDS] = "ends"};
static shared *state;
static const char *only_call, *only_name;
static unsigned long at;
static int rank, only_rank = -1, error = EIO, log_file = -1;
static bool lasts, kills;

static bool is_program(void) {
  const char *wanted = getenv("RIA_FAULT_PROGRAM");
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  const char *slash = strrchr(path, '/');
  return slash && !strcmp(slash + 1, wanted ? wanted : "ria");
}

static long number(const char *variable, long otherwise) {
  const char *text = getenv(variable);
  return text && *text ? strtol(text, NULL, 10) : otherwise;
}

static int open_aside(const char *path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
}

__attribute__((constructor)) static void begin(void) {
  const char *counters = getenv("RIA_FAULT_STATE"), *log = getenv("RIA_FAULT_LOG");
  if (!counters || !is_program())
    return;
  int file = open_aside(counters, O_RDWR);
  void *memory = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "faults: cannot use RIA_FAULT_STATE=%s\n", counters);
    _exit(99);
  }
  syscall(SYS_close, file);
  if (log)
    log_file = open_aside(log, O_WRONLY | O_APPEND | O_CREAT);
  const char *name = getenv("RIA_FAULT_ERRNO");
  error = name && !strcmp(name, "ENOSPC") ? ENOSPC : EIO;
  kills = name && !strcmp(name, "KILL");
  at = (unsigned long)number("RIA_FAULT_AT", 0);
  rank = (int)number("OMPI_COMM_WORLD_RANK", 0);
  only_rank = (int)number("RIA_FAULT_RANK", -1);
  lasts = number("RIA_FAULT_LASTS", 0);
  only_call = getenv("RIA_FAULT_CALL");
  only_name = getenv("RIA_FAULT_NAME");
  preload_standard_streams();
  state = memory;
}

static bool may_fail(call_kind kind) {
  return error != ENOSPC || kind == CALL_TAKES_ROOM;
}

static bool is_selected(const char *call, const char *name) {
  return (only_rank < 0 || rank == only_rank) && (!only_call || !strcmp(call, only_call)) &&
         (!only_name || !strcmp(name, only_name));
}

/* Hidden files are named after processes and clocks: their numbers become `#`. */
static void without_numbers(const char *name, char text[PATH_MAX]) {
  bool hidden = false;
  for (const char *c = name, *start = name; *c; c++) {
    start = c > name && c[-1] == '/' ? c : start;
    hidden = *start == '.' && start[1];
    if (!hidden || *c < '0' || *c > '9')
      *text++ = *c;
    else if (text[-1] != '#')
      *text++ = '#';
  }
  *text = 0;
}

bool inject(const char *call, const char *path, call_kind kind) {
  char name[PATH_MAX];
  if (!state)
    return false;
  without_numbers(path, name);
  atomic_fetch_add(&state->calls, 1);
  if (log_file >= 0) {
    char line[PATH_MAX + 64];
    int n = snprintf(line, sizeof line, "%d %s %s %s\n", rank, kind_name[kind], call, name);
    syscall(SYS_write, log_file, line, (size_t)n);
  }
  bool strikes = lasts && (only_rank < 0 || rank == only_rank) && atomic_load(&state->struck);
  if (is_selected(call, name) && atomic_fetch_add(&state->match, 1) + 1 == at) {
    atomic_fetch_add(&state->struck, 1);
    strikes = true;
  }
  if (!strikes || !may_fail(kind))
    return false;
  if (kills)
    kill(getpid(), SIGKILL);
  errno = error;
  return true;
}
