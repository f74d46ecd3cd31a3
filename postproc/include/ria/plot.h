/** \file
 * The pictures of a run, drawn from its history.h5 and gauges.csv, during the run or later.
 */
#ifndef RIA_PLOT_H
#define RIA_PLOT_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/bed_picture.h"
#include "ria/history.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t every;     /**< draw each nth record and the last; 0: the last only */
  int64_t maps;      /**< draw this number of records, evenly spread from the first to the last, and
                        ignore `every`; 1: the last only; 0: use `every` */
  const char *field; /**< draw only this field; NULL: all fields that the history marks as drawn */
  const char *into;  /**< folder for the pictures, created if missing; NULL: RUN_DIR/maps */
  bool overview; /**< also draw gauges.png; for a field that arrives, FIELD-max.png, and arrival.png
                    if there is a threshold; for a line, FIELD-time.png */
  /** For a grid of nodes: draw only this surface; NULL: the middle layers along k, or for a
   * cylindrical grid the blade-to-blade and the meridional surface. For a box: draw only this
   * plane; NULL: the middle planes across x, y and z in one picture. */
  const ria_surface_choice *surface;
  bool particles; /**< with `overview`: also draw particles.png (tracks) and
                     particles-density-NNNN.png from particles.nc */
  bool only_new;  /**< skip pictures that exist */
  int together; /**< pictures drawn at a time, at most 16; 0: one for each core that this thread may
                   use */
  /** Rivers, releases and sides for maps; the gauges come from the history. Borrowed. */
  int marks, edges;
  const ria_map_mark *mark;
  const ria_map_edge *edge;
  /** Called with the path of each finished picture, in the order of the pictures; may be NULL. */
  void (*made)(void *context, const char *path);
  /** Called with the reason for each picture that is skipped because it makes no sense; may be
   * NULL. */
  void (*left_out)(void *context, const char *sentence);
  void *context;
} ria_plot_options;

/** Draw FIELD-NNNN.png (NNNN: record number) in RUN_DIR/maps or `into`, and the overviews. A field
 * with `once` becomes FIELD.png. The meridional surface of a grid of nodes is
 * FIELD-meridional-NNNN.png. All records share one colour scale; tidal levels share the span of the
 * scale, centred at the median of each record. Blocking; not collective: one rank only. Errors:
 * RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_ARGUMENT
 * (no such field or surface). */
ria_status ria_plot_run(const char *run_dir, const ria_plot_options *options);

/** Observed and computed values of a quantity at a gauge; all borrowed. */
typedef struct {
  const char *path;                    /**< path of the picture */
  const char *gauge, *quantity, *unit; /**< "Cambados", "level", "m" */
  const char *agreement;               /**< one line: the agreement of both */
  bool has_start;
  double start; /**< seconds since 1970-01-01T00:00:00Z: the axis has dates */
  int count;
  const double *time, *observed, *computed; /**< [count], s since the start */
} ria_observed_plot;

/** Draw `count` pictures: both curves, and below them computed minus observed. Blocking.
 * Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_plot_observed(int count, const ria_observed_plot *plot);

/** The number of pictures that ria_plot_run() draws, for a progress display; one fewer if
 * gauges.csv has no gauges. */
int64_t ria_plot_count(const ria_history_view *view, const ria_plot_options *options);

#ifdef __cplusplus
}
#endif
#endif
