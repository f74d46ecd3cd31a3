/** \file
 * A program as this executor runs it: phases, which are tasks of tiles, and scalar operations
 * between them.
 */
#ifndef EXECUTORS_PROGRAM_PROGRAM_H
#define EXECUTORS_PROGRAM_PROGRAM_H

#include "executors/executor.h"
#include "halo/move.h"
#include "ria/ell.h"
#include "sparse/ring.h"
#include "ria/device_scalars.h"

/** A phase: operations that a tile runs in one task, and the common work after it. */
typedef struct {
  int first, ops;   /**< operations APPLY, REDUCE and DOT of the program */
  int unpack, pack; /**< EXCHANGE or SPMV operation before and after them; -1: none. An SPMV is also
                       the first of `ops` */
  int reductions;   /**< number of REDUCE or DOT among `ops` */
  int scalar, scalar_ops; /**< number of SCALAR and COMPUTE operations that follow */
  int loop;               /**< its innermost loop; -1: none */
  int enters, ends;       /**< the loop at whose LOOP or END it ends; -1: none */
  int aside;      /**< number of its operations aside, if it is such a phase; -1: it is not */
  int results_of; /**< the phase whose reductions the scalars after this phase use; -1: none */
  int takes;      /**< the operations aside whose results are copied back before it; -1: none */
} program_phase;

typedef struct {
  const ria_op *op;
  int outer;        /**< its enclosing loop; -1: none */
  int first, end;   /**< phases [first, end) are its body */
  bool holds;       /**< it contains other loops: the host drives it */
  int64_t expected; /**< iterations in its last run; -1: it has not run yet */
} program_loop;

/** Whether the operations of a phase are to be done: the host submits phases before it knows the
 * scalars. */
static inline bool program_phase_runs(const program_phase *phase, const ria_scalars *scalars) {
  return phase->loop < 0 ? scalars->on : scalars->running[phase->loop];
}

static inline bool program_op_reduces(const ria_op *op) {
  return op->kind == RIA_OP_REDUCE || op->kind == RIA_OP_DOT;
}

/** Whether an operation is a sum in a ria_sum. */
static inline bool program_op_sums(const ria_op *op) {
  return op->kind == RIA_OP_REDUCE && op->kernel->reduction == RIA_REDUCE_SUM;
}

/** Partial result of a reduction. */
typedef struct {
  ria_sum sum;
  double value;            /**< DOT: the sum; MIN, MAX: the number, */
  ria_program_place place; /**< and its cell, if there is one */
} program_partial;

typedef struct {
  program_partial of[RIA_PHASE_REDUCTIONS];
  bool on_device; /**< of a group: its MIN and MAX results are in `extremes` instead */
} program_partials;

/** The results of a phase's reductions that are sent to ranks. */
typedef struct {
  double value[RIA_PHASE_REDUCTIONS];
  ria_program_place place[RIA_PHASE_REDUCTIONS];
} program_results;

/** Number of cells beyond a tile's own cells to which kernels are applied, and number of ghost
 * cells needed for that. */
typedef struct {
  ria_reach margin[RIA_PROGRAM_OPS];
  int ghost[RIA_AXES];
  int depth[RIA_PROGRAM_OPS][RIA_AXES]; /**< of an EXCHANGE: ghost cells that later operations read
                                           before the fields are computed or exchanged again */
} program_margins;

/** Moves of cells, on the host and, after first use, on a device. */
typedef struct {
  int count;
  cell_move *move; /**< each owns its `turned` */
  size_t most;     /**< cells of the largest move */
  cell_move *on_device;
} cell_moves;

/** Cells that one group sends to another: an exchange packs them on one side and unpacks them on
 * the other, [fields][cells]. */
typedef struct {
  int other; /**< global number of the other group */
  int owner; /**< rank of the other group */
  bool ours; /**< whether that is this rank */
  size_t cells;
  cell_moves moves; /**< between the message and the tiles of the group that owns this struct */
  strip_buffers own, *memory;
  int64_t tag;
} program_message;

/** Moves and messages of the exchanges of one depth. */
typedef struct {
  cell_moves within; /**< from own cells to ghost cells of the group's tiles */
  int ins, outs;
  program_message *in, *out;
} program_halo;

/** The groups of tiles of all ranks. */
typedef struct {
  ria_simulation *s;
  int *of_tile; /**< [tiles of the mesh]: group of each tile */
  int *owner;   /**< [groups]: rank of each group */
} program_groups_of_all;

/** Values that a sparse matrix needs from another group. */
typedef struct {
  int other; /**< global number of the other group */
  int owner;
  bool ours;
  size_t cells;
  int64_t room;
  int32_t *place; /**< when sending: offset in a field; */
  int32_t *place_on_device;
  size_t before; /**< when receiving: index in `extra` */
  strip_buffers own, *memory;
  int64_t tag;
} program_sparse_message;

/** The rows of a sparse matrix that belong to a group. */
typedef struct {
  ria_ell matrix, on_device;
  ring_matrix rings, rings_on_device; /**< set instead for a matrix of rings */
  size_t extras;                      /**< number of values from other groups */
  int fields;
  void *extra; /**< [fields][extras], allocated on first use; */
  bool extra_on_device;
  int ins, outs;
  program_sparse_message *in, *out;
} program_sparse_group;

typedef struct {
  const ria_sparse *source;
  int fields;   /**< most fields that it multiplies at once */
  bool travels; /**< at least one group needs values from another one */
  program_sparse_group *group;
} program_matrix;

/** Data of a program that runs completely on a GPU: device.c. */
typedef struct program_device program_device;

/** A box of a tile of a group, to which a kernel is applied. In a round, which is one launch, a
 * tile has at most one box: boxes of one tile may overlap and are processed one after the other. */
typedef struct {
  int round, tile;
  ria_box box;
} program_part;

/** Times of tasks in each part of a step. */
typedef struct {
  double seconds[1 + RIA_PROGRAM_PARTS]; /**< [0]: in no part */
  double since;                          /**< ria_seconds(): start of the time in `part`, */
  int part;                              /**< numbered as in ria_op */
  bool on;                               /**< a task is being timed */
} program_part_clock;

/** Private data of a group: one task processes all its tiles. */
typedef struct {
  program_part *part[RIA_PROGRAM_OPS]; /**< boxes of APPLY and REDUCE operations: [parts] */
  int parts[RIA_PROGRAM_OPS];
  ria_device_part *launch;           /**< [most parts]: those of a launch, */
  double (*values)[RIA_MAX_SCALARS]; /**< and their scalars */
  program_halo *halo;                /**< [halos of the program] */
  program_partials *partials;
  starpu_data_handle_t handle;
  void *
      on_device; /**< program_partial[RIA_PHASE_REDUCTIONS] on the device, allocated on first use */
  /** Results of MIN and MAX on a device, one for each part of an operation: on the host, and on the
   * device. */
  int extremes, first_extreme[RIA_PROGRAM_OPS];
  ria_device_extreme *extreme, *extreme_on_device;
  ria_device_place *place_on_device; /**< places of these parts, set on first use */
  bool pinned;
  program_part_clock clock;
} program_group;

/** Copies of fields of a tile, for operations aside. */
typedef struct {
  tile_layout
      layout; /**< bytes of a field that are `copied`; `bytes` is the distance between fields */
  size_t bytes, copied;
  void *memory, *scratch;
  bool pinned;
  starpu_data_handle_t in,
      out; /**< the fields that are copied to it, and those that are copied back */
  program_part_clock clock;
} program_aside_tile;

/** Operations computed aside; they form one phase. */
typedef struct {
  int ins, outs, fields;
  int field[RIA_MAX_OPERANDS]; /**< [fields], first the inputs, then the outputs: numbered as in
                                  ria_op */
  program_aside_tile *tile;    /**< [tiles of the simulation] */
} program_aside;

/** Private data of the simulation. */
typedef struct {
  int phases, loops, asides;
  program_phase phase[2 * RIA_PROGRAM_OPS + 2];
  bool beside; /**< operations that may be computed aside are */
  program_aside aside[RIA_PROGRAM_ASIDES];
  program_loop loop[RIA_PROGRAM_LOOPS];
  const ria_implementation *implementation[RIA_PROGRAM_OPS];
  ria_scalars *scalars;
  starpu_data_handle_t scalars_handle;
  program_results *results;
  starpu_data_handle_t results_handle;
  program_partials *rank;            /**< [ranks] on rank 0, [1] on other ranks */
  starpu_data_handle_t *rank_handle; /**< of each */
  struct {
    ria_scalars *scalars;
    starpu_data_handle_t handle;
  } post[2];
  program_partials *zero; /**< all zero, for devices */
  program_margins margins;
  bool corners;                   /**< strips extend around edges and corners */
  int chain_end[RIA_PROGRAM_OPS]; /**< length of the chain that begins with an operation; 0: none
                                     begins */
  int lag[RIA_PROGRAM_OPS]
         [RIA_AXES]; /**< distance of an operation from the front of its chain, in cells */
  int halos;         /**< depths of exchanges that differ, */
  int halo_depth[RIA_PROGRAM_OPS][RIA_AXES]; /**< and each, in cells */
  int halo_of[RIA_PROGRAM_OPS];              /**< the halo of an EXCHANGE */
  program_group *group;                      /**< [simulation->groups] */
  int groups;                                /**< groups of all ranks, */
  int first_group;                           /**< index of this rank's first group */
  int matrices;
  program_matrix matrix[RIA_PROGRAM_OPS];
  int matrix_of[RIA_PROGRAM_OPS]; /**< of SPMV operations */
  program_device *device;         /**< set if a step is one task on a GPU; otherwise NULL */
} program_memory;

/** The LOOP operation of the loop at whose LOOP or END a phase ends; NULL: none. */
static inline const ria_op *program_loop_op(const program_memory *m, const program_phase *phase) {
  const int loop = phase->enters >= 0 ? phase->enters : phase->ends;
  return loop >= 0 ? m->loop[loop].op : NULL;
}

/** Cut a program into phases. Errors: RIA_ERROR_UNSUPPORTED (too many reductions in a phase). */
ria_status program_cut(const ria_program *program, program_memory *memory);

/** Number of iterations of a loop to submit next: about as many as its last run took, then a few at
 * a time. `expected`: iterations of the last run, -1: unknown. `submitted`: iterations submitted in
 * this run. `goes_on`: not the first batch. Returns 0 if the host must first check whether the loop
 * runs. */
int64_t program_batch(int64_t expected, int64_t submitted, bool goes_on);

/** Compute the margins. Errors: RIA_ERROR_ARGUMENT (the program reads ghost cells that no exchange
 * has filled). */
ria_status program_find_margins(const ria_program *program, int nstate, int nstatic,
                                program_margins *margins);

/** Context of a task's work on a group. */
typedef struct {
  ria_simulation *s;
  const tile_group *group;
  program_group *mine;
  void **buffers;
  tile_work work; /**< of the first tile */
  /** Device memory, if the device computes the scalars: the host does not use them, and a phase's
   * reductions stay on the device. NULL: the scalars are on the host. */
  ria_scalars *there;
  const int *on; /**< with `there`: device memory; the phase is done unless it is 0 */
  bool alone;    /**< with `there`: a launch must not begin before the preceding one has ended */
} program_group_work;

/** Operations after an APPLY that its launches also do. */
typedef struct {
  int ops;                /**< their number */
  int sums;               /**< number of REDUCE operations, */
  program_partial *there; /**< and their partials on a device */
  bool wraps;             /**< and whether an EXCHANGE is among them, */
  ria_device_wrap wrap;
} program_besides;

/* ---- apply.c ---- */
/** The context for one tile of the group. */
tile_work program_work_of(const program_group_work *group, int tile);
/** The group's state. */
void *program_state(const program_group_work *group);
/** Cell (0, 0, 0) of a field, numbered as in ria_op. */
void *program_field(const tile_work *work, int field);
/** Find the boxes for kernels in a group. Errors: RIA_ERROR_MEMORY. */
ria_status program_parts_create(const ria_simulation *simulation, int group);
void program_parts_destroy(program_group *group);
/** Merge a group's device results of a MIN or MAX operation into the reduction. */
void program_offer_extremes(const ria_simulation *simulation, int group, int op,
                            program_partial *to);
/** In a task: apply, or reduce, on all tiles of the group. `there`: results in device memory, which
 * is copied when the phase is done. */
void program_apply(const program_group_work *group, int op, const program_besides *besides,
                   const ria_scalars *scalars);
/** The operations after an APPLY, up to number `end`, that its launches also do; none on a CPU.
 * `there`: the partials of the phase's next reductions. */
program_besides program_find_besides(const program_group_work *group, int op, int end,
                                     program_partial *there);
void program_reduce_on(const program_group_work *group, int op, int also,
                       const ria_scalars *scalars, program_partial *to, program_partial *there);
/** Whether a REDUCE operation and its successor in the same phase use one launch: `also` is the
 * successor, or -1. Its partial is the one after `there`. */
bool program_reduces_two(const program_group_work *group, int op);

/** The scalars of an operation's kernel for a tile: values [RIA_MAX_SCALARS]. */
void program_resolve(const tile_work *work, const ria_op *op, const ria_scalars *scalars,
                     double *values);
/** A launch of an operation's kernel on boxes, the first of which is `box`. */
typedef struct {
  const double *values; /**< scalars of the first box */
  ria_box box;
  const ria_device_part *part; /**< [parts], NULL: only `box` */
  int parts;
  const ria_device_given *given;  /**< scalars that are on the device; NULL: none */
  int also;                       /**< REDUCE: the second operation of the launch; -1: none */
  const program_besides *besides; /**< APPLY: additional operations; NULL: none */
} program_launch;
/** Apply, or reduce, on boxes of a tile. */
void program_apply_in(const tile_work *work, int op, const program_launch *launch);
void program_reduce_in(const tile_work *work, int op, const program_launch *launch,
                       program_partial *to, program_partial *there, ria_device_extreme *extreme);

/* ---- chain.c ---- */
/** Find chains: consecutive APPLY and REDUCE operations of a phase that a CPU runs block by block,
 * so that the result of one is still in the cache when the next one reads it. Call after
 * program_cut(). */
void program_find_chains(const ria_program *program, program_memory *memory);
/** In a task on a CPU: run the chain that begins with `op` on all tiles of the group. Results of
 * reductions are written to `to` and the elements after it. */
void program_run_chain(const program_group_work *group, int op, const ria_scalars *scalars,
                       program_partial *to);

/* ---- halo.c ---- */
/** Number the groups of all ranks; the caller frees the arrays. Collective. Errors:
 * RIA_ERROR_MEMORY. */
ria_status program_number_groups(program_groups_of_all *all);
/** The first tag for messages between groups. */
int64_t program_tags(const ria_simulation *simulation);
/** Make the moves and messages of all groups. Errors: RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED. */
ria_status program_halo_create(const program_groups_of_all *all);
void program_halo_destroy(ria_simulation *simulation);
/** Submit sends and receives between ranks for the packed cells of exchange `op`. */
ria_status program_halo_submit(const ria_simulation *simulation, int op);
/** The halo of a group for exchange `op`. */
program_halo *program_halo_for(const ria_simulation *simulation, program_group *group, int op);
/** Wait for messages between ranks. */
void program_halo_wait(const ria_simulation *simulation);
/** Copy moves to the device of the caller. Returns an error code. */
int program_upload_moves(cell_moves *moves, const ria_simulation *simulation);
/** Perform moves where the caller runs: `device` NULL: on the host. */
void program_move(const tile_work *work, cell_moves *moves, const move_memory *memory);

/* ---- scalars.c ---- */
ria_status program_scalars_create(ria_simulation *simulation);
void program_scalars_destroy(ria_simulation *simulation);
/** Submit tasks: set the scalars at the start of a step; the scalar operations after a phase; a
 * copy for the host. */
ria_status program_begin(ria_simulation *simulation);
ria_status program_reduce(ria_simulation *simulation, int phase);
ria_status program_calculate(ria_simulation *simulation, int phase);
ria_status program_post(ria_simulation *simulation, int slot);
/** Wait for a copy. */
ria_status program_wait(ria_simulation *simulation, int slot, ria_scalars *scalars);

/* ---- sparse.c ---- */
/** Make the matrices of a program. Collective. Errors: RIA_ERROR_MEMORY, and those of their
 * functions. */
ria_status program_matrices_create(const program_groups_of_all *all);
void program_matrices_destroy(ria_simulation *simulation);
ria_status program_matrix_submit(const ria_simulation *simulation, int op);
void program_matrices_wait(const ria_simulation *simulation);

/* ---- multiply.c ---- */
/** In a task of a group: pack the values of an SPMV operation that other groups need, and multiply
 * with the received values (NULL: none). `state` is the group's, `work` is for its first tile. */
void program_gather(const tile_work *work, int op, int group, void *state, void **message);
void program_multiply(const tile_work *work, int op, int group, void *state, void **message);

/** With the scalars on the device: the result of a REDUCE operation, number `reduction` in its
 * phase. */
ria_device_result program_result_on_device(const program_group_work *group, int op, int reduction);

/** In a task: copy the places of MIN and MAX parts to the device. Returns an error code. */
int program_upload_places(const program_group_work *group);

/* ---- device.c ---- */
/** Determine whether a step can be one task on a GPU (see device.c). Call after all other data is
 * created. */
ria_status program_device_create(ria_simulation *simulation);
void program_device_destroy(ria_simulation *simulation);
/** Submit the task. Call after program_begin(). */
ria_status program_device_submit(ria_simulation *simulation);

/* ---- parts.c ---- */
/** Timer events: a task begins, changes to another part, and ends. Used only on a CPU: the host
 * does not know when a device starts queued work. Reading the clock costs about 25 ns, and is
 * skipped if the part stays the same. */
void program_part_begin(program_part_clock *clock, const ria_simulation *simulation,
                        bool on_device);
void program_part_change(program_part_clock *clock, int part);
static inline void program_part_enter(program_part_clock *clock, const ria_op *op) {
  if (clock->on && clock->part != op->part)
    program_part_change(clock, op->part);
}
void program_part_end(program_part_clock *clock);

/* ---- aside.c ---- */
/** Whether operations are computed aside: on devices, or, for tests, everywhere. Errors:
 * RIA_ERROR_ARGUMENT. */
ria_status program_ask_aside(const ria_simulation *simulation, bool *wanted);
/** The CPU implementation of such an operation. Errors: RIA_ERROR_UNSUPPORTED. */
ria_status program_implement_aside(const ria_kernel *kernel,
                                   const ria_implementation **implementation);
/** Whether an operation uses a field; and whether an operation aside writes it. */
bool program_touches(const ria_op *op, int field);
bool program_gives_back(const ria_op *op, int field);
/** Create the data for operations aside. Call after program_cut(). Errors: RIA_ERROR_ARGUMENT,
 * RIA_ERROR_MEMORY. */
ria_status program_aside_create(const ria_simulation *simulation);
void program_aside_destroy(const ria_simulation *simulation);
/** Submit the tasks of such a phase; and the tasks that copy back the results that `phase` needs.
 */
ria_status program_submit_aside(ria_simulation *simulation, int phase);
ria_status program_take_back(ria_simulation *simulation, int phase);

/* ---- dot.c ---- */
/** Check DOT operations. Errors: RIA_ERROR_UNSUPPORTED (a DOT operation with several tiles or
 * ranks, or not on a CPU). */
ria_status program_check_dots(const ria_simulation *simulation);
/** In a task: compute the result of a DOT operation. */
double program_dot(const tile_work *work, const ria_op *op);

/* ---- tasks.c ---- */
/** In a task: allocate device memory for a phase's reductions. False: there is none; the error is
 * recorded. */
bool program_reserve(const program_group_work *group);
/** In a task: the work of a phase between messages. */
void program_operate(const program_group_work *group, const program_phase *phase,
                     const ria_scalars *scalars, program_partials *partials, void **message);
/** Call before the first task: StarPU reads the codelets while tasks run. */
void program_nodes_create(void);
ria_status program_submit_phase(ria_simulation *simulation, int phase);

static inline program_memory *program_of(const ria_simulation *s) {
  return s->executor_data;
}

#endif
