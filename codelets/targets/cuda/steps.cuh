/* What many steps in one launch stand on (face/steps.cu.j2), of whatever equations: segments of the
 * domain and who has them, how blocks meet, where scalars come from. All blocks of the launch are
 * resident, so that they may wait for each other. The host's part is in steps_launch.cuh. */
#ifndef RIA_CUDA_STEPS_H
#define RIA_CUDA_STEPS_H

#include "device.cuh"
#include "track.cuh"

namespace {

/* Warps of a block at most: as many as have the registers that a march takes. */
#ifndef RIA_STEP_WARPS
#define RIA_STEP_WARPS 16
#endif

enum {
  STEP_WARPS = RIA_STEP_WARPS,
  STEP_THREADS = STEP_WARPS * WARP,
  COLUMNS = WARP - 2, /* of a segment: the outermost two lanes are its neighbours' */
  MOST_SIDES = 32,
  MOST_SOURCES = 32,
  MOST_NUMBERS = 256 /* scalars of the kernel, of all sides and of all sources */
};

/* Sides and sources as the device has them. `first`: where its scalars begin among all. */
struct steps_side {
  int kernel, axis, outward, from, to, first;
  int opening; /* as of ria_segment */
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

/* The same number, or pointer, of which a compiler knows nothing: what is made of it is not made
 * before, on the way of those who do not need it. */
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

/* A ghost cell beside an edge cell, the side it is of, and the bit of its segment among a block's
 * masks, or -1 where that does not matter. */
struct steps_ghost {
  int edge, ghost, side, bit;
};

/* Where a side's constants are. Speculative steps have them of this step and of the next, others of one
 * alone: half 0. */
EITHER int side_in_step(int side, int step) {
  return (step & 1) * MOST_SIDES + side;
}

/* A launch. */
struct steps_plan {
  int nx, ny, pitch, blocks, warps;
  int across, segments; /* segments in a row, and in all */
  int list;             /* segments of a warp at most */
  int preparing;        /* what a warp that prepares the next step has less of, as a cost; */
  int speculating;      /* and the one that speculates on its rate; */
  int beginning;        /* what a march begins with costs, or 0 where shares are so long that it hardly counts */
  int held, state; /* reals of a lane that a segment holds, and those of its state; */
  int chip;        /* for how many a block has room on the chip */
  int sides, sources, forcings, numbers;
  int steps, base_buffer;
  bool goes_on; /* where the launch before ended: saved_shares.cuh */
  int since;    /* of that launch: whether it made so many steps that all buffers are its own */
  int half;     /* of the flags of what rests: where those of the beginning are */
  unsigned met; /* numbers of meetings that other launches have used */
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
  int *owner;                /* [segments]: the warp that has it, from 1 on */
  unsigned *told;     /* [warps of all blocks]: how many steps each has made; see tell_beside() */
  int *beside;        /* [warps of all blocks][4 * list]: the warps that have segments beside its */
  unsigned char *fed; /* [segments]: whether sources feed it */
  struct found *found_by; /* [blocks] */
  int *order; /* [segments]: those that move, then the others; with what is known of them */
  struct steps_ghost *ghosts; /* [2 * (nx + ny)]: each block's side by side */
  int *ghosts_listed;         /* how many */
  int *begin; /* [warps of all blocks + 1]: where the share of each begins among those that move */
  unsigned char *overflow;        /* [blocks][warps * list] segments' held values */
  unsigned long long *speculated; /* [2][2]: the next step's rate; speculation.cuh */
  unsigned long long *found;      /* [2]: the cell that had the largest */
  unsigned char *unnoted;         /* [segments]: what rests of speculated rows, which nobody reads */
  unsigned char *saved_lists;     /* [blocks] bytes_of_segment_lists(): the blocks' memory; */
  struct saved_share *saved_shares; /* [warps of all blocks] */
  unsigned char *woven_state;     /* [RIA_STEPS_BUFFERS] of so many bytes: woven_cells() cells; */
  size_t woven_bytes;
  unsigned char *woven_statics; /* [statics][woven_cells()] */
  const struct steps_program *program;
  /* The inflow through openings is added up from the states at the faces, recorded for some steps. */
  unsigned char *history; /* [RECORDED_STEPS][2 * (nx + ny)]: the states of an edge cell and of its ghost
                             cell; NULL: nothing is added up */
  double share[2], left[RIA_AMOUNTS]; /* see ria_device_steps_args.measure */
  ria_flows *flows;
  struct track_plan tracking;
};

enum { RECORDED_STEPS = 16 };

/* Where a step's state at the n-th of a block's ghost cells is recorded, `reals` of a cell's state. */
template <typename real>
DEVICE real *recorded_face(const struct steps_plan &p, const struct steps_ghost *ghosts, int n, int step,
                       int reals) {
  const ptrdiff_t all = 2 * (static_cast<ptrdiff_t>(p.nx) + p.ny);
  const ptrdiff_t face = (step % RECORDED_STEPS) * all + (ghosts - p.ghosts) + n;
  return reinterpret_cast<real *>(p.history) + face * 2 * reals;
}

/* Cells of a woven buffer, and how many there are before cell (0, 0): rows of ghost cells, and two
 * beyond them, in whole lines of a cache. */
EITHER int before_woven(const struct steps_plan &p) {
  return (3 * p.pitch / WARP + 1) * WARP;
}

EITHER int woven_cells(const struct steps_plan &p) {
  return before_woven(p) + ((p.ny + 3) * p.pitch / WARP + 1) * WARP;
}

/* --- Segments ----------------------------------------------------------------------------------
 */

/* COLUMNS cells of a row, from x0 on, as far as the domain has them. They are numbered up the
 * domain, then along x: the next one lies above, but for the last of a column of them. */
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

/* A value in two words, each with a number that tells which one it is of, so that neither need be
 * read together with anything. */
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

/* What else a block tells: something went wrong; something that rested does not any more. */
enum { WENT_WRONG = 1, WOKE = 2 };

/* A block tells the others that it has come to a meeting, a number, which none of has NaN, and
 * what of the above is so (bits). Meetings take turns in two sets of words: a block can be one
 * meeting ahead of another, never two. By one thread. */
DEVICE void tell(const struct steps_plan &p, unsigned meeting, double value, unsigned news) {
  store_numbered(p.words + 2 * ((meeting & 1u) * p.blocks + blockIdx.x), 4 * meeting + news, value);
}

/* Waits until all blocks have told; the largest of their numbers, and all their news. Unless it is
 * `fenced`, nothing else that they wrote may be read afterwards. By all lanes of a warp. */
template <bool fenced>
DEVICE double hear(const struct steps_plan &p, unsigned meeting, unsigned &news) {
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
    __syncwarp(); /* together: lanes that come one by one would fence one by one */
    GRID_FENCE();
  }
  news = 0;
  UNROLL for (int bit = 0; bit < 2; bit++) news |=
      __any_sync(ALL_LANES, (any >> 32 >> bit & 1) != 0) ? 1u << bit : 0;
  return largest_of_warp(largest);
}

/* All that a block has written is there for the others who hear of the meeting. By all threads. */
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
    const ptrdiff_t at = (ptrdiff_t)step * p.forcings + forcing;
    scalars[n] = exact       ? ria_forcing_at(&p.table, time, forcing)
                 : p.forcing ? p.forcing[at]
                             : p.few_forcing[at];
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

/* Notes the largest of a warp's numbers, and finds that of the block's once its threads have met.
 * By all lanes. */
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
