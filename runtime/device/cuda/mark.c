/* Marks: events of CUDA. */
#include <cuda_runtime_api.h>
#include "device/device.h"

int ria_device_mark_create(ria_device_mark *mark) {
  cudaEvent_t event = NULL;
  cudaError_t error = cudaEventCreate(&event);
  *mark = event;
  return (int)error;
}

void ria_device_mark_destroy(ria_device_mark mark) {
  if (mark)
    cudaEventDestroy(mark);
}

int ria_device_mark_record(ria_device_mark mark, void *stream) {
  return (int)cudaEventRecord(mark, stream);
}

bool ria_device_mark_passed(ria_device_mark mark) {
  return cudaEventQuery(mark) == cudaSuccess;
}

int ria_device_mark_wait(ria_device_mark mark) {
  return (int)cudaEventSynchronize(mark);
}

double ria_device_mark_seconds(ria_device_mark from, ria_device_mark to) {
  float milliseconds = 0;
  return cudaEventElapsedTime(&milliseconds, from, to) == cudaSuccess ? 1e-3 * milliseconds : 0;
}
