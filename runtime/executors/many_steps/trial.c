#include "trial.h"
#include <math.h>

/* Consecutive turns of a way before its time counts; turns between two trials, at least; and the
 * largest share of the time that trials may cost. */
enum { TRIES = 2, LEAST_TURNS = 128 };
static const double share = 0.005, most_turns = 1e6;

static int faster(const timing_trial *t) {
  return t->seconds[1] > 0 && (!(t->seconds[0] > 0) || t->seconds[1] < t->seconds[0]);
}

int trial_next(timing_trial *t, bool whole, bool *timed) {
  const int best = faster(t);
  *timed = false;
  if (!whole)
    return best;
  if (t->tried[0] >= TRIES && t->tried[1] >= TRIES && --t->left < 0)
    t->tried[0] = t->tried[1] = 0;
  const int way = t->tried[0] < TRIES ? 0 : 1;
  if (t->tried[way] >= TRIES)
    return best;
  *timed = true;
  return way;
}

void trial_note(timing_trial *t, int way, double seconds) {
  if (t->tried[way]++)
    t->seconds[way] = seconds;
  if (t->tried[0] < TRIES || t->tried[1] < TRIES)
    return;
  const double best = fmin(t->seconds[0], t->seconds[1]);
  const double other = fmax(t->seconds[0], t->seconds[1]);
  const double cost = TRIES * (other - best) / fmax(best, 1e-9);
  t->left = fmin(fmax(cost / share, LEAST_TURNS), most_turns);
}
