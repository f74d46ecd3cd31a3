#include "task_timer.h"
#include <math.h>
#include "program/simulation.h"

/* On a GPU all of the first tasks are timed, then as many as cost half a percent. */
enum { FIRST_TASKS = 16, MOST_TASKS_A_SAMPLE = 127 };
static const double seconds_a_sample = 3e-3;

static void add_part(ria_trace *trace, const ria_task_parts *parts, ria_trace_kind kind,
                     double begin, double end) {
  ria_trace_add(trace, &(ria_trace_event){.begin = begin,
                                          .end = end,
                                          .step = parts->step,
                                          .steps = parts->steps,
                                          .tile = parts->tile,
                                          .edge = parts->edge,
                                          .kind = kind});
}

/* What so many tasks count of a timed one. A timed task may be an exception, such as one that
 * waited for a driver: without a limit it would stand for more time than there was. */
static double count_of(int64_t tasks, double seconds_each, double passed) {
  double all = (double)tasks * seconds_each, most = fmax(passed, 0);
  return all > most ? most / seconds_each : (double)tasks;
}

void ria_worker_times_add(ria_worker_times *times, ria_trace *trace, const ria_task_parts *parts,
                          const double at[RIA_MARKS], int64_t others) {
  double whole = at[RIA_PACKED] - at[RIA_BEGAN];
  double count = 1 + (others ? count_of(others, whole, at[RIA_BEGAN] - times->last_end) : 0);
  double packing = at[RIA_UNPACKED] - at[RIA_BEGAN] + at[RIA_PACKED] - at[RIA_WORKED];
  if (parts->works) {
    times->last_work = at[RIA_WORKED] - at[RIA_UNPACKED];
    times->last_packing = packing;
    times->last_end = at[RIA_PACKED];
    times->work += count * times->last_work;
  }
  times->packing += count * packing;
  if (!trace)
    return;
  if (parts->unpacks)
    add_part(trace, parts, RIA_TRACE_UNPACK, at[RIA_BEGAN], at[RIA_UNPACKED]);
  if (parts->works)
    add_part(trace, parts, RIA_TRACE_WORK, at[RIA_UNPACKED], at[RIA_WORKED]);
  if (parts->packs)
    add_part(trace, parts, RIA_TRACE_PACK, at[RIA_WORKED], at[RIA_PACKED]);
}

void ria_worker_times_sum(const ria_worker_times *t, double now, double *work, double *packing) {
  double each = t->last_work + t->last_packing;
  double count = t->since ? count_of(t->since, each, now - t->last_end) : 0;
  *work = t->work + count * t->last_work;
  *packing = t->packing + count * t->last_packing;
}

static bool is_sampled(const ria_worker_times *times) {
  return times->tasks <= FIRST_TASKS || times->since >= times->every;
}

/* An odd number has no factor in common with the usual lengths of windows, whose tasks differ. */
void ria_worker_times_pace(ria_worker_times *times, double seconds_a_task) {
  double every = seconds_a_sample / fmax(seconds_a_task, 1e-6);
  times->every = every < MOST_TASKS_A_SAMPLE ? (int64_t)every | 1 : MOST_TASKS_A_SAMPLE;
}

/* StarPU's clock is another: how long ago it was is the same on both. */
static double starpu_time(const struct timespec *t) {
  double ago = 1e-6 * starpu_timing_now() - ((double)t->tv_sec + 1e-9 * (double)t->tv_nsec);
  return ria_seconds() - ago;
}

/* The data of the task on its way to the GPU, which StarPU has seen to before it begins. */
static void add_fetch(ria_task_timer *t) {
  const struct starpu_task *task = starpu_task_get_current();
  const struct starpu_profiling_task_info *info = task ? task->profiling_info : NULL;
  if (info && t->parts.unpacks)
    add_part(t->trace, &t->parts, RIA_TRACE_FETCH, starpu_time(&info->acquire_data_start_time),
             starpu_time(&info->acquire_data_end_time));
}

void ria_task_timer_begin(ria_task_timer *t, const ria_simulation *s, const ria_tile *tile,
                          const ria_task_parts *parts, void *stream) {
  ria_worker_times *times = &s->worker_times[starpu_worker_get_id()];
  *t = (ria_task_timer){.simulation = s,
                        .trace = ria_trace_wants(s->trace, parts->step) ? s->trace : NULL,
                        .times = times,
                        .parts = *parts,
                        .stream = stream,
                        .on_device = stream != NULL};
  t->parts.tile = (int)tile->number;
  t->parts.edge = tile->boundary_tile;
  if (s->trace)
    ria_trace_reach(s->trace, parts->step);
  /* One that has nothing to do, such as those beyond the end, stands for no others. */
  times->tasks += parts->works;
  times->since += parts->works;
  if (!t->on_device) {
    t->timed = true;
    times->since = 0;
    t->at[RIA_BEGAN] = ria_seconds();
    return;
  }
  ria_device_clock_read(times, false);
  if (t->trace)
    add_fetch(t);
  t->timed = (t->trace || (parts->works && is_sampled(times))) &&
             ria_device_clock_begin(times, t->trace, &t->parts, parts->works ? times->since - 1 : 0,
                                    stream);
  if (t->timed && parts->works)
    times->since = 0;
}

void ria_task_timer_mark(ria_task_timer *t, int mark) {
  if (!t->timed)
    return;
  if (t->on_device) {
    ria_device_clock_mark(t->times->device, mark, t->stream);
    return;
  }
  t->at[mark] = ria_seconds();
  if (mark == RIA_PACKED)
    ria_worker_times_add(t->times, t->trace, &t->parts, t->at, 0);
}
