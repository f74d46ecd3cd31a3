/* Positions of the names of places on a map: next to their symbols, over as little data as
 * possible, without overlap. Private to postproc/maps. */
#ifndef MAPS_NAMES_H
#define MAPS_NAMES_H

typedef struct {
  double left, bottom, right, top; /* pixels from the map's lower left corner */
} maps_rectangle;

typedef struct {
  double x, y, radius; /* centre and radius of the symbol, pixels */
  const char *text;    /* "" : none */
  maps_rectangle box;  /* rectangle of the text; set by maps_names_place() */
} maps_name;

enum { MAPS_NAME_POINTS = 10 };

/* Pixels of a rectangle that should stay free. */
typedef double maps_name_cost(const void *context, const maps_rectangle *box);

/* Place the names in their order in a map of width x height pixels. A name without a free position
 * overlaps as little as possible. */
void maps_names_place(int count, maps_name *name, int width, int height, maps_name_cost *cost,
                      const void *context);

#endif
