#include "executor.h"

/* In order of preference: those that a model asks for, then what is fastest where it fits. */
static const ria_executor *const executors[] = {
    &ria_spe_executor,        &ria_line_executor, &ria_swept_executor, &ria_loop_executor,
    &ria_many_steps_executor, &ria_pair_executor, &ria_steps_executor};

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
  if (s->executor->destroy)
    s->executor->destroy(s);
  s->executor = &ria_steps_executor;
}

void ria_executor_invalidate(const ria_simulation *s, ria_tile *tile) {
  if (s->executor->invalidate)
    s->executor->invalidate(tile);
}
