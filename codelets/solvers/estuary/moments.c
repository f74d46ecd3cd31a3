/* Actions of the estuary between two steps: each part has its own times. */
#include "estuary.h"
#include <math.h>

/* A part of the estuary's moments. Functions and times are those of ria_moments; `keep` is in the
 * instance. */
typedef struct {
  bool (*has)(const estuary *e);
  /* The first time after t; INFINITY if there is none. */
  double (*next)(const estuary *e, double t);
  ria_status (*begin)(estuary *e, ria_simulation *simulation, double t);
  ria_status (*act)(estuary *e, ria_simulation *simulation, double t);
} part;

static bool has_weather(const estuary *e) {
  return e->weather;
}
static bool has_radar(const estuary *e) {
  return e->radar;
}
static bool has_gates(const estuary *e) {
  return estuary_has_gates(e->own);
}
static bool has_pipes(const estuary *e) {
  return e->pipes;
}

/* In the order in which parts with the same time act. */
static const part parts[] = {
    {has_weather, estuary_weather_next, estuary_weather_begin, estuary_weather_act},
    {has_radar, estuary_radar_next, estuary_radar_act, estuary_radar_act},
    {has_gates, estuary_next_works, estuary_begin_gates, estuary_move_gates},
    {has_pipes, estuary_next_works, estuary_begin_pipes, estuary_move_pipes}};
enum { PARTS = sizeof parts / sizeof *parts };

static double next(void *context, double t) {
  double first = INFINITY;
  for (int i = 0; i < PARTS; i++)
    if (parts[i].has(context))
      first = fmin(first, parts[i].next(context, t));
  return first;
}

static ria_status begin(void *context, ria_simulation *simulation, double t) {
  for (int i = 0; i < PARTS; i++)
    if (parts[i].has(context))
      RIA_TRY(parts[i].begin(context, simulation, t));
  return RIA_SUCCESS;
}

static ria_status act(void *context, ria_simulation *simulation, double t) {
  const double before = nextafter(t, -INFINITY);
  for (int i = 0; i < PARTS; i++)
    if (parts[i].has(context) && parts[i].next(context, before) == t)
      RIA_TRY(parts[i].act(context, simulation, t));
  return RIA_SUCCESS;
}

void estuary_moments(const estuary *e, ria_model *model) {
  bool some = false;
  for (int i = 0; i < PARTS; i++)
    some |= parts[i].has(e);
  if (some)
    model->moments = (ria_moments){.next = next,
                                   .begin = begin,
                                   .act = act,
                                   .kept = estuary_gates_kept(e->own) + estuary_pipes_kept(e),
                                   .keep = e->keep};
}
