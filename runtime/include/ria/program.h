/** \file
 * Programs: what a step does where that is more than one application of kernel after kernel.
 *
 * A program is a list of operations on fields and on scalars. It runs as tasks, tile by tile and
 * rank by rank, and may hold loops that end when a scalar says so. Iterations of a loop that holds
 * no other loop are submitted ahead of the news, about as many as it took the last time; those
 * beyond the end do nothing. The iterations of a loop that holds others are submitted one by one,
 * by a host that waits for the scalars. Sums are exact, so the scalars, the numbers of iterations
 * and the fields have the same bits on any tiles, ranks and targets.
 *
 * A loop whose scalar is 0 at its LOOP does not run at all. So a choice is a loop that sets its
 * scalar to 0 and runs at most once: there is no other one.
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
  RIA_PROGRAM_SCALARS = 64, /**< of a program */
  RIA_PROGRAM_OPS = 192,
  RIA_PROGRAM_LOOPS = 8,
  RIA_PROGRAM_DEPTH = 4,   /**< of loops within loops */
  RIA_PROGRAM_LASTING = 8, /**< scalars that last */
  RIA_PROGRAM_PARTS = 8,   /**< of a step, each with a time of its own */
  RIA_PROGRAM_ASIDES = 4,  /**< rows of operations that are computed aside */
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
  RIA_OP_DOT,      /**< the scalar product of fields, added up in the order of the cells: of a cell
                      all fields, then along x, y and z. On one tile of one rank on a CPU; an exact
                      sum, by a REDUCE kernel, takes any tiles, ranks and targets */
  RIA_OP_SCALAR,   /**< arithmetic */
  RIA_OP_COMPUTE,  /**< a SCALAR kernel: scalars from scalars */
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

/** Whether an operation is computed aside: on a target of GPUs by CPU workers, while the GPUs go on
 * with the operations that follow, up to the first one that uses a field that it writes. Only
 * APPLY, of a kernel without CHECK and without fields of the model's statics. On CPUs it has no
 * effect. No bit depends on it. */
typedef enum {
  RIA_NOT_ASIDE,
  RIA_ASIDE,
  RIA_ASIDE_WITHIN /**< and only the operations aside in a row with it read what it writes */
} ria_op_aside;

/** Cells of a block. */
typedef struct {
  int block;
  ria_range cells;
} ria_patch;

/** An operation. Fields are numbered as the model's state, its statics after them, which are only
 * read, and after these the program's `singles`. Scalars are numbered as the program's. */
typedef struct {
  ria_op_kind kind;
  const ria_kernel *kernel; /**< APPLY, REDUCE, COMPUTE */
  const ria_sparse *matrix; /**< SPMV */
  bool add;                 /**< SPMV: to what the cells of its rows have */
  int tick;                 /**< SPMV with rings: as they lie so many ticks after the step began */
  int fields;               /**< EXCHANGE, SPMV, DOT: how many */
  int run; /**< DOT: so many products, one after another, are added up by themselves, and the sums
              in order; 1: each product */
  /** APPLY, REDUCE: which of them each of the kernel's is. EXCHANGE: which. SPMV: which are
   * multiplied, and behind these which get the products. DOT: of one vector, and behind these of
   * the other. */
  int field[RIA_MAX_OPERANDS];
  ria_binding
      scalars[RIA_MAX_SCALARS]; /**< of the kernel: values and spacings (COMPUTE: values), */
  int bound[RIA_MAX_SCALARS];   /**< or, if not 0, 1 + a scalar of the program, */
  const double *of_block[RIA_MAX_SCALARS]; /**< or, if not NULL, [blocks]: the block's value */
  int patches;            /**< APPLY, REDUCE: so many parts of blocks alone; 0: all cells */
  const ria_patch *patch; /**< [patches]; cells that lie in several are worked on several times */
  unsigned switches;
  int result;                     /**< REDUCE, DOT, SCALAR: the scalar that is set */
  int result_of[RIA_MAX_SCALARS]; /**< COMPUTE: the scalars that the kernel's results are */
  ria_scalar_operation operation; /**< SCALAR */
  int a, b;                       /**< SCALAR: numbers of scalars */
  int condition;                  /**< LOOP: the scalar */
  int64_t most; /**< LOOP: an error if it goes on after so many iterations, each time it runs */
  int part;     /**< 1 + the part of a step that its time counts for; 0: none */
  ria_op_aside aside; /**< APPLY */
} ria_op;

/** A scalar, and its value when the program begins. */
typedef struct {
  ria_quantity quantity;
  double start;
  bool shown;    /**< in the summary of a run */
  bool lasts;    /**< from step to step, and in checkpoints; the others begin each step anew */
  bool recorded; /**< of every step: a column of a run's steps.csv (ria_simulation_record) */
} ria_program_scalar;

/** Where a MIN or MAX found the number that it set a scalar to: the first such cell. A COPY takes
 * the place along; scalars that come of anything else have none. */
typedef struct {
  bool known;
  int block;
  ria_global cell[RIA_AXES];
} ria_program_place;

/** A step that has failed. */
typedef struct {
  int64_t step;                   /**< its number, from 1 */
  double time;                    /**< when it began, s */
  const double *value;            /**< [scalars of the program], after it */
  const ria_program_place *place; /**< [scalars of the program] */
} ria_program_failure;

/** Words the error of a step that has failed: returns ria_fail(RIA_ERROR_NUMERIC, ...), a sentence
 * that says which step, where, and what may help. Called on every rank, with the same arguments. */
typedef ria_status (*ria_explain_function)(void *context, const ria_program_failure *failure);

/** Everything is borrowed for the simulation's life. */
typedef struct {
  int ops, scalars, work;
  /** Of a CPU's caches: operations one after another are made in blocks of cells whose fields fit;
   * 0: 4 MiB. No bit depends on it. */
  size_t cache_bytes;
  int end; /**< 1 + a scalar that ends the run after a step in which it is not 0; 0: none */
  /** 1 + a scalar that is, after a step, the length of the step that was made, s: the model's step
   * is RIA_STEP_PROGRAM. It is positive, and `limit` at most. 0: the model gives the length. */
  int step;
  /** With `step`, 1 + a scalar that is set when a step begins: the time until the next moment that
   * must be met exactly (the end of the run, an output), s, infinite where there is none. A step of
   * just that length meets it. 0: none, and a step that is too long is an error. */
  int limit;
  /** 1 + a scalar that ends the run with an error if it is not 0 after a step: that step is not
   * accepted, so nothing of it is written, and the last checkpoint stays as it is. 0: none. */
  int failed;
  ria_explain_function explain; /**< NULL: the error gives the scalar */
  void *context;                /**< of explain */
  const ria_op *op;
  const ria_program_scalar *scalar;
  int parts;               /**< parts of a step, each with a time of its own in a run's summary */
  const char *const *part; /**< [parts]: their names */
  /** The last `work` fields of the model's state are the program's own: they hold nothing from run
   * to run, are in no file, and their ghost cells hold what an EXCHANGE of them leaves. */
  /** Fields of floats, whatever the precision: kernels have them as SINGLE. They are not exchanged.
   * They lie in the memory of the last ria_program_singles_room() of the work fields, which no
   * operation may name. */
  int singles;
} ria_program;

/** Work fields whose memory so many fields of floats take: two lie in one field of doubles. */
static inline int ria_program_singles_room(int singles, ria_precision precision) {
  return precision == RIA_DOUBLE ? singles / 2 + singles % 2 : singles;
}

/** Errors: RIA_ERROR_ARGUMENT, with the operation's number: numbers of fields or scalars that there
 * are not, fields that are not stored as a kernel has them, a kernel of another kind, a kernel that
 * reaches neighbours and writes what it reads, too many loops, a LOOP or END without the other. */
ria_status ria_program_check(const ria_program *program, int nstate, int nstatic,
                             const ria_storage *stored, ria_precision precision);

/** Whether there are operations that are computed aside. */
bool ria_program_has_aside(const ria_program *program);

#ifdef __cplusplus
}
#endif
#endif
