/** \file
 * Guesses of functions from the bits of a number, which Newton's steps may begin with: the same
 * bits on every target, for C, C++ and CUDA. What a kernel definition calls without "ria_" is here.
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

/** x to the power -1/3 within 3.6 % of itself, for x > 0 that is no subnormal number. The bits of a
 * number are its logarithm, but for a constant, a factor and the curve between powers of two; so a
 * third of them, taken from a constant, are the bits of the result. A third is 1/4 times 1 + 1/4,
 * 1 + 1/16 and 1 + 1/256, which is sums of shifts: loops of these vectorise. The constant is the
 * one from which two of Newton's steps come closest, 1.2e-5. */
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

/** The same in double precision, of the upper half of a number's bits: within 3.6 % from 1e-38 to
 * 1e38, and 3.8 % elsewhere, as those sums fall a little short of a third. */
RIA_GUESS double ria_inverse_cbrt_guess(double x) {
#ifdef __CUDA_ARCH__ /* as numbers of 32 bits, which a GPU computes with */
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
