/* Equation-independent base of many steps in one launch (face/steps.cu.j2): segments of the
 * domain and their distribution, meetings of blocks, sources of scalars. All blocks of the launch
 * are resident, so that they may wait for each other. The host's part is in steps_launch.cuh. */
#ifndef RIA_CUDA_STEPS_H
#define RIA_CUDA_STEPS_H

#include "device.cuh"
#include "track.cuh"

namespace {

/* Warps of a block at most: as many as leave each the registers that a march needs. */
#ifndef RIA_STEP_WARPS
#define RIA_STEP_WARPS 16
#endif

enum {
  STEP_WARPS = RIA_STEP_WARPS,
  STEP_THREADS = STEP_WARPS * WARP,
  COLUMNS = WARP - 2, /* columns of a segment: the outermost two lanes hold its neighbours' */
  MOST_SIDES = 32,
  MOST_SOURCES = 32,
  MOST_NUMBERS = 256 /* scalars of the kernel, of all sides and of all sources */
};

/* Sides and sources on the device. `first`: index of its first scalar among all. */
struct steps_side {
  int kernel, axis, outward, from, to, first;
  int opening; /* as in ria_segment */
};

struct steps_source {
  const ptrdiff_t *index;
  const double *weight;
  int kernel, count, first;
};

/* Copied to the device before a launch, and to each block's own memory at its start. */
struct steps_program {
  ria_binding binding[MOST_NUMBERS];
  int forced[MOST_NUMBERS],
      dated[MOST_NUMBERS]; /* numbers that come from the forcing, or from dt */
  int forceds, dateds;
  unsigned changing_sides; /* bits: those with such scalars */
  struct steps_side side[MOST_SIDES];
  struct steps_source source[MOST_SOURCES];
};

/* Returns the same number, or pointer, with its origin hidden from the compiler: otherwise values
 * derived from it would be computed early, also for threads that do not need them. */
DEVICE int opaque(int n) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(n));
#endif
  return n;
}

/* To global memory. */
template <typename T> DEVICE T *opaque(T *pointer) {
#ifdef __CUDA_ARCH__
  size_t place = __cvta_generic_to_global(pointer);
  asm volatile("" : "+l"(place));
  return static_cast<T *>(__cvta_global_to_generic(place));
#else
  return pointer;
#endif
}

/* A ghost cell, its edge cell, its side, and the bit of its segment in a block's masks, or -1
 * where that does not matter. */
struct steps_ghost {
  int edge, ghost, side, bit;
};

/* Index of a side's constants. Speculative steps have them for this step and for the next, others
 * for one step only: half 0. */
EITHER int side_in_step(int side, int step) {
  return (step & 1) * MOST_SIDES + side;
}

/* A launch. */
struct steps_plan {
  int nx, ny, pitch, blocks, warps;
  int across, segments; /* segments in a row, and in total */
  int list;             /* segments of a warp at most */
  int preparing;        /* reduction of the share of a warp that prepares the next step, as a
                           cost; */
  int speculating;      /* and of the one that speculates on its rate; */
  int beginning;        /* cost of the start of a march, or 0 where shares are so long that it
                           hardly matters */
  int held, state; /* reals of a lane that a segment stores, and those of its state; */
  int chip;        /* number of segments for which a block has room on the chip */
  int sides, sources, forcings, numbers;
  int steps, base_buffer;
  bool goes_on; /* end of the previous launch: saved_shares.cuh */
  int since;    /* whether that launch did so many steps that all buffers are its own */
  int half;     /* flags of rest: half with those at the start */
  unsigned met; /* numbers of meetings used by earlier launches */
  double dt;
  const double *forcing; /* or, if that is NULL: */
  double few_forcing[RIA_STEPS_FEW];
  ria_forcing_table table;
  ria_pace pace;
  ria_request request;
  ria_device_steps_report *report;
  /* In the scratch memory: */
  unsigned long long *words; /* [2][blocks][2]: see tell() */
  unsigned char *rest;       /* [2][segments]: whether all of a segment's cells rest */
  int *owner;                /* [segments]: the warp that owns it, from 1 */
  unsigned *told;     /* [warps of all blocks]: steps completed by each; see tell_beside() */
  int *beside;        /* [warps of all blocks][4 * list]: the warps with adjacent segments */
  unsigned char *fed; /* [segments]: whether sources feed it */
  struct found *found_by; /* [blocks] */
  int *order; /* [segments]: those that move, then the others; with their properties */
  struct steps_ghost *ghosts; /* [2 * (nx + ny)]: each block's ghost cells, contiguous */
  int *ghosts_listed;         /* how many */
  int *begin; /* [warps of all blocks + 1]: start of each share among segments that move */
  unsigned char *overflow;        /* [blocks][warps * list] stored values of segments */
  unsigned long long *speculated; /* [2][2]: the next step's rate; speculation.cuh */
  unsigned long long *found;      /* [2]: the cell with the largest rate */
  unsigned char *unnoted;         /* [segments]: flags of rest of speculated rows, which are not
                                     read */
  unsigned char *saved_lists;     /* [blocks] bytes_of_segment_lists(): the blocks' memory; */
  struct saved_share *saved_shares; /* [warps of all blocks] */
  unsigned char *woven_state;     /* [RIA_STEPS_BUFFERS] of so many bytes: woven_cells() cells; */
  size_t woven_bytes;
  unsigned char *woven_statics; /* [RIA_STEPS_BUFFERS], each of this number of bytes: woven_cells()
                                   cells; */
  const struct steps_program *program;
  /* The inflow through openings is summed from the states at the faces, recorded for some steps. */
  unsigned char *history; /* [RECORDED_STEPS][2 * (nx + ny)]: the states of an edge cell and of its
                             ghost cell; NULL: no inflow is summed */
  double share[2], left[RIA_AMOUNTS]; /* see ria_device_steps_args.measure */
  ria_flows *flows;
  struct track_plan tracking;
};

enum { RECORDED_STEPS = 16 };

/* Address of the recorded state of a step at the n-th of a block's ghost cells, with `reals`
   numbers. */
template <typename real>
DEVICE real *recorded_face(const struct steps_plan &p, const struct steps_ghost *ghosts, int n, int step,
                       int reals) {
  const ptrdiff_t all = 2 * (static_cast<ptrdiff_t>(p.nx) + p.ny);
  const ptrdiff_t face = (step % RECORDED_STEPS) * all + (ghosts - p.ghosts) + n;
  return reinterpret_cast<real *>(p.history) + face * 2 * reals;
}

/* Number of cells of a woven buffer, and of those before cell (0, 0): rows of ghost cells, and
 * two more, in whole cache lines. */
EITHER int before_woven(const struct steps_plan &p) {
  return (3 * p.pitch / WARP + 1) * WARP;
}

EITHER int woven_cells(const struct steps_plan &p) {
  return before_woven(p) + ((p.ny + 3) * p.pitch / WARP + 1) * WARP;
}

/* --- Segments ----------------------------------------------------------------------------------
 */

/* COLUMNS cells of a row, from x0 on, as far as the domain extends. They are numbered up the
 * domain, then along x: the next one is above, except for the last of a column. */
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

/* Marks the segments that sources feed. Called by all threads of the launch. */
DEVICE void mark_fed(const struct steps_plan &p) {
  const int threads = static_cast<int>(blockDim.x);
  const int first = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  for (int n = 0; n < p.sources; n++)
    for (int e = first; e < p.program->source[n].count; e += p.blocks * threads)
      p.fed[segment_of_cell(p, p.program->source[n].index[e])] = 1;
}

/* --- Meetings ----------------------------------------------------------------------------------
 */

/* A value in two words, each with the number of its meeting, so that no word has to be read
 * together with another. */
DEVICE void store_numbered(unsigned long long *words, unsigned number, double value) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(value);
  const unsigned long long high = (unsigned long long)number << 32;
  store_words(words, high | bits >> 32, high | (bits & 0xffffffffu));
}

DEVICE double value_of_words(unsigned long long high, unsigned long long low) {
  return __longlong_as_double((long long)(high << 32 | (low & 0xffffffffu)));
}

/* Waits for the value of that number. */
DEVICE double load_numbered(const unsigned long long *words, unsigned number) {
  unsigned long long high, low;
  for (;;) {
    load_words(words, high, low);
    if ((high >> 32 == number) & (low >> 32 == number))
      return value_of_words(high, low);
    PAUSE();
  }
}

/* Further news of a block: a cell went bad; a resting segment has woken. */
enum { WENT_WRONG = 1, WOKE = 2 };

/* A block announces that it has reached a meeting, with a number (NaN for none) and the news
 * above (bits). Meetings alternate between two sets of words: a block can be one meeting ahead of
 * another, never two. Called by one thread. */
DEVICE void tell(const struct steps_plan &p, unsigned meeting, double value, unsigned news) {
  store_numbered(p.words + 2 * ((meeting & 1u) * p.blocks + blockIdx.x), 4 * meeting + news, value);
}

/* Waits until all blocks have announced; returns the largest of their numbers, and all news.
 * Unless it is `fenced`, no other writes of theirs may be read afterwards. Called by all lanes of a
 * warp. */
template <bool fenced>
DEVICE double hear(const struct steps_plan &p, unsigned meeting, unsigned &news) {
  enum { AT_ONCE = 5 }; /* 160 blocks: requests in flight together */
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
          (high[n] >> 34 == meeting) & (low[n] >> 34 == meeting);
      if (here)
        break;
      PAUSE();
    }
    UNROLL for (int n = 0; n < AT_ONCE; n++) {
      any |= high[n];
      const double value = value_of_words(high[n], low[n]);
      largest = value > largest ? value : largest;
    }
  }
  if (fenced) {
    __syncwarp(); /* together: lanes that arrive one by one would fence one by one */
    GRID_FENCE();
  }
  news = 0;
  UNROLL for (int bit = 0; bit < 2; bit++) news |=
      __any_sync(ALL_LANES, (any >> 32 >> bit & 1) != 0) ? 1u << bit : 0;
  return largest_of_warp(largest);
}

/* Makes all writes of a block visible to others that learn of the meeting. Called by all
   threads. */
DEVICE void meet(const struct steps_plan &p, unsigned meeting) {
  __syncthreads();
  if (warp_of_thread() == 0) {
    if (lane_of_thread() == 0) {
      GRID_FENCE();
      tell(p, meeting, 0, 0);
    }
    unsigned news;
    (void)hear<true>(p, meeting, news);
  }
  __syncthreads();
}

/* --- Time ----------------------------------------------------------------------------------------
 */

/* See ria_clock_buffer() of the runtime. */
EITHER int buffer_of(int base, int steps) {
  return steps == 0 ? base : (base + 1 + ((steps - 1) & 1)) % RIA_STEPS_BUFFERS;
}

/* Whether the forcing at a time is known. */
DEVICE bool is_covered(const struct steps_plan &p, double time) {
  return p.forcings == 0 || ria_forcing_covers(&p.table, time);
}

/* --- Scalars -----------------------------------------------------------------------------------
 */

/* For this step and the next. Changing values are recomputed for every step, by one warp with
 * little code: long code that runs once a step is slow, because it is fetched each time. */
struct steps_scalars {
  double value[2][MOST_NUMBERS];
};

DEVICE unsigned first_lanes(int count) {
  return count > 0 ? ALL_LANES >> (WARP - count) : 0;
}

/* Fills in constant values. Called by all threads of a block. */
DEVICE void begin_scalars(const struct steps_plan &p, struct steps_scalars &scalars) {
  for (int n = static_cast<int>(threadIdx.x); n < p.numbers; n += static_cast<int>(blockDim.x))
    scalars.value[0][n] = scalars.value[1][n] = p.program->binding[n].value;
}

/* Computes the values forced at a time: with known dt the forcing of a step. Called by a warp. */
template <bool exact>
DEVICE void take_forcing(const struct steps_plan &p, const struct steps_program &program,
                         double *scalars, double time, int step) {
  for (int i = lane_of_thread(); i < program.forceds; i += WARP) {
    const int n = program.forced[i], forcing = program.binding[n].forcing;
    const ptrdiff_t at = (ptrdiff_t)step * p.forcings + forcing;
    scalars[n] = exact       ? ria_forcing_at(&p.table, time, forcing)
                 : p.forcing ? p.forcing[at]
                             : p.few_forcing[at];
  }
  __syncwarp();
}

/* Computes the values that depend on dt. Called by a warp. */
DEVICE void give_dt(const struct steps_program &program, double *scalars, double dt) {
  for (int i = lane_of_thread(); i < program.dateds; i += WARP) {
    const int n = program.dated[i];
    const ria_binding &b = program.binding[n];
    scalars[n] = b.from == RIA_BIND_DT ? dt : ria_decayed(b.value, dt);
  }
  __syncwarp();
}

/* Copies the program to the block's memory. Called by all threads of the block, before a
   barrier. */
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

/* Records the largest of a warp's numbers, and returns that of the block's after a barrier of its
 * threads. Called by all lanes. */
template <typename real> DEVICE void note_rate(shared_array<real, STEP_WARPS> &rates, real rate) {
  rate = largest_of_warp(rate);
  if (lane_of_thread() == 0)
    rates.set(warp_of_thread(), rate);
}

template <typename real>
DEVICE real largest_noted(const struct steps_plan &p, shared_array<real, STEP_WARPS> &rates) {
  return largest_of_warp(lane_of_thread() < p.warps ? rates.get(lane_of_thread()) : (real)0);
}

} // namespace

#endif
