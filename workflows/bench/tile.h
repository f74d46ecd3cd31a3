/* A tile filled with smooth water for measuring. */
#ifndef BENCH_TILE_H
#define BENCH_TILE_H

#include "ria/kernel.h"
#include "ria/status.h"

/* Fields in the runtime's layout, cell (0, y, z) on a 128-byte boundary. A box has ghost cells
 * along all axes. A plane of cells has one plane: rows are neighbours along y and along z. */
typedef struct {
  void *block; /* owned */
  size_t bytes;
  void *state[RIA_MAX_OPERANDS], *next[RIA_MAX_OPERANDS],
      *statics[RIA_MAX_STATICS]; /* at cell (0, 0, 0) */
  size_t pitch, plane;
} bench_tile;

/* The value of a field at a place of the unit square: for known names water 10 m deep with waves of
 * 10 cm, for others numbers near 1. */
double bench_wave(const char *name, double x, double y);

/* Fills all fields with bench_wave(), the same in all planes. size: cells along each axis; one
 * along z: a plane. `steps`: number of steps for which there are ghost cells. Errors:
 * RIA_ERROR_MEMORY. */
ria_status bench_tile_create(bench_tile *tile, const ria_kernel *kernel, ria_precision precision,
                             const int size[RIA_AXES], int steps);
void bench_tile_destroy(bench_tile *tile);

/* Sets the scalars of a kernel: known names get an estuary's values, others 1. */
void bench_scalars(const ria_kernel *kernel, double scalars[RIA_MAX_SCALARS]);

#endif
