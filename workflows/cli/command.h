/** \file
 * The commands of `ria`. A file NAME.c in workflows/commands defines `const ria_command
 * ria_command_NAME`, and CMake adds it to the table.
 */
#ifndef RIA_CLI_COMMAND_H
#define RIA_CLI_COMMAND_H

#include <stdbool.h>

/* Exit codes, documented in `ria --help` and the man page. */
enum {
  RIA_EXIT_SUCCESS = 0,    /**< done */
  RIA_EXIT_DIFFERENT = 1,  /**< `ria diff`: the files differ; `ria validate`: the case has errors */
  RIA_EXIT_ERROR = 2,      /**< an error, reported on standard error */
  RIA_EXIT_INTERRUPTED = 3 /**< stopped by a signal after a checkpoint */
};

typedef struct {
  const char *name;                  /**< as typed */
  const char *summary;               /**< one line, for the list of commands */
  const char *help;                  /**< the whole of `ria NAME --help`, usage line first */
  int (*run)(int argc, char **argv); /**< argv[0] is the command's name; returns the exit code */
  bool hidden;                       /**< for programs; not in the list of commands */
} ria_command;

extern const ria_command *const ria_commands[]; /**< NULL at the end */

#endif
