/** \file
 * The pictures of a run, made from its history.h5 and gauges.csv: during the run, after it, or
 * later.
 */
#ifndef RIA_PLOT_H
#define RIA_PLOT_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/history.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t every; /**< draw each nth record, and always the last; 0: the last alone */
  const char
      *field; /**< "level", "speed", "concentration"; without water, of the state; NULL: all */
  const char *into; /**< folder for the pictures, made if it is missing; NULL: RUN_DIR/maps */
  bool overview; /**< also concentration-max.png, arrival.png (with a threshold), gauges.png; of a
                    line without water FIELD-time.png */
  bool only_new; /**< leave pictures that are there already */
  /** Told each picture's path when it is made; may be NULL. */
  void (*made)(void *context, const char *path);
  /** Told a sentence about each picture that there is no sense in; may be NULL. */
  void (*left_out)(void *context, const char *sentence);
  void *context;
} ria_plot_options;

/** Draw FIELD-NNNN.png (NNNN: record number) in RUN_DIR/maps or `into`, and the overviews, with
 * colour scales that are the same for all records of the history. Blocking; not collective: one
 * rank alone. Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_CORRUPT,
 * RIA_ERROR_ARGUMENT (no such field). */
ria_status ria_plot_run(const char *run_dir, const ria_plot_options *options);

/** How many pictures ria_plot_run() makes of a history, for who shows its progress: without gauges
 * in gauges.csv it is one less. */
int64_t ria_plot_count(const ria_history_view *view, const ria_plot_options *options);

#ifdef __cplusplus
}
#endif
#endif
