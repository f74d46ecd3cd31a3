/* Wind and pressure of a cyclone along its track. */
#ifndef RIA_CYCLONE_H
#define RIA_CYCLONE_H

#include "ria/case.h"
#include "ria/grid.h"

typedef struct cyclone cyclone;

/* Read a track. Times are of the case, s since its start; places are in the grid's CRS. Errors:
 * RIA_ERROR_IO, RIA_ERROR_FORMAT (with path and line), RIA_ERROR_CASE (the track does not cover the
 * run), RIA_ERROR_MEMORY. *found is NULL after an error. */
ria_status cyclone_read(const ria_case *the_case, const char *crs, cyclone **found);
void cyclone_destroy(cyclone *c);

/* Seconds between frames, a power of two: between two frames the eye moves by at most a tenth of
 * the radius of maximum winds. */
double cyclone_interval(const cyclone *c);
/* The time at which the track ends, s. */
double cyclone_end(const cyclone *c);

/* Move the cyclone to its position at a time, and tabulate its profile for places up to `reach`
 * from the eye. Error: RIA_ERROR_MEMORY. */
ria_status cyclone_move(cyclone *c, double t, const ria_grid *grid);

/* Wind (m/s), pressure (Pa) and its gradient (Pa/m) at a place, after cyclone_move(). */
typedef struct {
  double wind[2], pressure, gradient[2];
} cyclone_weather;
cyclone_weather cyclone_at(const cyclone *c, double x, double y);

/* Holland's profile: the gradient wind (m/s) and the pressure (Pa) at a distance from the eye. */
typedef struct {
  double drop, ambient; /* Pa: ambient less central pressure */
  double radius, b;     /* of maximum winds, m; Holland's B */
  double air, coriolis; /* kg/m3; |f|, 1/s */
} holland;
double holland_wind(const holland *h, double r);
double holland_pressure(const holland *h, double r);

#endif
