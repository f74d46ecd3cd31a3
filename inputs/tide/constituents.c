#include "constituents.h"
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Schureman (1958), table 2, with the hour angle of the mean sun T = 15 deg/h x UT + 180 deg. */
static const tide_wave waves[] = {
    /* long period */
    {"SA", 0, 0, 1, 0, 0, 0, TIDE_NODAL_NONE},
    {"SSA", 0, 0, 2, 0, 0, 0, TIDE_NODAL_NONE},
    {"MM", 0, 1, 0, -1, 0, 0, TIDE_NODAL_MM},
    {"MF", 0, 2, 0, 0, 0, 0, TIDE_NODAL_MF},
    {"MTM", 0, 3, 0, -1, 0, 0, TIDE_NODAL_MF},
    {"MSQM", 0, 4, -2, 0, 0, 0, TIDE_NODAL_MF},
    /* diurnal */
    {"2Q1", 1, -4, 1, 2, 0, 90, TIDE_NODAL_O1},
    {"SIGMA1", 1, -4, 3, 0, 0, 90, TIDE_NODAL_O1},
    {"Q1", 1, -3, 1, 1, 0, 90, TIDE_NODAL_O1},
    {"RHO1", 1, -3, 3, -1, 0, 90, TIDE_NODAL_O1},
    {"O1", 1, -2, 1, 0, 0, 90, TIDE_NODAL_O1},
    {"M1", 1, -1, 1, 1, 0, -90, TIDE_NODAL_M1},
    {"P1", 1, 0, -1, 0, 0, 90, TIDE_NODAL_NONE},
    {"S1", 1, 0, 0, 0, 0, 0, TIDE_NODAL_NONE},
    {"K1", 1, 0, 1, 0, 0, -90, TIDE_NODAL_K1},
    {"J1", 1, 1, 1, -1, 0, -90, TIDE_NODAL_J1},
    {"OO1", 1, 2, 1, 0, 0, -90, TIDE_NODAL_OO1},
    /* semidiurnal */
    {"3N2", 2, -5, 2, 3, 0, 0, TIDE_NODAL_M2},
    {"EPSILON2", 2, -5, 4, 1, 0, 0, TIDE_NODAL_M2},
    {"2N2", 2, -4, 2, 2, 0, 0, TIDE_NODAL_M2},
    {"MU2", 2, -4, 4, 0, 0, 0, TIDE_NODAL_M2},
    {"N2", 2, -3, 2, 1, 0, 0, TIDE_NODAL_M2},
    {"NU2", 2, -3, 4, -1, 0, 0, TIDE_NODAL_M2},
    {"M2", 2, -2, 2, 0, 0, 0, TIDE_NODAL_M2},
    {"LAMBDA2", 2, -1, 0, 1, 0, 180, TIDE_NODAL_M2},
    {"L2", 2, -1, 2, -1, 0, 180, TIDE_NODAL_L2},
    {"T2", 2, 0, -1, 0, 1, 0, TIDE_NODAL_NONE},
    {"S2", 2, 0, 0, 0, 0, 0, TIDE_NODAL_NONE},
    {"R2", 2, 0, 1, 0, -1, 180, TIDE_NODAL_NONE},
    {"K2", 2, 0, 2, 0, 0, 0, TIDE_NODAL_K2},
    /* terdiurnal */
    {"M3", 3, -3, 3, 0, 0, 0, TIDE_NODAL_M3},
};

static const tide_compound compounds[] = {
    {"MSF", {{1, "S2"}, {-1, "M2"}}},
    {"MKS2", {{1, "M2"}, {1, "K2"}, {-1, "S2"}}},
    {"2SM2", {{2, "S2"}, {-1, "M2"}}},
    {"2MK3", {{2, "M2"}, {-1, "K1"}}},
    {"MK3", {{1, "M2"}, {1, "K1"}}},
    {"N4", {{2, "N2"}}},
    {"MN4", {{1, "M2"}, {1, "N2"}}},
    {"M4", {{2, "M2"}}},
    {"MS4", {{1, "M2"}, {1, "S2"}}},
    {"MK4", {{1, "M2"}, {1, "K2"}}},
    {"S4", {{2, "S2"}}},
    {"2MO5", {{2, "M2"}, {1, "O1"}}},
    {"2MK5", {{2, "M2"}, {1, "K1"}}},
    {"2MN6", {{2, "M2"}, {1, "N2"}}},
    {"M6", {{3, "M2"}}},
    {"2MS6", {{2, "M2"}, {1, "S2"}}},
    {"2SM6", {{2, "S2"}, {1, "M2"}}},
    {"S6", {{3, "S2"}}},
    {"M8", {{4, "M2"}}},
    {"3MS8", {{3, "M2"}, {1, "S2"}}},
};

/* Other common names of these constituents. */
static const struct {
  const char *name, *means;
} aliases[] = {{"SGM", "SIGMA1"},   {"SIG1", "SIGMA1"},    {"RHO", "RHO1"},     {"RO1", "RHO1"},
               {"EP2", "EPSILON2"}, {"EPS2", "EPSILON2"},  {"LAM2", "LAMBDA2"}, {"LDA2", "LAMBDA2"},
               {"LA2", "LAMBDA2"},  {"LABDA2", "LAMBDA2"}, {"NO1", "M1"},       {"MSQ", "MSQM"},
               {"MFM", "MTM"}};

/* Greek letters at the start of names, in UTF-8. */
static const struct {
  const char *letter, *means;
} greek[] = {{"\u03C3", "SIGMA"}, {"\u03C1", "RHO"},    {"\u03BC", "MU"},     {"\u00B5", "MU"},
             {"\u03BD", "NU"},    {"\u03BB", "LAMBDA"}, {"\u03B5", "EPSILON"}};

/* Convert a name to capitals, as in the tables; false if it is longer than all names there. */
static bool capitals(const char *name, char *text, size_t size) {
  size_t i = 0;
  for (size_t g = 0; g < sizeof greek / sizeof *greek && !i; g++)
    if (!strncmp(name, greek[g].letter, 2)) {
      i = strlen(strcpy(text, greek[g].means));
      name += 2;
    }
  for (; *name && i + 1 < size; i++)
    text[i] = (char)toupper((unsigned char)*name++);
  text[i] = '\0';
  return !*name;
}

/* Compare the first letter first: levels are computed every time step with dozens of constituents,
 * and most names differ there. */
static bool same(const char *a, const char *b) {
  return a[0] == b[0] && !strcmp(a, b);
}

bool tide_find(const char *name, const tide_wave **wave, const tide_compound **compound) {
  char text[12];
  const char *wanted = text;
  *wave = NULL;
  *compound = NULL;
  if (!capitals(name, text, sizeof text))
    return false;
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (same(aliases[i].name, text))
      wanted = aliases[i].means;
  for (size_t i = 0; i < sizeof waves / sizeof *waves && !*wave; i++)
    if (same(waves[i].name, wanted))
      *wave = &waves[i];
  for (size_t i = 0; i < sizeof compounds / sizeof *compounds && !*wave && !*compound; i++)
    if (same(compounds[i].name, wanted))
      *compound = &compounds[i];
  return *wave || *compound;
}

const char *tide_name(int i) {
  const int first = sizeof waves / sizeof *waves,
            all = first + sizeof compounds / sizeof *compounds;
  return i < first ? waves[i].name : i < all ? compounds[i - first].name : NULL;
}

/* Speeds of the mean longitudes in degrees an hour (Schureman, table 1). */
double tide_wave_speed(const tide_wave *wave) {
  return 15 * wave->tau + 0.54901653 * wave->s + 0.04106864 * wave->h + 0.00464183 * wave->p +
         0.00000196 * wave->p1;
}

/* Tables print speeds to 5 digits or more; the solar perigee shows only from 7 digits on. */
static const double rounding = 6e-6, fine = 3e-7, coarse = 1e-6;

/* Find the wave of one species with the smallest sum of the other multiples (counted in lunar days,
 * as Doodson did). Returns this sum, or `order` if no wave has a smaller one. */
static int search(double speed, int tau, int order, tide_wave *found) {
  for (int s = -8; s <= 8; s++)
    for (int h = -10; h <= 10; h++)
      for (int p = -4; p <= 4; p++) {
        const tide_wave wave = {.tau = tau, .s = s - tau, .h = h + tau, .p = p};
        if (abs(s) + abs(h) + abs(p) < order && fabs(tide_wave_speed(&wave) - speed) <= rounding) {
          *found = wave;
          order = abs(s) + abs(h) + abs(p);
        }
      }
  return order;
}

bool tide_wave_of(double speed, tide_wave *wave) {
  enum { NONE = 99, SPECIES = 60 };
  if (!(speed > 0 && speed < 15 * SPECIES))
    return false;
  int order = NONE;
  for (int tau = (int)(speed / 15) - 1; tau <= (int)(speed / 14) + 1; tau++)
    if (tau >= 0)
      order = search(speed, tau, order, wave);
  if (order == NONE)
    return false;
  const double left = speed - tide_wave_speed(wave);
  const int sign = left > 0 ? 1 : -1;
  if (fabs(left) > coarse && fabs(left - sign * 0.00000196) < fine)
    wave->p1 = sign;
  return true;
}
