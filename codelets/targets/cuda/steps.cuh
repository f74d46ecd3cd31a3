/* What many steps in one launch stand on (face/steps.cu.j2), of whatever equations: pieces of the
 * domain and who has them, how blocks meet, where scalars come from. All blocks of the launch are
 * resident, so that they may wait for each other. */
#ifndef RIA_CUDA_STEPS_H
#define RIA_CUDA_STEPS_H

#include "device.cuh"
#include <string.h>

namespace {

enum {
  STEP_WARPS = 16, /* of a block */
  STEP_THREADS = STEP_WARPS * WARP,
  COLUMNS = WARP - 2,            /* of a piece: the outermost two lanes are its neighbours' */
  MOST_PIECES = 32 * STEP_WARPS, /* of a block: a lane for each of a warp's */
  MOST_SIDES = 32,
  MOST_SOURCES = 32,
  MOST_NUMBERS = 512 /* scalars of the kernel, of all sides and of all sources */
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

/* A launch. Pieces are numbered from the south-west, row by row of pieces. */
struct steps_plan {
  int nx, ny, pitch, blocks;
  int across, rows, pieces;
  int list, on_chip; /* pieces of a block at most; those whose held values lie on the chip */
  int piece_reals;   /* held values of a piece */
  int sides, sources, forcings, numbers;
  int steps, kept;
  double dt;
  const double *forcing;
  ria_forcing_table table;
  ria_pace pace;
  ria_request request;
  ria_device_steps_report *report;
  /* In the scratch memory: */
  unsigned long long *words;  /* [2][blocks][2]: see tell() */
  unsigned char *rest;        /* [2][pieces]: whether all of a piece's cells rest */
  unsigned char *fed;         /* [pieces]: whether sources feed it */
  unsigned char *overflow;    /* [blocks][list - on_chip] pieces of held values */
  const ria_binding *binding; /* [numbers] */
  const struct steps_side *side;
  const struct steps_source *source;
};

/* --- Pieces ------------------------------------------------------------------------------------
 */

struct piece {
  int id, x0, y0, y1; /* its own columns are [x0, x0 + COLUMNS), as far as the domain has them */
  bool west, east, south, north; /* whether it touches these sides */
};

DEVICE struct piece piece_of(const struct steps_plan &p, int id) {
  struct piece s;
  const int column = id % p.across, row = id / p.across;
  s.id = id;
  s.x0 = column * COLUMNS;
  s.y0 = row * p.rows;
  s.y1 = s.y0 + p.rows < p.ny ? s.y0 + p.rows : p.ny;
  s.west = column == 0, s.east = column == p.across - 1;
  s.south = row == 0, s.north = s.y1 == p.ny;
  return s;
}

DEVICE bool at_side(const struct piece &s) {
  return s.west | s.east | s.south | s.north;
}

DEVICE int piece_of_cell(const struct steps_plan &p, ptrdiff_t index) {
  const int at = static_cast<int>(index), y = at / p.pitch, x = at - y * p.pitch;
  return y / p.rows * p.across + x / COLUMNS;
}

/* Whether a piece and its neighbours rest, all but ghost cells: then a step leaves it as it is. */
DEVICE bool lies_still(const struct steps_plan &p, const unsigned char *rest, int id) {
  const int column = id % p.across;
  const int west = column > 0 ? id - 1 : id, east = column < p.across - 1 ? id + 1 : id;
  const int south = id >= p.across ? id - p.across : id;
  const int north = id + p.across < p.pieces ? id + p.across : id;
  return FRESH(rest + id) & FRESH(rest + west) & FRESH(rest + east) & FRESH(rest + south) &
         FRESH(rest + north);
}

typedef shared_array<int, MOST_PIECES> piece_list;
typedef shared_array<int, STEP_WARPS> numbers_of_warps;

/* Deals the pieces out to the blocks in turn: first those that move, so that every block has as
 * many, then those that lie still. Every block finds its own; how many they are. To be called by
 * all threads. */
DEVICE int deal_pieces(const struct steps_plan &p, piece_list &list, numbers_of_warps &counts) {
  const int block = static_cast<int>(blockIdx.x), threads = static_cast<int>(blockDim.x);
  const int lane = lane_of_thread(), warp = warp_of_thread();
  int mine = 0;
  for (int still = 0; still < 2; still++) {
    int before = 0;
    for (int base = 0; base < p.pieces; base += threads) {
      const int id = base + warp * WARP + lane;
      const bool wanted = id < p.pieces && lies_still(p, p.rest, id) == (still != 0);
      const unsigned lanes = __ballot_sync(ALL_LANES, wanted);
      if (lane == 0)
        counts.set(warp, __popc(lanes));
      __syncthreads();
      int rank = before + __popc(lanes & ((1u << lane) - 1u));
      for (int w = 0; w < STEP_WARPS; w++) {
        const int found = w < threads / WARP ? counts.get(w) : 0;
        rank += w < warp ? found : 0;
        before += found;
      }
      if (wanted && rank % p.blocks == block)
        list.set(mine + rank / p.blocks, 2 * id + FRESH(p.fed + id));
      __syncthreads();
    }
    mine += before / p.blocks + (block < before % p.blocks);
  }
  return mine;
}

/* --- Meetings ----------------------------------------------------------------------------------
 */

/* A block tells the others that it has come to a meeting, and a number, which none of has NaN: two
 * words, each with the meeting's number, so that neither need be read together with anything.
 * Meetings take turns in two sets of words: a block can be one meeting ahead of another, never two.
 * By one thread. */
DEVICE void tell(const struct steps_plan &p, unsigned meeting, double value) {
  volatile unsigned long long *words = p.words + 2 * ((meeting & 1u) * p.blocks + blockIdx.x);
  const unsigned long long bits = (unsigned long long)__double_as_longlong(value);
  const unsigned long long number = (unsigned long long)meeting << 32;
  words[0] = number | bits >> 32;
  words[1] = number | (bits & 0xffffffffu);
}

/* Waits until all blocks have told; the largest of their numbers. By all lanes of a warp. */
DEVICE double hear(const struct steps_plan &p, unsigned meeting) {
  enum { AT_ONCE = 5 }; /* 160 blocks: requests that are under way together */
  const unsigned long long *words = p.words + 2 * ((meeting & 1u) * p.blocks);
  double largest = 0;
  for (int first = lane_of_thread(); first < p.blocks; first += AT_ONCE * WARP) {
    unsigned long long high[AT_ONCE], low[AT_ONCE];
    for (;;) {
      bool here = true;
      UNROLL for (int n = 0; n < AT_ONCE; n++) {
        const int block = first + n * WARP < p.blocks ? first + n * WARP : first;
        load_words(words + 2 * block, high[n], low[n]);
      }
      UNROLL for (int n = 0; n < AT_ONCE; n++) here &=
          (high[n] >> 32 == meeting) & (low[n] >> 32 == meeting);
      if (here)
        break;
      PAUSE();
    }
    UNROLL for (int n = 0; n < AT_ONCE; n++) {
      const double value =
          __longlong_as_double((long long)(high[n] << 32 | (low[n] & 0xffffffffu)));
      largest = value > largest ? value : largest;
    }
  }
  GRID_FENCE();
  __syncwarp();
  return largest_of_warp(largest);
}

/* All that a block has written is there for the others who hear of the meeting. By all threads. */
DEVICE void meet(const struct steps_plan &p, unsigned meeting) {
  __syncthreads();
  if (warp_of_thread() == 0) {
    if (lane_of_thread() == 0) {
      GRID_FENCE();
      tell(p, meeting, 0);
    }
    (void)hear(p, meeting);
  }
  __syncthreads();
}

/* Marks the pieces that sources feed. */
DEVICE void mark_fed(const struct steps_plan &p) {
  const int threads = static_cast<int>(blockDim.x),
            first = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  for (int n = 0; n < p.sources; n++)
    for (int e = first; e < p.source[n].count; e += p.blocks * threads)
      p.fed[piece_of_cell(p, p.source[n].index[e])] = 1;
}

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

/* The scalars of a kernel, a side or a source, before dt is known. Of each, one and the same thread
 * takes care: nobody else reads them here. */
typedef shared_array<double, MOST_NUMBERS> steps_numbers;

/* Takes what `count` scalars from `first` on are at a time: with known dt the forcing of a step. */
template <bool exact, int count>
DEVICE void take_numbers(const struct steps_plan &p, steps_numbers &numbers, int first, double time,
                         int step) {
  UNROLL for (int i = 0; i < count; i++) {
    const ria_binding b = p.binding[first + i];
    double value = b.value;
    if (b.from == RIA_BIND_FORCING)
      value = exact ? ria_forcing_at(&p.table, time, b.forcing)
                    : p.forcing[(ptrdiff_t)step * p.forcings + b.forcing];
    numbers.set(first + i, value);
  }
}

/* Called, not copied to each scalar: code that is long is slow the first time. */
APART double decayed_share(double rate, double dt) {
  return ria_decayed(rate, dt);
}

/* The scalars with dt. */
template <int count> struct steps_scalars {
  double value[count + 1]; /* one more, for there may be none */
};

template <int count>
DEVICE struct steps_scalars<count> with_dt(const struct steps_plan &p, steps_numbers &numbers,
                                           int first, double dt) {
  struct steps_scalars<count> scalars;
  UNROLL for (int i = 0; i < count; i++) {
    const ria_binding_kind from = p.binding[first + i].from;
    const double value = numbers.get(first + i);
    scalars.value[i] = from == RIA_BIND_DT        ? dt
                       : from == RIA_BIND_DECAYED ? decayed_share(value, dt)
                                                  : value;
  }
  return scalars;
}

/* --- Launches, on the host ---------------------------------------------------------------------
 */

/* What goes to the device before a launch. */
struct steps_program {
  ria_binding binding[MOST_NUMBERS];
  struct steps_side side[MOST_SIDES];
  struct steps_source source[MOST_SOURCES];
};

static inline int number_of_kernel(const ria_kernel *kernel, const char *const *names) {
  for (int n = 0; names[n]; n++)
    if (!strcmp(kernel->name, names[n]))
      return n;
  return -1;
}

/* Adds scalars to the program; false if there is no room, or if they need dt and may not. */
static inline bool add_scalars(struct steps_program &program, int &numbers,
                               const ria_kernel *kernel, const ria_binding *scalars, int forcings,
                               bool may_need_dt) {
  if (numbers + kernel->nscalar > MOST_NUMBERS)
    return false;
  for (int i = 0; i < kernel->nscalar; i++) {
    const ria_binding &b = scalars[i];
    if (!may_need_dt && (b.from == RIA_BIND_DT || b.from == RIA_BIND_DECAYED))
      return false;
    if (b.from == RIA_BIND_FORCING && (b.forcing < 0 || b.forcing >= forcings))
      return false;
    program.binding[numbers++] = b;
  }
  return true;
}

static inline bool add_sides(struct steps_program &program, int &numbers,
                             const ria_device_steps_args &args, const char *const *names) {
  if (args.sides > MOST_SIDES)
    return false;
  for (int n = 0; n < args.sides; n++) {
    const ria_device_side &from = args.side[n];
    const int number = number_of_kernel(from.kernel, names);
    program.side[n] = {number, from.axis, from.outward, from.from, from.to, numbers};
    if (number < 0 ||
        !add_scalars(program, numbers, from.kernel, from.scalars, args.forcings, !args.exact))
      return false;
  }
  return true;
}

static inline bool add_sources(struct steps_program &program, int &numbers,
                               const ria_device_steps_args &args, const char *const *names) {
  if (args.sources > MOST_SOURCES)
    return false;
  for (int n = 0; n < args.sources; n++) {
    const ria_device_source &from = args.source[n];
    const int number = number_of_kernel(from.kernel, names);
    program.source[n] = {from.index, from.weight, number, from.count, numbers};
    if (number < 0 ||
        !add_scalars(program, numbers, from.kernel, from.scalars, args.forcings, true))
      return false;
  }
  return true;
}

/* Rows of a piece: few, so that all warps have work, but not so few that faces are computed twice
 * for nothing. */
static inline int rows_of_pieces(const ria_device_steps_args &args, int blocks, int warps) {
  enum { LEAST_ROWS = 2, PIECES_A_WARP = 2 };
  if (args.shape.rows)
    return args.shape.rows;
  const double across = quotient_up(args.nx, COLUMNS);
  const int rows =
      static_cast<int>(ceil(across * args.ny / ((double)PIECES_A_WARP * blocks * warps)));
  return rows < LEAST_ROWS ? LEAST_ROWS : rows;
}

/* Cuts the domain, for blocks that may share `shared` bytes of memory, with `held` bytes a lane's
 * cell. */
static inline void cut_domain(struct steps_plan &p, const ria_device_steps_args &args, int blocks,
                              int warps, size_t shared, int held, size_t real_size) {
  p.nx = args.nx, p.ny = args.ny, p.pitch = static_cast<int>(args.pitch);
  p.across = quotient_up(p.nx, COLUMNS);
  for (p.rows = rows_of_pieces(args, blocks, warps);; p.rows *= 2) {
    p.pieces = p.across * quotient_up(p.ny, p.rows);
    if (p.pieces <= (32 * warps - 2) * blocks)
      break;
  }
  p.blocks = blocks < p.pieces ? blocks : p.pieces;
  p.list = quotient_up(p.pieces, p.blocks) + 2;
  p.piece_reals = p.rows * held * WARP;
  const size_t piece = static_cast<size_t>(p.piece_reals) * real_size;
  const size_t fit = args.exact && piece ? shared / piece : static_cast<size_t>(p.list);
  p.on_chip = fit < static_cast<size_t>(p.list) ? static_cast<int>(fit) : p.list;
}

/* Lays the scratch memory out from `base` on; how large it is. What comes first, up to `cleared`,
 * must be zero at first. */
static inline size_t lay_scratch(struct steps_plan &p, void *base, size_t real_size,
                                 size_t &cleared) {
  unsigned char *const at = static_cast<unsigned char *>(base);
  const size_t line = 256, pieces = static_cast<size_t>(p.pieces);
  const size_t words = static_cast<size_t>(p.blocks) * 4 * sizeof(unsigned long long);
  size_t end = 0;
  const auto take = [&](size_t bytes) {
    const size_t begin = end;
    end += (bytes + line - 1) / line * line;
    return at + begin;
  };
  p.words = reinterpret_cast<unsigned long long *>(take(words));
  p.fed = take(pieces);
  cleared = end;
  p.rest = take(2 * pieces);
  const struct steps_program *program =
      reinterpret_cast<const struct steps_program *>(take(sizeof *program));
  p.binding = program->binding, p.side = program->side, p.source = program->source;
  p.overflow = take(static_cast<size_t>(p.list - p.on_chip) * static_cast<size_t>(p.blocks) *
                    static_cast<size_t>(p.piece_reals) * real_size);
  return end;
}

/* What of the arguments the device is given as it stands. */
static inline void take_arguments(struct steps_plan &p, const ria_device_steps_args &args,
                                  int numbers) {
  p.sides = args.sides, p.sources = args.sources, p.forcings = args.forcings, p.numbers = numbers;
  p.steps = args.steps, p.kept = args.kept, p.dt = args.dt, p.forcing = args.forcing;
  p.table = args.table, p.pace = args.pace, p.request = args.request, p.report = args.report;
}

static inline bool steps_are_possible(const ria_device_steps_args &args) {
  return args.nx > 0 && args.ny > 0 && args.nx < 1 << 24 && args.ny < 1 << 24 &&
         (args.ny + 2.0) * (double)args.pitch < 2147483647.0 && args.shape.rows >= 0 &&
         args.shape.warps >= 0 && args.shape.warps <= STEP_WARPS && args.kept >= 0 &&
         args.kept < RIA_STEPS_BUFFERS && args.steps >= 0 &&
         (args.exact ? args.pace.mode == RIA_STEP_EXACT && args.pace.window == 1
                     : args.steps < RIA_STEPS_MOST);
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
