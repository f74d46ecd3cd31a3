/** \file
 * Names of units in files of other programs, and the factor to a unit of ria.
 */
#ifndef UNIT_FACTOR_H
#define UNIT_FACTOR_H

#include "ria/status.h"

/** Get the conversion from `unit` to `wanted`: number * scale + offset.
 *
 * Knows the units of units_find(), those of UDUNITS-2 ("feet", "m3 s-1", "0.01 m", "degC"), and
 * spellings of GDAL and of charts that UDUNITS lacks ("US survey foot", "ftUS", "FT", "fathom",
 * "cfs"). Brackets around a unit, and a vertical datum after it ("m NAVD88", "feet above MSL"), are
 * skipped; "m below MSL" is rejected, because its values count downwards.
 *
 * Errors: RIA_ERROR_ARGUMENT (there is no such unit, or it has no text), RIA_ERROR_MISMATCH (a unit
 * of another dimension), RIA_ERROR_IO (UDUNITS's database is missing). The detail names the unit;
 * the caller adds the file and how to declare a unit. After an error the results are unchanged. */
ria_status units_factor(const char *unit, const char *wanted, double *scale, double *offset);

#endif
