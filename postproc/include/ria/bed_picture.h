/** \file
 * A picture of a case before any run: the bed, the boundaries and the named places.
 */
#ifndef RIA_BED_PICTURE_H
#define RIA_BED_PICTURE_H

#include <stdbool.h>
#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a place. */
typedef enum {
  RIA_MARK_GAUGE,
  RIA_MARK_RIVER,
  RIA_MARK_RELEASE,
  RIA_MARK_STATION, /**< a station that gives the water level along a side */
  RIA_MARKS
} ria_mark_kind;

typedef struct {
  const char *name; /**< NULL: no name is shown */
  ria_mark_kind kind;
  double x, y, radius; /**< m; radius 0: a point */
} ria_map_mark;

/** The kind of a line: a boundary condition on an edge of the domain, or a line inside the domain.
 */
typedef enum {
  RIA_EDGE_WALL,
  RIA_EDGE_OPEN,
  RIA_EDGE_TIDE,
  RIA_EDGE_LEVEL,
  RIA_EDGE_DISCHARGE,
  RIA_EDGE_RATING,
  RIA_EDGE_PERIODIC,
  RIA_EDGE_STRUCTURE, /**< inside of the domain */
  RIA_EDGE_WAY,       /**< inside of the domain: from the inlet to the outlet of a structure */
  RIA_EDGE_SECTION,   /**< inside of the domain: a section where flow is measured */
  RIA_EDGE_POSITIVE,  /**< an arrow in the direction of positive flow through a section */
  RIA_EDGES
} ria_edge_kind;

typedef struct {
  ria_edge_kind kind;
  double x0, y0, x1, y1; /**< ends, m */
  const char *name;      /**< NULL: no name is shown */
} ria_map_edge;

/** All pointers are borrowed. */
typedef struct {
  const char *title, *crs; /**< crs NULL: unknown */
  const ria_grid *grid;    /**< a plane */
  const double *depth;     /**< [ny][nx] m below the reference level, negative on land */
  double level;            /**< water level, m above the reference */
  const double
      *levels; /**< [ny][nx] water level in each cell, m; replaces `level`. NULL: use `level` */
  const double
      *field; /**< [ny][nx] drawn instead of water and bed; NAN: blank. NULL: draw water and bed */
  const char *what; /**< label of the field's colour bar, such as "roughness (1)" */
  int marks, edges;
  const ria_map_mark *mark;
  const ria_map_edge *edge; /**< [edges] later edges are drawn on top */
} ria_bed_picture;

/** Draw to `path`, a PNG. Blocking. Errors: RIA_ERROR_UNSUPPORTED (gnuplot is not installed),
 * RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_bed_picture_draw(const ria_bed_picture *picture, const char *path);

#ifdef __cplusplus
}
#endif
#endif
