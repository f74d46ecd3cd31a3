/** \file
 * Pieces of a box: work lists for SPE programs of stencils. A piece is a range of rows and columns
 * of all planes of the box. Main memory holds a field twice, before and after the step: rows of
 * vectors, with a vector before and after them, a row and a plane on either side. An SPE marches
 * along z with three planes of its piece in the local store, while the next plane arrives and the
 * previous one leaves. No two pieces write the same data.
 */
#ifndef SPE_PLANES_H
#define SPE_PLANES_H

/* One piece of a list: 128 bytes. Addresses of main memory, multiples of 16. */
typedef struct {
  unsigned long long from;        /* the vector before the first one of row -1 in plane -1 */
  unsigned long long to;          /* the first vector of row 0 in plane 0 */
  unsigned long long plane;       /* bytes from plane to plane, both before and after the step */
  unsigned pitch;                 /* bytes from row to row */
  unsigned vectors, rows, planes; /* to compute */
  unsigned long long unused[11];
} spe_piece;

/* The structure at the address argp: 128 bytes. */
enum { SPE_SCALARS = 12 };
typedef struct {
  unsigned long long list; /* of spe_piece */
  unsigned count;
  unsigned vectors, rows; /* largest piece */
  unsigned unused;
  double scalars[SPE_SCALARS];
  unsigned long long none;
} spe_march;

/* Planes in the local store: three, and the next. */
enum { SPE_QUEUE = 4 };

/* Bytes of the largest piece in a local store: queue, two planes that leave, lists. */
static inline unsigned long spe_piece_bytes(unsigned long rows, unsigned long vectors) {
  return 16 * (SPE_QUEUE * (rows + 2) * (vectors + 2) + 2 * rows * vectors) +
         8 * (SPE_QUEUE * (rows + 2) + 2 * rows);
}

#endif
