/* Loops of pure arithmetic that keep a whole GPU busy, for ria_gpu_probe(). */
#ifndef RIA_CUDA_LOOPS_H
#define RIA_CUDA_LOOPS_H

#include <ria/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_LOOP_FLOPS,        /* multiply-adds, */
  RIA_LOOP_OPERATIONS,   /* alternating multiplications and additions, */
  RIA_LOOP_DIVISIONS,    /* quotients */
  RIA_LOOP_SQUARE_ROOTS, /* and roots, as compiled from IEEE operations */
  RIA_LOOPS
};

/* Queues one of these loops on a stream of the current GPU, with as many threads as can be
 * resident, each for `turns` turns. `memory`, 8 bytes on the device, is never written. *operations:
 * sum over all threads, a multiply-add counted once. 0 or a CUDA error. */
int ria_gpu_loop(void *stream, int loop, ria_precision precision, int turns, void *memory,
                 double *operations);

#ifdef __cplusplus
}
#endif
#endif
