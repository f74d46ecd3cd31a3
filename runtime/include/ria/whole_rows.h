/** \file
 * Whole rows of a field, gathered from the ranks' tiles to write them to files.
 *
 * Tiles cut rows into pieces, but a file needs whole rows. Either each row goes to the lowest rank
 * that has a tile of it (the rows are then ordered by rank, and each rank writes one run of bytes),
 * or all rows go to rank 0.
 */
#ifndef RIA_WHOLE_ROWS_H
#define RIA_WHOLE_ROWS_H

#include <stdbool.h>
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_whole_rows ria_whole_rows;

/** Agree on which rank gets which rows of a field on a block, `size` bytes a value. This rank has
 * `count` tiles (borrowed; their `values` are ignored); only those of block `number` count. Tiles
 * that share a row must lie between the same two rows. Collective over `comm`, blocking. Errors:
 * RIA_ERROR_ARGUMENT (a tile outside the block), RIA_ERROR_MEMORY; the same on every rank. */
ria_status ria_whole_rows_create(MPI_Comm comm, const ria_block *block, int number, size_t size,
                                 int count, const ria_snapshot_tile *tiles, bool to_root,
                                 ria_whole_rows **rows);
/** Send a field's rows to their ranks: values[i] is [z][y][x] of tile i, dense. Collective,
 * blocking. */
ria_status ria_whole_rows_gather(ria_whole_rows *rows, const void *const *values);
/** The next run of rows [*y0, *y1) that this rank has, ascending; row y of plane z has the number z
 * * (the block's rows in a plane) + y. `values` [*y1 - *y0][nx] is borrowed until the next
 * ria_whole_rows_gather(). Begin with `at` = 0. Returns false after the last run. */
bool ria_whole_rows_run(const ria_whole_rows *rows, int *at, ria_global *y0, ria_global *y1,
                        const void **values);
/** Free. NULL is fine. */
void ria_whole_rows_destroy(ria_whole_rows *rows);

#ifdef __cplusplus
}
#endif
#endif
