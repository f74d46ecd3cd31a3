/** \file
 * Private: a program of somebody else's that is fed through its standard input, such as gnuplot or
 * ffmpeg. No shell is involved. What it prints is dropped, but for what it says is wrong.
 */
#ifndef RIA_POSTPROC_FED_PROGRAM_H
#define RIA_POSTPROC_FED_PROGRAM_H

#include <stdio.h>
#include <sys/types.h>
#include "ria/status.h"

typedef struct {
  FILE *input; /**< write here; a program that ended early makes writing fail, and kills nobody */
  FILE *said;  /**< its standard error */
  pid_t process;
} ria_fed_program;

/** Start `argument[0]`, looked up in PATH. `purpose` and `package` are for the message where it is
 * not installed. Errors: RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO, RIA_ERROR_MEMORY:
 * nothing to end then. */
ria_status ria_fed_program_begin(ria_fed_program *program, char *const argument[],
                                 const char *purpose, const char *package);
/** Close its input, wait for it, and free. RIA_SUCCESS if it took all and returned 0; otherwise
 * RIA_ERROR_IO, and `why` holds the last line that it said. */
ria_status ria_fed_program_end(ria_fed_program *program, char why[256]);

#endif
