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

/** The tide of these constituents, which are copied; unknown names are left out. Owned by the
 * caller (ria_tide_destroy, which accepts NULL). NULL: no memory. */
ria_tide *ria_tide_create(int count, const ria_constituent *constituent);
void ria_tide_destroy(ria_tide *tide);

/** Level in m at `epoch` (seconds since 1970-01-01T00:00:00Z): the sum of f A cos(V0 + u + speed t
 * - G), with the astronomical argument and the nodal corrections of Schureman (1958) at that date.
 * The bits are the same on every machine and do not depend on earlier calls. One thread at a time:
 * the tide caches values for the next call. */
double ria_tide_level(ria_tide *tide, double epoch);

/** Read a table of constituents (CSV: name, amplitude m, phase deg; '#' comments; header lines;
 * further columns ignored). Unknown constituents are left out, and `left_out` (may be NULL) becomes
 * a sentence that names them and the line of the first, else NULL. The caller owns both results
 * (free). Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_FORMAT with file, line and column, also
 * if a header names other units or another order. */
ria_status ria_tide_read_csv(const char *path, int *count, ria_constituent **constituent,
                             char **left_out);

/** Read a series (CSV: time,value; time in s, or ISO 8601 relative to `start`, epoch seconds; one
 * header line). Values are in the base unit of `dimension` times `scale` (1 except for a tracer; 0:
 * not known). The caller owns the arrays (ria_series_destroy). Errors with file, line and column,
 * also if the header names other units. */
ria_status ria_series_read_csv(const char *path, double start, ria_dimension dimension,
                               double scale, ria_series *series);
void ria_series_destroy(ria_series *series);

#ifdef __cplusplus
}
#endif
#endif
