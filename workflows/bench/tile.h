/* A tile filled with smooth water for measuring. */
#ifndef RIA_BENCH_TILE_H
#define RIA_BENCH_TILE_H

#include "ria/kernel.h"
#include "ria/status.h"

/* Fields [ny + 2*GHOST rows][pitch], in the runtime's layout: cell (0, y) on a 128-byte boundary.
 */
typedef struct {
  void *block; /* owned */
  size_t bytes;
  void *state[RIA_MAX_OPERANDS], *next[RIA_MAX_OPERANDS],
      *statics[RIA_MAX_STATICS]; /* at cell (0, 0) */
  size_t pitch;
} ria_bench_tile;

/* The value of a field at a place of the unit square: for known names water 10 m deep with waves of
 * 10 cm, for others numbers near 1. */
double ria_bench_wave(const char *name, double x, double y);

/* Fills all fields with ria_bench_wave(). Errors: RIA_ERROR_MEMORY. */
ria_status ria_bench_tile_create(ria_bench_tile *tile, const ria_kernel *kernel,
                                 ria_precision precision, int nx, int ny);
void ria_bench_tile_destroy(ria_bench_tile *tile);

/* Sets the scalars of a kernel: known names get an estuary's values, others 1. */
void ria_bench_scalars(const ria_kernel *kernel, double scalars[RIA_MAX_SCALARS]);

#endif
