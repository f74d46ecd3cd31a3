// Sparse matrices on a GPU: one thread adds up a row, in the order of its entries.
#include <cuda_runtime.h>
#include "device/device.h"
#include "ria/ell.h"

namespace {

enum { THREADS = 256 };

// Streaming load: values that are read only once should not evict the fields from the cache.
template <typename type> __device__ type once(const type *p) { return __ldcs(p); }

// Block b computes rows [b * THREADS, (b + 1) * THREADS) of all fields, so that the matrix is read
// only once. All rows have ENTRIES entries; 0: each row has its own number.
template <typename real, int ENTRIES> __global__ void multiply(const ria_ell m, const ria_ell_memory memory) {
  const int r = (int)(blockIdx.x * THREADS + threadIdx.x);
  if (r >= m.rows)
    return;
  const int32_t place = once(m.row + r);
  const real *weight = (const real *)m.weight;
  if (ENTRIES) {
    const int64_t at = (int64_t)(r / RIA_ELL_ROWS) * (RIA_ELL_ROWS * ENTRIES) + r % RIA_ELL_ROWS;
    int32_t column[ENTRIES ? ENTRIES : 1];
    real factor[ENTRIES ? ENTRIES : 1];
#pragma unroll
    for (int e = 0; e < ENTRIES; e++) {
      column[e] = once(m.column + at + e * RIA_ELL_ROWS);
      factor[e] = once(weight + at + e * RIA_ELL_ROWS);
    }
#pragma unroll
    for (int f = 0; f < RIA_ELL_FIELDS; f++) {
      if (f >= memory.fields)
        break;
      const real *from = (const real *)memory.state + (size_t)memory.from[f] * memory.field;
      const real *extra = (const real *)memory.extra + (size_t)f * memory.extras;
      real *to = (real *)memory.state + (size_t)memory.to[f] * memory.field + place;
      real value[ENTRIES ? ENTRIES : 1];
#pragma unroll
      for (int e = 0; e < ENTRIES; e++)
        value[e] = *(column[e] >= 0 ? from + column[e] : extra + (-1 - column[e]));
      real sum = factor[0] * value[0];
#pragma unroll
      for (int e = 1; e < ENTRIES; e++)
        sum = sum + factor[e] * value[e];
      *to = memory.add ? *to + sum : sum;
    }
    return;
  }
  const int64_t first = m.start[r / RIA_ELL_ROWS] + r % RIA_ELL_ROWS;
  const int entries = m.length[r];
  real sum[RIA_ELL_FIELDS];
#pragma unroll
  for (int f = 0; f < RIA_ELL_FIELDS; f++)
    sum[f] = 0;
  for (int e = 0; e < entries; e++) {
    const int64_t at = first + (int64_t)e * RIA_ELL_ROWS;
    const int32_t column = once(m.column + at);
    const real factor = once(weight + at);
#pragma unroll
    for (int f = 0; f < RIA_ELL_FIELDS; f++)
      if (f < memory.fields) {
        const real *from = (const real *)memory.state + (size_t)memory.from[f] * memory.field;
        const real *extra = (const real *)memory.extra + (size_t)f * memory.extras;
        const real product = factor * *(column >= 0 ? from + column : extra + (-1 - column));
        sum[f] = e ? sum[f] + product : product;
      }
  }
#pragma unroll
  for (int f = 0; f < RIA_ELL_FIELDS; f++)
    if (f < memory.fields) {
      real *to = (real *)memory.state + (size_t)memory.to[f] * memory.field + place;
      *to = memory.add ? *to + sum[f] : sum[f];
    }
}

// Rows of interpolation have 8 entries, rows of copies 1.
template <typename real> void launch(cudaStream_t stream, const ria_ell *m, const ria_ell_memory *memory) {
  const unsigned blocks = (unsigned)((m->rows + THREADS - 1) / THREADS);
  if (m->same == 8)
    multiply<real, 8><<<blocks, THREADS, 0, stream>>>(*m, *memory);
  else if (m->same == 1)
    multiply<real, 1><<<blocks, THREADS, 0, stream>>>(*m, *memory);
  else
    multiply<real, 0><<<blocks, THREADS, 0, stream>>>(*m, *memory);
}

template <typename real>
__global__ void gather(const int32_t *place, size_t count, const ria_ell_memory memory, real *dense) {
  const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x, f = blockIdx.y;
  if (i < count)
    dense[f * count + i] =
        ((const real *)memory.state)[(size_t)memory.from[f] * memory.field + (size_t)place[i]];
}

dim3 blocks_for(size_t count, int fields) {
  return dim3((unsigned)((count + THREADS - 1) / THREADS), (unsigned)fields);
}

template <typename type> int copy(type **there, const type *here, size_t count) {
  *there = (type *)device_alloc(count * sizeof **there);
  return device_upload(*there, here, count * sizeof **there);
}

} // namespace

extern "C" int ria_ell_upload(const ria_ell *matrix, size_t size, ria_ell *on_device) {
  const size_t rows = (size_t)matrix->rows, slices = (size_t)ria_ell_slices(matrix->rows);
  const size_t entries = (size_t)matrix->start[slices];
  char *weight = NULL;
  int code = copy(&on_device->row, matrix->row, rows);
  code = code ? code : copy(&on_device->length, matrix->length, rows);
  code = code ? code : copy(&on_device->start, matrix->start, slices + 1);
  code = code ? code : copy(&on_device->column, matrix->column, entries);
  code = code ? code : copy(&weight, (const char *)matrix->weight, entries * size);
  on_device->weight = weight;
  on_device->rows = matrix->rows;
  on_device->same = matrix->same;
  return code;
}

extern "C" void ria_ell_device_free(ria_ell *on_device) {
  device_free(on_device->row);
  device_free(on_device->length);
  device_free(on_device->start);
  device_free(on_device->column);
  device_free(on_device->weight);
}

extern "C" int ria_device_multiply(void *stream, const ria_ell *matrix,
                                   const ria_ell_memory *memory) {
  if (memory->size == sizeof(float))
    launch<float>((cudaStream_t)stream, matrix, memory);
  else
    launch<double>((cudaStream_t)stream, matrix, memory);
  return (int)cudaGetLastError();
}

extern "C" int ria_device_gather(void *stream, const int32_t *place, size_t count,
                                 const ria_ell_memory *memory, void *dense) {
  const dim3 blocks = blocks_for(count, memory->fields);
  if (memory->size == sizeof(float))
    gather<float><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(place, count, *memory, (float *)dense);
  else
    gather<double><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(place, count, *memory, (double *)dense);
  return (int)cudaGetLastError();
}
