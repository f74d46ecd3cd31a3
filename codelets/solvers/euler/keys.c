/* The keys of a case for the solver euler. */
#include "keys.h"

#define AT(member) .offset = offsetof(euler_case, member), .size = sizeof(((euler_case *)0)->member)

#define GAS_KEYS(side, rho, p)                                                                     \
  {                                                                                                \
    {"density",       RIA_KEY_QUANTITY, RIA_KEY_ABOVE,                                             \
     .fallback = rho, AT(side.density), .what = "Density, kg/m3."},                                \
        {"velocity",        RIA_KEY_QUANTITY,           0, RIA_SPEED, .fallback = "0 m/s",         \
         AT(side.velocity), .what = "Velocity along x."},                                          \
        {"pressure",    RIA_KEY_QUANTITY,  RIA_KEY_ABOVE,                                          \
         .fallback = p, AT(side.pressure), .what = "Pressure, Pa."},                               \
    {                                                                                              \
      0                                                                                            \
    }                                                                                              \
  }
static const ria_key left_gas_keys[] = GAS_KEYS(left, "1", "1");
static const ria_key right_gas_keys[] = GAS_KEYS(right, "0.125", "0.1");

static const ria_key section[] = {
    {"gamma", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, .least = 1, .fallback = "1.4", AT(gamma),
     .what = "Ratio of the gas's heat capacities."},
    {"diaphragm", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, .most = 1, .fallback = "0.5",
     AT(diaphragm), .what = "Place of the diaphragm, as a share of the length along x."},
    {"radius", RIA_KEY_QUANTITY, RIA_KEY_LEAST, RIA_LENGTH, .fallback = "0 m", AT(radius),
     .what = "Above 0: a round diaphragm in the middle of the domain, with the left gas inside."},
    {"left", RIA_KEY_MAP, .keys = left_gas_keys,
     .what = "The gas at smaller x, and beyond that end."},
    {"right", RIA_KEY_MAP, .keys = right_gas_keys,
     .what = "The gas at larger x, and beyond that end."},
    {0}};

const ria_key euler_keys[] = {{"euler", RIA_KEY_MAP, .keys = section, .shorthand = "gamma",
                               .what = "Gas of the solver `euler`."},
                              {0}};
