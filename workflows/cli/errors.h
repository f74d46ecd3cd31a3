/** \file
 * How commands report errors: on standard error, or with --json (or RIA_JSON=1) as one JSON object
 * on standard output, printed when the command ends:
 * {"command": "status", "exit_code": 2, "errors": [{"line": 0, "column": 0, "text": "..."}]}
 */
#ifndef CLI_ERRORS_H
#define CLI_ERRORS_H

#include "ria/case.h"

/** Before the command starts: find out whether its errors are JSON. Words after "--" are ignored.
 * `ria run` ignores RIA_JSON because a case does not read the environment. */
void command_errors_begin(int argc, char *const argv[]);
/** Report errors as JSON from now on: a workflow runs with RIA_JSON=1. */
void command_errors_as_json(void);

/** Report an error: "ria COMMAND: sentence". The format gives the sentence, without a line break.
 * `command` NULL: an error of `ria` itself. */
void command_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Report a word that getopt_long() refused. Returns CLI_EXIT_ERROR. */
int command_error_option(const char *command, const char *word);

/** Report a finding, which names its place in the file. */
void command_error_finding(const ria_case_error *finding);

/** Print the warnings of a case that has errors, because a warning may explain an error. Similar
 * warnings are printed once. They are not added to the JSON. */
void command_warn_findings(const ria_case_errors *warnings);

/** Add an error to the JSON only: it was already printed on standard error. */
void command_error_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print the JSON now, before the process ends without returning an exit code. */
void command_errors_flush(int code);

/** After the command: print the JSON and check standard output. Returns `code`, or CLI_EXIT_ERROR
 * if standard output could not be written. */
int command_errors_end(int code);

#endif
