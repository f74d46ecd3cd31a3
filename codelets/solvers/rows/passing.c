/* The time step of unsteady flow: the time in which a blade passes a blade of the next row,
 * divided by `steps_per_passing`. */
#include "rows.h"
#include <math.h>

/* Keep the faster passing, with more blades per unit of time. */
static void take_faster(rows_passing *passing, int blades, double speed) {
  if (blades * fabs(speed) > passing->blades * fabs(passing->speed))
    *passing = (rows_passing){blades, fabs(speed)};
}

static void find_passing(const rows *s, rows_passing *passing) {
  for (int p = 0; p < s->own->planes; p++) {
    const int row[2] = {rows_side_row(s, 2 * p), rows_side_row(s, 2 * p + 1)};
    const double speed = rows_side_speed(s, 2 * p + 1) - rows_side_speed(s, 2 * p);
    for (int end = 0; end < 2; end++)
      take_faster(passing, rows_blades(s, row[end]), speed);
  }
  /* Without planes, or if all rows turn at one speed: relative to a stationary frame. */
  for (int b = 0; b < s->grid->blocks && !passing->blades; b++)
    take_faster(passing, rows_blades(s, s->grid->block[b].row), s->omega[b]);
}

ria_status rows_find_time_step(rows *s) {
  const int steps = s->the_case->time.steps_per_passing;
  if (!steps)
    return RIA_SUCCESS;
  find_passing(s, &s->passing);
  if (!s->passing.blades)
    return rows_reject(s->the_case, &s->own->passing_place,
                       "time.steps_per_passing: no blade passes another one, because no row with "
                       "blades turns; expected a 'speed' in 'rows', and 'blades' there or in the "
                       "grid");
  s->time_step = 2 * M_PI / (s->passing.blades * s->passing.speed * steps);
  return RIA_SUCCESS;
}
