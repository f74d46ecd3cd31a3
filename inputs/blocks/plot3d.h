/** \file
 * PLOT3D grid files: numbers of blocks and nodes, then x, y and z of all nodes of each block, i
 * fastest, and perhaps a mark for each node. Private to inputs/.
 */
#ifndef BLOCK_PLOT3D_H
#define BLOCK_PLOT3D_H

#include <stdio.h>
#include "ria/block_grid.h"

enum { BLOCKS_PLOT3D_BLOCKS = 1000000 /* largest number of blocks */ };

/** The layout of a file of binary numbers. */
typedef struct {
  int blocks;
  ria_global (*nodes)[RIA_AXES]; /**< of each block; owned */
  int64_t *first;                /**< byte of its first x; owned */
  int digits;                    /**< bytes of a number: 4 or 8 */
  bool swapped;                  /**< the other byte order */
  bool marks;                    /**< a 32-bit mark for each node follows a block's coordinates */
} blocks_plot3d;

void blocks_plot3d_free(blocks_plot3d *layout);

/** Nodes of a block; -1 if numbers are not positive or too large. */
int64_t blocks_plot3d_nodes(const ria_global nodes[RIA_AXES]);

/** Whether the first bytes of a file look like text. */
bool blocks_plot3d_is_text(const char *bytes, size_t count);

/** Read a file of text and write its numbers to `binary` as doubles, without marks. Errors:
 * RIA_ERROR_FORMAT, RIA_ERROR_CORRUPT, RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status blocks_plot3d_convert(const char *path, FILE *text, FILE *binary, blocks_plot3d *layout);

#endif
