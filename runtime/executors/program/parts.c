/* Times of the parts of a step. */
#include "program.h"

void program_part_begin(program_part_clock *c, const ria_simulation *s, bool on_device) {
  c->on = s->model.program->parts > 0 && !on_device;
  c->part = 0;
  if (c->on)
    c->since = ria_seconds();
}

void program_part_change(program_part_clock *c, int part) {
  const double now = ria_seconds();
  c->seconds[c->part] += now - c->since;
  c->since = now;
  c->part = part;
}

void program_part_end(program_part_clock *c) {
  if (c->on)
    program_part_change(c, 0);
  c->on = false;
}

/* The time of the tasks of all ranks. */
typedef struct {
  double groups, beside;               /* number of groups, and of workers that compute operations
                                          aside */
  double devices;                      /* groups on devices */
  double of_group[RIA_PROGRAM_PARTS];  /* sums of seconds over the groups, */
  double of_beside[RIA_PROGRAM_PARTS]; /* and over those workers */
} sums;

static sums add_up(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  const int workers = s->runtime->workers;
  sums sum = {.groups = s->groups, .beside = s->tiles < workers ? s->tiles : workers};
  for (int g = 0; g < s->groups; g++)
    sum.devices += place_on_device(&s->tile[s->group[g].first].place);
  for (int i = 0; i < s->model.program->parts; i++) {
    for (int g = 0; g < s->groups; g++)
      sum.of_group[i] += m->group[g].clock.seconds[1 + i];
    for (int a = 0; a < m->asides; a++)
      for (int t = 0; t < s->tiles; t++)
        sum.of_beside[i] += m->aside[a].tile[t].clock.seconds[1 + i];
  }
  return sum;
}

/* Whether CPUs compute all operations of a part. */
static bool is_on_host(const ria_simulation *s, int part, bool devices) {
  const ria_program *p = s->model.program;
  bool on_host = true;
  for (int i = 0; i < p->ops && devices; i++)
    on_host &= p->op[i].part != 1 + part || (p->op[i].aside && program_of(s)->beside);
  return on_host;
}

ria_status ria_simulation_parts(const ria_simulation *s, ria_part_times *times) {
  const ria_program *p = s->model.program;
  *times = (ria_part_times){.seconds = {0}};
  if (!p || !p->parts)
    return RIA_SUCCESS;
  sums sum = add_up(s);
  if (s->runtime->ranks > 1 && MPI_Allreduce(MPI_IN_PLACE, &sum, sizeof sum / sizeof sum.groups,
                                             MPI_DOUBLE, MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the times of the parts of a step");
  for (int i = 0; i < p->parts; i++) {
    times->known[i] = is_on_host(s, i, sum.devices > 0);
    times->seconds[i] = sum.of_group[i] / sum.groups + sum.of_beside[i] / sum.beside;
  }
  return RIA_SUCCESS;
}
