/** \file
 * Lines on a plane: walls, weirs, sections. From a file of shapes, and as faces between the cells
 * of a grid.
 */
#ifndef RIA_LINES_H
#define RIA_LINES_H

#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int points;
  double (*point)[2]; /**< [points], m in the CRS of the grid; owned */
} ria_line;

typedef struct {
  int count;
  ria_line *line; /**< owned */
} ria_lines;

/** Read all lines of a file (GeoJSON, GeoPackage, shapefile, ...), rings of polygons as closed
 * lines, brought to `crs` (NULL, RIA_CRS_LOCAL: as they are). Free with ria_lines_destroy() in any
 * case. Errors: RIA_ERROR_FORMAT (no such file, points in it, nothing in it), RIA_ERROR_MEMORY. */
ria_status ria_lines_read(const char *path, const char *crs, ria_lines *lines);
void ria_lines_destroy(ria_lines *lines);

/** A face that a line crosses, between the cell whose low side it is and the one before it. */
typedef struct {
  int axis;           /**< normal to the face; 0: the face lies between cells of a row */
  ria_global cell[2]; /**< the cell with this face as its low side */
  bool forward;       /**< the cell lies to the left of the line's direction */
  double share;  /**< length of the line over the length of the staircase of faces that replaces it,
                      at most 1 */
  double way[2]; /**< unit vector along the line at the face; not along the staircase */
} ria_line_face;

/** Called for each face, in the order along the line; a face may come twice. False: stop. */
typedef bool ria_line_face_function(void *context, const ria_line_face *face);

/** Find the faces of the plane's cells that a line crosses: those between two cells whose centres
 * lie on different sides of it. Every path from cell to cell across the line passes through one of
 * these faces. A line through a centre is treated as passing beside it. Returns false if `each`
 * returned false. */
bool ria_line_faces(const ria_grid *grid, const ria_line *line, ria_line_face_function *each,
                    void *context);

/** Set `values` [ny][nx] to `value` in the cells whose centres lie in the polygons of a file.
 * Errors: RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status ria_polygons_mark(const char *path, const char *crs, const ria_grid *grid,
                             double *values, double value);

#ifdef __cplusplus
}
#endif
#endif
