/* What many steps in one launch stand on (face/steps.cu.j2), of whatever equations: segments of the
 * domain and who has them, how blocks meet, where scalars come from. All blocks of the launch are
 * resident, so that they may wait for each other. The host's part is in steps_launch.cuh. */
#ifndef RIA_CUDA_STEPS_H
#define RIA_CUDA_STEPS_H

#include "device.cuh"

namespace {

enum {
  STEP_WARPS = 16, /* of a block */
  STEP_THREADS = STEP_WARPS * WARP,
  COLUMNS = WARP - 2, /* of a segment: the outermost two lanes are its neighbours' */
  MOST_SIDES = 32,
  MOST_SOURCES = 32,
  MOST_NUMBERS = 256 /* scalars of the kernel, of all sides and of all sources */
};

/* Sides and sources as the device has them. `first`: where its scalars begin among all. */
struct steps_side {
  int kernel, axis, outward, from, to, first;
};

struct steps_source {
  const ptrdiff_t *index;
  const double *weight;
  int kernel, count, first;
};

/* What goes to the device before a launch, and to each block's own memory when it begins. */
struct steps_program {
  ria_binding binding[MOST_NUMBERS];
  int forced[MOST_NUMBERS],
      dated[MOST_NUMBERS]; /* numbers that come from the forcing, or from dt */
  int forceds, dateds;
  unsigned changing_sides; /* bits: those that have such numbers */
  struct steps_side side[MOST_SIDES];
  struct steps_source source[MOST_SOURCES];
};

/* A ghost cell beside an edge cell, the side it is of, and the bit of its segment among a block's
 * masks, or -1 where that does not matter. */
struct steps_ghost {
  int edge, ghost, side, bit;
};

/* A launch. */
struct steps_plan {
  int nx, ny, pitch, blocks, warps;
  int across, segments; /* segments in a row, and in all */
  int list;        /* segments of a warp at most */
  int held, state; /* reals of a lane that a segment holds, and those of its state; */
  int chip;        /* for how many a block has room on the chip */
  int sides, sources, forcings, numbers;
  int steps, kept;
  double dt;
  const double *forcing;
  ria_forcing_table table;
  ria_pace pace;
  ria_request request;
  ria_device_steps_report *report;
  /* In the scratch memory: */
  unsigned long long *words; /* [2][blocks][2]: see tell() */
  unsigned char *rest;       /* [2][segments]: whether all of a segment's cells rest */
  int *owner;         /* [segments]: the warp that has it, from 1 on */
  unsigned *told;     /* [warps of all blocks]: how many steps each has made; see tell_beside() */
  int *beside;        /* [warps of all blocks][4 * list]: the warps that have segments beside its */
  unsigned char *fed; /* [segments]: whether sources feed it */
  int *moving;        /* [blocks][2]: how many that move each has found, and are dear */
  int *order;         /* [segments]: those that move, then the others */
  struct steps_ghost *ghosts; /* [2 * (nx + ny)]: each block's side by side */
  int *ghosts_listed;         /* how many */
  int *begin; /* [warps of all blocks + 1]: where the share of each begins among those that move */
  unsigned char *overflow; /* [blocks][warps * list] segments' held values */
  const struct steps_program *program;
};

/* --- Segments ----------------------------------------------------------------------------------
 */

/* COLUMNS cells of a row, from x0 on, as far as the domain has them. They are numbered up the
 * domain, then eastwards: the next one lies to the north, but for the last of a column of them. */
struct segment {
  int id, column, x0, y;
};

DEVICE struct segment segment_of(const struct steps_plan &p, int id, int column) {
  return {id, column, column * COLUMNS, id - column * p.ny};
}

DEVICE int segment_of_cell(const struct steps_plan &p, ptrdiff_t index) {
  const int at = static_cast<int>(index), y = at / p.pitch, x = at - y * p.pitch;
  return x / COLUMNS * p.ny + y;
}

/* Whether a segment and its neighbours rest, all but ghost cells: then a step leaves it as it is.
 */
DEVICE bool lies_still(const struct steps_plan &p, const unsigned char *rest,
                       const struct segment &s) {
  const int west = s.column > 0 ? s.id - p.ny : s.id;
  const int east = s.column < p.across - 1 ? s.id + p.ny : s.id;
  const int south = s.y > 0 ? s.id - 1 : s.id, north = s.y < p.ny - 1 ? s.id + 1 : s.id;
  return FRESH(rest + s.id) & FRESH(rest + west) & FRESH(rest + east) & FRESH(rest + south) &
         FRESH(rest + north);
}

/* Marks the segments that sources feed. By all threads of the launch. */
DEVICE void mark_fed(const struct steps_plan &p) {
  const int threads = static_cast<int>(blockDim.x);
  const int first = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  for (int n = 0; n < p.sources; n++)
    for (int e = first; e < p.program->source[n].count; e += p.blocks * threads)
      p.fed[segment_of_cell(p, p.program->source[n].index[e])] = 1;
}

/* --- Meetings ----------------------------------------------------------------------------------
 */

/* A block tells the others that it has come to a meeting, a number, which none of has NaN, and
 * whether something went wrong: two words, each with the meeting's number, so that neither need be read together with anything.
 * Meetings take turns in two sets of words: a block can be one meeting ahead of another, never two.
 * By one thread. */
DEVICE void tell(const struct steps_plan &p, unsigned meeting, double value, bool wrong) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(value);
  const unsigned long long number = (unsigned long long)(2 * meeting + (wrong ? 1 : 0)) << 32;
  store_words(p.words + 2 * ((meeting & 1u) * p.blocks + blockIdx.x), number | bits >> 32,
              number | (bits & 0xffffffffu));
}

/* Waits until all blocks have told; the largest of their numbers, and whether something went wrong
 * in one. Unless it is `fenced`, nothing
 * else that they wrote may be read afterwards. By all lanes of a warp. */
template <bool fenced>
DEVICE double hear(const struct steps_plan &p, unsigned meeting, bool &wrong) {
  enum { AT_ONCE = 5 }; /* 160 blocks: requests that are under way together */
  const unsigned long long *words = p.words + 2 * ((meeting & 1u) * p.blocks);
  double largest = 0;
  unsigned long long any = 0;
  for (int first = lane_of_thread(); first < p.blocks; first += AT_ONCE * WARP) {
    unsigned long long high[AT_ONCE], low[AT_ONCE];
    for (;;) {
      bool here = true;
      UNROLL for (int n = 0; n < AT_ONCE; n++) {
        const int block = first + n * WARP < p.blocks ? first + n * WARP : first;
        load_words(words + 2 * block, high[n], low[n]);
      }
      UNROLL for (int n = 0; n < AT_ONCE; n++) here &=
          (high[n] >> 33 == meeting) & (low[n] >> 33 == meeting);
      if (here)
        break;
      PAUSE();
    }
    UNROLL for (int n = 0; n < AT_ONCE; n++) {
      any |= high[n];
      const double value =
          __longlong_as_double((long long)(high[n] << 32 | (low[n] & 0xffffffffu)));
      largest = value > largest ? value : largest;
    }
  }
  if (fenced)
    GRID_FENCE();
  wrong = __any_sync(ALL_LANES, (any >> 32 & 1) != 0) != 0;
  return largest_of_warp(largest);
}

/* All that a block has written is there for the others who hear of the meeting. By all threads. */
DEVICE void meet(const struct steps_plan &p, unsigned meeting) {
  __syncthreads();
  if (warp_of_thread() == 0) {
    if (lane_of_thread() == 0) {
      GRID_FENCE();
      tell(p, meeting, 0, false);
    }
    bool wrong;
    (void)hear<true>(p, meeting, wrong);
  }
  __syncthreads();
}

/* --- Who has which segments --------------------------------------------------------------------
 */

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
  ID_SHIFT = 5
};

struct share {
  struct list_entry *list; /* of the block */
  int warp, warps, moving, all;
  int first, first_still; /* slots of the block's, see slot_of_share() */
  int on_chip;            /* of these, those that hold values on the chip, */
  int with_state;         /* and those that hold the state beside them */
  int owner;              /* the warp's number in the launch, from 1 on */
  bool feeds;             /* whether sources feed some of them */
};

/* Bits: of 32 segments of a warp, from a number on that is a multiple of 32. */
struct share_masks {
  unsigned *passed;         /* those that were passed over in the last step */
  unsigned *awake;          /* those with ghost cells that do not rest */
  unsigned *awake_of_block; /* all warps' */
};

EITHER size_t groups_of_lists(const struct steps_plan &p) {
  return static_cast<size_t>((p.list + WARP - 1) / WARP) * static_cast<size_t>(p.warps);
}

/* Of a block's lists and their masks. */
EITHER size_t bytes_of_lists(const struct steps_plan &p) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  return (entries * sizeof(struct list_entry) + 2 * groups_of_lists(p) * sizeof(unsigned) + 15) /
         16 * 16;
}

DEVICE struct share_masks masks_of_share(const struct steps_plan &p, unsigned char *chip,
                                         const struct share &mine) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  unsigned *const masks =
      reinterpret_cast<unsigned *>(chip + entries * sizeof(struct list_entry)) + mine.warp;
  return {masks, masks + groups_of_lists(p), masks + groups_of_lists(p) - mine.warp};
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

template <typename real>
DEVICE real *overflow_values(const struct steps_plan &p, int slot) {
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
  const unsigned last = column == p.across - 1 ? (unsigned)EASTERNMOST : 0;
  return {y * p.pitch + column * COLUMNS - 1, static_cast<unsigned>(id) << ID_SHIFT | last};
}

DEVICE struct list_entry entry_of_share(const struct share &mine, int n) {
  return mine.list[n * mine.warps + mine.warp];
}

DEVICE struct segment segment_of_share(const struct steps_plan &p, const struct share &mine,
                                       int n) {
  const int id = id_of(entry_of_share(mine, n));
  return segment_of(p, id, id / p.ny);
}

/* Notes what the usual code is not to be tried for in the next steps. By all lanes of the warp. */
DEVICE void note_whole(const struct share &mine, int n, unsigned bit, bool whole) {
  __syncwarp();
  unsigned &number = mine.list[n * mine.warps + mine.warp].number;
  if (lane_of_thread() == 0)
    number = (number & ~bit) | (whole ? bit : 0);
  __syncwarp();
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

DEVICE bool is_moving(const struct steps_plan &p, int id) {
  return !lies_still(p, p.rest, segment_of(p, id, id / p.ny));
}

/* What a segment costs: one that is dear has faces that the usual code is no use for. */
enum { COST = 7, MORE_COST = 2, COST_OF_PREPARING = 8 };

/* Of a cost, in units of one over the number of all warps: what each warp has, but the last of each
 * block, which has less by what it costs to prepare steps; these come last. */
struct shares {
  long long warps, others, each, last;
};

DEVICE struct shares shares_of(const struct steps_plan &p, long long cost, int preparing) {
  const long long warps = (long long)p.warps * p.blocks, others = warps - p.blocks;
  const long long each = cost + (long long)preparing * p.blocks, last = each - preparing * warps;
  if (others > 0 && last > 0)
    return {warps, others, each, last};
  return {warps, others, cost, cost};
}

/* The warp whose share holds a place in the cost. */
DEVICE int share_at(const struct shares &s, long long place) {
  const long long at = place * s.warps, before = s.others * s.each;
  return static_cast<int>(at < before ? at / s.each : s.others + (at - before) / s.last);
}

/* Orders the segments: those that move, then the others, each by their number; and cuts those that
 * move into shares of the same cost. Blocks have a part of them each, and meet twice. How many
 * move. By all threads. */
DEVICE int order_segments(const struct steps_plan &p, numbers_of_warps &counts,
                          const unsigned char *dear, int preparing, unsigned &meeting) {
  const int block = static_cast<int>(blockIdx.x), threads = static_cast<int>(blockDim.x);
  const int begin = first_of_part(p, block), end = first_of_part(p, block + 1);
  int found[2] = {0, 0}, all[2] = {0, 0}, before[2] = {0, 0}, some = 0, some_dear = 0;
  for (int base = begin; base < end; base += threads) {
    const int id = base + static_cast<int>(threadIdx.x);
    const bool moves = id < end && is_moving(p, id);
    (void)rank_of_thread(counts, moves, some);
    (void)rank_of_thread(counts, moves && FRESH(dear + id) != 0, some_dear);
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
  const struct shares shares =
      shares_of(p, (long long)COST * all[0] + (long long)MORE_COST * all[1], preparing);
  int still_before = moving + begin - before[0];
  for (int base = begin; base < end; base += threads) {
    const int id = base + static_cast<int>(threadIdx.x);
    const bool moves = id < end && is_moving(p, id), is_dear = moves && FRESH(dear + id) != 0;
    const int rank = rank_of_thread(counts, moves, some),
              rank_dear = rank_of_thread(counts, is_dear, some_dear);
    const int place = before[0] + rank;
    if (id < end)
      p.order[moves ? place : still_before + static_cast<int>(threadIdx.x) - rank] = id;
    if (moves) {
      const long long low =
          (long long)COST * place + (long long)MORE_COST * (before[1] + rank_dear);
      const long long high = low + COST + (is_dear ? MORE_COST : 0);
      for (int warp = share_at(shares, low) + 1; warp <= share_at(shares, high); warp++)
        p.begin[warp] = place + 1;
    }
    before[0] += some, before[1] += some_dear;
    still_before += threads - some;
  }
  meet(p, meeting++);
  return moving;
}

/* Fills a warp's list from the order of all. Warps that follow each other in it are those of
 * different blocks. By all threads, who meet. */
DEVICE struct share take_share(const struct steps_plan &p, numbers_of_warps &counts,
                               struct list_entry *list, int moving) {
  struct share mine;
  mine.list = list, mine.warp = warp_of_thread(), mine.warps = p.warps;
  const long long warp = (long long)mine.warp * p.blocks + blockIdx.x,
                  warps = (long long)p.warps * p.blocks;
  const int still = p.segments - moving;
  const int begin = FRESH(p.begin + warp), end = FRESH(p.begin + warp + 1);
  const int begin_still = static_cast<int>(still * warp / warps),
            end_still = static_cast<int>(still * (warp + 1) / warps);
  mine.moving = end - begin;
  mine.all = mine.moving + end_still - begin_still;
  mine.owner = static_cast<int>(warp) + 1;
  if (lane_of_thread() == 0)
    counts.set(mine.warp, mine.moving);
  __syncthreads();
  mine.first = mine.first_still = 0;
  int moving_here = 0, all_here = 0;
  for (int w = 0; w < STEP_WARPS; w++) {
    const long long other = (long long)w * p.blocks + blockIdx.x;
    const int there = w < p.warps ? counts.get(w) : 0;
    const int still_there =
        static_cast<int>(still * (other + 1) / warps) - static_cast<int>(still * other / warps);
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
  bool feeds = false;
  for (int n = lane_of_thread(); n < mine.all; n += WARP) {
    const int at = n < mine.moving ? begin + n : moving + begin_still + n - mine.moving;
    const int id = FRESH(p.order + at), fed = FRESH(p.fed + id);
    const bool ends = n == mine.moving - 1 || n == mine.all - 1 || (id + 1) % p.ny == 0;
    struct list_entry entry = entry_of(p, id);
    entry.number |= (fed ? (unsigned)FED : 0) |
                    (!ends && FRESH(p.order + at + 1) == id + 1 ? (unsigned)GOES_ON : 0);
    list[n * mine.warps + mine.warp] = entry;
    feeds |= fed != 0;
    p.owner[id] = mine.owner;
  }
  mine.feeds = __any_sync(ALL_LANES, feeds) != 0;
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

/* Waits until the `count` warps beside have made as many steps. `first`: the lane's first one. By all
 * lanes. */
DEVICE void wait_beside(const struct steps_plan &p, const struct share &mine, int count, int first,
                        unsigned steps) {
  const int lane = lane_of_thread();
  for (int n = lane; n < count; n += WARP) {
    const int other = n == lane ? first : list_of_beside(p, mine)[n];
    while (load_word(p.told + other) < steps)
      PAUSE();
  }
  GRID_FENCE();
  __syncwarp();
}

/* --- Time ----------------------------------------------------------------------------------------
 */

/* See ria_clock_buffer() of the runtime. */
DEVICE int buffer_of(int kept, int steps) {
  return steps == 0 ? kept : (kept + 1 + ((steps - 1) & 1)) % RIA_STEPS_BUFFERS;
}

/* Whether the forcing at a time is known. */
DEVICE bool is_covered(const struct steps_plan &p, double time) {
  return p.forcings == 0 || ria_forcing_covers(&p.table, time);
}

/* --- Scalars -----------------------------------------------------------------------------------
 */

/* Of this step and the next. What changes is computed anew for every step, by one warp and little
 * code: long code is slow when it is run once a step, because it has to be fetched each time. */
struct steps_scalars {
  double value[2][MOST_NUMBERS];
};

DEVICE unsigned first_lanes(int count) {
  return count > 0 ? ALL_LANES >> (WARP - count) : 0;
}

/* Fills in what does not change. By all threads of a block. */
DEVICE void begin_scalars(const struct steps_plan &p, struct steps_scalars &scalars) {
  for (int n = static_cast<int>(threadIdx.x); n < p.numbers; n += static_cast<int>(blockDim.x))
    scalars.value[0][n] = scalars.value[1][n] = p.program->binding[n].value;
}

/* Takes what is forced at a time: with known dt the forcing of a step. By a warp. */
template <bool exact>
DEVICE void take_forcing(const struct steps_plan &p, const struct steps_program &program,
                         double *scalars, double time, int step) {
  for (int i = lane_of_thread(); i < program.forceds; i += WARP) {
    const int n = program.forced[i], forcing = program.binding[n].forcing;
    scalars[n] = exact ? ria_forcing_at(&p.table, time, forcing)
                       : p.forcing[(ptrdiff_t)step * p.forcings + forcing];
  }
  __syncwarp();
}

/* Gives their values to those that depend on dt. By a warp. */
DEVICE void give_dt(const struct steps_program &program, double *scalars, double dt) {
  for (int i = lane_of_thread(); i < program.dateds; i += WARP) {
    const int n = program.dated[i];
    const ria_binding &b = program.binding[n];
    scalars[n] = b.from == RIA_BIND_DT ? dt : ria_decayed(b.value, dt);
  }
  __syncwarp();
}

/* Copies the program to the block's memory. By all threads of the block, before they meet. */
DEVICE void copy_program(const struct steps_plan &p, struct steps_program &program) {
  static_assert(sizeof program % sizeof(unsigned) == 0, "it is copied in words");
  const unsigned *const from = reinterpret_cast<const unsigned *>(p.program);
  unsigned *const to = reinterpret_cast<unsigned *>(&program);
  for (size_t n = threadIdx.x; n < sizeof program / sizeof *to; n += blockDim.x)
    to[n] = from[n];
}

/* --- Reports -----------------------------------------------------------------------------------
 */

DEVICE void note_bad_cell(ria_device_steps_report *report, int step, int x, int y) {
  const unsigned long long place =
      (unsigned long long)step << 48 | (unsigned long long)y << 24 | (unsigned)x;
  atomicMax(&report->bad, ~place);
}

/* The largest of a block's numbers, in lane 0 of warp 0. To be called by all threads; ends with a
 * barrier before that. */
template <typename real>
DEVICE real largest_of_block(shared_array<real, STEP_WARPS> &numbers, real value) {
  value = largest_of_warp(value);
  if (lane_of_thread() == 0)
    numbers.set(warp_of_thread(), value);
  __syncthreads();
  if (warp_of_thread() > 0)
    return value;
  const int warps = static_cast<int>(blockDim.x) / WARP;
  return largest_of_warp(lane_of_thread() < warps ? numbers.get(lane_of_thread()) : (real)0);
}

} // namespace

#endif
