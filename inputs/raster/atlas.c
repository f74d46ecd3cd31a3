/* Tidal atlases: a constituent's amplitude and phase on a grid of longitudes and latitudes,
 * interpolated to places. Phases are interpolated as complex numbers: 0 lies between 350 and 10
 * degrees. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "crash_sentence.h"
#include "raster_file.h"
#include "ria/exact_math.h"

static const char *const amplitudes[] = {"amplitude", "amp", "AMPL", "ha", "Ha", NULL};
static const char *const phases[] = {"phase", "pha", "PHAS", "hp", "Hg", "hg", NULL};

/* One of the two variables, open, and its part around the places. */
typedef struct {
  ria_raster_subject subject;
  ria_raster_meaning meaning;
  raster_open_file file;
  double origin[2], step[2]; /* degrees: position of the first node, and spacing */
  int nodes[2];
  raster_window window;
  double *values;
} part;

/* ---- the grid ---- */

/* Open the variable by the first usual name that the file has. */
static ria_status open_part(part *p, const ria_atlas *atlas, const char *const *usual) {
  const char *given = p->meaning.variable;
  for (int i = 0;; i++) {
    p->file = (raster_open_file){.path = atlas->path, .meaning = &p->meaning};
    if (!given)
      p->meaning.variable = usual[i]; /* NULL after the last name: the message then lists the file's
                                         variables */
    const ria_status status = raster_file_open(&p->file);
    if (status == RIA_SUCCESS && !p->meaning.variable)
      return ria_fail(RIA_ERROR_FORMAT,
                      "%s holds no variable that is %s, such as '%s': its only one has another "
                      "name; say which it is, as %s.%s",
                      atlas->path, p->subject.one, usual[0], atlas->key, p->subject.variable);
    if (status != RIA_ERROR_FORMAT || given || !usual[i])
      return status;
    raster_file_close(&p->file);
  }
}

static ria_status find_grid(part *p, const ria_atlas *atlas) {
  double t[6];
  OGRSpatialReferenceH srs = GDALGetSpatialRef(p->file.data);
  if (GDALGetGeoTransform(p->file.data, t) != CE_None || t[2] != 0 || t[4] != 0 || !(t[1] > 0) ||
      t[5] == 0 || (srs && !OSRIsGeographic(srs)))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: its %s have no grid of even longitudes and latitudes: give an atlas with "
                    "the coordinates lon and lat (`gdalinfo FILE` shows what GDAL sees)",
                    atlas->path, p->subject.values);
  p->nodes[0] = GDALGetRasterXSize(p->file.data);
  p->nodes[1] = GDALGetRasterYSize(p->file.data);
  for (int a = 0; a < 2; a++) {
    p->step[a] = t[a == 0 ? 1 : 5];
    p->origin[a] = t[a == 0 ? 0 : 3] + 0.5 * p->step[a];
  }
  return RIA_SUCCESS;
}

/* Whether the nodes span the whole globe. */
static bool goes_around(const part *p) {
  return fabs(p->nodes[0] * p->step[0] - 360) < 0.5 * p->step[0];
}

/* Convert a place to a distance from the first node, in node spacings. False: outside. */
static bool in_nodes(const part *p, double longitude, double latitude, double at[2]) {
  static const double edge = 0.5; /* in node spacings: places may lie this far beyond the outermost
                                     nodes */
  at[0] = (longitude - p->origin[0]) / p->step[0];
  const double around = 360 / p->step[0];
  at[0] -= around * floor((at[0] + edge) / around);
  at[1] = (latitude - p->origin[1]) / p->step[1];
  return (goes_around(p) || at[0] <= p->nodes[0] - 1 + edge) && at[1] >= -edge &&
         at[1] <= p->nodes[1] - 1 + edge;
}

/* The node below a place along an axis, and the one above it. */
static void neighbours(const part *p, int axis, double at, int node[2]) {
  const int n = p->nodes[axis];
  const int low = (int)floor(at);
  for (int i = 0; i < 2; i++) {
    const int one = low + i;
    node[i] = axis == 0 && goes_around(p) ? (one + n) % n : one < 0 ? 0 : one < n ? one : n - 1;
  }
}

static ria_status find_window(part *p, const ria_atlas *atlas, int places, const double *longitude,
                              const double *latitude) {
  ria_global low[2] = {p->nodes[0], p->nodes[1]}, high[2] = {0, 0};
  for (int i = 0; i < places; i++) {
    double at[2];
    if (!in_nodes(p, longitude[i], latitude[i], at))
      return ria_fail(RIA_ERROR_CASE,
                      "%s does not cover the side: %.6g degrees east, %.6g north lies outside; its "
                      "nodes go from %.6g to %.6g east and from %.6g to %.6g north",
                      atlas->path, longitude[i], latitude[i], p->origin[0],
                      p->origin[0] + (p->nodes[0] - 1) * p->step[0],
                      fmin(p->origin[1], p->origin[1] + (p->nodes[1] - 1) * p->step[1]),
                      fmax(p->origin[1], p->origin[1] + (p->nodes[1] - 1) * p->step[1]));
    for (int a = 0; a < 2; a++) {
      int node[2];
      neighbours(p, a, at[a], node);
      for (int n = 0; n < 2; n++) {
        low[a] = node[n] < low[a] ? node[n] : low[a];
        high[a] = node[n] + 1 > high[a] ? node[n] + 1 : high[a];
      }
    }
  }
  p->window = (raster_window){low[0], high[0], low[1], high[1]};
  return RIA_SUCCESS;
}

static ria_status read_open(part *p, const ria_atlas *atlas, const char *const *usual, int places,
                            const double *longitude, const double *latitude) {
  RIA_TRY(open_part(p, atlas, usual));
  RIA_TRY(raster_file_choose_band(&p->file));
  RIA_TRY(find_grid(p, atlas));
  RIA_TRY(find_window(p, atlas, places, longitude, latitude));
  return raster_file_read(&p->file, &p->window, &p->values);
}

static ria_status read_part(part *p, const ria_atlas *atlas, const char *const *usual, int places,
                            const double *longitude, const double *latitude) {
  raster_gdal_begin(&p->file.message);
  const ria_status status = read_open(p, atlas, usual, places, longitude, latitude);
  raster_gdal_end();
  return status;
}

/* ---- at the places ---- */

static double value_at(const part *p, int x, int y) {
  return p->values[(y - p->window.y0) * (p->window.x1 - p->window.x0) + (x - p->window.x0)];
}

static void interpolate(const part *amplitude, const part *phase, const double at[2],
                        double sum[2]) {
  int x[2], y[2];
  double weights = 0;
  neighbours(amplitude, 0, at[0], x);
  neighbours(amplitude, 1, at[1], y);
  const double part_x = at[0] - floor(at[0]), part_y = at[1] - floor(at[1]);
  sum[0] = sum[1] = 0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      const double weight = (i ? part_x : 1 - part_x) * (j ? part_y : 1 - part_y);
      const double a = value_at(amplitude, x[i], y[j]);
      const double g = value_at(phase, x[i], y[j]) * M_PI / 180;
      if (!(a > 0) || isnan(g)) /* some atlases have 0 on land */
        continue;
      weights += weight;
      sum[0] += weight * a * ria_cos(g);
      sum[1] += weight * a * ria_sin(g);
    }
  for (int c = 0; c < 2; c++)
    sum[c] = weights > 0 ? sum[c] / weights : NAN;
}

static ria_status check_same(const ria_atlas *atlas, const part *a, const part *b) {
  bool same = true;
  for (int i = 0; i < 2; i++)
    same &= a->nodes[i] == b->nodes[i] && fabs(a->origin[i] - b->origin[i]) < 1e-6;
  return same ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_FORMAT,
                         "%s: amplitudes and phases lie on different grids; expected one grid",
                         atlas->path);
}

static void take_notes(part *p, ria_raster_notes *notes) {
  for (int i = 0; notes && i < p->file.notes.count && notes->count < RIA_RASTER_NOTES; i++) {
    notes->text[notes->count++] = p->file.notes.text[i];
    p->file.notes.text[i] = NULL;
  }
}

static void close_part(part *p) {
  raster_file_close(&p->file);
  free(p->values);
}

ria_status ria_atlas_read(const ria_atlas *atlas, int places, const double *longitude,
                          const double *latitude, double *const out[2], double *spacing,
                          ria_raster_notes *notes) {
  part a = {.subject = {.key = atlas->key,
                        .one = "the amplitude",
                        .values = "amplitudes",
                        .unit = "m",
                        .variable = "amplitude"},
            .meaning = {.variable = atlas->amplitude, .band = atlas->band, .unit = atlas->unit}};
  part g = {.subject = {.key = atlas->key,
                        .one = "the phase",
                        .values = "phases",
                        .unit = "degree",
                        .variable = "phase"},
            .meaning = {.variable = atlas->phase, .band = atlas->band}};
  raster_gdal_message message;
  a.meaning.subject = &a.subject;
  g.meaning.subject = &g.subject;
  raster_crash_sentence_begin(atlas->path);
  raster_gdal_begin(&message);
  ria_status status = read_part(&a, atlas, amplitudes, places, longitude, latitude);
  if (status == RIA_SUCCESS)
    status = read_part(&g, atlas, phases, places, longitude, latitude);
  if (status == RIA_SUCCESS)
    status = check_same(atlas, &a, &g);
  for (int i = 0; status == RIA_SUCCESS && i < places; i++) {
    double at[2], sum[2];
    in_nodes(&a, longitude[i], latitude[i], at);
    interpolate(&a, &g, at, sum);
    out[0][i] = sum[0];
    out[1][i] = sum[1];
  }
  *spacing = fmin(a.step[0], fabs(a.step[1]));
  take_notes(&a, notes);
  take_notes(&g, notes);
  close_part(&a);
  close_part(&g);
  raster_gdal_end();
  raster_crash_sentence_end();
  return status;
}
