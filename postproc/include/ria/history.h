/** \file
 * The history: what a simulation looked like at every output time, in one file that the usual tools
 * open.
 *
 * `history.h5` is a netCDF-4 file written through HDF5 (dimension scales, format 1), by CF-1.10:
 * dimensions time (unlimited), y, x; variables h, qx, qy, hc [time][y][x] as the solver holds them;
 * level = h - depth and concentration = hc / h, NaN (their _FillValue) where the land is dry;
 * depth [y][x], the still-water depth; coordinates of cell centres; `crs`; the places of gauges.
 * Of a solver without water it has the fields of its state instead, by their names.
 * Fields have the simulation's precision, one chunk or a few a record, shuffled, deflated and with
 * a Fletcher-32 checksum.
 *
 * Safety. Between two appends the file is closed, so it can be read while a simulation runs. HDF5
 * makes an append in memory (ria/overlay.h); what it changes is first saved to
 * `history.h5.journal`, then written by rank 0, flushed to the disk, and the journal dropped. If
 * the append fails (full disk) the file is put back as it was, and if the process is killed in it,
 * the next ria_history_recover() does so: resuming, plotting and `ria info` call it. So no record
 * that was appended is ever lost. A seal at the end of the file (ria/seal.h) covers everything but
 * the chunks of fields, which have Fletcher-32.
 *
 * HDF5 is not thread safe: the caller sees to it that no two threads of a process are in it at
 * once.
 */
#ifndef RIA_HISTORY_H
#define RIA_HISTORY_H

#include <mpi.h>
#include <stdbool.h>
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A place whose series is written, and that maps name. */
typedef struct {
  const char *name; /**< UTF-8 */
  double x, y;      /**< m, in the grid's coordinates */
} ria_place;

/** What a history is of. Same on every rank. All borrowed for the call that takes it, `depth` for
 * the life of the writer. */
typedef struct {
  const char *path; /**< RUN_DIR/history.h5 */
  MPI_Comm comm;    /**< used by collective calls only; not duplicated */
  ria_grid grid;    /**< its tiling is not used */
  ria_precision precision;
  int nstate;                /**< water, 3: h, qx, qy; 4: and hc */
  const ria_quantity *state; /**< [nstate] fields of a solver without water, borrowed for the life
                                of the writer; NULL: water */
  double dry;                /**< m; cells at or below have no level and no concentration */
  const double *depth; /**< water: [ny][nx], m, positive below the reference level; else NULL */
  const char *title;
  const char *solver, *case_hash; /**< may be NULL */
  const char *command; /**< the command line, for the CF attribute `history`; may be NULL */
  bool has_start;
  double start; /**< seconds since 1970-01-01T00:00:00Z */
  /* (the text of a UTM zone's code is known here) */
  const char *crs, *crs_wkt; /**< "EPSG:32629" and its well-known text; either may be NULL */
  const char *tracer_name, *tracer_unit; /**< NULL: "tracer" and "1" */
  double threshold; /**< concentration from which a place counts as reached; 0: none does */
  int places;
  const ria_place *place;
} ria_history_description;

typedef struct ria_history ria_history;

/** Make the file anew, with no records, replacing an older one only when it is complete.
 * Collective. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_IO, RIA_ERROR_MEMORY; the same on every rank.
 */
ria_status ria_history_create(const ria_history_description *description, ria_history **history);

/** Open the file to go on after `time`: records later than `time` are removed. Every checksum is
 * verified. A file that is missing is made anew; one that is damaged is kept beside as
 * history-damaged-N.h5, and a new one gets its sound records, or none if the file's own structures
 * are damaged; a damaged journal is kept as history.h5.journal.damaged-N. `expected` is how many
 * records there must be, -1: not known. ria_history_warning() tells what was lost. Collective.
 * Errors: RIA_ERROR_MISMATCH (another case, grid or precision), RIA_ERROR_IO. */
ria_status ria_history_resume(const ria_history_description *description, double time,
                              int64_t expected, ria_history **history);

/** Append the state at `time` (s since the start), of which this rank holds `count` tiles (0 is
 * fine). A time that is not after the last record's is left as it is there: a resumed run may offer
 * its first output again. Also rewrites history.xdmf beside. Collective, blocking. On an error
 * (RIA_ERROR_IO: full disk among others) the file is as it was before. */
ria_status ria_history_append(ria_history *history, double time, int count,
                              const ria_snapshot_tile *tiles);

/** Records in the file. */
int64_t ria_history_records(const ria_history *history);
/** Time of the last record, s since the start; 0 with none. */
double ria_history_last(const ria_history *history);
/** What a user should hear about opening the file; "" if nothing. Borrowed. */
const char *ria_history_note(const ria_history *history);
/** What was damaged or is missing; "" if nothing. Borrowed. */
const char *ria_history_warning(const ria_history *history);
/** Frees; NULL is fine. */
void ria_history_destroy(ria_history *history);

/** Undo an append in which its writer was killed. Nothing is done if there is no journal. Waits up
 * to five seconds for a writer that is alive. A damaged journal changes nothing. Not collective.
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_history_recover(const char *path);

/* ---- reading, without MPI ---- */

/** A field of a solver without water; owned. */
typedef struct {
  char *name, *unit, *what;
  int64_t order; /**< in the file */
} ria_history_field;

/** A history that was opened for reading; owned strings and arrays. */
typedef struct {
  char *path;
  int64_t id; /**< HDF5's */
  int64_t records;
  double *time; /**< [records], s since the start */
  ria_global nx, ny;
  double x0, y0, dx, dy;
  double *depth; /**< [ny][nx]; NULL: no water */
  int fields;    /**< without water */
  ria_history_field *field;
  bool has_start;
  double start;
  bool has_tracer;
  double dry, threshold;
  char *title, *crs, *tracer_name, *tracer_unit;
  int places;
  ria_place *place;
} ria_history_view;

/** Open for reading, recovering first. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_FORMAT
 * (no history of ria). */
ria_status ria_history_view_open(const char *path, ria_history_view *view);
/** Read one variable ("h", "qx", "qy", "hc", "level", "concentration"; without water, a field's
 * name) of one record: values [ny][nx]. Errors: RIA_ERROR_ARGUMENT (no such record or variable),
 * RIA_ERROR_CORRUPT (a checksum is wrong). */
ria_status ria_history_view_read(const ria_history_view *view, const char *variable, int64_t record,
                                 float *values);
/** Closes and frees what it holds; safe on a zeroed view. */
void ria_history_view_close(ria_history_view *view);

#ifdef __cplusplus
}
#endif
#endif
