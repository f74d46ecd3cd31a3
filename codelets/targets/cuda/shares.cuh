/* Who has which segments of many steps in one launch: those that move are ordered and cut into
 * shares of equal cost, a warp each, who marches up them; and whom a warp waits for, because they
 * have segments beside its own. */
#ifndef RIA_CUDA_SHARES_H
#define RIA_CUDA_SHARES_H

#include "steps.cuh"

namespace {

/* A warp's segments, in the block's memory: number n of warp w is entry n * warps + w. Those that
 * move come first, so that every warp has as many, side by side up the domain where that is
 * possible. */
struct list_entry {
  int place;       /* of the westernmost lane's cell */
  unsigned number; /* its number from bit ID_SHIFT on, and below it what is known of it */
};

enum {
  FED = 1,
  WHOLE_ROW = 2,  /* its own faces were last computed by the whole code; */
  WHOLE_LEAD = 4, /* the southern ones before a march */
  GOES_ON = 8,    /* the next entry lies to the north */
  EASTERNMOST = 16,
  SOUTHERNMOST = 32, /* these two are not known of claimed rows */
  NORTHERNMOST = 64,
  AWAKE = 128, /* it does not rest, as both halves of the flags say */
  ID_SHIFT = 8
};

struct share {
  struct list_entry *list; /* of the block */
  int warp, warps, moving, all;
  int first, first_still; /* slots of the block's, see slot_of_share() */
  int on_chip;            /* of these, those that hold values on the chip, */
  int with_state;         /* and those that hold the state beside them */
  int owner;              /* the warp's number in the launch, from 1 on */
};

/* Bits: of 32 segments of a warp, from a number on that is a multiple of 32. */
struct share_masks {
  unsigned *passed;         /* those that were passed over in the last step, */
  unsigned *since;          /* in all steps of this launch, */
  unsigned *before;         /* and in all of the one before */
  unsigned *awake;          /* those with ghost cells that do not rest */
  unsigned *awake_of_block; /* all warps' */
};

EITHER size_t groups_of_lists(const struct steps_plan &p) {
  return static_cast<size_t>((p.list + WARP - 1) / WARP) * static_cast<size_t>(p.warps);
}

/* Of a block's lists and their masks. */
EITHER size_t bytes_of_lists(const struct steps_plan &p) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  return (entries * sizeof(struct list_entry) + 4 * groups_of_lists(p) * sizeof(unsigned) + 15) /
         16 * 16;
}

DEVICE struct share_masks masks_of_share(const struct steps_plan &p, unsigned char *chip,
                                         const struct share &mine) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  const size_t groups = groups_of_lists(p);
  unsigned *const masks =
      reinterpret_cast<unsigned *>(chip + entries * sizeof(struct list_entry)) + mine.warp;
  return {masks, masks + groups, masks + 2 * groups, masks + 3 * groups,
          masks + 3 * groups - mine.warp};
}

/* What is known before the first step of what has been passed over: `goes_on`: what the launch
 * before has left, where all buffers are its own. By all lanes. */
DEVICE void begin_masks(const struct steps_plan &p, const struct share &mine,
                        const struct share_masks &masks, bool goes_on) {
  for (int group = lane_of_thread(); group * WARP < mine.all; group += WARP) {
    const int at = group * mine.warps;
    masks.before[at] = goes_on && p.since ? masks.since[at] : 0;
    if (!goes_on)
      masks.passed[at] = masks.since[at] = 0;
    masks.awake[at] = 0;
  }
  __syncwarp();
}

/* Of 32 segments, those that are in the buffer that a step writes as they were when it begins. */
DEVICE unsigned known_before(const struct share_masks &masks, int at, int step) {
  return step == 0   ? masks.before[at]
         : step == 1 ? masks.before[at] & masks.passed[at]
                     : masks.passed[at];
}

/* Notes which have been passed over; `exact`: these steps know one buffer alone. By all lanes, who
 * say the same. */
template <bool exact>
DEVICE void note_passed(const struct share_masks &masks, int at, int step, unsigned still) {
  const unsigned since = exact || step == 0 ? still : masks.since[at] & still;
  __syncwarp(); /* all have read what was passed before */
  masks.passed[at] = still;
  if (!exact)
    masks.since[at] = since;
}

/* The slot of a warp's n-th segment among those of the block: those that move come first. */
DEVICE int slot_of_share(const struct share &mine, int n) {
  return n < mine.moving ? mine.first + n : mine.first_still + n - mine.moving;
}

/* Where a warp's lane has what a slot holds on the chip; its state there; and in the scratch memory
 * what has no room on the chip. */
template <typename real>
DEVICE real *chip_values(const struct steps_plan &p, unsigned char *chip, int slot) {
  return reinterpret_cast<real *>(chip + bytes_of_lists(p)) + slot * (p.held * WARP) +
         lane_of_thread();
}

template <typename real>
DEVICE real *chip_state(const struct steps_plan &p, unsigned char *chip, const struct share &mine,
                        int slot) {
  return reinterpret_cast<real *>(chip + bytes_of_lists(p)) +
         (mine.on_chip * p.held + slot * p.state) * WARP + lane_of_thread();
}

template <typename real> DEVICE real *overflow_values(const struct steps_plan &p, int slot) {
  const size_t before = static_cast<size_t>(blockIdx.x) * static_cast<size_t>(p.list * p.warps);
  return reinterpret_cast<real *>(p.overflow) +
         (before + static_cast<size_t>(slot)) * static_cast<size_t>(p.held * WARP) +
         lane_of_thread();
}

/* The lanes' cells of a segment of some domain: a row's last one is shorter. East of the domain's
 * ghost cells there is none, and that is taken. */
DEVICE int place_of_lane(const struct steps_plan &p, const struct list_entry &e) {
  const int lane = lane_of_thread(), last = p.nx - (p.across - 1) * COLUMNS + 1;
  return e.place + (e.number & EASTERNMOST && lane > last ? last : lane);
}

/* Whether the lane's cell of a segment is its own and not a neighbour's. */
DEVICE bool has_own(const struct steps_plan &p, const struct list_entry &e) {
  const int own = e.number & EASTERNMOST ? p.nx - (p.across - 1) * COLUMNS : (int)COLUMNS;
  return static_cast<unsigned>(lane_of_thread() - 1) < static_cast<unsigned>(own);
}

DEVICE int id_of(const struct list_entry &e) {
  return static_cast<int>(e.number >> ID_SHIFT);
}

/* What a list says of a segment. */
DEVICE struct list_entry entry_of(const struct steps_plan &p, int id) {
  const int column = id / p.ny, y = id - column * p.ny;
  const unsigned edges = (column == p.across - 1 ? (unsigned)EASTERNMOST : 0) |
                         (y == 0 ? (unsigned)SOUTHERNMOST : 0) |
                         (y == p.ny - 1 ? (unsigned)NORTHERNMOST : 0);
  return {y * p.pitch + column * COLUMNS - 1, static_cast<unsigned>(id) << ID_SHIFT | edges};
}

/* Whether a segment and its neighbours rest, all but ghost cells: then a step leaves it as it is.
 */
DEVICE bool lies_still(const struct steps_plan &p, const unsigned char *rest,
                       const struct list_entry &e) {
  const int id = id_of(e), west = id >= p.ny ? id - p.ny : id;
  const int east = e.number & EASTERNMOST ? id : id + p.ny;
  const int south = e.number & SOUTHERNMOST ? id : id - 1;
  const int north = e.number & NORTHERNMOST ? id : id + 1;
  return FRESH(rest + id) & FRESH(rest + west) & FRESH(rest + east) & FRESH(rest + south) &
         FRESH(rest + north);
}

DEVICE struct list_entry entry_of_share(const struct share &mine, int n) {
  return mine.list[n * mine.warps + mine.warp];
}

DEVICE struct segment segment_of_share(const struct steps_plan &p, const struct share &mine,
                                       int n) {
  const int id = id_of(entry_of_share(mine, n));
  return segment_of(p, id, id / p.ny);
}

/* The same number, of which a compiler knows nothing: what is made of it is not made before, on the
 * way of those who do not need it. */
DEVICE int opaque(int n) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(n));
#endif
  return n;
}

/* Notes of the n-th segment whether what a bit says is so: of WHOLE_ROW and WHOLE_LEAD, that the
 * usual code is not to be tried in the next steps. By all lanes of the warp. */
DEVICE void note_of_share(const struct share &mine, int n, unsigned bit, bool so) {
  __syncwarp();
  unsigned &number = mine.list[n * mine.warps + mine.warp].number;
  if (lane_of_thread() == 0)
    number = (number & ~bit) | (so ? bit : 0);
  __syncwarp();
}

/* Each how many steps the usual code is tried for what needed the whole code in the last ones, and
 * what does not rest is looked at: on the executor so often that tests of a few steps see it done. */
#ifdef __CUDACC__
enum { TRIED_AGAIN = 32 };
#else
enum { TRIED_AGAIN = 3 };
#endif

DEVICE bool is_tried_again(const struct steps_plan &p, int step, int n) {
  return (step + static_cast<int>(p.met) + n) % TRIED_AGAIN == 0;
}

/* A warp's march up its segments: the one that it has come to, number `n` of its list, and the next
 * ones to the north, 32 at most. */
template <typename real> struct march {
  int n, at; /* the lane's cell */
  bool own;  /* whether that is the segment's own */
  int rows;  /* how many there are, with this one; */
  bool more; /* and whether the march goes on after them */
  unsigned row;           /* this one's bit among those of */
  unsigned whole, looked; /* the ones that the whole code computes; that are looked at, see above */
  real rate;              /* the largest of the lane's cells, its own or not */
};

/* What the list says of a march's next rows, from number `n` on. None of those in `skipped` (bits
 * from n on) is among them. By all lanes. */
template <typename real>
DEVICE void look_ahead_of(const struct steps_plan &p, const struct share &mine,
                          struct march<real> &m, int end, unsigned skipped, int step) {
  const int lane = lane_of_thread(), n = m.n + lane;
  const bool is_there = n < end, again = is_tried_again(p, step, n);
  const unsigned number = is_there ? entry_of_share(mine, n).number : 0;
  const unsigned going = __ballot_sync(ALL_LANES, n + 1 < end && (number & GOES_ON) &&
                                                      !(skipped >> lane >> 1 & 1));
  m.more = going == ALL_LANES;
  m.rows = m.more ? (int)WARP : __ffs(static_cast<int>(~going));
  m.row = 1;
  m.whole = __ballot_sync(ALL_LANES, (number & WHOLE_ROW) && !again);
  m.looked = __ballot_sync(ALL_LANES, !(number & AWAKE) || again);
}

/* The number after n of those that move and of the others that were not passed over. */
DEVICE int next_of_share(const struct share &mine, const struct share_masks &masks, int n) {
  for (n++; n >= mine.moving && n < mine.all; n = (n / WARP + 1) * WARP) {
    const unsigned awake = ~masks.passed[n / WARP * mine.warps] >> n % WARP;
    if (awake)
      return n + __ffs(static_cast<int>(awake)) - 1;
  }
  return n;
}

typedef shared_array<int, STEP_WARPS> numbers_of_warps;

/* Of each warp of a block, bits: the sources that feed some of its segments. */
typedef shared_array<unsigned, STEP_WARPS> sources_of_warps;

DEVICE int lesser_of(int a, int b) {
  return a < b ? a : b;
}

/* How many threads before this one hold the condition, and how many do in all. By all threads of a
 * block, which meet twice. */
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

/* The first of a block's part of all segments, while their order is made. */
DEVICE int first_of_part(const struct steps_plan &p, int block) {
  return static_cast<int>((long long)p.segments * block / p.blocks);
}

/* What is found out of a segment before it is dealt out: it has faces that the usual code is no use
 * for; it stays as it is though what lies beside it moves. */
enum { DEAR = 1, STAYS = 2 };

DEVICE bool is_moving(const struct steps_plan &p, const unsigned char *traits, int id) {
  return !(FRESH(traits + id) & STAYS) && !lies_still(p, p.rest, entry_of(p, id));
}

/* What a segment costs: one that is dear has faces that the usual code is no use for. What it costs
 * to prepare a step of known dt, or an exact one, and to claim its rate. */
enum {
  COST = 7,
  MORE_COST = 4,
  COST_OF_PREPARING = 16,
  COST_OF_PREPARING_EXACT = 24,
  COST_OF_CLAIMING = 64
};

/* Of a cost, in units of one over the number of all warps: what each warp has, but one of each
 * block, which has less by what it costs to prepare steps; these come last, and as the very last
 * the one that claims rates, if one does. */
struct shares {
  long long warps, others, each, of_preparer, before_claimer;
};

DEVICE struct shares shares_of(const struct steps_plan &p, long long cost) {
  const long long warps = (long long)p.warps * p.blocks;
  const long long others = warps - p.blocks - (p.claiming > 0 ? 1 : 0);
  if (others <= 0)
    return {warps, warps, cost, cost, warps * cost};
  /* As much less as there is. */
  const long long preparing = lesser_of(p.preparing, static_cast<int>(cost / (warps - p.blocks)));
  const long long prepare = preparing * p.blocks;
  const long long claiming =
      lesser_of(p.claiming, static_cast<int>((cost + prepare) / (warps - 1)));
  const long long each = cost + prepare + claiming;
  return {warps, others, each, each - preparing * warps,
          warps * cost - (p.claiming > 0 ? each - claiming * warps : 0)};
}

/* The warp whose share holds a place in the cost; of the end of all, how many there are. */
DEVICE int share_at(const struct shares &s, long long cost, long long place) {
  const long long at = place * s.warps, before = s.others * s.each;
  if (place >= cost || at >= s.before_claimer)
    return static_cast<int>(place >= cost ? s.warps : s.warps - 1);
  return static_cast<int>(at < before ? at / s.each : s.others + (at - before) / s.of_preparer);
}

/* Orders the segments: those that move, then the others, each by their number; and cuts those that
 * move into shares of the same cost. Blocks have a part of them each, and meet twice. How many
 * move. By all threads. */
DEVICE int order_segments(const struct steps_plan &p, numbers_of_warps &counts,
                          const unsigned char *traits, unsigned &meeting) {
  const int block = static_cast<int>(blockIdx.x), threads = static_cast<int>(blockDim.x);
  const int begin = first_of_part(p, block), end = first_of_part(p, block + 1);
  int found[2] = {0, 0}, all[2] = {0, 0}, before[2] = {0, 0}, some = 0, some_dear = 0;
  for (int base = begin; base < end; base += threads) {
    const int id = base + static_cast<int>(threadIdx.x);
    const bool moves = id < end && is_moving(p, traits, id);
    (void)rank_of_thread(counts, moves, some);
    (void)rank_of_thread(counts, moves && (FRESH(traits + id) & DEAR), some_dear);
    found[0] += some, found[1] += some_dear;
  }
  if (threadIdx.x == 0)
    p.moving[2 * block] = found[0], p.moving[2 * block + 1] = found[1];
  meet(p, meeting++);
  for (int b = 0; b < p.blocks; b++)
    for (int i = 0; i < 2; i++) {
      const int there = FRESH(p.moving + 2 * b + i);
      before[i] += b < block ? there : 0;
      all[i] += there;
    }
  const int moving = all[0];
  const long long cost = (long long)COST * all[0] + (long long)MORE_COST * all[1];
  const struct shares shares = shares_of(p, cost);
  int still_before = moving + begin - before[0];
  for (int base = begin; base < end; base += threads) {
    const int id = base + static_cast<int>(threadIdx.x);
    const bool moves = id < end && is_moving(p, traits, id),
               is_dear = moves && (FRESH(traits + id) & DEAR);
    const int rank = rank_of_thread(counts, moves, some),
              rank_dear = rank_of_thread(counts, is_dear, some_dear);
    const int place = before[0] + rank;
    if (id < end)
      p.order[moves ? place : still_before + static_cast<int>(threadIdx.x) - rank] = id;
    if (moves) {
      const long long low =
          (long long)COST * place + (long long)MORE_COST * (before[1] + rank_dear);
      const long long high = low + COST + (is_dear ? MORE_COST : 0);
      const int last = share_at(shares, cost, high);
      for (int warp = share_at(shares, cost, low) + 1; warp <= last; warp++)
        p.begin[warp] = place + 1;
    }
    before[0] += some, before[1] += some_dear;
    still_before += threads - some;
  }
  meet(p, meeting++);
  return moving;
}

/* Notes the sources that feed segments of a warp, which knows them as its own, if `some` do. By all
 * lanes. */
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

/* The warps that have some of those that do not move: not the one that claims rates, for whose claim
 * all others wait. */
DEVICE long long warps_with_still(const struct steps_plan &p) {
  return (long long)p.warps * p.blocks - (p.claiming > 0 ? 1 : 0);
}

/* How many of those that do not move a warp has: they are dealt out one by one, because some of those
 * that lie side by side may have to be looked at in each step. */
DEVICE int still_of_warp(const struct steps_plan &p, long long still, long long warp) {
  const long long warps = warps_with_still(p);
  return warp < warps && still > warp ? static_cast<int>((still - warp + warps - 1) / warps) : 0;
}

/* Fills a warp's list from the order of all. Warps that follow each other in it are those of
 * different blocks. By all threads, who meet. */
DEVICE struct share take_share(const struct steps_plan &p, numbers_of_warps &counts,
                               sources_of_warps &feeds, struct list_entry *list, int moving) {
  struct share mine;
  mine.list = list, mine.warp = warp_of_thread(), mine.warps = p.warps;
  const long long warp = (long long)mine.warp * p.blocks + blockIdx.x;
  const int still = p.segments - moving;
  const int begin = FRESH(p.begin + warp), end = FRESH(p.begin + warp + 1);
  mine.moving = end - begin;
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
  /* What is held of those that move comes first, then their state, then the others. */
  const int both = p.held + p.state;
  mine.on_chip = lesser_of(moving_here * both <= p.chip ? p.chip / both : p.chip / p.held,
                           moving_here * both <= p.chip ? all_here : moving_here);
  mine.with_state = lesser_of((p.chip - mine.on_chip * p.held) / p.state, mine.on_chip);
  __syncthreads();
  bool some_fed = false;
  for (int n = lane_of_thread(); n < mine.all; n += WARP) {
    const int at = n < mine.moving
                       ? begin + n
                       : static_cast<int>(moving + warp + (n - mine.moving) * warps_with_still(p));
    const int id = FRESH(p.order + at), fed = FRESH(p.fed + id);
    const bool ends = n >= mine.moving - 1 || (id + 1) % p.ny == 0;
    struct list_entry entry = entry_of(p, id);
    entry.number |= (fed ? (unsigned)FED : 0) |
                    (!ends && FRESH(p.order + at + 1) == id + 1 ? (unsigned)GOES_ON : 0);
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

/* Lists the warps that have segments beside a warp's; how many. By all lanes, after all blocks have
 * met that took their shares. */
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

/* A warp tells the others how many steps it has made: what it has written is there for those who
 * wait for it. By all its lanes. */
DEVICE void tell_beside(const struct steps_plan &p, int warp, unsigned steps) {
  __syncwarp();
  if (lane_of_thread() == 0) {
    GRID_FENCE();
    store_word(p.told + warp, steps);
  }
}

/* Waits until the `count` warps beside have made as many steps. `first`: the lane's first one. By
 * all lanes. */
DEVICE void wait_beside(const struct steps_plan &p, const struct share &mine, int count, int first,
                        unsigned steps) {
  const int lane = lane_of_thread();
  for (int n = lane; n < count; n += WARP) {
    const int other = n == lane ? first : list_of_beside(p, mine)[n];
    while (load_word(p.told + other) < steps)
      PAUSE();
  }
  __syncwarp(); /* together: lanes that come one by one would fence one by one */
  GRID_FENCE();
  __syncwarp();
}

} // namespace

#endif
