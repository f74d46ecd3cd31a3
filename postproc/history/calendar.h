/** \file
 * Private: dates and elapsed times as text.
 */
#ifndef RIA_POSTPROC_CALENDAR_H
#define RIA_POSTPROC_CALENDAR_H

#include <stddef.h>

enum { RIA_DATE_SIZE = 40 };

/** Seconds since 1970-01-01T00:00:00Z as 2024-03-01T06:20:00Z, with milliseconds if there are any.
 * Returns text. */
char *ria_date_iso(double seconds, char text[RIA_DATE_SIZE]);
/** The same as 2024-03-01 06:20 UTC, rounded to the minute, for titles. */
char *ria_date_title(double seconds, char text[RIA_DATE_SIZE]);
/** Elapsed seconds as "2 d 3 h 20 min", "12 min 30 s", "1.25 s". */
char *ria_elapsed_title(double seconds, char text[RIA_DATE_SIZE]);

#endif
