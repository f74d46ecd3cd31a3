/* A warp's list of segments in many steps in one launch: the properties of each, the warp's march
 * up them, and the skipped ones. */
#ifndef RIA_CUDA_SEGMENT_LISTS_H
#define RIA_CUDA_SEGMENT_LISTS_H

#include "steps.cuh"

namespace {

/* A warp's segments, in the block's memory: number n of warp w is entry n * warps + w. Segments
 * that move come first, so that every warp has the same number of them, adjacent up the domain
 * where possible. */
struct list_entry {
  int place;       /* offset of the lowest lane's cell */
  unsigned number; /* its number from bit ID_SHIFT on, and below that its properties */
};

enum {
  FED = 1,
  WHOLE_ROW = 2,  /* its own faces were last computed by the whole code; */
  WHOLE_LEAD = 4, /* its low y faces, before a march */
  GOES_ON = 8,    /* the next entry lies above */
  AT_HIGH_X = 16,
  AT_LOW_Y = 32, /* the last two are not set for speculated rows */
  AT_HIGH_Y = 64,
  AWAKE = 128, /* it does not rest, according to both halves of the flags */
  ID_SHIFT = 8
};

struct share {
  struct list_entry *list; /* of the block */
  int warp, warps, moving, all;
  int first, first_still; /* slots of the block, see slot_of_share() */
  int on_chip;            /* number of these with values on the chip, */
  int with_state;         /* and with the state next to them */
  int owner;              /* the warp's number in the launch, from 1 */
};

/* Rest of a segment: of itself; of its neighbours (ghost cells count as not resting); of itself
 * and all of them, with or without ghost cells. */
enum { HERE, LOW_X, HIGH_X, LOW_Y, HIGH_Y, LYING_STILL, AROUND };

/* Bit masks for 32 segments of a warp, from a multiple of 32 on. */
struct share_masks {
  unsigned *passed;         /* segments skipped in the last step, */
  unsigned *since;          /* in all steps of this launch, */
  unsigned *before;         /* and in all of the previous one */
  unsigned *awake;          /* segments with ghost cells that do not rest; */
  unsigned *twice;          /* segments skipped in the last two steps; */
  unsigned *around;         /* known neighbours at rest, see AROUND */
  int next;                 /* stride from one direction of AROUND to the next */
  unsigned *awake_of_block; /* all warps' */
};

EITHER size_t groups_of_segment_lists(const struct steps_plan &p) {
  return static_cast<size_t>((p.list + WARP - 1) / WARP) * static_cast<size_t>(p.warps);
}

/* The lists of a block and their masks. */
EITHER size_t bytes_of_segment_lists(const struct steps_plan &p) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  return (entries * sizeof(struct list_entry) + 11 * groups_of_segment_lists(p) * sizeof(unsigned) +
          15) /
         16 * 16;
}

DEVICE struct share_masks masks_of_share(const struct steps_plan &p, unsigned char *chip,
                                         const struct share &mine) {
  const size_t entries = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  const size_t groups = groups_of_segment_lists(p);
  unsigned *const masks =
      reinterpret_cast<unsigned *>(chip + entries * sizeof(struct list_entry)) + mine.warp;
  return {masks,
          masks + groups,
          masks + 2 * groups,
          masks + 3 * groups,
          masks + 4 * groups,
          masks + 5 * groups,
          static_cast<int>(groups),
          masks + 3 * groups - mine.warp};
}

/* Sets the masks of skipped segments before the first step. `goes_on`: from the previous launch,
 * if all buffers are this one's. Called by all lanes. */
DEVICE void begin_masks(const struct steps_plan &p, const struct share &mine,
                        const struct share_masks &masks, bool goes_on) {
  for (int group = lane_of_thread(); group * WARP < mine.all; group += WARP) {
    const int at = group * mine.warps;
    masks.before[at] = goes_on && p.since ? masks.since[at] : 0;
    if (!goes_on)
      masks.passed[at] = masks.since[at] = masks.twice[at] = 0;
    masks.awake[at] = 0;
  }
  __syncwarp();
}

/* For 32 segments: those with the same content in the buffer that a step writes as at its start. */
DEVICE unsigned known_before(const struct share_masks &masks, int at, int step) {
  return step == 0   ? masks.before[at]
         : step == 1 ? masks.before[at] & masks.passed[at]
                     : masks.passed[at];
}

/* Records which segments were skipped; `exact`: these steps use one buffer only. Called by all
 * lanes, with equal arguments. */
template <bool exact>
DEVICE void note_passed(const struct share_masks &masks, int at, int step, unsigned still,
                        bool again) {
  const unsigned since = exact || step == 0 ? still : masks.since[at] & still;
  const unsigned twice = again ? masks.twice[at] : masks.passed[at] & still;
  __syncwarp(); /* all have read the previous mask */
  masks.twice[at] = twice;
  masks.passed[at] = still;
  if (!exact)
    masks.since[at] = since;
  __syncwarp();
}

/* The slot of a warp's n-th segment among those of the block: segments that move come first. */
DEVICE int slot_of_share(const struct share &mine, int n) {
  return n < mine.moving ? mine.first + n : mine.first_still + n - mine.moving;
}

/* The address at which a warp's lane keeps the values of a slot on the chip; its state there; and
 * in the scratch memory those without room on the chip. */
template <typename real>
DEVICE real *chip_values(const struct steps_plan &p, unsigned char *chip, int slot) {
  return reinterpret_cast<real *>(chip + bytes_of_segment_lists(p)) + slot * (p.held * WARP) +
         lane_of_thread();
}

template <typename real>
DEVICE real *chip_state(const struct steps_plan &p, unsigned char *chip, const struct share &mine,
                        int slot) {
  return reinterpret_cast<real *>(chip + bytes_of_segment_lists(p)) +
         (mine.on_chip * p.held + slot * p.state) * WARP + lane_of_thread();
}

template <typename real> DEVICE real *overflow_values(const struct steps_plan &p, int slot) {
  const size_t before = static_cast<size_t>(blockIdx.x) * static_cast<size_t>(p.list * p.warps);
  return reinterpret_cast<real *>(p.overflow) +
         (before + static_cast<size_t>(slot)) * static_cast<size_t>(p.held * WARP) +
         lane_of_thread();
}

/* The lanes' cells of a segment: a row's last segment is shorter. Beyond the ghost cells on the
 * high x side there is no cell, and the last one is used. */
DEVICE int place_of_lane(const struct steps_plan &p, const struct list_entry &e) {
  const int lane = lane_of_thread(), last = p.nx - (p.across - 1) * COLUMNS + 1;
  return e.place + (e.number & AT_HIGH_X && lane > last ? last : lane);
}

/* Whether the lane's cell of a segment is its own and not a neighbour's. */
DEVICE bool has_own(const struct steps_plan &p, const struct list_entry &e) {
  const int own = e.number & AT_HIGH_X ? p.nx - (p.across - 1) * COLUMNS : (int)COLUMNS;
  return static_cast<unsigned>(lane_of_thread() - 1) < static_cast<unsigned>(own);
}

DEVICE int id_of(const struct list_entry &e) {
  return static_cast<int>(e.number >> ID_SHIFT);
}

/* The properties of a segment in the list. */
DEVICE struct list_entry entry_of(const struct steps_plan &p, int id) {
  const int column = id / p.ny, y = id - column * p.ny;
  const unsigned edges = (column == p.across - 1 ? (unsigned)AT_HIGH_X : 0) |
                         (y == 0 ? (unsigned)AT_LOW_Y : 0) |
                         (y == p.ny - 1 ? (unsigned)AT_HIGH_Y : 0);
  return {y * p.pitch + column * COLUMNS - 1, static_cast<unsigned>(id) << ID_SHIFT | edges};
}

/* Whether the cells in a direction of a segment are ghost cells. */
DEVICE bool is_ghost(const struct steps_plan &p, const struct list_entry &e, int direction) {
  return direction == LOW_X    ? id_of(e) < p.ny
         : direction == HIGH_X ? (e.number & AT_HIGH_X) != 0
         : direction == LOW_Y  ? (e.number & AT_LOW_Y) != 0
                               : direction == HIGH_Y && (e.number & AT_HIGH_Y);
}

/* Whether a segment and its neighbours rest, ghost cells excluded. */
struct flags {
  unsigned of[LYING_STILL];
};

DEVICE struct flags flags_around(const struct steps_plan &p, const unsigned char *rest,
                                 const struct list_entry &e) {
  const int id = id_of(e), low_x = id >= p.ny ? id - p.ny : id;
  const int high_x = e.number & AT_HIGH_X ? id : id + p.ny;
  const int low_y = e.number & AT_LOW_Y ? id : id - 1;
  const int high_y = e.number & AT_HIGH_Y ? id : id + 1;
  return {{FRESH(rest + id), FRESH(rest + low_x), FRESH(rest + high_x), FRESH(rest + low_y),
           FRESH(rest + high_y)}};
}

/* Whether a step leaves the segment unchanged. */
DEVICE bool lies_still(const struct steps_plan &p, const unsigned char *rest,
                       const struct list_entry &e) {
  const struct flags f = flags_around(p, rest, e);
  return (f.of[HERE] & f.of[LOW_X] & f.of[HIGH_X] & f.of[LOW_Y] & f.of[HIGH_Y]) != 0;
}

DEVICE struct list_entry entry_of_share(const struct share &mine, int n) {
  return mine.list[n * mine.warps + mine.warp];
}

DEVICE struct segment segment_of_share(const struct steps_plan &p, const struct share &mine,
                                       int n) {
  const int id = id_of(entry_of_share(mine, n));
  return segment_of(p, id, id / p.ny);
}

/* Sets or clears a property of the n-th segment: WHOLE_ROW and WHOLE_LEAD mean that the next
 * steps do not try the usual code. Called by all lanes of the warp. */
DEVICE void note_of_share(const struct share &mine, int n, unsigned bit, bool so) {
  __syncwarp();
  unsigned &number = mine.list[n * mine.warps + mine.warp].number;
  if (lane_of_thread() == 0)
    number = (number & ~bit) | (so ? bit : 0);
  __syncwarp();
}

/* Interval, in steps, at which the usual code is tried again for segments that needed the whole
 * code, and segments that move are checked for rest: short on the executor, so that tests of a few
 * steps include it.
 */
#ifdef __CUDACC__
enum { TRIED_AGAIN = 32 };
#else
enum { TRIED_AGAIN = 3 };
#endif

DEVICE bool is_tried_again(const struct steps_plan &p, int step, int n) {
  return (step + static_cast<int>(p.met) + n) % TRIED_AGAIN == 0;
}

/* A warp's march up its segments: up to 32 rows, from number `first` of its list up along y, with
 * a bit each. Its position is stored in few numbers, because they change in each row. */
template <typename real> struct march {
  int first, at;          /* `at`: the lane's cell of the current row */
  bool own;               /* whether that cell is the segment's own */
  unsigned row, last;     /* that row's bit, and the last one's; */
  bool more;              /* whether the march continues after it */
  unsigned whole, looked; /* rows computed by the whole code; rows that are checked, see above */
  real rate;              /* largest rate of the lane's cells, its own or not */
};

template <typename real> DEVICE int rows_of(const struct march<real> &m) {
  return __ffs(static_cast<int>(m.last));
}

/* The number in the list of a march's current row: computed only where it is needed. */
template <typename real> DEVICE int number_of_row(const struct march<real> &m) {
  return m.first + __ffs(static_cast<int>(opaque(static_cast<int>(m.row)))) - 1;
}

/* The same if the number is known. */
DEVICE int number_of_row(int n) {
  return opaque(n);
}

/* The properties of a march's next rows, from number `first` on, without those in `skipped` (bits
 * from there on). Called by all lanes. */
template <typename real>
DEVICE void look_ahead_of(const struct steps_plan &p, const struct share &mine,
                          struct march<real> &m, int end, unsigned skipped, int step) {
  const int lane = lane_of_thread(), n = m.first + lane;
  const bool is_there = n < end, again = is_tried_again(p, step, n);
  const unsigned number = is_there ? entry_of_share(mine, n).number : 0;
  const unsigned going =
      __ballot_sync(ALL_LANES, n + 1 < end && (number & GOES_ON) && !(skipped >> lane >> 1 & 1));
  m.more = going == ALL_LANES;
  m.last = m.more ? 1u << (WARP - 1) : ~going & (going + 1);
  m.row = 1;
  m.whole = __ballot_sync(ALL_LANES, (number & WHOLE_ROW) && !again);
  m.looked = __ballot_sync(ALL_LANES, !(number & AWAKE) || again);
}

/* The next number after n among segments that move, and others that were not skipped. */
DEVICE int next_of_share(const struct share &mine, const struct share_masks &masks, int n) {
  for (n++; n >= mine.moving && n < mine.all; n = (n / WARP + 1) * WARP) {
    const unsigned awake = ~masks.passed[n / WARP * mine.warps] >> n % WARP;
    if (awake)
      return n + __ffs(static_cast<int>(awake)) - 1;
  }
  return n;
}

/* Finds those of up to 32 segments of a warp that do not move, from number `group` on, that are
 * unchanged, and those known to rest. Called by all lanes. */
DEVICE void look_around(const struct steps_plan &p, const struct share &mine,
                        const struct share_masks &masks, const unsigned char *rest, int group) {
  const int n = group + lane_of_thread(), mask = group / WARP * mine.warps;
  const bool is_there = n >= mine.moving && n < mine.all;
  const struct list_entry entry = entry_of_share(mine, is_there ? n : group);
  const struct flags flags = flags_around(p, rest, entry);
  unsigned still = ALL_LANES;
  UNROLL for (int i = 0; i < LYING_STILL; i++) {
    const bool rests = is_there && flags.of[i] != 0;
    still &= __ballot_sync(ALL_LANES, rests);
    masks.around[i * masks.next + mask] = __ballot_sync(ALL_LANES, rests && !is_ghost(p, entry, i));
  }
  masks.around[LYING_STILL * masks.next + mask] = still;
  __syncwarp();
}

/* Whether a property of the segment with a number among 32 is set. */
DEVICE bool is_known(const struct share_masks &masks, int mask, int number, int what) {
  return masks.around[what * masks.next + mask] >> number & 1u;
}

/* The segments that do not move, among 32 from a number on. */
DEVICE unsigned others_of_group(const struct share &mine, int group) {
  return first_lanes(mine.all - group < WARP ? mine.all - group : (int)WARP) &
         ~first_lanes(mine.moving - group);
}

} // namespace

#endif
