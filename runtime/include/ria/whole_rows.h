/** \file
 * Whole rows of a field, gathered from the ranks' tiles for those who write them.
 *
 * Tiles cut rows into pieces; a file wants them whole. Either each row goes to the lowest rank that
 * has a tile of it (rank by rank the rows then follow one another, and each rank writes one run of
 * bytes), or all go to rank 0.
 */
#ifndef RIA_WHOLE_ROWS_H
#define RIA_WHOLE_ROWS_H

#include <stdbool.h>
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_whole_rows ria_whole_rows;

/** Agree on who gets which rows of a field of `size` bytes a value on a block. This rank has
 * `count` tiles (borrowed; their `values` are not looked at), of which those of block `number`
 * count. The tiles that share a row must lie between the same two rows. Collective over `comm`,
 * blocking. Errors: RIA_ERROR_ARGUMENT (a tile outside the block), RIA_ERROR_MEMORY; the same on
 * every rank. */
ria_status ria_whole_rows_create(MPI_Comm comm, const ria_block *block, int number, size_t size,
                                 int count, const ria_snapshot_tile *tiles, bool to_root,
                                 ria_whole_rows **rows);
/** Bring a field's rows to their ranks: values[i] is [z][y][x] of tile i, dense. Collective,
 * blocking. */
ria_status ria_whole_rows_gather(ria_whole_rows *rows, const void *const *values);
/** Runs of rows [*y0, *y1) that this rank has, ascending, where row y of plane z has the number z *
 * (the block's rows in a plane) + y: `values` [*y1 - *y0][nx] is borrowed
 * until the next ria_whole_rows_gather(). False after the last; begin with `at` = 0. */
bool ria_whole_rows_run(const ria_whole_rows *rows, int *at, ria_global *y0, ria_global *y1,
                        const void **values);
/** NULL is fine. */
void ria_whole_rows_destroy(ria_whole_rows *rows);

#ifdef __cplusplus
}
#endif
#endif
