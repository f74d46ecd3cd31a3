/* Positions of the grid's cells in a CF file: coordinates at the nodes of a lattice over the grid,
 * and the window of the file around them. */
#include <cpl_conv.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <stdlib.h>
#include <string.h>
#include "cf.h"
#include "raster/crs.h"
#include "raster/gdal_quiet.h"
#include "ria/exact_math.h"
#include "ria/raster.h"

static const double node_distance = 2000; /* m: over shorter distances a map's curvature is
                                             negligible */

/* ---- the lattice ---- */

static ria_status create_lattice(ria_cf_file *f, const ria_grid *grid) {
  cf_lattice *l = &f->lattice;
  for (int a = 0; a < 2; a++) {
    const double length = (double)grid->cells[a] * grid->spacing[a];
    l->count[a] = (int)fmin(ceil(length / node_distance), 1000) + 1;
    l->low[a] = grid->origin[a];
    l->size[a] = length / (l->count[a] - 1);
  }
  l->node = malloc((size_t)l->count[0] * (size_t)l->count[1] * CF_NODE * sizeof *l->node);
  return l->node ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for places of %s", f->path);
}

static OGRSpatialReferenceH reference(const char *name) {
  OGRSpatialReferenceH srs = raster_crs_from_name(name);
  if (srs)
    OSRSetAxisMappingStrategy(srs, OAMS_TRADITIONAL_GIS_ORDER);
  return srs;
}

static OGRCoordinateTransformationH transformation(const char *from, const char *to) {
  OGRSpatialReferenceH source = reference(from), target = reference(to);
  OGRCoordinateTransformationH way =
      source && target ? OCTNewCoordinateTransformation(source, target) : NULL;
  if (source)
    OSRDestroySpatialReference(source);
  if (target)
    OSRDestroySpatialReference(target);
  return way;
}

/* Transformations: from the grid to the file's coordinates, from the grid to the coordinates of
 * vectors, and back from these. */
typedef struct {
  OGRCoordinateTransformationH to_file, to_vectors, back;
} ways;

static void close_ways(ways *w) {
  OGRCoordinateTransformationH const all[] = {w->to_file, w->to_vectors, w->back};
  for (int i = 0; i < 3; i++)
    if (all[i])
      OCTDestroyCoordinateTransformation(all[i]);
}

static bool fill_node(const ways *w, double step, double x, double y, double node[CF_NODE]) {
  double east = x, north = y, up_x, up_y;
  node[0] = x;
  node[1] = y;
  if (!OCTTransform(w->to_file, 1, &node[0], &node[1], NULL) ||
      !OCTTransform(w->to_vectors, 1, &east, &north, NULL))
    return false;
  up_x = east;
  up_y = north + step;
  double here_x = east, here_y = north;
  if (!OCTTransform(w->back, 1, &up_x, &up_y, NULL) ||
      !OCTTransform(w->back, 1, &here_x, &here_y, NULL))
    return false;
  const double length = ria_hypot(up_x - here_x, up_y - here_y);
  node[2] = (up_y - here_y) / length;
  node[3] = (up_x - here_x) / length;
  return isfinite(node[0]) && isfinite(node[1]) && length > 0;
}

static ria_status fill_lattice(ria_cf_file *f, const ways *w, double step) {
  const cf_lattice *l = &f->lattice;
  for (int j = 0; j < l->count[1]; j++)
    for (int i = 0; i < l->count[0]; i++) {
      const double x = l->low[0] + i * l->size[0], y = l->low[1] + j * l->size[1];
      if (!fill_node(w, step, x, y, l->node + (j * l->count[0] + i) * CF_NODE))
        return ria_fail(RIA_ERROR_CASE,
                        "%s: (%.10g, %.10g) of the grid has no place in the file's coordinates; "
                        "check grid.crs and the file's CRS",
                        f->path, x, y);
    }
  return RIA_SUCCESS;
}

/* Components of vectors are along the file's axes, or east and north. */
static bool vectors_along_axes(const ria_cf_file *f) {
  bool along = f->variables > 0 && !f->axis[CF_X].degrees;
  for (int i = 0; i < f->variables; i++)
    along &= f->variable[i].along_axes;
  return along;
}

static ria_status transform(ria_cf_file *f, const char *grid_crs, const char *crs) {
  static const char globe[] = "EPSG:4326";
  const bool along = vectors_along_axes(f);
  raster_gdal_message message;
  raster_gdal_begin(&message);
  ways w = {.to_file = transformation(grid_crs, crs),
            .to_vectors = transformation(grid_crs, along ? crs : globe),
            .back = transformation(along ? crs : globe, grid_crs)};
  ria_status status =
      w.to_file && w.to_vectors && w.back
          ? fill_lattice(f, &w, along ? 1000 : 0.01)
          : ria_fail(RIA_ERROR_FORMAT,
                     "%s: there is no way from the grid's CRS to that of the file, '%.200s' (%s)",
                     f->path, crs, message.text);
  close_ways(&w);
  raster_gdal_end();
  return status;
}

/* ---- windows ---- */

static void span(const ria_cf_file *f, int a, double *low, double *high) {
  const cf_lattice *l = &f->lattice;
  *low = INFINITY, *high = -INFINITY;
  for (int i = 0; i < l->count[0] * l->count[1]; i++) {
    *low = fmin(*low, l->node[i * CF_NODE + a]);
    *high = fmax(*high, l->node[i * CF_NODE + a]);
  }
}

/* Make the longitudes of all nodes continuous with the first node's, then shift them to the file's
 * range. */
static void unwrap(ria_cf_file *f) {
  const cf_axis *x = &f->axis[CF_X];
  const cf_lattice *l = &f->lattice;
  const int nodes = l->count[0] * l->count[1];
  double low, high;
  for (int i = 1; i < nodes; i++)
    l->node[i * CF_NODE] -= 360 * round((l->node[i * CF_NODE] - l->node[0]) / 360);
  span(f, CF_X, &low, &high);
  const double begin = fmin(x->value[0], x->value[x->count - 1]);
  const double turns = floor((0.5 * (low + high) - begin) / 360);
  for (int i = 0; i < nodes; i++)
    l->node[i * CF_NODE] -= 360 * turns;
}

static double axis_at(const cf_axis *axis, int i) {
  const int turns = (int)floor((double)i / axis->count);
  return axis->value[i - turns * axis->count] + turns * axis->turn;
}

static bool is_even(const cf_axis *axis) {
  const double step = (axis->window[axis->used - 1] - axis->window[0]) / (axis->used - 1);
  for (int i = 0; i < axis->used; i++)
    if (!(fabs(axis->window[i] - axis->window[0] - i * step) <= 1e-3 * fabs(step)))
      return false;
  return true;
}

/* The last entry at or before the grid's low end, in the direction of the axis. */
static ria_status cut(ria_cf_file *f, int a, double low, double high) {
  cf_axis *axis = &f->axis[a];
  const int most = axis->turn > 0 ? 2 * axis->count : axis->count;
  const double sign = axis->value[axis->count - 1] >= axis->value[0] ? 1 : -1;
  const double from = sign > 0 ? low : high, to = sign > 0 ? high : low;
  const double slack = 1e-6 * fabs(axis_at(axis, 1) - axis_at(axis, 0));
  int first = axis->turn > 0 ? -axis->count : 0, last;
  if (!(sign * (from - axis_at(axis, first)) >= -slack))
    first = most;
  while (first + 2 < most && sign * (from - axis_at(axis, first + 1)) >= 0)
    first++;
  for (last = first + 1; last < most && sign * (to - axis_at(axis, last)) > slack;)
    last++;
  if (last >= most)
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: it does not cover the grid: its %s reach from %.10g to %.10g%s, those of the grid "
        "from %.10g to %.10g",
        f->path,
        axis->degrees ? (a == CF_X ? "longitudes" : "latitudes")
        : a == CF_X   ? "x"
                      : "y",
        axis->value[0], axis->value[axis->count - 1], axis->degrees ? " deg" : " m", low, high);
  axis->first = first;
  axis->used = last - first + 1;
  axis->window = malloc((size_t)axis->used * sizeof *axis->window);
  if (!axis->window)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the axes of %s", f->path);
  for (int i = 0; i < axis->used; i++)
    axis->window[i] = axis_at(axis, first + i);
  axis->even = is_even(axis);
  axis->entries_of_one = (axis->used - 1) / (axis->window[axis->used - 1] - axis->window[0]);
  return RIA_SUCCESS;
}

static ria_status place_unchanged(ria_cf_file *f) {
  cf_lattice *l = &f->lattice;
  for (int j = 0; j < l->count[1]; j++)
    for (int i = 0; i < l->count[0]; i++) {
      double *node = l->node + (j * l->count[0] + i) * CF_NODE;
      node[0] = l->low[0] + i * l->size[0];
      node[1] = l->low[1] + j * l->size[1];
      node[2] = 1;
      node[3] = 0;
    }
  return RIA_SUCCESS;
}

static bool is_local(const char *crs) {
  return !crs || !strcmp(crs, RIA_CRS_LOCAL);
}

ria_status cf_place(ria_cf_file *f, const ria_cf_request *request, const char *crs) {
  const bool degrees = f->axis[CF_X].degrees, local = is_local(request->grid_crs);
  RIA_TRY(create_lattice(f, request->grid));
  if (local && (degrees || crs))
    return ria_fail(RIA_ERROR_CASE,
                    "%s: its coordinates are %s, and the grid has no CRS; expected 'grid.crs', "
                    "such as EPSG:32629",
                    f->path, degrees ? "longitudes and latitudes" : "those of a map");
  f->lean = !local && (crs || degrees) &&
            !(vectors_along_axes(f) && raster_crs_equal(crs, request->grid_crs));
  RIA_TRY(f->lean ? transform(f, request->grid_crs, crs ? crs : "EPSG:4326") : place_unchanged(f));
  if (degrees)
    unwrap(f);
  for (int a = 0; a < CF_PLANE; a++) {
    double low, high;
    span(f, a, &low, &high);
    RIA_TRY(cut(f, a, low, high));
  }
  return RIA_SUCCESS;
}

/* ---- places ---- */

/* Places are found for a whole row: constants of the row are computed once, and the loop does not
 * call the C library, because every record needs this for every cell. */

static double within_unit(double share) {
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

static int entry(double place, int most) {
  return !(place > 0) ? 0 : place < most ? (int)place : most;
}

/* Find the entry `at` of an axis before a place, and the share of the next one. */
static int locate_uneven(const cf_axis *axis, double value, double *share) {
  const double *w = axis->window, sign = w[1] > w[0] ? 1 : -1;
  int low = 0, high = axis->used - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (sign * (value - w[middle]) >= 0)
      low = middle;
    else
      high = middle;
  }
  *share = within_unit((value - w[low]) / (w[low + 1] - w[low]));
  return low;
}

static int locate(const cf_axis *axis, double value, double *share) {
  if (!axis->even)
    return locate_uneven(axis, value, share);
  const double place = (value - axis->window[0]) * axis->entries_of_one;
  const int at = entry(place, axis->used - 2);
  *share = within_unit(place - at);
  return at;
}

/* The nodes on both sides of a column of the lattice, between two of its rows. */
static void mix_nodes(const cf_lattice *l, int column, int row, double share,
                      double mixed[2][CF_NODE]) {
  const double *low = l->node + (row * l->count[0] + column) * CF_NODE;
  const double *high = low + l->count[0] * CF_NODE;
  for (int i = 0; i < 2 * CF_NODE; i++)
    mixed[i / CF_NODE][i % CF_NODE] = low[i] + share * (high[i] - low[i]);
}

void ria_cf_find_row(const ria_cf_file *f, ria_cf_row points, int count, ria_cf_place *place) {
  const cf_lattice *l = &f->lattice;
  const double up = (points.y - l->low[1]) / l->size[1], inverse = 1 / l->size[0];
  const int row = entry(up, l->count[1] - 2), width = f->axis[CF_X].used;
  double nodes[2][CF_NODE];
  int mixed = -1;
  for (int i = 0; i < count; i++) {
    const double along = (points.x + (points.first + i) * points.step - l->low[0]) * inverse;
    const int column = entry(along, l->count[0] - 2);
    if (column != mixed)
      mix_nodes(l, mixed = column, row, within_unit(up - row), nodes);
    const double share = within_unit(along - column);
    double v[CF_NODE];
    for (int n = 0; n < CF_NODE; n++)
      v[n] = nodes[0][n] + share * (nodes[1][n] - nodes[0][n]);
    const int file_column = locate(&f->axis[CF_X], v[0], &place[i].share[0]);
    place[i].at = locate(&f->axis[CF_Y], v[1], &place[i].share[1]) * width + file_column;
    place[i].cosine = v[2];
    place[i].sine = v[3];
  }
}

ria_cf_place ria_cf_find(const ria_cf_file *f, double x, double y) {
  ria_cf_place place;
  ria_cf_find_row(f, (ria_cf_row){.x = x, .y = y}, 1, &place);
  return place;
}

/* A missing value with share 0 is ignored. */
static double between(double share, double low, double high) {
  return share == 0 ? low : share == 1 ? high : low + share * (high - low);
}

void ria_cf_value_row(const ria_cf_file *f, int variable, int count, const ria_cf_place *place,
                      double *value) {
  const int width = f->axis[CF_X].used;
  const double *values = f->values + (size_t)variable * (size_t)width * (size_t)f->axis[CF_Y].used;
  for (int i = 0; i < count; i++) {
    const double *low = values + place[i].at, *high = low + width, *share = place[i].share;
    const double south = share[1] == 1 ? 0 : between(share[0], low[0], low[1]);
    const double north = share[1] == 0 ? 0 : between(share[0], high[0], high[1]);
    value[i] = between(share[1], south, north);
  }
}

double ria_cf_value(const ria_cf_file *f, int variable, const ria_cf_place *place) {
  double value;
  ria_cf_value_row(f, variable, 1, place, &value);
  return value;
}
