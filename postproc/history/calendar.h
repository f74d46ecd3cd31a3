/** \file
 * Private: dates and elapsed times as text.
 */
#ifndef HISTORY_POSTPROC_CALENDAR_H
#define HISTORY_POSTPROC_CALENDAR_H

#include <stddef.h>

enum { HISTORY_DATE_SIZE = 40 };

/** Seconds since 1970-01-01T00:00:00Z as 2024-03-01T06:20:00Z, with milliseconds if there are any.
 * Returns text. */
char *history_date_iso(double seconds, char text[HISTORY_DATE_SIZE]);
/** The same time as 2024-03-01 06:20 UTC, rounded to the minute, for titles. */
char *history_date_title(double seconds, char text[HISTORY_DATE_SIZE]);
/** Elapsed seconds as "2 d 3 h 20 min", "12 min 30 s", "1.25 s". */
char *history_elapsed_title(double seconds, char text[HISTORY_DATE_SIZE]);

#endif
