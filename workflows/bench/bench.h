/** \file
 * Measuring speed: kernels bare, without StarPU, and solvers as they run.
 */
#ifndef RIA_BENCH_H
#define RIA_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/grid.h"
#include "ria/kernel.h"
#include "ria/probe.h"
#include "ria/simulation.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name, *strategy; /**< of the kernel or solver, and what was run; borrowed */
  int nx, ny;                  /**< cells */
  ria_precision precision;
  int workers;    /**< cores that computed */
  int gpus;       /**< GPUs that did in their place; 0 on the CPU */
  int64_t steps;  /**< that were timed */
  double seconds; /**< median of one step */
  double million_cell_updates_per_second;
  double bytes_per_second,
      flops_per_second;          /**< by the kernel's costs; flops without div and sqrt */
  double total_flops_per_second; /**< with divisions and square roots, each counted as one */
  double flops_per_byte;         /**< those, of the bytes that an ideal cache moves */
  ria_limits limits;             /**< of a cell on one core or GPU; all 0: it was not measured */
  const char *limited_by;        /**< the largest of them: "memory", "arithmetic" or "division" */
  double limit;                  /**< million cell updates a second that it allows all workers */
  double roofline_fraction;      /**< of which so much was reached; 0: no peaks were measured */
  ria_cost cost;                 /**< of one cell; reads and writes by passes over memory */
  ria_peaks peaks;               /**< of one core or GPU */
  char device[128];              /**< the GPU that computed; "" on the CPU */
  ria_shape shape;               /**< there: how the kernel cut its work; all 0: its default */
} ria_bench_result;

/** Told of each shape that was tried. */
typedef void (*ria_bench_tried)(void *context, ria_shape shape, const ria_bench_result *result);

typedef struct {
  int nx, ny;           /**< cells; a boundary kernel fills nx ghost cells */
  const char *target;   /**< "cpu"; borrowed */
  const char *strategy; /**< NULL: the target's default; borrowed */
  ria_precision precision;
  unsigned switches;     /**< of the kernel, bit by bit */
  double seconds;        /**< measure for at least so long */
  ria_shape shape;       /**< on a GPU; all 0: what was tuned, or the implementation's default */
  bool tune;             /**< try all shapes on the GPU, and keep the fastest (ria/tuning.h) */
  ria_bench_tried tried; /**< NULL: nobody is told */
  void *context;         /**< of `tried`; borrowed */
} ria_bench_options;

/** Runs one implementation on one core or one GPU, with all cells wet and smooth, from one array
 * into another. Time is processor time of the calling thread, or the GPU's own. Blocking. Errors:
 * RIA_ERROR_ARGUMENT (no such strategy or shape, a size that is not positive),
 * RIA_ERROR_UNSUPPORTED (a target that cannot run bare, no GPU), RIA_ERROR_MEMORY,
 * RIA_ERROR_DEVICE; where the fastest shape cannot be kept, RIA_ERROR_IO. */
ria_status ria_bench_kernel(const ria_kernel *kernel, const ria_bench_options *options,
                            ria_bench_result *result);

/** What the made-up basin of a solver's measurement is like. */
typedef enum {
  RIA_BENCH_WET,    /**< deep water everywhere, with waves */
  RIA_BENCH_WETDRY, /**< tidal flats: every cell is dry or a few cells from one that is */
  RIA_BENCH_LAND,   /**< nine tenths of every row are land, the rest as RIA_BENCH_WET */
  RIA_BENCH_CASE    /**< the case's own bed and start; without water as RIA_BENCH_WET */
} ria_bench_bed;

typedef struct {
  ria_bench_bed bed;
  int workers;            /**< CPU workers; 0: as `ria run` has them */
  int64_t steps;          /**< to time, at least 1; 0: as many as `seconds` take */
  double seconds;         /**< measure for about so long */
  bool model;             /**< measure nothing, but model a Cell: ria_bench_modelled */
  int sets;               /**< settings of the case, as `ria run --set` has them: */
  const char *const *set; /**< "key.path=value", borrowed */
} ria_bench_solver_options;

/** A time step, as a Cell is modelled to take it. */
typedef struct {
  ria_modelled modelled;
  int blocks, columns, rows; /**< how the mesh is cut, and cells of the largest block */
  double cells_modelled;     /**< cells that were swept over for it */
} ria_bench_modelled;

typedef struct {
  ria_bench_result result;
  ria_bench_modelled modelled; /**< with `model`; all else but the description is 0 then */
  int tiles_x, tiles_y, depth;
  int64_t redone;       /**< steps that were done again, not counted as updates */
  ria_step_times times; /**< where the time of the steps that were timed went */
  double bare; /**< million cell updates a second of the kernel alone on one core, or one GPU in the
                  shape that the run takes; 0: not one kernel */
  double efficiency; /**< speed over that of the bare loop on as many; 0: not comparable */
} ria_bench_solver_result;

/** Runs a solver as `ria run` does: runtime, tiles, tasks, clock, and the case's defaults, but for
 * the settings given. Time is wall-clock time. Starts and stops the runtime: at most once a
 * process. Blocking; one rank. Errors: RIA_ERROR_ARGUMENT (no solver of that name), RIA_ERROR_CASE
 * (a setting is wrong), and those of ria_runtime_create() and ria_simulation_advance(). With
 * `model` nothing is started. */
ria_status ria_bench_solver(const char *solver, const ria_bench_solver_options *options,
                            ria_bench_solver_result *result);

#ifdef __cplusplus
}
#endif
#endif
