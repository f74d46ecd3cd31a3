#include "ria/device_kernel.h"

const ria_device_functions *ria_device_functions_of(const ria_implementation *one,
                                                    ria_precision precision) {
  static const ria_device_functions none;
  const bool some = one->target->kind == RIA_TARGET_DEVICE && one->own[precision];
  return some ? one->own[precision] : &none;
}

bool ria_implementation_on_device(const ria_implementation *one) {
  const ria_device_functions *device = ria_device_functions_of(one, RIA_SINGLE);
  return device->step || device->boundary || device->cells || device->reduce;
}
