/* Device functions for tests of kernels, for the executor on the host; on_gpu.h has them for a GPU.
 */
#ifndef RIA_ON_EXECUTOR_H
#define RIA_ON_EXECUTOR_H

#include <ria/executed.h>

/* Waits for the device; 0 or an error code. */
static inline int device_wait(void) {
  return 0; /* the executor returns when all is done */
}

/* A cleared report, accessible to the device, and to the host after device_wait(). */
static inline ria_device_report *device_report(void) {
  static ria_device_report report;
  report = (ria_device_report){0};
  return &report;
}

#endif
