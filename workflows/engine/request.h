/** \file
 * `ria cancel` and `ria retry`: asked of the engine, or done where none runs. */
#ifndef RIA_ENGINE_REQUEST_H
#define RIA_ENGINE_REQUEST_H

/** `verb`: "cancel" or "retry", which is also the command's name. Returns the exit code. */
int request_command(const char *verb, int argc, char **argv);

#endif
