/* Edges of a grid where three, five or more cells meet, and the cells around nodes. */
#include "metrics_inside.h"
#include <stdlib.h>
#include <string.h>

enum { AROUND = 8 };

/* ---- numbers of nodes ---- */

static int64_t number_of(const rows_metrics *m, int block, const ria_global node[RIA_AXES]) {
  const ria_global *cells = m->grid->block[block].cells;
  return m->first[block] + (node[2] * (cells[1] + 1) + node[1]) * (cells[0] + 1) + node[0];
}

static int by_number(const void *one, const void *other) {
  const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  return (a > b) - (a < b);
}

bool rows_is_star(const rows_metrics *m, int block, const ria_global node[RIA_AXES]) {
  const int64_t number = number_of(m, block, node);
  return m->stars_count &&
         bsearch(&number, m->star, (size_t)m->stars_count, sizeof number, by_number) != NULL;
}

bool rows_is_beside_star(const rows_metrics *m, int block, const ria_global node[RIA_AXES]) {
  const int64_t number = number_of(m, block, node);
  return m->beside_count &&
         bsearch(&number, m->beside, (size_t)m->beside_count, sizeof number, by_number) != NULL;
}

/* ---- creating ---- */

static ria_status list_stars(rows_metrics *m) {
  RIA_TRY(ria_block_walk_stars(m->walk, &m->stars));
  for (int64_t s = 0; s < m->stars.stars; s++)
    m->stars_count += m->stars.star[s].copies;
  m->star = calloc((size_t)m->stars_count + 1, sizeof *m->star);
  if (!m->star)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
  int64_t n = 0;
  for (int64_t s = 0; s < m->stars.stars; s++)
    for (int c = 0; c < m->stars.star[s].copies; c++) {
      const ria_node_place *copy = &m->stars.copy[m->stars.star[s].first_copy + c];
      m->star[n++] = number_of(m, copy->block, copy->at);
    }
  qsort(m->star, (size_t)n, sizeof *m->star, by_number);
  return RIA_SUCCESS;
}

int rows_node_order(const ria_node_place *a, const ria_node_place *b) {
  if (a->block != b->block)
    return a->block < b->block ? -1 : 1;
  for (int i = RIA_AXES - 1; i >= 0; i--)
    if (a->at[i] != b->at[i])
      return a->at[i] < b->at[i] ? -1 : 1;
  return 0;
}

static int by_place(const void *one, const void *other) {
  return rows_node_order(one, other);
}

static ria_status add_listed(rows_metrics *m, const ria_node_place *copy, int copies,
                             const ria_node_place *cell, int cells) {
  if ((m->listed_count & (m->listed_count - 1)) == 0) {
    const size_t room = m->listed_count ? 2 * (size_t)m->listed_count : 1;
    rows_listed_node *grown = realloc(m->listed, room * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
    m->listed = grown;
  }
  rows_listed_node *node = &m->listed[m->listed_count];
  node->copies = copies;
  node->cells = cells;
  node->copy = calloc((size_t)(copies + cells) + 1, sizeof *node->copy);
  if (!node->copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
  node->cell = node->copy + copies;
  memcpy(node->copy, copy, (size_t)copies * sizeof *copy);
  memcpy(node->cell, cell, (size_t)cells * sizeof *cell);
  m->listed_count++;
  return RIA_SUCCESS;
}

ria_global rows_past_end(const rows_metrics *m, int block, int axis, ria_global at, bool node) {
  const ria_global end = m->grid->block[block].cells[axis] - !node;
  return at < 0 ? at : at > end ? at - end : 0;
}

bool rows_find_beyond(const rows_metrics *m, int block, const ria_global at[RIA_AXES], bool node,
                      ria_node_place *place) {
  for (int a = 0; a < RIA_AXES && m->slides->sides; a++) {
    const ria_global past = rows_past_end(m, block, a, at[a], node);
    ria_node_place foot = {.block = block, .map = {1, 2, 3}};
    bool outside = false;
    int side;
    memcpy(foot.at, at, sizeof foot.at);
    foot.at[a] -= past;
    for (int c = 0; c < RIA_AXES; c++)
      outside |= rows_past_end(m, block, c, foot.at[c], node) != 0;
    const ria_node_place start = foot;
    if (!past || past < -SLIDE_LAYERS || past > SLIDE_LAYERS ||
        (outside && (node ? ria_block_walk_node : ria_block_walk_cell)(m->walk, block, start.at,
                                                                       &foot) != RIA_PLACE_FOUND))
      continue;
    const int axis = abs(foot.map[a]) - 1;
    const bool high = (past > 0) == (foot.map[a] > 0);
    if (foot.at[axis] != (high ? m->grid->block[foot.block].cells[axis] - !node : 0) ||
        !(node ? rows_slide_at_node(m->slides, foot.block, foot.at, axis, high, &side)
               : rows_slide_at_cell(m->slides, foot.block, foot.at, axis, high)))
      continue;
    *place = foot;
    place->at[axis] += high ? llabs(past) : -llabs(past);
    /* The far nodes of a cell must be valid, too. */
    if (node ? rows_slide_find(m->slides, place->block, place->at) : llabs(past) < SLIDE_LAYERS)
      return true;
  }
  return false;
}

bool rows_find_cell(const rows_metrics *m, int block, const ria_global cell[RIA_AXES],
                    ria_node_place *place) {
  return ria_block_walk_cell(m->walk, block, cell, place) == RIA_PLACE_FOUND ||
         rows_find_beyond(m, block, cell, false, place);
}

/* The cells around a node that is not on such an edge. */
static int cells_beside(const rows_metrics *m, const ria_node_place *node,
                        ria_node_place cell[AROUND]) {
  int cells = 0;
  for (int e = 0; e < AROUND; e++) {
    const ria_global at[RIA_AXES] = {node->at[0] - (e & 1), node->at[1] - (e >> 1 & 1),
                                     node->at[2] - (e >> 2)};
    cells += rows_find_cell(m, node->block, at, &cell[cells]);
  }
  qsort(cell, (size_t)cells, sizeof *cell, by_place);
  return cells;
}

static bool lies_on_surface(const rows_metrics *m, int block, const ria_global at[RIA_AXES]) {
  const ria_global *cells = m->grid->block[block].cells;
  bool inside = true, surface = false;
  for (int a = 0; a < RIA_AXES; a++) {
    inside &= at[a] >= 0 && at[a] <= cells[a];
    surface |= at[a] == 0 || at[a] == cells[a];
  }
  return inside && surface;
}

/* The nodes around a copy of a node of an edge, each as the first of its copies. */
static ria_status gather_around(const rows_metrics *m, const ria_node_place *star,
                                ria_node_place **found, size_t *count) {
  ria_node_place *grown = realloc(*found, (*count + 27) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
  *found = grown;
  for (int d = 0; d < 27; d++) {
    const ria_global at[RIA_AXES] = {star->at[0] + d % 3 - 1, star->at[1] + d / 3 % 3 - 1,
                                     star->at[2] + d / 9 - 1};
    if (lies_on_surface(m, star->block, at) && !rows_is_star(m, star->block, at))
      ria_block_walk_copies(m->walk, star->block, at, 1, &grown[(*count)++]);
  }
  return RIA_SUCCESS;
}

static ria_status list_around(rows_metrics *m, ria_node_place *found, size_t count) {
  qsort(found, count, sizeof *found, by_place);
  for (size_t i = 0; i < count; i++) {
    ria_node_place copy[ROWS_COPIES], cell[AROUND];
    if (i && !rows_node_order(&found[i - 1], &found[i]))
      continue;
    const int copies =
        ria_block_walk_copies(m->walk, found[i].block, found[i].at, ROWS_COPIES, copy);
    if (copies > ROWS_COPIES)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "a node of the grid is in %d blocks, and the most are %d", copies,
                      ROWS_COPIES);
    const int cells = cells_beside(m, &copy[0], cell);
    RIA_TRY(add_listed(m, copy, copies, cell, cells));
  }
  return RIA_SUCCESS;
}

static ria_status number_beside(rows_metrics *m) {
  for (int64_t n = m->stars.stars; n < m->listed_count; n++)
    m->beside_count += m->listed[n].copies;
  m->beside = calloc((size_t)m->beside_count + 1, sizeof *m->beside);
  if (!m->beside)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
  int64_t *next = m->beside;
  for (int64_t n = m->stars.stars; n < m->listed_count; n++)
    for (int c = 0; c < m->listed[n].copies; c++)
      *next++ = number_of(m, m->listed[n].copy[c].block, m->listed[n].copy[c].at);
  qsort(m->beside, (size_t)m->beside_count, sizeof *m->beside, by_number);
  return RIA_SUCCESS;
}

static ria_status list_nodes(rows_metrics *m) {
  ria_node_place *found = NULL;
  size_t count = 0;
  ria_status status = RIA_SUCCESS;
  for (int64_t s = 0; s < m->stars.stars && status == RIA_SUCCESS; s++) {
    const ria_block_star *star = &m->stars.star[s];
    const ria_node_place *copy = &m->stars.copy[star->first_copy];
    status = add_listed(m, copy, star->copies, &m->stars.cell[star->first_cell], star->cells);
    for (int c = 0; c < star->copies && status == RIA_SUCCESS; c++)
      status = gather_around(m, &copy[c], &found, &count);
  }
  if (status == RIA_SUCCESS && count)
    status = list_around(m, found, count);
  free(found);
  return status == RIA_SUCCESS ? number_beside(m) : status;
}

ria_status rows_metrics_create(const ria_block_grid *grid, const bool *is_wall,
                               const rows_slides *slides, rows_metrics **metrics) {
  rows_metrics *m = *metrics = calloc(1, sizeof *m);
  if (!m)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the metrics of a grid");
  m->grid = grid;
  m->is_wall = is_wall;
  m->slides = slides;
  m->first = calloc((size_t)grid->blocks + 1, sizeof *m->first);
  if (!m->first)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the metrics of a grid");
  for (int b = 0; b < grid->blocks; b++) {
    const ria_range all = ria_block_grid_all_nodes(grid, b);
    m->first[b + 1] = m->first[b] + ria_range_nodes(&all);
  }
  RIA_TRY(ria_block_walk_create(grid, &m->walk));
  RIA_TRY(list_stars(m));
  return list_nodes(m);
}

void rows_metrics_destroy(rows_metrics *m) {
  if (!m)
    return;
  ria_block_walk_destroy(m->walk);
  ria_block_stars_destroy(&m->stars);
  for (int64_t n = 0; n < m->listed_count; n++)
    free(m->listed[n].copy);
  free(m->listed);
  free(m->star);
  free(m->beside);
  free(m->first);
  free(m);
}

const rows_listed_node *rows_metrics_listed(const rows_metrics *m, int64_t *count) {
  *count = m->listed_count;
  return m->listed;
}

const ria_block_walk *rows_metrics_walk(const rows_metrics *m) {
  return m->walk;
}

static const rows_listed_node *find_star(const rows_metrics *m, int block,
                                         const ria_global node[RIA_AXES]) {
  for (int64_t n = 0; n < m->stars.stars; n++)
    for (int c = 0; c < m->listed[n].copies; c++)
      if (m->listed[n].copy[c].block == block &&
          !memcmp(m->listed[n].copy[c].at, node, RIA_AXES * sizeof *node))
        return &m->listed[n];
  return NULL;
}

ria_status rows_metrics_cells_around(const rows_metrics *m, int block,
                                     const ria_global node[RIA_AXES], int most,
                                     ria_node_place *cell, int *cells) {
  const rows_listed_node *star = lies_on_surface(m, block, node) && rows_is_star(m, block, node)
                                     ? find_star(m, block, node)
                                     : NULL;
  ria_node_place here = {.block = block};
  *cells = star ? star->cells : AROUND;
  if (*cells > most)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%d cells meet at a node, and the most are %d", *cells,
                    most);
  if (star) {
    memcpy(cell, star->cell, (size_t)star->cells * sizeof *cell);
    return RIA_SUCCESS;
  }
  memcpy(here.at, node, sizeof here.at);
  *cells = cells_beside(m, &here, cell);
  return RIA_SUCCESS;
}

static double owned_in(const rows_metrics *m, int block) {
  const ria_range all = ria_block_grid_all_nodes(m->grid, block);
  double owned = 0;
  ria_global at[RIA_AXES];
  for (at[2] = 0; at[2] < all.hi[2]; at[2]++)
    for (at[1] = 0; at[1] < all.hi[1]; at[1]++) {
      const bool edge =
          at[2] == 0 || at[2] == all.hi[2] - 1 || at[1] == 0 || at[1] == all.hi[1] - 1;
      owned += edge ? 0 : (double)(all.hi[0] - 2);
      for (at[0] = 0; at[0] < all.hi[0]; at[0] += edge ? 1 : all.hi[0] - 1) {
        ria_node_place first;
        ria_block_walk_copies(m->walk, block, at, 1, &first);
        owned += first.block == block && !memcmp(first.at, at, sizeof at);
      }
    }
  return owned;
}

double rows_metrics_nodes(const rows_metrics *m) {
  double sum = 0;
  for (int b = 0; b < m->grid->blocks; b++)
    sum += owned_in(m, b);
  return sum;
}
