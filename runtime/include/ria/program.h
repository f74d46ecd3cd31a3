/** \file
 * Programs: steps that are more than one application of each kernel in turn.
 *
 * A program is a list of operations on fields and on scalars. It runs as tasks, tile by tile and
 * rank by rank, and may contain loops that end when a scalar is 0. The iterations of an innermost
 * loop are submitted before the scalars are known, about as many as the loop took the last time;
 * surplus iterations do nothing. The iterations of an outer loop are submitted one by one, by a
 * host thread that waits for the scalars. Sums are exact, so scalars, iteration counts and fields
 * have the same bits on any tiles, ranks and targets.
 *
 * A loop with scalar 0 at its LOOP does not run. For a conditional, use a loop that sets its scalar
 * to 0 and so runs at most once; there is no other conditional.
 *
 * An explicit time step is a program without a loop: an EXCHANGE of all fields, then an APPLY of
 * each stage. Give such a step as stages of the model (ria_model), because executors that run many
 * steps in a task need stages.
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
  RIA_PROGRAM_SCALARS = 64, /**< most scalars of a program */
  RIA_PROGRAM_OPS = 192,
  RIA_PROGRAM_LOOPS = 8,
  RIA_PROGRAM_DEPTH = 4,   /**< most nested loops */
  RIA_PROGRAM_LASTING = 8, /**< most scalars that last from step to step */
  RIA_PROGRAM_PARTS = 8,   /**< most parts of a step, each with its own timer */
  RIA_PROGRAM_ASIDES = 4,  /**< most runs of operations that are computed aside */
  RIA_PHASE_REDUCTIONS = 8 /**< most reductions between two operations that need all tiles */
};

typedef enum {
  RIA_OP_APPLY,    /**< a POINT kernel, in place: it must not write a field that it reads in other
                      cells. It is also applied to ghost cells, as far as later operations read its
                      results there before the next exchange */
  RIA_OP_EXCHANGE, /**< fill the ghost cells of fields: from other tiles, and by the model's
                      segments beyond the edge of the domain */
  RIA_OP_SPMV,     /**< a sparse matrix times fields, for the cells of its rows */
  RIA_OP_REDUCE,   /**< a REDUCE kernel over all cells, to a scalar */
  RIA_OP_DOT, /**< the scalar product of fields, added up in cell order: all fields of a cell, cells
                 along x, then y, then z. Only on one tile of one rank on a CPU. On any tiles, ranks
                 and targets, use the exact sum of a REDUCE kernel */
  RIA_OP_SCALAR,  /**< arithmetic */
  RIA_OP_COMPUTE, /**< a SCALAR kernel: scalars from scalars */
  RIA_OP_LOOP,    /**< repeat the operations up to END while a scalar is not 0 */
  RIA_OP_END
} ria_op_kind;

/** result = a OPERATION b. */
typedef enum {
  RIA_SCALAR_COPY, /**< a; b is ignored */
  RIA_SCALAR_ADD,
  RIA_SCALAR_SUBTRACT,
  RIA_SCALAR_MULTIPLY,
  RIA_SCALAR_DIVIDE,
  RIA_SCALAR_GREATER, /**< 1 if a > b, else 0, also if a or b is NaN */
  RIA_SCALAR_AT_MOST, /**< 1 if a <= b, else 0 */
  RIA_SCALAR_LARGER   /**< the larger one; b if a or b is NaN */
} ria_scalar_operation;

/** Whether an operation is computed aside: on a GPU target, CPU workers compute it while the GPUs
 * run the following operations, up to the first one that uses a field that it writes. Only for an
 * APPLY whose kernel has no CHECK and no fields of the model's statics. On CPUs it has no effect.
 * It changes no bits. */
typedef enum {
  RIA_NOT_ASIDE,
  RIA_ASIDE,
  RIA_ASIDE_WITHIN /**< and its results are read only by operations aside in the same run */
} ria_op_aside;

/** A box of cells of a block. */
typedef struct {
  int block;
  ria_range cells;
} ria_patch;

/** An operation. Field numbers: first the model's state, then its statics (read-only), then the
 * program's `singles`. Scalar numbers are those of the program. */
typedef struct {
  ria_op_kind kind;
  const ria_kernel *kernel; /**< APPLY, REDUCE, COMPUTE */
  const ria_sparse *matrix; /**< SPMV */
  bool add;                 /**< SPMV: added to the present values of the rows' cells */
  int tick; /**< SPMV with rings: position of the rings so many ticks after the start of the step */
  int fields; /**< EXCHANGE, SPMV, DOT: number of fields */
  int run;    /**< DOT: so many consecutive products are added up separately, and then the sums in
                 order; 1: each product */
  /** APPLY, REDUCE: the field for each of the kernel's fields. EXCHANGE: the fields. SPMV: the
   * factors, then the fields that get the products. DOT: the fields of one vector, then of the
   * other. */
  int field[RIA_MAX_OPERANDS];
  ria_binding scalars[RIA_MAX_SCALARS]; /**< of the kernel: bound to values and spacings (COMPUTE:
                                           values), */
  int bound[RIA_MAX_SCALARS];           /**< or, if not 0, to 1 + a scalar of the program, */
  const double *of_block[RIA_MAX_SCALARS]; /**< or, if not NULL, [blocks]: to the block's value */
  int patches;            /**< APPLY, REDUCE: only on so many patches; 0: all cells */
  const ria_patch *patch; /**< [patches]; cells in several patches are processed several times */
  unsigned switches;
  int result;                     /**< REDUCE, DOT, SCALAR: the scalar that gets the result */
  int result_of[RIA_MAX_SCALARS]; /**< COMPUTE: the scalars that get the kernel's results */
  ria_scalar_operation operation; /**< SCALAR */
  int a, b;                       /**< SCALAR: numbers of the operands */
  int condition;                  /**< LOOP: the scalar */
  int64_t most;       /**< LOOP: most iterations of one run of the loop; more are an error */
  int part;           /**< 1 + the part of a step that its time counts towards; 0: none */
  ria_op_aside aside; /**< APPLY */
} ria_op;

/** A scalar and its initial value. */
typedef struct {
  ria_quantity quantity;
  double start;
  bool shown;    /**< shown in the summary of a run */
  bool lasts;    /**< kept from step to step, and in checkpoints; other scalars begin each step with
                    their value here */
  bool recorded; /**< recorded for every step: a column of a run's steps.csv (ria_simulation_record)
                  */
} ria_program_scalar;

/** Where a MIN or MAX found the value of a scalar: the first such cell. A COPY copies the place
 * too; other operations leave the scalar without a place. */
typedef struct {
  bool known;
  int block;
  ria_global cell[RIA_AXES];
} ria_program_place;

/** A failed step. */
typedef struct {
  int64_t step;                   /**< its number, from 1 */
  double time;                    /**< its start time, s */
  const double *value;            /**< [scalars of the program], values after it */
  const ria_program_place *place; /**< [scalars of the program], places */
} ria_program_failure;

/** Writes the error message of a failed step: returns ria_fail(RIA_ERROR_NUMERIC, ...) with a
 * sentence that says which step, where, and what may help. Called on every rank, with the same
 * arguments. */
typedef ria_status (*ria_explain_function)(void *context, const ria_program_failure *failure);

/** A program. Everything is borrowed for the simulation's life. */
typedef struct {
  int ops, scalars, work;
  /** Bytes of a CPU's cache: consecutive operations run in blocks of cells whose fields fit in it;
   * 0: 4 MiB. It changes no bits. */
  size_t cache_bytes;
  int end; /**< 1 + a scalar; the run ends after a step in which it is not 0; 0: none */
  /** 1 + a scalar that holds the length of the step after the step, s: positive, and `limit` at
   * most. The model's step mode is RIA_STEP_PROGRAM. 0: the model gives the length. */
  int step;
  /** With `step`, 1 + a scalar that is set at the start of a step: the time until the next moment
   * that must be met exactly (end of the run, an output), s; infinite if there is none. A step of
   * this length meets the moment. 0: no such scalar, and a step that is too long is an error. */
  int limit;
  /** 1 + a scalar. If it is not 0 after a step, the run ends with an error: that step is not
   * accepted and not written, and the last checkpoint is kept. 0: none. */
  int failed;
  ria_explain_function explain; /**< NULL: the error shows the scalar */
  void *context;                /**< context of `explain` */
  const ria_op *op;
  const ria_program_scalar *scalar;
  int parts;               /**< parts of a step, each with its own timer in a run's summary */
  const char *const *part; /**< [parts]: their names */
  /** The last `work` state fields of the model belong to the program: their values are not kept
   * between runs and are in no file. Their ghost cells hold the result of the last EXCHANGE of
   * them. */
  /** Additional fields of floats in either precision; kernels declare them SINGLE. They are not
   * exchanged. They share the memory of the last ria_program_singles_room() work fields, which no
   * operation may use. */
  int singles;
} ria_program;

/** Number of work fields whose memory so many fields of floats take: two fit in one field of
 * doubles. */
static inline int ria_program_singles_room(int singles, ria_precision precision) {
  return precision == RIA_DOUBLE ? singles / 2 + singles % 2 : singles;
}

/** Check a program for a model. Errors: RIA_ERROR_ARGUMENT, with the operation's number: a field or
 * scalar number out of range, a field of another storage type than the kernel's, a kernel of the
 * wrong kind, a kernel that reads neighbours of a field that it writes, too many loops, a LOOP or
 * END without its counterpart. */
ria_status ria_program_check(const ria_program *program, int nstate, int nstatic,
                             const ria_storage *stored, ria_precision precision);

/** Whether any operation is computed aside. */
bool ria_program_has_aside(const ria_program *program);

#ifdef __cplusplus
}
#endif
#endif
