/** \file
 * The track of a cyclone: a table of the position of its eye, its pressure and its wind.
 */
#ifndef RIA_TRACK_H
#define RIA_TRACK_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A row of the table. */
typedef struct {
  double time;     /**< s since 1970 */
  double x, y;     /**< in the CRS of the grid, m */
  double latitude; /**< degrees; NAN: unknown */
  double pressure; /**< in the eye, Pa */
  double radius;   /**< of maximum winds, m */
  double wind, b;  /**< largest wind, m/s, or Holland's B; the other is NAN */
  double ambient;  /**< pressure far away, Pa; NAN: not in the table */
  int line;        /**< of the file */
} ria_track_eye;

typedef struct {
  int eyes;
  ria_track_eye *eye; /**< [eyes], in order of time; owned */
} ria_track;

/** Read a CSV file with a first line of names: time, lon and lat (degrees) or x and y (m), pressure
 * (hPa), radius (km), wind (m/s) or b, and perhaps ambient (hPa); other units in brackets, such as
 * "wind [kt]". `crs` is the grid's; NULL: unknown. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT (with
 * path and line), RIA_ERROR_MEMORY. Free with ria_track_destroy() in any case. */
ria_status ria_track_read(const char *path, const char *crs, ria_track *track);
void ria_track_destroy(ria_track *track);

#ifdef __cplusplus
}
#endif
#endif
