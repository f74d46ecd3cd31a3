/* Measures a step on a GPU without StarPU. */
#ifndef RIA_BENCH_DEVICE_H
#define RIA_BENCH_DEVICE_H

#include "bench.h"

/* ria_bench_kernel() for an implementation on a device. The caller has filled in the unmeasured
 * members of the result. */
ria_status ria_bench_device(const ria_kernel *kernel, const ria_implementation *one,
                            const ria_bench_options *options, ria_bench_result *result);

#endif
