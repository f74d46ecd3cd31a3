/** \file
 * Moves: boxes of cells that are copied between tiles, or between a tile and a message. A joint of
 * blocks is a list of moves; one call, on a GPU one launch, performs all moves of a list.
 */
#ifndef HALO_MOVE_H
#define HALO_MOVE_H

#include <stdint.h>
#include "../mesh/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Addresses of the cells of a box: cell (x, y, z) of field f is the real at `first` + x, y and z
 * strides + f * field. */
typedef struct {
  int64_t first, stride[RIA_AXES], field;
} move_end;

/** A box of n[0] x n[1] x n[2] cells that is copied. */
typedef struct {
  int n[RIA_AXES];
  move_end from, to;
  /** How each field of the copy is computed, by its number in `from`; NULL: copied. On a GPU:
   * device memory. */
  const turned_field *turned;
} cell_move;

enum { MOVE_FIELDS = RIA_MAX_OPERANDS };

/** The memory of the moves, and the fields that they copy. */
typedef struct {
  const void *from;
  void *to;
  size_t size; /**< bytes of a real */
  int fields;
  int from_field[MOVE_FIELDS], to_field[MOVE_FIELDS]; /**< numbers of the fields at either end */
  const int *on; /**< on a GPU: device memory; if it is 0, no cells are copied. NULL: always copy */
} move_memory;

/** The end of a move that is a box of a tile, walked along `map` (see layout_turn()).
 * \param before offset of the tile's block of fields, in reals
 * \param n out: [RIA_AXES], cells of the box in the order of the walk; may be NULL */
move_end move_in_tile(const tile_layout *layout, size_t before, ria_box box,
                      const int map[RIA_AXES], int n[RIA_AXES]);
/** The end of a move that is a part of a message of `cells` cells, [fields][cells]. */
move_end move_in_message(size_t before, size_t cells, const int n[RIA_AXES]);

/** Perform moves on the host. No two of them may write the same cell, and none may read a cell that
 * another one writes. */
void moves_make(const cell_move *move, int count, const move_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
