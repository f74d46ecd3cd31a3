/* Measures a step on a GPU without StarPU. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "bench.h"

/* bench_kernel() for an implementation on a device. The caller has filled in the unmeasured
 * members of the result. */
ria_status bench_device(const ria_kernel *kernel, const ria_implementation *one,
                        const bench_options *options, bench_result *result);

#endif
