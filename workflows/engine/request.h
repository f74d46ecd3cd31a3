/** \file
 * `ria cancel` and `ria retry`: sent to the engine, or done here if none runs.
 */
#ifndef ENGINE_REQUEST_H
#define ENGINE_REQUEST_H

/** `verb`: "cancel" or "retry", also the command's name. Returns the exit code. */
int request_command(const char *verb, int argc, char **argv);

#endif
