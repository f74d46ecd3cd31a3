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
  int64_t every; /**< draw each nth record, and always the last; 0: the last alone */
  int64_t maps;  /**< instead: draw so many records, evenly spread from the first to the last; 1:
                    the last alone; 0: as `every` says */
  const char *field; /**< draw this one alone; NULL: all that the history says to draw */
  const char *into;  /**< folder for the pictures, created if missing; NULL: RUN_DIR/maps */
  bool overview;     /**< also gauges.png; of a field that arrives FIELD-max.png, and arrival.png if
                        there is a threshold; of a line FIELD-time.png */
  /** Of a grid of nodes: draw this surface alone. NULL: the middle layers along k, or of a
   * cylindrical grid the surface from blade to blade and the meridional one. Of a box: draw this
   * plane alone. NULL: the middle planes across x, y and z in one picture. */
  const ria_surface_choice *surface;
  bool particles; /**< with `overview`: also particles.png, of their tracks, and
                     particles-density-NNNN.png, of particles.nc */
  bool only_new;  /**< skip pictures that exist */
  int together;   /**< pictures drawn at a time, at most 16; 0: as many as this thread may use
                     cores */
  /** What maps show beside the gauges, which the history has: rivers, releases, sides. Borrowed. */
  int marks, edges;
  const ria_map_mark *mark;
  const ria_map_edge *edge;
  /** Called with each picture's path when it is made, in the order of the pictures; may be NULL. */
  void (*made)(void *context, const char *path);
  /** Called with a sentence about each picture that makes no sense; may be NULL. */
  void (*left_out)(void *context, const char *sentence);
  void *context;
} ria_plot_options;

/** Draw FIELD-NNNN.png (NNNN: record number) in RUN_DIR/maps or `into`, and the overviews; of a
 * field that is drawn once, FIELD.png. The
 * meridional surface of a grid of nodes is FIELD-meridional-NNNN.png. All records share their
 * colour scale; those of a level in a tide share its span. Blocking; not collective: one rank
 * alone. Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_CORRUPT,
 * RIA_ERROR_ARGUMENT (no such field or surface). */
ria_status ria_plot_run(const char *run_dir, const ria_plot_options *options);

/** What was observed beside what was computed; all borrowed. */
typedef struct {
  const char *path;                    /**< of the picture */
  const char *gauge, *quantity, *unit; /**< "Cambados", "level", "m" */
  const char *agreement;               /**< a line that tells how well both agree */
  bool has_start;
  double start; /**< seconds since 1970-01-01T00:00:00Z: the axis has dates */
  int count;
  const double *time, *observed, *computed; /**< [count], s since the start */
} ria_observed_plot;

/** Draw both, and the computed less the observed below, for each of `count` plots. Blocking.
 * Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_plot_observed(int count, const ria_observed_plot *plot);

/** The number of pictures that ria_plot_run() makes, for a progress display; one less if gauges.csv
 * has no gauges. */
int64_t ria_plot_count(const ria_history_view *view, const ria_plot_options *options);

#ifdef __cplusplus
}
#endif
#endif
