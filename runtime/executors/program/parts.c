/* The time that the parts of a step take. */
#include "program.h"

void ria_part_begin(ria_part_clock *c, const ria_simulation *s, bool on_device) {
  c->on = s->model.program->parts > 0 && !on_device;
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

/* What this rank's tasks took for a part. */
static double seconds_of(const ria_simulation *s, int part) {
  const ria_program_memory *m = ria_program_of(s);
  double sum = 0;
  for (int g = 0; g < s->groups; g++)
    sum += m->group[g].clock.seconds[1 + part];
  for (int a = 0; a < m->asides; a++)
    for (int t = 0; t < s->tiles; t++)
      sum += m->aside[a].tile[t].clock.seconds[1 + part];
  return sum;
}

/* Whether all of a part is made by CPUs. */
static bool is_on_host(const ria_simulation *s, int part, bool devices) {
  const ria_program *p = s->model.program;
  bool on_host = true;
  for (int i = 0; i < p->ops && devices; i++)
    on_host &= p->op[i].part != 1 + part || (p->op[i].aside && ria_program_of(s)->beside);
  return on_host;
}

ria_status ria_simulation_parts(const ria_simulation *s, ria_part_times *times) {
  enum { GROUPS = RIA_PROGRAM_PARTS, ON_DEVICE, SUMS };
  const ria_program *p = s->model.program;
  double sum[SUMS] = {[GROUPS] = s->groups};
  *times = (ria_part_times){.seconds = {0}};
  if (!p || !p->parts)
    return RIA_SUCCESS;
  for (int g = 0; g < s->groups; g++)
    sum[ON_DEVICE] += ria_place_on_device(&s->tile[s->group[g].first].place);
  for (int i = 0; i < p->parts; i++)
    sum[i] = seconds_of(s, i);
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, sum, SUMS, MPI_DOUBLE, MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the times of the parts of a step");
  for (int i = 0; i < p->parts; i++) {
    times->known[i] = is_on_host(s, i, sum[ON_DEVICE] > 0);
    times->seconds[i] = sum[i] / sum[GROUPS];
  }
  return RIA_SUCCESS;
}
