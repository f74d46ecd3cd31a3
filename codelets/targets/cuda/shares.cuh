/* The distribution of segments in many steps in one launch: those that move are ordered and
 * divided into shares of equal cost, one for each warp, which marches up them; and the warps for
 * which a warp waits, because they have adjacent segments. */
#ifndef RIA_CUDA_SHARES_H
#define RIA_CUDA_SHARES_H

#include "segment_lists.cuh"

namespace {

typedef shared_array<int, STEP_WARPS> numbers_of_warps;

/* Bits for each warp of a block: the sources that feed any of its segments. */
typedef shared_array<unsigned, STEP_WARPS> sources_of_warps;

DEVICE int lesser_of(int a, int b) {
  return a < b ? a : b;
}

DEVICE int sum_of_warp(int value) {
  for (int distance = WARP / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(ALL_LANES, value, distance);
  return value;
}

/* Number of threads before this one for which the condition holds, and of all such threads.
 * Called by all threads of a block; contains two barriers. */
DEVICE int rank_of_thread(numbers_of_warps &counts, bool condition, int &all) {
  const int lane = lane_of_thread(), warp = warp_of_thread(),
            warps = static_cast<int>(blockDim.x) / WARP;
  const unsigned lanes = __ballot_sync(ALL_LANES, condition);
  if (lane == 0)
    counts.set(warp, __popc(lanes));
  __syncthreads();
  int rank = __popc(lanes & ((1u << lane) - 1u));
  all = 0;
  for (int w = 0; w < STEP_WARPS; w++) {
    const int found = w < warps ? counts.get(w) : 0;
    rank += w < warp ? found : 0;
    all += found;
  }
  __syncthreads();
  return rank;
}

/* The first of a block's part of all segments, while their order is computed. */
DEVICE int first_of_part(const struct steps_plan &p, int block) {
  return static_cast<int>((long long)p.segments * block / p.blocks);
}

/* Properties of a segment before the distribution: it has faces for which the usual code fails;
 * it is unchanged although its neighbours move. */
enum { DEAR = 1, STAYS = 2 };

/* The role of a segment in a step. */
enum { MOVES, IS_WATCHED, LIES_STILL };

DEVICE int lot_of(const struct steps_plan &p, const unsigned char *traits, int id) {
  const bool stays = (FRESH(traits + id) & STAYS) != 0;
  return lies_still(p, p.rest, entry_of(p, id)) ? LIES_STILL : stays ? IS_WATCHED : MOVES;
}

/* Whether a moving segment is the first one of a march. */
DEVICE bool is_beginning(const struct steps_plan &p, const unsigned char *traits, int id) {
  return id % p.ny == 0 || lot_of(p, traits, id - 1) != MOVES;
}

/* The order's entry of a segment, next to its number. */
enum { BEGINS_IN_ORDER = 1 << 29, DEAR_IN_ORDER = 1 << 30, ID_IN_ORDER = BEGINS_IN_ORDER - 1 };

DEVICE int ordered(const struct steps_plan &p, int at) {
  return FRESH(p.order + at) & ID_IN_ORDER;
}

/* Costs: of an expensive segment, with faces for which the usual code fails; of the start of a
 * march; of a watched segment; of the preparation of a step with known dt, or of an exact one; and
 * of the speculation on its rate. In units of about 200 cycles of an H200, measured on the Ria
 * (docs/decisions/exact-steps.md). */
enum {
  COST = 7,
  MORE_COST = 4,
  COST_OF_BEGINNING = 9,
  COST_OF_WATCHING = 5,
  COST_OF_PREPARING = 16,
  COST_OF_PREPARING_EXACT = 24,
  COST_OF_SPECULATING = 64
};

/* Division of a cost, in units of one over the number of all warps: the share of each warp; one
 * warp of each block has less, by the cost of preparing steps (these come last), and the last one
 * is the speculating warp, if any. */
struct shares {
  long long warps, others, each, of_preparer, before_speculator;
};

DEVICE struct shares shares_of(const struct steps_plan &p, long long cost) {
  const long long warps = (long long)p.warps * p.blocks;
  const long long others = warps - p.blocks - (p.speculating > 0 ? 1 : 0);
  if (others <= 0)
    return {warps, warps, cost, cost, warps * cost};
  /* Limited reduction of a share. */
  const long long preparing = lesser_of(p.preparing, static_cast<int>(cost / (warps - p.blocks)));
  const long long prepare = preparing * p.blocks;
  const long long speculating =
      lesser_of(p.speculating, static_cast<int>((cost + prepare) / (warps - 1)));
  const long long each = cost + prepare + speculating;
  return {warps, others, each, each - preparing * warps,
          warps * cost - (p.speculating > 0 ? each - speculating * warps : 0)};
}

/* The warp with the share that contains a place in the cost; for the end of all, their number. */
DEVICE int share_at(const struct shares &s, long long cost, long long place) {
  const long long at = place * s.warps, before = s.others * s.each;
  if (place >= cost || at >= s.before_speculator)
    return static_cast<int>(place >= cost ? s.warps : s.warps - 1);
  return static_cast<int>(at < before ? at / s.each : s.others + (at - before) / s.of_preparer);
}

/* Counts of a block's part of all segments: those that move, among these the expensive ones and
 * the starts of marches; those that are watched. */
struct found {
  int moving, dear, beginnings, watched;
};

DEVICE long long cost_of(const struct steps_plan &p, const struct found &f) {
  return (long long)COST * f.moving + (long long)MORE_COST * f.dear +
         (long long)p.beginning * f.beginnings;
}

/* A thread's segment among those that its block counts, and the number before it. */
struct ranked {
  int lot;
  bool dear, begins;
  struct found before, all;
};

/* Examines a segment, if its number is below `end`. Called by all threads of the block, with
   barriers. */
DEVICE struct ranked rank_segment(const struct steps_plan &p, numbers_of_warps &counts,
                                  const unsigned char *traits, int id, int end) {
  struct ranked r;
  r.lot = id < end ? lot_of(p, traits, id) : LIES_STILL;
  r.dear = r.lot == MOVES && (FRESH(traits + id) & DEAR);
  r.begins = r.lot == MOVES && is_beginning(p, traits, id);
  r.before.moving = rank_of_thread(counts, r.lot == MOVES, r.all.moving);
  r.before.dear = rank_of_thread(counts, r.dear, r.all.dear);
  r.before.beginnings = rank_of_thread(counts, r.begins, r.all.beginnings);
  r.before.watched = rank_of_thread(counts, r.lot == IS_WATCHED, r.all.watched);
  return r;
}

DEVICE void add_found(struct found &sum, const struct found &f) {
  sum.moving += f.moving, sum.dear += f.dear;
  sum.beginnings += f.beginnings, sum.watched += f.watched;
}

/* The sum over a warp's lanes. */
DEVICE struct found found_by_warp(const struct found &f) {
  return {sum_of_warp(f.moving), sum_of_warp(f.dear), sum_of_warp(f.beginnings),
          sum_of_warp(f.watched)};
}

/* Orders the segments: those that move, those that are watched, then the others, each by number;
 * and divides those that move into shares of equal cost. Each block processes a part; two barriers
 * of all blocks. Returns the totals. Called by all threads. */
DEVICE struct found order_segments(const struct steps_plan &p, numbers_of_warps &counts,
                                   const unsigned char *traits, unsigned &meeting) {
  const int block = static_cast<int>(blockIdx.x), threads = static_cast<int>(blockDim.x);
  const int thread = static_cast<int>(threadIdx.x);
  const int begin = first_of_part(p, block), end = first_of_part(p, block + 1);
  struct found own = {}, all = {}, before = {};
  for (int base = begin; base < end; base += threads)
    add_found(own, rank_segment(p, counts, traits, base + thread, end).all);
  if (thread == 0)
    p.found_by[block] = own;
  meet(p, meeting++);
  for (int b = lane_of_thread(); b < p.blocks; b += WARP) {
    const struct found *const f = p.found_by + b;
    const struct found there = {FRESH(&f->moving), FRESH(&f->dear), FRESH(&f->beginnings),
                                FRESH(&f->watched)};
    add_found(all, there);
    if (b < block)
      add_found(before, there);
  }
  __syncwarp();
  all = found_by_warp(all);
  before = found_by_warp(before);
  const long long cost = cost_of(p, all);
  const struct shares shares = shares_of(p, cost);
  for (int base = begin; base < end; base += threads) {
    const int id = base + thread;
    const struct ranked r = rank_segment(p, counts, traits, id, end);
    struct found at = before;
    add_found(at, r.before);
    const int still = id - at.moving - at.watched;
    if (id < end)
      p.order[r.lot == MOVES        ? at.moving
              : r.lot == IS_WATCHED ? all.moving + at.watched
                                    : all.moving + all.watched + still] =
          id | (r.dear ? DEAR_IN_ORDER : 0) | (r.begins ? BEGINS_IN_ORDER : 0);
    if (r.lot == MOVES) {
      const long long low = cost_of(p, at);
      const long long high = low + COST + (r.dear ? MORE_COST : 0) + (r.begins ? p.beginning : 0);
      const int last = share_at(shares, cost, high);
      for (int warp = share_at(shares, cost, low) + 1; warp <= last; warp++)
        p.begin[warp] = at.moving + 1;
    }
    add_found(before, r.all);
  }
  meet(p, meeting++);
  return all;
}

/* Records the sources that feed segments of a warp, in the warp's own entry, if any do (`some`).
 * Called by all lanes. */
DEVICE void note_sources(const struct steps_plan &p, sources_of_warps &feeds, int owner,
                         bool some) {
  static_assert(MOST_SOURCES <= 32, "a bit each");
  unsigned feeding = 0;
  __syncwarp();
  for (int n = 0; some && n < p.sources; n++) {
    const struct steps_source &source = p.program->source[n];
    bool own = false;
    for (int e = lane_of_thread(); e < source.count; e += WARP)
      own |= FRESH(p.owner + segment_of_cell(p, source.index[e])) == owner;
    feeding |= (__any_sync(ALL_LANES, own) ? 1u : 0u) << n;
  }
  if (lane_of_thread() == 0)
    feeds.set(warp_of_thread(), feeding);
  __syncwarp();
}

/* The warps that get segments that do not move: not the speculating one, because all others wait
 * for its rate. */
DEVICE long long warps_with_still(const struct steps_plan &p) {
  return (long long)p.warps * p.blocks - (p.speculating > 0 ? 1 : 0);
}

/* Number of a warp's segments that do not move: they are distributed one by one, because some
 * adjacent ones may have to be checked in each step. */
DEVICE int still_of_warp(const struct steps_plan &p, long long still, long long warp) {
  const long long warps = warps_with_still(p);
  return warp < warps && still > warp ? static_cast<int>((still - warp + warps - 1) / warps) : 0;
}

/* Part of the order of segments. */
struct cut {
  int begin, end;
};

/* The cost that reduces the shares of warps with one number, block by block: they prepare steps,
 * speculate on rates, watch segments. */
struct less {
  int in_each, watching; /* cost in each block; additional cost in the first blocks; */
  int in_last;           /* additional cost in the last one */
};

DEVICE struct less less_of_warps(const struct steps_plan &p, int warp, int watched) {
  const int sharing = static_cast<int>(warps_with_still(p)), first = warp * p.blocks;
  const int prepares = warp == p.warps - 1 ? p.preparing : 0;
  struct less less = {prepares + COST_OF_WATCHING * (watched / sharing), watched % sharing - first,
                      0};
  if (p.speculating > 0 && warp == p.warps - 1)
    less.in_last = p.speculating - p.preparing;
  if (p.speculating > 0 && warp == p.warps - 2)
    less.in_last = p.preparing;
  return less;
}

DEVICE int less_of_block(const struct steps_plan &p, const struct less &less, int block) {
  return less.in_each + (block < less.watching ? (int)COST_OF_WATCHING : 0) +
         (block == p.blocks - 1 ? less.in_last : 0);
}

/* The segments that a warp of this block marches up. The warps with the same number in all blocks
 * share a range of the order. An even division would be off by half a segment for each part;
 * instead each lane tries a bound, fills one warp after the other up to it, and the least bound
 * that leaves no segment over is used. All blocks compute the same. Called by all lanes. */
DEVICE struct cut cut_of_warp(const struct steps_plan &p, int warp, int watched) {
  const int block = static_cast<int>(blockIdx.x), first = warp * p.blocks, lane = lane_of_thread();
  const int from = FRESH(p.begin + first), to = FRESH(p.begin + first + p.blocks);
  struct cut cut = {FRESH(p.begin + first + block), FRESH(p.begin + first + block + 1)};
  if (p.beginning == 0)
    return cut;

  const struct less less = less_of_warps(p, warp, watched);
  struct found all = {to - from, 0, 0, 0};
  for (int base = from; base < to; base += WARP) {
    const int entry = base + lane < to ? FRESH(p.order + base + lane) : 0;
    all.dear += __popc(__ballot_sync(ALL_LANES, (entry & DEAR_IN_ORDER) != 0));
    all.beginnings += __popc(__ballot_sync(ALL_LANES, (entry & BEGINS_IN_ORDER) != 0));
  }
  all.beginnings = all.beginnings > p.blocks ? all.beginnings : p.blocks;
  int cost = static_cast<int>(cost_of(p, all));
  for (int b = lane; b - lane < p.blocks; b += WARP)
    cost += sum_of_warp(b < p.blocks ? less_of_block(p, less, b) : 0);
  const int bound = cost / p.blocks + 1 + lane;

  struct cut mine = {block == 0 ? from : to, to};
  int turn = 0, room = bound - less_of_block(p, less, 0), beginning = p.beginning;
  for (int base = from; base < to; base += WARP) {
    const int entry = base + lane < to ? FRESH(p.order + base + lane) : 0;
    const unsigned dear = __ballot_sync(ALL_LANES, (entry & DEAR_IN_ORDER) != 0);
    const unsigned begins = __ballot_sync(ALL_LANES, (entry & BEGINS_IN_ORDER) != 0);
    for (int n = 0; n < WARP && base + n < to; n++) {
      const int row = COST + (dear >> n & 1 ? (int)MORE_COST : 0);
      int whole = row + (begins >> n & 1 ? p.beginning : beginning);
      if (whole > room) { /* it becomes the next warp's first segment */
        turn++;
        room = bound - less_of_block(p, less, turn);
        whole = row + p.beginning;
        mine.begin = turn == block ? base + n : mine.begin;
        mine.end = turn == block + 1 ? base + n : mine.end;
      }
      room -= whole;
      beginning = 0;
    }
  }
  __syncwarp();
  const unsigned good = __ballot_sync(ALL_LANES, turn < p.blocks && room >= 0);
  if (good) {
    const int best = __ffs(static_cast<int>(good)) - 1;
    cut.begin = __shfl_sync(ALL_LANES, mine.begin, best);
    cut.end = __shfl_sync(ALL_LANES, mine.end, best);
  }
  return cut;
}

/* Fills a warp's list from the order of all. Consecutive warps in it belong to different blocks.
 * Called by all threads, with a barrier. */
DEVICE struct share take_share(const struct steps_plan &p, numbers_of_warps &counts,
                               sources_of_warps &feeds, struct list_entry *list,
                               const struct found &all) {
  struct share mine;
  const int moving = all.moving;
  mine.list = list, mine.warp = warp_of_thread(), mine.warps = p.warps;
  const long long warp = (long long)mine.warp * p.blocks + blockIdx.x;
  const int still = p.segments - moving;
  const struct cut cut = cut_of_warp(p, mine.warp, all.watched);
  mine.moving = cut.end - cut.begin;
  mine.all = mine.moving + still_of_warp(p, still, warp);
  mine.owner = static_cast<int>(warp) + 1;
  if (lane_of_thread() == 0)
    counts.set(mine.warp, mine.moving);
  __syncthreads();
  mine.first = mine.first_still = 0;
  int moving_here = 0, all_here = 0;
  for (int w = 0; w < STEP_WARPS; w++) {
    const long long other = (long long)w * p.blocks + blockIdx.x;
    const int there = w < p.warps ? counts.get(w) : 0;
    const int still_there = still_of_warp(p, still, other);
    mine.first += w < mine.warp ? there : 0;
    mine.first_still += there + (w < mine.warp ? still_there : 0);
    moving_here += there;
    all_here += there + (w < p.warps ? still_there : 0);
  }
  /* Values of segments that move come first, then their state, then the others. */
  const int both = p.held + p.state;
  mine.on_chip = lesser_of(moving_here * both <= p.chip ? p.chip / both : p.chip / p.held,
                           moving_here * both <= p.chip ? all_here : moving_here);
  mine.with_state = lesser_of((p.chip - mine.on_chip * p.held) / p.state, mine.on_chip);
  __syncthreads();
  bool some_fed = false;
  for (int n = lane_of_thread(); n < mine.all; n += WARP) {
    const int at = n < mine.moving
                       ? cut.begin + n
                       : static_cast<int>(moving + warp + (n - mine.moving) * warps_with_still(p));
    const int id = ordered(p, at), fed = FRESH(p.fed + id);
    const bool ends = n >= mine.moving - 1 || (id + 1) % p.ny == 0;
    struct list_entry entry = entry_of(p, id);
    entry.number |=
        (fed ? (unsigned)FED : 0) | (!ends && ordered(p, at + 1) == id + 1 ? (unsigned)GOES_ON : 0);
    list[n * mine.warps + mine.warp] = entry;
    some_fed |= fed != 0;
    p.owner[id] = mine.owner;
  }
  note_sources(p, feeds, mine.owner, __any_sync(ALL_LANES, some_fed) != 0);
  return mine;
}

DEVICE int *list_of_beside(const struct steps_plan &p, const struct share &mine) {
  return p.beside + static_cast<size_t>(mine.owner - 1) * static_cast<size_t>(4 * p.list);
}

/* Lists the warps with segments adjacent to a warp's; returns their number. Called by all lanes,
 * after a barrier of all blocks that follows the distribution. */
DEVICE int list_beside(const struct steps_plan &p, const struct share &mine) {
  int *const beside = list_of_beside(p, mine);
  const int lane = lane_of_thread();
  int count = 0;
  for (int n = lane; n - lane < mine.all; n += WARP)
    for (int end = 0; end < 4; end++) {
      int other = mine.owner;
      if (n < mine.all) {
        const struct segment s = segment_of_share(p, mine, n);
        const bool is_there = end == 0   ? s.column > 0
                              : end == 1 ? s.column < p.across - 1
                              : end == 2 ? s.y > 0
                                         : s.y < p.ny - 1;
        const int step = end < 2 ? p.ny : 1;
        if (is_there)
          other = FRESH(p.owner + (end % 2 == 0 ? s.id - step : s.id + step));
      }
      for (int i = 0; i < count; i++)
        other = beside[i] == other - 1 ? mine.owner : other;
      for (;;) {
        const unsigned others = __ballot_sync(ALL_LANES, other != mine.owner);
        if (!others)
          break;
        const int found = __shfl_sync(ALL_LANES, other, __ffs(static_cast<int>(others)) - 1);
        if (lane == 0)
          beside[count] = found - 1;
        count++;
        other = other == found ? mine.owner : other;
      }
      __syncwarp();
    }
  return count;
}

/* A warp publishes the number of steps that it has completed; its writes are visible to those who
 * wait for it. Called by all its lanes. */
DEVICE void tell_beside(const struct steps_plan &p, int warp, unsigned steps) {
  __syncwarp();
  if (lane_of_thread() == 0) {
    GRID_FENCE();
    store_word(p.told + warp, steps);
  }
}

/* Waits until the `count` adjacent warps have completed as many steps. `first`: the lane's first
 * one. Called by all lanes. */
DEVICE void wait_beside(const struct steps_plan &p, const struct share &mine, int count, int first,
                        unsigned steps) {
  const int lane = lane_of_thread();
  for (int n = lane; n < count; n += WARP) {
    const int other = n == lane ? first : list_of_beside(p, mine)[n];
    while (load_word(p.told + other) < steps)
      PAUSE();
  }
  __syncwarp(); /* together: lanes that arrive one by one would fence one by one */
  GRID_FENCE();
  __syncwarp();
}

} // namespace

#endif
