/** \file
 * Pieces of a box: how SPE programs of stencils are told what to do. A piece is some rows and
 * columns of all planes of the box. Main memory holds a field twice, before and after the step:
 * rows of vectors, with a vector before and behind them, a row and a plane on either side. An SPE
 * marches along z with three planes of its piece in the local store, while the next one arrives
 * and the one before leaves. Pieces share nothing that is written.
 */
#ifndef SPE_PLANES_H
#define SPE_PLANES_H

/* One piece of a list: 128 bytes. Addresses of main memory, multiples of 16. */
typedef struct {
  unsigned long long from;        /* the vector before the first one of row -1 in plane -1 */
  unsigned long long to;          /* the first vector of row 0 in plane 0 */
  unsigned long long plane;       /* bytes from plane to plane, of both */
  unsigned pitch;                 /* bytes from row to row */
  unsigned vectors, rows, planes; /* to compute */
  unsigned long long unused[11];
} spe_piece;

/* What argp is the address of: 128 bytes. */
enum { SPE_SCALARS = 12 };
typedef struct {
  unsigned long long list; /* of spe_piece */
  unsigned count;
  unsigned vectors, rows; /* the most of a piece */
  unsigned unused;
  double scalars[SPE_SCALARS];
  unsigned long long none;
} spe_march;

/* Planes in the local store: three, and the next. */
enum { SPE_QUEUE = 4 };

/* Bytes that the largest piece takes of a local store: queue, two planes that leave, lists. */
static inline unsigned long spe_piece_bytes(unsigned long rows, unsigned long vectors) {
  return 16 * (SPE_QUEUE * (rows + 2) * (vectors + 2) + 2 * rows * vectors) +
         8 * (SPE_QUEUE * (rows + 2) + 2 * rows);
}

#endif
