/* The weights of sources. For fields of weights: the cells where they act, and their sums. */
#include "ria/ranks.h"
#include "ria/sum.h"
#include "simulation.h"

static double weight_at(const tile_data *tile, const void *field, int x, int y, int z) {
  const ptrdiff_t at = layout_at(&tile->layout, x, y, z);
  return tile->layout.size == sizeof(float) ? (double)((const float *)field)[at]
                                            : ((const double *)field)[at];
}

/* Include ghost cells, which are advanced between exchanges. */
static void find_rows(const tile_data *tile, const tile_source *source, const void *field) {
  const tile_layout *l = &tile->layout;
  for (int z = -l->ghost[2]; z < l->n[2] + l->ghost[2]; z++)
    for (int y = -l->ghost[1]; y < l->n[1] + l->ghost[1]; y++) {
      row_part row = {0, 0};
      for (int x = -l->ghost[0]; x < l->n[0] + l->ghost[0]; x++)
        if (weight_at(tile, field, x, y, z) != 0)
          row = (row_part){row.from < row.to ? row.from : x, x + 1};
      *source_row(tile, source, y, z) = row;
    }
}

static void add_weights(const tile_data *tile, const void *field, ria_sum *sum) {
  const ria_box own = layout_own(&tile->layout);
  for (int z = own.lo[2]; z < own.hi[2]; z++)
    for (int y = own.lo[1]; y < own.hi[1]; y++)
      for (int x = own.lo[0]; x < own.hi[0]; x++)
        ria_sum_add(sum, weight_at(tile, field, x, y, z));
}

/* After a merge digits are below 2^33, so the sum of the ranks' digits cannot overflow. */
static ria_status add_up(const ria_simulation *s, ria_sum *sum) {
  ria_sum_merge(sum, &(ria_sum){0});
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, sum, (int)(sizeof *sum / sizeof(int64_t)), MPI_INT64_T, MPI_SUM,
                    s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot add up over the ranks");
  return RIA_SUCCESS;
}

static ria_status weigh(ria_simulation *s, int source) {
  ria_sum sum = {0};
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    void *statics[RIA_MAX_OPERANDS];
    tile_statics(s, tile, tile->statics, statics);
    const void *field = statics[s->source_weights[source]];
    find_rows(tile, &tile->source[source], field);
    add_weights(tile, field, &sum);
  }
  RIA_TRY(add_up(s, &sum));
  s->source_weight[source] = ria_sum_value(&sum);
  return RIA_SUCCESS;
}

ria_status sources_weigh(ria_simulation *s, ria_status status) {
  if (!s->field_feeds)
    return status;
  RIA_TRY(ria_agree(s->runtime->comm, status));
  for (int i = 0; i < s->model.sources; i++)
    if (s->source_weights[i] >= 0)
      RIA_TRY(weigh(s, i));
  return RIA_SUCCESS;
}

ria_status ria_simulation_weigh(ria_simulation *s, int source, const double *weights) {
  if (source < 0 || source >= s->model.sources || s->source_weights[source] >= 0)
    return ria_fail(RIA_ERROR_ARGUMENT, "weights for the source %d; expected one with a list",
                    source);
  ria_simulation_drain(s);
  for (int i = 0; i < s->tiles; i++) {
    tile_source *mine = &s->tile[i].source[source];
    for (int c = 0; c < mine->count; c++)
      mine->weight[c] = weights[mine->number[c]];
    mine->reweighed = true;
  }
  s->source_weight[source] = 0;
  for (int c = 0; c < s->model.source[source].count; c++)
    s->source_weight[source] += weights[c];
  return RIA_SUCCESS;
}
