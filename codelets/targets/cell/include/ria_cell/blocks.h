/** \file
 * Work lists of blocks that fit a local store twice: how generated SPE programs are to be told what
 * to do. Main memory is laid out as in section 4.2.1 of the SWsolver paper: each block's fields lie
 * in one piece, rows padded to vectors, and beside it a buffer for each side, to which the SPE that
 * computes the neighbour writes the cells of its edge. A sweep reads a block, the buffers of its
 * two sides in the sweep's direction, computes in place, writes the block back, and its edges to
 * the neighbours' buffers of the next sweep.
 *
 * Neighbours may be computed at the same time, so a buffer is never read and written in one sweep:
 * where a sweep along x is followed by one along y, the first reads west and east and writes to
 * south and north; where sweeps of one direction follow each other, as in heat.c or between the
 * steps of Strang's ordering, that direction has two sets of buffers in turns. Each combination has
 * a list of its own, made once; what changes from step to step are the scalars.
 */
#ifndef SPE_BLOCKS_H
#define SPE_BLOCKS_H

enum { SPE_LOW, SPE_HIGH, SPE_SIDES }; /* west and east, or south and north */

/* One block of a list: 64 bytes. Addresses of main memory, multiples of 128; 0: there is none. */
typedef struct {
  unsigned long long block; /* [fields][rows][pitch] */
  /* What the neighbours wrote: [fields][rows][vectors] in a sweep along rows, of which the last or
   * first elements are the ghost cells; [fields][layers][pitch] in a sweep across them. */
  unsigned long long ghosts[SPE_SIDES];
  /* The neighbours' buffers for the next sweep, low and high in its direction, as it reads them. */
  unsigned long long edges[SPE_SIDES];
  unsigned rows, pitch; /* of this block; pitch in vectors of 16 bytes */
  unsigned columns;     /* vectors of a row that hold cells */
  unsigned last;        /* cells in the last of these; the others are padding */
  unsigned long long unused;
} spe_block;

/* What argp is the address of: 128 bytes. */
enum { SPE_SCALARS = 12 };
typedef struct {
  unsigned long long list; /* of spe_block */
  unsigned count;
  unsigned most; /* bytes of the largest block with its ghosts and edges, for the two buffers */
  double scalars[SPE_SCALARS];
  unsigned long long result; /* where 16 bytes of what the SPE reduces go; 0: nowhere */
  unsigned long long unused;
} spe_work;

/* The rows of square blocks of `fields` fields: as many as let two blocks with `ghosts` layers on
 * two sides, and as much again for their edges, fit into `room` bytes beside `rows_apart` rows of a
 * sweep's own; a multiple of a vector's cells. */
static inline int spe_block_rows(unsigned long room, int fields, int bytes, int ghosts,
                                 int rows_apart) {
  const int lanes = 16 / bytes, vectors = (ghosts + lanes - 1) / lanes;
  int n = 0;
  for (int next = lanes;; next += lanes) {
    const unsigned long block = (unsigned long)next * (unsigned long)next * (unsigned long)bytes;
    const unsigned long side = (unsigned long)next * (unsigned long)vectors * 16;
    const unsigned long one = (unsigned long)fields * (block + 4 * side);
    const unsigned long apart = (unsigned long)fields * (unsigned long)(rows_apart * next * bytes);
    if (2 * one + apart + 4096 > room) /* lists, alignment, spe_work */
      return n;
    n = next;
  }
}

#endif
