/* Smoothing of a section. Nodes within a block move to where the lines of the grid solve Laplace's
 * equation (A. Winslow, J. Comput. Phys. 1 (1966) 149), which keeps lines from crossing. Nodes on
 * joints and on the borders of the passage move towards the weighted mean of their neighbours; the
 * weight is the inverse of the initial distance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/section.h"

static const int moving[] = {BLOCKS_SECTION_INLET, BLOCKS_SECTION_ABOVE, BLOCKS_SECTION_BELOW,
                             BLOCKS_SECTION_EXIT};
enum { MOVING = 4 };

/* One node: sums over all blocks that contain it. */
typedef struct {
  double x, y, weight;
} sum;

typedef struct {
  blocks_section *section;
  int *id[BLOCKS_SECTION_BLOCKS];        /* number of each node; -1: fixed */
  double *weight[BLOCKS_SECTION_BLOCKS]; /* weights of the edges to i + 1 and j + 1 */
  int ids;
  sum *total;
} smoothing;

static int node(const smoothing *s, int block, int i, int j) {
  return j * s->section->block[block].ni + i;
}

/* Number the nodes. A node on a joint or on the two borders has one number in all blocks. */
static void number_nodes(smoothing *s) {
  const blocks_plane_block *b = s->section->block;
  const int gap = b[BLOCKS_SECTION_ABOVE].nj - 1, along = b[BLOCKS_SECTION_ABOVE].ni - 1;
  for (int m = 0; m < MOVING; m++) {
    const int k = moving[m], last_i = b[k].ni - 1, last_j = b[k].nj - 1;
    for (int j = 0; j <= last_j; j++)
      for (int i = 0; i <= last_i; i++) {
        int id = -2;
        const bool is_end = k == BLOCKS_SECTION_INLET || k == BLOCKS_SECTION_EXIT;
        const int near = k == BLOCKS_SECTION_INLET ? last_i : 0;
        if (k == BLOCKS_SECTION_INLET ? i == 0 : k == BLOCKS_SECTION_EXIT && i == last_i)
          id = -1; /* inlet and exit */
        else if (is_end ? i == near && j >= gap && j <= last_j - gap
                        : j == (k == BLOCKS_SECTION_ABOVE ? 0 : last_j))
          id = -1; /* the ring */
        else if (is_end && j == last_j)
          id = s->id[k][node(s, k, i, 0)]; /* the upper border is the lower one */
        else if (k == BLOCKS_SECTION_ABOVE && i == 0)
          id = s->id[BLOCKS_SECTION_INLET]
                    [node(s, BLOCKS_SECTION_INLET, b[BLOCKS_SECTION_INLET].ni - 1,
                          b[BLOCKS_SECTION_INLET].nj - 1 - gap + j)];
        else if (k == BLOCKS_SECTION_BELOW && i == 0)
          id = s->id[BLOCKS_SECTION_INLET]
                    [node(s, BLOCKS_SECTION_INLET, b[BLOCKS_SECTION_INLET].ni - 1, j)];
        else if (k == BLOCKS_SECTION_BELOW && j == 0)
          id = s->id[BLOCKS_SECTION_ABOVE][node(s, BLOCKS_SECTION_ABOVE, i, gap)];
        else if (k == BLOCKS_SECTION_BELOW && i == along) /* the exit is numbered after it */
          id = -2;
        else if (k == BLOCKS_SECTION_EXIT && i == 0 && j < gap)
          id = s->id[BLOCKS_SECTION_BELOW][node(s, BLOCKS_SECTION_BELOW, along, j)];
        else if (k == BLOCKS_SECTION_EXIT && i == 0)
          id =
              s->id[BLOCKS_SECTION_ABOVE][node(s, BLOCKS_SECTION_ABOVE, along, j - (last_j - gap))];
        s->id[k][node(s, k, i, j)] = id == -2 ? s->ids++ : id;
      }
  }
}

static double length(blocks_plane_point a, blocks_plane_point b) {
  return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* Edges on a joint belong to two blocks, so they count half in each. */
static void weigh_edges(smoothing *s) {
  for (int m = 0; m < MOVING; m++) {
    const int k = moving[m];
    const blocks_plane_block *b = &s->section->block[k];
    for (int j = 0; j < b->nj; j++)
      for (int i = 0; i < b->ni; i++) {
        const int n = node(s, k, i, j);
        s->weight[k][2 * n] = i + 1 < b->ni ? (j == 0 || j == b->nj - 1 ? 0.5 : 1) /
                                                  length(b->point[n], b->point[n + 1])
                                            : 0;
        s->weight[k][2 * n + 1] = j + 1 < b->nj ? (i == 0 || i == b->ni - 1 ? 0.5 : 1) /
                                                      length(b->point[n], b->point[n + b->ni])
                                                : 0;
      }
  }
}

static void add(smoothing *s, int id, double weight, blocks_plane_point from,
                blocks_plane_point to) {
  if (id < 0 || weight == 0)
    return;
  s->total[id].x += weight * (to.x - from.x);
  s->total[id].y += weight * (to.y - from.y);
  s->total[id].weight += weight;
}

static void relax_block(blocks_plane_block *b) {
  const int ni = b->ni;
  for (int j = 1; j + 1 < b->nj; j++)
    for (int i = 1; i + 1 < ni; i++) {
      blocks_plane_point *p = &b->point[j * ni + i];
      const blocks_plane_point w = p[-1], e = p[1], o = p[-ni], t = p[ni];
      const double xi = (e.x - w.x) / 2, yi = (e.y - w.y) / 2, xj = (t.x - o.x) / 2,
                   yj = (t.y - o.y) / 2;
      const double a = xj * xj + yj * yj, c = xi * xi + yi * yi, m = (xi * xj + yi * yj) / 2;
      p->x = (a * (e.x + w.x) + c * (t.x + o.x) -
              m * (p[ni + 1].x - p[ni - 1].x - p[-ni + 1].x + p[-ni - 1].x)) /
             (2 * (a + c));
      p->y = (a * (e.y + w.y) + c * (t.y + o.y) -
              m * (p[ni + 1].y - p[ni - 1].y - p[-ni + 1].y + p[-ni - 1].y)) /
             (2 * (a + c));
    }
}

static void sweep(smoothing *s) {
  static const double step = 0.8;
  for (int m = 0; m < MOVING; m++)
    relax_block(&s->section->block[moving[m]]);
  memset(s->total, 0, (size_t)s->ids * sizeof *s->total);
  for (int m = 0; m < MOVING; m++) {
    const int k = moving[m];
    const blocks_plane_block *b = &s->section->block[k];
    for (int n = 0; n < b->ni * b->nj; n++)
      for (int e = 0; e < 2; e++) {
        const double weight = s->weight[k][2 * n + e];
        if (weight == 0)
          continue;
        const int o = n + (e ? b->ni : 1);
        add(s, s->id[k][n], weight, b->point[n], b->point[o]);
        add(s, s->id[k][o], weight, b->point[o], b->point[n]);
      }
  }
  for (int m = 0; m < MOVING; m++) {
    const int k = moving[m];
    const blocks_plane_block *b = &s->section->block[k];
    for (int n = 0; n < b->ni * b->nj; n++) {
      const int id = s->id[k][n], i = n % b->ni, j = n / b->ni;
      const bool on_border = i == 0 || j == 0 || i == b->ni - 1 || j == b->nj - 1;
      if (id < 0 || !on_border)
        continue;
      b->point[n].x += step * s->total[id].x / s->total[id].weight;
      b->point[n].y += step * s->total[id].y / s->total[id].weight;
    }
  }
}

ria_status blocks_section_smooth(blocks_section *section, int sweeps) {
  smoothing s = {.section = section};
  bool good = true;
  size_t all = 0;
  for (int m = 0; m < MOVING; m++) {
    const int k = moving[m];
    const size_t nodes = (size_t)section->block[k].ni * (size_t)section->block[k].nj;
    s.id[k] = malloc(nodes * sizeof *s.id[k]);
    s.weight[k] = malloc(2 * nodes * sizeof *s.weight[k]);
    good &= s.id[k] && s.weight[k];
    all += nodes;
  }
  good &= (s.total = malloc(all * sizeof *s.total)) != NULL;
  if (good) {
    number_nodes(&s);
    weigh_edges(&s);
    for (int n = 0; n < sweeps; n++)
      sweep(&s);
  }
  for (int m = 0; m < MOVING; m++) {
    free(s.id[moving[m]]);
    free(s.weight[moving[m]]);
  }
  free(s.total);
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
}
