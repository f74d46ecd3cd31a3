/* What a launch of many steps with a known dt leaves to the next one in the scratch memory: who has
 * which segments, which ghost cells a block fills, and what has been passed over. The next launch
 * then begins with its first step. The host knows whether it may (steps_launch.cuh). */
#ifndef RIA_CUDA_SAVED_SHARES_H
#define RIA_CUDA_SAVED_SHARES_H

#include "ghosts.cuh"

namespace {

/* Of a warp; the ghost cells are its block's. */
struct saved_share {
  int moving, all, first, first_still;
  unsigned feeds;
  int first_ghost, ghosts;
};

DEVICE unsigned char *saved_lists(const struct steps_plan &p) {
  return p.saved_lists + static_cast<size_t>(blockIdx.x) * bytes_of_segment_lists(p);
}

/* Between the block's memory and the scratch memory. By all threads of the block. */
DEVICE void copy_segment_lists(const struct steps_plan &p, unsigned char *to,
                               const unsigned char *from) {
  typedef struct pack<unsigned, 4> word;
  const word *const source = reinterpret_cast<const word *>(from);
  word *const target = reinterpret_cast<word *>(to);
  const int count = static_cast<int>(bytes_of_segment_lists(p) / sizeof(word));
  for (int n = static_cast<int>(threadIdx.x); n < count; n += static_cast<int>(blockDim.x))
    target[n] = source[n];
}

/* A warp's share as the launch before has left it. By all threads of the block, who meet. */
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

/* Leaves them to the next launch, and tells how much has woken: what would move if shares were
 * dealt out now. Not what lies still beside ghost cells that do not, which is worked on in any
 * case. By all threads of the block, after they have met. */
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
