/** \file
 * Executors: ways to advance the tiles of a simulation.
 *
 * Every simulation has one, chosen when it is created (choose.c), for all of its tiles. The rest of
 * the runtime calls it through this table alone. What an executor keeps lies in
 * simulation->executor_data and tile->executor_data, in memory from malloc(); nothing else looks at
 * it.
 *
 * No function is called inside a kernel's loop: at most once a task or once a window.
 */
#ifndef EXECUTORS_EXECUTOR_H
#define EXECUTORS_EXECUTOR_H

#include "work/work.h"

/** The part of a window that a tile task advances. */
typedef struct {
  int first;     /**< step of the window that it begins with, */
  int steps;     /**< and how many follow, perhaps none */
  int reach;     /**< steps from `first` on for which ghost cells must be advanced */
  bool unpacked; /**< the ghost cells that neighbours send are new */
  bool pack;     /**< the neighbours get strips afterwards */
} executor_stretch;

/** An executor that makes exact steps by itself, many in a task. Between two batches it does the
 * work of the clock: nothing has to be primed, and no window is judged. */
typedef struct {
  /** Knots of the forcing that the clock needs room for; 0: the forcing of a window is enough. */
  int (*knots)(const ria_simulation *simulation);
  /** Batches to submit now, 0 or 1, by what the host knows. */
  int64_t (*wanted)(const ria_simulation *simulation, const ria_request *request);
  /** Submit the tasks of a batch. */
  ria_status (*submit)(ria_simulation *simulation, const ria_request *request);
  /** Have the clock take over where the last batch stopped. */
  ria_status (*settle)(ria_simulation *simulation);
  /** Whether the device refuses such batches: all that was submitted has done nothing then, and
   * single steps are to follow. */
  bool (*refused)(const ria_simulation *simulation);
} executor_batches;

/** What an executor can do. A function that is NULL has nothing to do. */
typedef struct tile_executor {
  executor_traits traits;

  /** \name Creating a simulation: one function after the other @{ */
  /** Whether the model asks for this executor; it may change the model. Before anything is asked of
   * a device. Errors say what the model can ask for instead. */
  ria_status (*ask)(ria_simulation *simulation, bool *asked);
  /** Whether it can advance the simulation, whose implementations and ghost cells are chosen; it
   * may ask for more ghost cells. */
  ria_status (*fits)(ria_simulation *simulation, bool *fits);
  /** Whether the memory that it needs for the planned tiles is there. Errors say what would fit. */
  ria_status (*memory)(const ria_simulation *simulation);
  /** The tiles have their memory: create what it keeps. */
  ria_status (*create)(ria_simulation *simulation);
  /** Let go of what the memory that it keeps points to, which is freed after that: of a tile, and
   * then of the simulation. Called only where there is such memory, when nothing is under way; also
   * after an error of the functions above. @} */
  void (*destroy_tile)(const ria_simulation *simulation, tile_data *tile);
  void (*destroy)(ria_simulation *simulation);

  /** \name In a tile task, between unpacking and packing @{ */
  /** The largest rate of the present state into the report; NULL: work_rate(). */
  void (*rate)(const tile_work *work, const executor_stretch *stretch);
  /** NULL: the executor submits tasks of its own. */
  void (*advance)(const tile_work *work, const executor_stretch *stretch);
  /** @} */

  /** The state or the statics of a tile are, or may be, written by other means. */
  void (*invalidate)(tile_data *tile);

  /** \name On the host @{ */
  /** Submit the tasks of a window, which the clock has decided on; NULL: a tile task for each tile
   * and time tile. */
  ria_status (*submit)(ria_simulation *simulation);
  /** Whether `submit` waits for what it submits: then windows are submitted one by one. */
  bool (*waits)(const ria_simulation *simulation);
  const executor_batches *batches; /**< NULL: windows */
  /** Memory in which it tells the clock of a step, or NULL; and have the clock, which judges the
   * step, take from there what it keeps. On rank 0. */
  starpu_data_handle_t (*news)(const ria_simulation *simulation);
  void (*take_news)(const ria_simulation *simulation, const void *news, step_clock *clock);
  /** The clock has accepted that step, of length dt: tell who asks for records. */
  void (*record)(const ria_simulation *simulation, const void *news, const step_clock *clock,
                 double dt);
  /** Wait for its messages. */
  void (*wait)(const ria_simulation *simulation);
  /** The error that stopped it, if any. Collective. */
  ria_status (*check)(const ria_simulation *simulation);
  /** The error that its news to the clock were about: of the verdict PROGRAM. @} */
  ria_status (*explain)(const ria_simulation *simulation);
} tile_executor;

extern const tile_executor steps_executor, pair_executor, many_steps_executor, loop_executor,
    line_executor, swept_executor, spe_executor, program_executor, wavefront_executor;

/** Have each executor asked whether the model asks for it. */
ria_status executor_ask(ria_simulation *simulation);
/** Choose the first that fits, unless the model has asked for one. */
ria_status executor_choose(ria_simulation *simulation);
/** Free what the executor keeps; single steps follow. */
void executor_leave(ria_simulation *simulation);
/** See tile_executor.invalidate. */
void executor_invalidate(const ria_simulation *simulation, tile_data *tile);

#endif
