/** \file
 * Internal declarations of a tile in blocks. */
#ifndef RIA_CELL_TILE_INTERNAL_H
#define RIA_CELL_TILE_INTERNAL_H

#include <ria_cell/blocks.h>
#include <ria_cell/tile.h>

enum { PARITIES = 2 };

/* A block; offsets into the tile's memory. Its cells are counted from the tile's first ghost. */
typedef struct {
  int x, y, width, height;
  int rows, pitch; /* stored: rows of cells up to a multiple of a vector's, vectors */
  size_t cells;
  size_t ghosts[SPE_AXES][PARITIES][SPE_SIDES];
} tile_block;

struct ria_cell_tile {
  ria_cell *cell;
  ria_cell_tile_shape shape;
  int spes, lanes, fields;
  size_t real;       /* bytes */
  int width, height; /* cells, ghosts included */
  int across, down;  /* blocks */
  int columns, rows; /* cells of the largest block */
  tile_block *block; /* [down][across] */
  char *memory;      /* one region: blocks and all their buffers, block lists, results */
  size_t bytes;
  uint64_t ea;
  size_t outside; /* ghosts of blocks at the tile's rim: zeros */
  size_t block_lists, works, results;
  int parity[SPE_AXES];   /* parity of the buffers that the next sweep reads */
  bool current[SPE_AXES]; /* whether these buffers are valid */
};

/** Blocks of a tile: columns and rows of cells of the largest, and their number. 0 rows: none
 * fits. */
void ria_cell_tile_cut(const ria_cell_tile_shape *shape, int *columns, int *rows, int *across,
                       int *down);

/** Division of a tile into blocks, and their distribution to SPEs. */
typedef struct {
  int columns, rows; /* cells of the largest block */
  int across, down;  /* blocks */
  double busiest;    /* cells of `inner` on the SPE with the most */
} ria_cell_share;

/** `inner` are the tile's cells without its ghosts. Errors: no block fits. */
ria_status ria_cell_tile_share(const ria_cell_tile_shape *shape, int spes, ria_box inner,
                               ria_cell_share *share);

/** Upper bound of the bytes that a tile takes in main memory. Errors: no block fits. */
ria_status ria_cell_tile_bytes(const ria_cell_tile_shape *shape, double *bytes);

/** Copies the cells of `box`, counted from the tile's first ghost, to neighbouring blocks'
 * buffers along an axis. */
void ria_cell_tile_refresh(ria_cell_tile *tile, int axis, ria_box box);

#endif
