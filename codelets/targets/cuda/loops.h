/* Loops of arithmetic alone that keep a whole GPU busy, for ria_gpu_probe(). */
#ifndef RIA_CUDA_LOOPS_H
#define RIA_CUDA_LOOPS_H

#include <ria/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_LOOP_FLOPS,        /* multiply-adds, */
  RIA_LOOP_OPERATIONS,   /* multiplications and additions in turn, */
  RIA_LOOP_DIVISIONS,    /* quotients */
  RIA_LOOP_SQUARE_ROOTS, /* and roots, as the compiler makes them of IEEE's */
  RIA_LOOPS
};

/* Queues one of them on a stream of the current GPU, as many threads as it holds at once, each of
 * which makes so many turns. `memory`, of 8 bytes there, is never written. *operations: of all
 * threads together, a multiply-add counted once. 0 or a CUDA error. */
int ria_gpu_loop(void *stream, int loop, ria_precision precision, int turns, void *memory,
                 double *operations);

#ifdef __cplusplus
}
#endif
#endif
