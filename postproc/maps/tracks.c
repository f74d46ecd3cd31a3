#include "tracks.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/tracks.h"

/* more tracks would blacken the picture */
enum { MOST_TRACKS = 200, MOST_POINTS = 20000 };

/* The rows of a file that are read at once. */
typedef struct {
  const char *path;
  const maps_map *map;
  ria_tracks_view view;
  double *x, *y, *x0, *y0; /* [particles]: of a record, and of the one before */
  double *mass;
  uint8_t *state;
} reading;

static ria_status open_tracks(const char *path, const maps_map *map, reading *r) {
  *r = (reading){.path = path, .map = map};
  RIA_TRY(ria_tracks_view_open(path, &r->view));
  const size_t n = (size_t)r->view.particles + 1;
  r->x = malloc(n * sizeof *r->x);
  r->y = malloc(n * sizeof *r->y);
  r->x0 = malloc(n * sizeof *r->x0);
  r->y0 = malloc(n * sizeof *r->y0);
  r->mass = malloc(n * sizeof *r->mass);
  r->state = malloc(n);
  return r->mass && r->x && r->y && r->x0 && r->y0 && r->state
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its picture", path);
}

static void close_tracks(reading *r) {
  ria_tracks_view_close(&r->view);
  free(r->x);
  free(r->y);
  free(r->x0);
  free(r->y0);
  free(r->mass);
  free(r->state);
}

static ria_status read_record(reading *r, int64_t record) {
  double *x = r->x0, *y = r->y0;
  r->x0 = r->x, r->y0 = r->y;
  r->x = x, r->y = y;
  return ria_tracks_view_read(
      r->path, &r->view, record,
      &(ria_tracks_row){.x = x, .y = y, .state = r->state, .mass = r->mass});
}

static int cloud_of(const reading *r, int64_t particle) {
  const int group = r->view.of_group[particle];
  return group < MAPS_CLOUDS ? group : MAPS_CLOUDS - 1;
}

/* Whether element i of `all` is among `most` evenly chosen elements. */
static bool is_chosen(int64_t number, int64_t all, int64_t most) {
  return all <= most || number * most / all != (number - 1) * most / all || !number;
}

/* ---- lines and points, cloud by cloud ---- */

/* With `to` NULL, points are only counted. */
static int add_lines(const reading *r, int cloud, float (*to)[4]) {
  const double most = 0.5 * fmax((double)r->map->nx * r->map->dx, (double)r->map->ny * r->map->dy);
  int count = 0;
  for (int64_t n = 0; n < r->view.particles; n++) {
    const double dx = r->x[n] - r->x0[n], dy = r->y[n] - r->y0[n];
    const bool moved = (dx != 0 || dy != 0) && fabs(dx) < most && fabs(dy) < most; /* not NAN */
    if (!moved || cloud_of(r, n) != cloud || !is_chosen(n, r->view.particles, MOST_TRACKS))
      continue;
    if (to) {
      to[count][0] = (float)(r->x0[n] - r->map->x0);
      to[count][1] = (float)(r->y0[n] - r->map->y0);
      to[count][2] = (float)dx;
      to[count][3] = (float)dy;
    }
    count++;
  }
  return count;
}

static bool is_there(const reading *r, int64_t particle) {
  return r->state[particle] == RIA_PARTICLE_AFLOAT || r->state[particle] == RIA_PARTICLE_BEACHED;
}

static int add_points(const reading *r, int cloud, float (*to)[2]) {
  int count = 0;
  for (int64_t n = 0; n < r->view.particles; n++) {
    if (!is_there(r, n) || cloud_of(r, n) != cloud || !is_chosen(n, r->view.particles, MOST_POINTS))
      continue;
    to[count][0] = (float)(r->x[n] - r->map->x0);
    to[count++][1] = (float)(r->y[n] - r->map->y0);
  }
  return count;
}

/* All lines of a cloud. */
static ria_status collect_lines(reading *r, int cloud, float (*to)[4], int *count) {
  *count = 0;
  for (int64_t record = 0; record < r->view.records; record++) {
    RIA_TRY(read_record(r, record));
    if (record)
      *count += add_lines(r, cloud, to + *count);
  }
  return RIA_SUCCESS;
}

static void name_clouds(const reading *r, maps_tracks *t) {
  const int groups = r->view.groups;
  t->clouds = groups < MAPS_CLOUDS ? groups : MAPS_CLOUDS;
  for (int c = 0; c < t->clouds; c++) {
    const bool rest = c == MAPS_CLOUDS - 1 && groups > MAPS_CLOUDS;
    snprintf(t->name[c], sizeof t->name[c], "%.50s", rest ? "others" : r->view.group[c]);
    t->cloud[c].name = t->name[c];
  }
}

static void count_states(const reading *r, maps_tracks *t) {
  int64_t count[256] = {0};
  for (int64_t n = 0; n < r->view.particles; n++)
    count[r->state[n]]++;
  int length = snprintf(t->title, sizeof t->title, "Particles: ");
  bool first = true;
  for (int s = RIA_PARTICLE_AFLOAT; s < RIA_PARTICLE_STATES; s++) {
    if (!count[s] && s != RIA_PARTICLE_AFLOAT)
      continue;
    length += snprintf(t->title + length, sizeof t->title - (size_t)length, "%s%lld %s",
                       first ? "" : ", ", (long long)count[s], ria_particle_state_names[s]);
    first = false;
  }
}

static ria_status collect(reading *r, maps_tracks *t) {
  const int64_t tracks = r->view.particles < MOST_TRACKS ? r->view.particles : MOST_TRACKS + 1,
                points = r->view.particles < MOST_POINTS ? r->view.particles : MOST_POINTS + 1;
  t->line = malloc(((size_t)(tracks * r->view.records) + 1) * sizeof *t->line);
  t->point = malloc(((size_t)points + 1) * sizeof *t->point);
  if (!t->line || !t->point)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its picture", r->path);
  name_clouds(r, t);
  float(*line)[4] = t->line;
  float(*point)[2] = t->point;
  for (int c = 0; c < t->clouds; c++) {
    RIA_TRY(collect_lines(r, c, line, &t->cloud[c].lines));
    t->cloud[c].points = add_points(r, c, point);
    t->cloud[c].line = line;
    t->cloud[c].point = point;
    line += t->cloud[c].lines;
    point += t->cloud[c].points;
  }
  count_states(r, t);
  return RIA_SUCCESS;
}

static ria_status expect_records(const reading *r) {
  return r->view.records ? RIA_SUCCESS
                         : ria_fail(RIA_ERROR_FORMAT, "%s: has no records yet", r->path);
}

ria_status maps_tracks_read(const char *path, const maps_map *map, maps_tracks *tracks) {
  reading r;
  *tracks = (maps_tracks){0};
  ria_status status = open_tracks(path, map, &r);
  if (status == RIA_SUCCESS)
    status = expect_records(&r);
  if (status == RIA_SUCCESS)
    status = collect(&r, tracks);
  close_tracks(&r);
  if (status != RIA_SUCCESS)
    maps_tracks_destroy(tracks);
  return status;
}

void maps_tracks_destroy(maps_tracks *tracks) {
  free(tracks->line);
  free(tracks->point);
  *tracks = (maps_tracks){0};
}

/* ---- density ---- */

/* Cells along a side of a square, so that the longer side of the map has some hundred squares. */
static ria_global square_of(const maps_map *map) {
  enum { SQUARES = 100 };
  const ria_global longer = map->nx > map->ny ? map->nx : map->ny;
  return (longer + SQUARES - 1) / SQUARES;
}

/* Adds up in the first cell of each square, then the density in all of its cells. Absent particles
 * have no mass; masses that are not in kg count as numbers of particles. */
static void make_density(const reading *r, float *density, double *largest) {
  const maps_map *m = r->map;
  const ria_global side = square_of(m);
  const double area = (double)(side * side) * m->dx * m->dy * (r->view.in_kg ? 1 : 1e-6);
  for (ria_global c = 0; c < m->nx * m->ny; c++)
    density[c] = 0;
  for (int64_t n = 0; n < r->view.particles; n++) {
    if (!is_there(r, n))
      continue;
    const double x = floor((r->x[n] - m->x0) / m->dx), y = floor((r->y[n] - m->y0) / m->dy);
    if (x >= 0 && x < (double)m->nx && y >= 0 && y < (double)m->ny)
      density[(ria_global)y / side * side * m->nx + (ria_global)x / side * side] +=
          (float)(r->view.in_kg ? r->mass[n] : 1);
  }
  *largest = 0;
  for (ria_global y = m->ny - 1; y >= 0; y--)
    for (ria_global x = m->nx - 1; x >= 0; x--) { /* the first cell of a square comes last */
      const bool first = x % side == 0 && y % side == 0;
      const float count = density[y / side * side * m->nx + x / side * side];
      density[y * m->nx + x] = first ? count : (float)(count / area);
    }
  for (ria_global y = 0; y < m->ny; y += side)
    for (ria_global x = 0; x < m->nx; x += side) {
      float *first = &density[y * m->nx + x];
      *first = (float)(*first / area);
      *largest = fmax(*largest, (double)*first);
    }
}

/* The record of a time; -1: there is none. */
static int64_t record_at(const reading *r, double time) {
  for (int64_t i = 0; i < r->view.records; i++)
    if (r->view.time[i] == time)
      return i;
  return -1;
}

ria_status maps_tracks_density(const char *path, const maps_map *map, double time,
                               maps_density *density) {
  reading r;
  ria_status status = open_tracks(path, map, &r);
  const int64_t record = status == RIA_SUCCESS ? record_at(&r, time) : -1;
  density->there = record >= 0;
  density->in_kg = r.view.in_kg;
  if (record >= 0)
    status = read_record(&r, record);
  if (record >= 0 && status == RIA_SUCCESS)
    make_density(&r, density->value, &density->largest);
  close_tracks(&r);
  return status;
}
