/** \file
 * Functions of headers that code on a GPU calls as well as code on a CPU.
 */
#ifndef RIA_BOTH_H
#define RIA_BOTH_H

#ifdef __CUDACC__
#define RIA_BOTH static __host__ __device__ inline
#else
#define RIA_BOTH static inline
#endif

#endif
