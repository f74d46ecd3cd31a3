/* The keys of a case for the solver heat. */
#include "keys.h"

#define AT(member) .offset = offsetof(heat_case, member), .size = sizeof(((heat_case *)0)->member)

static const ria_key section[] = {
    {"diffusivity", RIA_KEY_QUANTITY, RIA_KEY_ABOVE, RIA_DIFFUSIVITY, .fallback = "1 m2/s",
     AT(diffusivity), .what = "Thermal diffusivity."},
    {"mean", RIA_KEY_QUANTITY, .fallback = "1", AT(mean),
     .what = "Mean temperature of the start, K."},
    {"amplitude", RIA_KEY_QUANTITY, .fallback = "1", AT(amplitude),
     .what = "Amplitude of the start about the mean, times a cosine along each axis, K."},
    {"waves", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 1000000,
     .fallback = "1", AT(waves), .what = "Half waves of the cosine along x."},
    {"waves_y", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 1000000,
     .fallback = "0", AT(waves_y), .what = "Half waves of the cosine along y."},
    /* No default, so that hashes of older cases stay the same. */
    {"waves_z", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 1000000,
     AT(waves_z), .example = "1",
     .what = "Half waves of the cosine along z, in a box. Without it: none."},
    {0}};

const ria_key heat_keys[] = {{"heat", RIA_KEY_MAP, .keys = section, .shorthand = "diffusivity",
                              .what = "Start and diffusivity of the solver `heat`."},
                             {0}};
