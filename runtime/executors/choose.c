#include "executor.h"
#include <stdlib.h>

/* In order of preference: first those that a model requests, then the fastest that fits. */
static const tile_executor *const executors[] = {
    &program_executor,    &spe_executor,  &line_executor,      &swept_executor, &loop_executor,
    &many_steps_executor, &pair_executor, &wavefront_executor, &steps_executor};

enum { EXECUTORS = sizeof executors / sizeof *executors };

static void take(ria_simulation *s, const tile_executor *executor) {
  s->executor = executor;
  s->traits = executor->traits;
}

/* Trackers run at the end of a whole step of a tile, in work_step_end(). */
static ria_status refuse_to_track(const ria_simulation *s) {
  const bool program = s->model.program;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "'%s' is updated after every step, which %s cannot do; %s",
                  s->model.tracked[0].quantity.name, program ? "a program" : "this target",
                  program ? "have the program compute it" : "use the target cpu or cuda");
}

/* Sections are measured where stages are applied, in work_stage(). */
static ria_status refuse_sections(const ria_simulation *s) {
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "sections are measured in every step, which %s cannot do; use the target cpu or "
                  "cuda, and time_tiling.scheme classic or expansion",
                  s->model.program ? "a program" : "this target or time tiling");
}

ria_status executor_ask(ria_simulation *s) {
  take(s, &steps_executor);
  for (int i = 0; i < EXECUTORS; i++) {
    bool asked = false;
    if (executors[i]->ask)
      RIA_TRY(executors[i]->ask(s, &asked));
    if (asked)
      take(s, executors[i]);
  }
  if (s->model.trackers && !s->traits.tracks)
    return refuse_to_track(s);
  if (s->model.sections && !s->traits.carries_riders)
    return refuse_sections(s);
  return RIA_SUCCESS;
}

/* Ask all of them, because each one checks the model's requests and may reject them. */
ria_status executor_choose(ria_simulation *s) {
  for (int i = 0; i < EXECUTORS; i++) {
    bool fits = false;
    if (executors[i]->fits)
      RIA_TRY(executors[i]->fits(s, &fits));
    if (fits && s->executor == &steps_executor &&
        (executors[i]->traits.tracks || !s->model.trackers) &&
        (executors[i]->traits.carries_riders || !s->model.sections))
      take(s, executors[i]);
  }
  return RIA_SUCCESS;
}

void executor_leave(ria_simulation *s) {
  const tile_executor *e = s->executor;
  for (int i = 0; i < s->tiles && s->tile; i++) {
    tile_data *tile = &s->tile[i];
    if (tile->executor_data && e->destroy_tile)
      e->destroy_tile(s, tile);
    free(tile->executor_data);
    tile->executor_data = NULL;
  }
  if (s->executor_data && e->destroy)
    e->destroy(s);
  free(s->executor_data);
  s->executor_data = NULL;
  take(s, &steps_executor);
  s->joined = 0;
  s->applications = s->model.stages;
}

void executor_invalidate(const ria_simulation *s, tile_data *tile) {
  if (s->executor->invalidate)
    s->executor->invalidate(tile);
}
