/* A cyclone: Holland's pressure and gradient wind around an eye that moves along a track.
 *
 * G. J. Holland (1980), An analytic model of the wind and pressure profiles in hurricanes, Monthly
 * Weather Review 108, 1212-1218: p(r) = pc + D exp(-(R/r)^B) with the drop D = pn - pc, and V(r) =
 * sqrt(B D/rho (R/r)^B exp(-(R/r)^B) + (r f/2)^2) - r f/2. */
#include "cyclone.h"
#include <math.h>
#include <stdlib.h>
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/track.h"

/* The eye at a time. */
typedef struct {
  double time, x, y;                   /* s since the start of the case, m */
  double latitude;                     /* degrees */
  double pressure, radius, b, ambient; /* Pa, m, 1, Pa */
} eye_state;

/* The profile at a distance: the wind at the surface as a share of the largest one, the pressure,
 * and the slope of the pressure. */
typedef struct {
  double wind, pressure, slope;
} sample;
enum { SAMPLES_OF_RADIUS = 128 };

struct cyclone {
  int eyes;
  eye_state *eye;
  double inflow, surface; /* radians, 1 */
  /* at the time of cyclone_move() */
  double x, y, motion[2];
  double turning; /* 1: anticlockwise; -1: clockwise */
  double strongest;
  int samples;
  double spacing;
  sample *sample;
};

double holland_wind(const holland *h, double r) {
  if (!(r > 0))
    return 0;
  const double power = ria_pow(h->radius / r, h->b), turn = 0.5 * r * h->coriolis;
  return sqrt(h->b * h->drop / h->air * power * ria_exp(-power) + turn * turn) - turn;
}

double holland_pressure(const holland *h, double r) {
  const double part = r > 0 ? ria_exp(-ria_pow(h->radius / r, h->b)) : 0;
  return h->ambient - h->drop + h->drop * part;
}

/* ---- the track ---- */

/* B from the largest wind: V = sqrt(B D / (rho e)) if the Earth's rotation is neglected. */
static double b_of_wind(double wind, double drop) {
  return wind * wind * ESTUARY_AIR * M_E / drop;
}

static ria_status take_eye(const estuary_weather_keys *keys, const ria_track_eye *from,
                           double start, eye_state *eye) {
  eye->time = from->time - start;
  eye->x = from->x;
  eye->y = from->y;
  eye->latitude = from->latitude;
  eye->pressure = from->pressure;
  eye->radius = from->radius;
  eye->ambient = isnan(from->ambient) ? keys->ambient : from->ambient;
  const double drop = eye->ambient - eye->pressure;
  if (!(drop > 0) || !(eye->radius > 0))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s:%d: the pressure is %g hPa, far away %g hPa, and the radius %g km; "
                    "expected a lower pressure in the eye, and a radius above 0",
                    keys->track, from->line, 1e-2 * eye->pressure, 1e-2 * eye->ambient,
                    1e-3 * eye->radius);
  eye->b = isnan(from->b) ? b_of_wind(from->wind / keys->surface_wind, drop) : from->b;
  if (!(eye->b >= 0.5 && eye->b <= 3.5))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s:%d: Holland's B is %.3g, where the pressure falls by %g hPa; expected 1 to "
                    "2.5: check the units of pressure and wind, which are hPa and m/s unless the "
                    "heading has others, such as 'wind [kt]'",
                    keys->track, from->line, eye->b, 1e-2 * drop);
  return RIA_SUCCESS;
}

static ria_status take_track(const ria_case *the_case, const ria_track *track, cyclone *c) {
  const estuary_weather_keys *keys = &((const estuary_case *)the_case->own)->weather;
  const double end = isfinite(the_case->time.end) ? the_case->time.end : 0;
  c->eye = calloc((size_t)track->eyes + 1, sizeof *c->eye);
  if (!c->eye)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a cyclone");
  for (; c->eyes < track->eyes; c->eyes++)
    RIA_TRY(take_eye(keys, &track->eye[c->eyes], the_case->time.start, &c->eye[c->eyes]));
  if (c->eyes >= 2 && c->eye[0].time <= 0 && c->eye[c->eyes - 1].time >= end)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s: the track goes from %.10g h to %.10g h after the start of the case, which "
                  "ends at %.10g h; expected two lines or more that cover the run",
                  keys->track, c->eyes ? c->eye[0].time / 3600 : 0,
                  c->eyes ? c->eye[c->eyes - 1].time / 3600 : 0, end / 3600);
}

ria_status cyclone_read(const ria_case *the_case, const char *crs, cyclone **found) {
  const estuary_weather_keys *keys = &((const estuary_case *)the_case->own)->weather;
  cyclone *c = *found = calloc(1, sizeof *c);
  ria_track track;
  if (!c)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a cyclone");
  c->inflow = keys->inflow * M_PI / 180;
  c->surface = keys->surface_wind;
  ria_status status = ria_track_read(keys->track, crs, &track);
  if (status == RIA_SUCCESS)
    status = take_track(the_case, &track, c);
  ria_track_destroy(&track);
  if (status == RIA_SUCCESS)
    return status;
  cyclone_destroy(c);
  *found = NULL;
  return status;
}

void cyclone_destroy(cyclone *c) {
  if (!c)
    return;
  free(c->eye);
  free(c->sample);
  free(c);
}

/* ---- the fields ---- */

double cyclone_interval(const cyclone *c) {
  static const double shortest = 16, longest = 1024; /* s */
  double interval = longest;
  for (int i = 1; i < c->eyes; i++) {
    const eye_state *a = &c->eye[i - 1], *b = &c->eye[i];
    const double way = ria_hypot(b->x - a->x, b->y - a->y);
    const double slow = 0.1 * fmin(a->radius, b->radius) * (b->time - a->time) / way;
    interval = way > 0 ? fmin(interval, slow) : interval;
  }
  int exponent;
  frexp(fmax(interval, shortest), &exponent);
  return ldexp(1, exponent - 1);
}

double cyclone_end(const cyclone *c) {
  return c->eye[c->eyes - 1].time;
}

static double between(double share, double low, double high) {
  return low + share * (high - low);
}

/* The eye at a time, linear between those of the track. */
static eye_state eye_at(const cyclone *c, double t, double motion[2]) {
  int i = 0;
  while (i + 2 < c->eyes && c->eye[i + 1].time <= t)
    i++;
  const eye_state *a = &c->eye[i], *b = &c->eye[i + 1];
  const double time = b->time - a->time, share = fmin(fmax((t - a->time) / time, 0), 1);
  motion[0] = (b->x - a->x) / time;
  motion[1] = (b->y - a->y) / time;
  return (eye_state){.x = between(share, a->x, b->x),
                     .y = between(share, a->y, b->y),
                     .latitude = between(share, a->latitude, b->latitude),
                     .pressure = between(share, a->pressure, b->pressure),
                     .radius = between(share, a->radius, b->radius),
                     .b = between(share, a->b, b->b),
                     .ambient = between(share, a->ambient, b->ambient)};
}

static double farthest(const cyclone *c, const ria_grid *g) {
  double most = 0;
  for (int corner = 0; corner < 4; corner++) {
    const double x = g->origin[0] + (corner % 2 ? (double)g->cells[0] * g->spacing[0] : 0);
    const double y = g->origin[1] + (corner / 2 ? (double)g->cells[1] * g->spacing[1] : 0);
    most = fmax(most, ria_hypot(x - c->x, y - c->y));
  }
  return most;
}

static double slope_of(const holland *h, double r) {
  const double power = r > 0 ? ria_pow(h->radius / r, h->b) : 0;
  return r > 0 ? h->drop * h->b * power * ria_exp(-power) / r : 0;
}

ria_status cyclone_move(cyclone *c, double t, const ria_grid *grid) {
  static const double rotation = 2 * 7.2921e-5; /* 1/s */
  const eye_state eye = eye_at(c, t, c->motion);
  const double f = isnan(eye.latitude) ? 0 : rotation * ria_sin(eye.latitude * M_PI / 180);
  const holland h = {.drop = eye.ambient - eye.pressure,
                     .ambient = eye.ambient,
                     .radius = eye.radius,
                     .b = eye.b,
                     .air = ESTUARY_AIR,
                     .coriolis = fabs(f)};
  c->x = eye.x;
  c->y = eye.y;
  c->turning = f < 0 ? -1 : 1;
  c->spacing = eye.radius / SAMPLES_OF_RADIUS;
  c->samples = (int)(farthest(c, grid) / c->spacing) + 3;
  sample *samples = realloc(c->sample, (size_t)c->samples * sizeof *samples);
  if (!samples)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a cyclone");
  c->sample = samples;
  c->strongest = 0;
  for (int i = 0; i < c->samples; i++) {
    const double r = i * c->spacing;
    samples[i] = (sample){.wind = c->surface * holland_wind(&h, r),
                          .pressure = holland_pressure(&h, r),
                          .slope = slope_of(&h, r)};
    c->strongest = fmax(c->strongest, samples[i].wind);
  }
  return RIA_SUCCESS;
}

/* The wind blows along circles, turned inwards. Half of the eye's own motion is added where the
 * wind is strongest, less elsewhere. */
cyclone_weather cyclone_at(const cyclone *c, double x, double y) {
  const double dx = x - c->x, dy = y - c->y, r = sqrt(dx * dx + dy * dy);
  const double place = fmin(r / c->spacing, c->samples - 2), share = place - floor(place);
  const sample *low = c->sample + (int)place, *high = low + 1;
  const double wind = between(share, low->wind, high->wind);
  const double slope = between(share, low->slope, high->slope);
  const double inverse = r > 0 ? 1 / r : 0;
  const double around = wind * ria_cos(c->inflow) * c->turning * inverse;
  const double inwards = wind * ria_sin(c->inflow) * inverse;
  const double carried = 0.5 * wind / c->strongest;
  return (cyclone_weather){.wind = {-around * dy - inwards * dx + carried * c->motion[0],
                                    around * dx - inwards * dy + carried * c->motion[1]},
                           .pressure = between(share, low->pressure, high->pressure),
                           .gradient = {slope * inverse * dx, slope * inverse * dy}};
}
