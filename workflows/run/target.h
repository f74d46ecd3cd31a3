/** \file
 * What a run reports of its target and of how its steps are made.
 */
#ifndef RUN_TARGET_H
#define RUN_TARGET_H

#include "ria/case.h"
#include "log.h"

/** One line for the user: the target and the reason. `asked`: the target as in the case. */
void run_target_describe(const ria_runtime *runtime, const char *asked, const char *taken,
                         char *text, size_t size);

/** What has been reported about how steps are made. */
typedef struct {
  bool missing, limit;
} run_target_reported;

/** Report once each: that a GPU lacks the memory to make many steps per launch; what
 * limits the time step, if the solver says so. Without a log, nothing is reported. */
void run_target_note(const ria_case *the_case, const ria_simulation *simulation, run_log *log,
                     run_target_reported *reported);

#endif
