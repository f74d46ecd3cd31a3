/* Currents between cells. Each component is stored at the faces that it crosses, and is 0 at faces
 * next to a dry cell; between faces it is interpolated bilinearly. */
#include <math.h>
#include <string.h>
#include "particles.h"

/* ---- beyond the grid ---- */

static void take_cell(ria_particles *p, const ria_currents *c, size_t from, size_t to) {
  const uint8_t bits = c->cell ? c->cell[from] : c->depth[from] > c->dry ? CELL_WET : 0;
  const bool wet = bits & CELL_WET;
  const double over = c->discharges ? c->depth[from] : 1;
  p->cell[to] = bits;
  p->depth[to] = !wet ? 0 : c->depth ? c->depth[from] : (double)INFINITY;
  p->u[to] = wet ? c->u[from] / over : 0;
  p->v[to] = wet ? c->v[from] / over : 0;
}

/* Bits of a cell that may lie beyond the grid. */
static void take_around(ria_particles *p, const ria_currents *c, int x, int y) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  const int wx = particles_within(p, 0, x), wy = particles_within(p, 1, y);
  const size_t to = particles_at(p, x, y);
  if (wx >= 0 && wx < nx && wy >= 0 && wy < ny)
    take_cell(p, c, (size_t)wy * (size_t)nx + (size_t)wx, to);
  else {
    p->cell[to] = p->beyond[to];
    p->depth[to] = p->u[to] = p->v[to] = 0;
  }
}

void particles_take_row(ria_particles *p, const ria_currents *c, int y) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  const bool inside = y >= 0 && y < ny;
  for (int x = 0; x < nx && inside; x++)
    take_cell(p, c, (size_t)y * (size_t)nx + (size_t)x, particles_at(p, x, y));
  for (int x = -1; x <= nx + 1; x += inside && x == -1 ? nx + 1 : 1)
    take_around(p, c, x, y);
}

/* ---- faces ---- */

/* The factor that turns the sum of the currents in the two cells of a face into the current through
 * it. Dry cells, and cells beyond the grid, have no current. */
static inline double share_through(unsigned low, unsigned high, unsigned shut) {
  const bool between = low & high & CELL_WET;
  const bool beside = (low & CELL_WET && high & CELL_OPEN) || (high & CELL_WET && low & CELL_OPEN);
  return high & shut ? 0 : between ? 0.5 : beside ? 1 : 0;
}

static void make_earlier(particles_face *face, size_t count) {
  for (size_t i = 0; i < count; i++) {
    face[i].u[0] = face[i].u[1];
    face[i].v[0] = face[i].v[1];
  }
}

void particles_make_row(ria_particles *p, int y) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  const double scale[2] = {1 / p->grid.spacing[0], 1 / p->grid.spacing[1]};
  const size_t wide = (size_t)p->wide;
  make_earlier(&p->face[particles_at(p, -1, y)], wide);
  for (int x = 0; x <= nx && y >= 0 && y <= ny; x++) {
    const size_t at = particles_at(p, x, y);
    const unsigned here = p->cell[at];
    p->face[at].u[1] =
        scale[0] * (share_through(p->cell[at - 1], here, CELL_SHUT_X) * (p->u[at - 1] + p->u[at]));
    p->face[at].v[1] = scale[1] * (share_through(p->cell[at - wide], here, CELL_SHUT_Y) *
                                   (p->v[at - wide] + p->v[at]));
  }
}

/* The number along an axis, up to `last`, of the cell that a cell beyond the grid copies. */
static int reached(const ria_particles *p, int axis, int at, int last) {
  const int cells = (int)p->grid.cells[axis];
  if (p->grid.periodic[axis])
    return at > last || at < 0 ? (at + cells) % cells : at;
  return at < 0 ? 0 : at > last ? last : at;
}

/* Around the grid, currents are copied from its edge. */
static void extend_face(ria_particles *p, int x, int y) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  particles_face *f = &p->face[particles_at(p, x, y)];
  f->u[1] = p->face[particles_at(p, reached(p, 0, x, nx), reached(p, 1, y, ny - 1))].u[1];
  f->v[1] = p->face[particles_at(p, reached(p, 0, x, nx - 1), reached(p, 1, y, ny))].v[1];
}

static void extend_faces(ria_particles *p) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  for (int y = -1; y <= ny + 1; y++)
    for (int x = -1; x <= nx + 1; x += y >= 0 && y < ny && x == -1 ? nx + 1 : 1)
      extend_face(p, x, y);
}

/* ---- wind ---- */

static void take_wind(ria_particles *p, const ria_currents *c) {
  const size_t cells = p->winds ? (size_t)(p->grid.cells[0] * p->grid.cells[1]) : 1;
  const double scale[2] = {1 / p->grid.spacing[0], 1 / p->grid.spacing[1]};
  make_earlier(p->wind, cells);
  for (size_t i = 0; i < cells && p->windy; i++) {
    particles_face *w = &p->wind[i];
    w->u[1] = scale[0] * (c->winds[0] && p->winds ? c->winds[0][i] : c->wind[0]);
    w->v[1] = scale[1] * (c->winds[1] && p->winds ? c->winds[1][i] : c->wind[1]);
  }
}

/* ---- all currents ---- */

void particles_end_currents(ria_particles *p, const ria_currents *c) {
  extend_faces(p);
  take_wind(p, c);
  p->time[0] = p->time[1];
  p->time[1] = c->time;
}

void particles_take_currents(ria_particles *p, const ria_currents *c) {
  for (int y = -1; y < p->high - 1; y++)
    particles_take_row(p, c, y);
  for (int y = -1; y < p->high - 1; y++)
    particles_make_row(p, y);
  particles_end_currents(p, c);
}
