/** \file
 * The parts of a simulation, as its own files see them. */
#ifndef RIA_INTERNAL_H
#define RIA_INTERNAL_H

#include <stdatomic.h>
#include <starpu.h>
#include <starpu_mpi.h>

#include "task/hybrid.h"
#include "clock/clock.h"
#include "device/device.h"
#include "device/gpu_share.h"
#include "clock/forcing.h"
#include "mesh/layout.h"
#include "ria/device_steps.h"
#include "ria/gpus.h"
#include "ria/mesh.h"
#include "ria/simulation.h"
#include "ria/processes.h"
#include "checkpoint/snapshot_memory.h"
#include "trace/task_timer.h"

struct ria_runtime {
  MPI_Comm comm;  /**< of the thread that drives the simulation, and of StarPU */
  MPI_Comm files; /**< of the thread that writes files: collectives of two threads must not meet */
  int rank, ranks;
  int workers, gpus, hybrid_workers;
  int cells; /**< workers that are set aside as Cells: the last ones of the CPU */
  uint32_t host_workers[RIA_WORKER_WORDS]; /**< the others, StarPU's workerids */
  int least_gpus;                          /* of any rank */
  int cores;                               /**< this rank's share of the machine's */
  size_t gpu_room;
  ria_gpu_share gpu_share;
  bool threads, oversubscribed, own_mpi;
  char notice[160], gpu_choice[RIA_GPUS_WHY];
};

/** What StarPU-MPI's callbacks need to know of a strip, for a trace. */
typedef struct {
  ria_simulation *simulation;
  int64_t tag;
  int32_t tile;         /**< that packed it: its number */
  bool sent;            /**< else received */
  uint32_t count;       /**< messages so far */
  _Atomic int64_t step; /**< of the task that packed it last */
} ria_strip_trace;

/** Two generations of a halo strip: what one exchange reads, the next one writes. */
typedef struct {
  starpu_data_handle_t handle[2];
  void *memory[2];
  size_t pinned; /**< bytes of each, 0: not pinned */
  ria_strip_trace trace[2];
} ria_strip;

typedef struct ria_tile ria_tile;

/** Cells that two tiles share: own cells of one, which packs them, and ghost cells of the other. */
typedef struct {
  ria_box box;       /**< of the tile that holds this: own cells that it packs, or ghost cells */
  int map[RIA_AXES]; /**< of cells to pack: how the other tile's axes run along these, as of
                        ria_mesh_strip */
  ria_turned_field *turned; /**< of cells to pack: [nstate], what each field of the copy is made of;
                                 NULL: of itself. Owned */
  int64_t other;            /**< the other tile's number, */
  int owner;                /**< its rank, */
  ria_tile *tile;           /**< and itself, if it is ours */
  ria_strip own;            /**< memory of what is packed here, or received from another rank */
  ria_strip *strip;         /**< what is packed or unpacked: own, or that of the tile that packs */
  int64_t tag;              /**< of generation 0; the next one is generation 1's */
} ria_halo_strip;

/** Strips of a tile; most have at most 26, one in each direction. */
enum { RIA_MOST_STRIPS = 64 };

/** A piece of the domain's edge along one tile: ghost cells beyond a side, beside the cells of
 * `part`, of which the entries of the side's own axis mean nothing. */
typedef struct {
  const ria_segment *segment;
  ria_side side; /**< of the tile; the segment's, unless that lies on another block's side */
  ria_box part;
} ria_edge;

/** Cells of a source inside a box, in the memory of a GPU. */
typedef struct ria_device_cells {
  ria_box box;
  int count;
  ptrdiff_t *index;
  double *weight;
  struct ria_device_cells *next;
} ria_device_cells;

/** The cells of a source that lie in one tile or its ghost cells. */
typedef struct {
  const ria_source *source;
  int count;
  int (*at)[RIA_AXES];
  double *weight;
  ptrdiff_t *index; /**< room for those inside a box */
  double *index_weight;
  ria_device_cells *on_device; /**< lists of those inside the boxes that there were, made once */
} ria_tile_source;

/** Where tasks run: on any worker of a kind (STARPU_CPU, or a device's), or on one of them. */
typedef struct {
  uint32_t where;    /**< 0: STARPU_CPU */
  int worker;        /**< of a device: the one whose memory the tile stays in; of a Cell: it */
  bool cell;         /**< that worker is a Cell */
  uint32_t *workers; /**< where CPU workers may take it too: StarPU's workerids; else NULL */
} ria_place;

/** Whether a device may run it. */
static inline bool ria_place_on_device(const ria_place *place) {
  return (place->where & ~(uint32_t)STARPU_CPU) != 0;
}

struct ria_tile {
  int64_t number; /**< among all tiles of the mesh */
  int part;       /**< of this rank's: the tiles of a worker or GPU have the same */
  ria_mesh_tile at;
  ria_place place;
  ria_layout layout;
  int boundary_tile; /**< has a neighbour on another rank or GPU: goes first */
  void *state;       /**< host memory: [RIA_BUFFERS][nstate][rows][pitch] */
  void *statics;     /**< those of its group: ria_tile_statics() */
  size_t before;     /**< bytes before it in each field of reals of its group, */
  starpu_data_handle_t state_handle, statics_handle; /**< whose handles these are */
  starpu_data_handle_t report_handle;
  bool pinned;                      /**< the report */
  ria_report *report;               /**< in host memory */
  ria_device_report *device_report; /**< on the tile's GPU, once it has had a task */
  void *executor_data;              /**< what the executor keeps, or NULL */
  bool has_neighbour[RIA_SIDES];    /**< a side that borders a tile, not the edge of the domain */
  int ins, outs;
  ria_halo_strip *in, *out; /**< [ins] to unpack, [outs] to pack */
  uint64_t *rest;     /**< [RIA_BUFFERS][ny + 2 rest_ghost][rest_pitch], see ria_rest_stamps */
  bool rest_level;    /**< they are of level segments (ria/level.h), any of which boxes may touch */
  size_t rest_before; /**< stamps of a row before that of column 0 */
  int rest_ghost;     /**< rows of ghost cells on either side that have stamps, too */
  size_t rest_pitch;
  uint64_t rest_last;
  bool rest_valid[RIA_BUFFERS]; /**< else the buffer's stamps are to be cleared before use */
  int edges;
  ria_edge *edge;
  int openings;                 /**< of these, the ones whose inflow is measured; */
  double *edge_flux[RIA_SIDES]; /**< of their sides: see ria_face_fluxes; all 0 between steps; */
  ria_flows *device_flows;      /**< and what a GPU measures. Made when it is first needed */
  bool edges_refused;           /**< by a GPU's launch for all of them */
  uint32_t cell_worker[RIA_WORKER_WORDS]; /**< that Cell alone, as StarPU's workerids */
  bool edge_is_fed; /**< by a source, after a step: cells beside the tile's edge */
  int sources;
  ria_tile_source *source;
};

/** Tiles that one worker computes together, in one task. Their memory is one piece: a field of the
 * group holds that field of all its tiles, one tile after the other. Unless the executor asks for
 * more (ria_executor.groups), each tile is a group. */
typedef struct {
  int first, tiles; /**< of the simulation's */
  size_t field;     /**< reals of a field; the layouts of its tiles have it, too */
  void *state, *statics;
  size_t state_bytes, statics_bytes;
  bool pinned;
  starpu_data_handle_t state_handle, statics_handle;
} ria_group;

/** A copy of the clock that the host may look at. */
typedef struct {
  starpu_data_handle_t handle;
  ria_clock *clock;
  int64_t window; /**< windows submitted before the copy */
} ria_post;

struct ria_simulation {
  ria_runtime *runtime;
  ria_model model;
  const ria_target *target; /**< the model's */
  ria_hybrid *hybrid;       /**< NULL: tiles stay with the workers of the target */
  ria_mesh mesh;
  void *mesh_memory; /**< of what it points to; NULL: the next two */
  ria_block block;
  ria_link link[RIA_AXES];
  int radius[RIA_AXES]; /**< ghost cells of one step along each axis: sums of its stages' radii */
  int ghost[RIA_AXES];  /**< of a time tile: depth steps; at least what a step needs along any axis
                         */
  int exchanged[RIA_AXES];             /**< of these, the ones that halo strips fill */
  const struct ria_executor *executor; /**< how tiles are advanced: executors/executor.h */
  void *executor_data;                 /**< what it keeps, or NULL */
  ria_stage *block_stage; /**< [blocks][stages]: with the scalars that depend on a block's cells */
  const ria_implementation **stage_implementation;
  unsigned joined;        /**< bit i: stage i and the next are one application */
  int applications;       /**< of a step, from buffer to buffer: its stages, joined ones once */
  ria_shape *stage_shape; /**< on a GPU; all 0: the implementation's default */
  char notice[320];
  const ria_implementation **segment_implementation;
  const ria_implementation **later_implementation; /**< [segments], of ria_segment.later, or NULL */
  const ria_implementation **source_implementation;
  ria_through_function
      through; /**< of the first stage's kernel on a CPU; NULL: nothing is measured */
  ria_device_step_function device_through; /**< the same on a GPU, for steps that do not measure */
  double *source_weight;                   /**< [sources]: of all its cells */
  int strip_fields;                        /**< that a halo strip has room for */
  bool on_device;                          /**< the stages' implementations are a GPU's */
  bool solo;                               /**< one tile covers the domain, and has no neighbours */
  int *owner;                              /**< [tiles of the mesh]: the rank of each */
  int tiles;                               /**< of this rank, */
  ria_tile *tile;                          /**< by their parts, and in a part by their numbers */
  int *by_number;                          /**< [tiles]: places in `tile`, by rising numbers */
  int groups;                              /**< of these tiles */
  ria_group *group;
  bool corners;   /**< strips reach around edges and corners, whatever the stages' kernels see */
  void **scratch; /**< one a worker */
  size_t scratch_bytes;
  ria_worker_times *worker_times; /**< [STARPU_NMAXWORKERS] */
  double stepping;                /**< s in ria_simulation_advance, on this rank */
  ria_forcing forcing;            /**< used by the clock's tasks */
  double stepped_until;           /**< when that ended last, ria_seconds() */
  ria_trace *trace;               /**< NULL: none */
  ria_snapshot_memory *snapshot_memory;
  ria_clock *clock;
  starpu_data_handle_t clock_handle;
  int64_t clock_tag;
  ria_report *rank_report; /**< [ranks] on rank 0, [1] elsewhere */
  starpu_data_handle_t *rank_report_handle;
  ria_post post[2];
  ria_clock *latest; /**< what the host knows */
  int64_t latest_window;
  int64_t windows;            /**< submitted */
  int parity;                 /**< generation of the strips that the next exchange reads */
  int phase;                  /**< step within the time tile, where a window is shorter (exact) */
  bool primed;                /**< strips and rate estimate are there */
  int lent;                   /**< groups whose state the application has: ria_patch_lend() */
  bool pending;               /**< a window was submitted that no clock task has judged */
  atomic_int stop;            /**< read by the clock task of rank 0 */
  ria_record_function record; /**< NULL: nobody asks */
  void *record_context;
  int most_radius;               /**< of a stage */
  atomic_int *device_error;      /**< the first code of a CUDA error; 0: none */
  atomic_size_t *missing_memory; /**< bytes, see ria_simulation_missing_memory */
};

/** A stage with its scalars on a block. */
static inline const ria_stage *ria_stage_of(const ria_simulation *s, int block, int stage) {
  return &s->block_stage[(size_t)block * (size_t)s->model.stages + (size_t)stage];
}

/** The functions of a stage's implementation on a device. */
static inline const ria_device_functions *ria_stage_on_device(const ria_simulation *s, int stage) {
  return ria_device_functions_of(s->stage_implementation[stage], s->model.precision);
}

/* ---- group.c ---- */
/** Put the tiles, whose places are chosen, into groups: one worker's tiles in a row. */
ria_status ria_groups_plan(ria_simulation *simulation);
/** Their memory, zeroed, and that of their tiles in it. */
ria_status ria_groups_create(ria_simulation *simulation);
void ria_groups_destroy(ria_simulation *simulation);

/* ---- tile.c, halo.c ---- */
ria_status ria_tiles_create(ria_simulation *simulation);
void ria_tiles_destroy(ria_simulation *simulation);
/** Pointers to cell (0, 0) of every state field of a buffer of `state`. */
void ria_tile_fields(const ria_tile *tile, int nstate, void *state, int buffer,
                     void *fields[RIA_MAX_FIELDS]);
/** The stamps of a step from one buffer to another, for an application to the cells of a box;
 * `stamps` is filled in and returned. NULL: there are none, unless the box is as wide as the tile
 * (or they are of level segments) and its rows have stamps. */
const ria_rest_stamps *ria_tile_rest(ria_tile *tile, int from, int to, ria_box box,
                                     ria_rest_stamps *stamps);
/** Cells of a buffer were written to, or the whole buffer, in a way that keeps no stamps. */
void ria_tile_invalidate_box(ria_tile *tile, int buffer, ria_box box);
/** The same of ghost cells, of which stamps of level segments alone say anything in tiles that
 * are not swept. */
void ria_tile_invalidate_ghosts(ria_tile *tile, int buffer, ria_box box);
void ria_tile_invalidate(ria_tile *tile, int buffer);
/** Bytes of its state, with all buffers that the executor works in, and of its statics. */
size_t ria_tile_state_bytes(const ria_simulation *simulation, const ria_tile *tile);
size_t ria_tile_statics_bytes(const ria_simulation *simulation, const ria_tile *tile);
/** Bytes of the statics of a group, of which each field has so many elements: [nstatic][field],
 * each stored in its own way. */
size_t ria_statics_bytes(const ria_model *model, size_t field);
/** Cell (0, 0, 0) of a tile in each of its statics, whose group has them at `statics`. They have
 * the same pitch and plane, each in its own elements. */
void ria_tile_statics(const ria_simulation *simulation, const ria_tile *tile, void *statics,
                      void *fields[RIA_MAX_OPERANDS]);
/** This rank's tile of that number, or NULL. */
ria_tile *ria_tile_of(const ria_simulation *simulation, int64_t number);
/** Memory of a strip, zeroed. Strips that travel between a GPU and MPI do so in the background only
 * from pinned memory; between GPUs of a process they never come here. Errors: RIA_ERROR_MEMORY. */
ria_status ria_strip_create(ria_strip *strip, size_t bytes, bool pin);
void ria_strip_destroy(ria_strip *strip);
/** The strips of all tiles, unless the executor has its own. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_UNSUPPORTED. */
ria_status ria_halo_create(ria_simulation *simulation);
void ria_halo_destroy(ria_tile *tile);
/** Submit the sends and receives of the strips of the present parity, between ranks. They go
 * together, right before the tasks that unpack them: strips that are unpacked twice travel twice,
 * those that nobody unpacks stay, and no message is ever without its partner. */
ria_status ria_halo_exchange(const ria_simulation *simulation);

/* ---- trace/messages.c ---- */
/** For a tile's strips, once they are there. */
void ria_strip_trace_create(ria_simulation *simulation, ria_tile *tile);
/** The tile's strips of generation `g` are packed by a task that began after `step` steps. */
void ria_strip_trace_packed(ria_tile *tile, int g, int64_t step);
/** A message is complete: what StarPU-MPI calls back, with a ria_strip_trace. */
void ria_strip_trace_complete(void *strip);

/* ---- simulation.c ---- */
/** Wait until nothing uses a handle; NULL: there is nothing to wait for. */
void ria_handle_wait(starpu_data_handle_t handle);
/** The implementation of a kernel of a program. Errors: RIA_ERROR_UNSUPPORTED. */
ria_status ria_simulation_choose(ria_simulation *simulation, const ria_kernel *kernel,
                                 const ria_implementation **implementation);

/* ---- shapes.c ---- */
/** Look up what was tuned for the tiles' GPU; what was found, or cannot be read, becomes a notice.
 */
ria_status ria_shapes_create(ria_simulation *simulation);

/* ---- step_times.c ---- */
ria_status ria_step_times_create(ria_simulation *simulation);
void ria_step_times_destroy(ria_simulation *simulation);
/** Workers of this rank that tiles run on: beside GPUs, most CPU workers do other things. */
int ria_step_times_workers(const ria_simulation *simulation);
/** Read the times of tasks that GPUs have done; none may be under way. */
void ria_step_times_settle(const ria_simulation *simulation);

/* ---- edge.c: the edge of the domain, and sources ---- */
/** What launches of many steps need to know: tile->edges sides, tile->sources sources. */
void ria_edges_describe(const ria_tile *tile, ria_device_side *side);
void ria_sources_describe(ria_tile *tile, ria_device *device, ria_device_source *source);
ria_status ria_edges_create(const ria_simulation *simulation, ria_tile *tile);
void ria_edges_destroy(ria_tile *tile);
/** Resolve bindings to values for a step. forcing may be NULL where nothing is bound to it. */
void ria_bindings_resolve(const ria_binding *binding, int count, double dt, const double *forcing,
                          double *values);
/** Fill the ghost cells beyond the edge of the domain that a stage's kernel needs: for all of the
 * tile (`box` NULL), or for the cells of a box. On a GPU: queue that, in one launch where the
 * stage's implementation has one. */
void ria_edges_fill(const ria_simulation *simulation, ria_tile *tile, int stage, const ria_box *box,
                    void *const *fields, void *const *statics, double dt, const double *forcing,
                    ria_device *device);
/** The arguments of a GPU for all of a tile's edges at once, and what they point to. */
typedef struct {
  ria_device_edges_args args;
  ria_device_edge part[RIA_STEP_EDGES];
  double values[RIA_STEP_EDGES][RIA_MAX_SCALARS];
} ria_edges;
/** Whether a GPU may be asked for them so. */
bool ria_edges_at_once(const ria_simulation *simulation, const ria_tile *tile, int stage);
/** Of such a tile: the arguments for fields of a buffer, for a stage. */
void ria_edges_prepare(const ria_simulation *simulation, const ria_tile *tile, int stage,
                       void *const *fields, void *const *statics, double dt, const double *forcing,
                       ria_device *device, ria_edges *all);
/** To a buffer of the tile's state, whose fields are given. */
void ria_sources_apply(const ria_simulation *simulation, ria_tile *tile, int buffer,
                       void *const *fields, void *const *statics, ria_box box, double dt,
                       const double *forcing, ria_device *device);

/* ---- place.c: who runs what ---- */
/** How many workers, GPUs or Cells of this process its tiles are dealt to: one where StarPU chooses
 * among the workers of the host. At least 1. */
int ria_place_parts(const ria_simulation *simulation);
/** The place of a tile whose part is known. Errors: RIA_ERROR_UNSUPPORTED, if there is no GPU. */
ria_status ria_place_choose(const ria_simulation *simulation, ria_tile *tile);
/** Where tasks of the host run that belong to no tile: not on Cells. */
ria_place ria_place_of_host(const ria_runtime *runtime);
/** A codelet's can_execute: of tile tasks the second implementation is a Cell's, for whom the
 * place of a tile is, and the first everyone else's. */
int ria_place_can_advance(unsigned worker, struct starpu_task *task, unsigned implementation);
/** Before memory is taken: whether the tiles fit into the memory of their GPUs. Errors:
 * RIA_ERROR_MEMORY, which says how many bytes are missing and what would fit. */
ria_status ria_place_check(const ria_simulation *simulation);
/** Bytes that this rank may still take on the GPU of a worker. */
size_t ria_place_room(const ria_runtime *runtime, int worker);
/** A GPU has answered with that code of an error; the first one counts. */
void ria_simulation_device_failed(const ria_simulation *simulation, int code);
/** RIA_ERROR_DEVICE once one has: it gives no more answers worth having, so what is under way is
 * waited for, and that is all. */
ria_status ria_simulation_check_device(const ria_simulation *simulation);

/* ---- submit.c: every task goes through here ---- */
enum { RIA_PRIORITY_INNER = 0, RIA_PRIORITY_EDGE = 1, RIA_PRIORITY_CLOCK = 2 };

typedef struct {
  struct starpu_codelet *codelet;
  const char *name;
  int priority;
  ria_place place;
  int buffers;
  starpu_data_handle_t *handle;       /**< [buffers]; taken over */
  enum starpu_data_access_mode *mode; /**< [buffers]; taken over */
  void *argument;                     /**< malloced; taken over */
  size_t argument_bytes;
} ria_task;

/** Room for the buffers of a task. */
ria_status ria_task_init(ria_task *task, int buffers);
void ria_task_add(ria_task *task, starpu_data_handle_t handle, enum starpu_data_access_mode mode);
ria_status ria_task_submit(ria_task *task);

/* ---- advance.c: the tile task ---- */
typedef struct {
  ria_simulation *simulation;
  ria_tile *tile;
  int first; /**< step within the window */
  int steps; /**< 0: only pack */
  int reach; /**< steps of the time tile from `first` on: how far ghost cells must be advanced */
  bool unpack, pack, reset; /**< reset: start a new report */
  bool rate_only;
  int generation; /**< of the strips that it packs; set by ria_advance_submit */
  int actions;    /**< of the clock, before the steps, instead of a task of its own; 0: none. Of the
                       only tile there is */
  ria_request request; /**< for these */
  ria_post *post;      /**< gets a copy of the clock after them; NULL: none */
} ria_advance;

ria_status ria_advance_submit(ria_simulation *simulation, const ria_advance *advance);

/* ---- failure.c ---- */
/** The error of a simulation whose verdict is not fine, or no longer not fine. */
ria_status ria_failure(const ria_simulation *simulation);
/** Complete the report of a bad cell with the values that the base buffer has there. */
ria_status ria_failure_read(ria_simulation *simulation);

/* ---- clock/task.c ---- */
enum {
  RIA_CLOCK_ACCEPT = 1, /**< judge the window before */
  RIA_CLOCK_RATE = 2,   /**< take the reports of a rate pass as the estimate */
  RIA_CLOCK_DECIDE = 4, /**< decide the next window */
  RIA_CLOCK_FORCE = 8   /**< forcing at the present time, for a rate pass */
};
/** Do what the actions say; `report` is that of the window before. In the order of tasks: by one
 * that has the clock. */
void ria_clock_act(ria_simulation *simulation, ria_clock *clock, int actions,
                   const ria_request *request, const ria_report *report);
/** Ask for the forcing of the window after the one that was decided on, if it is about as long: so
 * that it is known when that begins. In the order of tasks, as ria_clock_act(). */
void ria_clock_look_ahead(ria_simulation *simulation, const ria_clock *clock);
ria_status ria_clock_create(ria_simulation *simulation);
/** Bytes of the clock with the forcing that follows it. */
size_t ria_clock_room(const ria_simulation *simulation);
void ria_clock_destroy(ria_simulation *simulation);
ria_status ria_clock_submit(ria_simulation *simulation, int actions, const ria_request *request);
/** Copy the clock into post slot 0 or 1, and wait for it. */
ria_status ria_clock_post(ria_simulation *simulation, int slot);
ria_status ria_clock_wait(ria_simulation *simulation, int slot);

/** Set the clock of every rank, the state being in buffer 0; nothing may be under way. */
ria_status ria_clock_restart(ria_simulation *simulation, const ria_progress *progress,
                             const ria_ledger *ledger);

/** Let the window that failed be done again; nothing may be under way. `filled`: the kept state has
 * its ghost cells; else they come out of strips. */
ria_status ria_clock_retry(ria_simulation *simulation, bool filled);

/** Before the thread that drives the simulation calls MPI: drain, if MPI takes one thread at a
 * time.
 */
void ria_simulation_take_mpi(const ria_simulation *simulation);
/** Go on on the CPU for good; nothing may be under way. */
ria_status ria_simulation_to_host(ria_simulation *simulation);
/** Whether the application has given back what it borrowed. Errors: RIA_ERROR_ARGUMENT. */
ria_status ria_patch_check_lent(const ria_simulation *simulation);
/** The application's fields, if it has them. */
void ria_patch_release(ria_simulation *simulation);
/** The largest rate belongs to the state before. Errors: RIA_ERROR_STARPU. */
ria_status ria_patch_forget_rate(ria_simulation *simulation);
/** The simulation that a snapshot is of. */
const ria_simulation *ria_snapshot_simulation(const ria_snapshot *snapshot);
/** The state was written by the host: strips must be packed, and the rate is unknown unless given.
 */
void ria_simulation_invalidate(ria_simulation *simulation);

#endif
