/* What tests of a device's kernels need of the device, where that is the executor on the host;
 * on_gpu.h has the same of a GPU. */
#ifndef RIA_ON_EXECUTOR_H
#define RIA_ON_EXECUTOR_H

#include <ria/executed.h>

/* Until the device is done; 0 or an error code. */
static inline int device_wait(void) {
  return 0; /* the executor returns when all is done */
}

/* A cleared one where the device reaches it, and the host does after device_wait(). */
static inline ria_device_report *device_report(void) {
  static ria_device_report report;
  report = (ria_device_report){0};
  return &report;
}

#endif
