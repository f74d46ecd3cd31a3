/* Coarser grids: on level l a cell is 2^l cells wide. The change of the nodes, by fluxes and
 * diffusion together, is averaged over coarse cells, from these to coarse nodes, and added to the
 * change of all nodes. The averaged change vanishes in a steady flow, so the steady solution is
 * that of the fine grid.
 *
 * The value of a coarse cell is stored at the node in its middle, which differs between levels; the
 * value of a coarse node at the node itself. An axis with one cell is not coarsened. */
#include "rows.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 64 };

/* Number of a block's cells that form one coarse cell along an axis. */
static ria_global width_of(const rows *s, int block, int axis, int level) {
  return s->grid->block[block].cells[axis] == 1 ? 1 : (ria_global)1 << level;
}

ria_status rows_check_levels(const rows *s) {
  const int levels = s->own->scheme.levels;
  for (int b = 0; b < s->grid->blocks && levels; b++)
    for (int a = 0; a < RIA_AXES; a++) {
      const long long cells = s->grid->block[b].cells[a], width = width_of(s, b, a, levels);
      if (cells % width)
        return rows_reject(
            s->the_case, &s->own->scheme.levels_place,
            "scheme.multigrid: block '%s' has %lld cells along %c, which is no multiple of "
            "%lld; use a multiple, or fewer levels",
            s->grid->block[b].name, cells, "ijk"[a], width);
    }
  return RIA_SUCCESS;
}

/* ---- nodes to coarse cells ---- */

/* The mean over a coarse cell of the means of its cells' nodes. */
static ria_status add_coarse_cell(const rows *s, int level, int block,
                                  const ria_global coarse[RIA_AXES],
                                  const ria_global place[RIA_AXES], ria_rows *out) {
  ria_global width[RIA_AXES];
  double all = 8;
  int entries = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    width[a] = width_of(s, block, a, level);
    all *= (double)width[a];
  }
  ria_entry *entry =
      calloc((size_t)((width[0] + 1) * (width[1] + 1) * (width[2] + 1)), sizeof *entry);
  if (!entry)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a coarse grid");
  ria_global o[RIA_AXES];
  for (o[2] = 0; o[2] <= width[2]; o[2]++)
    for (o[1] = 0; o[1] <= width[1]; o[1]++)
      for (o[0] = 0; o[0] <= width[0]; o[0]++) {
        ria_entry *e = &entry[entries++];
        e->block = block;
        e->weight = 1 / all;
        for (int a = 0; a < RIA_AXES; a++) {
          e->cell[a] = coarse[a] * width[a] + o[a];
          e->weight *= o[a] == 0 || o[a] == width[a] ? 1 : 2;
        }
      }
  const ria_status status = ria_rows_add(out, place, entry, entries);
  free(entry);
  return status;
}

static ria_status restrict_rows(void *context, int block, const ria_range *cells, ria_rows *out) {
  const rows *s = context;
  for (int level = 1; level <= s->own->scheme.levels; level++) {
    ria_global coarse[RIA_AXES], most[RIA_AXES], width[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      width[a] = width_of(s, block, a, level);
      most[a] = s->grid->block[block].cells[a] / width[a];
    }
    for (coarse[2] = 0; coarse[2] < most[2]; coarse[2]++)
      for (coarse[1] = 0; coarse[1] < most[1]; coarse[1]++)
        for (coarse[0] = 0; coarse[0] < most[0]; coarse[0]++) {
          ria_global place[RIA_AXES];
          for (int a = 0; a < RIA_AXES; a++)
            place[a] = coarse[a] * width[a] + width[a] / 2;
          if (ria_range_has(cells, place))
            RIA_TRY(add_coarse_cell(s, level, block, coarse, place, out));
        }
  }
  return RIA_SUCCESS;
}

/* ---- coarse cells to coarse nodes ---- */

static int by_entry(const void *one, const void *other) {
  const ria_entry *a = one, *b = other;
  if (a->block != b->block)
    return a->block < b->block ? -1 : 1;
  for (int i = RIA_AXES - 1; i >= 0; i--)
    if (a->cell[i] != b->cell[i])
      return a->cell[i] < b->cell[i] ? -1 : 1;
  return 0;
}

/* The mean of the coarse cells around a node. */
static ria_status add_coarse_node(const rows *s, int level, int block,
                                  const ria_global node[RIA_AXES], ria_rows *out) {
  ria_node_place cell[MOST_CELLS];
  ria_entry entry[MOST_CELLS];
  int cells, entries = 0;
  RIA_TRY(rows_metrics_cells_around(s->metrics, block, node, MOST_CELLS, cell, &cells));
  for (int c = 0; c < cells; c++) {
    entry[c].block = cell[c].block;
    for (int a = 0; a < RIA_AXES; a++) {
      const ria_global width = width_of(s, cell[c].block, a, level);
      entry[c].cell[a] = cell[c].at[a] / width * width + width / 2;
    }
  }
  qsort(entry, (size_t)cells, sizeof *entry, by_entry);
  for (int c = 0; c < cells; c++)
    if (!entries || by_entry(&entry[entries - 1], &entry[c]))
      entry[entries++] = entry[c];
  for (int c = 0; c < entries; c++)
    entry[c].weight = 1.0 / entries;
  return ria_rows_add(out, node, entry, entries);
}

static ria_status coarse_rows(const rows *s, int level, int block, const ria_range *cells,
                              ria_rows *out) {
  ria_global at[RIA_AXES];
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++) {
        bool coarse = true;
        for (int a = 0; a < RIA_AXES; a++)
          coarse &= at[a] % width_of(s, block, a, level) == 0;
        if (coarse)
          RIA_TRY(add_coarse_node(s, level, block, at, out));
      }
  return RIA_SUCCESS;
}

/* ---- coarse nodes to nodes ---- */

/* Linear interpolation between the coarse nodes around a node. All copies of a node use those of
 * the first copy's block: on a joint that does not begin at a coarse node, two blocks have
 * different coarse nodes. */
static ria_status add_node(const rows *s, int level, int block, const ria_global node[RIA_AXES],
                           ria_rows *out) {
  const double factor = s->own->scheme.factor * (double)(1 << level);
  ria_node_place first;
  ria_entry entry[8];
  int entries = 0;
  ria_block_walk_copies(rows_metrics_walk(s->metrics), block, node, 1, &first);
  for (int e = 0; e < 8; e++) {
    ria_entry *one = &entry[entries];
    one->block = first.block;
    one->weight = factor;
    for (int a = 0; a < RIA_AXES; a++) {
      const ria_global width = width_of(s, first.block, a, level), rest = first.at[a] % width;
      const int high = e >> a & 1;
      one->weight *= high ? (double)rest / (double)width : 1 - (double)rest / (double)width;
      one->cell[a] = first.at[a] - rest + (high ? width : 0);
    }
    entries += one->weight > 0;
  }
  return ria_rows_add(out, node, entry, entries);
}

static ria_status fine_rows(const rows *s, int level, int block, const ria_range *cells,
                            ria_rows *out) {
  ria_global at[RIA_AXES];
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++)
        RIA_TRY(add_node(s, level, block, at, out));
  return RIA_SUCCESS;
}

#define LEVEL(NUMBER)                                                                              \
  static ria_status coarse_##NUMBER(void *s, int block, const ria_range *cells, ria_rows *out) {   \
    return coarse_rows(s, NUMBER, block, cells, out);                                              \
  }                                                                                                \
  static ria_status fine_##NUMBER(void *s, int block, const ria_range *cells, ria_rows *out) {     \
    return fine_rows(s, NUMBER, block, cells, out);                                                \
  }
LEVEL(1)
LEVEL(2)
LEVEL(3)

void rows_make_multigrid(rows *s) {
  static const ria_rows_function coarse[] = {coarse_1, coarse_2, coarse_3};
  static const ria_rows_function fine[] = {fine_1, fine_2, fine_3};
  s->to_cells = (ria_sparse){.name = "coarse cells", .rows = restrict_rows, .context = s};
  for (int l = 0; l < ROWS_LEVELS; l++) {
    s->to_coarse[l] = (ria_sparse){.name = "coarse nodes", .rows = coarse[l], .context = s};
    s->to_fine[l] =
        (ria_sparse){.name = "nodes between coarse ones", .rows = fine[l], .context = s};
  }
}
