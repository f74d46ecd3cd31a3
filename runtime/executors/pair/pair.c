/* Two stages of a step in one launch of a GPU: the sweeps along x and y of a split scheme, in one
 * pass over memory. */
#include <string.h>
#include "program/simulation.h"

enum { MOST_STAGES = 32 };

/* What such a launch needs of the domain's sides: each is one segment, of a kernel that it knows.
 */
static bool sides_fit(const ria_model *m, const char *const *known) {
  int segments[RIA_PLANE_SIDES] = {0};
  for (int i = 0; i < m->segments; i++) {
    const char *const *name = known;
    while (*name && strcmp(*name, m->segment[i].kernel->name))
      name++;
    if (!*name || m->segment[i].side >= RIA_PLANE_SIDES || ++segments[m->segment[i].side] > 1)
      return false;
  }
  return m->segments == RIA_PLANE_SIDES;
}

/* Whether one launch makes a stage and the next. Swept layers go by single stages. */
static bool is_pair(const ria_simulation *s, int stage) {
  const ria_model *m = &s->model;
  if (!s->on_device || s->beside || s->swept.layers || stage + 1 >= m->stages ||
      stage >= MOST_STAGES)
    return false;
  const ria_implementation *one = s->stage_implementation[stage];
  const ria_stage *this = &m->stage[stage], *next = &m->stage[stage + 1];
  return one->pair && !strcmp(one->pair, next->kernel->name) && one->device_pair[m->precision] &&
         !strcmp(one->strategy, s->stage_implementation[stage + 1]->strategy) &&
         this->switches == next->switches && sides_fit(m, one->pair_edges);
}

void ria_pairs_choose(ria_simulation *s) {
  s->paired = 0;
  s->applications = 0;
  for (int stage = 0; stage < s->model.stages; stage++) {
    s->applications++;
    if (is_pair(s, stage))
      s->paired |= 1u << stage++;
  }
}

int ria_simulation_passes(const ria_simulation *s) {
  return s->applications;
}
