/** \file
 * Gauges: time series of the variables that a solver shows (ria/shown.h) at named places, as CSV.
 *
 * `gauges.csv` has a header with the names, then a row for each time: the date (if the case has a
 * start), seconds since the start, and for each gauge the variables of the solver. A variable
 * without a value leaves its cell empty. A name that begins with =, +, - or @ gets an apostrophe,
 * so that spreadsheets do not take it for a formula.
 *
 * `arrivals.csv` has a row for each place: the time when the followed variable reached the
 * threshold (if there is one), and its peak.
 */
#ifndef RIA_GAUGES_H
#define RIA_GAUGES_H

#include <stdbool.h>
#include "ria/checkpoint.h"
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Describes a series. Borrowed for the call. */
typedef struct {
  const char *path; /**< RUN_DIR/gauges.csv */
  bool has_start;
  double start;           /**< seconds since 1970-01-01T00:00:00Z */
  const ria_shown *shown; /**< the columns; borrowed for the life of the series */
  int nstate;             /**< state fields of a place in each row */
  int places;
  const ria_place *place;
  const double
      *statics; /**< [places][shown->statics] values in the cell of each gauge; NULL: none */
} ria_gauges_description;

/** Arrival of the followed variable (ria_shown.arrival) at a place; NAN if it has not arrived. */
typedef struct {
  double time;      /**< first row at or above the threshold, s since the start */
  double peak;      /**< largest value */
  double peak_time; /**< s since the start */
} ria_arrival;

typedef struct ria_gauges ria_gauges;

/** Create a series, replacing an older file. Not collective: rank 0 alone. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_gauges_create(const ria_gauges_description *description, ria_gauges **gauges);
/** The part of a checkpoint about a series: the checksums of the header and of each row. */
typedef struct {
  uint32_t header;
  int64_t rows;
  const ria_checkpoint_row *row; /**< [rows] */
} ria_gauges_known;

/** The current state of the series; `row` is borrowed until the next append. */
ria_gauges_known ria_gauges_now(const ria_gauges *gauges);

/** Resume a series after `time`: later rows and a partial last row are removed, and arrivals are
 * computed again. With the checkpoint's list of rows (NULL: none), the file keeps exactly these
 * rows. A file that is damaged or lacks rows is kept as gauges.csv.damaged-N, and a new file gets
 * the intact rows; a missing file is created. ria_gauges_warning() describes the loss. Errors:
 * RIA_ERROR_MISMATCH (different gauges), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_gauges_resume(const ria_gauges_description *description, double time,
                             const ria_gauges_known *known, ria_gauges **gauges);
/** Text that names damaged or missing rows; "" if there are none. Borrowed. */
const char *ria_gauges_warning(const ria_gauges *gauges);
/** Append a row: values [places][nstate], as from ria_simulation_probe(). A row with a time at or
 * before the last row is ignored. On an error (RIA_ERROR_IO) the file ends with the previous row.
 */
ria_status ria_gauges_append(ria_gauges *gauges, double time, const double *values);
/** Make all rows durable. A thread other than the appending one may call it. Errors: RIA_ERROR_IO.
 */
ria_status ria_gauges_sync(const ria_gauges *gauges);
/** The arrivals so far: [places], borrowed. */
const ria_arrival *ria_gauges_arrivals(const ria_gauges *gauges);
/** Write arrivals.csv atomically into the folder of the series. Without a followed variable, do
 * nothing. */
ria_status ria_gauges_write_arrivals(const ria_gauges *gauges);
/** Close the file and free; NULL is allowed. */
void ria_gauges_destroy(ria_gauges *gauges);

#ifdef __cplusplus
}
#endif
#endif
