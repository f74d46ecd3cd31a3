#include "agenda.h"
#include <math.h>

/* The first multiple of `every` after t; INFINITY if every is 0. */
static double next_multiple(double every, double t) {
  return every > 0 ? every * (floor(t / every * (1 + 1e-12)) + 1) : INFINITY;
}

drive_agenda drive_agenda_after(const ria_case *c, double particles, double time) {
  return (drive_agenda){.output = next_multiple(c->output.every, time),
                        .gauge = c->gauges ? next_multiple(c->gauge_every, time) : INFINITY,
                        .checkpoint = next_multiple(c->checkpoint.every, time),
                        .particles = next_multiple(particles, time)};
}

double drive_agenda_horizon(const drive_agenda *agenda, const ria_case *c) {
  return fmin(c->time.end, fmin(agenda->output, agenda->gauge));
}
