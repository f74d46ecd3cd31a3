/** \file
 * The commands of `ria`. A file NAME.c in workflows/commands defines `const cli_command
 * command_NAME`, and CMake adds it to the table.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

/* Exit codes, documented in `ria --help` and the man page. */
enum {
  CLI_EXIT_SUCCESS = 0,    /**< done */
  CLI_EXIT_DIFFERENT = 1,  /**< `ria diff`: the files differ; `ria validate`: the case has errors */
  CLI_EXIT_ERROR = 2,      /**< an error, reported on standard error */
  CLI_EXIT_INTERRUPTED = 3 /**< stopped by a signal after a checkpoint */
};

typedef struct {
  const char *name;                  /**< as typed */
  const char *summary;               /**< one line, for the list of commands */
  const char *help;                  /**< the whole of `ria NAME --help`, usage line first */
  int (*run)(int argc, char **argv); /**< argv[0] is the command's name; returns the exit code */
  bool hidden;                       /**< for programs; not in the list of commands */
} cli_command;

extern const cli_command *const cli_commands[]; /**< NULL at the end */

#endif
