#include "steps.h"

void steps_advance(const tile_work *w, const executor_stretch *t) {
  work_left left = {0};
  for (int i = 0; i < t->steps; i++) {
    const int number = t->first + i;
    work_step(w, number, t->reach - i, work_forcing(w, number), &left,
              i + 1 < t->steps ? work_forcing(w, number + 1) : NULL);
  }
}

const tile_executor steps_executor = {
    .traits = {.host = true, .tracks = true, .carries_riders = true}, .advance = steps_advance};
