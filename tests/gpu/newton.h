/* Newton's steps of the CUDA target on a GPU, from its own approximations, against its IEEE
 * division and square root; what takes off a limited share; and the nearest to 0 of three numbers.
 */
#ifndef RIA_GPU_NEWTON_H
#define RIA_GPU_NEWTON_H

#ifdef __cplusplus
extern "C" {
#endif

/* ALL_FLOATS: every float once, divided by a random one. The others: random operands of
 * all sizes, with mantissas near 1 and 2, and those whose quotient or root is close to a tie. */
typedef enum { ALL_FLOATS, FLOATS, DOUBLES } newton_operands;
typedef enum { RECIPROCAL, ROOT, QUOTIENT, LESS_LIMITED, NEAREST, NEWTON_KINDS } newton_kind;

/* The tally of one kind: operands that the guard let pass (LESS_LIMITED and NEAREST: all finite
 * operands), and how many of these gave wrong bits. */
typedef struct {
  unsigned long long passed, wrong;
} newton_tally;

/* Tries `count` operands (of ALL_FLOATS 2^32 are all). 0 or CUDA's error code. */
int newton_try(newton_operands operands, unsigned long long count,
               newton_tally tally[NEWTON_KINDS]);

#ifdef __cplusplus
}
#endif
#endif
