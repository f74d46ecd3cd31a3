/* The keys of the solver poisson, as read. */
#ifndef RIA_POISSON_KEYS_H
#define RIA_POISSON_KEYS_H

#include "ria/schema.h"

typedef enum { POISSON_CONJUGATE_GRADIENTS, POISSON_MULTIGRID } poisson_method;

typedef struct {
  poisson_method method;
  double tolerance;
  int64_t iterations;
  double amplitude;            /* of the waves */
  int waves, waves_y, waves_z; /* half waves along x, y and z */
  double charge, radius;       /* of a ball in the middle of the domain: 1/m2, m */
} poisson_case;

extern const ria_key poisson_keys[];

#endif
