/** \file
 * `ria run` of a workflow.
 */
#ifndef ENGINE_COMMAND_H
#define ENGINE_COMMAND_H

/** The argument that is a workflow's file; NULL: there is none. */
const char *engine_command_file(int argc, char **argv);

/** Run it and report errors; returns the exit code. */
int engine_command(int argc, char **argv);

#endif
