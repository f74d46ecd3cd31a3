/** \file
 * Work lists for SPE programs: blocks, two of which fit a local store. Main memory is laid out as
 * in section 4.2.1 of the SWsolver paper: each block's fields are contiguous, with rows padded to
 * vectors, followed by a buffer for each side, to which the SPE that computes the neighbour writes
 * the cells of its edge. A sweep reads a block and the buffers of its two sides in the sweep's
 * direction, computes in place, writes the block back, and its edges to the neighbours' buffers of
 * the next sweep.
 *
 * Neighbours may be computed at the same time, so no buffer is read and written in one sweep: if a
 * sweep along x is followed by one along y, the first reads low_x and high_x and writes to low_y
 * and high_y; if sweeps of one direction follow each other, as in heat.c or between the steps of
 * Strang's ordering, that direction has two alternating sets of buffers.
 */
#ifndef SPE_BLOCKS_H
#define SPE_BLOCKS_H

enum { SPE_LOW, SPE_HIGH, SPE_SIDES }; /* low_x and high_x, or low_y and high_y */
enum { SPE_X, SPE_Y, SPE_AXES };
enum { SPE_FROM_X, SPE_TO_X, SPE_FROM_Y, SPE_TO_Y, SPE_BOX }; /* a half-open box of cells */

/* One block of a list: 128 bytes. Addresses of main memory, multiples of 16. */
typedef struct {
  unsigned long long block; /* [fields][rows][pitch] */
  /* Cells written by the neighbours: [fields][rows] vectors in a sweep along rows, of which the
   * last or first elements are the ghost cells; [fields][layers][pitch] in a sweep across them. */
  unsigned long long ghosts[SPE_SIDES];
  /* The neighbours' buffers for the next sweep, by its axis; 0: none. */
  unsigned long long edges[SPE_AXES][SPE_SIDES];
  unsigned rows, pitch;  /* of this block; pitch in vectors of 16 bytes */
  unsigned columns;      /* vectors of a row that hold cells */
  unsigned last;         /* number of cells in the last of these; the others are padding */
  short update[SPE_BOX]; /* cells of the block to advance */
  short owned[SPE_BOX];  /* and cells that count in the reduction */
  unsigned long long unused[5];
} spe_block;

/* The structure at the address argp: 128 bytes. */
enum { SPE_SCALARS = 12 };
typedef struct {
  unsigned long long list; /* of spe_block */
  unsigned count;
  unsigned most; /* bytes of the largest block with its ghosts and edges: size of each of two
                    buffers */
  double scalars[SPE_SCALARS];
  unsigned long long result; /* address of the spe_result; 0: none */
  unsigned short switches;
  unsigned short rate_only; /* only the result is written */
  unsigned lines;           /* vectors of the longest row or column of a block */
} spe_work;

typedef struct {
  double rate;
  unsigned bad, unused;
} spe_result;

/* Bytes of a block in a local store: its cells, its ghosts along one axis at a time, and its
 * edges along both. A side's ghosts along x are a vector a row. */
static inline unsigned long spe_block_bytes(unsigned long rows, unsigned long pitch, int fields,
                                            int ghosts) {
  const unsigned long across = 2 * rows, along = 2 * (unsigned long)ghosts * pitch;
  const unsigned long side = across > along ? across : along;
  return (unsigned long)fields * 16 * (rows * pitch + side + across + along);
}

/* Rows of square blocks of `fields` fields with `ghosts` layers on two sides, such that two
 * blocks fit into `room` bytes; a multiple of a vector's cells. */
static inline int spe_block_rows(unsigned long room, int fields, int bytes, int ghosts) {
  const int lanes = 16 / bytes;
  for (int n = 0;; n += lanes) {
    const unsigned long next = (unsigned long)(n + lanes), pitch = next / (unsigned long)lanes;
    const unsigned long apart = 4096 + 64 * next; /* lists, masks, spe_work */
    if (2 * spe_block_bytes(next, pitch, fields, ghosts) + apart > room)
      return n;
  }
}

#endif
