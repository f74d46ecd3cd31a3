/** \file
 * Private: the time that the parts of a tile task take, where it runs.
 *
 * On a CPU worker four looks at the clock cost some 100 ns, a task some microseconds at least: all
 * tasks are timed. On a GPU the parts are timed by marks on the stream, which are read when the
 * device has passed them. They cost a task some 15 us on an H200, which small tasks would feel: of
 * these only some are timed, each for as many as went before it, unless a trace wants them all.
 */
#ifndef TRACE_TASK_TIMER_H
#define TRACE_TASK_TIMER_H

#include <stdbool.h>
#include <stdint.h>
#include "trace.h"

typedef struct ria_simulation ria_simulation;
typedef struct tile_data tile_data;

/** Between the parts of a task. */
enum { TIMER_BEGAN, TIMER_UNPACKED, TIMER_WORKED, TIMER_PACKED, TIMER_MARKS };

/** What a task is. Parts that it does not have are no events. */
typedef struct {
  int64_t step; /**< steps of the run before it */
  int steps;
  bool unpacks, works, packs;
  int tile; /**< its number, and whether it is a boundary tile: from task_timer_begin */
  bool edge;
} task_parts;

/** Times of a GPU's worker. */
typedef struct device_clock device_clock;

/** A worker's own account, on a cache line of its own. */
typedef struct worker_times {
  _Alignas(64) double work, packing; /**< s, of all tasks up to the last timed one */
  double last_work, last_packing;    /**< of the last timed one */
  double last_end;                   /**< when it ended, ria_seconds(); 0: there is none yet */
  int64_t tasks, since;              /**< tasks; of them since the last timed one */
  int64_t every;                     /**< of so many tasks one is timed, on a GPU */
  device_clock *device;              /**< NULL: none, or none yet */
} worker_times;

typedef struct {
  const ria_simulation *simulation;
  trace_record *trace; /**< NULL: this task is not part of one */
  worker_times *times;
  task_parts parts;
  void *stream;
  bool on_device, timed;
  double at[TIMER_MARKS];
} task_timer;

/** Begin to time a task of a tile, on the worker that runs it. `stream`: of its GPU, NULL on a CPU.
 */
void task_timer_begin(task_timer *timer, const ria_simulation *simulation, const tile_data *tile,
                      const task_parts *parts, void *stream);
/** A part ends: TIMER_UNPACKED, TIMER_WORKED, and TIMER_PACKED, which ends all. */
void task_timer_mark(task_timer *timer, int mark);

/** Enter a task that took these times (ria_seconds()), and `others` before it that were not
 * timed. They count as it does, but for no more than the time that went by since the last timed
 * one. */
void worker_times_add(worker_times *times, trace_record *trace, const task_parts *parts,
                      const double at[TIMER_MARKS], int64_t others);
/** Work and packing of all tasks up to `now`, none being under way. */
void worker_times_sum(const worker_times *times, double now, double *work, double *packing);

/** Tasks on this GPU take so long. */
void worker_times_pace(worker_times *times, double seconds_a_task);

/* ---- device_clock.c ---- */

/** Marks for a task on the worker's GPU, and the first of them on the stream. False if that fails:
 * the task is not timed then. */
bool device_clock_begin(worker_times *times, trace_record *trace, const task_parts *parts,
                        int64_t others, void *stream);
void device_clock_mark(device_clock *clock, int mark, void *stream);
/** Enter tasks that the device is done with; with `wait`, all. */
void device_clock_read(worker_times *times, bool wait);
void device_clock_destroy(device_clock *clock);

#endif
