#include "case_plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/terrain.h"
#include "run/run.h"
#include "drive/tiles.h"

typedef struct {
  const ria_case *the_case;
  plan_of_case *plan;
} question;

/* ---- tiles of each block ---- */

enum { THINNEST = 4 /* cells of a tile along an axis that is cut */ };

/* Along short axes a block has fewer tiles. False: along some axis no block has this many tiles. */
static bool cut_all(ria_mesh *mesh, const int tiles[RIA_AXES]) {
  ria_block *block = (ria_block *)mesh->block; /* a copy */
  bool all = true;
  for (int a = 0; a < RIA_AXES; a++) {
    bool some = tiles[a] == 1;
    for (int b = 0; b < mesh->blocks; b++) {
      const ria_global most = block[b].cells[a] / THINNEST;
      block[b].tiles[a] = tiles[a] <= most ? tiles[a] : most ? (int)most : 1;
      some |= tiles[a] <= most;
    }
    all &= some;
  }
  return all;
}

/* Whether these tiles balance the ranks; then they become the hint. */
static ria_status try_tiles(ria_mesh *mesh, const int tiles[RIA_AXES], plan_of_case *plan) {
  ria_mesh_loads loads;
  if (!cut_all(mesh, tiles))
    return RIA_SUCCESS;
  RIA_TRY(ria_mesh_deal(mesh, plan->ranks, NULL, &loads));
  if (drive_imbalance(&loads) > DRIVE_BALANCED)
    return RIA_SUCCESS;
  memcpy(plan->hint, tiles, sizeof plan->hint);
  plan->hint_tiles = ria_mesh_tiles(mesh);
  plan->hint_balance = drive_imbalance(&loads);
  return RIA_SUCCESS;
}

/* The fewest tiles of a block that balance the ranks, cut along its last axes if possible. */
static ria_status find_hint(ria_mesh *mesh, plan_of_case *plan) {
  enum { MOST = 64, MOST_A_RANK = 4 };
  const int few = plan->ranks / mesh->blocks, most = few > MOST ? MOST_A_RANK * few : MOST;
  for (int n = few > 0 ? few : 1; n <= most; n++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n / i; j++) {
        const int tiles[RIA_AXES] = {i, j, n / i / j};
        if (i * j * tiles[2] != n)
          continue;
        RIA_TRY(try_tiles(mesh, tiles, plan));
        if (plan->hint_tiles)
          return RIA_SUCCESS;
      }
  return RIA_SUCCESS;
}

/* ---- the plan ---- */

static ria_status plan_mesh(const question *q, ria_mesh *mesh) {
  const ria_case *c = q->the_case;
  plan_of_case *p = q->plan;
  ria_block *block = (ria_block *)mesh->block; /* a copy */
  for (int b = 0; b < mesh->blocks; b++)
    for (int a = 0; a < RIA_AXES; a++)
      block[b].tiles[a] = block[b].tiles[a] ? block[b].tiles[a] : 1;
  p->chosen = c->tiles[0] == 0;
  drive_cut_blocks(c, &(ria_model){0}, p->ranks, p->ranks > 1 ? 2 * p->ranks : 1, mesh);
  p->blocks = mesh->blocks;
  p->axes = mesh->ndim;
  p->cells = ria_mesh_cells(mesh);
  p->tiles = ria_mesh_tiles(mesh);
  RIA_TRY(ria_mesh_deal(mesh, p->ranks, NULL, &p->loads));
  p->imbalance = drive_imbalance(&p->loads);
  p->bytes = run_share_rank_bytes(c, p->loads.most, mesh);
  return p->imbalance > DRIVE_BALANCED ? find_hint(mesh, p) : RIA_SUCCESS;
}

/* The mesh is known; the rest of the terrain is not needed. */
static ria_status take_mesh(void *context, const ria_mesh *mesh) {
  const question *q = context;
  ria_mesh copy = *mesh;
  ria_block *block = calloc((size_t)mesh->blocks, sizeof *block);
  if (!block)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
  memcpy(block, mesh->block, (size_t)mesh->blocks * sizeof *block);
  copy.block = block;
  const ria_status status = plan_mesh(q, &copy);
  free(block);
  return status == RIA_SUCCESS ? ria_fail(RIA_ERROR_INTERRUPTED, "the terrain is not loaded")
                               : status;
}

ria_status case_plan_make(const ria_case *c, int ranks, plan_of_case *plan) {
  question q = {.the_case = c, .plan = plan};
  ria_terrain terrain;
  *plan = (plan_of_case){.nodes = ria_case_has_nodes(c), .ranks = ranks};
  const ria_status status = ria_terrain_load_if(c, take_mesh, &q, &terrain);
  return status == RIA_ERROR_INTERRUPTED ? RIA_SUCCESS : status;
}

/* ---- showing it ---- */

static void write_hint(const plan_of_case *p, char text[48]) {
  const int *t = p->hint;
  if (p->axes == 3)
    snprintf(text, 48, "%dx%dx%d", t[0], t[1], t[2]);
  else
    snprintf(text, 48, "%dx%d", t[0], t[1]);
}

void case_plan_print(const ria_case *c, const plan_of_case *p) {
  const char *what = p->nodes ? "nodes" : "cells";
  char hint[48];
  printf("%s\n", c->title ? c->title : c->name);
  ria_printf("  grid       %.0f %s in %d block%s\n", p->cells, what, p->blocks,
             p->blocks == 1 ? "" : "s");
  printf("  tiles      %lld%s\n", (long long)p->tiles,
         p->chosen ? ", chosen for one CPU worker a rank" : "");
  printf("  ranks      %d\n", p->ranks);
  ria_printf("  a rank     %.0f to %.0f %s, %.0f on average\n", p->loads.least, p->loads.most, what,
             p->loads.mean);
  ria_printf("  imbalance  %.1f %% (most / mean - 1)\n", 100 * p->imbalance);
  const bool large = p->bytes >= 0x1p30;
  ria_printf("  memory     at most %.3g %s a rank\n", p->bytes / (large ? 0x1p30 : 0x1p20),
             large ? "GiB" : "MiB");
  if (p->hint_tiles) {
    write_hint(p, hint);
    ria_printf("hint: --tiles %s, %lld tiles in all, has an imbalance of %.1f %%\n", hint,
               (long long)p->hint_tiles, 100 * p->hint_balance);
  } else if (p->imbalance > DRIVE_BALANCED) {
    ria_printf(
        "hint: no number of tiles per block reduces the imbalance to %.0f %%; use fewer ranks\n",
        100 * DRIVE_BALANCED);
  }
}

json_t *case_plan_json(const ria_case *c, const plan_of_case *p) {
  char hint[48];
  json_t *object =
      json_pack("{s:s, s:s, s:i, s:f, s:I, s:b, s:i, s:{s:f, s:f, s:f}, s:f, s:f}", "case", c->path,
                "of", p->nodes ? "nodes" : "cells", "blocks", p->blocks, "cells", p->cells, "tiles",
                (json_int_t)p->tiles, "tiles_chosen", p->chosen, "ranks", p->ranks, "load", "least",
                p->loads.least, "mean", p->loads.mean, "most", p->loads.most, "imbalance",
                p->imbalance, "bytes_a_rank", p->bytes);
  if (object && p->hint_tiles) {
    write_hint(p, hint);
    json_object_set_new(object, "hint",
                        json_pack("{s:s, s:f}", "tiles", hint, "imbalance", p->hint_balance));
  }
  return object;
}
