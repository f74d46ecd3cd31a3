/* The keys of a case for the solver swsolver. */
#include "keys.h"

#define AT(member)                                                                                 \
  .offset = offsetof(swsolver_case, member), .size = sizeof(((swsolver_case *)0)->member)

static const char *const limiters[] = {[RIA_LIMITER_MINMOD] = "minmod",
                                       [RIA_LIMITER_SUPERBEE] = "superbee",
                                       [RIA_LIMITER_MC] = "mc",
                                       [RIA_LIMITER_VANLEER] = "vanleer",
                                       NULL};
static const char *const sweep_orders[] = {
    [RIA_SWEEPS_XY] = "xy", [RIA_SWEEPS_YX] = "yx", [RIA_SWEEPS_STRANG] = "strang", NULL};
static const ria_key sweeps_keys[] = {
    {"limiter", RIA_KEY_CHOICE, .choices = limiters, .fallback = "minmod", AT(limiter),
     .what = "Limiter of the waves."},
    {"order", RIA_KEY_CHOICE, .choices = sweep_orders, .fallback = "xy", AT(order),
     .what = "Sweeps of a time step: x, y; y, x; or half a step along x, one along y, half a step "
             "along x."},
    {0}};

const ria_key swsolver_keys[] = {{"sweeps", RIA_KEY_MAP, .keys = sweeps_keys,
                                  .shorthand = "limiter",
                                  .what = "Sweeps of the solver `swsolver`."},
                                 {0}};
