/** \file
 * First guesses for Newton's method, computed from the bits of a number: the same bits on every
 * target, for C, C++ and CUDA. Kernel definitions call these functions without the prefix "ria_".
 */
#ifndef RIA_GUESS_H
#define RIA_GUESS_H

#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
#define RIA_GUESS static inline __host__ __device__ __attribute__((unused))
#else
#define RIA_GUESS static inline __attribute__((always_inline, unused))
#endif

/** x to the power -1/3 with a relative error of at most 3.6 %, for x > 0 that is not subnormal. The
 * bits of a number, read as an integer, are nearly a linear function of its logarithm; so a
 * constant minus a third of them are the bits of the result. The third is computed as 1/4 times 1 +
 * 1/4, 1 + 1/16 and 1 + 1/256, that is, with shifts and sums: loops of these vectorise. The
 * constant minimises the error after two Newton steps: 1.2e-5. */
RIA_GUESS float ria_inverse_cbrt_guessf(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t third = bits >> 2;
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  bits = 0x54a20000u - third;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

/** The same in double precision, from the upper half of the number's bits: error at most 3.6 % from
 * 1e-38 to 1e38, and 3.8 % elsewhere, because the sum of shifts is slightly less than a third. */
RIA_GUESS double ria_inverse_cbrt_guess(double x) {
#ifdef __CUDA_ARCH__ /* as numbers of 32 bits: a GPU computes with these */
  uint32_t third = (uint32_t)__double2hiint(x) >> 2;
#else
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint64_t third = bits >> 34;
#endif
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
#ifdef __CUDA_ARCH__
  return __hiloint2double((int)(0x553ed800u - third), 0);
#else
  bits = (0x553ed800u - third) << 32;
  memcpy(&x, &bits, sizeof bits);
  return x;
#endif
}

#endif
