/* Times on a GPU: marks on its stream, read when it has passed them, in the host's time. */
#include <stdlib.h>
#include "program/simulation.h"
#include "trace/task_timer.h"

/* Tasks whose marks the device has not passed: more than StarPU ever has on a stream. */
enum { UNDER_WAY = 32 };

/* A mark tells the time since another one, in floats of milliseconds: after so many seconds the
 * next one takes over, so that microseconds stay what they are. */
static const double base_lasts = 1;

typedef struct {
  ria_task_parts parts;
  ria_trace *trace;
  int64_t others;
  ria_device_mark mark[RIA_MARKS];
} span;

struct ria_device_clock {
  ria_device_mark base;
  double base_time; /* when the device passed it, ria_seconds() */
  span span[UNDER_WAY];
  int first, count;
};

static bool create_marks(ria_device_clock *clock) {
  bool good = !ria_device_mark_create(&clock->base);
  for (int i = 0; i < UNDER_WAY; i++)
    for (int m = 0; m < RIA_MARKS; m++)
      good = good && !ria_device_mark_create(&clock->span[i].mark[m]);
  return good;
}

/* What was on the stream before is waited for: the host looks at its clock as the device passes the
 * mark. Once a run. */
static bool set(ria_device_clock *clock, void *stream) {
  for (int i = 0; i < 2; i++) /* the first one may wait for long, and wake up late */
    if (ria_device_mark_record(clock->base, stream) || ria_device_mark_wait(clock->base))
      return false;
  clock->base_time = ria_seconds();
  return true;
}

static ria_device_clock *create(void *stream) {
  ria_device_clock *clock = calloc(1, sizeof *clock);
  if (clock && create_marks(clock) && set(clock, stream))
    return clock;
  ria_device_clock_destroy(clock);
  return NULL;
}

void ria_device_clock_destroy(ria_device_clock *clock) {
  if (!clock)
    return;
  ria_device_mark_destroy(clock->base);
  for (int i = 0; i < UNDER_WAY; i++)
    for (int m = 0; m < RIA_MARKS; m++)
      ria_device_mark_destroy(clock->span[i].mark[m]);
  free(clock);
}

static void rebase(ria_device_clock *clock, span *s, double time) {
  ria_device_mark last = s->mark[RIA_PACKED];
  s->mark[RIA_PACKED] = clock->base;
  clock->base = last;
  clock->base_time = time;
}

static void enter(ria_worker_times *times, span *s) {
  ria_device_clock *clock = times->device;
  double at[RIA_MARKS];
  for (int m = 0; m < RIA_MARKS; m++)
    at[m] = clock->base_time + ria_device_mark_seconds(clock->base, s->mark[m]);
  ria_worker_times_add(times, s->trace, &s->parts, at, s->others);
  if (s->parts.works)
    ria_worker_times_pace(times, at[RIA_PACKED] - at[RIA_BEGAN]);
  if (at[RIA_PACKED] - clock->base_time > base_lasts)
    rebase(clock, s, at[RIA_PACKED]);
}

void ria_device_clock_read(ria_worker_times *times, bool wait) {
  ria_device_clock *clock = times->device;
  while (clock && clock->count) {
    span *oldest = &clock->span[clock->first];
    if (wait ? ria_device_mark_wait(oldest->mark[RIA_PACKED])
             : !ria_device_mark_passed(oldest->mark[RIA_PACKED]))
      return;
    enter(times, oldest);
    clock->first = (clock->first + 1) % UNDER_WAY;
    clock->count--;
  }
}

bool ria_device_clock_begin(ria_worker_times *times, ria_trace *trace, const ria_task_parts *parts,
                            int64_t others, void *stream) {
  if (!times->device && !(times->device = create(stream)))
    return false;
  ria_device_clock *clock = times->device;
  if (clock->count == UNDER_WAY)
    return false;
  span *s = &clock->span[(clock->first + clock->count) % UNDER_WAY];
  s->parts = *parts;
  s->trace = trace;
  s->others = others;
  clock->count++;
  return !ria_device_mark_record(s->mark[RIA_BEGAN], stream);
}

void ria_device_clock_mark(ria_device_clock *clock, int mark, void *stream) {
  const span *s = &clock->span[(clock->first + clock->count - 1) % UNDER_WAY];
  ria_device_mark_record(s->mark[mark], stream);
}
