/* Times on a GPU, from marks on its stream that are read after the device has passed them,
 * converted to the host's time. */
#include <stdlib.h>
#include "device/device.h"
#include "task_timer.h"
#include "ria/processes.h"

/* Most pending tasks with marks: more than StarPU ever queues on a stream. */
enum { UNDER_WAY = 32 };

/* The time between two marks is a float in milliseconds: after this many seconds a new reference
 * mark is used, so that microseconds are still resolved. */
static const double base_lasts = 1;

typedef struct {
  task_parts parts;
  trace_record *trace;
  int64_t others;
  device_mark mark[TIMER_MARKS];
} span;

struct device_clock {
  device_mark base;
  double base_time; /* when the device passed it, ria_seconds() */
  span span[UNDER_WAY];
  int first, count;
};

static bool create_marks(device_clock *clock) {
  bool good = !device_mark_create(&clock->base);
  for (int i = 0; i < UNDER_WAY; i++)
    for (int m = 0; m < TIMER_MARKS; m++)
      good = good && !device_mark_create(&clock->span[i].mark[m]);
  return good;
}

/* Wait for the work on the stream, so that the host reads its clock when the device passes the
 * mark. Once a run. */
static bool set(device_clock *clock, void *stream) {
  for (int i = 0; i < 2; i++) /* the first wait may be long, and wake up late */
    if (device_mark_record(clock->base, stream) || device_mark_wait(clock->base))
      return false;
  clock->base_time = ria_seconds();
  return true;
}

static device_clock *create(void *stream) {
  device_clock *clock = calloc(1, sizeof *clock);
  if (clock && create_marks(clock) && set(clock, stream))
    return clock;
  device_clock_destroy(clock);
  return NULL;
}

void device_clock_destroy(device_clock *clock) {
  if (!clock)
    return;
  device_mark_destroy(clock->base);
  for (int i = 0; i < UNDER_WAY; i++)
    for (int m = 0; m < TIMER_MARKS; m++)
      device_mark_destroy(clock->span[i].mark[m]);
  free(clock);
}

static void rebase(device_clock *clock, span *s, double time) {
  device_mark last = s->mark[TIMER_PACKED];
  s->mark[TIMER_PACKED] = clock->base;
  clock->base = last;
  clock->base_time = time;
}

static void enter(worker_times *times, span *s) {
  device_clock *clock = times->device;
  double at[TIMER_MARKS];
  for (int m = 0; m < TIMER_MARKS; m++)
    at[m] = clock->base_time + device_mark_seconds(clock->base, s->mark[m]);
  worker_times_add(times, s->trace, &s->parts, at, s->others);
  if (s->parts.works)
    worker_times_pace(times, at[TIMER_PACKED] - at[TIMER_BEGAN]);
  if (at[TIMER_PACKED] - clock->base_time > base_lasts)
    rebase(clock, s, at[TIMER_PACKED]);
}

void device_clock_read(worker_times *times, bool wait) {
  device_clock *clock = times->device;
  while (clock && clock->count) {
    span *oldest = &clock->span[clock->first];
    if (wait ? device_mark_wait(oldest->mark[TIMER_PACKED])
             : !device_mark_passed(oldest->mark[TIMER_PACKED]))
      return;
    enter(times, oldest);
    clock->first = (clock->first + 1) % UNDER_WAY;
    clock->count--;
  }
}

bool device_clock_begin(worker_times *times, trace_record *trace, const task_parts *parts,
                        int64_t others, void *stream) {
  if (!times->device && !(times->device = create(stream)))
    return false;
  device_clock *clock = times->device;
  if (clock->count == UNDER_WAY)
    return false;
  span *s = &clock->span[(clock->first + clock->count) % UNDER_WAY];
  s->parts = *parts;
  s->trace = trace;
  s->others = others;
  clock->count++;
  return !device_mark_record(s->mark[TIMER_BEGAN], stream);
}

void device_clock_mark(device_clock *clock, int mark, void *stream) {
  const span *s = &clock->span[(clock->first + clock->count - 1) % UNDER_WAY];
  device_mark_record(s->mark[mark], stream);
}
