/* The keys of a case for the solver kuramoto. */
#include "keys.h"

#define AT(member)                                                                                 \
  .offset = offsetof(kuramoto_case, member), .size = sizeof(((kuramoto_case *)0)->member)

static const ria_key section[] = {{"amplitude", RIA_KEY_QUANTITY, .fallback = "1", AT(amplitude),
                                   .what = "The start is this times cos(kx) (1 + sin(kx))."},
                                  {"waves", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST,
                                   .least = 1, .most = 1000000, .fallback = "1", AT(waves),
                                   .what = "Waves of k in the length of the domain."},
                                  {0}};

const ria_key kuramoto_keys[] = {{"kuramoto", RIA_KEY_MAP, .keys = section,
                                  .shorthand = "amplitude",
                                  .what = "Start of the solver `kuramoto`."},
                                 {0}};
