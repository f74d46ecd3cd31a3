/** \file
 * A program as this executor runs it: phases, which are tasks of tiles, and scalars between them.
 */
#ifndef RIA_PROGRAM_EXECUTOR_H
#define RIA_PROGRAM_EXECUTOR_H

#include "executors/executor.h"
#include "ria/program.h"

/** Operations that a tile makes in one task, and what all tiles do after it. */
typedef struct {
  int first, ops;         /**< operations APPLY and REDUCE of the program */
  int unpack, pack;       /**< EXCHANGE operations before and after them; -1: none */
  int reductions;         /**< how many of `ops` */
  int scalar, scalar_ops; /**< SCALAR operations that follow */
  bool in_loop, last_of_loop, before_loop;
} ria_phase;

/** The scalars of a program, the same on every rank. */
typedef struct {
  double value[RIA_PROGRAM_SCALARS];
  int64_t iterations;
  int idle;    /**< the step is beyond the end: nothing is done */
  int running; /**< the loop goes on */
  int failed;  /**< it has gone on for too long */
} ria_scalars;

/** A reduction of a part of the cells. */
typedef struct {
  ria_sum sum;
  bool found; /**< MIN, MAX: whether there was a cell */
  double value;
  ria_device_extreme extreme; /**< the same, as a device says it */
} ria_partial;

typedef struct {
  ria_partial of[RIA_PHASE_REDUCTIONS];
  bool on_device; /**< `extreme` counts */
} ria_partials;

/** What ranks learn of the reductions of a phase. */
typedef struct {
  double value[RIA_PHASE_REDUCTIONS];
} ria_results;

/** What a tile keeps. */
typedef struct {
  ria_partials *partials;
  starpu_data_handle_t handle;
  void *on_device; /**< ria_partial[RIA_PHASE_REDUCTIONS] there, once it was needed */
  bool pinned;
} ria_program_tile;

/** What the simulation keeps. */
typedef struct {
  int phases, loop, loop_end; /**< phases [loop, loop_end) are repeated; empty: there is no loop */
  ria_phase phase[RIA_PROGRAM_OPS + 2];
  const ria_implementation *implementation[RIA_PROGRAM_OPS];
  const ria_op *loop_op;
  ria_scalars *scalars;
  starpu_data_handle_t scalars_handle;
  ria_results *results;
  starpu_data_handle_t results_handle;
  ria_partials *rank;                /**< [ranks] on rank 0, [1] elsewhere */
  starpu_data_handle_t *rank_handle; /**< of each */
  struct {
    ria_scalars *scalars;
    starpu_data_handle_t handle;
  } post[2];
  ria_partials *zero; /**< all zero, for devices */
} ria_program_memory;

/** Cut a program into phases. Errors: RIA_ERROR_UNSUPPORTED (too many reductions in a phase). */
ria_status ria_program_cut(const ria_program *program, ria_program_memory *memory);

/* ---- scalars.c ---- */
ria_status ria_program_scalars_create(ria_simulation *simulation);
void ria_program_scalars_destroy(ria_simulation *simulation);
/** Submit: the scalars begin a step; what follows a phase of all tiles; a copy into a post. */
ria_status ria_program_begin(ria_simulation *simulation);
ria_status ria_program_reduce(ria_simulation *simulation, int phase);
ria_status ria_program_calculate(ria_simulation *simulation, int phase);
ria_status ria_program_post(ria_simulation *simulation, int slot);
/** Wait for a copy. */
ria_status ria_program_wait(ria_simulation *simulation, int slot, ria_scalars *scalars);

/* ---- tiles.c ---- */
/** Before the first task: StarPU reads them while tasks are under way. */
void ria_program_nodes_create(void);
ria_status ria_program_submit_phase(ria_simulation *simulation, int phase);

static inline ria_program_memory *ria_program_of(const ria_simulation *s) {
  return s->executor_data;
}

#endif
