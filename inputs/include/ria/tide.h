/** \file
 * The tide from harmonic constituents, and series from CSV files.
 */
#ifndef RIA_TIDE_H
#define RIA_TIDE_H

#include "ria/case.h"
#include "ria/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Speed of a constituent in degrees per hour, from the standard table; NAN if the name is unknown.
 */
double ria_tide_speed(const char *name);

/** Factor f and argument V + u (degrees, [0, 360)) of a constituent at `epoch`; false if the name
 * is unknown. */
bool ria_tide_argument(const char *name, double epoch, double *factor, double *phase);

/** A sum of constituents, prepared for frequent evaluation. */
typedef struct ria_tide ria_tide;

/** The tide of these constituents, which are copied; unknown names without a speed are left out.
 * Owned by the caller (ria_tide_destroy, which accepts NULL). NULL: no memory. */
ria_tide *ria_tide_create(int count, const ria_constituent *constituent);
void ria_tide_destroy(ria_tide *tide);

/** Level in m at `epoch` (seconds since 1970-01-01T00:00:00Z): the sum of f A cos(V0 + u + speed t
 * - G), with the astronomical argument and the nodal corrections of Schureman (1958) at that date.
 * The bits are the same on every machine and do not depend on earlier calls. One thread at a time:
 * the tide caches values for the next call. */
double ria_tide_level(ria_tide *tide, double epoch);

/** Choose the constituents that a series of `seconds` can separate (Rayleigh's criterion: their
 * phases differ by a full turn within the series), at most `most`, the most common first. Sets
 * their names and returns their number. */
int ria_tide_choose(double seconds, int most, ria_constituent *constituent);

/** Harmonic analysis: least-squares fit of the mean and of the amplitudes and Greenwich phases
 * [constituents] to the levels [values] at these epochs (in any order, gaps allowed); f and u as in
 * ria_tide_level(). The caller gives names that ria knows. Errors: RIA_ERROR_ARGUMENT (the values
 * cannot separate the constituents), RIA_ERROR_MEMORY. */
ria_status ria_tide_analyse(int values, const double *epoch, const double *level, int constituents,
                            ria_constituent *constituent, double *mean);

/** Warnings and notes about a table that was read: sentences without a place. */
typedef struct {
  ria_case_errors warnings, notes;
} ria_told;
void ria_told_destroy(ria_told *told);

/** Read a table of constituents (CSV: name, amplitude in m, Greenwich phase in degrees; '#'
 * comments; header lines). Units that the header names are converted. A column with the speed
 * (deg/h, or the header's unit), or the frequency or period, is checked against known names and
 * allows unknown ones. Unknown names without a speed are left out, with a warning in `told`. The
 * caller owns the results (free; ria_told_destroy(), also after an error). Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY, RIA_ERROR_FORMAT with file, line and column; also for a header with unknown
 * units or another order of columns. */
ria_status ria_tide_read_csv(const char *path, int *count, ria_constituent **constituent,
                             ria_told *told);

enum { RIA_SERIES_FILLS = 8 };

/** How to read a series. */
typedef struct {
  double start;            /**< epoch seconds that dates are relative to; NAN: dates become NAN */
  ria_dimension dimension; /**< of the values */
  double scale;  /**< unit of the returned values in the dimension's base unit (g/m3, g/s for a
                      tracer): 1 except for a tracer; 0: unknown */
  bool declared; /**< the case declares `fill`: lines with one of these values are left out; if
                      there are none, every value counts */
  int fills;
  double fill[RIA_SERIES_FILLS]; /**< in the file's unit */
} ria_series_form;

/** Read a series (CSV: time,value; time in s or the header's unit since the start, or ISO 8601; one
 * or two header lines). Values are converted from the header's unit. The caller owns the arrays
 * (ria_series_destroy) and `told` (ria_told_destroy(), also after an error). Errors with file, line
 * and column: also for unknown units, time zones without offsets, cells that no header names, and
 * undeclared fill values. */
ria_status ria_series_read_csv(const char *path, const ria_series_form *form, ria_series *series,
                               ria_told *told);
void ria_series_destroy(ria_series *series);

/** Read a table of stations (CSV, with a header): x,y,time,level or
 * x,y,constituent,amplitude,phase; lon,lat in degrees may stand for x,y, and a column `station`
 * before them. A line belongs to the station of its place, in the order of their first lines. The
 * columns to the right of the place are read as by ria_series_read_csv() or ria_tide_read_csv().
 * The caller owns the results and `told`. Errors: as these two functions, with file, line and
 * column. */
ria_status ria_stations_read_csv(const char *path, const ria_series_form *form, int *stations,
                                 ria_case_station **station, ria_told *told);

/** Read a rating curve (CSV: level in m, discharge in m3/s, or the header's units; levels grow,
 * discharges do not fall). The caller owns the rows (free) and `told`. Errors with file, line and
 * column. */
ria_status ria_rating_read_csv(const char *path, int *rows, ria_case_rating **row, ria_told *told);

#ifdef __cplusplus
}
#endif
#endif
