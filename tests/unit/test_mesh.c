/* Meshes: the own cell behind each ghost cell. Blocks are laid out in a common space of whole
 * numbers, in which a ghost cell must lie at the place of the own cell that its strip names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/mesh.h"
#include "tests.h"

/* ---- a layout in space: the place of cell (0, 0, 0) of each block, and the directions of its axes
 * ---- */

typedef struct {
  int at[RIA_AXES];
  int axis[RIA_AXES]; /* signed: cells along axis a of the block run along |axis[a]| - 1 of space */
} placing;

static void place_of(const placing *p, const ria_global cell[RIA_AXES], int place[RIA_AXES]) {
  memcpy(place, p->at, sizeof p->at);
  for (int a = 0; a < RIA_AXES; a++)
    place[abs(p->axis[a]) - 1] += (int)(p->axis[a] < 0 ? -cell[a] : cell[a]);
}

static void advance(ria_global cell[RIA_AXES], const ria_range *cells) {
  for (int a = 0; a < RIA_AXES; a++) {
    if (++cell[a] < cells->hi[a])
      return;
    cell[a] = cells->lo[a];
  }
}

enum { IMAGES = 7 }; /* of a periodic space, along an axis */

/* The block and the cell at a place of space; -1: none. `period`: of each axis of space, 0: none.
 */
static int block_at(const ria_mesh *mesh, const placing *p, const int period[RIA_AXES],
                    const int wanted[RIA_AXES], ria_global found[RIA_AXES]) {
  for (int b = 0; b < mesh->blocks; b++)
    for (int copy = 0; copy < IMAGES * IMAGES * IMAGES; copy++) {
      int place[RIA_AXES],
          way[RIA_AXES] = {copy % IMAGES - IMAGES / 2, copy / IMAGES % IMAGES - IMAGES / 2,
                           copy / IMAGES / IMAGES - IMAGES / 2};
      bool inside = true;
      for (int s = 0; s < RIA_AXES; s++) {
        inside &= way[s] == 0 || period[s];
        place[s] = wanted[s] + way[s] * period[s];
      }
      for (int a = 0; a < RIA_AXES && inside; a++) {
        const int along = place[abs(p[b].axis[a]) - 1] - p[b].at[abs(p[b].axis[a]) - 1];
        found[a] = p[b].axis[a] < 0 ? -along : along;
        inside = found[a] >= 0 && found[a] < mesh->block[b].cells[a];
      }
      if (inside)
        return b;
    }
  return -1;
}

static ria_global cell_of_strip(const ria_mesh_strip *s, const int offset[RIA_AXES],
                                int other_axis) {
  for (int a = 0; a < RIA_AXES; a++)
    if (abs(s->map[a]) - 1 == other_axis)
      return s->map[a] > 0 ? s->from.lo[other_axis] + offset[a]
                           : s->from.hi[other_axis] - 1 - offset[a];
  fail();
  return 0;
}

/* Whether a cell of a block lies at a place, or a period beside it. */
static bool lies_at(const placing *p, const ria_global cell[RIA_AXES], const int place[RIA_AXES],
                    const int period[RIA_AXES]) {
  int own[RIA_AXES];
  place_of(p, cell, own);
  bool same = true;
  for (int s = 0; s < RIA_AXES; s++)
    same &= period[s] ? (own[s] - place[s]) % period[s] == 0 : own[s] == place[s];
  return same;
}

/* Every ghost cell that has a place in a block is in exactly one strip, which names that cell; no
 * other is in any. Where blocks share nodes the strip names one of the nodes at that place, and
 * where two links share a row of nodes there may be two. */
static void check_tile(const ria_mesh *mesh, const placing *placings, const int period[RIA_AXES],
                       int64_t number, const int ghost[RIA_AXES], bool corners) {
  const ria_mesh_tile tile = ria_mesh_tile_at(mesh, number);
  ria_mesh_strip *strip;
  int count;
  assert_int_equal(ria_mesh_strips(mesh, number, ghost, corners, &strip, &count), RIA_SUCCESS);
  const bool shared = mesh->links && mesh->link[0].shared;
  ria_range all = tile.cells;
  size_t cells = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    all.lo[a] -= ghost[a];
    all.hi[a] += ghost[a];
    cells *= (size_t)(all.hi[a] - all.lo[a]);
  }
  ria_global cell[RIA_AXES] = {all.lo[0], all.lo[1], all.lo[2]};
  for (size_t i = 0; i < cells; i++, advance(cell, &all)) {
    int outside = 0, found = 0, place[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++)
      outside += cell[a] < tile.cells.lo[a] || cell[a] >= tile.cells.hi[a];
    ria_global own[RIA_AXES];
    place_of(&placings[tile.block], cell, place);
    const int block = block_at(mesh, placings, period, place, own);
    for (int s = 0; s < count; s++) {
      int offset[RIA_AXES];
      bool inside = true;
      for (int a = 0; a < RIA_AXES; a++) {
        const int local = (int)(cell[a] - tile.cells.lo[a]);
        inside &= local >= strip[s].to.lo[a] && local < strip[s].to.hi[a];
        offset[a] = local - strip[s].to.lo[a];
      }
      if (!inside)
        continue;
      found++;
      const ria_mesh_tile other = ria_mesh_tile_at(mesh, strip[s].tile);
      ria_global named[RIA_AXES];
      for (int a = 0; a < RIA_AXES; a++)
        named[a] = other.cells.lo[a] + cell_of_strip(&strip[s], offset, a);
      assert_true(lies_at(&placings[other.block], named, place, period));
      for (int a = 0; a < RIA_AXES; a++) {
        assert_true(shared || (other.block == block && named[a] == own[a]));
        for (int b = 0; b < RIA_AXES; b++)
          assert_true(strip[s].turn.at[a][b] ==
                      (b == abs(strip[s].map[a]) - 1 ? (strip[s].map[a] < 0 ? -1 : 1) : 0));
      }
    }
    const bool wanted = outside && block >= 0 && (corners || outside == 1);
    assert_true(shared ? (found > 0) == wanted : found == wanted);
  }
  free(strip);
}

static void check_all(const ria_mesh *mesh, const placing *placings, const int period[RIA_AXES],
                      const int ghost[RIA_AXES]) {
  assert_int_equal(ria_mesh_check(mesh, ghost), RIA_SUCCESS);
  for (int64_t t = 0; t < ria_mesh_tiles(mesh); t++)
    for (int corners = 0; corners < 2; corners++)
      check_tile(mesh, placings, period, t, ghost, corners);
}

static const placing straight = {.axis = {1, 2, 3}};

static void lines_planes_and_spaces(void **state) {
  (void)state;
  for (int periodic = 0; periodic < 8; periodic++)
    for (int ndim = 1; ndim <= 3; ndim++) {
      ria_block block = {.spacing = {1, 1, 1}};
      ria_link link[RIA_AXES];
      ria_mesh mesh = {.ndim = ndim, .blocks = 1, .block = &block, .link = link};
      int period[RIA_AXES] = {0}, ghost[RIA_AXES] = {0};
      for (int a = 0; a < RIA_AXES; a++) {
        block.cells[a] = a < ndim ? 7 - a : 1;
        block.tiles[a] = a < ndim ? 3 - a : 1;
        ghost[a] = a < ndim ? 2 - a % 2 : 0;
      }
      for (int a = 0; a < ndim; a++)
        if (periodic >> a & 1) {
          link[mesh.links++] = ria_mesh_periodic_link(&block, 0, a);
          period[a] = (int)block.cells[a];
        }
      check_all(&mesh, &straight, period, ghost);
    }
}

/* Ghost cells that go round a periodic block more than once, across faces, edges and corners. */
static void ghosts_deeper_than_a_periodic_block(void **state) {
  (void)state;
  static const struct {
    int cells[RIA_AXES], tiles[RIA_AXES], ghost[RIA_AXES];
  } thin[] = {{{1, 5, 4}, {1, 2, 1}, {2, 2, 2}}, {{4, 1, 3}, {2, 1, 1}, {2, 2, 2}},
              {{3, 4, 1}, {1, 1, 1}, {1, 2, 3}}, {{1, 1, 6}, {1, 1, 3}, {2, 2, 2}},
              {{2, 1, 1}, {1, 1, 1}, {3, 2, 3}}, {{1, 1, 1}, {1, 1, 1}, {2, 3, 1}}};
  for (size_t i = 0; i < sizeof thin / sizeof *thin; i++) {
    ria_block block = {.spacing = {1, 1, 1}};
    ria_link link[RIA_AXES];
    ria_mesh mesh = {.ndim = RIA_AXES, .blocks = 1, .block = &block, .link = link};
    int period[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      period[a] = thin[i].cells[a];
      block.cells[a] = thin[i].cells[a];
      block.tiles[a] = thin[i].tiles[a];
    }
    for (int a = 0; a < RIA_AXES; a++)
      link[mesh.links++] = ria_mesh_periodic_link(&block, 0, a);
    check_all(&mesh, &straight, period, thin[i].ghost);
  }
}

/* The twin of a block, turned in every way, behind each of its faces. */
static void turned_neighbours(void **state) {
  (void)state;
  static const int order[][RIA_AXES] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2},
                                        {2, 1, 3}, {1, 3, 2}, {3, 2, 1}};
  for (int turn = 0; turn < 48; turn++)
    for (int side = 0; side < RIA_SIDES; side++) {
      const int *axes = order[turn / 8], normal = ria_side_axis((ria_side)side);
      const ria_global n[RIA_AXES] = {5, 4, 6};
      ria_block block[2] = {
          {.name = "a", .cells = {5, 4, 6}, .tiles = {2, 1, 3}, .spacing = {1, 1, 1}},
          {.name = "b", .spacing = {1, 1, 1}}};
      ria_link link = {.block = {0, 1}, .side = {(ria_side)side}};
      placing p[2] = {straight, straight};
      for (int a = 0; a < RIA_AXES; a++) {
        /* Axis a of the first block is axis b of the second, which has as many cells along it. */
        const int b = axes[a] - 1;
        const bool back = turn >> a & 1;
        link.map[a] = back ? -(b + 1) : b + 1;
        block[1].cells[b] = n[a];
        block[1].tiles[b] = 2;
        p[1].axis[b] = back ? -(a + 1) : a + 1;
        p[1].at[a] =
            (a == normal ? (side % 2 ? 1 : -1) * (int)n[a] : 0) + (back ? (int)n[a] - 1 : 0);
        link.range[0].hi[a] = link.range[1].hi[b] = n[a];
        if (a == normal)
          link.side[1] = ria_side_of(b, (side % 2 == 1) == back);
      }
      const ria_mesh mesh = {.ndim = 3, .blocks = 2, .links = 1, .block = block, .link = &link};
      check_all(&mesh, p, (const int[RIA_AXES]){0}, (const int[RIA_AXES]){2, 2, 2});
    }
}

/* The same of nodes: the blocks share those of the joint. */
static void shared_nodes(void **state) {
  (void)state;
  for (int side = 0; side < RIA_SIDES; side++)
    for (int turn = 0; turn < 8; turn++) {
      static const int axes[RIA_AXES] = {2, 3, 1}, n[RIA_AXES] = {5, 4, 6};
      ria_block block[2] = {
          {.name = "a", .cells = {5, 4, 6}, .tiles = {2, 1, 3}, .spacing = {1, 1, 1}},
          {.name = "b", .spacing = {1, 1, 1}}};
      ria_link link = {.block = {0, 1}, .side = {(ria_side)side}, .shared = true};
      placing p[2] = {straight, straight};
      for (int a = 0; a < RIA_AXES; a++) {
        const int b = axes[a] - 1;
        const bool back = turn >> a & 1, normal = a == ria_side_axis((ria_side)side);
        link.map[a] = back ? -(b + 1) : b + 1;
        block[1].cells[b] = n[a];
        block[1].tiles[b] = 2;
        p[1].axis[b] = back ? -(a + 1) : a + 1;
        p[1].at[a] = (normal ? (side % 2 ? 1 : -1) * (n[a] - 1) : 0) + (back ? n[a] - 1 : 0);
        link.range[0].hi[a] = link.range[1].hi[b] = n[a];
        if (normal)
          link.side[1] = ria_side_of(b, (side % 2 == 1) == back);
      }
      const ria_mesh mesh = {.ndim = 3, .blocks = 2, .links = 1, .block = block, .link = &link};
      check_all(&mesh, p, (const int[RIA_AXES]){0}, (const int[RIA_AXES]){2, 2, 2});
    }
  /* One that closes on itself: the first and the last node are the same. */
  ria_block ring = {.cells = {7, 5, 1}, .tiles = {2, 1, 1}, .spacing = {1, 1, 1}};
  ria_link link = ria_mesh_periodic_link(&ring, 0, 0);
  link.shared = true;
  const ria_mesh mesh = {.ndim = 2, .blocks = 1, .links = 1, .block = &ring, .link = &link};
  check_all(&mesh, &straight, (const int[RIA_AXES]){6, 0, 0}, (const int[RIA_AXES]){2, 1, 0});
}

/* A wide block over two narrow ones, and those beside each other: a face with two links, and edges
 * that two links lead to. */
static void parts_of_faces(void **state) {
  (void)state;
  const ria_block block[3] = {
      {.name = "a", .cells = {8, 3, 1}, .tiles = {3, 1, 1}, .spacing = {1, 1}},
      {.name = "b", .cells = {3, 4, 1}, .tiles = {1, 2, 1}, .spacing = {1, 1}},
      {.name = "c", .cells = {5, 4, 1}, .tiles = {2, 2, 1}, .spacing = {1, 1}}};
  const placing p[3] = {
      {.at = {0, 4, 0}, .axis = {1, 2, 3}}, straight, {.at = {3, 0, 0}, .axis = {1, 2, 3}}};
  const ria_link link[3] = {{.block = {0, 1},
                             .side = {RIA_SOUTH, RIA_NORTH},
                             .range = {{{0, 0, 0}, {3, 3, 1}}, {{0, 0, 0}, {3, 4, 1}}},
                             .map = {1, 2, 3}},
                            {.block = {0, 2},
                             .side = {RIA_SOUTH, RIA_NORTH},
                             .range = {{{3, 0, 0}, {8, 3, 1}}, {{0, 0, 0}, {5, 4, 1}}},
                             .map = {1, 2, 3}},
                            {.block = {1, 2},
                             .side = {RIA_EAST, RIA_WEST},
                             .range = {{{0, 0, 0}, {3, 4, 1}}, {{0, 0, 0}, {5, 4, 1}}},
                             .map = {1, 2, 3}}};
  const ria_mesh mesh = {.ndim = 2, .blocks = 3, .links = 3, .block = block, .link = link};
  check_all(&mesh, p, (const int[RIA_AXES]){0}, (const int[RIA_AXES]){2, 2, 0});
}

/* A plane whose cells along x close on themselves after a turn by 30 degrees, and along y after one
 * by 45: corners are turned by both, and what comes back is turned back. */
static void joints_rotate_vectors(void **state) {
  (void)state;
  ria_block block = {.cells = {6, 5, 1}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}};
  ria_link link[2] = {ria_mesh_periodic_link(&block, 0, 0), ria_mesh_periodic_link(&block, 0, 1)};
  const double angle[2] = {M_PI / 6, M_PI / 4};
  for (int i = 0; i < 2; i++)
    link[i].rotation = (ria_matrix){
        {{cos(angle[i]), -sin(angle[i]), 0}, {sin(angle[i]), cos(angle[i]), 0}, {0, 0, 1}}};
  const ria_mesh mesh = {.ndim = 2, .blocks = 1, .links = 2, .block = &block, .link = link};
  const int ghost[RIA_AXES] = {2, 2, 0};
  assert_int_equal(ria_mesh_check(&mesh, ghost), RIA_SUCCESS);
  ria_mesh_strip *strip;
  int count;
  assert_int_equal(ria_mesh_strips(&mesh, 0, ghost, true, &strip, &count), RIA_SUCCESS);
  assert_int_equal(count, 8);
  for (int s = 0; s < count; s++) {
    double turned = 0; /* the link's first side is the high one, which sees block[1] rotated */
    for (int a = 0; a < 2; a++)
      turned += strip[s].to.lo[a] < 0                ? -angle[a]
                : strip[s].to.hi[a] > block.cells[a] ? angle[a]
                                                     : 0;
    assert_true(fabs(strip[s].turn.at[0][0] - cos(turned)) < 1e-15);
    assert_true(fabs(strip[s].turn.at[0][1] + sin(turned)) < 1e-15);
    assert_true(fabs(strip[s].turn.at[1][0] - sin(turned)) < 1e-15);
  }
  free(strip);
}

/* ---- owners of tiles ---- */

static void tiles_of_one_block_are_dealt_in_runs(void **state) {
  (void)state;
  for (int tiles = 1; tiles < 40; tiles++)
    for (int ranks = 1; ranks < 45; ranks++) {
      const ria_block block = {.cells = {3 * tiles + 2, 5, 1}, .tiles = {tiles, 1, 1}};
      const ria_mesh mesh = {.ndim = 2, .blocks = 1, .block = &block};
      int *owner;
      assert_int_equal(ria_mesh_deal(&mesh, ranks, &owner, NULL), RIA_SUCCESS);
      for (int t = 0; t < tiles; t++)
        assert_int_equal(owner[t], t * ranks / tiles);
      free(owner);
    }
}

/* Checks a deal against its loads. Returns by how much the rank with the most cells exceeds the
 * mean. */
static double check_deal(const ria_mesh *mesh, int ranks, bool runs) {
  int *owner, *again;
  ria_mesh_loads loads;
  assert_int_equal(ria_mesh_deal(mesh, ranks, &owner, &loads), RIA_SUCCESS);
  assert_int_equal(ria_mesh_deal(mesh, ranks, &again, NULL), RIA_SUCCESS);
  double *cells = calloc((size_t)ranks, sizeof *cells), least = INFINITY, most = 0, all = 0;
  bool rises = true;
  assert_non_null(cells);
  for (int64_t t = 0; t < ria_mesh_tiles(mesh); t++) {
    const ria_mesh_tile tile = ria_mesh_tile_at(mesh, t);
    assert_in_range(owner[t], 0, ranks - 1);
    assert_int_equal(owner[t], again[t]);
    rises &= !t || owner[t] >= owner[t - 1];
    double product = 1;
    for (int a = 0; a < RIA_AXES; a++)
      product *= (double)(tile.cells.hi[a] - tile.cells.lo[a]);
    cells[owner[t]] += product;
  }
  for (int r = 0; r < ranks; r++) {
    least = fmin(least, cells[r]);
    most = fmax(most, cells[r]);
    all += cells[r];
  }
  assert_true(all == ria_mesh_cells(mesh));
  assert_true(loads.least == least && loads.most == most);
  assert_true(fabs(loads.mean * ranks - all) < 1e-9 * all);
  assert_int_equal(rises, runs);
  free(cells);
  free(owner);
  free(again);
  return loads.most / loads.mean - 1;
}

static void tiles_of_unequal_blocks_balance_the_ranks(void **state) {
  (void)state;
  enum { SHAPES = 6, COPIES = 12 };
  static const ria_global shape[SHAPES][2] = {{17, 13}, {21, 13}, {65, 9},
                                              {65, 9},  {33, 17}, {29, 17}};
  ria_block block[SHAPES * COPIES] = {0};
  const ria_mesh mesh = {.ndim = 3, .blocks = SHAPES * COPIES, .block = block};
  for (int b = 0; b < mesh.blocks; b++)
    block[b] =
        (ria_block){.cells = {shape[b % SHAPES][0], shape[b % SHAPES][1], 49}, .tiles = {1, 1, 1}};
  assert_true(check_deal(&mesh, 64, false) > 0.1);
  for (int b = 0; b < mesh.blocks; b++)
    block[b].tiles[2] = 6;
  assert_true(check_deal(&mesh, 64, false) < 0.05);
  assert_true(check_deal(&mesh, 1, true) == 0);
  check_deal(&mesh, 1000, true); /* most have no tile, and the largest tile decides */
}

/* Blocks of different sizes: the tiles of one rank of two, to its 8 workers and to its 2 GPUs. */
static void workers_of_a_rank_have_as_many_cells(void **state) {
  (void)state;
  enum { BLOCKS = 9 };
  ria_block block[BLOCKS] = {0};
  const ria_mesh mesh = {.ndim = 3, .blocks = BLOCKS, .block = block};
  for (int b = 0; b < BLOCKS; b++)
    block[b] = (ria_block){.cells = {20 + 17 * b % 31, 9 + 5 * b % 13, 64}, .tiles = {1, 1, 16}};
  for (int parts = 2; parts <= 8; parts *= 4) {
    const int64_t all = ria_mesh_tiles(&mesh);
    int *owner, *part, count = 0;
    double cells[8] = {0}, sum = 0;
    int64_t *number = calloc((size_t)all, sizeof *number);
    assert_non_null(number);
    assert_int_equal(ria_mesh_deal(&mesh, 2, &owner, NULL), RIA_SUCCESS);
    for (int64_t t = 0; t < all; t++)
      if (owner[t] == 1)
        number[count++] = t;
    assert_int_equal(ria_mesh_deal_some(&mesh, number, count, parts, &part), RIA_SUCCESS);
    for (int i = 0; i < count; i++) {
      const ria_range at = ria_mesh_tile_at(&mesh, number[i]).cells;
      double product = 1;
      for (int a = 0; a < RIA_AXES; a++)
        product *= (double)(at.hi[a] - at.lo[a]);
      assert_in_range(part[i], 0, parts - 1);
      cells[part[i]] += product;
      sum += product;
    }
    for (int p = 0; p < parts; p++)
      assert_true(fabs(cells[p] * parts / sum - 1) < 0.05);
    free(owner);
    free(part);
    free(number);
  }
}

static void tiles_of_equal_blocks_are_dealt_in_runs(void **state) {
  (void)state;
  ria_block block[4] = {0};
  const ria_mesh mesh = {.ndim = 3, .blocks = 4, .block = block};
  for (int b = 0; b < mesh.blocks; b++)
    block[b] = (ria_block){.cells = {12, 8, 8}, .tiles = {3, 1, 1}};
  assert_true(check_deal(&mesh, 4, true) == 0);
  assert_true(check_deal(&mesh, 6, true) == 0);
  check_deal(&mesh, 5, true); /* largest first would do no better */
  check_deal(&mesh, 20, true);
}

static void expect_error(const ria_mesh *mesh, int ghost, const char *words) {
  assert_int_equal(ria_mesh_check(mesh, (const int[RIA_AXES]){ghost, ghost, ghost}),
                   RIA_ERROR_ARGUMENT);
  if (!strstr(ria_status_detail(), words))
    fail_msg("\"%s\" does not say \"%s\"", ria_status_detail(), words);
}

static void links_that_do_not_match(void **state) {
  (void)state;
  ria_block block[2] = {
      {.name = "a", .cells = {4, 4, 4}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}},
      {.name = "b", .cells = {4, 5, 4}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}}};
  const ria_link good = {.block = {0, 1},
                         .side = {RIA_EAST, RIA_WEST},
                         .range = {{{0, 0, 0}, {4, 4, 4}}, {{0, 1, 0}, {4, 5, 4}}},
                         .map = {1, 2, 3}};
  ria_link link[2] = {good, good};
  ria_mesh mesh = {.ndim = 3, .blocks = 2, .links = 1, .block = block, .link = link};
  assert_int_equal(ria_mesh_check(&mesh, (const int[RIA_AXES]){2, 2, 2}), RIA_SUCCESS);
  expect_error(&mesh, 5, "behind a.i+ has 4 cells along i, fewer than the 5 ghost cells");
  link[0].range[1].lo[1] = 0;
  expect_error(&mesh, 1, "a.i+ and b.i- has 4 cells along j of the one and 5 along j of the other");
  link[0].range[1].hi[1] = 6;
  expect_error(&mesh, 1, "0 to 6 of b.i- along j; expected some of 0 to 5");
  link[0] = good;
  link[0].map[2] = 2;
  expect_error(&mesh, 1, "maps the axes to [+1, +2, +2]; expected each axis once");
  link[0].map[0] = -1;
  link[0].map[2] = 3;
  expect_error(&mesh, 1, "maps the axis across a.i+ to -1; expected +1");
  link[0].map[0] = 2;
  link[0].map[1] = 1;
  expect_error(&mesh, 1,
               "maps the axis across a.i+ to axis j, which does not cross b.i-; expected i");
  link[0] = good;
  link[0].rotation = (ria_matrix){{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}};
  expect_error(&mesh, 1,
               "a.i+ and b.i- turns vectors by a matrix that is not a rotation of 3 axes");
  link[0].rotation = (ria_matrix){{{1, 0.1, 0}, {-0.1, 1, 0}, {0, 0, 1}}};
  expect_error(&mesh, 1, "not a rotation");
  link[0] = good;
  link[0].block[1] = 2;
  expect_error(&mesh, 1, "link 0 joins block 2; expected 0 to 1");
  link[0] = good;
  mesh.links = 2;
  expect_error(&mesh, 1, "links 0 and 1 both join the same cells of a.i+");
  mesh.links = 0;
  block[1].tiles[1] = 3;
  expect_error(&mesh, 2, "block b: tiles of 1 cells in y are thinner than the 2 ghost cells");
  mesh.ndim = 2;
  expect_error(&mesh, 1, "block a: 4 cells in z; a mesh of 2 dimensions has 1 there");
}

/* Blocks around an edge, from the face i+ of each to the face j+ of the next one. */
static void edges_of_other_than_four_blocks(void **state) {
  (void)state;
  enum { MOST = 6, N = 4 };
  ria_block block[MOST];
  ria_link link[MOST];
  static const char *const name[MOST] = {"a", "b", "c", "d", "e", "f"};
  for (int n = 1; n <= MOST; n++) {
    const ria_mesh mesh = {.ndim = 3, .blocks = n, .links = n, .block = block, .link = link};
    for (int b = 0; b < n; b++) {
      block[b] = (ria_block){
          .name = name[b], .cells = {N, N, 5}, .tiles = {2, 2, 2}, .spacing = {1, 1, 1}};
      link[b] = (ria_link){.block = {b, (b + 1) % n},
                           .side = {RIA_EAST, RIA_NORTH},
                           .range = {{{0, 0, 0}, {N, N, 5}}, {{0, 0, 0}, {N, N, 5}}},
                           .map = {-2, 1, 3}};
    }
    assert_int_equal(ria_mesh_check(&mesh, (const int[RIA_AXES]){2, 2, 2}), RIA_SUCCESS);
    const ria_status status = ria_mesh_check_flush(&mesh);
    assert_int_equal(status, n == 4 ? RIA_SUCCESS : RIA_ERROR_UNSUPPORTED);
    char words[96];
    snprintf(words, sizeof words, "%d block%s at the edge of the faces a.i+ and a.j+", n,
             n > 1 ? "s meet" : " meets");
    if (n != 4 && !strstr(ria_status_detail(), words))
      fail_msg("\"%s\" does not say \"%s\"", ria_status_detail(), words);
  }
  /* Every edge of a box between periodic sides has the box around it, four times. */
  const ria_block box = {.cells = {5, 4, 3}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}};
  for (int axis = 0; axis < RIA_AXES; axis++)
    link[axis] = ria_mesh_periodic_link(&box, 0, axis);
  const ria_mesh periodic = {.ndim = 3, .blocks = 1, .links = 3, .block = &box, .link = link};
  assert_int_equal(ria_mesh_check_flush(&periodic), RIA_SUCCESS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edges_of_other_than_four_blocks),
      cmocka_unit_test(lines_planes_and_spaces),
      cmocka_unit_test(ghosts_deeper_than_a_periodic_block),
      cmocka_unit_test(turned_neighbours),
      cmocka_unit_test(parts_of_faces),
      cmocka_unit_test(shared_nodes),
      cmocka_unit_test(joints_rotate_vectors),
      cmocka_unit_test(tiles_of_one_block_are_dealt_in_runs),
      cmocka_unit_test(tiles_of_unequal_blocks_balance_the_ranks),
      cmocka_unit_test(workers_of_a_rank_have_as_many_cells),
      cmocka_unit_test(tiles_of_equal_blocks_are_dealt_in_runs),
      cmocka_unit_test(links_that_do_not_match),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
