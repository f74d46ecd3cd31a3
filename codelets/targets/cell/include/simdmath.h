/** \file
 * Division, square root and magnitude, with the names of the SDK's SIMD math library. Here they are
 * correctly rounded; an SPU computes them from an estimate by Newton iterations, and the time model
 * counts those instructions (ria_spe/checked_roots.hh).
 */
#ifndef __SIMDMATH_H__
#define __SIMDMATH_H__

#include <spu_intrinsics.h>

#ifndef RIA_SPE_CHECKED
#define divf4(a, b) ((vec_float4)(a) / (vec_float4)(b))
#define divd2(a, b) ((vec_double2)(a) / (vec_double2)(b))
#define sqrtf4(a)   ria_lanes_sqrt_f32(a)
#define sqrtd2(a)   ria_lanes_sqrt_f64(a)
#define fabsf4(a)   ria_lanes_magnitude_f32(a)
#define fabsd2(a)   ria_lanes_magnitude_f64(a)
#endif

#endif
