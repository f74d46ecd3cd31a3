/* A launch that computes scalars of a program (ria/device_scalars.h). For CUDA source that has
 * defined SHARED: the declaration of memory that a block shares. A block has one warp for each
 * result, at least one; its thread 0 computes. */
#ifndef RIA_DEVICE_SCALARS_CUH
#define RIA_DEVICE_SCALARS_CUH

#include "ria/device_scalars.h"
#include "ria/sum_value.h"

namespace {

enum { SCALARS_WARP = 32 };

struct sums_of_block {
  int64_t digit[RIA_PHASE_REDUCTIONS][RIA_SUM_DIGITS];
};

static inline unsigned threads_for(const ria_device_calculation &c) {
  return static_cast<unsigned>(SCALARS_WARP * (c.results > 1 ? c.results : 1));
}

static __device__ inline int lowest_bit(unsigned bits) {
  return __ffs(static_cast<int>(bits)) - 1;
}

static __device__ inline int highest_bit(unsigned bits) {
  int highest = -1;
  for (; bits; bits >>= 1)
    highest++;
  return highest;
}

/* Rounds a sum, and clears it unless it is `off`. All lanes of a warp call it; lane 0 returns the
 * value. All digits are loaded before the first one is used: these launches mostly wait for memory.
 */
static __device__ inline double take_sum(ria_sum *sum, bool off, int64_t *digit) {
  enum { EACH = (RIA_SUM_DIGITS + SCALARS_WARP - 1) / SCALARS_WARP }; /* digits of a lane */
  const int lane = static_cast<int>(threadIdx.x) % SCALARS_WARP;
  int64_t own[EACH];
  int low = RIA_SUM_DIGITS, high = -1;
  for (int n = 0; n < EACH; n++)
    own[n] = n * SCALARS_WARP + lane < RIA_SUM_DIGITS ? sum->digit[n * SCALARS_WARP + lane] : 0;
  const int64_t invalid = sum->invalid;
  if (off)
    return 0;
  for (int n = 0; n < EACH; n++) {
    const int first = n * SCALARS_WARP;
    if (first + lane < RIA_SUM_DIGITS)
      digit[first + lane] = own[n];
    if (own[n])
      sum->digit[first + lane] = 0;
    const unsigned some = __ballot_sync(0xffffffffu, own[n] != 0);
    if (some) {
      low = low < RIA_SUM_DIGITS ? low : first + lowest_bit(some);
      high = first + highest_bit(some);
    }
  }
  __syncwarp();
  if (lane)
    return 0;
  sum->terms = sum->invalid = 0;
  return invalid ? static_cast<double>(NAN) : high < 0 ? 0.0 : ria_sum_round(digit, low, high);
}

/* The extreme value over all parts, and the first cell that has it. */
static __device__ inline void take_extreme(const ria_device_result &r, ria_scalars *s) {
  double value = 0;
  ria_program_place best = {};
  for (int n = 0; n < r.parts; n++) {
    int cell[RIA_AXES];
    if (!ria_extreme_cell(&r.extreme[n], r.place[n].box, cell))
      continue;
    ria_program_place place = {};
    place.known = true;
    place.block = r.place[n].block;
    for (int a = 0; a < RIA_AXES; a++)
      place.cell[a] = r.place[n].first[a] + cell[a];
    ria_place_offer(r.reduction, r.extreme[n].value, &place, &value, &best);
  }
  s->value[r.scalar] = value;
  s->place[r.scalar] = best;
}

/* All threads of the block: read the results. Returns, in thread 0, whether there is more to do. */
static __device__ inline bool begin_scalars(const ria_device_calculation &c) {
  SHARED(sums_of_block, sums);
  const int warp = static_cast<int>(threadIdx.x) / SCALARS_WARP;
  const bool first = threadIdx.x % SCALARS_WARP == 0;
  const bool off = c.on && !*c.on;
  if (warp < c.results) {
    const ria_device_result &r = c.result[warp];
    if (r.reduction == RIA_REDUCE_SUM) {
      const double value = take_sum(r.sum, off, sums.digit[warp]);
      if (first && !off)
        ria_scalars_set(c.scalars, r.scalar, value);
    } else if (first && !off) {
      take_extreme(r, c.scalars);
    }
  }
  __syncthreads();
  return threadIdx.x == 0 && !off;
}

/* Thread 0, always: update the state of the loop. `on` is the result of begin_scalars(). */
static __device__ inline void end_scalars(const ria_device_calculation &c, bool on) {
  const int loop = c.enters >= 0 ? c.enters : c.ends;
  if (threadIdx.x || loop < 0)
    return;
  if (on && c.enters >= 0)
    ria_scalars_enter(c.scalars, loop, c.condition, c.most);
  else if (on)
    ria_scalars_end_iteration(c.scalars, loop, c.condition, c.most);
#if defined(__CUDACC__) && CUDART_VERSION >= 12040
  if (c.in_graph)
    cudaGraphSetConditional(c.handle, c.scalars->running[loop] != 0);
#endif
}

static __device__ inline double scalar_in(const ria_device_calculation &c, int i) {
  return c.in[i] ? c.scalars->value[c.in[i] - 1] : c.given[i];
}

} // namespace

#endif
