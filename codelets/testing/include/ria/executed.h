/** \file
 * The kernels of a device, executed on the host: for tests. The host's compiler compiles the
 * device's source with codelets/testing/host_cuda/executor.hh.
 */
#ifndef RIA_EXECUTED_H
#define RIA_EXECUTED_H

#include <ria/device_kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every kernel, in alphabetical order, NULL at the end. Its first implementation is the serial
 * reference of the CPU; the others are the device's strategies, each in several shapes, behind the
 * functions of a CPU. If a precision lacks a shape, its function is NULL. The first shape of a
 * strategy has the device's functions, too (ria_device_functions_of), executed on the host. */
extern const ria_kernel *const ria_executed_kernels[];

/** Run a device's function on the host with the arguments of a CPU's function. If the executor
 * finds a mistake (a barrier that not all threads reach, a race), it prints the mistake and aborts,
 * because no result would be valid. */
void ria_execute_step(ria_device_step_function function, ria_shape shape, ria_step_args *args);
void ria_execute_boundary(ria_device_boundary_function function, const ria_boundary_args *args);
void ria_execute_cells(ria_device_cells_function function, const ria_cells_args *args);
/** The same for kernels that read their scalars, `count` of them, from the device's memory, in
   every second call.
 */
void ria_execute_point(ria_device_step_function function, ria_shape shape, int scalars,
                       ria_step_args *args);
void ria_execute_reduce(ria_device_reduce_function function, int scalars, ria_reduce_args *args);

/** Properties of the simulated device where all blocks of a launch must be concurrent (many steps
 * in one launch): the number of multiprocessors, which run one block each, and the bytes that a
 * block may share. `backwards`: the last block runs first, which must not change results. Applies
 * to all later launches of this thread. */
void ria_executor_become(int multiprocessors, size_t shared, int backwards);

/** The mistake of this thread's last failed launch. Borrowed until the next launch. */
const char *ria_executor_fault(void);

#ifdef __cplusplus
}
#endif
#endif
