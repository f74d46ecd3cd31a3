/** \file
 * The trace of a run: the activity of its workers over time, the share of the exchange between
 * ranks that overlaps with work, and a file for trace viewers.
 */
#ifndef RIA_TIMELINE_H
#define RIA_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_SPAN_WORK_EDGE, /**< work on a tile with neighbours on other ranks */
  RIA_SPAN_WORK,
  RIA_SPAN_UNPACK,
  RIA_SPAN_PACK,
  RIA_SPAN_FETCH,    /**< a GPU waits for strips */
  RIA_SPAN_CLOCK,    /**< reduction of the common time step */
  RIA_SPAN_SNAPSHOT, /**< a copy for a file */
  RIA_SPAN_TRAVEL,   /**< transfer of a strip from another rank, from packing to receiving */
  RIA_SPANS
} ria_span_kind;

typedef struct {
  double begin, end; /**< s since the trace began; all ranks share the origin */
  int64_t step;      /**< number of steps completed before */
  ria_span_kind kind;
  int tile, row; /**< row: 0, or more for messages that overlap */
} ria_span;

typedef enum {
  RIA_LANE_WORKER,
  RIA_LANE_FETCHES, /**< transfers of strips to a GPU */
  RIA_LANE_MESSAGES /**< strips that a rank received */
} ria_lane_kind;

typedef struct {
  ria_lane_kind kind;
  int rank, rows;
  char name[32];
  int spans;
  ria_span *span; /**< [spans], sorted by their beginning */
} ria_lane;

typedef struct {
  int ranks, lanes;
  int *workers;   /**< [ranks] workers that compute tiles */
  ria_lane *lane; /**< sorted by rank; workers, then the strips received */
} ria_timeline;

/** Shares of the time of a rank's workers, over the time in which all of them were traced. */
typedef struct {
  int rank, workers, messages;
  double seconds;
  double work, packing, other, idle; /**< the sum is 1; other: clock, snapshot */
  double work_seconds;               /**< work of all workers over the whole trace, s */
  double travel;                     /**< mean s from packing to receiving a strip; NAN: none */
  double exchange;                   /**< s of transfers of strips, also to GPUs */
  double
      hidden; /**< share of `exchange` during which the rank's workers worked; NAN: no exchange */
} ria_overlap;

/** Read FOLDER/trace-0.csv and those of the other ranks. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT,
 * RIA_ERROR_MEMORY. */
ria_status ria_timeline_read(const char *folder, ria_timeline *timeline);
void ria_timeline_destroy(ria_timeline *timeline);

/** Fill in overlap[timeline->ranks]. Errors: RIA_ERROR_MEMORY. */
ria_status ria_timeline_overlap(const ria_timeline *timeline, ria_overlap *overlap);

/** Write PATH in Chrome's trace format (JSON), which ui.perfetto.dev shows. Errors: RIA_ERROR_IO.
 */
ria_status ria_timeline_write(const ria_timeline *timeline, const char *path);

#ifdef __cplusplus
}
#endif
#endif
