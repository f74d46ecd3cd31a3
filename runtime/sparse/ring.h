/** \file
 * A matrix of rings in memory: each row has four cells of a ring, which change as the ring turns.
 * All places are whole numbers, so after a full turn the rows are the initial ones to the bit.
 */
#ifndef SPARSE_RING_H
#define SPARSE_RING_H

#include "ria/forcing.h" /* RIA_HOST_DEVICE */
#include "ria/ell.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A ring, and the position of its cells in the list of columns. */
typedef struct {
  int64_t first; /**< index of its first cell in the columns */
  int64_t cells, units;
  int64_t turn, period; /**< 0 <= turn < period */
} ring_cells;

typedef struct {
  int rows, rings;
  int64_t columns;
  int32_t *row;    /**< [rows]: the cell that gets the value: offset in reals of a field */
  int32_t *ring;   /**< [rows] */
  int64_t *place;  /**< [rows]: place before the ring turns, from 0 to units */
  ring_cells *of;  /**< [rings] */
  int32_t *column; /**< [columns]: as in ria_ell */
} ring_matrix;

/** Position of a place after so many ticks: `*rest` of `*unit` beyond cell `*cell`, towards the
 * next one. */
static RIA_HOST_DEVICE inline void ring_find(const ring_cells *of, int64_t place, int64_t ticks,
                                             int64_t *cell, int64_t *rest, int64_t *unit) {
  const int64_t turned = ticks % of->period * of->turn % of->period * (of->units / of->period);
  const int64_t now = (place + turned) % of->units;
  *unit = of->units / of->cells;
  *cell = now / *unit;
  *rest = now % *unit;
}

/** Weights of cubic interpolation for the cells at -1, 1 and 2, which are applied to their
 * differences from the cell at 0. */
static RIA_HOST_DEVICE inline void ring_weights(double x, double weight[3]) {
  weight[0] = x * (x - 1) * (2 - x) / 6;
  weight[1] = x * (x + 1) * (2 - x) / 2;
  weight[2] = x * (x + 1) * (x - 1) / 6;
}

/** Errors: RIA_ERROR_MEMORY. */
ria_status ring_create(ring_matrix *matrix, int rows, int rings, int64_t columns);
void ring_destroy(ring_matrix *matrix);

/** Interpolate on the host, with the rings' position after `ticks`. A field may be both input and
 * output if no row's cell is in a ring. memory->add is ignored. */
void ring_multiply(const ring_matrix *matrix, const ria_ell_memory *memory, int64_t ticks);

/** \name The same on a device, as in ria_ell. @{ */
int ring_upload(const ring_matrix *matrix, ring_matrix *on_device);
void ring_device_free(ring_matrix *on_device);
int device_ring_multiply(void *stream, const ring_matrix *matrix, const ria_ell_memory *memory,
                         int64_t ticks);
/** @} */

#ifdef __cplusplus
}
#endif
#endif
