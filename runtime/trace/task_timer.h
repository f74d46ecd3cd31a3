/** \file
 * Private: the time that the parts of a tile task take, where it runs.
 *
 * On a CPU worker four looks at the clock cost some 100 ns, a task some microseconds at least: all
 * tasks are timed. On a GPU the parts are timed by marks on the stream, which are read when the
 * device has passed them. They cost a task some 15 us on an H200, which small tasks would feel: of
 * these only some are timed, each for as many as went before it, unless a trace wants them all.
 */
#ifndef RIA_TASK_TIMER_H
#define RIA_TASK_TIMER_H

#include <stdbool.h>
#include <stdint.h>
#include "trace.h"

typedef struct ria_simulation ria_simulation;
typedef struct ria_tile ria_tile;

/** Between the parts of a task. */
enum { RIA_BEGAN, RIA_UNPACKED, RIA_WORKED, RIA_PACKED, RIA_MARKS };

/** What a task is. Parts that it does not have are no events. */
typedef struct {
  int64_t step; /**< steps of the run before it */
  int steps;
  bool unpacks, works, packs;
  int tile; /**< its number, and whether it is a boundary tile: from ria_task_timer_begin */
  bool edge;
} ria_task_parts;

/** Times of a GPU's worker. */
typedef struct ria_device_clock ria_device_clock;

/** A worker's own account, on a cache line of its own. */
typedef struct {
  _Alignas(64) double work, packing; /**< s, of all tasks up to the last timed one */
  double last_work, last_packing;    /**< of the last timed one */
  double last_end;                   /**< when it ended, ria_seconds(); 0: there is none yet */
  int64_t tasks, since;              /**< tasks; of them since the last timed one */
  int64_t every;                     /**< of so many tasks one is timed, on a GPU */
  ria_device_clock *device;          /**< NULL: none, or none yet */
} ria_worker_times;

typedef struct {
  const ria_simulation *simulation;
  ria_trace *trace; /**< NULL: this task is not part of one */
  ria_worker_times *times;
  ria_task_parts parts;
  void *stream;
  bool on_device, timed;
  double at[RIA_MARKS];
} ria_task_timer;

/** Begin to time a task of a tile, on the worker that runs it. `stream`: of its GPU, NULL on a CPU.
 */
void ria_task_timer_begin(ria_task_timer *timer, const ria_simulation *simulation,
                          const ria_tile *tile, const ria_task_parts *parts, void *stream);
/** A part ends: RIA_UNPACKED, RIA_WORKED, and RIA_PACKED, which ends all. */
void ria_task_timer_mark(ria_task_timer *timer, int mark);

/** Enter a task that took these times (ria_seconds()), and `others` before it that were not
 * timed. They count as it does, but for no more than the time that went by since the last timed
 * one. */
void ria_worker_times_add(ria_worker_times *times, ria_trace *trace, const ria_task_parts *parts,
                          const double at[RIA_MARKS], int64_t others);
/** Work and packing of all tasks up to `now`, none being under way. */
void ria_worker_times_sum(const ria_worker_times *times, double now, double *work, double *packing);

/** Tasks on this GPU take so long. */
void ria_worker_times_pace(ria_worker_times *times, double seconds_a_task);

/* ---- device/clock.c ---- */

/** Marks for a task on the worker's GPU, and the first of them on the stream. False if that fails:
 * the task is not timed then. */
bool ria_device_clock_begin(ria_worker_times *times, ria_trace *trace, const ria_task_parts *parts,
                            int64_t others, void *stream);
void ria_device_clock_mark(ria_device_clock *clock, int mark, void *stream);
/** Enter tasks that the device is done with; with `wait`, all. */
void ria_device_clock_read(ria_worker_times *times, bool wait);
void ria_device_clock_destroy(ria_device_clock *clock);

#endif
