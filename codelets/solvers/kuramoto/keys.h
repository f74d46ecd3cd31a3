/* The keys of the solver kuramoto, as read. */
#ifndef RIA_KURAMOTO_KEYS_H
#define RIA_KURAMOTO_KEYS_H

#include "ria/schema.h"

typedef struct {
  double amplitude;
  int waves;
} kuramoto_case;

extern const ria_key kuramoto_keys[];

#endif
