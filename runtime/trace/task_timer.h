/** \file
 * Private: times of the parts of a tile task.
 *
 * On a CPU worker all tasks are timed: reading the clock four times costs about 100 ns, a task
 * takes at least some microseconds. On a GPU the parts are timed by marks on the stream, which are
 * read after the device has passed them. On an H200 they cost about 15 us a task, too much for
 * small tasks. So only some tasks are timed, and each represents the tasks before it, unless a
 * trace needs all of them.
 */
#ifndef TRACE_TASK_TIMER_H
#define TRACE_TASK_TIMER_H

#include <stdbool.h>
#include <stdint.h>
#include "trace.h"

typedef struct ria_simulation ria_simulation;
typedef struct tile_data tile_data;

/** Points in time between the parts of a task. */
enum { TIMER_BEGAN, TIMER_UNPACKED, TIMER_WORKED, TIMER_PACKED, TIMER_MARKS };

/** Description of a task. Parts that it lacks produce no events. */
typedef struct {
  int64_t step; /**< steps of the run before the task */
  int steps;
  bool unpacks, works, packs;
  int tile; /**< its number, and whether it is a boundary tile: set by task_timer_begin */
  bool edge;
} task_parts;

/** Timer of a GPU's worker. */
typedef struct device_clock device_clock;

/** A worker's own account, on a cache line of its own. */
typedef struct worker_times {
  _Alignas(64) double work, packing; /**< s, sums over all tasks up to the last timed one */
  double last_work, last_packing;    /**< of the last timed one */
  double last_end;                   /**< end of that task, ria_seconds(); 0: none yet */
  int64_t tasks, since; /**< number of tasks; number of them since the last timed one */
  int64_t every;        /**< on a GPU, one in so many tasks is timed */
  device_clock *device; /**< NULL: none, or not created yet */
} worker_times;

typedef struct {
  const ria_simulation *simulation;
  trace_record *trace; /**< NULL: this task is not traced */
  worker_times *times;
  task_parts parts;
  void *stream;
  bool on_device, timed;
  double at[TIMER_MARKS];
} task_timer;

/** Start to time a task of a tile, on the worker that runs it. `stream`: of its GPU, NULL on a CPU.
 */
void task_timer_begin(task_timer *timer, const ria_simulation *simulation, const tile_data *tile,
                      const task_parts *parts, void *stream);
/** A part has ended: TIMER_UNPACKED, TIMER_WORKED, or TIMER_PACKED, which ends the task. */
void task_timer_mark(task_timer *timer, int mark);

/** Add a task with these times (ria_seconds()), and the `others` before it that were not timed.
 * Each of these counts like the timed one, but in total no more than the time since the last timed
 * task. */
void worker_times_add(worker_times *times, trace_record *trace, const task_parts *parts,
                      const double at[TIMER_MARKS], int64_t others);
/** Work and packing of all tasks up to `now`; no task may be running. */
void worker_times_sum(const worker_times *times, double now, double *work, double *packing);

/** Set the duration of tasks on this GPU, which determines how many are timed. */
void worker_times_pace(worker_times *times, double seconds_a_task);

/* ---- device_clock.c ---- */

/** Prepare marks for a task on the worker's GPU, and put the first one on the stream. False if that
 * fails: then the task is not timed. */
bool device_clock_begin(worker_times *times, trace_record *trace, const task_parts *parts,
                        int64_t others, void *stream);
void device_clock_mark(device_clock *clock, int mark, void *stream);
/** Add the tasks that the device has finished; with `wait`, wait for all. */
void device_clock_read(worker_times *times, bool wait);
void device_clock_destroy(device_clock *clock);

#endif
