/* One source for both precisions. */
#ifndef SPE_REAL_H
#define SPE_REAL_H

#ifdef SPE_DOUBLE
typedef double real;
typedef vec_double2 vec_real;
#define LANES 2
/* The vectors one element before and after b, from the consecutive vectors a, b, c. */
#define PATTERN_BEFORE                                                                             \
  { 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 }
#define PATTERN_AFTER                                                                              \
  { 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 }
#else
typedef float real;
typedef vec_float4 vec_real;
#define LANES 4
#define PATTERN_BEFORE                                                                             \
  { 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 }
#define PATTERN_AFTER                                                                              \
  { 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 }
#endif

#endif
