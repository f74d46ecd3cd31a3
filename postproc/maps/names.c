#include "names.h"
#include <math.h>
#include "text.h"

enum { HEIGHT = 16, GAP = 4, SIDES = 8, RINGS = 3, RING = 14 };

static double overlap_of(const maps_rectangle *a, const maps_rectangle *b) {
  const double wide = fmin(a->right, b->right) - fmax(a->left, b->left),
               high = fmin(a->top, b->top) - fmax(a->bottom, b->bottom);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/* Right, left, above, below, and the corners; further rings if these are taken. */
static maps_rectangle candidate(const maps_name *n, int side, int ring) {
  static const int x[SIDES] = {1, -1, 0, 0, 1, 1, -1, -1}, y[SIDES] = {0, 0, 1, -1, 1, -1, 1, -1};
  const double wide = maps_text_width(n->text, MAPS_NAME_POINTS),
               away = n->radius + GAP + ring * RING;
  const double left = x[side] > 0   ? n->x + away
                      : x[side] < 0 ? n->x - away - wide
                                    : n->x - wide / 2,
               bottom = y[side] > 0   ? n->y + away
                        : y[side] < 0 ? n->y - away - HEIGHT
                                      : n->y - HEIGHT / 2.;
  return (maps_rectangle){left, bottom, left + wide, bottom + HEIGHT};
}

static maps_rectangle symbol_of(const maps_name *n) {
  return (maps_rectangle){n->x - n->radius, n->y - n->radius, n->x + n->radius, n->y + n->radius};
}

/* Other names and symbols weigh more than the edge of the map, and that more than data. */
static double weigh(const maps_name *name, int count, int self, const maps_rectangle *box,
                    int width, int height, maps_name_cost *cost, const void *context) {
  enum { NAMES = 1000, EDGE = 300 };
  const maps_rectangle map = {0, 0, width, height};
  double sum = EDGE * ((box->right - box->left) * (box->top - box->bottom) - overlap_of(box, &map));
  for (int i = 0; i < count; i++) {
    const maps_rectangle symbol = symbol_of(&name[i]);
    sum += i == self ? 0 : NAMES * overlap_of(box, &symbol);
    sum += i < self ? NAMES * overlap_of(box, &name[i].box) : 0;
  }
  return sum + (cost ? cost(context, box) : 0);
}

void maps_names_place(int count, maps_name *name, int width, int height, maps_name_cost *cost,
                      const void *context) {
  enum {
    FURTHER = 400,
    LATER = 3
  }; /* pixels of data that a nearer, an earlier candidate is worth */
  for (int i = 0; i < count; i++) {
    double least = INFINITY;
    if (!name[i].text[0]) {
      name[i].box = symbol_of(&name[i]);
      continue;
    }
    for (int c = 0; c < SIDES * RINGS; c++) {
      const maps_rectangle box = candidate(&name[i], c % SIDES, c / SIDES);
      const double sum = weigh(name, count, i, &box, width, height, cost, context) +
                         FURTHER * (c / SIDES) + LATER * (c % SIDES);
      if (sum < least) {
        least = sum;
        name[i].box = box;
      }
    }
  }
}
