/** \file
 * Definitions as C. A definition is itself a C file; here it is compiled unchanged, in double
 * precision, without the generator's parser and intermediate form. The conformance tests compare
 * the generated reference with it.
 *
 * For tests only: oracles keep a cell in static variables, because definitions name it so.
 */
#ifndef RIA_ORACLE_H
#define RIA_ORACLE_H

#include <ria/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One of step, boundary, cells, reduce and compute is set, by the kind of the kernel; `through`
 * too if the kernel has THROUGH. Double precision. */
typedef struct {
  const char *kernel;
  ria_step_function step;
  ria_through_function through;
  ria_boundary_function boundary;
  ria_cells_function cells;
  ria_reduce_function reduce;
  ria_compute_function compute;
} ria_oracle;

/** Oracle of that kernel, or NULL. */
const ria_oracle *ria_oracle_find(const char *kernel);

#ifdef __cplusplus
}
#endif
#endif
