/* Predicts how a tile is divided into blocks and distributed to SPEs. */
#include "internal.h"

/* The same distribution as ria_cell_tile_run(). */
static int first_block(int blocks, int spe, int spes) {
  return (int)((long)blocks * spe / spes);
}

static int overlap(int a0, int a1, int b0, int b1) {
  const int from = a0 > b0 ? a0 : b0, to = a1 < b1 ? a1 : b1;
  return to > from ? to - from : 0;
}

ria_status ria_cell_tile_share(const ria_cell_tile_shape *shape, int spes, ria_box inner,
                               ria_cell_share *share) {
  const ria_box cells = shape->cells;
  ria_cell_tile_cut(shape, &share->columns, &share->rows, &share->across, &share->down);
  const int blocks = share->across * share->down;
  share->busiest = 0;
  if (!blocks)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "no two blocks of %d fields fit a local store",
                    shape->nstate + shape->nstatic);
  for (int s = 0; s < spes; s++) {
    double count = 0;
    for (int n = first_block(blocks, s, spes); n < first_block(blocks, s + 1, spes); n++) {
      const int x = cells.lo[0] + n % share->across * share->columns;
      const int y = cells.lo[1] + n / share->across * share->rows;
      count += (double)overlap(x, x + share->columns, inner.lo[0], inner.hi[0]) *
               overlap(y, y + share->rows, inner.lo[1], inner.hi[1]);
    }
    share->busiest = count > share->busiest ? count : share->busiest;
  }
  return RIA_SUCCESS;
}

ria_status ria_cell_tile_bytes(const ria_cell_tile_shape *shape, double *bytes) {
  enum { LISTS = 1024 }; /* bytes of a block and its share of the SPEs' arguments, with all gaps */
  const int real = (int)ria_precision_size(shape->precision), lanes = 16 / real;
  ria_cell_share share;
  RIA_TRY(ria_cell_tile_share(shape, 1, shape->cells, &share));
  const int rows = (share.rows + lanes - 1) / lanes * lanes;
  const int pitch = (share.columns + lanes - 1) / lanes;
  const int fields = shape->nstate + shape->nstatic;
  const double sides = 2.0 * SPE_SIDES * (rows + shape->radius * pitch); /* in both parities */
  *bytes =
      (double)share.across * share.down * (16.0 * fields * ((double)rows * pitch + sides) + LISTS);
  return RIA_SUCCESS;
}
