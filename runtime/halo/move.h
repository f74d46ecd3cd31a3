/** \file
 * Moves: boxes of cells that are copied between tiles, or between a tile and a message. A joint of
 * blocks is a list of them, and one call, on a GPU one launch, makes all moves of a list.
 */
#ifndef HALO_MOVE_H
#define HALO_MOVE_H

#include <stdint.h>
#include "../mesh/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The cells of a box in memory: cell (x, y, z) of field f is the real at `first` + x, y and z
 * strides + f * field. */
typedef struct {
  int64_t first, stride[RIA_AXES], field;
} move_end;

/** A box of n[0] x n[1] x n[2] cells that is copied. */
typedef struct {
  int n[RIA_AXES];
  move_end from, to;
  /** What each field of the copy is made of, by its number in `from`; NULL: of itself. On a GPU:
   * memory there. */
  const turned_field *turned;
} cell_move;

enum { MOVE_FIELDS = RIA_MAX_OPERANDS };

/** The memory that moves are made in, and the fields that they copy. */
typedef struct {
  const void *from;
  void *to;
  size_t size; /**< of a real, bytes */
  int fields;
  int from_field[MOVE_FIELDS], to_field[MOVE_FIELDS]; /**< their numbers at either end */
  const int *on; /**< on a GPU: memory there; where it is 0 nothing is moved. NULL: all is */
} move_memory;

/** The end of a move that is a box of a tile, gone over along `map` (see layout_turn()).
 * \param before reals of the memory before the tile's block of fields
 * \param n out: [RIA_AXES], cells of the box, as they are gone over; may be NULL */
move_end move_in_tile(const tile_layout *layout, size_t before, ria_box box,
                      const int map[RIA_AXES], int n[RIA_AXES]);
/** The end of a move that is a part of a message of `cells` cells, [fields][cells]. */
move_end move_in_message(size_t before, size_t cells, const int n[RIA_AXES]);

/** Make moves, on the host. No two of them may write one cell, nor one read what another writes. */
void moves_make(const cell_move *move, int count, const move_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
