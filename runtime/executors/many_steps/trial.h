/** \file
 * Which of two ways of doing the same is the faster here and now: found out by trying both, and
 * tried again as long as that costs next to nothing, because it may change. */
#ifndef EXECUTORS_MANY_STEPS_TRIAL_H
#define EXECUTORS_MANY_STEPS_TRIAL_H

#include <stdbool.h>

enum { TRIAL_WAYS = 2 };

/** All 0 at first. */
typedef struct {
  double seconds[TRIAL_WAYS]; /**< of a turn of each way, when it was tried last */
  int tried[TRIAL_WAYS];      /**< the first turn of a trial does not count, and with it what is
                                       done only after another way's turn */
  double left;                /**< turns until both are tried again */
} timing_trial;

/** The way of the next turn, 0 or 1, and whether its time is wanted: then trial_note() is
 * called before the next trial_next(), or the turn does not count. A turn that is not `whole`
 * is never timed. */
int trial_next(timing_trial *trial, bool whole, bool *timed);

/** What a whole turn of a way took: turns of both ways are alike, or their times are made so. */
void trial_note(timing_trial *trial, int way, double seconds);

#endif
