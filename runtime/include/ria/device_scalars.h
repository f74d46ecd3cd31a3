/** \file
 * The scalars of a program in device memory, where kernels compute them: one launch does the scalar
 * operations after a phase, without the host.
 */
#ifndef RIA_DEVICE_SCALARS_H
#define RIA_DEVICE_SCALARS_H

#include "ria/device_kernel.h"
#include "ria/program_scalars.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_DEVICE_TERMS = 16 /**< most SCALAR operations of a launch */ };

/** A part of a MIN or MAX reduction: its box in a tile whose first cell is cell `first` of the
 * block. */
typedef struct {
  int block;
  ria_global first[RIA_AXES];
  ria_box box;
} ria_device_place;

/** A reduction that the device has computed, and the scalar that it sets. Pointers are to device
 * memory. */
typedef struct {
  ria_reduction reduction;
  int scalar;
  int parts;                         /**< MIN, MAX: number of boxes */
  ria_sum *sum;                      /**< SUM: set to 0 after it is read */
  const ria_device_extreme *extreme; /**< MIN, MAX: [parts] */
  const ria_device_place *place;     /**< MIN, MAX: [parts] */
} ria_device_result;

/** The work of a launch, in this order. Passed by value: only the memory that it points to must
 * stay valid. */
typedef struct {
  ria_scalars *scalars; /**< device memory */
  const int *on;        /**< device memory, in *scalars: if it is 0, the launch does nothing */
  int results;          /**< results of reductions to read, */
  ria_device_result result[RIA_PHASE_REDUCTIONS];
  int terms; /**< then SCALAR operations, or */
  ria_scalar_term term[RIA_DEVICE_TERMS];
  int in[RIA_MAX_SCALARS]; /**< the function of a SCALAR kernel; its arguments: 1 + a scalar of the
                              program, */
  double given[RIA_MAX_SCALARS]; /**< or this number if that is 0, */
  int out[RIA_MAX_SCALARS];      /**< its results: these scalars; */
  int enters, ends;              /**< the loop at whose LOOP or END this launch is; -1: none */
  int condition;                 /**< of that loop */
  int64_t most;                  /**< of that loop */
  unsigned long long handle; /**< that loop's conditional in a graph (cudaGraphConditionalHandle),
                                which is set to whether the loop goes on, */
  bool in_graph;             /**< if this is set */
} ria_device_calculation;

/** Arguments of a SCALAR kernel's function on a device. It returns at once: 0 or an error code. */
typedef struct ria_device_scalars_args {
  ria_device_calculation calculation;
  void *stream;
  bool alone; /**< as in ria_device_given */
} ria_device_scalars_args;

#ifdef __cplusplus
}
#endif
#endif
