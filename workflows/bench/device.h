/* Measuring a step on a GPU, without StarPU. */
#ifndef RIA_BENCH_DEVICE_H
#define RIA_BENCH_DEVICE_H

#include "bench.h"

/* As ria_bench_kernel() for an implementation that is a device's; what of the result does not come
 * from measuring is there already. */
ria_status ria_bench_device(const ria_kernel *kernel, const ria_implementation *one,
                            const ria_bench_options *options, ria_bench_result *result);

#endif
