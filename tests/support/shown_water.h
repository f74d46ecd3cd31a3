/** \file
 * The fields that the solver estuary shows, for tests of files and pictures without a case.
 */
#ifndef RIA_TEST_SHOWN_WATER_H
#define RIA_TEST_SHOWN_WATER_H

#include "ria/solver.h"

/** `tracer` NULL: there is none. Texts are borrowed. */
static inline void shown_water(double dry, const char *tracer, const char *unit, double threshold,
                               ria_shown *shown) {
  const ria_case c = {.dry = dry,
                      .tracer = {.on = tracer != NULL,
                                 .name = (char *)tracer,
                                 .unit = (char *)unit,
                                 .threshold = threshold}};
  ria_solver_find("estuary")->show(&c, NULL, shown);
}

#endif
