/** \file
 * Signals that make a run write a checkpoint and end.
 */
#ifndef RUN_SIGNALS_H
#define RUN_SIGNALS_H

#include <stdbool.h>

/** Block SIGINT, SIGTERM, SIGUSR1 and SIGHUP until run_signals_catch(), or until ria_launch_local()
 * forwards them to its ranks: a signal at the start of a run must not kill it. */
void run_signals_hold(void);
/** Catch SIGINT, SIGTERM, SIGUSR1 and SIGHUP from now on, including pending ones. SIGHUP stays
 * ignored if it is ignored (nohup), and a second SIGINT ends the process at once. */
void run_signals_catch(void);
/** Whether a signal came. */
bool run_signals_came(void);

#endif
