// Sparse matrices on a GPU: a thread adds up a row, in its order.
#include <cuda_runtime.h>
#include "device/device.h"
#include "sparse/ell.h"

namespace {

enum { THREADS = 256 };

// Block (b, f) computes rows [b * THREADS, (b + 1) * THREADS) of field f.
template <typename real> __global__ void multiply(const ria_ell m, const ria_ell_memory memory) {
  const int r = (int)(blockIdx.x * THREADS + threadIdx.x), f = (int)blockIdx.y;
  if (r >= m.rows)
    return;
  const real *from = (const real *)memory.state + (size_t)memory.from[f] * memory.field;
  const real *extra = (const real *)memory.extra + (size_t)f * memory.extras;
  const real *weight = (const real *)m.weight;
  real *to = (real *)memory.state + (size_t)memory.to[f] * memory.field + m.row[r];
  int64_t at = m.start[r / RIA_ELL_ROWS] + r % RIA_ELL_ROWS;
  real sum = 0;
  for (int e = 0; e < m.length[r]; e++, at += RIA_ELL_ROWS) {
    const int32_t c = m.column[at];
    const real product = weight[at] * (c >= 0 ? from[c] : extra[-1 - c]);
    sum = e ? sum + product : product;
  }
  *to = memory.add ? *to + sum : sum;
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
  *there = (type *)ria_device_alloc(count * sizeof **there);
  return ria_device_upload(*there, here, count * sizeof **there);
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
  return code;
}

extern "C" void ria_ell_device_free(ria_ell *on_device) {
  ria_device_free(on_device->row);
  ria_device_free(on_device->length);
  ria_device_free(on_device->start);
  ria_device_free(on_device->column);
  ria_device_free(on_device->weight);
}

extern "C" int ria_device_multiply(void *stream, const ria_ell *matrix,
                                   const ria_ell_memory *memory) {
  const dim3 blocks = blocks_for((size_t)matrix->rows, memory->fields);
  if (memory->size == sizeof(float))
    multiply<float><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(*matrix, *memory);
  else
    multiply<double><<<blocks, THREADS, 0, (cudaStream_t)stream>>>(*matrix, *memory);
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
