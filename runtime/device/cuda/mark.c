/* Marks: events of CUDA. */
#include <cuda_runtime_api.h>
#include "device/device.h"

int device_mark_create(device_mark *mark) {
  cudaEvent_t event = NULL;
  cudaError_t error = cudaEventCreate(&event);
  *mark = event;
  return (int)error;
}

void device_mark_destroy(device_mark mark) {
  if (mark)
    cudaEventDestroy(mark);
}

int device_mark_record(device_mark mark, void *stream) {
  return (int)cudaEventRecord(mark, stream);
}

bool device_mark_passed(device_mark mark) {
  return cudaEventQuery(mark) == cudaSuccess;
}

int device_mark_wait(device_mark mark) {
  return (int)cudaEventSynchronize(mark);
}

double device_mark_seconds(device_mark from, device_mark to) {
  float milliseconds = 0;
  return cudaEventElapsedTime(&milliseconds, from, to) == cudaSuccess ? 1e-3 * milliseconds : 0;
}
