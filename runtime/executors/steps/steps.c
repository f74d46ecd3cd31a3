#include "steps.h"

void ria_steps_advance(const ria_work *w, const ria_stretch *t) {
  bool filled = false;
  for (int i = 0; i < t->steps; i++) {
    const int number = t->first + i;
    filled = ria_work_step(w, number, t->reach - i, ria_work_forcing(w, number), filled,
                           i + 1 < t->steps ? ria_work_forcing(w, number + 1) : NULL);
  }
}

const ria_executor ria_steps_executor = {.host = true, .advance = ria_steps_advance};
