/* The host's part of many steps in one launch: arguments for the device, and sizes. */
#ifndef RIA_CUDA_STEPS_LAUNCH_H
#define RIA_CUDA_STEPS_LAUNCH_H

#include "speculation.cuh"
#include <string.h>

namespace {

static inline int number_of_kernel(const ria_kernel *kernel, const char *const *names) {
  for (int n = 0; names[n]; n++)
    if (!strcmp(kernel->name, names[n]))
      return n;
  return -1;
}

/* Adds scalars to the program; false if there is no room, or if they depend on dt where that is not
   allowed. */
static inline bool add_scalars(struct steps_program &program, int &numbers, int count,
                               const ria_binding *scalars, int forcings, bool may_need_dt) {
  if (numbers + count > MOST_NUMBERS)
    return false;
  for (int i = 0; i < count; i++) {
    const ria_binding &b = scalars[i];
    if (!may_need_dt && (b.from == RIA_BIND_DT || b.from == RIA_BIND_DECAYED))
      return false;
    if (b.from == RIA_BIND_FORCING && (b.forcing < 0 || b.forcing >= forcings))
      return false;
    if (b.from == RIA_BIND_FORCING)
      program.forced[program.forceds++] = numbers;
    else if (b.from != RIA_BIND_VALUE)
      program.dated[program.dateds++] = numbers;
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
    const int before = program.forceds;
    program.side[n] = {number, from.axis, from.outward, from.from, from.to, numbers, from.opening};
    if (number < 0 || !add_scalars(program, numbers, from.kernel->nscalar, from.scalars,
                                   args.forcings, !args.exact))
      return false;
    program.changing_sides |= (program.forceds > before ? 1u : 0u) << n;
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
        !add_scalars(program, numbers, from.kernel->nscalar, from.scalars, args.forcings, true))
      return false;
  }
  return true;
}

/* Warps of a block: at most one for each segment, because warps without a segment make the others
 * wait. */
static inline int warps_of_blocks(const struct steps_plan &p) {
  enum { LEAST_WARPS = 4 };
  const int segments = quotient_up(p.segments, p.blocks);
  return segments < LEAST_WARPS  ? (int)LEAST_WARPS
         : segments < STEP_WARPS ? segments
                                 : (int)STEP_WARPS;
}

/* Distributes the domain to blocks that may share `shared` bytes of memory each. A segment stores
 * `held` values for each lane, and on the chip, if there is room, `state` more. False if there is
 * no room for the lists. */
static inline bool deal_out(struct steps_plan &p, const ria_device_steps_args &args, int blocks,
                            size_t shared, int held, int state, size_t real_size) {
  enum { MANY_SEGMENTS = 64 }; /* of a warp */
  p.nx = args.nx, p.ny = args.ny, p.pitch = static_cast<int>(args.pitch);
  p.across = quotient_up(p.nx, COLUMNS);
  p.segments = p.across * p.ny;
  p.blocks = blocks < p.segments ? blocks : p.segments;
  p.warps = !args.shape.warps               ? warps_of_blocks(p)
            : args.shape.warps < STEP_WARPS ? args.shape.warps
                                            : (int)STEP_WARPS;
  if (args.exact == RIA_STEPS_SPECULATIVE && p.warps < SPECULATING_WARPS)
    p.warps = SPECULATING_WARPS;
  p.preparing = args.exact ? COST_OF_PREPARING_EXACT : COST_OF_PREPARING;
  p.speculating = args.exact == RIA_STEPS_SPECULATIVE ? COST_OF_SPECULATING : 0;
  const int sharing = p.blocks * p.warps - (args.exact == RIA_STEPS_SPECULATIVE ? 1 : 0);
  p.beginning = p.segments < MANY_SEGMENTS * sharing ? (int)COST_OF_BEGINNING : 0;
  /* Segments of a warp at most: two shares, each rounded up, with all cheap segments in one warp
   * and the expensive ones in the others; and the reduction of the other warps' shares. A bound may
   * exceed the mean by a unit for each lane. */
  const long long cost = (long long)p.segments * (COST + MORE_COST + p.beginning) +
                         (long long)p.preparing * p.blocks + p.speculating;
  p.list = static_cast<int>(cost / ((long long)COST * sharing)) + 6 +
           (p.beginning ? quotient_up(WARP, COST) : 0) +
           (args.exact == RIA_STEPS_SPECULATIVE ? SPECULATION_ENTRIES : 0);
  p.held = held, p.state = state;
  const size_t all = static_cast<size_t>(p.list) * static_cast<size_t>(p.warps);
  const size_t list_bytes = bytes_of_segment_lists(p), values = all * static_cast<size_t>(held + state);
  if (list_bytes > shared)
    return false;
  const size_t fit = (shared - list_bytes) / (WARP * real_size);
  p.chip = args.exact != RIA_STEPS_EXACT ? 0 : static_cast<int>(fit < values ? fit : values);
  return true;
}

/* Lays out the scratch memory from `base` on; returns its size. The first part, up to `cleared`,
 * must be zero initially. `woven_state`, `woven_statics`: reals of a cell of speculative steps.
 * `recorded`: bytes of a cell's state if inflow is summed, else 0. */
static inline size_t lay_scratch(struct steps_plan &p, void *base, int way, size_t real_size,
                                 int woven_state, int woven_statics, size_t recorded, size_t &cleared) {
  const bool exact = way == RIA_STEPS_EXACT, keeps = way == RIA_STEPS_KNOWN,
             speculative = way == RIA_STEPS_SPECULATIVE;
  unsigned char *const at = static_cast<unsigned char *>(base);
  const size_t line = 256, segments = static_cast<size_t>(p.segments);
  const size_t words = static_cast<size_t>(p.blocks) * 4 * sizeof(unsigned long long);
  size_t end = 0;
  const auto take = [&](size_t bytes) {
    const size_t begin = end;
    end += (bytes + line - 1) / line * line;
    return at + begin;
  };
  p.words = reinterpret_cast<unsigned long long *>(take(words));
  p.begin = reinterpret_cast<int *>(
      take((static_cast<size_t>(p.blocks) * static_cast<size_t>(p.warps) + 1) * sizeof *p.begin));
  p.ghosts_listed = reinterpret_cast<int *>(take(sizeof *p.ghosts_listed));
  p.fed = take(segments);
  p.owner = reinterpret_cast<int *>(take(segments * sizeof *p.owner));
  const size_t warps = static_cast<size_t>(p.warps) * static_cast<size_t>(p.blocks);
  p.told = reinterpret_cast<unsigned *>(take(warps * sizeof *p.told));
  p.speculated = reinterpret_cast<unsigned long long *>(take(4 * sizeof *p.speculated));
  p.found = reinterpret_cast<unsigned long long *>(take(2 * sizeof *p.found));
  cleared = end;
  p.beside = reinterpret_cast<int *>(
      take((exact ? warps * static_cast<size_t>(p.list) * 4 : 0) * sizeof *p.beside));
  p.rest = take(2 * segments);
  p.program = reinterpret_cast<const struct steps_program *>(take(sizeof *p.program));
  p.found_by =
      reinterpret_cast<struct found *>(take(static_cast<size_t>(p.blocks) * sizeof *p.found_by));
  p.ghosts = reinterpret_cast<struct steps_ghost *>(
      take(2 * (static_cast<size_t>(p.nx) + static_cast<size_t>(p.ny)) * sizeof *p.ghosts));
  p.order = reinterpret_cast<int *>(take(segments * sizeof *p.order));
  p.unnoted = take(speculative ? segments : 0);
  p.saved_lists = take(keeps ? static_cast<size_t>(p.blocks) * bytes_of_segment_lists(p) : 0);
  p.saved_shares =
      reinterpret_cast<struct saved_share *>(take(keeps ? warps * sizeof *p.saved_shares : 0));
  p.overflow = take(static_cast<size_t>(p.list * p.warps) * static_cast<size_t>(p.blocks) *
                    (exact ? static_cast<size_t>(p.held) * WARP * real_size : 0));
  const size_t woven = speculative ? static_cast<size_t>(woven_cells(p)) * real_size : 0;
  p.woven_bytes = woven * static_cast<size_t>(woven_state);
  p.woven_state = take(RIA_STEPS_BUFFERS * p.woven_bytes);
  p.woven_statics = take(woven * static_cast<size_t>(woven_statics));
  const size_t ring = 2 * (static_cast<size_t>(p.nx) + static_cast<size_t>(p.ny));
  unsigned char *const history = take(2 * RECORDED_STEPS * ring * recorded);
  p.history = recorded ? history : nullptr;
  return end;
}

/* Further sums of the launch. */
static inline void take_measure(struct steps_plan &p, const ria_device_measure *measure) {
  if (!measure)
    return;
  for (int axis = 0; axis < 2; axis++)
    p.share[axis] = measure->share[axis];
  for (int a = 0; a < RIA_AMOUNTS; a++)
    p.left[a] = measure->left[a];
  p.flows = measure->flows;
}

/* Arguments that are passed to the device unchanged. */
static inline void take_arguments(struct steps_plan &p, const ria_device_steps_args &args,
                                  int numbers) {
  p.sides = args.sides, p.sources = args.sources, p.forcings = args.forcings, p.numbers = numbers;
  p.steps = args.steps, p.base_buffer = args.base_buffer, p.dt = args.dt, p.forcing = args.forcing;
  if (args.few_forcing) {
    p.forcing = nullptr;
    memcpy(p.few_forcing, args.few_forcing,
           static_cast<size_t>(args.steps * args.forcings) * sizeof *p.few_forcing);
  }
  take_measure(p, args.measure);
  p.table = args.table, p.pace = args.pace, p.request = args.request, p.report = args.report;
}

static inline bool steps_are_possible(const ria_device_steps_args &args) {
  return args.nx > 0 && args.ny > 0 && args.nx < 1 << 24 && args.ny < 1 << 24 &&
         (args.ny + 7.0) * (double)args.pitch < 2147483647.0 && args.shape.rows >= 0 &&
         args.shape.warps >= 0 && args.base_buffer >= 0 &&
         args.base_buffer < RIA_STEPS_BUFFERS && args.steps >= 0 && args.exact >= 0 &&
         args.exact < RIA_STEPS_WAYS &&
         (!args.few_forcing ||
          (!args.exact && (double)args.steps * args.forcings <= RIA_STEPS_FEW)) &&
         (args.exact ? args.pace.mode == RIA_STEP_EXACT && args.pace.window == 1
                     : args.steps < RIA_STEPS_MOST);
}

/* Lets a launch continue the previous one, if that left its data, and if shares are still good: a
 * new distribution takes as long as the work on some hundred segments, one after the other. */
static inline void go_on(struct steps_plan &p, ria_device_steps_memory &memory) {
  enum { STEPS_OF_SHARES = 1024, COST_OF_DEALING = 128 };
  memory.lost += memory.woken * static_cast<unsigned>(memory.steps);
  p.goes_on = memory.steps > 0 && memory.last_buffer == p.base_buffer && memory.since < STEPS_OF_SHARES &&
              memory.lost < COST_OF_DEALING;
  if (!p.goes_on) {
    memory.since = memory.half = memory.steps = 0;
    memory.lost = memory.met = 0;
  }
  p.since = memory.steps > 1, p.half = memory.half, p.met = memory.met;
}

/* Records the data that a launch leaves. */
static inline void leave(const struct steps_plan &p, ria_device_steps_memory &memory) {
  enum { OTHER_MEETINGS = 96 };
  static_assert((int)OTHER_MEETINGS % (int)TRIED_AGAIN == 0, "launches of any length come to all rows");
  memory.steps = p.steps, memory.last_buffer = buffer_of(p.base_buffer, p.steps);
  memory.since += p.steps, memory.half = (memory.half + p.steps) & 1;
  memory.met += static_cast<unsigned>(p.steps) + OTHER_MEETINGS;
  memory.woken = 0;
}

} // namespace

#endif
