/** \file
 * Executors: ways to advance the tiles of a simulation.
 *
 * Every simulation has one executor for all of its tiles, chosen when it is created (choose.c). The
 * rest of the runtime calls it only through this table. An executor's private data is in
 * simulation->executor_data and tile->executor_data, in memory from malloc().
 *
 * No function is called inside a kernel's loop: at most once a task or once a window.
 */
#ifndef EXECUTORS_EXECUTOR_H
#define EXECUTORS_EXECUTOR_H

#include "work/work.h"

/** The part of a window that a tile task advances. */
typedef struct {
  int first;     /**< first step of the window that it advances, */
  int steps;     /**< and the number of steps that follow, perhaps 0 */
  int reach;     /**< number of steps from `first` on for which ghost cells must be advanced */
  bool unpacked; /**< neighbours have sent new ghost cells */
  bool pack;     /**< the neighbours get strips afterwards */
} executor_stretch;

/** An executor that makes exact steps on its own, many in a task. Between two batches it does the
 * work of the clock: no priming is needed, and no window is judged. */
typedef struct {
  /** Knots of the forcing for which the clock needs room; 0: the forcing of a window is enough. */
  int (*knots)(const ria_simulation *simulation);
  /** Number of batches to submit now, 0 or 1, from the host's copy of the clock. */
  int64_t (*wanted)(const ria_simulation *simulation, const ria_request *request);
  /** Submit the tasks of a batch. */
  ria_status (*submit)(ria_simulation *simulation, const ria_request *request);
  /** Make the clock continue where the last batch stopped. */
  ria_status (*settle)(ria_simulation *simulation);
  /** Whether the device refuses such batches: then all submitted batches had no effect, and single
   * steps must follow. */
  bool (*refused)(const ria_simulation *simulation);
} executor_batches;

/** The functions of an executor. A function that is NULL is not needed. */
typedef struct tile_executor {
  executor_traits traits;

  /** \name Creating a simulation: functions in the order of their calls @{ */
  /** Whether the model requests this executor; may change the model. Called before any query of a
   * device. Errors say what the model can request instead. */
  ria_status (*ask)(ria_simulation *simulation, bool *asked);
  /** Whether it can advance the simulation, after implementations and ghost cells are chosen; it
   * may increase the ghost cells. */
  ria_status (*fits)(ria_simulation *simulation, bool *fits);
  /** Check that there is enough memory for the planned tiles. Errors say what would fit. */
  ria_status (*memory)(const ria_simulation *simulation);
  /** The tiles have their memory: create the private data. */
  ria_status (*create)(ria_simulation *simulation);
  /** Free the memory that its private data points to: of a tile, then of the simulation; the caller
   * frees the private data itself. Called only if there is private data, when no work is pending;
   * also after an error of the functions above. @} */
  void (*destroy_tile)(const ria_simulation *simulation, tile_data *tile);
  void (*destroy)(ria_simulation *simulation);

  /** \name In a tile task, between unpacking and packing @{ */
  /** Compute the largest rate of the present state into the report; NULL: work_rate(). */
  void (*rate)(const tile_work *work, const executor_stretch *stretch);
  /** NULL: the executor submits its own tasks. */
  void (*advance)(const tile_work *work, const executor_stretch *stretch);
  /** @} */

  /** Called when the state or the statics of a tile are, or may be, written by other code. */
  void (*invalidate)(tile_data *tile);

  /** \name On the host @{ */
  /** Submit the tasks of a window that the clock has decided; NULL: a tile task for each tile and
   * time tile. */
  ria_status (*submit)(ria_simulation *simulation);
  /** Whether `submit` waits for its tasks: then windows are submitted one by one. */
  bool (*waits)(const ria_simulation *simulation);
  const executor_batches *batches; /**< NULL: windows */
  /** Memory in which it reports a step to the clock, or NULL; and copy from there the data that the
   * clock keeps, after it has judged the step. On rank 0. */
  starpu_data_handle_t (*news)(const ria_simulation *simulation);
  void (*take_news)(const ria_simulation *simulation, const void *news, step_clock *clock);
  /** The clock has accepted that step, of length dt: call the record function. */
  void (*record)(const ria_simulation *simulation, const void *news, const step_clock *clock,
                 double dt);
  /** Wait for its messages. */
  void (*wait)(const ria_simulation *simulation);
  /** The error that stopped the executor, if any. Collective. */
  ria_status (*check)(const ria_simulation *simulation);
  /** The error message for a verdict PROGRAM that it reported to the clock. @} */
  ria_status (*explain)(const ria_simulation *simulation);
} tile_executor;

extern const tile_executor steps_executor, pair_executor, many_steps_executor, loop_executor,
    line_executor, swept_executor, spe_executor, program_executor, wavefront_executor;

/** Ask each executor whether the model requests it. */
ria_status executor_ask(ria_simulation *simulation);
/** Choose the first executor that fits, unless the model has requested one. */
ria_status executor_choose(ria_simulation *simulation);
/** Free the executor's data; single steps follow. */
void executor_leave(ria_simulation *simulation);
/** See tile_executor.invalidate. */
void executor_invalidate(const ria_simulation *simulation, tile_data *tile);

#endif
