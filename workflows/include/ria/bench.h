/** \file
 * Measuring speed: kernels bare, without StarPU, and solvers as they run.
 */
#ifndef RIA_BENCH_H
#define RIA_BENCH_H

#include <stdbool.h>
#include "ria/kernel.h"
#include "ria/probe.h"
#include "ria/status.h"

typedef struct {
  int nx, ny;           /**< cells; a boundary kernel fills nx ghost cells */
  const char *target;   /**< "cpu"; borrowed */
  const char *strategy; /**< NULL: the target's default; borrowed */
  ria_precision precision;
  unsigned switches; /**< of the kernel, bit by bit */
  double seconds;    /**< measure for at least so long */
} ria_bench_options;

typedef struct {
  const char *name, *strategy; /**< of the kernel or solver, and what was run; borrowed */
  int repeats;                 /**< steps that were timed */
  double seconds;              /**< median of one step */
  double million_cell_updates_per_second;
  double bytes_per_second,
      flops_per_second;     /**< by the kernel's costs; flops without div and sqrt */
  double roofline_fraction; /**< least possible time over measured time */
  ria_cost cost;            /**< of one cell */
  ria_peaks peaks;          /**< of the core it ran on */
} ria_bench_result;

/** Runs one implementation on one core, with all cells wet and smooth, from one array into another.
 * Blocking. Errors: RIA_ERROR_ARGUMENT (no such strategy, a size that is not positive),
 * RIA_ERROR_UNSUPPORTED (a target that cannot run bare), RIA_ERROR_MEMORY. */
ria_status ria_bench_kernel(const ria_kernel *kernel, const ria_bench_options *options,
                            ria_bench_result *result);

/** The same for a solver, by its name. Errors: RIA_ERROR_ARGUMENT if there is none of that name. */
ria_status ria_bench_solver(const char *solver, const ria_bench_options *options,
                            ria_bench_result *result);

#endif
