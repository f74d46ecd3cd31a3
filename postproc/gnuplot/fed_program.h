/** \file
 * Private: runs a program such as gnuplot or ffmpeg. Its standard input is a stream, or a file that
 * is written before the program starts. No shell is involved. Its output is dropped, except for its
 * last error message.
 */
#ifndef GNUPLOT_POSTPROC_FED_PROGRAM_H
#define GNUPLOT_POSTPROC_FED_PROGRAM_H

#include <stdio.h>
#include <sys/types.h>
#include "ria/status.h"

typedef struct {
  /** Write here; after the program has ended, writing fails but raises no signal. NULL: the program
   * reads a file. */
  FILE *input;
  FILE *errors; /**< its standard error */
  pid_t process;
} gnuplot_fed_program;

/** Start `argument[0]`, found in PATH. `purpose` and `package` are for the message if it is not
 * installed. Errors: RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO, RIA_ERROR_MEMORY; then
 * there is nothing to end. */
ria_status gnuplot_fed_program_begin(gnuplot_fed_program *program, char *const argument[],
                                     const char *purpose, const char *package);
/** The same with the file descriptor `file` as standard input, from its current offset on. The
 * caller keeps `file`. */
ria_status gnuplot_fed_program_begin_on(gnuplot_fed_program *program, int file,
                                        char *const argument[], const char *purpose,
                                        const char *package);
/** Close the program's input, wait for its end, and free. RIA_SUCCESS if the program read
 * everything and returned 0; else RIA_ERROR_IO, and `why` holds its last message. */
ria_status gnuplot_fed_program_end(gnuplot_fed_program *program, char why[256]);

#endif
