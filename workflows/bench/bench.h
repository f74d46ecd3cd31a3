/** \file
 * Measures kernels alone, without StarPU, and solvers with the runtime.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/grid.h"
#include "ria/device_kernel.h"
#include "ria/probe.h"
#include "ria/simulation.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name, *strategy; /**< the kernel or solver, and its strategy; borrowed */
  int size[RIA_AXES];          /**< cells along each axis */
  ria_precision precision;
  int workers;    /**< cores that computed */
  int gpus;       /**< GPUs that computed instead; 0 on the CPU */
  int64_t steps;  /**< timed steps */
  int pass;       /**< steps in a pass over memory; 0 counts as 1 */
  double seconds; /**< median of one step */
  double million_cell_updates_per_second;
  double bytes_per_second,
      flops_per_second; /**< from the kernel's cost; flops without divisions and square roots */
  double total_flops_per_second; /**< with divisions and square roots, each counted as one */
  double flops_per_byte;         /**< total flops per byte that an ideal cache moves */
  ria_limits limits;             /**< seconds per cell on one core or GPU; all 0: not measured */
  const char *limited_by;        /**< the largest limit: "memory", "arithmetic" or "division" */
  double limit;             /**< million cell updates a second that this limit allows all workers */
  double roofline_fraction; /**< share of the limit that was reached; 0: peaks not measured */
  ria_cost cost;            /**< cost of one cell; reads and writes count passes over memory */
  ria_peaks peaks;  /**< peaks of one core, measured while all workers compute, or of one GPU */
  char device[128]; /**< name of the GPU; "" on the CPU */
  ria_shape shape;  /**< launch shape on the GPU; all 0: the default */
  double bytes;     /**< bytes that a cell moves, if some fields are not reals; 0: use the reads and
                       writes of `cost` */
} bench_result;

static inline double bench_cells(const int size[RIA_AXES]) {
  return (double)size[0] * size[1] * size[2];
}

/** Called for each shape that was tried. */
typedef void (*bench_tried)(void *context, ria_shape shape, const bench_result *result);

typedef struct {
  int size[RIA_AXES];   /**< cells along each axis; a boundary kernel fills size[0] ghost cells */
  const char *target;   /**< "cpu"; borrowed */
  const char *strategy; /**< NULL: the target's default; borrowed */
  ria_precision precision;
  unsigned switches; /**< switches of the kernel, one bit each */
  int pass; /**< steps in a pass over memory; 0: the most that the strategy can compute, or on a GPU
               the rows of the shape */
  int workers;       /**< cores that share the cells, each with its own part along the last
                        axis and its own memory; 0 counts as 1 */
  double seconds;    /**< shortest measurement, s */
  ria_shape shape;   /**< on a GPU; all 0: the tuned shape, or the implementation's default */
  bool tune;         /**< try all shapes on the GPU, and store the fastest (ria/tuning.h) */
  bench_tried tried; /**< may be NULL */
  void *context;     /**< context of `tried`; borrowed */
} bench_options;

/** Measures one implementation on one core, several or one GPU, with all cells wet and smooth, from
 * one array into another. Time is the processor time of the calling thread, the wall-clock time of
 * several cores, or the GPU's own. Blocking. Errors: RIA_ERROR_ARGUMENT (no such strategy or shape,
 * a size that is not positive), RIA_ERROR_UNSUPPORTED (a target that cannot run alone, no GPU),
 * RIA_ERROR_MEMORY, RIA_ERROR_DEVICE, RIA_ERROR_IO (the fastest shape cannot be stored). */
ria_status bench_kernel(const ria_kernel *kernel, const bench_options *options,
                        bench_result *result);

/** Measures products of a sparse matrix (ria/ell.h) and one field, on one core or one GPU: a row
 * for each cell, with 8 entries for the box of 2 x 2 x 2 cells that starts at the cell, as in
 * interpolation between grids. `result` counts a row as a cell. Uses only the options size, target,
 * precision and seconds. Blocking. Errors: RIA_ERROR_ARGUMENT (a size of 2^31 cells or more,
 * another option, a target other than cpu and cuda), RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED (no
 * GPU, or a build without CUDA), RIA_ERROR_DEVICE. */
ria_status bench_spmv(const bench_options *options, bench_result *result);

/** The synthetic basin for measuring a solver. */
typedef enum {
  BENCH_WET,    /**< deep water everywhere, with waves */
  BENCH_WETDRY, /**< tidal flats: every cell is dry or near a dry one */
  BENCH_LAND,   /**< nine tenths of every row are land, the rest as in BENCH_WET */
  BENCH_CASE    /**< the case's own bed and start; for a solver without water equal to BENCH_WET */
} bench_bed;

typedef struct {
  bench_bed bed;
  int workers;            /**< CPU workers; 0: as many as `ria run` uses */
  int64_t steps;          /**< steps to time, at least 1; 0: as many as fit in `seconds` */
  double seconds;         /**< approximate duration of the measurement, s */
  bool model;             /**< model a Cell instead of measuring: bench_modelled */
  int sets;               /**< settings of the case, as for `ria run --set`: */
  const char *const *set; /**< "key.path=value", borrowed */
} bench_solver_options;

/** The modelled time step of a Cell. */
typedef struct {
  ria_modelled modelled;
  int blocks, columns, rows; /**< number of blocks, and cells of the largest one */
  double cells_modelled;     /**< cells that were simulated for the model */
} bench_modelled;

typedef struct {
  bench_result result;
  bench_modelled modelled; /**< with `model`; then the measured members are 0 */
  int tiles[RIA_AXES], depth;
  int64_t redone;       /**< repeated steps, not counted as updates */
  ria_step_times times; /**< breakdown of the timed steps */
  double bare; /**< million cell updates a second of the kernel alone on one core, or on one GPU in
                  the shape of the run; 0: there are several kernels */
  double efficiency; /**< speed relative to the bare loop on as many cores or GPUs; 0: not
                        comparable */
} bench_solver_result;

/** Model a step of a stencil in a box of any size on one PowerXCell 8i: `result` and `modelled` are
 * filled. Blocks are pieces, which go through all planes. A large box is extrapolated from two of
 * few planes. Blocking. Errors: RIA_ERROR_UNSUPPORTED (no Cell program of this strategy, or one
 * that sweeps over planes), RIA_ERROR_MEMORY. */
ria_status bench_model_kernel(const ria_kernel *kernel, const bench_options *options,
                              bench_solver_result *result);

/** Runs a solver as `ria run` does: runtime, tiles, tasks, clock, and the case's defaults with the
 * given settings. Time is wall-clock time. Starts and stops the runtime, which is possible once per
 * process. Blocking; one rank. Errors: RIA_ERROR_ARGUMENT (no solver of that name), RIA_ERROR_CASE
 * (a setting is wrong), and those of ria_runtime_create() and ria_simulation_advance(). With
 * `model` nothing is started. */
ria_status bench_solver(const char *solver, const bench_solver_options *options,
                        bench_solver_result *result);

#ifdef __cplusplus
}
#endif
#endif
