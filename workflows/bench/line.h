/** \file
 * Measures a solver of a line (ria/line.h) on a GPU: a step of each variant for many numbers of
 * points, in one process and without the runtime.
 */
#ifndef BENCH_LINE_H
#define BENCH_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/line.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_LINE_LIST = 64 };

/** A variant with a number of points, in the fastest of the tried nodes, or in each. */
typedef struct {
  int nx;
  ria_line_variant variant;
  ria_line_room
      room; /**< division of the line into nodes; `wrong`: why no node was possible, or NULL */
  double seconds; /**< seconds of a step, median over the calls; 0: no node was possible */
} bench_line_row;

typedef struct {
  int point[BENCH_LINE_LIST], points; /**< numbers of points */
  unsigned variants;                  /**< bit v is ria_line_variant v */
  int node[BENCH_LINE_LIST], nodes;   /**< sizes to try; 0: the default of a run */
  int steps;                          /**< steps per call */
  double seconds;                     /**< shortest measurement of each, s */
  bool each;                          /**< report each node, not only the fastest */
  int sets;                           /**< settings of the case: */
  const char *const *set;             /**< "key.path=value", borrowed */
  void (*found)(void *context, const bench_line_row *row); /**< called after each measurement */
  void *context;
} bench_line_options;

/** Read comma-separated lists. Points: numbers, powers as 2^11, and ranges as 2^11..2^20, which
 * double. Variants: names, or "all". Nodes: as points, or "all" for 2^5..2^12. Errors:
 * RIA_ERROR_ARGUMENT. */
ria_status bench_line_points(const char *text, bench_line_options *options);
ria_status bench_line_variants(const char *text, bench_line_options *options);
ria_status bench_line_nodes(const char *text, bench_line_options *options);

/** Advances the solver's start in double precision (unless a setting changes it) by `steps` steps
 * per call, repeatedly from the same state. Time is the GPU's own, from before the first launch of
 * a call to the end of the last: it includes launches and waiting, but no transfers. Blocking.
 * Errors: RIA_ERROR_ARGUMENT (no solver of that name, or not one of a line), RIA_ERROR_CASE,
 * RIA_ERROR_UNSUPPORTED (no GPU, no CUDA), RIA_ERROR_MEMORY, RIA_ERROR_DEVICE. */
ria_status bench_line(const char *solver, const bench_line_options *options, char device[128]);

#ifdef __cplusplus
}
#endif
#endif
