#include "executor.h"
#include <stdlib.h>

/* In order of preference: those that a model asks for, then what is fastest where it fits. */
static const ria_executor *const executors[] = {
    &ria_program_executor, &ria_spe_executor,       &ria_line_executor,
    &ria_swept_executor,   &ria_loop_executor,      &ria_many_steps_executor,
    &ria_pair_executor,    &ria_wavefront_executor, &ria_steps_executor};

enum { EXECUTORS = sizeof executors / sizeof *executors };

ria_status ria_executor_ask(ria_simulation *s) {
  for (int i = 0; i < EXECUTORS; i++) {
    bool asked = false;
    if (executors[i]->ask)
      RIA_TRY(executors[i]->ask(s, &asked));
    if (asked)
      s->executor = executors[i];
  }
  return RIA_SUCCESS;
}

/* All are tried, because they refuse what the model asks for in vain. */
ria_status ria_executor_choose(ria_simulation *s) {
  for (int i = 0; i < EXECUTORS; i++) {
    bool fits = false;
    if (executors[i]->fits)
      RIA_TRY(executors[i]->fits(s, &fits));
    if (fits && s->executor == &ria_steps_executor)
      s->executor = executors[i];
  }
  return RIA_SUCCESS;
}

void ria_executor_leave(ria_simulation *s) {
  const ria_executor *e = s->executor;
  for (int i = 0; i < s->tiles && s->tile; i++) {
    ria_tile *tile = &s->tile[i];
    if (tile->executor_data && e->destroy_tile)
      e->destroy_tile(s, tile);
    free(tile->executor_data);
    tile->executor_data = NULL;
  }
  if (s->executor_data && e->destroy)
    e->destroy(s);
  free(s->executor_data);
  s->executor_data = NULL;
  s->executor = &ria_steps_executor;
  s->joined = 0;
  s->applications = s->model.stages;
}

void ria_executor_invalidate(const ria_simulation *s, ria_tile *tile) {
  if (s->executor->invalidate)
    s->executor->invalidate(tile);
}
