/** \file
 * A simulation: a solver's recipe on a grid, advanced as StarPU tasks over tiles and ranks.
 *
 * All functions are collective over the runtime's ranks unless they say otherwise, and are called
 * by one thread of each rank. Numbers given must be the same on every rank.
 */
#ifndef RIA_SIMULATION_H
#define RIA_SIMULATION_H

#include <stdbool.h>
#include "ria/clock.h"
#include "ria/forcing.h"
#include "ria/grid.h"
#include "ria/kernel.h"
#include "ria/ledger.h"
#include "ria/line_choice.h"
#include "ria/ppe.h"
#include "ria/program.h"
#include "ria/runtime.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_simulation ria_simulation;

/** One application of a FACE or POINT kernel in a time step. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
  unsigned switches;
} ria_stage;

/** A piece of a side of a block, and the BOUNDARY kernel that fills its ghost cells. Pieces and
 * links of a side must cover it without gap or overlap. */
typedef struct {
  int block;
  ria_side side;
  ria_range part; /**< the cells beside it; the entries of the side's own axis are ignored */
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
  /** Kernel, without scalars, that fills them for the stages after the first; NULL: `kernel`. */
  const ria_kernel *later;
  int opening; /**< 1 + the number of the opening in the ledger that it counts as; 0: of none */
  const char *kind, *name; /**< of that opening, for people: "boundary", "west"; "wall": what passes
                              is an error. Borrowed for the model's life; NULL without an opening */
} ria_segment;

/** Faces in a row between cells of a block, or between cells and those beyond a side: those of the
 * cells [from, to) along them, in the column or row `across`, which lie in the block. */
typedef struct {
  int block;
  int axis,
      outward; /**< the faces lie across that axis, on the high (1) or low (-1) side of them */
  ria_global across, from, to;
  int sign; /**< 1: what comes into these cells counts; -1: what leaves them */
} ria_section_run;

/** A line through which the model's amounts are added up, step by step, by the fluxes of the steps
 * themselves. Borrowed for ria_simulation_create. */
typedef struct {
  const char *name; /**< for people; borrowed for the model's life */
  int runs;
  const ria_section_run *run; /**< [runs]: no face twice */
} ria_section;

enum { RIA_RENAMED = 3, RIA_STEPS_AT_ONCE = 8 };

/** What fills the ghost cells of a rider beside a segment: a BOUNDARY kernel, whose fields are
 * found as those of the rider's own kernel are. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
} ria_rider_side;

/** A field that a stage moves along, though the stage's kernel does not know it: a tracer, by the
 * mass fluxes that the stage hands on. A FACE kernel without RATE and CHECK, which is applied right
 * behind the stage, in the same pass from buffer to buffer.
 *
 * Its STATE are fields of the model that no stage's kernel and no other rider of that stage
 * writes. Its STATICS are found among the model's statics, or among its state: of the fields that
 * are handed on (ria_model.handed) they are what the stage has written, of others what the stage
 * has read. Ghost cells of fields that are handed on are 0 beyond the edge of the domain. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
  unsigned switches;
  int stage;
  /** The model's names of the first fields of the STATE of its kernel, and of its sides' kernels;
   * NULL: as the kernels say. Borrowed for the simulation's life. The units need not agree. */
  const char *field[RIA_RENAMED];
  const ria_rider_side *side; /**< [segments of the model] */
} ria_rider;

/** Cells that a CELLS kernel updates after each step (rivers, releases): a list, or all cells of
 * the domain with a static field of reals as their weight (rain), which leaves cells of weight 0 as
 * they are. Arrays borrowed for ria_simulation_create. */
typedef struct {
  const ria_kernel *kernel;
  const char *kind, *name; /**< for people: "river", "Ulla"; borrowed for the model's life. No name:
                              the only one of its kind. No kind: it brings nothing, and the balance
                              does not show it */
  ria_binding scalars[RIA_MAX_SCALARS];
  const char *field[RIA_RENAMED]; /**< see ria_rider.field */
  int block, count;
  const ria_global *at[RIA_AXES]; /**< the cells: [count] along each axis; NULL: 0 */
  const double *weight;           /**< [count] */
  const char
      *weights; /**< name of the static field that has the weights, instead of the list;
                   NULL: there is a list. Not where statics are filled beyond several blocks */
  /** Of a field of weights: how long it may wait, s. A pass over all cells that changes little in a
   * step then acts once for up to RIA_STEPS_AT_ONCE steps of a window, in the middle of them and
   * with the dt of all; so of exact steps it follows each one. 0: it follows each step. */
  double patience;
  /** What a second adds of each amount of the model where the weight is 1. */
  ria_binding amount[RIA_AMOUNTS];
} ria_source;

/** Writes what changes with time (levels, winds, releases), as it is at time t: values[0 ..
 * forcings). Called on rank 0 only, possibly again for the same time; must depend on its arguments
 * alone. */
typedef void (*ria_forcing_function)(void *context, double t, double *values);

/** Fills `values` [z][y][x] of a field for cells of a block, which lie inside it. Not collective:
 * called for this rank's tiles, in bands, and by several threads at once. */
typedef ria_status (*ria_fill_function)(void *context, int field, int block, const ria_range *cells,
                                        double *values);

enum {
  RIA_MAX_TRACKED = 48,
  RIA_MAX_KEPT = RIA_MAX_FIELDS + RIA_MAX_TRACKED /**< see ria_model_kept() */
};

/** A field that is updated from the state after every step: a maximum, a time of arrival, a
 * duration. It lies on the own cells of tiles, takes no part in halos, and no stage, side or source
 * sees it. */
typedef struct {
  ria_quantity quantity; /**< its name is none of the state's and of the statics' */
  double start;          /**< before anything was seen: of a maximum -INFINITY */
} ria_tracked;

/** What keeps tracked fields up to date: a POINT kernel without rate and CHECK. Its STATE is some
 * of the model's tracked fields; its INPUT may be fields of the state, which it reads. It is
 * applied to the state at the start, and after each step that is accepted, when sources have acted:
 * a window that is done again counts once. Where a cell's state stays as it is, nothing must come
 * of a later time, unless there are ria_windows: cells at rest may be passed over. The same bits on
 * any tiles, ranks and targets.
 */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS]; /**< RIA_BIND_TIME among others; no forcing */
  const char *field[RIA_RENAMED];       /**< see ria_rider.field: of its STATE, then its INPUT */
} ria_tracker;

/** Windows of time over which trackers add up. One ends at each multiple of `every` and at `end`,
 * which steps meet exactly; it has begun `length` before, or at the end of the one before if that
 * is later; at the start it has that state. Trackers then look at all cells, also those at rest. */
typedef struct {
  double every;  /**< s; 0: one ends at `end` alone */
  double length; /**< s; 0: there are no windows */
  double end;    /**< s since the start of the case */
} ria_windows;

enum { RIA_ALL_FIELDS = -1 };

/** What a model does between two steps at certain times, its moments, which steps meet exactly: it
 * may read the state, fill statics anew (ria_simulation_fill_statics) and give sources other
 * weights (ria_simulation_weigh), and nothing else. Between two moments all of that stays as it is.
 * A moment that falls on an output, a checkpoint or the end comes after it, when steps go on.
 * Context: that of the model. Functions that are NULL do nothing. */
typedef struct {
  /** The first moment after t, s since the start of the case; INFINITY: there is none. By its
   * arguments alone. NULL: the model has no moments. */
  double (*next)(void *context, double t);
  /** Steps begin, or go on from a checkpoint, at t: make what the moments before t have made, by
   * what they kept. Collective. */
  ria_status (*begin)(void *context, ria_simulation *simulation, double t);
  /** The moment t has come. Collective; what it does must be the same on any decomposition. */
  ria_status (*act)(void *context, ria_simulation *simulation, double t);
  int kept;     /**< numbers that moments leave to later ones; checkpoints have them */
  double *keep; /**< [kept], the same on all ranks; borrowed for the simulation's life */
} ria_moments;

/** AUTO: left open. Who chooses tiles chooses one of the others; a simulation takes it for CLASSIC.
 */
typedef enum {
  RIA_TILING_CLASSIC,
  RIA_TILING_EXPANSION,
  RIA_TILING_AUTO,
  RIA_TILING_SWEPT
} ria_tiling_scheme;
/** Where tiles of the target cuda live: on their GPU, or in main memory, from where StarPU moves
 * them to it and back, so that they need not all fit. */
typedef enum { RIA_GPU_RESIDENT, RIA_GPU_STAGED } ria_gpu_memory;

typedef struct {
  ria_grid grid;        /**< a mesh of one block; not looked at if there is a `mesh` */
  const ria_mesh *mesh; /**< of several blocks, or NULL; copied by ria_simulation_create() */
  ria_precision precision;
  int nstate, nstatic;
  const ria_quantity *state, *statics;
  /** [nstatic]: how each of the statics is stored, as the kernels have it (MASK, INDEX); NULL: all
   * are reals. Whole numbers are filled as doubles like all others, and copied exactly. */
  const ria_storage *stored;
  int stages;
  const ria_stage *stage;
  int riders;
  const ria_rider *rider;
  /** State fields, the last ones, that the first stage writes for its riders: they may hold
   * anything when a step begins, and do not outlive it. */
  int handed;
  /** What a step does instead of its stages, which are none then; its step is RIA_STEP_FIXED, or
   * RIA_STEP_PROGRAM if the program computes the length, a window one step, the time tiling
   * CLASSIC. Segments' kernels have a state of one field. NULL: the stages. */
  const ria_program *program;
  /** The statics are filled with their ghost cells, which are cells of the tile's own block whose
   * numbers are below 0 or beyond its cells, and all at once: the function is asked for the field
   * RIA_ALL_FIELDS, for values [nstatic][z][y][x]. Else each by itself, ghost cells as cells of the
   * blocks that they lie in, and beyond the edge of the domain as the cells that they mirror. */
  bool statics_beyond;
  /** For the message about a state that is no longer valid: cells are nodes of blocks, and what may
   * help ("; use a smaller ..."; NULL: nothing). */
  bool nodes;
  const char *advice;
  int segments;
  const ria_segment *segment;
  int sources;
  const ria_source *source;
  /** Of a plane. The ledger has them behind the openings of the segments: ria_model_section(). 0
   * with a program, swept time tiling, on a Cell, and without amounts. */
  int sections;
  const ria_section *section;
  int ntracked; /**< at most RIA_MAX_TRACKED; 0 with a program, swept time tiling and on a Cell */
  const ria_tracked *tracked;
  int trackers;
  const ria_tracker *tracker;
  ria_windows windows;
  int forcings;
  ria_forcing_function forcing; /**< may be NULL when forcings is 0 */
  ria_moments moments;          /**< none with a program, and where `whole_steps` is set */
  void *context;                /**< of both; borrowed for the simulation's life */
  double forcing_interval; /**< s between the knots at which forcing is sampled (ria/forcing.h), a
                                power of two; 0: it is asked for at each step */
  ria_step_mode step;
  int window;   /**< steps that are decided on together: share a dt (WINDOW), are checked (FIXED) */
  double guard; /**< dt = guard / largest rate seen, in (0, 1] */
  double fixed_dt; /**< RIA_STEP_FIXED; a step that breaks dt * rate <= 1 is an error */
  /** RIA_STEP_FIXED with a window of one step: the kernels know the step, so it is never cut short.
   * The simulation stops at the end of the first step that reaches the time asked for. */
  bool whole_steps;
  double max_dt; /**< upper bound of dt, s; 0: none */
  int amounts;   /**< that the ledger follows: those of THROUGH of the first stage's kernel, then
                    those   of the riders' kernels; or 0 */
  ria_amount amount[RIA_AMOUNTS];
  ria_tiling_scheme scheme;
  int depth; /**< EXPANSION: steps between exchanges; SWEPT: steps from one time at which all cells
                  may have it to the next, with two exchanges along each axis */
  ria_line_choice line; /**< of a grid of one row on a device */
  ria_gpu_memory gpu_memory;
  ria_ppe_choice cell;  /**< of a RIA_TARGET_CELL: which machine */
  const char *target;   /**< its name, as `ria kernels` lists it */
  const char *strategy; /**< NULL: the target's default */
} ria_model;

/** How a field of the statics is stored. */
static inline ria_storage ria_model_stored(const ria_model *model, int number) {
  return model->stored ? model->stored[number] : RIA_STORED_REAL;
}

/** Number of a field by its name, -1 if there is none. */
int ria_quantity_find(const ria_quantity *quantity, int count, const char *name);

/** The kernels that a step of a model applies, those of reductions among them, SCALAR kernels not,
 * one after the other: NULL behind the last. */
const ria_kernel *ria_model_kernel(const ria_model *model, int number);

/** State fields that outlive a step, of a model: all but interim ones (ria_kernel), those that are
 * handed on, and those of a program's own, which are the last. */
int ria_model_lasting(const ria_model *model);

/** Fields that snapshots have, and the files made of them: those of the state that last, then the
 * tracked ones. */
int ria_model_kept(const ria_model *model);
/** The number-th of them. */
const ria_quantity *ria_model_kept_field(const ria_model *model, int number);

/** Where the ledger of a model has a section, in ria_ledger.in. */
int ria_model_section(const ria_model *model, int section);

/** Whether an exact step of the model may find a larger rate than its start had: in a later stage,
 * or because slopes look ahead by dt. Such a step is repeated, which takes the ghost cells of its
 * start: so exact steps then need an exchange every step. */
bool ria_model_repeats(const ria_model *model);

/** Where the simulation stands, after everything that ria_simulation_advance was asked for. */
typedef struct {
  double time; /**< s since the start of the case */
  double dt;   /**< of the last step */
  double rate; /**< largest rate of the last window: the estimate for the next */
  /** Largest rate of the last window that the first stage of its steps had: below `rate`, a later
   * stage limits the time step. 0: unknown, as after a restart, on Cells, and where a GPU makes
   * many steps in one launch. */
  double first_rate;
  int64_t steps;
  int64_t redone;                      /**< steps that were thrown away and done again */
  bool ended;                          /**< the model's program says that nothing is left to do */
  double lasting[RIA_PROGRAM_LASTING]; /**< scalars of the program that last, in their order */
} ria_progress;

/** Create tiles for the model on this rank, fields zero. The model is copied, but for what it says
 * is borrowed. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_UNSUPPORTED (no such target or strategy;
 * precision; exact steps that may be repeated with an exchange every few steps; what swept time
 * tiling cannot do), RIA_ERROR_MEMORY
 * (also where tiles do not fit into their GPU: the detail says how many bytes are missing, and what
 * would fit), RIA_ERROR_STARPU. */
ria_status ria_simulation_create(ria_runtime *runtime, const ria_model *model,
                                 ria_simulation **simulation);

/** What there is to say of it, NULL if nothing: which shapes it takes that were tuned for its GPU,
 * or that these cannot be read (ria/tuning.h). Borrowed. */
const char *ria_simulation_notice(const ria_simulation *simulation);

/** Bytes of GPU memory that there was no room for, so that steps are made one by one, which is
 * slower: many at once need scratch memory, and ask for it when the first are made. 0: none are
 * missing, as far as is known by now. Not collective. */
size_t ria_simulation_missing_memory(const ria_simulation *simulation);

/** Bytes that a cell of such a model takes in the memory that computes: the generations of its
 * state and of its tracked fields, its statics, and a copy of what snapshots have. Ghost cells and
 * padding come on top. \param stored [nstatic] as of ria_model, or NULL */
double ria_simulation_cell_bytes(int nstate, int ntracked, int nstatic, const ria_storage *stored,
                                 ria_precision precision);

/** Waits for what is under way; frees. NULL is fine. */
void ria_simulation_destroy(ria_simulation *simulation);

/** Fill state and statics (and ghost cells; beyond the grid as ria_model.statics_beyond tells).
 * NULL: unchanged. Errors: those of the functions; RIA_ERROR_ARGUMENT (a MASK is given another
 * number than -128 to 127, or an INDEX another than a whole number of 32 bits, in single precision
 * from -2^24 to 2^24: the detail names block and cell), RIA_ERROR_MEMORY, RIA_ERROR_STARPU. */
ria_status ria_simulation_fill(ria_simulation *simulation, ria_fill_function state,
                               ria_fill_function statics, void *context);

/** Fill `count` statics anew, from number `first` on, with their ghost cells, one after the other
 * also where ria_model.statics_beyond is set. Nothing else changes. Errors: those of
 * ria_simulation_fill(). Blocking. */
ria_status ria_simulation_fill_statics(ria_simulation *simulation, int first, int count,
                                       ria_fill_function statics, void *context);

/** Give the cells of a source's list other weights: [count of the source], the same on every rank.
 * Weights of 0 have it leave a cell as the kernel leaves one that it is given with that. Errors:
 * RIA_ERROR_ARGUMENT (no such source, or its weights are a field). Blocking. */
ria_status ria_simulation_weigh(ria_simulation *simulation, int source, const double *weights);

/** Tell that the forcing answers otherwise from now on, at any time: knots that were asked for are
 * asked for again (ria/forcing.h). Waits for what is under way. Not collective; other ranks than 0
 * need not call it. */
void ria_simulation_renew_forcing(ria_simulation *simulation);

/** Who may take tiles, where CPU workers take some beside GPUs. */
typedef enum { RIA_TILES_ON_ALL, RIA_TILES_ON_GPUS, RIA_TILES_ON_CPUS } ria_tile_workers;
/** Change it; waits for what is under way. Without CPU workers beside GPUs nothing changes. Not
 * collective. */
void ria_simulation_let(ria_simulation *simulation, ria_tile_workers who);

/** Called by ria_simulation_advance between batches of steps; return false to stop early, at the
 * end of a window. The answer of rank 0 counts. */
typedef bool (*ria_progress_function)(void *context, const ria_progress *progress);

/** Advance to time `until` exactly, or by at most `steps` steps if steps >= 0 (whichever comes
 * first), or until `progress` says stop. With `overshoot`, stop at the first end of a window at or
 * after `until` without fitting dt to it: for events that must not change the answer. `horizon` is
 * the next time that must be met exactly (>= until with overshoot, = until without). Errors:
 * RIA_ERROR_NUMERIC (detail: cell, step, fields), RIA_ERROR_STEP. */
ria_status ria_simulation_advance(ria_simulation *simulation, double until, bool overshoot,
                                  double horizon, int64_t steps, ria_progress_function progress,
                                  void *context);

/** Wait for all tasks and messages of this rank. Afterwards StarPU's thread makes no call of MPI
 * until more is asked of the simulation: where ria_runtime_threads() is false, that is when the
 * thread that drives it may write files. Every rank must have been asked for the same. Blocking. */
void ria_simulation_drain(const ria_simulation *simulation);

/** What ria_simulation_advance reached. Not collective. */
ria_progress ria_simulation_progress(const ria_simulation *simulation);

/** After RIA_ERROR_NUMERIC: the cell that went bad, in its block; the same on every rank. The state
 * is that before the window of steps, but after steps that a GPU makes many of in one launch, each
 * with a length of its own. False if no cell is known. Not collective. */
bool ria_simulation_bad_cell(const ria_simulation *simulation, ria_global cell[RIA_AXES]);

/** What came in until then since the start of the case; ria_ledger_destroy() frees it. The same
 * bits on any decomposition, and after a restart. Not collective. Error: RIA_ERROR_MEMORY. */
ria_status ria_simulation_ledger(const ria_simulation *simulation, ria_ledger *ledger);

/** What the last step of a model's program has found. */
typedef struct {
  int64_t iterations;              /**< of its loops that hold no other loop */
  int64_t loop[RIA_PROGRAM_LOOPS]; /**< of each of them, in the order of their LOOP */
  bool failed;                     /**< a loop did not end by itself */
  double value[RIA_PROGRAM_SCALARS];
} ria_program_result;

/** All 0 without a program. Blocking. */
ria_status ria_simulation_program(const ria_simulation *simulation, ria_program_result *result);

/** What the parts of a program's step took since the simulation was created: seconds of wall-clock
 * time in the tasks of a worker's tiles, the mean of all workers that have tiles. Waiting is no
 * part. */
typedef struct {
  double seconds[RIA_PROGRAM_PARTS];
  bool known[RIA_PROGRAM_PARTS]; /**< false: GPUs make it, or there is no such part */
} ria_part_times;

/** Collective, blocking; nothing may be under way. Errors: RIA_ERROR_MPI. */
ria_status ria_simulation_parts(const ria_simulation *simulation, ria_part_times *times);

/** A step of a program that was accepted. */
typedef struct {
  int64_t step;        /**< its number, from 1 */
  double time;         /**< after it, s since the start of the case */
  double dt;           /**< its length, s */
  int64_t iterations;  /**< of loops that hold no other loop */
  const double *value; /**< [scalars of the program], after it; borrowed for the call */
} ria_step_record;

/** Called by a task, one step after the other, on rank 0; should return soon. */
typedef void (*ria_record_function)(void *context, const ria_step_record *record);

/** Have each step told that is accepted from now on, if the model's program has scalars that are
 * `recorded`: before ria_simulation_advance() returns. NULL: no longer. Waits for what is under
 * way. Not collective; other ranks than 0 need not call it. */
void ria_simulation_record(ria_simulation *simulation, ria_record_function record, void *context);

/** Passes over memory that a step takes: its stages, two of them once where a GPU makes both in
 * one. Not collective. */
int ria_simulation_passes(const ria_simulation *simulation);

/** Where the time of all calls of ria_simulation_advance went: means over the CPU workers of all
 * ranks, in seconds of wall-clock time. */
typedef struct {
  double stepping; /**< inside ria_simulation_advance, of the slowest rank */
  double work;     /**< in the kernels: stages, boundaries, sources, and the rates they need */
  double packing;  /**< packing and unpacking halo strips */
  double exchange; /**< stepping - work: packing, and all that a worker does not work in: waiting
                        for strips, for the common dt, for tasks, and for cores that others use */
} ria_step_times;

/** What the time went to since the simulation was created. Blocking. Errors: RIA_ERROR_MPI. */
ria_status ria_simulation_step_times(const ria_simulation *simulation, ria_step_times *times);

/** What Cells that are watched so (RIA_WATCH_MODELLED) are modelled to have taken since the
 * simulation was created: times of the slowest, sums over all; all 0 without them. Blocking. */
ria_status ria_simulation_modelled(const ria_simulation *simulation, ria_modelled *modelled);

/** Single cells of a mesh. */
typedef struct {
  int count;
  const int *block;               /**< [count]; NULL: all of block 0 */
  const ria_global *at[RIA_AXES]; /**< [count] along each axis; NULL: 0 */
} ria_probe_cells;

/** Copy values at single cells: values[count][nstate] on every rank; vectors along the axes of the
 * cell's block. Blocking. */
ria_status ria_simulation_probe(ria_simulation *simulation, const ria_probe_cells *cells,
                                double *values);

/** The same cells, asked for again and again, so that the computation can go on meanwhile. */
typedef struct ria_probe ria_probe;

/** The cells are copied. To be destroyed before the simulation, after an error as well. Errors:
 * RIA_ERROR_MEMORY. */
ria_status ria_probe_create(ria_simulation *simulation, const ria_probe_cells *cells,
                            ria_probe **probe);
/** Have the present state copied at these cells, by tasks; returns at once. What was asked before
 * and not answered is lost. */
ria_status ria_probe_ask(ria_probe *probe);
/** What was asked last: values[count][nstate] on every rank. Blocking. Errors: RIA_ERROR_DEVICE
 * where a GPU has failed meanwhile. */
ria_status ria_probe_answer(ria_probe *probe, double *values);
/** Whether something was asked and not yet answered. Not collective. */
bool ria_probe_asked(const ria_probe *probe);
/** Whether an answer would come without waiting, which is not known of other ranks. Not collective.
 */
bool ria_probe_ready(const ria_probe *probe);
/** Waits for what was asked. NULL is fine. */
void ria_probe_destroy(ria_probe *probe);

/** Sum of a state field over all cells, correctly rounded, the same on any decomposition. Blocking.
 */
ria_status ria_simulation_sum(ria_simulation *simulation, int field, double *sum);

/* ---- snapshots: the state at one time, copied aside so that the computation can go on ---- */

typedef struct ria_snapshot ria_snapshot;

/** A tile's part of a snapshot: `values[field]` is [z][y][x] of the model's real, contiguous, of
 * the fields that are kept (ria_model_kept). */
typedef struct {
  int block;
  ria_global lo[RIA_AXES]; /**< its first cell */
  int n[RIA_AXES];         /**< its cells */
  const void *values[RIA_MAX_KEPT];
} ria_snapshot_tile;

/** Take the memory of a snapshot now, so that the first one does not hold the computation up: to
 * take it, and to pin it for a GPU, is what costs. Not needed. Errors: RIA_ERROR_MEMORY. */
ria_status ria_simulation_expect_snapshots(ria_simulation *simulation);

/** Copy this rank's tiles aside. The copy is made by tasks; the call returns at once. */
ria_status ria_simulation_snapshot(ria_simulation *simulation, ria_snapshot **snapshot);

/** Wait until the copy is complete (any thread), and give the tiles. Borrowed until destroy. */
ria_status ria_snapshot_tiles(ria_snapshot *snapshot, int *count, const ria_snapshot_tile **tiles,
                              ria_progress *progress);
/** The ledger at the snapshot's time. Borrowed. */
const ria_ledger *ria_snapshot_ledger(const ria_snapshot *snapshot);
/** The model of the simulation that the snapshot is of. Borrowed. */
const ria_model *ria_snapshot_model(const ria_snapshot *snapshot);
void ria_snapshot_destroy(ria_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif
