// The scalars of a program on a GPU: the launch after a phase, except for the functions of SCALAR
// kernels.
#include <cuda_runtime.h>
#include "device/device.h"

#define SHARED(type, name) __shared__ type name
#include "ria/device_scalars.cuh"

namespace {

__global__ void calculate(const __grid_constant__ ria_device_calculation c) {
  const bool on = begin_scalars(c);
  for (int i = 0; i < c.terms && on; i++)
    ria_scalars_operate(c.scalars, &c.term[i]);
  end_scalars(c, on);
}

} // namespace

extern "C" int device_calculate(const ria_device_scalars_args *args) {
  calculate<<<1, threads_for(args->calculation), 0, (cudaStream_t)args->stream>>>(
      args->calculation);
  return (int)cudaGetLastError();
}
