/* Inputs of the mixing length from a case and its grid: walls, and the longest mixing length. */
#include "rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The longest mixing length as a fraction of the width of a passage. */
static const double share_of_pitch = 0.03;

bool rows_is_turbulent(const rows *s) {
  return s->own->scheme.turbulence == ROWS_MIXING_LENGTH;
}

bool rows_has_wall_functions(const rows *s) {
  return rows_is_turbulent(s) && s->own->scheme.walls == ROWS_WALL_FUNCTIONS;
}

bool rows_slips(const rows *s, int boundary) {
  const rows_boundary_kind kind = s->own->boundary[boundary].kind;
  return kind == ROWS_SLIP ||
         (kind == ROWS_WALL && (!(s->own->gas.viscosity > 0) || rows_has_wall_functions(s)));
}

static const char *name_of(const rows *s, int block) {
  const int row = s->grid->block[block].row;
  return row < 0 ? s->grid->block[block].name : s->grid->row[row].name;
}

static ria_status find_longest(const rows *s, int block, double *longest, double *growth) {
  const int blades = rows_blades(s, s->grid->block[block].row);
  *longest = *growth = 0;
  if (!rows_distance_has_wall(s->distance, s->grid->block[block].row))
    return rows_reject(s->the_case, &s->own->scheme.turbulence_place,
                       "scheme.turbulence: '%s' has no wall without slip to take the mixing length "
                       "from; expected a boundary of 'kind: wall' there, or no turbulence",
                       name_of(s, block));
  if (s->own->scheme.mixing_length > 0)
    *longest = s->own->scheme.mixing_length;
  else if (blades > 0 && s->grid->system == RIA_NODES_CYLINDRICAL)
    *growth = share_of_pitch * 2 * M_PI / blades;
  else
    return rows_reject(s->the_case, &s->own->scheme.turbulence_place,
                       "scheme.turbulence: '%s' has no blades, so the longest mixing "
                       "length cannot be a fraction of their pitch; expected 'mixing_length', such "
                       "as 0.03 times the "
                       "width of the passage",
                       name_of(s, block));
  return RIA_SUCCESS;
}

ria_status rows_find_turbulence(rows *s) {
  const size_t blocks = (size_t)s->grid->blocks;
  if (!rows_is_turbulent(s))
    return RIA_SUCCESS;
  bool *is_sticky = calloc((size_t)s->grid->patches + 1, sizeof *is_sticky);
  s->longest = calloc(2 * blocks + 1, sizeof *s->longest);
  if (!is_sticky || !s->longest) {
    free(is_sticky);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the walls of a grid");
  }
  for (int p = 0; p < s->grid->patches; p++) {
    const int b = s->boundary_of[p];
    is_sticky[p] = b >= 0 && s->own->boundary[b].kind == ROWS_WALL;
  }
  ria_status status =
      rows_distance_create(s->grid, rows_metrics_walk(s->metrics), is_sticky, &s->distance);
  for (size_t b = 0; b < blocks && status == RIA_SUCCESS; b++)
    status = find_longest(s, (int)b, &s->longest[b], &s->longest[blocks + b]);
  free(is_sticky);
  return status;
}

void rows_fill_walls(const rows *s, int block, const ria_range *range, double *values) {
  const int64_t count = ria_range_nodes(range);
  ria_global at[RIA_AXES];
  memset(values, 0, 9 * (size_t)count * sizeof *values);
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0]; at[0]++, values++)
        for (int a = 0; a < RIA_AXES; a++) {
          const int patch = rows_metrics_patch_of(s->metrics, block, at, a);
          const int b = patch < 0 ? -1 : s->boundary_of[patch];
          if (b < 0 || s->own->boundary[b].kind != ROWS_WALL)
            continue;
          values[3 * a * count] = 1;
          values[(3 * a + 1) * count] = s->own->boundary[b].along;
          values[(3 * a + 2) * count] = s->wall_speed[(size_t)b * (size_t)s->grid->blocks +
                                                      (size_t)s->grid->patch[patch].block];
        }
}
