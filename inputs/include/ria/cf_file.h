/** \file
 * Fields over time from a netCDF file that follows the CF conventions, such as wind, pressure and
 * rain: read record by record (the next record in advance) and interpolated to places of a plane
 * grid.
 */
#ifndef RIA_CF_FILE_H
#define RIA_CF_FILE_H

#include <stdbool.h>
#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_cf_file ria_cf_file;

enum { RIA_CF_VARIABLES = 3 };

/** A variable to read. */
typedef struct {
  const char *name;
  const char *unit; /**< unit of the returned values; "m/s" with `rain` */
  bool rain;        /**< a rate of rain: mass of water per area and time is also accepted */
  const char *key;  /**< of the case, for messages */
} ria_cf_variable;

/** A request for ria_cf_open(). All texts are borrowed for that call only. */
typedef struct {
  const char *path;
  int variables;
  ria_cf_variable variable[RIA_CF_VARIABLES];
  const char *crs; /**< of the file's coordinates; NULL: as in the file */
  const ria_grid *grid;
  const char *grid_crs; /**< NULL: unknown; the file must then use the grid's coordinates */
  double start, end;    /**< s since 1970; INFINITY: to the end of the file */
  bool intervals; /**< true: a record applies to an interval, from the file's time bounds, or up to
                       the next record's time. false: a record applies at its time */
} ria_cf_request;

/** Open a file and check that it has the variables, in convertible units, for the whole grid and
 * time. Blocking. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_CASE (the file does not cover
 * the grid or the time), RIA_ERROR_MEMORY; the message gives the remedy. *file is NULL after an
 * error. */
ria_status ria_cf_open(const ria_cf_request *request, ria_cf_file **file);
/** Waits for a read in the background. Accepts NULL. */
void ria_cf_close(ria_cf_file *file);

/** The number of records that cover the time, at least 1. */
int ria_cf_records(const ria_cf_file *file);
/** The time of a record, or the start of its interval: whole seconds since the request's start,
 * increasing from record to record. */
double ria_cf_time(const ria_cf_file *file, int record);

/** Begin to read a record in the background. This discards the record read before. */
void ria_cf_expect(ria_cf_file *file, int record);
/** Wait for a record, or read it now. ria_cf_value() uses this record until the next call of this
 * function or of ria_cf_expect(). Blocking. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT. */
ria_status ria_cf_read(ria_cf_file *file, int record);

/** A place between four values of the file, and the direction of the file's north there. */
typedef struct {
  int at;          /* private */
  double share[2]; /* private */
  /** Turns a vector of the file, (east, north) or along its axes, to the axes of the grid: x =
   * cosine * east + sine * north, y = cosine * north - sine * east. */
  double cosine, sine;
} ria_cf_place;

/** Find a grid point's place in the file. Not collective; several threads may call it. */
ria_cf_place ria_cf_find(const ria_cf_file *file, double x, double y);
/** The value of a variable at a place, bilinear between the four values around it; NAN if a value
 * with a weight above 0 is missing. */
double ria_cf_value(const ria_cf_file *file, int variable, const ria_cf_place *place);
/** Points of a row: x + (first + i) step for i = 0, 1, ..., and y. The result for a point depends
 * only on its number, not on the start of the row. */
typedef struct {
  double x, first, step, y;
} ria_cf_row;
/** As ria_cf_value(), for `count` points of a row. */
void ria_cf_find_row(const ria_cf_file *file, ria_cf_row points, int count, ria_cf_place *place);
void ria_cf_value_row(const ria_cf_file *file, int variable, int count, const ria_cf_place *place,
                      double *value);
/** The largest value of a variable in the record, over the part of the file around the grid; 0 if
 * all values are missing or negative. */
double ria_cf_largest(const ria_cf_file *file, int variable);
/** Fail with the message that a value is missing at a place. Returns RIA_ERROR_FORMAT. */
ria_status ria_cf_missing(const ria_cf_file *file, int variable, double x, double y);

#ifdef __cplusplus
}
#endif
#endif
