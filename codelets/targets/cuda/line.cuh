/* Equation-independent base of many steps of a line (line/line.cu.j2): the points of a node over
 * time, the waits between nodes, and the launches (ria/line.h).
 *
 * With r points that a tier looks to either side, and nodes of N points, H = N / 2r. Diamonds of
 * phase 0 are triangles from tier 1 on; those of phase p grow until tier 1 + pD, with D = H - 2,
 * where they are N - 2r wide, and shrink for D tiers more. So a node needs only its own N points.
 * Nodes of odd phases straddle the ends of those of even ones. */
#ifndef RIA_CUDA_LINE_H
#define RIA_CUDA_LINE_H

#include "device.cuh"
#include "guard.cuh"
#include <ria/line.h>
#include <string.h>

namespace {

enum { NOT_HERE = -(1 << 30) };

/* Division of the line into nodes. */
struct line_cut {
  int nx, node, radius, tiers; /* tiers of a step */
  int nodes, lanes, threads;   /* lanes: threads with points */
  int swept, periodic;
  int stride; /* classic: number of points that a piece outputs */
  int last;   /* the last tier of all; classic: of a step */
  int phases; /* classic: steps */
  int pairs;  /* points are stored so that two can be read and written as one */
  int pieces; /* nodes of a warp each, if steps use them; or 0 */
};

/* A launch: phases [first, end). If `done` is given, a node waits until the nodes that it needs
 * have completed the previous phase, and announces its own completion. */
struct line_plan {
  struct line_cut cut;
  int first, end;
  int node, step, count;     /* nodes of a phase: `node`, `node` + `step` and so on */
  int even, odd;             /* buffers of even and odd tiers; classic alternates */
  unsigned *done;            /* [2][nodes]: phases done, by even and odd ones */
  ria_device_report *report; /* or NULL */
};

/* A node in a phase. */
struct line_node {
  int x0;         /* its start, perhaps outside of the line */
  int low, high;  /* points before which the line begins and ends, or NOT_HERE */
  int from, to;   /* tiers */
  int give, stop; /* it writes the points [give, stop) */
};

EITHER struct line_node node_of(const struct line_cut &c, int phase, int n) {
  struct line_node node = {0, NOT_HERE, NOT_HERE, 1, c.last, 0, c.node};
  if (c.swept) {
    const int more = c.node / (2 * c.radius) - 2; /* tiers that a phase adds */
    const int odd = phase & 1, end = 1 + (phase + 1) * more;
    node.x0 = n * c.node + odd * (c.node / 2);
    node.from = phase < 2 ? 1 : 2 + (phase - 1) * more;
    node.to = end < c.last ? end : c.last;
    if (odd && n == c.nodes - 1 && !c.periodic)
      node.low = node.high = c.node / 2;
    return node;
  }
  const int begin = n * c.stride, edge = (c.node - c.stride) / 2;
  const int stop = begin + c.stride < c.nx ? begin + c.stride : c.nx;
  node.x0 = begin - edge;
  if (!c.periodic && node.x0 + c.node >= c.nx)
    node.x0 = c.nx - c.node, node.high = c.node;
  if (!c.periodic && node.x0 <= 0)
    node.x0 = 0, node.low = 0, node.high = c.nx == c.node ? c.node : node.high;
  node.give = begin - node.x0, node.stop = stop - node.x0;
  return node;
}

/* See ria_line_result(). */
EITHER int buffer_after(int steps) {
  return steps == 0 ? 0 : 1 + ((steps - 1) & 1);
}

/* Points [lo, hi) of a node that a tier computes: the intersection of two bounds at each end, one
 * that widens from tier to tier, and one that narrows. */
struct line_window {
  int lo, hi;
  int low, high;   /* bounds that narrow, */
  int wide, wider; /* bounds that widen */
  int low_step, high_step, step;
};

EITHER struct line_window first_window(const struct line_cut &c, const struct line_node &node,
                                       int phase) {
  const int half = c.node / (2 * c.radius), more = half - 2, r = c.radius;
  struct line_window w = {};
  w.low_step = node.low == 0 ? 0 : r, w.high_step = node.high == c.node ? 0 : r, w.step = r;
  w.low = w.low_step, w.high = c.node - w.high_step;
  w.wide = 0, w.wider = c.node; /* classic pieces begin with all their points */
  if (c.swept) {
    const int grown = r * (node.from - (phase - 1) * more);
    const int left = r * (half + phase * more - node.from);
    w.low = c.node / 2 - left, w.high = c.node / 2 + left;
    w.wide = c.node / 2 - grown, w.wider = c.node / 2 + grown;
    w.low_step = w.high_step = r;
  }
  w.lo = w.low > w.wide ? w.low : w.wide, w.hi = w.high < w.wider ? w.high : w.wider;
  return w;
}

EITHER void next_window(struct line_window &w) {
  w.low += w.low_step, w.high -= w.high_step, w.wide -= w.step, w.wider += w.step;
  w.lo = w.low > w.wide ? w.low : w.wide, w.hi = w.high < w.wider ? w.high : w.wider;
}

EITHER void one_window_back(struct line_window &w) {
  w.low -= w.low_step, w.high += w.high_step, w.wide += w.step, w.wider -= w.step;
}

/* Whether a node is a complete diamond of a full warp. */
EITHER bool is_whole_diamond(const struct line_cut &c, const struct line_node &node, int phase) {
  const int more = c.node / (2 * c.radius) - 2;
  return c.swept && c.lanes == WARP && phase > 0 && node.to == 1 + (phase + 1) * more;
}

/* The position of a lane in a diamond of a given width: inside, or at a flank. */
struct line_flanks {
  int off;                   /* lanes between it and the middle */
  bool is_low, begins, ends; /* of the lower half; at an end of the line in the middle */
  bool within, low, high;    /* all its points are new; at the low or the high flank */
};

EITHER struct line_flanks flanks_of(int lane, bool begins, bool ends) {
  struct line_flanks f = {};
  f.is_low = lane < WARP / 2, f.off = f.is_low ? WARP / 2 - 1 - lane : lane - WARP / 2;
  f.begins = begins, f.ends = ends;
  return f;
}

EITHER void set_flanks(struct line_flanks &f, int group) {
  f.within = f.off < group;
  f.low = f.is_low & (f.off == group), f.high = !f.is_low & (f.off == group);
}

/* The place on the line of a node's point. */
EITHER int place_of(const struct line_cut &c, int x) {
  return x < 0 ? x + c.nx : x >= c.nx ? x - c.nx : x;
}

/* A thread's points of a row that others write at the same time. Those of a swept node are
   contiguous.
 */
template <int points, typename real>
DEVICE void load_points(real (&to)[points], const real *from, const struct line_cut &c, int x) {
  if (c.swept) {
    from += place_of(c, x);
    if (points % 2 == 0 && c.pairs) {
      UNROLL for (int i = 0; i < points / 2; i++)
          load_fresh_pair(from + 2 * i, to[2 * i], to[2 * i + 1]);
    } else {
      UNROLL for (int i = 0; i < points; i++) to[i] = FRESH(from + i);
    }
  } else {
    UNROLL for (int i = 0; i < points; i++) to[i] = FRESH(from + place_of(c, x + i));
  }
}

/* The points that a node outputs. */
template <int points, typename real>
DEVICE void store_points(real *to, const real (&from)[points], const struct line_cut &c,
                         const struct line_node &node, int at) {
  if (c.swept) {
    to += place_of(c, node.x0 + at);
    if (points % 2 == 0 && c.pairs) {
      UNROLL for (int i = 0; i < points / 2; i++) {
        struct pack<real, 2> two;
        two.item[0] = from[2 * i], two.item[1] = from[2 * i + 1];
        reinterpret_cast<struct pack<real, 2> *>(to)[i] = two;
      }
    } else {
      UNROLL for (int i = 0; i < points; i++) to[i] = from[i];
    }
  } else {
    UNROLL for (int i = 0; i < points; i++) {
      if ((at + i >= node.give) & (at + i < node.stop))
        to[place_of(c, node.x0 + at + i)] = from[i];
    }
  }
}

/* Waits until the inputs of a node from the previous phase are there. Called by all threads. */
DEVICE void wait_for_others(const struct line_plan &p, int phase, int n) {
  const int t = static_cast<int>(threadIdx.x), nodes = p.cut.nodes;
  if (t < (p.cut.swept ? 2 : 5) && phase > p.first) { /* a classic piece at an end reads far */
    const int other = p.cut.swept ? n + t - (phase & 1 ? 0 : 1) : n + t - 2;
    const unsigned *const flag = p.done + ((phase - 1) & 1) * nodes + (other + 2 * nodes) % nodes;
    while (load_word_and_what_was_before(flag) < static_cast<unsigned>(phase))
      PAUSE();
  }
  __syncthreads();
}

/* Makes all writes of the block visible to those who see this mark. Called by all threads. */
DEVICE void tell_others(const struct line_plan &p, int phase, int n) {
  __syncthreads();
  if (threadIdx.x == 0)
    store_word_after_all(p.done + (phase & 1) * p.cut.nodes + n, static_cast<unsigned>(phase) + 1);
}

/* Reading first saves most threads the atomic operation. */
DEVICE void report_bits_of_rate(ria_device_report *report, double rate) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(rate);
  if (bits > *(const volatile unsigned long long *)&report->rate)
    atomicMax(&report->rate, bits);
}

/* The largest rate that a report has when a launch begins, or a lower one. */
template <typename real> DEVICE real reported_rate(const ria_device_report *report) {
  return static_cast<real>(__longlong_as_double((long long)report->rate));
}

/* Merges a warp's results into a report, if they change the report as of the start of the launch.
 * Called by all threads. No rate is NaN or negative. */
template <typename real>
DEVICE void report_line(ria_device_report *report, real before, real rate, bool bad) {
  if (__any_sync(ALL_LANES, bad) && lane_of_thread() == 0)
    report_bad(report);
  if (!__any_sync(ALL_LANES, rate > before))
    return;
  rate = largest_of_warp(rate);
  if (lane_of_thread() == 0)
    report_bits_of_rate(report, static_cast<double>(rate));
}

/* --- Steps in pieces of a warp each ----------------------------------------------------------- /
 */

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
/* From here on the next launch may start, up to its FOLLOW(). */
#define LET_FOLLOW() asm volatile("griddepcontrol.launch_dependents;" ::: "memory")
#else
#define LET_FOLLOW() ((void)0)
#endif

template <typename real> DEVICE void store_pair(real *to, real a, real b) {
  struct pack<real, 2> two;
  two.item[0] = a, two.item[1] = b;
  *reinterpret_cast<struct pack<real, 2> *>(to) = two;
}

/* Adjacent pieces that stay with a block. */
struct pieces_of_block {
  int first, count, block, blocks;
};

EITHER struct pieces_of_block share_of_pieces(int pieces, int block, int blocks) {
  const int each = pieces / blocks, more = pieces % blocks;
  struct pieces_of_block mine;
  mine.first = block * each + (block < more ? block : more), mine.count = each + (block < more);
  mine.block = block, mine.blocks = blocks;
  return mine;
}

/* The i-th piece in execution order: first those at either end, for which others wait. */
EITHER int piece_in_turn(const struct pieces_of_block &mine, int i) {
  return mine.first + (i == 0 ? 0 : i == 1 ? mine.count - 1 : i - 1);
}

/* Waits until the input of an outer piece from the adjacent block is there, and the points that
 * it overwrites are no longer read. Called by all lanes of a warp. */
DEVICE void wait_for_piece(const struct line_plan &p, const struct pieces_of_block &mine, int piece,
                           int step) {
  if (step == p.first)
    return;
  const int lane = lane_of_thread(), blocks = mine.blocks;
  const bool low = piece == mine.first, high = piece == mine.first + mine.count - 1;
  if ((lane == 0) & low) {
    const unsigned *const flag = p.done + blocks + (mine.block + blocks - 1) % blocks;
    while (load_word_and_what_was_before(flag) < static_cast<unsigned>(step))
      PAUSE();
  }
  if ((lane == 1) & high) {
    const unsigned *const flag = p.done + (mine.block + 1) % blocks;
    while (load_word_and_what_was_before(flag) < static_cast<unsigned>(step))
      PAUSE();
  }
  __syncwarp();
}

/* Announces that an outer piece is done: p.done has each block's first piece, followed by all
 * blocks' last pieces. Called by all lanes of a warp. */
DEVICE void tell_of_piece(const struct line_plan &p, const struct pieces_of_block &mine, int piece,
                          int step) {
  const int lane = lane_of_thread();
  __syncwarp();
  if ((lane == 0) & (piece == mine.first))
    store_word_after_all(p.done + mine.block, static_cast<unsigned>(step) + 1);
  if ((lane == 1) & (piece == mine.first + mine.count - 1))
    store_word_after_all(p.done + mine.blocks + mine.block, static_cast<unsigned>(step) + 1);
}

/* --- The host's part ---------------------------------------------------------------------------
 */

static inline bool is_one_launch(ria_line_variant variant) {
  return variant == RIA_LINE_PACKED || variant == RIA_LINE_PERSISTENT;
}

static inline bool has_one_point(ria_line_variant variant) {
  return variant == RIA_LINE_SHARED || variant == RIA_LINE_REGISTER || variant == RIA_LINE_HYBRID;
}

static inline size_t bytes_of_flags(const struct line_cut &c) {
  return 2 * static_cast<size_t>(c.nodes) * sizeof(unsigned);
}

static inline int number_of_end(const ria_kernel *kernel, const char *const *names) {
  for (int n = 0; names[n]; n++)
    if (!strcmp(kernel->name, names[n]))
      return n;
  return -1;
}

/* The reason why a call cannot be executed, independent of the node; or NULL. */
static inline const char *wrong_with_call(const ria_device_line_args &args,
                                          const char *const *ends) {
  enum { MOST = 1 << 30 };
  if (args.variant < 0 || args.variant >= RIA_LINE_VARIANTS)
    return "there is no such variant";
  if (args.nx < 1 || args.nx > MOST / 2 || args.steps < 0 || args.steps > MOST / 2)
    return "a line has 1 to 2^29 points, and makes as many steps at most";
  if (!args.low.kernel != !args.high.kernel)
    return "a line is periodic at both ends or at none";
  if (args.low.kernel &&
      (number_of_end(args.low.kernel, ends) < 0 || number_of_end(args.high.kernel, ends) < 0))
    return "the boundary at an end is not one of these equations";
  if (has_one_point(args.variant) && args.points > 1)
    return "a thread has one point in this variant: choose packed for more";
  if (args.variant == RIA_LINE_REGISTER && args.node && args.node != WARP)
    return "a node of the register variant is a warp of 32 points: choose shared or packed for "
           "others";
  return nullptr;
}

/* Whether classic steps of equations without divisions use pieces of a warp each. For lines so
 * short that all nodes of a block fit the GPU at once, one launch of all steps is faster with these
 * pieces, which exchange points in shared memory. */
static inline bool steps_by_pieces(const ria_device_line_args &args) {
  return !ria_line_is_swept(args.variant) && args.nx % 2 == 0 &&
         (args.variant != RIA_LINE_PERSISTENT || args.nx > 1 << 17);
}

/* Fills in open choices: nodes of a warp with complete diamonds, with as many points a lane as
 * leave the GPU enough nodes; or others if no such size divides the line. */
static inline void choose_node(const ria_device_line_args &args, int most_points, int &node,
                               int &points) {
  enum { ENOUGH_NODES = 256 };
  const bool swept = ria_line_is_swept(args.variant);
  if (args.variant == RIA_LINE_REGISTER) {
    node = WARP, points = 1;
    return;
  }
  if (args.variant == RIA_LINE_PACKED && !points) {
    const int asked = node;
    for (int p = most_points; p >= 4; p /= 2)
      if (args.nx % (WARP * p) == 0 && (!asked || asked == WARP * p) &&
          (!points || args.nx / (WARP * points) < ENOUGH_NODES))
        points = p, node = WARP * p;
    if (points)
      return;
  }
  const bool pieces = !swept && most_points && steps_by_pieces(args);
  if (!points)
    points = has_one_point(args.variant)          ? 1
             : pieces                             ? 2 /* as many as a lane reads at once */
             : args.nx <= 1 << 15                 ? 1
             : args.nx <= 1 << 17 || !most_points ? 2
                                                  : 4;
  /* A tier with divisions takes so long that few nodes are enough, if they are large. */
  const bool divides = !most_points;
  if (!node) {
    const int least_nodes = divides ? 8 : 64;
    node = !swept || !divides   ? 256 * points
           : args.nx <= 1 << 15 ? 128
           : args.nx <= 1 << 16 ? 512
                                : 512 * points;
    while (node > 32 && (swept ? args.nx % node || args.nx / node < least_nodes : node > args.nx))
      node /= 2;
  }
  if (!args.points)
    while (points > 1 && (node % (2 * points) || node / points < 32))
      points /= 2;
}

/* Whether nodes of that size can be swept: even tiers must meet even ones from phase to phase,
 * and each phase must add tiers. */
static inline const char *wrong_with_node(const struct line_cut &c, int points, int most_threads) {
  const int lanes = c.node / points;
  if (c.node < 1 || c.nx < 1)
    return "a line and its nodes need points";
  if (c.node % points || (c.swept && c.node / 2 % points))
    return "the points of a thread must divide half a node: choose fewer points, or a larger node";
  if (quotient_up(lanes, WARP) * WARP > most_threads)
    return "a block has not so many threads: choose a smaller node, or more points a thread";
  if (!c.swept)
    return c.nx < c.node ? "a piece has more points than the line: choose a smaller node"
           : c.node <= 2 * c.radius * c.tiers
               ? "the stencil is too wide for so small a piece: choose a larger node"
               : nullptr;
  if (c.node < 8 * c.radius)
    return c.radius == 1 ? "the stencil is too wide for so small a node: choose 8 points or more"
                         : "the stencil is too wide for so small a node: choose 16 points or more";
  if (c.node % (4 * c.radius))
    return c.radius == 1 ? "a node's points must be a multiple of 4: choose 32, 64, 128 or so"
                         : "a node's points must be a multiple of 8: choose 32, 64, 128 or so";
  if (c.nx % c.node)
    return "the node does not divide the points of the line: choose one that does, or a classic "
           "variant";
  return nullptr;
}

/* Divides the line into nodes; returns the reason if that is impossible, or NULL. */
static inline const char *cut_line(struct line_cut &c, const ria_device_line_args &args, int radius,
                                   int tiers, int node, int points, int most_threads) {
  c = {};
  c.nx = args.nx, c.radius = radius, c.tiers = tiers, c.node = node;
  c.swept = ria_line_is_swept(args.variant), c.periodic = !args.low.kernel;
  const char *const wrong = wrong_with_node(c, points, most_threads);
  if (wrong)
    return wrong;
  c.lanes = node / points;
  c.threads = quotient_up(c.lanes, WARP) * WARP;
  if (c.swept) {
    const int more = node / (2 * radius) - 2;
    c.nodes = c.nx / node;
    c.last = args.steps * tiers;
    c.phases = 1 + (c.last < 2 ? 1 : (c.last - 1 + more - 1) / more);
  } else {
    c.stride = node - 2 * radius * tiers;
    c.nodes = quotient_up(c.nx, c.stride);
    c.last = tiers;
    c.phases = args.steps;
  }
  return nullptr;
}

#ifdef __CUDACC__
/* Records launches in a graph on the first call, and runs the graph. */
template <typename body> int replay_line(const ria_device_line_args &args, const body &launches) {
  if (!args.memory)
    return (int)cudaErrorInvalidValue;
  cudaGraphExec_t ready = (cudaGraphExec_t)args.memory->graph;
  if (!ready) {
    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    int error = (int)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (error)
      return error;
    error = (int)cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    const int launched = error ? error : launches((void *)stream);
    const int ended = error ? error : (int)cudaStreamEndCapture(stream, &graph);
    error = launched ? launched : ended;
    if (!error)
      error = (int)cudaGraphInstantiate(&ready, graph, 0);
    if (graph)
      cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    if (error)
      return error;
    args.memory->graph = ready;
  }
  return (int)cudaGraphLaunch(ready, (cudaStream_t)args.stream);
}
#else
template <typename body> int replay_line(const ria_device_line_args &args, const body &launches) {
  return args.memory ? launches(args.stream) : (int)cudaErrorInvalidValue;
}
#endif

} // namespace

#endif
