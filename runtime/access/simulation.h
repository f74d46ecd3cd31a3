/** \file
 * A simulation's data, shared by all code that advances it.
 */
#ifndef ACCESS_SIMULATION_H
#define ACCESS_SIMULATION_H

#include <starpu_mpi.h>
#include "group.h"
#include "snapshot_memory.h"
#include "tile.h"
#include "clock/forcing.h"
#include "kernel/fields.h"
#include "kernel/hybrid.h"
#include "ria/mesh.h"
#include "ria/processes.h"
#include "ria/simulation.h"
#include "session/runtime.h"

typedef struct trace_record trace_record; /* trace/trace.h */
typedef struct worker_times worker_times; /* trace/task_timer.h */

/** Properties of an executor that other code depends on. */
typedef struct {
  bool host;  /**< also works on a CPU, in the tile's fields, and reports the cell that went bad */
  bool alone; /**< its tiles exchange no strips: a single tile is the whole domain, ghost cells
                 included */
  bool own_halo; /**< it fills ghost cells itself: do not pack strips before it begins */
  bool in_place; /**< it uses only the base buffer: tiles have no other buffers */
  bool groups;   /**< tiles of a worker share tasks (tile_group); it has its own halo strips instead
                    of the usual ones */
  bool tracks;   /**< it completes whole steps by work_step_end(): fields can be tracked */
  bool carries_riders; /**< it applies stages by work_stage(): sections can be measured too */
  bool rests;          /**< it can use rest stamps in ghost cells (ria_rest_stamps) */
} executor_traits;

/** A copy of the clock for the host. */
typedef struct {
  starpu_data_handle_t handle;
  step_clock *clock;
  int64_t window; /**< windows submitted before the copy was made */
} posted_clock;

struct ria_simulation {
  ria_runtime *runtime;
  ria_model model;
  const ria_target *target; /**< the model's */
  hybrid_choice *hybrid;    /**< NULL: all tiles are placed on workers of the target */
  ria_mesh mesh;
  void *mesh_memory; /**< arrays that `mesh` points to; NULL: it points to the next two */
  ria_block block;
  ria_link link[RIA_AXES];
  int radius[RIA_AXES]; /**< ghost cells of one step along each axis: sums of its stages' radii */
  int ghost[RIA_AXES];  /**< of a time tile (depth steps); at least those that one step needs along
                           any axis */
  int exchanged[RIA_AXES];              /**< of these, the ghost cells that halo strips fill */
  const struct tile_executor *executor; /**< how tiles are advanced: executors/executor.h; */
  executor_traits traits;               /**< properties that other code depends on */
  void *executor_data;                  /**< private data of the executor, or NULL */
  ria_stage *block_stage; /**< [blocks][stages]: with scalars that depend on a block's cell size */
  const ria_implementation **stage_implementation;
  unsigned joined;        /**< bit i: stages i and i + 1 are applied as one */
  int applications;       /**< applications of a step, from buffer to buffer: a fused pair of stages
                             counts once */
  ria_shape *stage_shape; /**< on a GPU; all 0: the implementation's default */
  char notice[320];
  const ria_implementation **segment_implementation;
  const ria_implementation *
      *later_implementation; /**< [segments], implementations of ria_segment.later, or NULL */
  const ria_implementation **source_implementation;
  const ria_implementation **tracker_implementation;
  /** Index of each kernel argument among the model's fields, for the kernels of stages, segments,
   * later segments and sources. */
  kernel_fields *stage_fields, *segment_fields, *later_fields, *source_fields;
  tracker_fields *tracker_fields;                       /**< [trackers] */
  const ria_implementation **rider_implementation;      /**< [riders] */
  const ria_implementation **rider_side_implementation; /**< [riders][segments] */
  rider_fields *rider_fields, *rider_side_fields;       /**< the same, for later stages */
  int *source_weights; /**< [sources]: the static field of weights; -1: the source has a list */
  bool field_feeds;    /**< at least one source has such a field */
  /** All kernels use the same fields in the same order (those of sides and sources perhaps only the
   * first statics), and a stage writes the model's whole state. Then one GPU launch may combine
   * them. */
  bool one_order;
  bool straight; /**< and that order is the model's */
  /** For a stage and a rider: the kernels of its sides use its fields in its order, except for
   * handed-on fields and its last statics. Then one GPU launch may fill all its ghost cells beyond
   * the edge of the domain. */
  bool *sides_match;       /**< [stages] */
  bool *rider_sides_match; /**< [riders] */
  ria_through_function
      through; /**< THROUGH of the first stage's kernel on a CPU; NULL: no inflow is measured */
  ria_device_step_function
      device_through; /**< the same on a GPU, for steps that do not measure it themselves, */
  ria_device_step_function *rider_through; /**< [riders]: and those of riders */
  double *source_weight;                   /**< [sources]: sum over all its cells */
  int strip_fields;                        /**< fields that fit in a halo strip */
  bool on_device;                          /**< the stages' implementations run on a GPU, */
  bool tracks_besides;                     /**< and their launches also apply the trackers */
  bool solo;                               /**< one tile covers the domain and has no neighbours */
  int *owner;                              /**< [tiles of the mesh]: the rank of each */
  int tiles;                               /**< tiles of this rank, */
  tile_data *tile;                         /**< ordered by part, and within a part by number */
  int *by_number; /**< [tiles]: indices into `tile`, by ascending tile number */
  int groups;     /**< of these tiles */
  tile_group *group;
  void **scratch; /**< one a worker */
  size_t scratch_bytes;
  worker_times *worker_times; /**< [STARPU_NMAXWORKERS] */
  double stepping;            /**< s in ria_simulation_advance, on this rank */
  forcing_samples forcing;    /**< used by the clock's tasks */
  double stepped_until;       /**< end of the last call of advance, ria_seconds() */
  trace_record *trace;        /**< NULL: none */
  snapshot_memory *snapshot_memory;
  step_clock *clock;
  size_t clock_bytes; /**< the clock, with its forcing */
  starpu_data_handle_t clock_handle;
  int64_t clock_tag;
  int openings;             /**< of the ledger */
  step_report *rank_report; /**< [ranks] on rank 0, [1] on other ranks; step_report_bytes() each */
  starpu_data_handle_t *rank_report_handle;
  posted_clock post[2];
  step_clock *latest; /**< latest copy of the clock on the host */
  int64_t latest_window;
  int64_t windows; /**< windows submitted */
  int parity;      /**< generation of the strips that the next exchange reads */
  int phase;       /**< step within the time tile, if a window is shorter than the tile (exact) */
  bool moments_begun;         /**< the model's moments before the present state are done; */
  double next_moment;         /**< time of the next moment */
  bool primed;                /**< strips and rate estimate are up to date */
  int lent;                   /**< groups with fields lent to the application: ria_patch_lend() */
  bool pending;               /**< a submitted window has not been judged by a clock task yet */
  atomic_int stop;            /**< forcing, read by the clock task of rank 0 */
  ria_record_function record; /**< NULL: no callback for steps */
  void *record_context;
  int most_radius;               /**< time of a stage */
  atomic_int *device_error;      /**< code of the first CUDA error; 0: none */
  atomic_size_t *missing_memory; /**< bytes, see ria_simulation_missing_memory */
};

/** A stage with its scalars on a block. */
static inline const ria_stage *stage_of(const ria_simulation *s, int block, int stage) {
  return &s->block_stage[(size_t)block * (size_t)s->model.stages + (size_t)stage];
}

/** Cells by which the box of a stage extends beyond the box of its riders, along an axis: riders
 * read handed-on values of neighbours. */
static inline int rider_reach(const ria_simulation *s, int stage, int axis) {
  int reach = 0;
  for (int i = 0; i < s->model.riders; i++)
    if (s->model.rider[i].stage == stage && s->rider_fields[i].handed &&
        ria_kernel_reach(s->model.rider[i].kernel, axis))
      reach = 1;
  return reach;
}

/** The functions of a stage's implementation on a device. */
static inline const ria_device_functions *stage_on_device(const ria_simulation *s, int stage) {
  return ria_device_functions_of(s->stage_implementation[stage], s->model.precision);
}

/** The same for a rider. */
static inline const ria_device_functions *rider_on_device(const ria_simulation *s, int rider) {
  return ria_device_functions_of(s->rider_implementation[rider], s->model.precision);
}

/** Record the error code of a GPU; the first one is kept. */
void simulation_device_failed(const ria_simulation *simulation, int code);
/** Returns RIA_ERROR_DEVICE after such an error: the GPU's results are then useless, and callers
 * only wait for pending work. */
ria_status simulation_check_device(const ria_simulation *simulation);
/** Call before the thread that drives the simulation uses MPI: drains if MPI allows only one thread
 * at a time. */
void simulation_take_mpi(const ria_simulation *simulation);
/** Check that no fields are lent to the application. Errors: RIA_ERROR_ARGUMENT. */
ria_status patch_check_lent(const ria_simulation *simulation);

#endif
