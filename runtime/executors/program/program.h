/** \file
 * A program as this executor runs it: phases, which are tasks of tiles, and scalars between them.
 */
#ifndef EXECUTORS_PROGRAM_PROGRAM_H
#define EXECUTORS_PROGRAM_PROGRAM_H

#include "executors/executor.h"
#include "halo/move.h"
#include "ria/ell.h"
#include "sparse/ring.h"
#include "ria/device_scalars.h"

/** Operations that a tile makes in one task, and what all tiles do after it. */
typedef struct {
  int first, ops;   /**< operations APPLY, REDUCE and DOT of the program */
  int unpack, pack; /**< EXCHANGE or SPMV operations before and after them; -1: none. An SPMV is
                       the first of `ops`, too */
  int reductions;   /**< how many of `ops` are REDUCE or DOT */
  int scalar, scalar_ops; /**< SCALAR and COMPUTE operations that follow */
  int loop;               /**< the innermost one that it is in; -1: none */
  int enters, ends;       /**< the loop at whose LOOP, at whose END it ends; -1: none */
  int aside;              /**< number of the operations aside that it is; -1: it is none */
  int results_of; /**< the phase whose reductions the scalars behind this one take; -1: none */
  int takes;      /**< the operations aside whose results come back before it; -1: none */
} program_phase;

typedef struct {
  const ria_op *op;
  int outer;        /**< the loop that it is in; -1: none */
  int first, end;   /**< phases [first, end) are repeated */
  bool holds;       /**< other loops are in it: the host drives it */
  int64_t expected; /**< iterations the last time; -1: it has not run yet */
} program_loop;

/** Whether the operations of a phase are done: the host has submitted them ahead of the news. */
static inline bool program_phase_runs(const program_phase *phase, const ria_scalars *scalars) {
  return phase->loop < 0 ? scalars->on : scalars->running[phase->loop];
}

static inline bool program_op_reduces(const ria_op *op) {
  return op->kind == RIA_OP_REDUCE || op->kind == RIA_OP_DOT;
}

/** Whether it is a sum in a ria_sum. */
static inline bool program_op_sums(const ria_op *op) {
  return op->kind == RIA_OP_REDUCE && op->kernel->reduction == RIA_REDUCE_SUM;
}

/** A reduction of a part of the cells. */
typedef struct {
  ria_sum sum;
  double value;            /**< DOT: the sum; MIN, MAX: the number, */
  ria_program_place place; /**< and its cell, if there was one */
} program_partial;

typedef struct {
  program_partial of[RIA_PHASE_REDUCTIONS];
  bool on_device; /**< a group's: those of MIN and MAX are among its extremes instead */
} program_partials;

/** What ranks learn of the reductions of a phase. */
typedef struct {
  double value[RIA_PHASE_REDUCTIONS];
  ria_program_place place[RIA_PHASE_REDUCTIONS];
} program_results;

/** How far beyond a tile's own cells kernels are applied, and ghost cells that this takes. */
typedef struct {
  ria_reach margin[RIA_PROGRAM_OPS];
  int ghost[RIA_AXES];
} program_margins;

/** Moves of cells, on the host and, once they were needed there, on a device. */
typedef struct {
  int count;
  cell_move *move; /**< their `turned` are owned */
  size_t most;     /**< cells of the largest */
  cell_move *on_device;
} cell_moves;

/** Cells that travel from one group to another: an exchange packs them on one side and unpacks them
 * on the other, [fields][cells]. */
typedef struct {
  int other; /**< number of the other group, among those of all ranks */
  int owner; /**< its rank */
  bool ours; /**< which is this one */
  size_t cells;
  cell_moves moves; /**< between the message and the tiles of the group that holds this */
  strip_buffers own, *memory;
  int64_t tag;
} program_message;

/** Groups of tiles of all ranks. */
typedef struct {
  ria_simulation *s;
  int *of_tile; /**< [tiles of the mesh]: the group of each */
  int *owner;   /**< [groups]: the rank of each */
} program_groups_of_all;

/** Values that a sparse matrix takes from another group. */
typedef struct {
  int other; /**< number of the other group, among those of all ranks */
  int owner;
  bool ours;
  size_t cells;
  int64_t room;
  int32_t *place; /**< of what is sent: where it lies in a field; */
  int32_t *place_on_device;
  size_t before; /**< of what is received: where it goes in `extra` */
  strip_buffers own, *memory;
  int64_t tag;
} program_sparse_message;

/** A sparse matrix's rows of a group. */
typedef struct {
  ria_ell matrix, on_device;
  ring_matrix rings, rings_on_device; /**< of a matrix of rings instead */
  size_t extras;                      /**< values of other groups */
  int fields;
  void *extra; /**< [fields][extras], once it was needed; */
  bool extra_on_device;
  int ins, outs;
  program_sparse_message *in, *out;
} program_sparse_group;

typedef struct {
  const ria_sparse *source;
  int fields;   /**< most that it is multiplied with at once */
  bool travels; /**< some group takes values from another one */
  program_sparse_group *group;
} program_matrix;

/** A program all of which is on a GPU: device.c. */
typedef struct program_device program_device;

/** A box of a tile of a group that a kernel works on. In a round, which is one launch, a tile has
 * one box at most: boxes of a tile may have cells in common, and are worked on one after the other.
 */
typedef struct {
  int round, tile;
  ria_box box;
} program_part;

/** How long tasks have been in each part of a step. */
typedef struct {
  double seconds[1 + RIA_PROGRAM_PARTS]; /**< [0]: in none */
  double since;                          /**< ria_seconds(): in `part`, */
  int part;                              /**< as numbered in ria_op */
  bool on;                               /**< a task is timed */
} program_part_clock;

/** What a group keeps: its tiles' tasks are one. */
typedef struct {
  program_part *part[RIA_PROGRAM_OPS]; /**< of APPLY and REDUCE operations: [parts] */
  int parts[RIA_PROGRAM_OPS];
  ria_device_part *launch;           /**< [most parts]: those of a launch, */
  double (*values)[RIA_MAX_SCALARS]; /**< and their scalars */
  cell_moves within;                 /**< from its tiles to ghost cells of its tiles */
  int ins, outs;
  program_message *in, *out;
  program_partials *partials;
  starpu_data_handle_t handle;
  void *on_device; /**< program_partial[RIA_PHASE_REDUCTIONS] there, once it was needed */
  /** What MIN and MAX find on a device, a part of an operation each: here, and there. */
  int extremes, first_extreme[RIA_PROGRAM_OPS];
  ria_device_extreme *extreme, *extreme_on_device;
  ria_device_place *place_on_device; /**< where these parts lie: once it was needed */
  bool pinned;
  program_part_clock clock;
} program_group;

/** Fields beside the state of a tile, for operations aside. */
typedef struct {
  tile_layout layout; /**< of a field, and `bytes` from one to the next, of which `copied` count */
  size_t bytes, copied;
  void *memory, *scratch;
  bool pinned;
  starpu_data_handle_t in, out; /**< the fields that are copied there, and those that come back */
  program_part_clock clock;
} program_aside_tile;

/** Operations computed aside, which are one phase. */
typedef struct {
  int ins, outs, fields;
  int field[RIA_MAX_OPERANDS]; /**< [fields], the ins first, then the outs: as numbered in ria_op */
  program_aside_tile *tile;    /**< [tiles of the simulation] */
} program_aside;

/** What the simulation keeps. */
typedef struct {
  int phases, loops, asides;
  program_phase phase[2 * RIA_PROGRAM_OPS + 2];
  bool beside; /**< operations are computed aside where they may be */
  program_aside aside[RIA_PROGRAM_ASIDES];
  program_loop loop[RIA_PROGRAM_LOOPS];
  const ria_implementation *implementation[RIA_PROGRAM_OPS];
  ria_scalars *scalars;
  starpu_data_handle_t scalars_handle;
  program_results *results;
  starpu_data_handle_t results_handle;
  program_partials *rank;            /**< [ranks] on rank 0, [1] elsewhere */
  starpu_data_handle_t *rank_handle; /**< of each */
  struct {
    ria_scalars *scalars;
    starpu_data_handle_t handle;
  } post[2];
  program_partials *zero; /**< all zero, for devices */
  program_margins margins;
  bool corners;                   /**< strips reach around edges and corners */
  int chain_end[RIA_PROGRAM_OPS]; /**< of the chain that begins with an operation; 0: none does */
  int lag[RIA_PROGRAM_OPS]
         [RIA_AXES];    /**< cells that an operation stays behind the front of its chain */
  program_group *group; /**< [simulation->groups] */
  int groups;           /**< of all ranks, */
  int first_group;      /**< of this rank */
  int matrices;
  program_matrix matrix[RIA_PROGRAM_OPS];
  int matrix_of[RIA_PROGRAM_OPS]; /**< of SPMV operations */
  program_device *device;         /**< a step is one task, on a GPU; NULL: it is not */
} program_memory;

/** The LOOP operation of the loop at whose LOOP or END a phase ends; NULL: it does not. */
static inline const ria_op *program_loop_op(const program_memory *m, const program_phase *phase) {
  const int loop = phase->enters >= 0 ? phase->enters : phase->ends;
  return loop >= 0 ? m->loop[loop].op : NULL;
}

/** Cut a program into phases. Errors: RIA_ERROR_UNSUPPORTED (too many reductions in a phase). */
ria_status program_cut(const ria_program *program, program_memory *memory);

/** How many iterations of a loop to submit next: about as many as it took the last time, then few
 * at a time. `expected`: that number, -1: unknown. `submitted`: since it began. `goes_on`: this is
 * not the first batch. 0: the host looks whether it runs at all. */
int64_t program_batch(int64_t expected, int64_t submitted, bool goes_on);

/** Errors: RIA_ERROR_ARGUMENT (ghost cells are read that no exchange has filled). */
ria_status program_find_margins(const ria_program *program, int nstate, int nstatic,
                                program_margins *margins);

/** A task's work on a group. */
typedef struct {
  ria_simulation *s;
  const tile_group *group;
  program_group *mine;
  void **buffers;
  tile_work work; /**< of the first tile */
  /** Device memory, where the scalars are computed there: they are not looked at on the host, and
   * what a phase reduces stays on the device. NULL: they are on the host. */
  ria_scalars *there;
  const int *on; /**< with `there`: device memory; the phase is done unless it is 0 */
  bool alone;    /**< with `there`: no launch may begin before the one before has ended */
} program_group_work;

/** The operations after an APPLY that its launches do as well. */
typedef struct {
  int ops;                /**< how many */
  int sums;               /**< so many REDUCE operations, */
  program_partial *there; /**< and their partials on a device */
  bool wraps;             /**< and an EXCHANGE, */
  ria_device_wrap wrap;
} program_besides;

/* ---- apply.c ---- */
/** The work on a tile of the group. */
tile_work program_work_of(const program_group_work *group, int tile);
/** The group's state. */
void *program_state(const program_group_work *group);
/** Cell (0, 0, 0) of a field, as numbered in ria_op. */
void *program_field(const tile_work *work, int field);
/** Find what kernels work on in a group. Errors: RIA_ERROR_MEMORY. */
ria_status program_parts_create(const ria_simulation *simulation, int group);
void program_parts_destroy(program_group *group);
/** Take the numbers of cells that a MIN or MAX operation has found on a device, in a group, into
 * the reduction. */
void program_offer_extremes(const ria_simulation *simulation, int group, int op,
                            program_partial *to);
/** In a task: apply, or reduce, on all tiles of the group. `there`: of a device's memory, which is
 * copied when the phase is done. */
void program_apply(const program_group_work *group, int op, const program_besides *besides,
                   const ria_scalars *scalars);
/** The operations after an APPLY, up to number `end`, that its launches do as well; none on a CPU.
 * `there`: the partials of the phase's next reductions. */
program_besides program_find_besides(const program_group_work *group, int op, int end,
                                     program_partial *there);
void program_reduce_on(const program_group_work *group, int op, int also,
                       const ria_scalars *scalars, program_partial *to, program_partial *there);
/** Whether a REDUCE operation and the one after it, of the same phase, are one launch: `also` is
 * that one, else -1. Its partial is the one behind `there`. */
bool program_reduces_two(const program_group_work *group, int op);

/** The scalars of an operation's kernel on a tile: values [RIA_MAX_SCALARS]. */
void program_resolve(const tile_work *work, const ria_op *op, const ria_scalars *scalars,
                     double *values);
/** A launch of the kernel of an operation: its boxes, of which `box` is the first. */
typedef struct {
  const double *values; /**< scalars of the first one */
  ria_box box;
  const ria_device_part *part; /**< [parts], NULL: `box` alone */
  int parts;
  const ria_device_given *given;  /**< scalars that are on the device; NULL: none are */
  int also;                       /**< of a REDUCE: the operation that the launch makes, too; -1 */
  const program_besides *besides; /**< of an APPLY; NULL: nothing */
} program_launch;
/** Apply, or reduce, in boxes of a tile. */
void program_apply_in(const tile_work *work, int op, const program_launch *launch);
void program_reduce_in(const tile_work *work, int op, const program_launch *launch,
                       program_partial *to, program_partial *there, ria_device_extreme *extreme);

/* ---- chain.c ---- */
/** Find chains: operations APPLY and REDUCE one after another in a phase, which a CPU makes block
 * by block, so that what one writes is still in the cache when the next one reads it. After
 * program_cut(). */
void program_find_chains(const ria_program *program, program_memory *memory);
/** In a task on a CPU: the chain that begins with `op`, on all tiles of the group. Reductions go to
 * `to` and behind it. */
void program_run_chain(const program_group_work *group, int op, const ria_scalars *scalars,
                       program_partial *to);

/* ---- halo.c ---- */
/** Number the groups of all ranks; the arrays are to be freed. Collective.
 * Errors: RIA_ERROR_MEMORY. */
ria_status program_number_groups(program_groups_of_all *all);
/** The first of the tags of messages between groups. */
int64_t program_tags(const ria_simulation *simulation);
/** Moves and messages of all groups. Errors: RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED. */
ria_status program_halo_create(const program_groups_of_all *all);
void program_halo_destroy(ria_simulation *simulation);
/** Submit sends and receives between ranks of what an exchange packs. */
ria_status program_halo_submit(const ria_simulation *simulation);
/** Wait for messages between ranks. */
void program_halo_wait(const ria_simulation *simulation);
/** Have a device know the moves that the caller's makes. An error code. */
int program_upload_moves(cell_moves *moves, const ria_simulation *simulation);
/** Make moves where the caller works: `device` NULL: on the host. */
void program_move(const tile_work *work, cell_moves *moves, const move_memory *memory);

/* ---- scalars.c ---- */
ria_status program_scalars_create(ria_simulation *simulation);
void program_scalars_destroy(ria_simulation *simulation);
/** Submit: the scalars begin a step; what follows a phase of all tiles; a copy into a post. */
ria_status program_begin(ria_simulation *simulation);
ria_status program_reduce(ria_simulation *simulation, int phase);
ria_status program_calculate(ria_simulation *simulation, int phase);
ria_status program_post(ria_simulation *simulation, int slot);
/** Wait for a copy. */
ria_status program_wait(ria_simulation *simulation, int slot, ria_scalars *scalars);

/* ---- sparse.c ---- */
/** The matrices of a program. Collective. Errors: RIA_ERROR_MEMORY, and those of their functions.
 */
ria_status program_matrices_create(const program_groups_of_all *all);
void program_matrices_destroy(ria_simulation *simulation);
ria_status program_matrix_submit(const ria_simulation *simulation, int op);
void program_matrices_wait(const ria_simulation *simulation);

/* ---- multiply.c ---- */
/** In a task of a group: pack the values that an SPMV operation takes elsewhere, and multiply with
 * what the messages bring (NULL: there are none). `state` is the group's, `work` on its first tile.
 */
void program_gather(const tile_work *work, int op, int group, void *state, void **message);
void program_multiply(const tile_work *work, int op, int group, void *state, void **message);

/** With the scalars on the device: the result of a REDUCE operation, the number `reduction` of its
 * phase. */
ria_device_result program_result_on_device(const program_group_work *group, int op, int reduction);

/** In a task: tell the device where the parts of MIN and MAX lie. An error code. */
int program_upload_places(const program_group_work *group);

/* ---- device.c ---- */
/** Whether a step is one task, on a GPU: see there. Find out, when all else is created. */
ria_status program_device_create(ria_simulation *simulation);
void program_device_destroy(ria_simulation *simulation);
/** Submit the task, after program_begin(). */
ria_status program_device_submit(ria_simulation *simulation);

/* ---- parts.c ---- */
/** A task begins, goes on with another part, and ends. On a CPU alone: the host does not see when a
 * device begins with what it was given. A look at the clock costs some 25 ns, and there is none
 * where the part stays the same. */
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
/** A CPU's implementation of such an operation. Errors: RIA_ERROR_UNSUPPORTED. */
ria_status program_implement_aside(const ria_kernel *kernel,
                                   const ria_implementation **implementation);
/** Whether an operation has to do with a field; and whether one aside gives it back. */
bool program_touches(const ria_op *op, int field);
bool program_gives_back(const ria_op *op, int field);
/** After program_cut(). Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY. */
ria_status program_aside_create(const ria_simulation *simulation);
void program_aside_destroy(const ria_simulation *simulation);
/** Submit the tasks of such a phase; and those that bring back what `phase` takes. */
ria_status program_submit_aside(ria_simulation *simulation, int phase);
ria_status program_take_back(ria_simulation *simulation, int phase);

/* ---- dot.c ---- */
/** Errors: RIA_ERROR_UNSUPPORTED (a DOT operation, and several tiles or ranks, or no CPU). */
ria_status program_check_dots(const ria_simulation *simulation);
/** In a task: the result of a DOT operation. */
double program_dot(const tile_work *work, const ria_op *op);

/* ---- tasks.c ---- */
/** In a task: memory of a device for what phases reduce. False: there is none, which is noted. */
bool program_reserve(const program_group_work *group);
/** In a task: what a phase does between messages. */
void program_operate(const program_group_work *group, const program_phase *phase,
                     const ria_scalars *scalars, program_partials *partials, void **message);
/** Before the first task: StarPU reads them while tasks are under way. */
void program_nodes_create(void);
ria_status program_submit_phase(ria_simulation *simulation, int phase);

static inline program_memory *program_of(const ria_simulation *s) {
  return s->executor_data;
}

#endif
