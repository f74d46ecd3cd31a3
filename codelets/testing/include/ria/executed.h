/** \file
 * The kernels of a device, executed on the host: for tests. The source that the device's compiler
 * takes is compiled by the host's against codelets/testing/host_cuda/executor.hh.
 */
#ifndef RIA_EXECUTED_H
#define RIA_EXECUTED_H

#include <ria/device_kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every kernel, in alphabetical order, NULL at the end. Its first implementation is the serial
 * reference of the CPU; the others are the device's strategies, each in several shapes, behind the
 * functions of a CPU. A shape that a precision does not have leaves its function NULL. The first
 * shape of a strategy has the device's functions, too (ria_device_functions_of), executed on the
 * host. */
extern const ria_kernel *const ria_executed_kernels[];

/** Run a device's function on the host with what a CPU's function is given. Where the executor
 * finds a mistake (a barrier that not all threads reach, a race), they say which and abort: no
 * result would mean anything. */
void ria_execute_step(ria_device_step_function function, ria_shape shape, ria_step_args *args);
void ria_execute_boundary(ria_device_boundary_function function, const ria_boundary_args *args);
void ria_execute_cells(ria_device_cells_function function, const ria_cells_args *args);
/** The same of kernels that find their scalars, so many, in the device's memory, every other time.
 */
void ria_execute_point(ria_device_step_function function, ria_shape shape, int scalars,
                       ria_step_args *args);
void ria_execute_reduce(ria_device_reduce_function function, int scalars, ria_reduce_args *args);

/** What the executor passes for where all blocks of a launch must be under way together (many steps
 * in one launch): how many multiprocessors, which have a block each, and how many bytes a block may
 * share by the launch. `backwards` lets the last block go first, which must not matter. For the
 * launches of this thread from now on. */
void ria_executor_become(int multiprocessors, size_t shared, int backwards);

/** What the last launch of this thread that failed did wrong. Borrowed until the next. */
const char *ria_executor_fault(void);

#ifdef __cplusplus
}
#endif
#endif
