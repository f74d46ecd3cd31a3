/** \file
 * Chooses the faster of two ways that give the same result, by timing both. The trial is repeated
 * as long as it costs very little, because the answer may change.
 */
#ifndef EXECUTORS_MANY_STEPS_TRIAL_H
#define EXECUTORS_MANY_STEPS_TRIAL_H

#include <stdbool.h>

enum { TRIAL_WAYS = 2 };

/** Initially all 0. */
typedef struct {
  double seconds[TRIAL_WAYS]; /**< time of a turn of each way in the last trial */
  int tried[TRIAL_WAYS]; /**< the first turn of a trial is not timed, because it includes work that
                            is needed only after a turn of the other way */
  double left;           /**< turns until the next trial of both ways */
} timing_trial;

/** The way of the next turn, 0 or 1, and whether to time it: then call trial_note() before the next
 * trial_next(), otherwise the turn does not count. A turn that is not `whole` is never timed. */
int trial_next(timing_trial *trial, bool whole, bool *timed);

/** Report the time of a whole turn of a way. Turns of both ways must do equal work, or their times
 * must be scaled to equal work. */
void trial_note(timing_trial *trial, int way, double seconds);

#endif
