/* A kernel of an application that changes a field where it lies. */
#ifndef RIA_GPU_LEND_H
#define RIA_GPU_LEND_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds `more` to `rows` rows of `columns` numbers of GPU number `gpu`, `pitch` apart, float or with
 * `wide` double, and waits for that. Sums are computed in double. 0 or CUDA's error code. */
int lend_add(int gpu, int wide, void *first, size_t pitch, int columns, int rows, double more);

#ifdef __cplusplus
}
#endif
#endif
