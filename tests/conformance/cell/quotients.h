/** \file
 * The programs of kernels/roe_quotients.c, as the generator would register them. */
#ifndef RIA_TESTS_QUOTIENTS_H
#define RIA_TESTS_QUOTIENTS_H

#include <ria_cell/tile.h>

extern const ria_spe_program ria_spe_roe_quotients_x_cell_shuffle_single,
    ria_spe_roe_quotients_x_cell_shuffle_double, ria_spe_roe_quotients_y_cell_shuffle_single,
    ria_spe_roe_quotients_y_cell_shuffle_double;

static inline const ria_cell_stage *quotients_stage(ria_precision precision, int axis) {
#define QUOTIENTS(name, which, kind)                                                               \
  {                                                                                                \
    .kernel = "roe_quotients_" #name, .strategy = "shuffle",                                       \
    .program = &ria_spe_roe_quotients_##name##_cell_shuffle_##kind, .axis = (which), .radius = 2,  \
    .nstate = 3, .nscalar = 5                                                                      \
  }
  static ria_cell_stage stage[RIA_PRECISIONS][2] = {
      [RIA_SINGLE] = {QUOTIENTS(x, 0, single), QUOTIENTS(y, 1, single)},
      [RIA_DOUBLE] = {QUOTIENTS(x, 0, double), QUOTIENTS(y, 1, double)}};
#undef QUOTIENTS
  stage[precision][axis].precision = precision;
  return &stage[precision][axis];
}

#endif
