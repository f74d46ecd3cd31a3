/** \file
 * A history of made-up nodes: two blocks of half a ring around the x axis, in tiles.
 */
#ifndef RIA_TEST_NODES_FIXTURE_H
#define RIA_TEST_NODES_FIXTURE_H

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/history.h"
#include "tests.h"

enum { NODES_BLOCKS = 2, NODES_TILES = 2, NODES_FIELDS = 2 };

/* The span is k of the first block and j of the second. */
static const ria_global nodes_of_block[NODES_BLOCKS][RIA_AXES] = {{6, 5, 4}, {5, 4, 7}};

/* x, r, theta; theta passes half a turn. */
static void nodes_point(int block, ria_global i, ria_global j, ria_global k, double at[RIA_AXES]) {
  const double span = block ? (double)j / 3 : (double)k / 3;
  at[0] = block + (double)i / (double)(nodes_of_block[block][0] - 1);
  at[1] = 1 + 0.5 * span;
  at[2] = 2.5 + 1.5 * (block ? (double)k / 6 : (double)j / 4);
}

static double nodes_value(int block, int field, int record, ria_global i, ria_global j,
                          ria_global k) {
  return 1000 * block + 100 * field + 10 * record + 0.5 * (double)i + 0.25 * (double)j -
         0.125 * (double)k;
}

static ria_status nodes_read(const void *context, int block, ria_range range, double *a, double *b,
                             double *c) {
  (void)context;
  for (ria_global k = range.lo[2]; k < range.hi[2]; k++)
    for (ria_global j = range.lo[1]; j < range.hi[1]; j++)
      for (ria_global i = range.lo[0]; i < range.hi[0]; i++) {
        double at[RIA_AXES];
        nodes_point(block, i, j, k, at);
        *a++ = at[0];
        *b++ = at[1];
        *c++ = at[2];
      }
  return RIA_SUCCESS;
}

static const ria_history_nodes nodes_around = {true, nodes_read, NULL};

/* A field times the radius, so that the coordinates matter. */
static double nodes_times_radius(const double *state, const double *statics,
                                 const double *parameter) {
  (void)parameter;
  return state[1] * statics[1];
}

typedef struct {
  ria_history_description of;
  ria_shown shown;
  ria_mesh mesh;
  ria_block block[NODES_BLOCKS];
  int count;
  ria_snapshot_tile tile[NODES_BLOCKS * NODES_TILES];
} nodes_fixture;

/* Tiles cut the blocks across j, and go to the ranks in turn. */
static inline void nodes_begin(nodes_fixture *f, const char *path, MPI_Comm comm) {
  static const char *const names[NODES_BLOCKS] = {"front", "rear.1"};
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  memset(f, 0, sizeof *f);
  f->shown = (ria_shown){.fields = NODES_FIELDS, .variables = 2, .points = true, .steps = true};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    f->shown.conserved[a].field = -1;
  f->shown.variable[0] = (ria_variable){.name = "p",
                                        .unit = "Pa",
                                        .what = "pressure",
                                        .cgns_name = "Pressure",
                                        .where = RIA_SHOWN_IN_HISTORY,
                                        .picture = {.title = "Pressure"}};
  f->shown.variable[1] = (ria_variable){.name = "m",
                                        .unit = "m2/s",
                                        .what = "moment",
                                        .where = RIA_SHOWN_IN_HISTORY,
                                        .picture = {.title = "Moment"},
                                        .value = nodes_times_radius};
  f->mesh = (ria_mesh){.ndim = RIA_AXES, .blocks = NODES_BLOCKS, .block = f->block};
  for (int b = 0; b < NODES_BLOCKS; b++) {
    f->block[b] = (ria_block){.name = names[b]};
    for (int a = 0; a < RIA_AXES; a++) {
      f->block[b].cells[a] = nodes_of_block[b][a];
      f->block[b].spacing[a] = 1;
      f->block[b].tiles[a] = a == 1 ? NODES_TILES : 1;
    }
    for (int t = 0; t < NODES_TILES; t++) {
      if ((b * NODES_TILES + t) % ranks != rank)
        continue;
      ria_snapshot_tile *tile = &f->tile[f->count++];
      tile->block = b;
      tile->lo[1] = ria_mesh_cut(nodes_of_block[b][1], NODES_TILES, t);
      for (int a = 0; a < RIA_AXES; a++)
        tile->n[a] = (int)nodes_of_block[b][a];
      tile->n[1] = (int)(ria_mesh_cut(nodes_of_block[b][1], NODES_TILES, t + 1) - tile->lo[1]);
      for (int v = 0; v < NODES_FIELDS; v++) {
        tile->values[v] =
            malloc((size_t)tile->n[0] * (size_t)tile->n[1] * (size_t)tile->n[2] * sizeof(double));
        assert_non_null(tile->values[v]);
      }
    }
  }
  f->of = (ria_history_description){.path = path,
                                    .comm = comm,
                                    .mesh = &f->mesh,
                                    .nodes = &nodes_around,
                                    .precision = RIA_DOUBLE,
                                    .shown = &f->shown,
                                    .title = "Half a ring",
                                    .solver = "rows",
                                    .case_hash = "0123456789abcdef"};
}

static inline void nodes_append(nodes_fixture *f, ria_history *history, int from, int to) {
  for (int r = from; r < to; r++) {
    for (int i = 0; i < f->count; i++) {
      const ria_snapshot_tile *t = &f->tile[i];
      for (int v = 0; v < NODES_FIELDS; v++) {
        double *value = (double *)t->values[v];
        for (int k = 0; k < t->n[2]; k++)
          for (int j = 0; j < t->n[1]; j++)
            for (int x = 0; x < t->n[0]; x++)
              *value++ = nodes_value(t->block, v, r, x, t->lo[1] + j, k);
      }
    }
    if (ria_history_append(history, 50.0 * r, f->count, f->tile) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  }
}

static inline void nodes_end(nodes_fixture *f) {
  for (int i = 0; i < f->count; i++)
    for (int v = 0; v < NODES_FIELDS; v++)
      free((void *)f->tile[i].values[v]);
}

#endif
