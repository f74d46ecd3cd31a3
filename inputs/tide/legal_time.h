/* Time zones in headers, and the changes of daylight saving time. */
#ifndef TIDE_LEGAL_TIME_H
#define TIDE_LEGAL_TIME_H

#include <stdbool.h>

enum { TIDE_ZONE_BYTES = 32 };

/* Find a word that names a time zone other than UTC, GMT or Z, or an offset from it: "CET",
 * "local", "UTC+1", "Europe/Berlin". */
bool tide_zone_find(const char *text, char zone[TIDE_ZONE_BYTES]);
/* Whether a word is UTC, GMT or Z. */
bool tide_zone_is_utc(const char *text);

/* The region, such as "Europe", where daylight saving time begins (or ends) in the first hours of
 * the date of `local` (local clock, seconds since 1970). NULL: none. */
const char *tide_daylight_change(double local, bool begins);

#endif
