/* A warp's list of segments in many steps in one launch: what is known of each, how it marches up
 * them, which ones it passes over. */
#ifndef RIA_CUDA_SEGMENT_LISTS_H
#define RIA_CUDA_SEGMENT_LISTS_H

#include "steps.cuh"

namespace {

/* A warp's segments, in the block's memory: number n of warp w is entry n * warps + w. Those that
 * move come first, so that every warp has as many, side by side up the domain where that is
 * possible. */
struct list_entry {
  int place;       /* of the lowest lane's cell */
  unsigned number; /* its number from bit ID_SHIFT on, and below it what is known of it */
};

enum {
  FED = 1,
  WHOLE_ROW = 2,  /* its own faces were last computed by the whole code; */
  WHOLE_LEAD = 4, /* the low y ones before a march */
  GOES_ON = 8,    /* the next entry lies above */
  AT_HIGH_X = 16,
  AT_LOW_Y = 32, /* these two are not known of speculated rows */
  AT_HIGH_Y = 64,
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

/* What is known of a segment: that it rests; that its neighbours do, of which ghost cells are none;
 * that it and all of them do, ghost cells or not. */
enum { HERE, LOW_X, HIGH_X, LOW_Y, HIGH_Y, LYING_STILL, AROUND };

/* Bits: of 32 segments of a warp, from a number on that is a multiple of 32. */
struct share_masks {
  unsigned *passed;         /* those that were passed over in the last step, */
  unsigned *since;          /* in all steps of this launch, */
  unsigned *before;         /* and in all of the one before */
  unsigned *awake;          /* those with ghost cells that do not rest; */
  unsigned *twice;          /* those that were passed over in the last two; */
  unsigned *around;         /* what is known of them, see AROUND */
  int next;                 /* from one of AROUND to the next */
  unsigned *awake_of_block; /* all warps' */
};

EITHER size_t groups_of_segment_lists(const struct steps_plan &p) {
  return static_cast<size_t>((p.list + WARP - 1) / WARP) * static_cast<size_t>(p.warps);
}

/* Of a block's lists and their masks. */
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

/* What is known before the first step of what has been passed over: `goes_on`: what the launch
 * before has left, where all buffers are its own. By all lanes. */
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

/* Of 32 segments, those that are in the buffer that a step writes as they were when it begins. */
DEVICE unsigned known_before(const struct share_masks &masks, int at, int step) {
  return step == 0   ? masks.before[at]
         : step == 1 ? masks.before[at] & masks.passed[at]
                     : masks.passed[at];
}

/* Notes which have been passed over; `exact`: these steps know one buffer alone. By all lanes, who
 * say the same. */
template <bool exact>
DEVICE void note_passed(const struct share_masks &masks, int at, int step, unsigned still,
                        bool again) {
  const unsigned since = exact || step == 0 ? still : masks.since[at] & still;
  const unsigned twice = again ? masks.twice[at] : masks.passed[at] & still;
  __syncwarp(); /* all have read what was passed before */
  masks.twice[at] = twice;
  masks.passed[at] = still;
  if (!exact)
    masks.since[at] = since;
  __syncwarp();
}

/* The slot of a warp's n-th segment among those of the block: those that move come first. */
DEVICE int slot_of_share(const struct share &mine, int n) {
  return n < mine.moving ? mine.first + n : mine.first_still + n - mine.moving;
}

/* Where a warp's lane has what a slot holds on the chip; its state there; and in the scratch memory
 * what has no room on the chip. */
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

/* The lanes' cells of a segment of some domain: a row's last one is shorter. On the high x side of
 * the domain's ghost cells there is none, and that is taken. */
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

/* What a list says of a segment. */
DEVICE struct list_entry entry_of(const struct steps_plan &p, int id) {
  const int column = id / p.ny, y = id - column * p.ny;
  const unsigned edges = (column == p.across - 1 ? (unsigned)AT_HIGH_X : 0) |
                         (y == 0 ? (unsigned)AT_LOW_Y : 0) |
                         (y == p.ny - 1 ? (unsigned)AT_HIGH_Y : 0);
  return {y * p.pitch + column * COLUMNS - 1, static_cast<unsigned>(id) << ID_SHIFT | edges};
}

/* Whether what lies in a direction of a segment are ghost cells. */
DEVICE bool is_ghost(const struct steps_plan &p, const struct list_entry &e, int direction) {
  return direction == LOW_X    ? id_of(e) < p.ny
         : direction == HIGH_X ? (e.number & AT_HIGH_X) != 0
         : direction == LOW_Y  ? (e.number & AT_LOW_Y) != 0
                               : direction == HIGH_Y && (e.number & AT_HIGH_Y);
}

/* Whether a segment and its neighbours rest, all but ghost cells. */
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

/* Then a step leaves it as it is. */
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
 * what does not rest is looked at: on the executor so often that tests of a few steps see it done.
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
 * a bit each. What it has come to is told by few numbers, for they change in each row. */
template <typename real> struct march {
  int first, at;          /* `at`: the lane's cell of the row that it has come to */
  bool own;               /* whether that is the segment's own */
  unsigned row, last;     /* that row's bit, and the last one's; */
  bool more;              /* whether the march goes on after it */
  unsigned whole, looked; /* the ones that the whole code computes; that are looked at, see above */
  real rate;              /* the largest of the lane's cells, its own or not */
};

template <typename real> DEVICE int rows_of(const struct march<real> &m) {
  return __ffs(static_cast<int>(m.last));
}

/* The number in the list of the row that a march has come to: found only where it is needed. */
template <typename real> DEVICE int number_of_row(const struct march<real> &m) {
  return m.first + __ffs(static_cast<int>(opaque(static_cast<int>(m.row)))) - 1;
}

/* The same where the number is known. */
DEVICE int number_of_row(int n) {
  return opaque(n);
}

/* What the list says of a march's next rows, from number `first` on. None of those in `skipped`
 * (bits from there on) is among them. By all lanes. */
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

/* The number after n of those that move and of the others that were not passed over. */
DEVICE int next_of_share(const struct share &mine, const struct share_masks &masks, int n) {
  for (n++; n >= mine.moving && n < mine.all; n = (n / WARP + 1) * WARP) {
    const unsigned awake = ~masks.passed[n / WARP * mine.warps] >> n % WARP;
    if (awake)
      return n + __ffs(static_cast<int>(awake)) - 1;
  }
  return n;
}

/* Of up to 32 of a warp's segments that do not move, from number `group` on: which ones lie still,
 * and what is known to rest. By all lanes. */
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

/* Whether something is known of the segment with a number among 32. */
DEVICE bool is_known(const struct share_masks &masks, int mask, int number, int what) {
  return masks.around[what * masks.next + mask] >> number & 1u;
}

/* Of 32 segments from a number on, those that do not move. */
DEVICE unsigned others_of_group(const struct share &mine, int group) {
  return first_lanes(mine.all - group < WARP ? mine.all - group : (int)WARP) &
         ~first_lanes(mine.moving - group);
}

} // namespace

#endif
