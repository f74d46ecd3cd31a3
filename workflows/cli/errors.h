/** \file
 * How commands tell of errors: on standard error, or with --json (or RIA_JSON=1) as one JSON object
 * on standard output, which is printed when the command ends:
 * {"command": "status", "exit_code": 2, "errors": [{"line": 0, "column": 0, "text": "..."}]}
 */
#ifndef RIA_CLI_ERRORS_H
#define RIA_CLI_ERRORS_H

#include "ria/case.h"

/** Before the command: whether its errors are to be JSON. Words behind "--" do not count, nor does
 * RIA_JSON for `ria run`: a case takes nothing from the environment. */
void command_errors_begin(int argc, char *const argv[]);
/** Errors are to be JSON from now on: a workflow was run with RIA_JSON=1. */
void command_errors_as_json(void);

/** Tell of an error: "ria COMMAND: sentence". The format gives the sentence, without a line break;
 * `command` NULL: of `ria` itself. */
void command_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Tell of a word that getopt_long() did not take. Returns RIA_EXIT_ERROR. */
int command_error_option(const char *command, const char *word);

/** Tell of a finding about a file, which names its place itself. */
void command_error_finding(const ria_case_error *finding);

/** The same as JSON alone, for an error that has been told on standard error already. */
void command_error_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print what is JSON now: before the process ends in another way than by its exit code. */
void command_errors_flush(int code);

/** After the command: prints what is JSON, and makes sure of standard output. Returns the exit
 * code: `code`, or RIA_EXIT_ERROR if something could not be written to standard output. */
int command_errors_end(int code);

#endif
