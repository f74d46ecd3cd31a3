/* What the estuary does between two steps: each part has its own times. */
#include "estuary.h"
#include <math.h>

/* A part of the estuary's moments. Functions and times are those of ria_moments; `keep` lies in the
 * instance. */
typedef struct {
  /* The first time after t; INFINITY: there is none. */
  double (*next)(const estuary *e, double t);
  ria_status (*begin)(estuary *e, ria_simulation *simulation, double t);
  ria_status (*act)(estuary *e, ria_simulation *simulation, double t);
} part;

/* In the order in which those of one time act. */
static const part parts[] = {{estuary_next_works, estuary_begin_gates, estuary_move_gates},
                             {estuary_next_works, estuary_begin_pipes, estuary_move_pipes}};
enum { PARTS = sizeof parts / sizeof *parts };

static double next(void *context, double t) {
  double first = INFINITY;
  for (int i = 0; i < PARTS; i++)
    if (parts[i].next)
      first = fmin(first, parts[i].next(context, t));
  return first;
}

static ria_status begin(void *context, ria_simulation *simulation, double t) {
  for (int i = 0; i < PARTS; i++)
    if (parts[i].begin)
      RIA_TRY(parts[i].begin(context, simulation, t));
  return RIA_SUCCESS;
}

static ria_status act(void *context, ria_simulation *simulation, double t) {
  const double before = nextafter(t, -INFINITY);
  for (int i = 0; i < PARTS; i++)
    if (parts[i].next && parts[i].next(context, before) == t)
      RIA_TRY(parts[i].act(context, simulation, t));
  return RIA_SUCCESS;
}

void estuary_moments(const estuary *e, ria_model *model) {
  if (!isfinite(next((void *)e, -INFINITY)))
    return;
  model->moments = (ria_moments){.next = next,
                                 .begin = begin,
                                 .act = act,
                                 .kept = estuary_gates_kept(e->own) + estuary_pipes_kept(e->own),
                                 .keep = e->keep};
}
