/** \file
 * Programs: what a step does where that is more than one application of kernel after kernel.
 *
 * A program is a list of operations on fields and on scalars. It runs as tasks, tile by tile and
 * rank by rank, and may hold a loop that ends when a scalar says so: iterations are submitted ahead
 * of the news, and those beyond the end do nothing. Sums are exact, so the scalars, the number of
 * iterations and the fields have the same bits on any tiles, ranks and targets.
 *
 * An explicit time step is a program without a loop: an EXCHANGE of all fields, then an APPLY of
 * each stage. A model says that by its stages alone (ria_model), because executors that make many
 * steps in a task work from these.
 */
#ifndef RIA_PROGRAM_H
#define RIA_PROGRAM_H

#include "ria/forcing.h"
#include "ria/kernel.h"
#include "ria/mesh.h"
#include "ria/sparse.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_PROGRAM_SCALARS = 32, /**< of a program */
  RIA_PROGRAM_OPS = 192,
  RIA_PROGRAM_LASTING = 8, /**< scalars that last */
  RIA_PHASE_REDUCTIONS = 8 /**< between two operations that need all tiles */
};

typedef enum {
  RIA_OP_APPLY,    /**< a POINT kernel, in place: it may write no field that it reads elsewhere. It
                      is applied to ghost cells too, as far as later operations read its results
                      there before they are exchanged */
  RIA_OP_EXCHANGE, /**< fill the ghost cells of fields: from other tiles, and by the model's
                      segments beyond the edge of the domain */
  RIA_OP_SPMV,     /**< a sparse matrix times fields, for the cells of its rows */
  RIA_OP_REDUCE,   /**< a REDUCE kernel over all cells, to a scalar */
  RIA_OP_SCALAR,   /**< arithmetic */
  RIA_OP_LOOP,     /**< repeat what follows up to END while a scalar is not 0 */
  RIA_OP_END
} ria_op_kind;

/** result = a OPERATION b. */
typedef enum {
  RIA_SCALAR_COPY, /**< a; b is not looked at */
  RIA_SCALAR_ADD,
  RIA_SCALAR_SUBTRACT,
  RIA_SCALAR_MULTIPLY,
  RIA_SCALAR_DIVIDE,
  RIA_SCALAR_GREATER, /**< 1 if a > b, else 0, also where one of them is not a number */
  RIA_SCALAR_AT_MOST, /**< 1 if a <= b, else 0 */
  RIA_SCALAR_LARGER   /**< the larger one; b where one of them is not a number */
} ria_scalar_operation;

/** Cells of a block. */
typedef struct {
  int block;
  ria_range cells;
} ria_patch;

/** An operation. Fields are numbered as the model's state, and its statics after them, which are
 * only read. Scalars are numbered as the program's. */
typedef struct {
  ria_op_kind kind;
  const ria_kernel *kernel; /**< APPLY, REDUCE */
  const ria_sparse *matrix; /**< SPMV */
  bool add;                 /**< SPMV: to what the cells of its rows have */
  int tick;                 /**< SPMV with rings: as they lie so many ticks after the step began */
  int fields;               /**< EXCHANGE, SPMV: how many */
  /** APPLY, REDUCE: which of them each of the kernel's is. EXCHANGE: which. SPMV: which are
   * multiplied, and behind these which get the products. */
  int field[RIA_MAX_OPERANDS];
  ria_binding scalars[RIA_MAX_SCALARS];    /**< of the kernel: values and spacings, */
  int bound[RIA_MAX_SCALARS];              /**< or, if not 0, 1 + a scalar of the program, */
  const double *of_block[RIA_MAX_SCALARS]; /**< or, if not NULL, [blocks]: the block's value */
  int patches;            /**< APPLY, REDUCE: so many parts of blocks alone; 0: all cells */
  const ria_patch *patch; /**< [patches]; cells that lie in several are worked on several times */
  unsigned switches;
  int result;                     /**< REDUCE, SCALAR: the scalar that is set */
  ria_scalar_operation operation; /**< SCALAR */
  int a, b;                       /**< SCALAR: numbers of scalars */
  int condition;                  /**< LOOP: the scalar */
  int64_t most;                   /**< LOOP: iterations that are too many: an error */
} ria_op;

/** A scalar, and its value when the program begins. */
typedef struct {
  ria_quantity quantity;
  double start;
  bool shown; /**< in the summary of a run */
  bool lasts; /**< from step to step, and in checkpoints; the others begin each step anew */
} ria_program_scalar;

/** Everything is borrowed for the simulation's life. */
typedef struct {
  int ops, scalars, work;
  int end; /**< 1 + a scalar that ends the run after a step in which it is not 0; 0: none */
  const ria_op *op;
  const ria_program_scalar *scalar;
  /** The last `work` fields of the model's state are the program's own: they hold nothing from run
   * to run, are in no file, and their ghost cells hold what an EXCHANGE of them leaves. */
} ria_program;

/** Errors: RIA_ERROR_ARGUMENT, with the operation's number: numbers of fields or scalars that there
 * are not, a kernel of another kind, a kernel that reaches neighbours and writes what it reads,
 * more than one loop, no END. */
ria_status ria_program_check(const ria_program *program, int nstate, int nstatic,
                             const ria_storage *stored);

#ifdef __cplusplus
}
#endif
#endif
