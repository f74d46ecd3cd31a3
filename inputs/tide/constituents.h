/* The standard constituents of the tide and their combinations. */
#ifndef TIDE_CONSTITUENTS_H
#define TIDE_CONSTITUENTS_H

#include <stdbool.h>

/* The effect of the 18.6-year regression of the moon's orbit on a constituent: Schureman's factor f
 * and angle u. The comments give the numbers of his equations for f. */
typedef enum {
  TIDE_NODAL_NONE,
  TIDE_NODAL_MM,  /* (73) */
  TIDE_NODAL_MF,  /* (74) */
  TIDE_NODAL_O1,  /* (75) */
  TIDE_NODAL_J1,  /* (76) */
  TIDE_NODAL_OO1, /* (77) */
  TIDE_NODAL_M2,  /* (78) */
  TIDE_NODAL_M3,  /* (149) */
  TIDE_NODAL_M1,  /* (207) */
  TIDE_NODAL_L2,  /* (215) */
  TIDE_NODAL_K1,  /* (227) */
  TIDE_NODAL_K2   /* (235) */
} tide_nodal;

enum { TIDE_NODAL_KINDS = TIDE_NODAL_K2 + 1 };

/* A constituent of the tide-generating force, with the argument V = T tau + s s + h h + p p + p1 p1
 * + phase, in degrees. */
typedef struct {
  const char *name;
  int tau;     /* multiple of the hour angle of the mean sun */
  int s, h, p; /* of the mean longitudes of moon, sun, lunar perigee */
  int p1;      /* of the solar perigee */
  int phase;   /* degrees */
  tide_nodal nodal;
} tide_wave;

enum { TIDE_PARTS = 3 };

/* A shallow-water or compound constituent: a sum of multiples of waves. Its V, u and speed are
 * sums, its f is the product of the powers. */
typedef struct {
  const char *name;
  struct {
    int multiple;     /* 0 ends the list */
    const char *wave; /* a tide_wave */
  } part[TIDE_PARTS];
} tide_compound;

/* The wave of the tide-generating force with this speed (degrees an hour), without nodal changes:
 * the wave of lowest order within the rounding of tables. False if there is none. */
bool tide_wave_of(double speed, tide_wave *wave);

/* Speed in degrees an hour. */
double tide_wave_speed(const tide_wave *wave);

/* The name of constituent number i of the tables; NULL after the last. */
const char *tide_name(int i);

/* The name of the first constituent with this speed, within `wrong`; NULL if there is none. */
const char *tide_name_of(double speed, double wrong);

/* Find a constituent by any of its names, ignoring case; one of the two results is NULL. False if
 * ria does not know the name. */
bool tide_find(const char *name, const tide_wave **wave, const tide_compound **compound);

#endif
