/* Currents between cells. A component is known at the faces that it crosses, so that none crosses a
 * face beside a dry cell; between faces it is bilinear. */
#include <math.h>
#include <string.h>
#include "particles.h"

/* ---- beyond the grid ---- */

static void take_cells(ria_particles *p, const ria_currents *c) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  for (int y = -1; y <= ny + 1; y++)
    for (int x = -1; x <= nx + 1; x++) {
      const int wx = particles_within(p, 0, x), wy = particles_within(p, 1, y);
      const bool inside = wx >= 0 && wx < nx && wy >= 0 && wy < ny;
      const size_t from = inside ? (size_t)wy * (size_t)nx + (size_t)wx : 0,
                   to = particles_at(p, x, y);
      p->cell[to] = inside ? c->cell[from] : p->beyond[to];
      const bool wet = inside && c->cell[from] & CELL_WET;
      p->depth[to] = !wet ? 0 : c->depth ? c->depth[from] : (double)INFINITY;
      p->u[to] = wet ? c->u[from] : 0;
      p->v[to] = wet ? c->v[from] : 0;
    }
}

/* ---- faces ---- */

/* The current through a face between two cells, m/s. */
static double through(const ria_particles *p, size_t low, size_t high, unsigned shut,
                      const double *current) {
  const unsigned a = p->cell[low], b = p->cell[high];
  if (b & shut)
    return 0;
  if (a & b & CELL_WET)
    return 0.5 * (current[low] + current[high]);
  return (a & CELL_WET && b & CELL_OPEN) || (b & CELL_WET && a & CELL_OPEN)
             ? current[low] + current[high] /* beyond it is 0 */
             : 0;
}

/* The faces of the grid's cells. */
static void make_faces(ria_particles *p) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  const double scale[2] = {1 / p->grid.spacing[0], 1 / p->grid.spacing[1]};
  const size_t wide = (size_t)p->wide;
  p->most[1] = 0;
  for (int y = 0; y <= ny; y++)
    for (int x = 0; x <= nx; x++) {
      const size_t at = particles_at(p, x, y);
      particles_face *f = &p->face[at];
      f->u[1] = scale[0] * through(p, at - 1, at, CELL_SHUT_X, p->u);
      f->v[1] = scale[1] * through(p, at - wide, at, CELL_SHUT_Y, p->v);
      p->most[1] = fmax(p->most[1], fmax(fabs(f->u[1]), fabs(f->v[1])));
    }
}

/* The number along an axis, up to `last`, that one beyond goes on with. */
static int reached(const ria_particles *p, int axis, int at, int last) {
  const int cells = (int)p->grid.cells[axis];
  if (p->grid.periodic[axis])
    return at > last || at < 0 ? (at + cells) % cells : at;
  return at < 0 ? 0 : at > last ? last : at;
}

/* Around the grid currents go on as they are at its edge. */
static void extend_faces(ria_particles *p) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  for (int y = -1; y <= ny + 1; y++)
    for (int x = -1; x <= nx + 1; x++) {
      particles_face *f = &p->face[particles_at(p, x, y)];
      f->u[1] = p->face[particles_at(p, reached(p, 0, x, nx), reached(p, 1, y, ny - 1))].u[1];
      f->v[1] = p->face[particles_at(p, reached(p, 0, x, nx - 1), reached(p, 1, y, ny))].v[1];
    }
}

/* ---- wind ---- */

static void take_wind(ria_particles *p, const ria_currents *c) {
  const size_t cells = p->winds ? (size_t)(p->grid.cells[0] * p->grid.cells[1]) : 1;
  const double scale[2] = {1 / p->grid.spacing[0], 1 / p->grid.spacing[1]};
  p->most_wind[1] = 0;
  for (size_t i = 0; i < cells; i++) {
    particles_face *w = &p->wind[i];
    w->u[1] = scale[0] * (c->winds[0] && p->winds ? c->winds[0][i] : c->wind[0]);
    w->v[1] = scale[1] * (c->winds[1] && p->winds ? c->winds[1][i] : c->wind[1]);
    p->most_wind[1] = fmax(p->most_wind[1], fmax(fabs(w->u[1]), fabs(w->v[1])));
  }
}

/* ---- over time ---- */

static void make_earlier(particles_face *face, size_t count) {
  for (size_t i = 0; i < count; i++) {
    face[i].u[0] = face[i].u[1];
    face[i].v[0] = face[i].v[1];
  }
}

void particles_take_currents(ria_particles *p, const ria_currents *c) {
  make_earlier(p->face, (size_t)p->wide * (size_t)p->high);
  make_earlier(p->wind, p->winds ? (size_t)(p->grid.cells[0] * p->grid.cells[1]) : 1);
  p->time[0] = p->time[1];
  p->most[0] = p->most[1];
  p->most_wind[0] = p->most_wind[1];
  take_cells(p, c);
  make_faces(p);
  extend_faces(p);
  if (p->windy)
    take_wind(p, c);
  p->time[1] = c->time;
}
