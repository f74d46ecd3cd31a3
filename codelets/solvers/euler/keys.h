/* The keys of the solver euler, as read. */
#ifndef RIA_EULER_KEYS_H
#define RIA_EULER_KEYS_H

#include "ria/schema.h"

/* A gas on one side of a diaphragm: kg/m3, m/s, Pa. */
typedef struct {
  double density, velocity, pressure;
} euler_gas;

typedef struct {
  double gamma;
  double diaphragm; /* position, as a share of the length */
  double radius;    /* m; 0: the diaphragm is straight */
  euler_gas left, right;
} euler_case;

extern const ria_key euler_keys[];

#endif
