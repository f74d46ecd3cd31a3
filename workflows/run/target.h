/** \file
 * Messages of a run about its target and the computation of its steps.
 */
#ifndef RUN_TARGET_H
#define RUN_TARGET_H

#include "ria/case.h"
#include "log.h"

/** One line for the user: the target and the reason. `asked`: the target as in the case. */
void run_target_describe(const ria_runtime *runtime, const char *asked, const char *taken,
                         char *text, size_t size);

/** Messages that have been logged. */
typedef struct {
  bool missing, limit;
} run_target_reported;

/** Log once each: that a GPU lacks the memory for many steps per launch; the limit of the time
 * step, if the solver names it. Without a log, do nothing. */
void run_target_note(const ria_case *the_case, const ria_simulation *simulation, run_log *log,
                     run_target_reported *reported);

#endif
