/* The ghost cells of many steps in one launch: each block has a list of those next to its
 * segments, computed at the start of the launch, and fills them, a thread each. */
#ifndef RIA_CUDA_GHOSTS_H
#define RIA_CUDA_GHOSTS_H

#include "shares.cuh"

namespace {

/* The side at the low or high end of an axis at place `place`, or -1. */
DEVICE int side_beside(const struct steps_plan &p, const struct steps_program &program, int axis,
                       bool low, int place) {
  int found = -1;
  for (int n = 0; n < p.sides; n++) {
    const struct steps_side &side = program.side[n];
    if (side.axis == axis && (side.outward < 0) == low && place >= side.from && place < side.to)
      found = n;
  }
  return found;
}

/* Lists the ghost cells next to a warp's segments, or only counts them. Called by all lanes. */
DEVICE int list_ghosts(const struct steps_plan &p, const struct steps_program &program,
                       const struct share &mine, bool write, struct steps_ghost *into) {
  const int lane = lane_of_thread();
  int count = 0;
  for (int group = 0; group < mine.all; group += WARP) {
    const int n = group + lane;
    const bool here = n < mine.all;
    const struct segment own = segment_of_share(p, mine, here ? n : group);
    const int word = group / WARP * mine.warps + mine.warp;
    for (int end = 0; end < 4; end++) {
      /* In the order low x, high x, low y, high y: for the first two of all lanes' segments
       * together, for the others one segment after the other. */
      const bool low = end % 2 == 0, along_y = end < 2;
      const bool beside = here && (along_y ? own.column == (low ? 0 : p.across - 1)
                                           : own.y == (low ? 0 : p.ny - 1));
      unsigned touching = __ballot_sync(ALL_LANES, beside);
      while (touching) {
        const int number = __ffs(static_cast<int>(touching)) - 1;
        const int x = __shfl_sync(ALL_LANES, own.x0, number) + lane;
        const int place = along_y ? own.y : x, bit = along_y ? lane : number;
        const bool wanted = along_y ? beside : lane < COLUMNS && x < p.nx;
        const int side = wanted ? side_beside(p, program, along_y ? 0 : 1, low, place) : -1;
        const unsigned lanes = __ballot_sync(ALL_LANES, side >= 0);
        const int inward = along_y ? 1 : p.pitch;
        const int edge = along_y ? place * p.pitch + (low ? 0 : p.nx - 1)
                                 : (low ? 0 : p.ny - 1) * p.pitch + place;
        if (write && side >= 0)
          into[count + __popc(lanes & ((1u << lane) - 1u))] = {
              edge, low ? edge - inward : edge + inward, side,
              group + bit < mine.moving ? -1 : word * WARP + bit};
        count += __popc(lanes);
        touching = along_y ? 0 : touching & (touching - 1);
      }
    }
  }
  return count;
}

/* The index of the thread's first ghost cell among its block's. */
DEVICE int first_ghost(const struct steps_plan &p) {
  const int after = opaque(static_cast<int>(threadIdx.x)) - WARP;
  return after < 0 ? after + p.warps * WARP : after;
}

DEVICE struct steps_ghost first_of_ghosts(const struct steps_plan &p,
                                          const struct steps_ghost *ghosts, int count) {
  struct steps_ghost first = {};
  if (first_ghost(p) < count)
    first = ghosts[first_ghost(p)];
  return first;
}

/* Lists a block's ghost cells; returns the start of the list, and their number in `count`. Called
   by all threads. */
DEVICE const struct steps_ghost *list_all_ghosts(const struct steps_plan &p,
                                                 const struct steps_program &program,
                                                 const struct share &mine, numbers_of_warps &counts,
                                                 int &count) {
  const int own = list_ghosts(p, program, mine, false, nullptr);
  if (lane_of_thread() == 0)
    counts.set(mine.warp, own);
  __syncthreads();
  int before = 0;
  count = 0;
  for (int w = 0; w < STEP_WARPS; w++) {
    const int there = w < p.warps ? counts.get(w) : 0;
    before += w < mine.warp ? there : 0;
    count += there;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    counts.set(0, atomicAdd(p.ghosts_listed, count));
  __syncthreads();
  struct steps_ghost *const ghosts = p.ghosts + counts.get(0);
  (void)list_ghosts(p, program, mine, true, ghosts + before);
  __syncthreads();
  return ghosts;
}

} // namespace

#endif
