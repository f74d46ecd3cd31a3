/* The standard constituents of the tide and their combinations. */
#ifndef RIA_TIDE_CONSTITUENTS_H
#define RIA_TIDE_CONSTITUENTS_H

#include <stdbool.h>

/* How the 18.6-year regression of the moon's orbit changes a constituent: Schureman's factor f and
 * angle u. The comments give his equations for f. */
typedef enum {
  RIA_NODAL_NONE,
  RIA_NODAL_MM,  /* (73) */
  RIA_NODAL_MF,  /* (74) */
  RIA_NODAL_O1,  /* (75) */
  RIA_NODAL_J1,  /* (76) */
  RIA_NODAL_OO1, /* (77) */
  RIA_NODAL_M2,  /* (78) */
  RIA_NODAL_M3,  /* (149) */
  RIA_NODAL_M1,  /* (207) */
  RIA_NODAL_L2,  /* (215) */
  RIA_NODAL_K1,  /* (227) */
  RIA_NODAL_K2   /* (235) */
} ria_nodal;

enum { RIA_NODAL_KINDS = RIA_NODAL_K2 + 1 };

/* A constituent of the tide-generating force, with the argument V = T tau + s s + h h + p p + p1 p1
 * + phase, in degrees. */
typedef struct {
  const char *name;
  int tau;     /* multiple of the hour angle of the mean sun */
  int s, h, p; /* of the mean longitudes of moon, sun, lunar perigee */
  int p1;      /* of the solar perigee */
  int phase;   /* degrees */
  ria_nodal nodal;
} ria_tide_wave;

enum { RIA_TIDE_PARTS = 3 };

/* A shallow-water or compound constituent: a sum of multiples of waves. Its V, u and speed are
 * sums, its f is the product of the powers. */
typedef struct {
  const char *name;
  struct {
    int multiple;     /* 0 ends the list */
    const char *wave; /* a ria_tide_wave */
  } part[RIA_TIDE_PARTS];
} ria_tide_compound;

/* Find a constituent by any of its names, in any letter case; one of the two results is NULL. False
 * if ria does not know the name. */
bool ria_tide_find(const char *name, const ria_tide_wave **wave,
                   const ria_tide_compound **compound);

#endif
