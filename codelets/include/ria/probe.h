/** \file
 * Measures the peak rates of one core of this machine, or of a GPU, with loops compiled like the
 * codelets. A kernel's roofline follows from these peaks and the kernel's costs.
 */
#ifndef RIA_PROBE_H
#define RIA_PROBE_H

#include <ria/bare_gpu.h>
#include <ria/kernel.h>
#include <ria/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Operations per second of one core, or of a GPU, at one precision. If several cores are
 * measured: the mean of one. */
typedef struct {
  double bandwidth;    /**< bytes/s of a triad a = b + s*c, three arrays counted, on data of a given
                          size; on a GPU of a copy inside its memory, reads and writes counted */
  double memory;       /**< the same on data larger than the caches; on a GPU equal to
                          `bandwidth` */
  double flops;        /**< flop/s of independent multiply-adds; an fma counts as 2 */
  double operations;   /**< 1/s, alternating additions and multiplications that form no
                          multiply-adds */
  double comparisons;  /**< 1/s, alternating minima and maxima; on a GPU not measured but set to
                            `operations`, because each is at least one instruction */
  double divisions;    /**< 1/s, in vectors */
  double square_roots; /**< 1/s, in vectors */
  bool one_unit; /**< divisions and square roots use the units of the other arithmetic, as on a GPU;
                      otherwise they have a unit of their own */
} ria_peaks;

/** Least time of a cell update on one core or GPU, s, by the limiting resource. */
typedef struct {
  double memory;     /**< bytes that an ideal cache transfers, over the bandwidth */
  double arithmetic; /**< additions, multiplications, multiply-adds and comparisons, which share the
                        same units. With `one_unit` it includes `division` */
  /** Selections and absolute values, if each were an operation in the same units, at the rate of
   * minima. Not a limit: processors fold some of them into other operations. */
  double choices;
  double division; /**< divisions and square roots; in a unit of their own that works in parallel,
                      or with `one_unit` a part of `arithmetic` */
} ria_limits;

/** Measures `cores` cores of this machine (0: one), all busy at the same time; takes about a
 * second. `bytes` is the size of the triad's three arrays together, for each core. To find the
 * limit of a data set, pass its size, so that a data set that fits a cache is compared with that
 * cache. At least 64 KiB are used. One core is measured by its processor time, several by
 * wall-clock time. Errors: RIA_ERROR_MEMORY. */
ria_status ria_cpu_probe(ria_precision precision, size_t bytes, int cores, ria_peaks *peaks);

/** Measures a GPU with all its multiprocessors busy, for about 50 ms. IEEE divisions and square
 * roots are measured as compiled, with operands about 1. Errors: RIA_ERROR_UNSUPPORTED (built
 * without CUDA), RIA_ERROR_MEMORY, RIA_ERROR_DEVICE. */
ria_status ria_gpu_probe(ria_precision precision, const ria_bare_gpu *gpu, ria_peaks *peaks);

/** The limits of a cell update that costs `cost`, at `peaks`. */
ria_limits ria_peaks_limits(const ria_peaks *peaks, const ria_cost *cost, ria_precision precision);

/** The largest of the limits; `what`, unless NULL, becomes "memory", "arithmetic" or "division". */
double ria_limits_seconds(const ria_limits *limits, const char **what);

#ifdef __cplusplus
}
#endif
#endif
