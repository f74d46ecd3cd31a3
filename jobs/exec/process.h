/* Processes: identifying them for good, and running a program to read its output. */
#ifndef RIA_PROCESS_H
#define RIA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "ria/status.h"
#include "ria/processes.h"
#include "words.h"

/* Identifies a process for good: host and boot name the machine, `start` (ticks since the boot)
 * tells the process from later ones with the same pid. */
typedef struct {
  char host[65];
  char boot[9]; /* the first part of the kernel's boot id */
  pid_t pid;
  unsigned long long start;
} ria_process;

/* Find the process of this machine with that pid. Errors: RIA_ERROR_IO (there is none). */
ria_status ria_process_find(ria_process *process, pid_t pid);

typedef enum {
  RIA_PROCESS_ALIVE,
  RIA_PROCESS_GONE,
  RIA_PROCESS_ELSEWHERE /* on another host, which we cannot ask */
} ria_process_state;

ria_process_state ria_process_look(const ria_process *process);

/* Write a process as one word, `pid.start.boot@host`, and read it back; false if the text is not
 * one. */
void ria_process_write(const ria_process *process, char *text, size_t size);
bool ria_process_read(ria_process *process, const char *text);

/* A program's output. */
typedef struct {
  char *output; /* standard output, ended by NUL; owned, free() it */
  char *error;  /* standard error; owned */
  int code;     /* exit code, 128 + n after signal n, 127 if it cannot be run */
} ria_capture;

/* Run a program for at most `patience` seconds and keep its output, at most 64 MiB of each stream.
 * `environment`: ended by NULL; NULL: ours. A program that fails is no error here. After success,
 * ria_capture_free frees the output. Errors: RIA_ERROR_IO (it cannot start, or was killed for being
 * too slow), RIA_ERROR_MEMORY. */
ria_status ria_capture_run(ria_capture *capture, char *const argv[], char *const environment[],
                           double patience);
void ria_capture_free(ria_capture *capture);

/* Our environment, less the variables that begin with a prefix in `without`, plus `additions`
 * (`NAME=value`), which replace variables of the same name. Both lists end with NULL; `additions`
 * may be NULL. */
void ria_environment(ria_words *environment, const char *const *without,
                     const char *const *additions);

#endif
