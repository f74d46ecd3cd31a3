/* Where the names of places go on a map: beside their symbols, on as little data as possible, and
 * not on each other. Private to postproc/maps. */
#ifndef MAPS_NAMES_H
#define MAPS_NAMES_H

typedef struct {
  double left, bottom, right, top; /* pixels from the map's lower left corner */
} maps_rectangle;

typedef struct {
  double x, y, radius; /* of the symbol, pixels */
  const char *text;    /* "" : none */
  maps_rectangle box;  /* of the text; set by maps_names_place() */
} maps_name;

enum { MAPS_NAME_POINTS = 10 };

/* How many pixels of a rectangle should stay free. */
typedef double maps_name_cost(const void *context, const maps_rectangle *box);

/* Place the names, the first ones first, in a map of width x height pixels. A name that finds no
 * free place overlaps as little as possible. */
void maps_names_place(int count, maps_name *name, int width, int height, maps_name_cost *cost,
                      const void *context);

#endif
