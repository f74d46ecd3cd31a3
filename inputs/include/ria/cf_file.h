/** \file
 * Fields over time from a netCDF file that follows the CF conventions, such as wind, pressure and
 * rain: read record by record, the next one ahead, and interpolated to places of a plane grid.
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
  const char *unit; /**< that values are wanted in; "m/s" with `rain` */
  bool rain;        /**< a rate of rain: mass per area and time counts, too, as that of water */
  const char *key;  /**< of the case, for messages */
} ria_cf_variable;

/** What is wanted. All texts are borrowed for ria_cf_open() alone. */
typedef struct {
  const char *path;
  int variables;
  ria_cf_variable variable[RIA_CF_VARIABLES];
  const char *crs; /**< of the file's coordinates; NULL: what the file says */
  const ria_grid *grid;
  const char *grid_crs; /**< NULL: unknown; the file's coordinates must be those of the grid then */
  double start, end;    /**< s since 1970; INFINITY: to the end of the file */
  bool intervals; /**< a record holds for an interval: that of the file's time bounds, or from its
                     time to the next one's. Else records hold at their times */
} ria_cf_request;

/** Open a file and check that it has the variables, in such units, over the grid and over the time.
 * Blocking. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_CASE (it does not cover the grid or
 * the time), RIA_ERROR_MEMORY: the detail says what to do. NULL after an error. */
ria_status ria_cf_open(const ria_cf_request *request, ria_cf_file **file);
/** Waits for what is read ahead. NULL is fine. */
void ria_cf_close(ria_cf_file *file);

/** The records that cover the time: at least 1. */
int ria_cf_records(const ria_cf_file *file);
/** When a record holds, or begins to: whole seconds since the request's start, later for each
 * record. */
double ria_cf_time(const ria_cf_file *file, int record);

/** Begin to read a record in the background. What was read before is lost. */
void ria_cf_expect(ria_cf_file *file, int record);
/** Wait for a record, or read it now. It is the one that ria_cf_value() knows until the next call
 * of this or of ria_cf_expect(). Blocking. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT. */
ria_status ria_cf_read(ria_cf_file *file, int record);

/** A place between four values of the file, and where its north lies there. */
typedef struct {
  int at;          /* private */
  double share[2]; /* private */
  /** Turns a vector of the file, (east, north) or along its axes, to the axes of the grid: x =
   * cosine * east + sine * north, y = cosine * north - sine * east. */
  double cosine, sine;
} ria_cf_place;

/** Where a point of the grid lies in the file. Not collective; for several threads. */
ria_cf_place ria_cf_find(const ria_cf_file *file, double x, double y);
/** A variable there, bilinear between the four values around it; NAN where one of those that count
 * is missing. */
double ria_cf_value(const ria_cf_file *file, int variable, const ria_cf_place *place);
/** Points of a row: x + (first + i) step for i = 0, 1, ..., and y. What comes of a point depends on
 * that number alone, not on where a row begins. */
typedef struct {
  double x, first, step, y;
} ria_cf_row;
/** The same for `count` points of a row. */
void ria_cf_find_row(const ria_cf_file *file, ria_cf_row points, int count, ria_cf_place *place);
void ria_cf_value_row(const ria_cf_file *file, int variable, int count, const ria_cf_place *place,
                      double *value);
/** The largest value of a variable in the record, of the part of the file around the grid; 0 if all
 * are missing or below. */
double ria_cf_largest(const ria_cf_file *file, int variable);
/** Fail because a value is missing there. Returns RIA_ERROR_FORMAT. */
ria_status ria_cf_missing(const ria_cf_file *file, int variable, double x, double y);

#ifdef __cplusplus
}
#endif
#endif
