/** \file
 * A simulation: a solver's recipe on a grid, advanced as StarPU tasks over tiles and ranks.
 *
 * All functions are collective over the runtime's ranks unless they say otherwise, and are called
 * by one thread of each rank. Arguments must be the same on every rank.
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

/** A piece of a side of a block, and the BOUNDARY kernel that fills its ghost cells. The pieces and
 * links of a side must cover it without gaps or overlaps. */
typedef struct {
  int block;
  ria_side side;
  ria_range part; /**< the cells next to it; entries for the axis normal to the side are ignored */
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
  /** Kernel, without scalars, that fills the ghost cells for stages after the first; NULL:
   * `kernel`. */
  const ria_kernel *later;
  int opening; /**< 1 + the number of its opening in the ledger; 0: none */
  const char *kind,
      *name; /**< kind and name of that opening for users: "boundary", "west"; "wall": any flux
                through it is an error. Borrowed for the model's life; NULL without an opening */
} ria_segment;

/** A row of faces between cells of a block, or between cells and ghost cells beyond a side: the
 * faces of the cells [from, to) in column or row `across`, which lie in the block. */
typedef struct {
  int block;
  int axis, outward; /**< the axis normal to the faces, and whether they are on the high (1) or low
                        (-1) side of the cells */
  ria_global across, from, to;
  int sign; /**< 1: flux into these cells counts positive; -1: flux out of them does */
} ria_section_run;

/** A section: a line through which the model's amounts are added up in every step, from the fluxes
 * of the step. Borrowed for ria_simulation_create. */
typedef struct {
  const char *name; /**< name for users; borrowed for the model's life */
  int runs;
  const ria_section_run *run; /**< [runs]: no face may occur twice */
} ria_section;

enum { RIA_RENAMED = 3, RIA_STEPS_AT_ONCE = 8 };

/** Fills the ghost cells of a rider next to a segment: a BOUNDARY kernel. Its fields are found like
 * those of the rider's own kernel. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
} ria_rider_side;

/** A field that a stage transports, though the stage's kernel does not know it: a tracer, moved by
 * the mass fluxes that the stage hands on. Its kernel is a FACE kernel without RATE and CHECK. It
 * is applied directly after the stage, in the same pass from buffer to buffer.
 *
 * Its STATE are fields of the model that no stage's kernel and no other rider of that stage writes.
 * Its STATICS are fields of the model's statics or state. For fields that are handed on
 * (ria_model.handed) the kernel gets the values that the stage has written, for others the values
 * that the stage has read. Ghost cells of handed-on fields are 0 beyond the edge of the domain. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS];
  unsigned switches;
  int stage;
  /** The model's names for the first STATE fields of its kernel and of its sides' kernels; NULL:
   * the names in the kernels. Borrowed for the simulation's life. Units may differ. */
  const char *field[RIA_RENAMED];
  const ria_rider_side *side; /**< [segments of the model] */
} ria_rider;

/** Cells that a CELLS kernel updates after each step: a list (rivers, releases), or all cells of
 * the domain with a static field of reals as weights (rain); cells of weight 0 are unchanged.
 * Arrays borrowed for ria_simulation_create. */
typedef struct {
  const ria_kernel *kernel;
  const char *kind,
      *name; /**< for users: "river", "Ulla"; borrowed for the model's life. No name: the only one
                of its kind. No kind: it brings in no amount, and the balance does not show it */
  ria_binding scalars[RIA_MAX_SCALARS];
  const char *field[RIA_RENAMED]; /**< see ria_rider.field */
  int block, count;
  const ria_global *at[RIA_AXES]; /**< the cells: [count] along each axis; NULL: all 0 */
  const double *weight;           /**< [count] */
  const char *weights; /**< name of the static field of weights, if there is no list; NULL: there is
                          a list. Not with statics that are filled beyond several blocks */
  /** Field of weights only: longest delay of its effect, s. A pass over all cells that changes
   * little in a step then runs once for up to RIA_STEPS_AT_ONCE steps of a window, in the middle of
   * them and with the dt of all; with exact steps it runs after each one. 0: after each step. */
  double patience;
  /** Increase of each amount of the model in a second, for a weight of 1. */
  ria_binding amount[RIA_AMOUNTS];
} ria_source;

/** Callback: writes the time-dependent inputs (levels, winds, releases) at time t: values[0 ..
 * forcings). Called on rank 0 only, possibly again for the same time; the values must depend only
 * on the arguments. */
typedef void (*ria_forcing_function)(void *context, double t, double *values);

/** Callback: fills `values` [z][y][x] of a field for cells of a block, which lie inside it. Not
 * collective: called for this rank's tiles, in bands, by several threads at once. */
typedef ria_status (*ria_fill_function)(void *context, int field, int block, const ria_range *cells,
                                        double *values);

enum {
  RIA_MAX_TRACKED = 48,
  RIA_MAX_KEPT = RIA_MAX_FIELDS + RIA_MAX_TRACKED /**< see ria_model_kept() */
};

/** A field that is updated from the state after every step: a maximum, a time of arrival, a
 * duration. It covers the own cells of tiles, is not exchanged, and stages, sides and sources
 * cannot read it. */
typedef struct {
  ria_quantity quantity; /**< must differ from all names of the state and the statics */
  double start;          /**< initial value: for a maximum -INFINITY */
} ria_tracked;

/** Updates tracked fields: a POINT kernel without rate and CHECK. Its STATE are tracked fields of
 * the model; its INPUT may be fields of the state. It is applied to the state at the start, and
 * after each accepted step, after the sources: a repeated window counts once. If a cell's state
 * does not change, the result must not depend on a later time, unless there are ria_windows: cells
 * at rest may be skipped. Same bits on any tiles, ranks and targets. */
typedef struct {
  const ria_kernel *kernel;
  ria_binding scalars[RIA_MAX_SCALARS]; /**< RIA_BIND_TIME and others; no forcing */
  const char *field[RIA_RENAMED];       /**< see ria_rider.field: of its STATE, then its INPUT */
} ria_tracker;

/** Time windows over which trackers add up. A window ends at each multiple of `every` and at `end`;
 * steps meet these times exactly. It begins `length` before its end, or at the end of the preceding
 * window if that is later. The first one begins with the initial state. With windows, trackers
 * process all cells, also those at rest. */
typedef struct {
  double every;  /**< s; 0: one window, which ends at `end` */
  double length; /**< s; 0: no windows */
  double end;    /**< s since the start of the case */
} ria_windows;

enum { RIA_ALL_FIELDS = -1 };

/** Actions of a model between two steps at certain times, its moments, which steps meet exactly. An
 * action may read the state, fill statics anew (ria_simulation_fill_statics) and change the weights
 * of sources (ria_simulation_weigh), and must change only these. Between two moments statics and
 * weights are constant. A moment at the time of an output, a checkpoint or the end runs after it,
 * when steps go on. The context is that of the model. A function that is NULL does nothing. */
typedef struct {
  /** The first moment after t, s since the start of the case; INFINITY: none. Depends only on its
   * arguments. NULL: the model has no moments. */
  double (*next)(void *context, double t);
  /** Steps begin, or resume from a checkpoint, at t: restore the effect of the moments before t
   * from the `kept` numbers. Collective. */
  ria_status (*begin)(void *context, ria_simulation *simulation, double t);
  /** Run the moment t. Collective; its effect must be the same on any decomposition. */
  ria_status (*act)(void *context, ria_simulation *simulation, double t);
  int kept;     /**< count of numbers that moments pass on to later ones; stored in checkpoints */
  double *keep; /**< [kept], the same on all ranks; borrowed for the simulation's life */
} ria_moments;

/** AUTO: the tile planner picks a scheme; a simulation treats it as CLASSIC. */
typedef enum {
  RIA_TILING_CLASSIC,
  RIA_TILING_EXPANSION,
  RIA_TILING_AUTO,
  RIA_TILING_SWEPT
} ria_tiling_scheme;
/** Where tiles of the target cuda are stored: on their GPU, or in main memory, from where StarPU
 * copies them to the GPU and back, so that they need not all fit at once. */
typedef enum { RIA_GPU_RESIDENT, RIA_GPU_STAGED } ria_gpu_memory;

typedef struct {
  ria_grid grid;        /**< a mesh of one block; ignored if there is a `mesh` */
  const ria_mesh *mesh; /**< of several blocks, or NULL; copied by ria_simulation_create() */
  ria_precision precision;
  int nstate, nstatic;
  const ria_quantity *state, *statics;
  /** [nstatic]: element type of each static field, as in the kernels (MASK, INDEX); NULL: all are
   * reals. Fill functions give whole numbers as doubles; they are converted exactly. */
  const ria_storage *stored;
  int stages;
  const ria_stage *stage;
  int riders;
  const ria_rider *rider;
  /** State fields, the last ones, that the first stage writes for its riders: they may hold any
   * values when a step begins, and are not kept after it. */
  int handed;
  /** The program of a step, instead of stages. The step mode is RIA_STEP_FIXED, or RIA_STEP_PROGRAM
   * if the program computes the length; a window is one step, the time tiling CLASSIC. Segments'
   * kernels have a state of one field. NULL: use the stages. */
  const ria_program *program;
  /** If set, the function fills the statics with their ghost cells and all at once: it is called
   * for the field RIA_ALL_FIELDS with values [nstatic][z][y][x], and ghost cells have the numbers
   * of the tile's own block, below 0 or beyond its cells. Otherwise each static is filled
   * separately: ghost cells as cells of the blocks that they lie in, and beyond the edge of the
   * domain as their mirror cells. */
  bool statics_beyond;
  /** For the error message about an invalid state: cells are nodes of blocks, and a remedy ("; use
   * a smaller ..."; NULL: none). */
  bool nodes;
  const char *advice;
  int segments;
  const ria_segment *segment;
  int sources;
  const ria_source *source;
  /** For a plane. The ledger lists them after the openings of the segments: ria_model_section(). 0
   * with a program, with swept time tiling, on a Cell, and without amounts. */
  int sections;
  const ria_section *section;
  int ntracked; /**< at most RIA_MAX_TRACKED; 0 with a program, swept time tiling and on a Cell */
  const ria_tracked *tracked;
  int trackers;
  const ria_tracker *tracker;
  ria_windows windows;
  int forcings;
  ria_forcing_function forcing; /**< may be NULL when forcings is 0 */
  ria_moments moments;          /**< not allowed with a program, or if `whole_steps` is set */
  void *context;                /**< context of both; borrowed for the simulation's life */
  double forcing_interval; /**< s between the knots at which forcing is sampled (ria/forcing.h), a
                              power of two; 0: sampled at each step */
  ria_step_mode step;
  int window;      /**< steps that share a dt (WINDOW) or a check (FIXED) */
  double guard;    /**< dt = guard / largest rate seen, in (0, 1] */
  double fixed_dt; /**< RIA_STEP_FIXED; a step that breaks dt * rate <= 1 is an error */
  /** RIA_STEP_FIXED with a window of one step: the kernels depend on the length of the step, so a
   * step is never shortened. The simulation stops at the end of the first step that reaches the
   * requested time. */
  bool whole_steps;
  double max_dt; /**< upper bound of dt, s; 0: none */
  int amounts;   /**< amounts that the ledger follows: those of THROUGH of the first stage's kernel,
                    then those of the riders' kernels; or 0 */
  ria_amount amount[RIA_AMOUNTS];
  ria_tiling_scheme scheme;
  int depth; /**< EXPANSION: steps between exchanges; SWEPT: steps between two times at which all
                cells are complete, with two exchanges along each axis */
  ria_line_choice line; /**< options for a grid of one row on a device */
  ria_gpu_memory gpu_memory;
  ria_ppe_choice cell;  /**< RIA_TARGET_CELL: the machine */
  const char *target;   /**< its name, as `ria kernels` lists it */
  const char *strategy; /**< NULL: the target's default */
} ria_model;

/** Element type of a static field. */
static inline ria_storage ria_model_stored(const ria_model *model, int number) {
  return model->stored ? model->stored[number] : RIA_STORED_REAL;
}

/** Number of a field by its name, -1 if there is none. */
int ria_quantity_find(const ria_quantity *quantity, int count, const char *name);

/** The FACE, POINT and REDUCE kernels of a step of a model, one after the other: NULL after the
 * last. */
const ria_kernel *ria_model_kernel(const ria_model *model, int number);

/** Number of state fields of a model that outlive a step: all but interim fields (ria_kernel),
 * fields that are handed on, and a program's work fields, which are the last. */
int ria_model_lasting(const ria_model *model);

/** Number of fields in snapshots and in files made from them: the state fields that last, then the
 * tracked fields. */
int ria_model_kept(const ria_model *model);
/** The field of this number among them. */
const ria_quantity *ria_model_kept_field(const ria_model *model, int number);

/** Index in ria_ledger.in of a section of a model. */
int ria_model_section(const ria_model *model, int section);

/** Whether an exact step of the model may find a larger rate than it had at its start: in a later
 * stage, or because slopes extrapolate by dt. Such a step is repeated from its start with ghost
 * cells, so exact steps then need an exchange every step. */
bool ria_model_repeats(const ria_model *model);

/** Progress of the simulation, after all calls of ria_simulation_advance. */
typedef struct {
  double time; /**< s since the start of the case */
  double dt;   /**< of the last step */
  double rate; /**< largest rate of the last window: the estimate for the next */
  /** Largest rate in the first stages of the last window: if it is below `rate`, a later stage
   * limits the time step. 0: unknown, as after a restart, on Cells, and if a GPU makes many steps
   * in one launch. */
  double first_rate;
  int64_t steps;
  int64_t redone;                      /**< steps that were rejected and repeated */
  bool ended;                          /**< the model's program reports that the run is complete */
  double lasting[RIA_PROGRAM_LASTING]; /**< scalars of the program that last, in order */
} ria_progress;

/** Create tiles for the model on this rank, fields zero. The model is copied, except for members
 * documented as borrowed. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_UNSUPPORTED (no such target or
 * strategy; precision; exact steps that may be repeated with an exchange every few steps; what
 * swept time tiling cannot do), RIA_ERROR_MEMORY (also if tiles do not fit into their GPU: the
 * detail says how many bytes are missing, and which size would fit), RIA_ERROR_STARPU. */
ria_status ria_simulation_create(ria_runtime *runtime, const ria_model *model,
                                 ria_simulation **simulation);

/** A note for the user about the simulation, NULL if none: which tuned shapes it uses on its GPU,
 * or that the tuning file cannot be read (ria/tuning.h). Borrowed. */
const char *ria_simulation_notice(const ria_simulation *simulation);

/** Bytes of GPU memory that were missing for the scratch memory of many steps at once; steps then
 * run one by one, which is slower. The memory is requested when the first of these steps run. 0:
 * none missing so far. Not collective. */
size_t ria_simulation_missing_memory(const ria_simulation *simulation);

/** Bytes for a cell of such a model in the memory that computes: the generations of its state and
 * of its tracked fields, its statics, and a copy of the snapshot fields. Ghost cells and padding
 * are extra.
 * \param stored [nstatic] as in ria_model, or NULL */
double ria_simulation_cell_bytes(int nstate, int ntracked, int nstatic, const ria_storage *stored,
                                 ria_precision precision);

/** Wait for pending work, and free. NULL is fine. */
void ria_simulation_destroy(ria_simulation *simulation);

/** Fill state and statics with their ghost cells (beyond the grid as ria_model.statics_beyond
 * says). NULL: unchanged. Errors: those of the functions; RIA_ERROR_ARGUMENT (a MASK value that is
 * not a whole number from -128 to 127, or an INDEX value that is not a whole number of 32 bits, in
 * single precision from -2^24 to 2^24: the detail names block and cell), RIA_ERROR_MEMORY,
 * RIA_ERROR_STARPU. */
ria_status ria_simulation_fill(ria_simulation *simulation, ria_fill_function state,
                               ria_fill_function statics, void *context);

/** Fill `count` statics again, from number `first` on, with their ghost cells, one after the other
 * even if ria_model.statics_beyond is set. Changes only these. Errors: those of
 * ria_simulation_fill(). Blocking. */
ria_status ria_simulation_fill_statics(ria_simulation *simulation, int first, int count,
                                       ria_fill_function statics, void *context);

/** Replace the weights of a source's list: [count of the source], the same on every rank. A weight
 * of 0 has the effect that the kernel gives it. Errors: RIA_ERROR_ARGUMENT (no such source, or its
 * weights are a field). Blocking. */
ria_status ria_simulation_weigh(ria_simulation *simulation, int source, const double *weights);

/** Report that the forcing callback returns other values from now on, at any time: knots already
 * sampled are sampled again (ria/forcing.h). Waits for pending work. Not collective; only rank 0
 * needs to call it. */
void ria_simulation_renew_forcing(ria_simulation *simulation);

/** Workers that may take tiles, if CPU workers take some in addition to GPUs. */
typedef enum { RIA_TILES_ON_ALL, RIA_TILES_ON_GPUS, RIA_TILES_ON_CPUS } ria_tile_workers;
/** Change this choice; waits for pending work. Without CPU workers next to GPUs it has no effect.
 * Not collective. */
void ria_simulation_let(ria_simulation *simulation, ria_tile_workers who);

/** Callback of ria_simulation_advance between batches of steps; return false to stop early, at the
 * end of a window. The return value on rank 0 counts. */
typedef bool (*ria_progress_function)(void *context, const ria_progress *progress);

/** Advance to time `until` exactly, or by at most `steps` steps if steps >= 0 (whichever comes
 * first), or until `progress` returns false. With `overshoot`, stop at the first end of a window at
 * or after `until` without adjusting dt: for events that must not change the answer. `horizon` is
 * the next time that must be met exactly (>= until with overshoot, = until without). Errors:
 * RIA_ERROR_NUMERIC (detail: cell, step, fields), RIA_ERROR_STEP. */
ria_status ria_simulation_advance(ria_simulation *simulation, double until, bool overshoot,
                                  double horizon, int64_t steps, ria_progress_function progress,
                                  void *context);

/** Wait for all tasks and messages of this rank. Until the next call of the simulation, StarPU's
 * thread then makes no MPI calls: if ria_runtime_threads() is false, the driving thread may write
 * files in this time. All ranks must have made the same calls before. Blocking. */
void ria_simulation_drain(const ria_simulation *simulation);

/** Progress that ria_simulation_advance has reached. Not collective. */
ria_progress ria_simulation_progress(const ria_simulation *simulation);

/** After RIA_ERROR_NUMERIC: the cell that went bad, in its block; the same on every rank. The state
 * is the one before the window of steps. If a GPU makes many steps in one launch, each with its own
 * length, the state is the one after them. False if no cell is known. Not collective. */
bool ria_simulation_bad_cell(const ria_simulation *simulation, ria_global cell[RIA_AXES]);

/** The ledger: all inflow since the start of the case; ria_ledger_destroy() frees it. The same bits
 * on any decomposition, and after a restart. Not collective. Error: RIA_ERROR_MEMORY. */
ria_status ria_simulation_ledger(const ria_simulation *simulation, ria_ledger *ledger);

/** Report of the last step of a model's program. */
typedef struct {
  int64_t iterations; /**< iterations of its innermost loops */
  int64_t
      loop[RIA_PROGRAM_LOOPS]; /**< iterations of each of these loops, in the order of their LOOP */
  bool failed;                 /**< a loop exceeded its limit */
  double value[RIA_PROGRAM_SCALARS];
} ria_program_result;

/** All 0 without a program. Blocking. */
ria_status ria_simulation_program(const ria_simulation *simulation, ria_program_result *result);

/** Time of a part of a program's step since the simulation was created: seconds of wall-clock time
 * in the tasks of a worker's tiles, averaged over the workers that have tiles. Waiting is not
 * included. */
typedef struct {
  double seconds[RIA_PROGRAM_PARTS];
  bool known[RIA_PROGRAM_PARTS]; /**< false: GPUs compute it, or there is no such part */
} ria_part_times;

/** Collective, blocking; no work may be pending. Errors: RIA_ERROR_MPI. */
ria_status ria_simulation_parts(const ria_simulation *simulation, ria_part_times *times);

/** An accepted step of a program. */
typedef struct {
  int64_t step;        /**< its number, from 1 */
  double time;         /**< time after it, s since the start of the case */
  double dt;           /**< its length, s */
  int64_t iterations;  /**< iterations of innermost loops */
  const double *value; /**< [scalars of the program], values after it; borrowed for the call */
} ria_step_record;

/** Callback: called by a task, one step after the other, on rank 0; should return soon. */
typedef void (*ria_record_function)(void *context, const ria_step_record *record);

/** Call a function for each step that is accepted from now on, if the model's program has scalars
 * that are `recorded`: before ria_simulation_advance() returns. NULL: stop. Waits for pending work.
 * Not collective; only rank 0 needs to call it. */
void ria_simulation_record(ria_simulation *simulation, ria_record_function record, void *context);

/** Passes over memory in a step: one for each stage, or one for two stages that a GPU makes
 * together. Not collective. */
int ria_simulation_passes(const ria_simulation *simulation);

/** Times of all calls of ria_simulation_advance: means over the CPU workers of all ranks, in
 * seconds of wall-clock time. */
typedef struct {
  double stepping; /**< inside ria_simulation_advance, of the slowest rank */
  double work;     /**< in the kernels: stages, boundaries, sources, and the rates they need */
  double packing;  /**< packing and unpacking halo strips */
  double exchange; /**< stepping - work: packing, and all idle time of a worker: waiting for strips,
                      for the common dt, for tasks, and for cores that others use */
} ria_step_times;

/** These times since the simulation was created. Blocking. Errors: RIA_ERROR_MPI. */
ria_status ria_simulation_step_times(const ria_simulation *simulation, ria_step_times *times);

/** Modelled times of the Cells (RIA_WATCH_MODELLED) since the simulation was created: times of the
 * slowest Cell, sums over all; all 0 without such Cells. Blocking. */
ria_status ria_simulation_modelled(const ria_simulation *simulation, ria_modelled *modelled);

/** Single cells of a mesh. */
typedef struct {
  int count;
  const int *block;               /**< [count]; NULL: all of block 0 */
  const ria_global *at[RIA_AXES]; /**< [count] along each axis; NULL: all 0 */
} ria_probe_cells;

/** Copy the state at single cells: values[count][nstate] on every rank; vectors along the axes of
 * the cell's block. Blocking. */
ria_status ria_simulation_probe(ria_simulation *simulation, const ria_probe_cells *cells,
                                double *values);

/** The same cells, read repeatedly while the computation goes on. */
typedef struct ria_probe ria_probe;

/** Prepare to read cells, which are copied. Destroy before the simulation, also after an error.
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_probe_create(ria_simulation *simulation, const ria_probe_cells *cells,
                            ria_probe **probe);
/** Start a copy of the present state at these cells, by tasks; returns at once. Discards an earlier
 * copy that was not read. */
ria_status ria_probe_ask(ria_probe *probe);
/** Get the last copy: values[count][nstate] on every rank. Blocking. Errors: RIA_ERROR_DEVICE if a
 * GPU has failed meanwhile. */
ria_status ria_probe_answer(ria_probe *probe, double *values);
/** Whether a copy was started and not read yet. Not collective. */
bool ria_probe_asked(const ria_probe *probe);
/** Whether this rank's part of the copy is complete, so that reading does not wait; unknown for
 * other ranks. Not collective. */
bool ria_probe_ready(const ria_probe *probe);
/** Wait for a running copy and free. NULL is fine. */
void ria_probe_destroy(ria_probe *probe);

/** Sum of a state field over all cells, correctly rounded, the same on any decomposition. Blocking.
 */
ria_status ria_simulation_sum(ria_simulation *simulation, int field, double *sum);

/* ---- snapshots: the state at one time, copied aside so that the computation can go on ---- */

typedef struct ria_snapshot ria_snapshot;

/** A tile's part of a snapshot: `values[field]` is [z][y][x] of the model's real, contiguous, for
 * the fields that are kept (ria_model_kept). */
typedef struct {
  int block;
  ria_global lo[RIA_AXES]; /**< its first cell */
  int n[RIA_AXES];         /**< its cells */
  const void *values[RIA_MAX_KEPT];
} ria_snapshot_tile;

/** Allocate the memory of a snapshot now, so that the first snapshot does not delay the
 * computation: allocating, and pinning for a GPU, are slow. Optional. Errors: RIA_ERROR_MEMORY. */
ria_status ria_simulation_expect_snapshots(ria_simulation *simulation);

/** Copy this rank's tiles, by tasks; returns at once. */
ria_status ria_simulation_snapshot(ria_simulation *simulation, ria_snapshot **snapshot);

/** Wait until the copy is complete (any thread), and return the tiles. Borrowed until destroy. */
ria_status ria_snapshot_tiles(ria_snapshot *snapshot, int *count, const ria_snapshot_tile **tiles,
                              ria_progress *progress);
/** The ledger at the snapshot's time. Borrowed. */
const ria_ledger *ria_snapshot_ledger(const ria_snapshot *snapshot);
/** The model of the snapshot's simulation. Borrowed. */
const ria_model *ria_snapshot_model(const ria_snapshot *snapshot);
void ria_snapshot_destroy(ria_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif
