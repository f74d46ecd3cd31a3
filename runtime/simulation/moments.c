/* Moments of a model: its actions between two steps. */
#include <math.h>
#include "simulation.h"

/* A moment exactly at t runs when steps go on. */
static ria_status begin(ria_simulation *s, double t) {
  const ria_moments *m = &s->model.moments;
  s->moments_begun = true;
  s->next_moment = m->next ? m->next(s->model.context, nextafter(t, -INFINITY)) : INFINITY;
  return m->begin ? m->begin(s->model.context, s, t) : RIA_SUCCESS;
}

ria_status moments_act(ria_simulation *s) {
  const ria_moments *m = &s->model.moments;
  const double t = s->latest->now.time;
  if (!s->moments_begun)
    RIA_TRY(begin(s, t));
  if (t < s->next_moment)
    return RIA_SUCCESS;
  s->next_moment = m->next(s->model.context, t);
  return m->act ? m->act(s->model.context, s, t) : RIA_SUCCESS;
}
