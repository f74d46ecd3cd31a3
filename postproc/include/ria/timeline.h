/** \file
 * The trace of a run: what its workers did when, how much of the exchange between ranks was hidden
 * behind work, and a file that trace viewers show.
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
  RIA_SPAN_WORK_EDGE, /**< of a tile with neighbours on other ranks */
  RIA_SPAN_WORK,
  RIA_SPAN_UNPACK,
  RIA_SPAN_PACK,
  RIA_SPAN_FETCH,    /**< a GPU waits for strips */
  RIA_SPAN_CLOCK,    /**< the common time step */
  RIA_SPAN_SNAPSHOT, /**< a copy for a file */
  RIA_SPAN_TRAVEL,   /**< a strip on its way from another rank, from packed to received */
  RIA_SPANS
} ria_span_kind;

typedef struct {
  double begin, end; /**< s since the trace began, on all ranks */
  int64_t step;      /**< steps done before */
  ria_span_kind kind;
  int tile, row; /**< row: 0, or more for messages that overlap */
} ria_span;

typedef enum {
  RIA_LANE_WORKER,
  RIA_LANE_FETCHES, /**< strips that came to a GPU */
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
  ria_lane *lane; /**< by rank; workers, then the strips that came to them */
} ria_timeline;

/** What a rank's workers did while all of them were traced, as shares of their time. */
typedef struct {
  int rank, workers, messages;
  double seconds;
  double work, packing, other, idle; /**< the sum is 1; other: clock, snapshot */
  double work_seconds;               /**< of all workers, over the whole trace */
  double travel;                     /**< mean s from packing to receiving a strip; NAN: none */
  double exchange;                   /**< s that strips were on their way, also to GPUs */
  double hidden; /**< share of that time in which the rank's workers worked; NAN: none */
} ria_overlap;

/** Read FOLDER/trace-0.csv and those of the other ranks. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT,
 * RIA_ERROR_MEMORY. */
ria_status ria_timeline_read(const char *folder, ria_timeline *timeline);
void ria_timeline_destroy(ria_timeline *timeline);

/** overlap[timeline->ranks]. Errors: RIA_ERROR_MEMORY. */
ria_status ria_timeline_overlap(const ria_timeline *timeline, ria_overlap *overlap);

/** Write PATH in Chrome's trace format (JSON), which ui.perfetto.dev shows. Errors: RIA_ERROR_IO.
 */
ria_status ria_timeline_write(const ria_timeline *timeline, const char *path);

#ifdef __cplusplus
}
#endif
#endif
