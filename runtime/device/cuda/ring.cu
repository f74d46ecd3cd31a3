// Matrices of rings on a GPU: one thread finds the four cells of a row and interpolates.
#include <cuda_runtime.h>
#include "device/device.h"
#include "sparse/ring.h"

namespace {

enum { THREADS = 256 };

template <typename real>
__device__ real value_of(const ria_ell_memory &memory, int f, int32_t c) {
  const real *from = (const real *)memory.state + (size_t)memory.from[f] * memory.field;
  const real *extra = (const real *)memory.extra + (size_t)f * memory.extras;
  return c >= 0 ? from[c] : extra[-1 - c];
}

// Block (b, f) computes rows [b * THREADS, (b + 1) * THREADS) of field f.
template <typename real>
__global__ void multiply(const ring_matrix m, const ria_ell_memory memory, int64_t ticks) {
  const int r = (int)(blockIdx.x * THREADS + threadIdx.x), f = (int)blockIdx.y;
  if (r >= m.rows)
    return;
  const ring_cells of = m.of[m.ring[r]];
  const int32_t *column = m.column + of.first;
  int64_t cell, rest, unit;
  ring_find(&of, m.place[r], ticks, &cell, &rest, &unit);
  real *to = (real *)memory.state + (size_t)memory.to[f] * memory.field + m.row[r];
  const real value = value_of<real>(memory, f, column[cell]);
  if (!rest) {
    *to = value;
    return;
  }
  double weight[3];
  ring_weights((double)rest / (double)unit, weight);
  const real before = value_of<real>(memory, f, column[(cell + of.cells - 1) % of.cells]);
  const real after = value_of<real>(memory, f, column[(cell + 1) % of.cells]);
  const real behind = value_of<real>(memory, f, column[(cell + 2) % of.cells]);
  const real low = (real)weight[0] * (before - value);
  const real high = (real)weight[1] * (after - value);
  const real higher = (real)weight[2] * (behind - value);
  *to = value + ((low + higher) + high);
}

template <typename type> int copy(type **there, const type *here, size_t count) {
  *there = (type *)device_alloc(count * sizeof **there);
  return device_upload(*there, here, count * sizeof **there);
}

} // namespace

extern "C" int ring_upload(const ring_matrix *matrix, ring_matrix *on_device) {
  const size_t rows = (size_t)matrix->rows;
  int code = copy(&on_device->row, matrix->row, rows);
  code = code ? code : copy(&on_device->ring, matrix->ring, rows);
  code = code ? code : copy(&on_device->place, matrix->place, rows);
  code = code ? code : copy(&on_device->of, matrix->of, (size_t)matrix->rings);
  code = code ? code : copy(&on_device->column, matrix->column, (size_t)matrix->columns);
  on_device->rows = matrix->rows;
  on_device->rings = matrix->rings;
  on_device->columns = matrix->columns;
  return code;
}

extern "C" void ring_device_free(ring_matrix *on_device) {
  device_free(on_device->row);
  device_free(on_device->ring);
  device_free(on_device->place);
  device_free(on_device->of);
  device_free(on_device->column);
}

extern "C" int device_ring_multiply(void *stream, const ring_matrix *matrix,
                                        const ria_ell_memory *memory, int64_t ticks) {
  const dim3 blocks((unsigned)((matrix->rows + THREADS - 1) / THREADS), (unsigned)memory->fields);
  if (memory->size == sizeof(float))
    multiply<float><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(*matrix, *memory, ticks);
  else
    multiply<double><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(*matrix, *memory, ticks);
  return (int)cudaGetLastError();
}
