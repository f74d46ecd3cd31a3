/** \file
 * The scalars of a program in a device's memory, where kernels compute them: what follows a phase
 * in one launch, so that the host takes no part.
 */
#ifndef RIA_DEVICE_SCALARS_H
#define RIA_DEVICE_SCALARS_H

#include "ria/device_kernel.h"
#include "ria/program_scalars.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_DEVICE_TERMS = 16 /**< SCALAR operations of a launch */ };

/** Where a part of a reduction by MIN or MAX lies: its box in a tile, whose first cell is `first`
 * of the block. */
typedef struct {
  int block;
  ria_global first[RIA_AXES];
  ria_box box;
} ria_device_place;

/** A reduction that has been made on the device, and the scalar that it sets. Pointers are to
 * device memory. */
typedef struct {
  ria_reduction reduction;
  int scalar;
  int parts;                         /**< MIN, MAX: of so many boxes */
  ria_sum *sum;                      /**< SUM: is 0 again when it was read */
  const ria_device_extreme *extreme; /**< MIN, MAX: [parts] */
  const ria_device_place *place;     /**< MIN, MAX: [parts] */
} ria_device_result;

/** What a launch does, in this order. Given by value, so nothing but what it points to need stay.
 */
typedef struct {
  ria_scalars *scalars; /**< device memory */
  const int *on;        /**< device memory, in *scalars: where it is 0, nothing is done */
  int results;          /**< take the results of reductions, */
  ria_device_result result[RIA_PHASE_REDUCTIONS];
  int terms; /**< SCALAR operations, or */
  ria_scalar_term term[RIA_DEVICE_TERMS];
  int in[RIA_MAX_SCALARS]; /**< the function of a SCALAR kernel: 1 + a scalar of the program, */
  double given[RIA_MAX_SCALARS]; /**< or, where that is 0, this number, */
  int out[RIA_MAX_SCALARS];      /**< to these scalars; */
  int enters, ends;              /**< the loop at whose LOOP, at whose END it ends; -1: none */
  int condition;                 /**< of that loop */
  int64_t most;                  /**< of that loop */
  unsigned long long handle; /**< that loop's in a graph (cudaGraphConditionalHandle), which is told
                                  whether it goes on, */
  bool in_graph;             /**< if this is set */
} ria_device_calculation;

/** Arguments of a SCALAR kernel's function on a device, which returns at once: 0, or the code of an
 * error. */
typedef struct ria_device_scalars_args {
  ria_device_calculation calculation;
  void *stream;
  bool alone; /**< as in ria_device_given */
} ria_device_scalars_args;

#ifdef __cplusplus
}
#endif
#endif
