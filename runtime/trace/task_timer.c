#include "task_timer.h"
#include <math.h>
#include "access/simulation.h"

/* On a GPU the first tasks are all timed, then as many as cost half a percent of the time. */
enum { FIRST_TASKS = 16, MOST_TASKS_A_SAMPLE = 127 };
static const double seconds_a_sample = 3e-3;

static void add_part(trace_record *trace, const task_parts *parts, trace_kind kind, double begin,
                     double end) {
  trace_add(trace, &(trace_event){.begin = begin,
                                  .end = end,
                                  .step = parts->step,
                                  .steps = parts->steps,
                                  .tile = parts->tile,
                                  .edge = parts->edge,
                                  .kind = kind});
}

/* Time of so many tasks, estimated from a timed one. A timed task may be an outlier, for example if
 * it waited for a driver: the estimate is limited to the elapsed time. */
static double count_of(int64_t tasks, double seconds_each, double passed) {
  double all = (double)tasks * seconds_each, most = fmax(passed, 0);
  return all > most ? most / seconds_each : (double)tasks;
}

void worker_times_add(worker_times *times, trace_record *trace, const task_parts *parts,
                      const double at[TIMER_MARKS], int64_t others) {
  double whole = at[TIMER_PACKED] - at[TIMER_BEGAN];
  double count = 1 + (others ? count_of(others, whole, at[TIMER_BEGAN] - times->last_end) : 0);
  double packing = at[TIMER_UNPACKED] - at[TIMER_BEGAN] + at[TIMER_PACKED] - at[TIMER_WORKED];
  if (parts->works) {
    times->last_work = at[TIMER_WORKED] - at[TIMER_UNPACKED];
    times->last_packing = packing;
    times->last_end = at[TIMER_PACKED];
    times->work += count * times->last_work;
  }
  times->packing += count * packing;
  if (!trace)
    return;
  if (parts->unpacks)
    add_part(trace, parts, TRACE_UNPACK, at[TIMER_BEGAN], at[TIMER_UNPACKED]);
  if (parts->works)
    add_part(trace, parts, TRACE_WORK, at[TIMER_UNPACKED], at[TIMER_WORKED]);
  if (parts->packs)
    add_part(trace, parts, TRACE_PACK, at[TIMER_WORKED], at[TIMER_PACKED]);
}

void worker_times_sum(const worker_times *t, double now, double *work, double *packing) {
  double each = t->last_work + t->last_packing;
  double count = t->since ? count_of(t->since, each, now - t->last_end) : 0;
  *work = t->work + count * t->last_work;
  *packing = t->packing + count * t->last_packing;
}

static bool is_sampled(const worker_times *times) {
  return times->tasks <= FIRST_TASKS || times->since >= times->every;
}

/* An odd number has no factor in common with the usual lengths of windows, whose tasks differ. */
void worker_times_pace(worker_times *times, double seconds_a_task) {
  double every = seconds_a_sample / fmax(seconds_a_task, 1e-6);
  times->every = every < MOST_TASKS_A_SAMPLE ? (int64_t)every | 1 : MOST_TASKS_A_SAMPLE;
}

/* StarPU uses another clock: convert by the age of the event, which is the same on both. */
static double starpu_time(const struct timespec *t) {
  double ago = 1e-6 * starpu_timing_now() - ((double)t->tv_sec + 1e-9 * (double)t->tv_nsec);
  return ria_seconds() - ago;
}

/* Time in which StarPU fetched the task's data to the GPU, before the task began. */
static void add_fetch(task_timer *t) {
  const struct starpu_task *task = starpu_task_get_current();
  const struct starpu_profiling_task_info *info = task ? task->profiling_info : NULL;
  if (info && t->parts.unpacks)
    add_part(t->trace, &t->parts, TRACE_FETCH, starpu_time(&info->acquire_data_start_time),
             starpu_time(&info->acquire_data_end_time));
}

void task_timer_begin(task_timer *t, const ria_simulation *s, const tile_data *tile,
                      const task_parts *parts, void *stream) {
  worker_times *times = &s->worker_times[starpu_worker_get_id()];
  *t = (task_timer){.simulation = s,
                    .trace = trace_wants(s->trace, parts->step) ? s->trace : NULL,
                    .times = times,
                    .parts = *parts,
                    .stream = stream,
                    .on_device = stream != NULL};
  t->parts.tile = (int)tile->number;
  t->parts.edge = tile->boundary_tile;
  if (s->trace)
    trace_reach(s->trace, parts->step);
  /* A task without work, such as one submitted after the end, does not represent others. */
  times->tasks += parts->works;
  times->since += parts->works;
  if (!t->on_device) {
    t->timed = true;
    times->since = 0;
    t->at[TIMER_BEGAN] = ria_seconds();
    return;
  }
  device_clock_read(times, false);
  if (t->trace)
    add_fetch(t);
  t->timed =
      (t->trace || (parts->works && is_sampled(times))) &&
      device_clock_begin(times, t->trace, &t->parts, parts->works ? times->since - 1 : 0, stream);
  if (t->timed && parts->works)
    times->since = 0;
}

void task_timer_mark(task_timer *t, int mark) {
  if (!t->timed)
    return;
  if (t->on_device) {
    device_clock_mark(t->times->device, mark, t->stream);
    return;
  }
  t->at[mark] = ria_seconds();
  if (mark == TIMER_PACKED)
    worker_times_add(t->times, t->trace, &t->parts, t->at, 0);
}
