/* The keys of the solver heat, as read. */
#ifndef RIA_HEAT_KEYS_H
#define RIA_HEAT_KEYS_H

#include "ria/schema.h"

typedef struct {
  double diffusivity, mean, amplitude; /* m2/s, K, K */
  int waves, waves_y, waves_z;         /* half waves of the initial state along x, y and z */
} heat_case;

extern const ria_key heat_keys[];

#endif
