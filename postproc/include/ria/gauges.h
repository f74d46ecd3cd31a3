/** \file
 * Gauges: series of what a solver shows (ria/shown.h) at named places, as CSV.
 *
 * `gauges.csv` has a header with the names, then a row for each time: the date (if the case has a
 * start), seconds since the start, and for each gauge the variables of the solver. A variable
 * without a value leaves its cell empty. A name that begins with =, +, - or @ gets an apostrophe,
 * so that spreadsheets do not take it for a formula.
 *
 * `arrivals.csv` has the time when the variable that is followed reached each place (if there is a
 * threshold), and its peak.
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
  int nstate;             /**< fields of the state that each row has of a place */
  int places;
  const ria_place *place;
  const double *statics; /**< [places][shown->statics] of each gauge's cell; NULL: there are none */
} ria_gauges_description;

/** When what is followed (ria_shown.arrival) came; NAN if it has not. */
typedef struct {
  double time;      /**< first row at or above the threshold, s since the start */
  double peak;      /**< largest value */
  double peak_time; /**< s since the start */
} ria_arrival;

typedef struct ria_gauges ria_gauges;

/** Create a series, replacing an older file. Not collective: rank 0 alone. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_gauges_create(const ria_gauges_description *description, ria_gauges **gauges);
/** What a checkpoint stores about a series: the checksums of the header and of each row. */
typedef struct {
  uint32_t header;
  int64_t rows;
  const ria_checkpoint_row *row; /**< [rows] */
} ria_gauges_known;

/** The current state of the series; `row` is borrowed until the next append. */
ria_gauges_known ria_gauges_now(const ria_gauges *gauges);

/** Resume a series after `time`: later rows and a partial last row are removed, and arrivals are
 * found again. With the checkpoint's list of rows (NULL: none) exactly its rows stay. A file that
 * is damaged or lacks rows is kept as gauges.csv.damaged-N, and a new file gets the sound rows; a
 * missing file is created. ria_gauges_warning() tells what was lost. Errors: RIA_ERROR_MISMATCH
 * (other gauges), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_gauges_resume(const ria_gauges_description *description, double time,
                             const ria_gauges_known *known, ria_gauges **gauges);
/** Text that names damaged or missing rows; "" if there are none. Borrowed. */
const char *ria_gauges_warning(const ria_gauges *gauges);
/** Append a row: values [places][nstate], as from ria_simulation_probe(). A time not after the last
 * row's is ignored. On an error (RIA_ERROR_IO) the file ends with the previous row. */
ria_status ria_gauges_append(ria_gauges *gauges, double time, const double *values);
/** Make all rows durable. A thread other than the appending one may call it. Errors: RIA_ERROR_IO.
 */
ria_status ria_gauges_sync(const ria_gauges *gauges);
/** The arrivals so far: [places], borrowed. */
const ria_arrival *ria_gauges_arrivals(const ria_gauges *gauges);
/** Write arrivals.csv beside the series, as a whole or not at all. If no arrival is shown, it does
 * nothing. */
ria_status ria_gauges_write_arrivals(const ria_gauges *gauges);
/** Close the file and free; NULL is allowed. */
void ria_gauges_destroy(ria_gauges *gauges);

#ifdef __cplusplus
}
#endif
#endif
