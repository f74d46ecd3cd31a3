/* The keys of a case for the solver poisson. */
#include "keys.h"

#define AT(member)                                                                                 \
  .offset = offsetof(poisson_case, member), .size = sizeof(((poisson_case *)0)->member)

static const char *const methods[] = {"conjugate-gradients", "multigrid", NULL};

static const ria_key section[] = {
    {"method", RIA_KEY_CHOICE, .choices = methods, .fallback = "conjugate-gradients", AT(method),
     .what = "`conjugate-gradients`, or `multigrid`: V-cycles, for numbers of cells that powers of "
             "two divide."},
    {"tolerance", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .most = 1, .fallback = "1e-8",
     AT(tolerance),
     .what = "Share of the right side to which the residual must fall, in the root of the sum of "
             "squares."},
    {"iterations", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1e9,
     .fallback = "10000", AT(iterations), .what = "Most iterations; more are an error."},
    {"amplitude", RIA_KEY_QUANTITY, .fallback = "0", AT(amplitude),
     .what = "The right side has this times a sine along each axis, 1/m2."},
    {"waves", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000000,
     .fallback = "1", AT(waves), .what = "Half waves of the sine along x."},
    {"waves_y", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000000,
     .fallback = "1", AT(waves_y), .what = "Half waves of the sine along y."},
    {"waves_z", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000000,
     .fallback = "1", AT(waves_z), .what = "Half waves of the sine along z."},
    {"charge", RIA_KEY_QUANTITY, .fallback = "1", AT(charge),
     .what = "The right side inside a ball in the middle of the domain, 1/m2."},
    {"radius", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .fallback = "0.1 m", AT(radius),
     .what = "Radius of the ball."},
    {0}};

const ria_key poisson_keys[] = {{"poisson", RIA_KEY_MAP, .keys = section, .shorthand = "tolerance",
                                 .what = "Right side and method of the solver `poisson`."},
                                {0}};
