/* The tide from harmonic constituents, after Schureman, Manual of Harmonic Analysis and Prediction
 * of Tides (US Coast and Geodetic Survey, special publication 98, 1958). V, u and f are computed
 * for the time itself, not for the middle of a year, so that the level has no jumps. For levels, f
 * and u are interpolated over about a minute: they change over years, and computing them each time
 * would dominate the cost. */
#include "ria/tide.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "constituents.h"
#include "terms.h"

static const double degree = 0.017453292519943295;

/* Inclinations of the ecliptic to the equator and of the moon's orbit to the ecliptic, degrees.
 * Schureman's factors are normalised for these values of 1900. */
static const double ecliptic = 23.452, orbit = 5.145;

/* Mean longitudes and the hour angle, degrees. */
typedef struct {
  double tau, s, h, p, node, p1;
} sky;

/* Quantities that depend on the node of the moon's orbit, radians. */
typedef struct {
  double I;        /* inclination of the orbit to the equator */
  double xi, nu;   /* arcs from the crossing of orbit and equator */
  double nu1, nu2; /* Schureman's nu' and 2 nu'' */
  double P;        /* perigee from that crossing */
} moon;

/* f and u of a constituent; u in degrees. */
typedef struct {
  double f, u;
} nodal;

/* The quantities that depend only on the time. */
typedef struct {
  double hours; /* since 1970 */
  sky sky;
  nodal nodal[TIDE_NODAL_KINDS];
} heavens;

/* f and u of all kinds at a multiple of NODAL_SECONDS. The fastest has twice the frequency of the
 * perigee, a period of 4.4 years, so linear interpolation has an error of 1e-12 radians, a
 * hundredth of V's rounding error.
 */
enum { NODAL_SECONDS = 64 };
typedef struct {
  double number; /* number of the multiple; NAN: not computed yet */
  nodal nodal[TIDE_NODAL_KINDS];
} nodal_knot;

static double square(double a) {
  return a * a;
}

/* Mean elements of date (Meeus, Astronomical Algorithms, chapters 25 and 47; solar perigee: Simon
 * et al. 1994). The fraction of the day is kept separate, so that the fast hour angle keeps its
 * digits. The minute between universal and ephemeris time is neglected: 0.01 degrees of the moon.
 */
static sky sky_at(double epoch) {
  double days = floor(epoch / 86400), seconds = epoch - 86400 * days;
  double t = (days + seconds / 86400 - 10957.5) / 36525; /* Julian centuries since 2000-01-01 12h */
  return (sky){
      .tau = seconds / 240 + 180,
      .s = 218.3164477 + t * (481267.88123421 + t * (-0.0015786 + t / 538841)),
      .h = 280.46646 + t * (36000.76983 + t * 0.0003032),
      .p = 83.3532465 + t * (4069.0137287 + t * (-0.0103200 - t / 80053)),
      .node = 125.0445479 + t * (-1934.1362891 + t * (0.0020754 + t / 467441)),
      .p1 = 282.93735 + t * (1.71946 + t * 0.00046),
  };
}

static moon moon_at(const sky *now) {
  double w = ecliptic * degree, i = orbit * degree, node = remainder(now->node, 360) * degree;
  moon m;
  m.I = ria_acos(ria_cos(i) * ria_cos(w) - ria_sin(i) * ria_sin(w) * ria_cos(node));
  double half = ria_tan(node / 2);
  double sum = 2 * ria_atan(ria_cos((w - i) / 2) / ria_cos((w + i) / 2) * half); /* N - xi + nu */
  double difference =
      2 * ria_atan(ria_sin((w - i) / 2) / ria_sin((w + i) / 2) * half); /* N - xi - nu */
  m.nu = (sum - difference) / 2;
  m.xi = node - (sum + difference) / 2;
  m.nu1 = ria_atan2(ria_sin(2 * m.I) * ria_sin(m.nu), ria_sin(2 * m.I) * ria_cos(m.nu) + 0.3347);
  m.nu2 = ria_atan2(square(ria_sin(m.I)) * ria_sin(2 * m.nu),
                    square(ria_sin(m.I)) * ria_cos(2 * m.nu) + 0.0727);
  m.P = now->p * degree - m.xi;
  return m;
}

static nodal nodal_o1(const moon *m) {
  return (nodal){ria_sin(m->I) * square(ria_cos(m->I / 2)) / 0.3800, (2 * m->xi - m->nu) / degree};
}

static nodal nodal_m2(const moon *m) {
  return (nodal){square(square(ria_cos(m->I / 2))) / 0.9154, 2 * (m->xi - m->nu) / degree};
}

/* M1 merges two waves of equal size. V holds p, so u holds the difference to Q (p. 41). */
static nodal nodal_m1(const moon *m) {
  double q =
      ria_atan2((5 * ria_cos(m->I) - 1) * ria_sin(m->P), (7 * ria_cos(m->I) + 1) * ria_cos(m->P));
  double turn = remainder(m->P - q, 2 * M_PI);
  double f = nodal_o1(m).f * sqrt(2.310 + 1.435 * ria_cos(2 * m->P));
  return (nodal){f, (-m->nu - turn) / degree};
}

/* L2 merges with a wave that depends on the perigee (p. 44). */
static nodal nodal_l2(const moon *m) {
  double tangent2 = square(ria_tan(m->I / 2));
  double r = ria_atan2(ria_sin(2 * m->P), 1 / (6 * tangent2) - ria_cos(2 * m->P));
  nodal base = nodal_m2(m);
  return (nodal){base.f * sqrt(1 - 12 * tangent2 * ria_cos(2 * m->P) + 36 * square(tangent2)),
                 base.u - r / degree};
}

static nodal nodal_k1(const moon *m) {
  double s2 = ria_sin(2 * m->I);
  return (nodal){sqrt(0.8965 * s2 * s2 + 0.6001 * s2 * ria_cos(m->nu) + 0.1006), -m->nu1 / degree};
}

static nodal nodal_k2(const moon *m) {
  double s2 = square(ria_sin(m->I));
  return (nodal){sqrt(19.0444 * s2 * s2 + 2.7702 * s2 * ria_cos(2 * m->nu) + 0.0981),
                 -m->nu2 / degree};
}

static nodal nodal_of(tide_nodal kind, const moon *m) {
  double sine = ria_sin(m->I);
  switch (kind) {
  case TIDE_NODAL_MM:
    return (nodal){(2. / 3 - sine * sine) / 0.5021, 0};
  case TIDE_NODAL_MF:
    return (nodal){sine * sine / 0.1578, -2 * m->xi / degree};
  case TIDE_NODAL_O1:
    return nodal_o1(m);
  case TIDE_NODAL_J1:
    return (nodal){ria_sin(2 * m->I) / 0.7214, -m->nu / degree};
  case TIDE_NODAL_OO1:
    return (nodal){sine * square(ria_sin(m->I / 2)) / 0.0164, (-2 * m->xi - m->nu) / degree};
  case TIDE_NODAL_M2:
    return nodal_m2(m);
  case TIDE_NODAL_M3:
    return (nodal){square(ria_cos(m->I / 2)) * square(square(ria_cos(m->I / 2))) / 0.8758,
                   3 * (m->xi - m->nu) / degree};
  case TIDE_NODAL_M1:
    return nodal_m1(m);
  case TIDE_NODAL_L2:
    return nodal_l2(m);
  case TIDE_NODAL_K1:
    return nodal_k1(m);
  case TIDE_NODAL_K2:
    return nodal_k2(m);
  case TIDE_NODAL_NONE:
    break;
  }
  return (nodal){1, 0};
}

static void find_nodal(const sky *now, nodal found[TIDE_NODAL_KINDS]) {
  const moon m = moon_at(now);
  for (int kind = 0; kind < TIDE_NODAL_KINDS; kind++)
    found[kind] = nodal_of((tide_nodal)kind, &m);
}

/* V in degrees. */
static double argument(const tide_wave *wave, const sky *now) {
  return wave->tau * now->tau + wave->s * now->s + wave->h * now->h + wave->p * now->p +
         wave->p1 * now->p1 + wave->phase;
}

/* A constituent as multiples of waves. */
typedef struct {
  struct {
    int multiple; /* 0 ends the list */
    const tide_wave *wave;
  } part[TIDE_PARTS];
  double amplitude, phase;
  tide_wave own; /* for a name known only by its speed */
  double speed;  /* for a name without a wave: its phase counts from 1970; otherwise 0 */
} tide_term;

struct ria_tide {
  nodal_knot knot[2]; /* the last ones used, with even and odd number */
  int count;
  tide_term term[];
};

/* False if the name is unknown. */
static bool find_waves(const char *name, tide_term *found) {
  const tide_wave *wave;
  const tide_compound *compound, *none;
  *found = (tide_term){.part = {{0}}};
  if (!tide_find(name, &wave, &compound))
    return false;
  if (wave) {
    found->part[0].multiple = 1;
    found->part[0].wave = wave;
    return true;
  }
  for (int i = 0; i < TIDE_PARTS && compound->part[i].multiple; i++) {
    found->part[i].multiple = compound->part[i].multiple;
    tide_find(compound->part[i].wave, &found->part[i].wave, &none);
  }
  return true;
}

/* Set up a constituent with an unknown name from its speed. */
static void find_by_speed(double speed, tide_term *found) {
  if (tide_wave_of(speed, &found->own)) {
    found->part[0].multiple = 1;
    found->part[0].wave = &found->own;
  } else {
    found->speed = speed;
  }
}

/* f and V + u. */
static nodal term_at(const tide_term *term, const heavens *at) {
  nodal product = {1, 0};
  if (term->speed > 0)
    product.u = fmod(term->speed * at->hours, 360);
  for (int i = 0; i < TIDE_PARTS && term->part[i].multiple; i++) {
    const tide_wave *wave = term->part[i].wave;
    const int multiple = term->part[i].multiple;
    const nodal n = at->nodal[wave->nodal];
    product.u += multiple * (argument(wave, &at->sky) + n.u);
    for (int power = abs(multiple); power > 0; power--)
      product.f *= n.f;
  }
  return product;
}

double ria_tide_speed(const char *name) {
  const tide_wave *wave;
  const tide_compound *compound;
  if (!tide_find(name, &wave, &compound))
    return NAN;
  if (wave)
    return tide_wave_speed(wave);
  double speed = 0;
  for (int i = 0; i < TIDE_PARTS && compound->part[i].multiple; i++)
    speed += compound->part[i].multiple * ria_tide_speed(compound->part[i].wave);
  return speed;
}

const char *tide_name_of(double speed, double wrong) {
  const char *name;
  for (int i = 0; (name = tide_name(i)); i++)
    if (fabs(ria_tide_speed(name) - speed) <= wrong)
      return name;
  return NULL;
}

bool ria_tide_argument(const char *name, double epoch, double *factor, double *phase) {
  tide_term found;
  if (!find_waves(name, &found))
    return false;
  heavens at = {.hours = epoch / 3600, .sky = sky_at(epoch)};
  find_nodal(&at.sky, at.nodal);
  const nodal n = term_at(&found, &at);
  *factor = n.f;
  *phase = fmod(n.u, 360);
  if (*phase < 0)
    *phase += 360;
  return true;
}

ria_tide *ria_tide_create(int count, const ria_constituent *constituent) {
  ria_tide *tide = malloc(sizeof *tide + (size_t)count * sizeof *tide->term);
  if (!tide)
    return NULL;
  tide->count = 0;
  tide->knot[0].number = tide->knot[1].number = NAN;
  for (int i = 0; i < count; i++) {
    tide_term *next = &tide->term[tide->count];
    if (!find_waves(constituent[i].name, next)) {
      if (!(constituent[i].speed > 0))
        continue;
      find_by_speed(constituent[i].speed, next);
    }
    next->amplitude = constituent[i].amplitude;
    next->phase = constituent[i].phase;
    tide->count++;
  }
  return tide;
}

void ria_tide_destroy(ria_tide *tide) {
  free(tide);
}

static const nodal *nodal_at(ria_tide *tide, double number) {
  nodal_knot *knot = &tide->knot[fmod(number, 2) != 0];
  if (knot->number != number) {
    const sky then = sky_at(number * NODAL_SECONDS);
    find_nodal(&then, knot->nodal);
    knot->number = number;
  }
  return knot->nodal;
}

static heavens heavens_at(ria_tide *tide, double epoch) {
  heavens at = {.hours = epoch / 3600, .sky = sky_at(epoch)};
  const double first = floor(epoch / NODAL_SECONDS), part = epoch / NODAL_SECONDS - first;
  const nodal *low = nodal_at(tide, first), *high = nodal_at(tide, first + 1);
  for (int kind = 0; kind < TIDE_NODAL_KINDS; kind++) {
    at.nodal[kind].f = low[kind].f + part * (high[kind].f - low[kind].f);
    at.nodal[kind].u = low[kind].u + part * (high[kind].u - low[kind].u);
  }
  return at;
}

int tide_terms(ria_tide *tide, double epoch, double (*term)[2]) {
  const heavens at = heavens_at(tide, epoch);
  for (int i = 0; i < tide->count; i++) {
    const nodal n = term_at(&tide->term[i], &at);
    const double angle = remainder(n.u, 360) * degree;
    term[i][0] = n.f * ria_cos(angle);
    term[i][1] = n.f * ria_sin(angle);
  }
  return tide->count;
}

double ria_tide_level(ria_tide *tide, double epoch) {
  const heavens at = heavens_at(tide, epoch);
  double level = 0;
  for (int i = 0; i < tide->count; i++) {
    const tide_term *wave = &tide->term[i];
    const nodal n = term_at(wave, &at);
    level += n.f * wave->amplitude * ria_cos(remainder(n.u - wave->phase, 360) * degree);
  }
  return level;
}
