/* Processes: telling one from another that later has the same number, and running a program for its
 * output. */
#ifndef RIA_PROCESS_H
#define RIA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "ria/status.h"
#include "words.h"

/* Seconds on the monotonic clock. */
double ria_seconds(void);

/* The path of this program's file. False with errno. */
enum { RIA_PROGRAM_SIZE = 4096 };
bool ria_program_path(char path[RIA_PROGRAM_SIZE]);

/* A process for good: host and boot tell the machine, `start` (ticks since the boot) the process.
 */
typedef struct {
  char host[65];
  char boot[9]; /* the first part of the kernel's boot id */
  pid_t pid;
  unsigned long long start;
} ria_process;

/* The process of this machine with that pid. Errors: RIA_ERROR_IO (there is none). */
ria_status ria_process_find(ria_process *process, pid_t pid);

typedef enum {
  RIA_PROCESS_ALIVE,
  RIA_PROCESS_GONE,
  RIA_PROCESS_ELSEWHERE /* on another host, where we cannot look */
} ria_process_state;

ria_process_state ria_process_look(const ria_process *process);

/* As one word, `pid.start.boot@host`, and back; false if the text is not one. */
void ria_process_write(const ria_process *process, char *text, size_t size);
bool ria_process_read(ria_process *process, const char *text);

/* What a program left behind. */
typedef struct {
  char *output; /* standard output, ended by NUL; owned, free() it */
  char *error;  /* standard error; owned */
  int code;     /* exit code, 128 + n after signal n, 127 if it cannot be run */
} ria_capture;

/* Run a program to its end, at most `patience` seconds, and take its output. `environment`: ended
 * by NULL, NULL for our own. Outputs are cut at 64 MiB. Errors: RIA_ERROR_IO (no process; too
 * slow: it is killed), RIA_ERROR_MEMORY. A failing program is not an error here.
 * On success ria_capture_free frees what was taken. */
ria_status ria_capture_run(ria_capture *capture, char *const argv[], char *const environment[],
                           double patience);
void ria_capture_free(ria_capture *capture);

/* Our environment without the variables that begin so, plus additions (`NAME=value`, ended by NULL,
 * NULL: none), which replace what is there. `without`: ended by NULL. */
void ria_environment(ria_words *environment, const char *const *without,
                     const char *const *additions);

#endif
