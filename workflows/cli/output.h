/** \file
 * JSON output of commands.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <jansson.h>

/** Print JSON and a newline on standard output, and free it. Returns an exit code:
 * CLI_EXIT_ERROR if `json` is NULL or memory ran out. command_errors_end() reports an output that
 * cannot be written. */
int command_print_json(json_t *json);

#endif
