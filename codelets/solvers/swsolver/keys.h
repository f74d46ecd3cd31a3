/* The keys of the solver swsolver, as read. */
#ifndef RIA_SWSOLVER_KEYS_H
#define RIA_SWSOLVER_KEYS_H

#include "ria/schema.h"

typedef enum {
  RIA_LIMITER_MINMOD,
  RIA_LIMITER_SUPERBEE,
  RIA_LIMITER_MC,
  RIA_LIMITER_VANLEER
} swsolver_limiter;
typedef enum { RIA_SWEEPS_XY, RIA_SWEEPS_YX, RIA_SWEEPS_STRANG } swsolver_order;

typedef struct {
  swsolver_limiter limiter;
  swsolver_order order;
} swsolver_case;

extern const ria_key swsolver_keys[];

#endif
