/* Lines of a file, and the faces between cells that they cross. */
#include "ria/lines.h"
#include <math.h>
#include <stdlib.h>
#include "vector.h"

void ria_lines_destroy(ria_lines *lines) {
  for (int i = 0; i < lines->count; i++)
    free(lines->line[i].point);
  free(lines->line);
  *lines = (ria_lines){0};
}

static ria_status add_line(OGRGeometryH shape, const char *path, ria_lines *lines) {
  const int points = OGR_G_GetPointCount(shape);
  ria_line *more = realloc(lines->line, (size_t)(lines->count + 1) * sizeof *more);
  double(*point)[2] = malloc((size_t)points * sizeof *point);
  if (more)
    lines->line = more;
  if (!more || !point) {
    free(point);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the lines of %s", path);
  }
  for (int i = 0; i < points; i++) {
    point[i][0] = OGR_G_GetX(shape, i);
    point[i][1] = OGR_G_GetY(shape, i);
  }
  lines->line[lines->count++] = (ria_line){.points = points, .point = point};
  return RIA_SUCCESS;
}

/* Add a line, or each part of a multi-line. */
static ria_status add_shape(OGRGeometryH shape, const char *path, ria_lines *lines) {
  switch (wkbFlatten(OGR_G_GetGeometryType(shape))) {
  case wkbLineString:
    return add_line(shape, path, lines);
  case wkbMultiLineString:
  case wkbPolygon:
  case wkbMultiPolygon:
  case wkbGeometryCollection:
    for (int i = 0; i < OGR_G_GetGeometryCount(shape); i++)
      RIA_TRY(add_shape(OGR_G_GetGeometryRef(shape, i), path, lines));
    return RIA_SUCCESS;
  default:
    return ria_fail(RIA_ERROR_FORMAT, "%s holds a %s; expected lines or polygons", path,
                    OGR_G_GetGeometryName(shape));
  }
}

static ria_status add_all(const field_vector *vector, ria_lines *lines) {
  ria_status status = RIA_SUCCESS;
  OGRFeatureH feature;
  while (status == RIA_SUCCESS && (feature = OGR_L_GetNextFeature(vector->layer))) {
    OGRGeometryH shape;
    status = field_vector_shape(vector, feature, &shape);
    if (status == RIA_SUCCESS && shape)
      status = add_shape(shape, vector->path, lines);
    OGR_F_Destroy(feature);
  }
  if (status == RIA_SUCCESS && !lines->count)
    return ria_fail(RIA_ERROR_FORMAT, "%s holds no lines", vector->path);
  return status;
}

ria_status ria_lines_read(const char *path, const char *crs, ria_lines *lines) {
  field_vector vector;
  *lines = (ria_lines){0};
  ria_status status = field_vector_open(path, "lines", crs, &vector);
  if (status == RIA_SUCCESS)
    status = add_all(&vector, lines);
  field_vector_close(&vector);
  return status;
}

/* ---- faces ---- */

/* If a line ends, turns or passes at the centre of a cell, the side of that centre is undefined.
 * All lines are shifted by these small parts of a cell to avoid this. */
static const double aside[2] = {1.37e-6, 2.93e-7};

/* In units of cells: whole numbers are centres. */
static double in_cells(const ria_grid *grid, int axis, double x) {
  return (x - grid->origin[axis]) / grid->spacing[axis] - 0.5 + aside[axis];
}

/* A segment of a line, and the callback for its faces. */
typedef struct {
  const ria_grid *grid;
  double from[2], to[2]; /* in cells */
  double share, way[2];
  ria_line_face_function *each;
  void *context;
} piece;

/* Find the faces across `axis`, one in each row (or column) of centres that the segment crosses. */
static bool faces_across(const piece *p, int axis) {
  const int along = 1 - axis;
  const bool up = p->to[along] > p->from[along];
  const double low = up ? p->from[along] : p->to[along];
  const double high = up ? p->to[along] : p->from[along];
  const double most = (double)p->grid->cells[along] - 1;
  for (double row = fmax(floor(low) + 1, 0); row <= fmin(floor(high), most); row++) {
    const double share = (row - p->from[along]) / (p->to[along] - p->from[along]);
    const double at = p->from[axis] + share * (p->to[axis] - p->from[axis]);
    const double cell = floor(at) + 1;
    if (!(cell >= 1 && cell < (double)p->grid->cells[axis]))
      continue;
    ria_line_face face = {.axis = axis,
                          .forward = axis == 0 ? !up : up,
                          .share = p->share,
                          .way = {p->way[0], p->way[1]}};
    face.cell[axis] = (ria_global)cell;
    face.cell[along] = (ria_global)row;
    if (!p->each(p->context, &face))
      return false;
  }
  return true;
}

bool ria_line_faces(const ria_grid *grid, const ria_line *line, ria_line_face_function *each,
                    void *context) {
  for (int i = 0; i + 1 < line->points; i++) {
    const double *from = line->point[i], *to = line->point[i + 1];
    const double x = fabs(to[0] - from[0]), y = fabs(to[1] - from[1]);
    const double length = sqrt(x * x + y * y);
    piece p = {.grid = grid,
               .share = length / (x + y),
               .way = {(to[0] - from[0]) / length, (to[1] - from[1]) / length},
               .each = each,
               .context = context};
    for (int axis = 0; axis < 2; axis++) {
      p.from[axis] = in_cells(grid, axis, from[axis]);
      p.to[axis] = in_cells(grid, axis, to[axis]);
    }
    for (int axis = 0; axis < 2; axis++)
      if (!faces_across(&p, axis))
        return false;
  }
  return true;
}
