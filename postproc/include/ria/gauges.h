/** \file
 * Gauges: series of water level, current and concentration at named places, as CSV.
 *
 * `gauges.csv`: a header with the names, then a row a time: the date (if the case has a start),
 * seconds since the start, and for every gauge level (m above the reference level), speed (m/s),
 * direction (degrees clockwise from the y axis of the grid, where the water goes) and
 * concentration. Cells are empty where the place is dry. A name
 * that begins with =, +, - or @ has an apostrophe before it, so that a spreadsheet takes it for
 * text and not for a formula. `arrivals.csv`: when the tracer first came to each place (if there is
 * a threshold for that), and its peak. Of a solver without water a place has the fields of the
 * state, and there are no arrivals.
 */
#ifndef RIA_GAUGES_H
#define RIA_GAUGES_H

#include <stdbool.h>
#include "ria/checkpoint.h"
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a series is of. Borrowed for the call that takes it. */
typedef struct {
  const char *path; /**< RUN_DIR/gauges.csv */
  bool has_start;
  double start;              /**< seconds since 1970-01-01T00:00:00Z */
  int nstate;                /**< water, 3: h, qx, qy; 4: and hc */
  const ria_quantity *state; /**< [nstate] fields of a solver without water; NULL: water */
  double dry;                /**< m */
  const char *tracer_unit;   /**< NULL: "1" */
  double threshold;          /**< concentration that counts as arrival; 0: nothing arrives */
  int places;
  const ria_place *place;
  const double *depth; /**< water: [places] still-water depth of each gauge's cell, m */
} ria_gauges_description;

/** When the tracer came. NAN where it did not, or not yet. */
typedef struct {
  double time;      /**< first row at or above the threshold, s since the start */
  double peak;      /**< largest concentration */
  double peak_time; /**< s since the start */
} ria_arrival;

typedef struct ria_gauges ria_gauges;

/** Begin a series, replacing an older file. Not collective: rank 0 alone. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_gauges_create(const ria_gauges_description *description, ria_gauges **gauges);
/** What a checkpoint knows of a series: the checksums of the header and of every row. */
typedef struct {
  uint32_t header;
  int64_t rows;
  const ria_checkpoint_row *row; /**< [rows] */
} ria_gauges_known;

/** What the series holds now; `row` is borrowed until the next append. */
ria_gauges_known ria_gauges_now(const ria_gauges *gauges);

/** Go on with a series after `time`: later rows, and a last one cut short, are removed; arrivals
 * are found again from the rows that stay. With what the checkpoint knows (NULL: nothing) exactly
 * its rows stay. A file that is damaged, or has not all of them, is kept as gauges.csv.damaged-N
 * and a new one gets the sound rows; a missing file is begun anew: ria_gauges_warning() tells what
 * is lost. Errors: RIA_ERROR_MISMATCH (other gauges), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_gauges_resume(const ria_gauges_description *description, double time,
                             const ria_gauges_known *known, ria_gauges **gauges);
/** What was damaged or is missing; "" if nothing. Borrowed. */
const char *ria_gauges_warning(const ria_gauges *gauges);
/** Append a row: values [places][nstate], as ria_simulation_probe() gives them. A time that is not
 * after the last row's is left out. On an error (RIA_ERROR_IO) the file ends with the row before.
 */
ria_status ria_gauges_append(ria_gauges *gauges, double time, const double *values);
/** Make all rows durable. May be called by another thread than the one that appends. Errors:
 * RIA_ERROR_IO. */
ria_status ria_gauges_sync(const ria_gauges *gauges);
/** What has arrived so far: [places], borrowed. */
const ria_arrival *ria_gauges_arrivals(const ria_gauges *gauges);
/** Write arrivals.csv beside the series, as a whole or not at all; without water nothing. */
ria_status ria_gauges_write_arrivals(const ria_gauges *gauges);
/** Closes the file; NULL is fine. */
void ria_gauges_destroy(ria_gauges *gauges);

#ifdef __cplusplus
}
#endif
#endif
