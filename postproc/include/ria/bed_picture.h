/** \file
 * A picture of a case before any run: the bed, its boundaries, and the places that it names.
 */
#ifndef RIA_BED_PICTURE_H
#define RIA_BED_PICTURE_H

#include <stdbool.h>
#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a place is. */
typedef enum {
  RIA_MARK_GAUGE,
  RIA_MARK_RIVER,
  RIA_MARK_RELEASE,
  RIA_MARK_STATION, /**< of a level along a side */
  RIA_MARKS
} ria_mark_kind;

typedef struct {
  const char *name; /**< NULL: none is shown */
  ria_mark_kind kind;
  double x, y, radius; /**< m; radius 0: a point */
} ria_map_mark;

/** What happens at a part of the domain's edge. */
typedef enum {
  RIA_EDGE_WALL,
  RIA_EDGE_OPEN,
  RIA_EDGE_TIDE,
  RIA_EDGE_LEVEL,
  RIA_EDGE_DISCHARGE,
  RIA_EDGE_RATING,
  RIA_EDGE_PERIODIC,
  RIA_EDGE_STRUCTURE, /**< inside of the domain */
  RIA_EDGE_WAY,       /**< likewise: where water goes in, and where it comes out */
  RIA_EDGE_SECTION,   /**< inside of the domain: the flow is measured there, */
  RIA_EDGE_POSITIVE,  /**< and this way it is positive: an arrow */
  RIA_EDGES
} ria_edge_kind;

typedef struct {
  ria_edge_kind kind;
  double x0, y0, x1, y1; /**< ends, m */
  const char *name;      /**< NULL: none is shown */
} ria_map_edge;

/** All pointers are borrowed. */
typedef struct {
  const char *title, *crs; /**< crs NULL: none is known */
  const ria_grid *grid;    /**< a plane */
  const double *depth;     /**< [ny][nx] m below the reference level, negative on land */
  double level;            /**< of the water that covers the bed, m above the reference */
  const double *levels;    /**< [ny][nx] in its place, or NULL */
  const double *field;     /**< [ny][nx] that is drawn instead of water and bed; NAN: blank; NULL */
  const char *what;        /**< of the field, for its scale, such as "roughness (1)" */
  int marks, edges;
  const ria_map_mark *mark;
  const ria_map_edge *edge; /**< later ones lie on top */
} ria_bed_picture;

/** Draw to `path`, a PNG. Blocking. Errors: RIA_ERROR_UNSUPPORTED (gnuplot is not installed),
 * RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_bed_picture_draw(const ria_bed_picture *picture, const char *path);

#ifdef __cplusplus
}
#endif
#endif
