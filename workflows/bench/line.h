/** \file
 * Measuring a solver of a line (ria/line.h) on a GPU: a step of each variant for many numbers of
 * points, in one process and without the runtime around it.
 */
#ifndef RIA_BENCH_LINE_H
#define RIA_BENCH_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/line.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_BENCH_LINE_LIST = 64 };

/** A variant for a number of points, in the fastest of the nodes that were tried, or in each. */
typedef struct {
  int nx;
  ria_line_variant variant;
  ria_line_room room; /**< how it was cut; wrong: why in none, or NULL */
  double seconds;     /**< of a step, the median over the calls; 0: in none */
} ria_bench_line_row;

typedef struct {
  int point[RIA_BENCH_LINE_LIST], points; /**< numbers of points */
  unsigned variants;                      /**< bit v: ria_line_variant v */
  int node[RIA_BENCH_LINE_LIST], nodes;   /**< sizes to try; 0: the default that a run takes */
  int steps;                              /**< of a call */
  double seconds;                         /**< measure each for at least so long */
  bool each;                              /**< tell each node by itself, not the fastest alone */
  int sets;                               /**< settings of the case: */
  const char *const *set;                 /**< "key.path=value", borrowed */
  void (*found)(void *context, const ria_bench_line_row *row); /**< as it is measured */
  void *context;
} ria_bench_line_options;

/** Reads lists with commas. Points: numbers, powers as 2^11, and ranges as 2^11..2^20, which
 * double. Variants: names, or "all". Nodes: as points, or "all" for 2^5..2^12. Errors:
 * RIA_ERROR_ARGUMENT. */
ria_status ria_bench_line_points(const char *text, ria_bench_line_options *options);
ria_status ria_bench_line_variants(const char *text, ria_bench_line_options *options);
ria_status ria_bench_line_nodes(const char *text, ria_bench_line_options *options);

/** Advances the solver's start in double precision (unless a setting says otherwise) by `steps`
 * steps a call, again and again from the same state. Time is the GPU's own, from before the first
 * launch of a call to the end of the last: with launches and waiting, without transfers. Blocking.
 * Errors: RIA_ERROR_ARGUMENT (no solver of that name, or none of a line), RIA_ERROR_CASE,
 * RIA_ERROR_UNSUPPORTED (no GPU, no CUDA), RIA_ERROR_MEMORY, RIA_ERROR_DEVICE. */
ria_status ria_bench_line(const char *solver, const ria_bench_line_options *options,
                          char device[128]);

#ifdef __cplusplus
}
#endif
#endif
