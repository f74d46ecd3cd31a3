/** \file
 * What one core of this machine, or a GPU of it, can do at most, measured by loops that are
 * compiled as the codelets are. The other half of a kernel's roofline; its costs are the one half.
 */
#ifndef RIA_PROBE_H
#define RIA_PROBE_H

#include <ria/bare_gpu.h>
#include <ria/kernel.h>
#include <ria/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Operations a second of one core, or of a GPU, at one precision. Of several cores at once: the
 * mean of one. */
typedef struct {
  double bandwidth;    /**< bytes/s of a triad a = b + s*c, three arrays counted, of data of a given
                          size; of a GPU of a copy    inside its memory, read and written */
  double memory;       /**< the same of data beyond the caches; of a GPU `bandwidth` */
  double flops;        /**< flop/s of independent multiply-adds, an fma counted as 2 */
  double operations;   /**< 1/s, additions and multiplications in turn that are no multiply-adds */
  double comparisons;  /**< 1/s, minima and maxima in turn; of a GPU not measured but
                            `operations`, because each is an instruction at least */
  double divisions;    /**< 1/s, in vectors */
  double square_roots; /**< 1/s, in vectors */
  bool one_unit; /**< divisions and square roots are made of the instructions that arithmetic takes,
                      as on a GPU; otherwise they have a unit of their own */
} ria_peaks;

/** Seconds that a cell update takes at least on one core or GPU, by what holds it up. */
typedef struct {
  double memory;     /**< bytes that an ideal cache moves, at the bandwidth */
  double arithmetic; /**< additions, multiplications, multiply-adds and comparisons: they share the
                        units that compute. With `one_unit`, `division` is in it */
  /** Selections and absolute values, were they operations by themselves in the same units, at the
   * rate of minima. No limit: processors do some with other operations. */
  double choices;
  double division; /**< divisions and square roots; in a unit of their own, which works beside
                      those, or with `one_unit` a part of `arithmetic` */
} ria_limits;

/** Measures so many cores of this machine (0: one), all at work at once; takes about a second.
 * `bytes` is the size of the three arrays of the triad together, of each core: make it that of the
 * data whose limit is asked for, so that data that fit a cache are held against that cache. At
 * least 64 KiB are taken. One core is measured by its processor time, several by the time that all
 * of them take. Errors: RIA_ERROR_MEMORY. */
ria_status ria_cpu_probe(ria_precision precision, size_t bytes, int cores, ria_peaks *peaks);

/** Measures a GPU with all of it at work, for some 50 ms. IEEE divisions and square roots cost what
 * the compiler makes of them, of operands about 1. Errors: RIA_ERROR_UNSUPPORTED (built without
 * CUDA), RIA_ERROR_MEMORY, RIA_ERROR_DEVICE. */
ria_status ria_gpu_probe(ria_precision precision, const ria_bare_gpu *gpu, ria_peaks *peaks);

/** The limits of work that costs `cost`, at `peaks`. */
ria_limits ria_peaks_limits(const ria_peaks *peaks, const ria_cost *cost, ria_precision precision);

/** The largest of the limits; `what`, unless NULL, becomes "memory", "arithmetic" or "division". */
double ria_limits_seconds(const ria_limits *limits, const char **what);

#ifdef __cplusplus
}
#endif
#endif
