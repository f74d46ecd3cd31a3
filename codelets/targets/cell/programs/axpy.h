/* The arguments of an SPE for y = a x + y. */
#ifndef SPE_AXPY_H
#define SPE_AXPY_H

typedef struct {
  unsigned long long x, y;          /* addresses of this SPE's part */
  unsigned long long chunks, chunk; /* number of elements, and bytes of each */
  double a;
  unsigned long long unused[3];
} axpy_work; /* 64 bytes */

#endif
