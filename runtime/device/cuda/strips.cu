// Kernels of the runtime itself: halo strips, the only part of a tile that is copied, and the
// tile's report.
#include <cuda_runtime.h>
#include <stdint.h>
#include <string.h>
#include "device/device.h"

namespace {

enum { THREADS = 256, MOST_BLOCKS = 65535 /* along y or z of a launch */ };

// A strip: cell (x, y, z) of its dense copy is `first` + x, y and z strides behind the first real of a field.
struct cut {
  device_strip strip;
  ptrdiff_t first, stride[RIA_AXES];
  int n[RIA_AXES];
};

struct cuts {
  cut cut[DEVICE_STRIPS];
};

__device__ bool is_taken(const device_strip &strip, int column, int row) {
  return !strip.column || (strip.by_column ? strip.row[row] <= strip.column[column]
                                           : strip.column[column] <= strip.row[row]);
}

// The cell of a strip that a thread copies: number `cell` of `cells` in the dense copy.
struct spot {
  size_t cell, cells;
  ptrdiff_t x, y, inside; // column and row; reals behind the first one of a field
};

__device__ spot spot_of_thread(const cut &c) {
  const size_t width = (size_t)c.n[0], height = (size_t)c.n[1];
  spot s = {(size_t)blockIdx.x * THREADS + threadIdx.x, width * height * (size_t)c.n[2], 0, 0, 0};
  const ptrdiff_t rows = (ptrdiff_t)(s.cell / width), z = rows / (ptrdiff_t)height;
  s.x = (ptrdiff_t)(s.cell % width);
  s.y = rows % (ptrdiff_t)height;
  s.inside = c.first + s.x * c.stride[0] + s.y * c.stride[1] + z * c.stride[2];
  return s;
}

// Block (b, f, s) copies THREADS cells of field f of strip s, from b * THREADS on.
template <typename real, bool pack> __global__ void copy(real *block, size_t field, cuts all) {
  const cut c = all.cut[blockIdx.z];
  const spot s = spot_of_thread(c);
  if (s.cell >= s.cells || !is_taken(c.strip, (int)s.x, (int)s.y))
    return;
  if (c.strip.block)
    block = (real *)c.strip.block;
  real *inside = block + field * blockIdx.y + s.inside;
  real *dense = (real *)c.strip.dense + s.cells * blockIdx.y + s.cell;
  if (pack)
    *dense = *inside;
  else
    *inside = *dense;
}

template <typename real>
int launch(cudaStream_t stream, const tile_layout *layout, void *block, int fields,
           const cuts &all, int count, size_t most, bool pack) {
  const dim3 grid((unsigned)((most + THREADS - 1) / THREADS), (unsigned)fields, (unsigned)count);
  if (pack)
    copy<real, true><<<grid, THREADS, 0, stream>>>((real *)block, layout->field, all);
  else
    copy<real, false><<<grid, THREADS, 0, stream>>>((real *)block, layout->field, all);
  return (int)cudaGetLastError();
}

struct turned_fields {
  turned_field of[RIA_MAX_FIELDS];
};

// The same for one strip with fields computed from several fields: packed as layout_pack() does.
template <typename real>
__global__ void pack_turned(const real *block, size_t field, cut c, turned_fields turned) {
  const spot s = spot_of_thread(c);
  if (s.cell >= s.cells)
    return;
  const real *inside = block + s.inside;
  const turned_field &of = turned.of[blockIdx.y];
  const ptrdiff_t size = (ptrdiff_t)field;
  double sum = of.factor[0] * (double)inside[size * of.field[0]];
  for (int k = 1; k < of.terms; k++)
    sum += of.factor[k] * (double)inside[size * of.field[k]];
  ((real *)c.strip.dense)[s.cells * blockIdx.y + s.cell] = (real)sum;
}

template <typename real>
int launch_turned(cudaStream_t stream, const tile_layout *layout, const void *block, int fields,
                  const cut &c) {
  const size_t cells = ria_box_cells(c.strip.box);
  const dim3 grid((unsigned)((cells + THREADS - 1) / THREADS), (unsigned)fields);
  turned_fields turned = {};
  if (c.strip.block)
    block = c.strip.block;
  for (int f = 0; f < fields; f++)
    turned.of[f] = c.strip.turned[f];
  pack_turned<<<grid, THREADS, 0, stream>>>((const real *)block, layout->field, c, turned);
  return (int)cudaGetLastError();
}

// Address of a strip's cells, in the order of layout_pack().
cut cut_of(const tile_layout *layout, const device_strip &strip) {
  const turned_box t = layout_turn(layout, strip.box, strip.map);
  cut c = {strip, t.first + (ptrdiff_t)layout_first(layout), {}, {}};
  for (int a = 0; a < RIA_AXES; a++) {
    c.stride[a] = t.stride[a];
    c.n[a] = t.n[a];
  }
  return c;
}

// A number of a field at the other tile of a move.
template <typename real>
__device__ real moved(const cell_move &m, const real *from, int field) {
  if (!m.turned)
    return from[field * m.from.field];
  const turned_field &of = m.turned[field];
  const real first = from[of.field[0] * m.from.field];
  if (of.terms == 1 && of.factor[0] == 1)
    return first;
  double sum = of.factor[0] * (double)first;
  for (int k = 1; k < of.terms; k++)
    sum += of.factor[k] * (double)from[of.field[k] * m.from.field];
  return (real)sum;
}

// Block (b, m) copies THREADS cells of all fields of move m, from b * THREADS on. It reads some
// fields before it writes any, so that a thread waits only once for their loads.
template <typename real>
__global__ void make_moves(const cell_move *move, const move_memory memory) {
  enum { TOGETHER = 5 };
  if (memory.on && !*memory.on)
    return;
  const cell_move &m = move[blockIdx.y];
  const unsigned cell = blockIdx.x * THREADS + threadIdx.x, rows = cell / (unsigned)m.n[0];
  const int x = (int)(cell % (unsigned)m.n[0]), y = (int)(rows % (unsigned)m.n[1]),
            z = (int)(rows / (unsigned)m.n[1]);
  if (z >= m.n[2])
    return;
  const real *from = (const real *)memory.from + m.from.first + x * m.from.stride[0] +
                     y * m.from.stride[1] + z * m.from.stride[2];
  real *to = (real *)memory.to + m.to.first + x * m.to.stride[0] + y * m.to.stride[1] +
             z * m.to.stride[2];
  for (int f = 0; f < memory.fields; f += TOGETHER) {
    real value[TOGETHER];
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (f + i < memory.fields)
        value[i] = moved(m, from, memory.from_field[f + i]);
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      if (f + i < memory.fields)
        to[memory.to_field[f + i] * m.to.field] = value[i];
  }
}

// The rates of the first stage and of the later stages; at the end the second one is the rate of
// all.
__global__ void begin_report(ria_device_report *report, unsigned long long first_rate,
                             unsigned long long rate, int bad) {
  report[0].rate = first_rate;
  report[1].rate = rate;
  report[0].bad = report[1].bad = bad;
}

enum { FLOW_THREADS = 64 };

// Adds the measured flows and clears them; no effect if `from` is NULL. All threads of a block call
// it.
__device__ void end_flows(ria_flows *from, ria_flows *to) {
  if (!from || !from->used)
    return;
  const int used = from->used, thread = (int)threadIdx.x;
  int64_t *in = &ria_flows_in(from)[0][0].digit[0], *to_in = &ria_flows_in(to)[0][0].digit[0];
  int64_t *left = &from->left[0].digit[0], *to_left = &to->left[0].digit[0];
  for (int i = thread; i < used * RIA_AMOUNTS * RIA_FLOW_DIGITS; i += FLOW_THREADS) {
    to_in[i] += in[i];
    in[i] = 0;
  }
  for (int i = thread; i < RIA_AMOUNTS * RIA_FLOW_DIGITS; i += FLOW_THREADS) {
    to_left[i] += left[i];
    left[i] = 0;
  }
  __syncthreads();
  if (thread)
    return;
  to->used = to->used > used ? to->used : used;
  to->invalid |= from->invalid;
  from->used = from->invalid = 0;
}

// `to` is host memory, which the device writes.
__global__ void end_report(const ria_device_report *from, ria_flows *flows, step_report *to) {
  end_flows(flows, step_report_flows(to));
  if (threadIdx.x)
    return;
  const unsigned long long first = from[0].rate, later = from[1].rate;
  to->first_rate = __longlong_as_double((long long)first);
  to->rate = __longlong_as_double((long long)(later > first ? later : first));
  to->bad = from[0].bad | from[1].bad;
}

__global__ void begin_steps(ria_device_steps_report *report, ria_now now) {
  report->rate = 0;
  report->bad = 0;
  report->woken = 0;
  report->redone = 0;
  report->now = now;
}

// `to` and `woken` are host memory, which the device writes.
__global__ void end_steps(const ria_device_steps_report *from, ria_flows *flows, step_report *to,
                          unsigned *woken) {
  end_flows(flows, step_report_flows(to));
  if (threadIdx.x)
    return;
  to->rate = __longlong_as_double((long long)from->rate);
  to->bad = from->bad != 0;
  *woken = from->woken;
}

} // namespace

extern "C" int device_copy_strips(void *stream, const tile_layout *layout, void *block,
                                      int fields, const device_strip *strip, int count,
                                      bool pack) {
  cuts all = {};
  size_t most = 0;
  if (count > DEVICE_STRIPS) {
    const int rest = device_copy_strips(stream, layout, block, fields, strip + DEVICE_STRIPS,
                                            count - DEVICE_STRIPS, pack);
    if (rest)
      return rest;
    count = DEVICE_STRIPS;
  }
  int straight = 0;
  for (int i = 0; i < count; i++) {
    const size_t cells = ria_box_cells(strip[i].box);
    const cut c = cut_of(layout, strip[i]);
    if (!cells)
      continue;
    if (pack && strip[i].turned) {
      const int code = layout->size == sizeof(float)
                           ? launch_turned<float>((cudaStream_t)stream, layout, block, fields, c)
                           : launch_turned<double>((cudaStream_t)stream, layout, block, fields, c);
      if (code)
        return code;
      continue;
    }
    all.cut[straight++] = c;
    most = cells > most ? cells : most;
  }
  count = straight;
  if (!count)
    return 0;
  return layout->size == sizeof(float)
             ? launch<float>((cudaStream_t)stream, layout, block, fields, all, count, most, pack)
             : launch<double>((cudaStream_t)stream, layout, block, fields, all, count, most, pack);
}

extern "C" int device_moves_make(void *stream, const cell_move *move, int count, size_t most,
                                     const move_memory *memory) {
  if (!count || !most || !memory->fields)
    return 0;
  for (int first = 0; first < count; first += MOST_BLOCKS) {
    const int some = count - first < MOST_BLOCKS ? count - first : MOST_BLOCKS;
    const dim3 grid((unsigned)((most + THREADS - 1) / THREADS), (unsigned)some);
    if (memory->size == sizeof(float))
      make_moves<float><<<grid, THREADS, 0, (cudaStream_t)stream>>>(move + first, *memory);
    else
      make_moves<double><<<grid, THREADS, 0, (cudaStream_t)stream>>>(move + first, *memory);
  }
  return (int)cudaGetLastError();
}

extern "C" int device_report_begin(void *stream, ria_device_report *report,
                                       const step_report *start) {
  unsigned long long first_rate, rate;
  memcpy(&first_rate, &start->first_rate, sizeof first_rate);
  memcpy(&rate, &start->rate, sizeof rate);
  begin_report<<<1, 1, 0, (cudaStream_t)stream>>>(report, first_rate, rate, start->bad);
  return (int)cudaGetLastError();
}

extern "C" int device_report_end(void *stream, const ria_device_report *report,
                                     ria_flows *flows, step_report *host) {
  end_report<<<1, FLOW_THREADS, 0, (cudaStream_t)stream>>>(report, flows, host);
  return (int)cudaGetLastError();
}

extern "C" int device_steps_begin(void *stream, ria_device_steps_report *report,
                                      const ria_now *now) {
  begin_steps<<<1, 1, 0, (cudaStream_t)stream>>>(report, *now);
  return (int)cudaGetLastError();
}

extern "C" int device_steps_end(void *stream, const ria_device_steps_report *report,
                                    ria_flows *flows, step_report *host, unsigned *woken) {
  end_steps<<<1, FLOW_THREADS, 0, (cudaStream_t)stream>>>(report, flows, host, woken);
  return (int)cudaGetLastError();
}
