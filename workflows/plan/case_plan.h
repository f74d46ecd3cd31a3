/** \file
 * The distribution of a case over ranks, for `ria plan CASE.yaml`.
 */
#ifndef CASE_PLAN_H
#define CASE_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include "ria/case.h"
#include "ria/mesh.h"

typedef struct {
  bool nodes; /**< the mesh's cells are nodes */
  int blocks, axes, ranks;
  double cells;
  int64_t tiles;
  bool chosen; /**< `ria run` would choose the tiles for ranks of one CPU worker */
  ria_mesh_loads loads;
  double imbalance;    /**< cells of the rank with the most / mean cells of a rank - 1 */
  double bytes;        /**< upper estimate of the memory of the rank with the most cells */
  int hint[RIA_AXES];  /**< tiles of a block that balance the ranks; all 0: there is no hint */
  int64_t hint_tiles;  /**< number of these tiles in all blocks */
  double hint_balance; /**< imbalance with these tiles */
} plan_of_case;

/** Deal the tiles of a case to ranks as a run would. Starts no ranks and loads no terrain beyond
 * the size of its grid. Errors: those of ria_terrain_load(). */
ria_status case_plan_make(const ria_case *the_case, int ranks, plan_of_case *plan);

void case_plan_print(const ria_case *the_case, const plan_of_case *plan);
/** Owned by the caller; NULL without memory. */
json_t *case_plan_json(const ria_case *the_case, const plan_of_case *plan);

#endif
