#include "lend.h"
#include <cuda_runtime.h>

namespace {

template <typename real> __global__ void add(real *first, size_t pitch, int columns, int rows, double more) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), y = static_cast<int>(blockIdx.y);
  if (x < columns && y < rows)
    first[y * pitch + x] = static_cast<real>(static_cast<double>(first[y * pitch + x]) + more);
}

} // namespace

extern "C" int lend_add(int gpu, int wide, void *first, size_t pitch, int columns, int rows, double more) {
  const dim3 blocks(static_cast<unsigned>(columns + 63) / 64, static_cast<unsigned>(rows));
  cudaStream_t stream;
  int error = cudaSetDevice(gpu);
  if (error || (error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)))
    return error;
  if (wide)
    add<<<blocks, 64, 0, stream>>>(static_cast<double *>(first), pitch, columns, rows, more);
  else
    add<<<blocks, 64, 0, stream>>>(static_cast<float *>(first), pitch, columns, rows, more);
  error = cudaGetLastError();
  const int waited = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return error ? error : waited;
}
