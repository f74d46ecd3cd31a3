/* Time zones in headers, and the changes of daylight saving time. */
#ifndef TIDE_LEGAL_TIME_H
#define TIDE_LEGAL_TIME_H

#include <stdbool.h>

enum { TIDE_ZONE_BYTES = 32 };

/* Find a word that names a time zone other than UTC, GMT or Z, or an offset from it: "CET",
 * "local", "UTC+1", "Europe/Berlin". */
bool tide_zone_find(const char *text, char zone[TIDE_ZONE_BYTES]);
/* Whether a word says UTC, GMT or Z. */
bool tide_zone_is_utc(const char *text);

/* Where daylight saving time begins (or ends) in the first hours of the local date of `local`,
 * seconds since 1970 as the local clock shows them: "Europe". NULL: nowhere. */
const char *tide_daylight_change(double local, bool begins);

#endif
