/** \file
 * A macro for header functions that both CPU and GPU code call.
 */
#ifndef RIA_BOTH_H
#define RIA_BOTH_H

#ifdef __CUDACC__
#define RIA_BOTH static __host__ __device__ inline
#else
#define RIA_BOTH static inline
#endif

#endif
