/* Data that a launch of many steps with a known dt leaves in the scratch memory for the next one:
 * the distribution of segments, each block's ghost cells, and the segments that were skipped. The
 * next launch then begins directly with its first step. The host knows whether this is allowed
 * (steps_launch.cuh). */
#ifndef RIA_CUDA_SAVED_SHARES_H
#define RIA_CUDA_SAVED_SHARES_H

#include "ghosts.cuh"

namespace {

/* Data of a warp; the list of ghost cells is its block's. */
struct saved_share {
  int moving, all, first, first_still;
  unsigned feeds;
  int first_ghost, ghosts;
};

DEVICE unsigned char *saved_lists(const struct steps_plan &p) {
  return p.saved_lists + static_cast<size_t>(blockIdx.x) * bytes_of_segment_lists(p);
}

/* Copies between the block's memory and the scratch memory. Called by all threads of the block. */
DEVICE void copy_segment_lists(const struct steps_plan &p, unsigned char *to,
                               const unsigned char *from) {
  typedef struct pack<unsigned, 4> word;
  const word *const source = reinterpret_cast<const word *>(from);
  word *const target = reinterpret_cast<word *>(to);
  const int count = static_cast<int>(bytes_of_segment_lists(p) / sizeof(word));
  for (int n = static_cast<int>(threadIdx.x); n < count; n += static_cast<int>(blockDim.x))
    target[n] = source[n];
}

/* Loads a warp's share as the previous launch has left it. Called by all threads of the block,
   which then synchronise. */
DEVICE struct share recall_share(const struct steps_plan &p, unsigned char *chip,
                                 sources_of_warps &feeds, const struct steps_ghost *&ghosts,
                                 int &count) {
  copy_segment_lists(p, chip, saved_lists(p));
  const int owner = warp_of_thread() * p.blocks + static_cast<int>(blockIdx.x);
  const struct saved_share saved = p.saved_shares[owner];
  struct share mine = {};
  mine.list = reinterpret_cast<struct list_entry *>(chip);
  mine.warp = warp_of_thread(), mine.warps = p.warps, mine.owner = owner + 1;
  mine.moving = saved.moving, mine.all = saved.all;
  mine.first = saved.first, mine.first_still = saved.first_still;
  if (lane_of_thread() == 0)
    feeds.set(mine.warp, saved.feeds);
  ghosts = p.ghosts + saved.first_ghost, count = saved.ghosts;
  __syncthreads();
  return mine;
}

/* Saves the shares for the next launch, and counts the segments that have woken: that would move
 * if shares were distributed now. Excludes segments that are unchanged next to moving ghost cells,
 * which are processed in any case. Called by all threads of the block, after a barrier. */
DEVICE void keep_share(const struct steps_plan &p, unsigned char *chip, const struct share &mine,
                       const struct share_masks &masks, sources_of_warps &feeds,
                       const struct steps_ghost *ghosts, int count) {
  const int lane = lane_of_thread();
  const unsigned char *const rest = p.rest + ((p.steps + p.half) & 1) * p.segments;
  int woken = 0;
  for (int group = mine.moving / WARP * WARP; group < mine.all; group += WARP) {
    const int n = group + lane;
    const unsigned passed = masks.passed[group / WARP * mine.warps];
    bool woke = n >= mine.moving && n < mine.all && !(passed >> lane & 1);
    if (woke)
      woke = !lies_still(p, rest, entry_of_share(mine, n));
    woken += __popc(__ballot_sync(ALL_LANES, woke));
  }
  if (lane == 0) {
    p.saved_shares[mine.owner - 1] = {mine.moving,
                                      mine.all,
                                      mine.first,
                                      mine.first_still,
                                      feeds.get(mine.warp),
                                      static_cast<int>(ghosts - p.ghosts),
                                      count};
    if (woken > 0)
      atomicMax(&p.report->woken, static_cast<unsigned>(woken));
  }
  copy_segment_lists(p, saved_lists(p), chip);
}

} // namespace

#endif
