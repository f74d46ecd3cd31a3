/** \file
 * Signals that make a run write a checkpoint and end.
 */
#ifndef RIA_RUN_SIGNALS_H
#define RIA_RUN_SIGNALS_H

#include <stdbool.h>

/** Catch SIGINT, SIGTERM, SIGUSR1 and SIGHUP from now on. SIGHUP stays ignored if it is ignored
 * (nohup), and a second SIGINT ends the process at once. */
void run_signals_catch(void);
/** Whether one came. */
bool run_signals_came(void);

#endif
