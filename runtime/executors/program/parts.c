/* The time that the parts of a step take. */
#include "program.h"

void ria_part_begin(ria_part_clock *c, const ria_group_work *g) {
  c->on = g->s->model.program->parts > 0 && !g->work.device;
  c->part = 0;
  if (c->on)
    c->since = ria_seconds();
}

void ria_part_change(ria_part_clock *c, int part) {
  const double now = ria_seconds();
  c->seconds[c->part] += now - c->since;
  c->since = now;
  c->part = part;
}

void ria_part_end(ria_part_clock *c) {
  if (c->on)
    ria_part_change(c, 0);
  c->on = false;
}

ria_status ria_simulation_parts(const ria_simulation *s, ria_part_times *times) {
  enum { GROUPS = RIA_PROGRAM_PARTS, ON_DEVICE, SUMS };
  const ria_program *p = s->model.program;
  double sum[SUMS] = {[GROUPS] = s->groups};
  *times = (ria_part_times){.known = false};
  if (!p || !p->parts)
    return RIA_SUCCESS;
  for (int g = 0; g < s->groups; g++) {
    sum[ON_DEVICE] += ria_place_on_device(&s->tile[s->group[g].first].place);
    for (int i = 0; i < p->parts; i++)
      sum[i] += ria_program_of(s)->group[g].clock.seconds[1 + i];
  }
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, sum, SUMS, MPI_DOUBLE, MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the times of the parts of a step");
  times->known = !(sum[ON_DEVICE] > 0);
  for (int i = 0; i < p->parts; i++)
    times->seconds[i] = sum[i] / sum[GROUPS];
  return RIA_SUCCESS;
}
