/* The variant `hybrid` of a line (ria/line.h): of the nodes that straddle the ends of others, the
 * last one straddles the ends of the line, with one half at each. The host computes it, tier by
 * tier, with the CPU's kernels of the same definitions, while the GPU computes the others.
 *
 * Only the first and the last node of the next phase, which build on it, wait for it. So these two
 * use a separate stream, and the nodes between them follow the previous phase at once: the host has
 * the time of two launches. The call returns when the host has computed its last node. */
#ifndef RIA_CUDA_SPLIT_H
#define RIA_CUDA_SPLIT_H

#include "line.cuh"
#include <stdlib.h>

namespace {

enum { SPLIT_PAD = 32 }; /* reals: ghost cells before and behind, in whole lines of a cache */

/* The layout of the node's rows in the host's memory: those of its even tier and of its odd one,
 * and, if a step has two stages, their output before it is copied. Each half of a node that the
 * line does not run through begins as a field of a tile does, with ghost cells around it. */
struct split_shape {
  int node, gap; /* gap: reals between its halves */
  int carried, rows, pitch;
};

EITHER int place_on_host(const struct split_shape &s, int x) {
  return SPLIT_PAD + x + (x < s.node / 2 ? 0 : s.gap);
}

static inline struct split_shape split_shape_of(const struct line_cut &c, int fields) {
  struct split_shape s = {};
  const int half = c.node / 2;
  s.node = c.node, s.rows = 2 * fields, s.carried = c.tiers == 2 ? fields : 2 * fields;
  s.gap = c.periodic ? 0 : quotient_up(half + 2 * c.radius, SPLIT_PAD) * SPLIT_PAD - half;
  s.pitch = quotient_up(c.node + s.gap, SPLIT_PAD) * SPLIT_PAD + 2 * SPLIT_PAD;
  return s;
}

/* The host's results of a phase, in its memory: as a ria_device_report. */
struct split_found {
  double rate;
  int bad;
};

template <typename real> struct split_rows {
  real *line[2 * RIA_MAX_FIELDS]; /* [carried]: of the line */
  real *host;                     /* [rows][pitch] */
  const struct split_found *found;
  ria_device_report *report; /* report into which this is merged; or NULL */
};

/* Copies the split node's rows from the line to the host or back. */
template <typename real, bool to_host>
__global__ void carry_split_node(GRID_CONSTANT const struct line_cut c,
                                 GRID_CONSTANT const struct split_shape s,
                                 GRID_CONSTANT const struct split_rows<real> rows) {
  FOLLOW();
  const int x0 = (c.nodes - 1) * c.node + c.node / 2;
  const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int all = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = first; i < s.carried * s.node; i += all) {
    const int row = i / s.node, x = i - row * s.node;
    real *const line = rows.line[row] + place_of(c, x0 + x);
    real *const host = rows.host + row * s.pitch + place_on_host(s, x);
    if (to_host)
      *host = *line;
    else
      *line = *host;
  }
  if (to_host || !rows.report || first > 0)
    return;
  report_bits_of_rate(rows.report, rows.found->rate);
  if (rows.found->bad)
    report_bad(rows.report);
}

static inline const ria_implementation *on_the_cpu(const ria_kernel *kernel) {
  const ria_implementation *found = nullptr; /* the last one is the fastest */
  for (int i = 0; kernel && i < kernel->implementations; i++)
    if (kernel->implementation[i].target->kind == RIA_TARGET_HOST)
      found = &kernel->implementation[i];
  return found;
}

/* Computes the node of a phase, on the host. */
template <typename real> struct split_work {
  const ria_device_line_args &args;
  const struct line_cut &c;
  const struct split_shape &s;
  int fields;
  real *host;
  void *scratch;
  struct split_found *found;

  static constexpr ria_precision precision =
      sizeof(real) == sizeof(float) ? RIA_SINGLE : RIA_DOUBLE;

  real *row(int number, int x) const {
    return host + number * s.pitch + place_on_host(s, x);
  }

  void ghosts(const ria_line_end &end, int from, int x0, int edge, int outward) const {
    ria_boundary_args a = {};
    for (int f = 0; f < fields; f++)
      a.state[f] = row(from + f, x0);
    a.origin = edge, a.along = s.pitch, a.inward = -outward, a.outward = outward;
    a.count = 1, a.layers = c.radius, a.scalars = end.scalars;
    on_the_cpu(end.kernel)->boundary[precision](&a);
  }

  /* A tier: computes the points [lo, hi) of a range that begins at x0. */
  void tier_of_part(int stage, int from, int to, int x0, int lo, int hi) const {
    ria_step_args a = {};
    for (int f = 0; f < fields; f++)
      a.src[f] = row(from + f, x0), a.dst[f] = row(to + f, x0);
    a.pitch = static_cast<size_t>(s.pitch), a.scalars = args.scalars[stage], a.scratch = scratch;
    a.update.lo[0] = lo - x0, a.update.hi[0] = hi - x0, a.update.hi[1] = 1;
    a.owned = a.update;
    on_the_cpu(args.kernel[stage])->step[precision](&a);
    found->rate = a.rate_max > found->rate ? a.rate_max : found->rate;
    found->bad |= a.bad;
  }

  void tier(int number, int lo, int hi) const {
    const bool odd = number & 1, staged = c.tiers == 2;
    const int half = s.node / 2, stage = staged && !odd ? 1 : 0;
    const int from = staged || odd ? 0 : fields, to = staged || odd ? fields : 0;
    if (c.periodic) {
      tier_of_part(stage, from, to, 0, lo, hi);
    } else {
      ghosts(args.high, from, 0, half - 1, 1);
      ghosts(args.low, from, half, 0, -1);
      tier_of_part(stage, from, to, 0, lo, half);
      tier_of_part(stage, from, to, half, half, hi);
    }
    if (!staged)
      return;
    /* The output of a stage becomes the newest state; its copies of other fields are not used. */
    const int begin = odd ? fields / 2 : 0, end = odd ? fields : fields / 2;
    for (int f = begin; f < end; f++)
      memcpy(row(f, lo), row(fields + f, lo), (row(f, hi - 1) - row(f, lo) + 1) * sizeof(real));
  }

  void phase(int number) const {
    const struct line_node node = node_of(c, number, c.nodes - 1);
    struct line_window w = first_window(c, node, number);
    *found = {};
    for (int t = node.from; t <= node.to; t++, next_window(w))
      if (w.lo < w.hi)
        tier(t, w.lo, w.hi);
    if (c.tiers == 2 && number == c.phases - 1) /* as steps leave it, see store_interim() */
      memcpy(host + fields / 2 * s.pitch, host, fields / 2 * s.pitch * sizeof(real));
  }
};

static inline size_t split_scratch_bytes(const ria_device_line_args &args, const struct line_cut &c,
                                         ria_precision precision) {
  size_t most = 0;
  for (int i = 0; i < c.tiers; i++) {
    const ria_implementation *const one = on_the_cpu(args.kernel[i]);
    const size_t bytes =
        one && one->scratch_bytes ? one->scratch_bytes(c.node + 2 * c.radius, precision) : 0;
    most = bytes > most ? bytes : most;
  }
  return most;
}

/* --- The stream besides the caller's, and memory that both sides access ------------------------ /
 */

enum { OUT_OF_MEMORY = 2 }; /* cudaErrorMemoryAllocation */
enum { SPLIT_BEGUN, SPLIT_MIDDLE, SPLIT_ENDS, SPLIT_CARRIED, SPLIT_MARKS };

#ifdef __CUDACC__
struct split_side {
  cudaStream_t stream;
  cudaEvent_t mark[SPLIT_MARKS]; /* completed work of the stream of that name */
  void *host;
  size_t bytes;
};

static inline void close_split_side(void *side) {
  split_side *const one = static_cast<split_side *>(side);
  if (one->stream)
    cudaStreamSynchronize(one->stream);
  for (const cudaEvent_t mark : one->mark)
    if (mark)
      cudaEventDestroy(mark);
  if (one->stream)
    cudaStreamDestroy(one->stream);
  if (one->host)
    cudaFreeHost(one->host);
  free(one);
}

/* Before the GPU's other work: it has few blocks, and others wait for them. */
static inline int fill_split_side(split_side &side) {
  int least = 0, greatest = 0;
  int error = (int)cudaDeviceGetStreamPriorityRange(&least, &greatest);
  if (!error)
    error = (int)cudaStreamCreateWithPriority(&side.stream, cudaStreamNonBlocking, greatest);
  for (int i = 0; i < SPLIT_MARKS && !error; i++)
    error = (int)cudaEventCreateWithFlags(&side.mark[i], cudaEventDisableTiming);
  if (!error)
    error = (int)cudaHostAlloc(&side.host, side.bytes, cudaHostAllocMapped);
  return error;
}

static inline void *stream_of(const split_side &side) {
  return static_cast<void *>(side.stream);
}

static inline int set_mark(split_side &side, int mark, void *stream) {
  return (int)cudaEventRecord(side.mark[mark], (cudaStream_t)stream);
}

static inline int await_mark(split_side &side, int mark, void *stream) {
  return (int)cudaStreamWaitEvent((cudaStream_t)stream, side.mark[mark], 0);
}

static inline int wait_for_mark(split_side &side, int mark) {
  return (int)cudaEventSynchronize(side.mark[mark]);
}
#else
struct split_side { /* the executor runs all calls at once, in their order */
  void *host;
  size_t bytes;
};

static inline void close_split_side(void *side) {
  free(static_cast<split_side *>(side)->host);
  free(side);
}

static inline int fill_split_side(split_side &side) {
  side.host = aligned_alloc(256, side.bytes);
  return side.host ? 0 : OUT_OF_MEMORY;
}

static inline void *stream_of(const split_side &) {
  return nullptr;
}

static inline int set_mark(split_side &, int, void *) {
  return 0;
}

static inline int await_mark(split_side &, int, void *) {
  return 0;
}

static inline int wait_for_mark(split_side &, int) {
  return 0;
}
#endif

/* Kept in the caller's memory from call to call, and reallocated if too small. */
static inline int open_split_side(const ria_device_line_args &args, size_t bytes,
                                  split_side *&side) {
  ria_line_memory *const memory = args.memory;
  side = memory ? static_cast<split_side *>(memory->side) : nullptr;
  if (!memory || !on_the_cpu(args.kernel[0]))
    return (int)cudaErrorInvalidValue;
  if (side && side->bytes >= bytes)
    return wait_for_mark(*side, SPLIT_ENDS); /* of the call before */
  ria_line_forget(memory);
  side = static_cast<split_side *>(calloc(1, sizeof *side));
  if (!side)
    return OUT_OF_MEMORY;
  side->bytes = quotient_up(bytes, 4096) * 4096;
  memory->side = side, memory->close = close_split_side;
  const int error = fill_split_side(*side);
  if (error)
    ria_line_forget(memory);
  return error;
}

/* All phases. `launch` runs the nodes begin, begin + step and so on of one phase, `count` of
 * them, on a stream. */
template <typename real, typename body>
int start_hybrid_line(const ria_device_line_args &args, const struct line_plan &p, int fields,
                      const body &launch) {
  enum { CARRIERS = 256, MOST_BLOCKS = 32 };
  const struct line_cut &c = p.cut;
  const struct split_shape s = split_shape_of(c, fields);
  enum { FOUND = 128 }; /* bytes, so that the following data begin at a cache line */
  const size_t scratch_at = FOUND + static_cast<size_t>(s.rows) * s.pitch * sizeof(real);
  struct split_side *side = nullptr;
  int error = open_split_side(
      args, scratch_at + split_scratch_bytes(args, c, split_work<real>::precision), side);
  if (error)
    return error;
  struct split_found *const found = static_cast<struct split_found *>(side->host);
  real *const host = reinterpret_cast<real *>(static_cast<char *>(side->host) + FOUND);
  const split_work<real> work = {args, c, s, fields, host, static_cast<char *>(side->host) + scratch_at,
                                 found};
  struct split_rows<real> rows = {};
  for (int row = 0; row < s.carried; row++)
    rows.line[row] = static_cast<real *>(args.state[row < fields ? p.even : p.odd][row % fields]);
  rows.host = host, rows.found = found, rows.report = p.report;
  int blocks = quotient_up(s.carried * s.node, CARRIERS);
  blocks = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
  void *const main = args.stream, *const beside = stream_of(*side);
  const auto middle = [&](int phase) { return launch(phase, 1, 1, c.nodes - 2, main); };
  /* Copies the first and the last node of a phase, and then the split node of the next, to the
     host. */
  const auto ends = [&](int phase) {
    int code = launch(phase, 0, c.nodes - 1, c.nodes < 2 ? 1 : 2, beside);
    if (!code)
      code = set_mark(*side, SPLIT_ENDS, beside);
    if (!code && phase + 1 < c.phases)
      code = LAUNCH((carry_split_node<real, true>), static_cast<unsigned>(blocks), CARRIERS, beside,
                    c, s, rows);
    if (!code && phase + 1 < c.phases)
      code = set_mark(*side, SPLIT_CARRIED, beside);
    return code;
  };
  const auto others = [&](int phase) {
    int code = await_mark(*side, SPLIT_ENDS, main);
    if (!code)
      code = launch(phase, 0, 1, c.nodes - 1, main);
    return code ? code : set_mark(*side, SPLIT_MIDDLE, main);
  };
  const auto split = [&](int phase) {
    const int code = wait_for_mark(*side, SPLIT_CARRIED);
    if (code)
      return code;
    work.phase(phase);
    return LAUNCH((carry_split_node<real, false>), static_cast<unsigned>(blocks), CARRIERS, beside,
                  c, s, rows);
  };
  error = set_mark(*side, SPLIT_BEGUN, main);
  if (!error)
    error = await_mark(*side, SPLIT_BEGUN, beside);
  if (!error)
    error = ends(0);
  if (!error)
    error = middle(0);
  for (int phase = 1; phase < c.phases && !error; phase += 2) {
    const bool more = phase + 1 < c.phases;
    error = others(phase);
    if (!error && more)
      error = middle(phase + 1);
    if (!error)
      error = split(phase);
    if (!error && more)
      error = await_mark(*side, SPLIT_MIDDLE, beside);
    if (!error && more)
      error = ends(phase + 1);
  }
  const int marked = set_mark(*side, SPLIT_ENDS, beside);
  const int awaited = await_mark(*side, SPLIT_ENDS, main);
  return error ? error : marked ? marked : awaited;
}

} // namespace

#endif
