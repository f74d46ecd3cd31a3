/* The start of bwaves: a cube or a slab of one gas in another, averaged over each cell by volume.
 */
#include <math.h>
#include "bwaves.h"

/* Component `field` of a gas: density, momenta, energy per volume. */
static double conserved(const bwaves *s, const bwaves_gas *gas, int field) {
  double square = 0;
  for (int a = 0; a < RIA_AXES; a++)
    square += gas->velocity[a] * gas->velocity[a];
  if (field == 0)
    return gas->density;
  if (field < 4)
    return gas->density * gas->velocity[field - 1];
  return gas->pressure / (s->own->gamma - 1) + 0.5 * gas->density * square;
}

/* Fraction of cell i along an axis that is inside. Computed in cells from the middle, so that the
 * start is symmetric, and a shifted start has the same numbers at shifted cells. */
static double share(const bwaves *s, int axis, ria_global i) {
  const bwaves_case *own = s->own;
  const ria_block *block = &s->terrain->mesh.block[0];
  const ria_global cells = block->cells[axis];
  if (own->blast.shape == BWAVES_SLAB && (int)own->blast.axis != axis)
    return 1;
  const ria_global from = ((i - (ria_global)own->blast.shift[axis]) % cells + cells) % cells;
  const double half = own->blast.half_width / block->spacing[axis];
  const double middle =
      0.5 * (double)(2 * from + 1 - cells); /* of the cell, from that of the box */
  const double inside = half - (fabs(middle) - 0.5);
  return fmax(0, fmin(fmin(1, inside), 2 * half));
}

ria_status bwaves_fill(void *context, int field, int number, const ria_range *cells,
                       double *values) {
  const bwaves *s = context;
  (void)number;
  const int component = field % COMPONENTS;
  const bool lasts = field < (s->second ? 2 : 1) * COMPONENTS;
  const double inside = conserved(s, &s->own->blast.inside, component);
  const double outside = conserved(s, &s->own->blast.outside, component);
  ria_global i[RIA_AXES];
  for (i[2] = cells->lo[2]; i[2] < cells->hi[2]; i[2]++)
    for (i[1] = cells->lo[1]; i[1] < cells->hi[1]; i[1]++)
      for (i[0] = cells->lo[0]; i[0] < cells->hi[0]; i[0]++) {
        const double volume = (share(s, 0, i[0]) * share(s, 1, i[1])) * share(s, 2, i[2]);
        *values++ = lasts ? outside + volume * (inside - outside) : 0;
      }
  return RIA_SUCCESS;
}
