/* Processes: unique identification, and running a program to read its output. */
#ifndef EXEC_PROCESS_H
#define EXEC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "ria/status.h"
#include "ria/processes.h"
#include "words.h"

/* Identifies a process uniquely: host and boot name the machine, `start` (ticks since the boot)
 * distinguishes the process from later ones with the same pid. */
typedef struct {
  char host[65];
  char boot[9]; /* the first part of the kernel's boot id */
  pid_t pid;
  unsigned long long start;
} exec_process;

/* Find the process of this machine with that pid. Errors: RIA_ERROR_IO (there is none). */
ria_status exec_process_find(exec_process *process, pid_t pid);

typedef enum {
  EXEC_PROCESS_ALIVE,
  EXEC_PROCESS_GONE,
  EXEC_PROCESS_ELSEWHERE /* on another host, where we cannot check */
} exec_process_state;

exec_process_state exec_process_look(const exec_process *process);

/* Write a process as one word, `pid.start.boot@host`, and read it back; false if the text is not
 * one. */
void exec_process_write(const exec_process *process, char *text, size_t size);
bool exec_process_read(exec_process *process, const char *text);

/* A program's output. */
typedef struct {
  char *output; /* standard output, ended by NUL; owned, free() it */
  char *error;  /* standard error; owned */
  int code;     /* exit code, 128 + n after signal n, 127 if it cannot be run */
} exec_capture;

/* Run a program for at most `patience` seconds and keep its output, at most 64 MiB of each
 * stream. `environment`: ended by NULL; NULL: ours. `hopeless` (may be NULL): words on its standard
 * error after which it is killed, because it would only sleep and try again. A program's failure is
 * not an error of this function. After success, exec_capture_free frees the output. Errors:
 * RIA_ERROR_IO (it cannot start, or was killed for being too slow), RIA_ERROR_MEMORY. */
ria_status exec_capture_run(exec_capture *capture, char *const argv[], char *const environment[],
                            double patience, const char *hopeless);
void exec_capture_free(exec_capture *capture);

/* Our environment without the variables that begin with a prefix in `without`, plus `additions`
 * (`NAME=value`), which replace variables of the same name. Both lists end with NULL; `additions`
 * may be NULL. */
void exec_environment(exec_words *environment, const char *const *without,
                      const char *const *additions);

/* "PATH=..." with this process's PATH and this program's folder, first or last in it unless it is
 * there already, so that a job finds the `ria` that starts it. Owned by the caller; NULL if memory
 * ran out.
 */
char *exec_path_variable(bool first);

/* Whether a list of `NAME=value` (may be NULL), ended by NULL, sets the variable `name`. */
bool exec_is_set(const char *const *variables, const char *name);

#endif
