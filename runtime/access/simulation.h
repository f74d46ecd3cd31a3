/** \file
 * A simulation's data, as all that advances it sees them. */
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

/** What others must know of an executor. */
typedef struct {
  bool host;     /**< works on a CPU too, in the tile's fields, and tells which cell went bad */
  bool alone;    /**< its tiles exchange nothing: one is the whole domain, ghost cells and all */
  bool own_halo; /**< it fills ghost cells itself: nothing is to be packed before it begins */
  bool in_place; /**< it works in the base buffer alone: tiles have no other */
  bool groups; /**< tiles of a worker share its tasks (tile_group), and there are no halo strips but
                  its own */
  bool tracks; /**< it makes steps whole, by work_step_end(): then fields can be tracked */
  bool carries_riders; /**< it applies stages by work_stage(): then sections are measured, too */
  bool rests;          /**< it can use stamps of what is at rest in ghost cells (ria_rest_stamps) */
} executor_traits;

/** A copy of the clock that the host may look at. */
typedef struct {
  starpu_data_handle_t handle;
  step_clock *clock;
  int64_t window; /**< windows submitted before the copy */
} posted_clock;

struct ria_simulation {
  ria_runtime *runtime;
  ria_model model;
  const ria_target *target; /**< the model's */
  hybrid_choice *hybrid;    /**< NULL: tiles stay with the workers of the target */
  ria_mesh mesh;
  void *mesh_memory; /**< of what it points to; NULL: the next two */
  ria_block block;
  ria_link link[RIA_AXES];
  int radius[RIA_AXES]; /**< ghost cells of one step along each axis: sums of its stages' radii */
  int ghost[RIA_AXES];  /**< of a time tile: depth steps; at least what a step needs along any axis
                         */
  int exchanged[RIA_AXES];              /**< of these, the ones that halo strips fill */
  const struct tile_executor *executor; /**< how tiles are advanced: executors/executor.h; */
  executor_traits traits;               /**< what others must know of it */
  void *executor_data;                  /**< what it keeps, or NULL */
  ria_stage *block_stage; /**< [blocks][stages]: with the scalars that depend on a block's cells */
  const ria_implementation **stage_implementation;
  unsigned joined;        /**< bit i: stage i and the next are one application */
  int applications;       /**< of a step, from buffer to buffer: its stages, joined ones once */
  ria_shape *stage_shape; /**< on a GPU; all 0: the implementation's default */
  char notice[320];
  const ria_implementation **segment_implementation;
  const ria_implementation **later_implementation; /**< [segments], of ria_segment.later, or NULL */
  const ria_implementation **source_implementation;
  const ria_implementation **tracker_implementation;
  /** Where the kernels of stages, segments, later segments and sources find their fields. */
  kernel_fields *stage_fields, *segment_fields, *later_fields, *source_fields;
  tracker_fields *tracker_fields;                       /**< [trackers] */
  const ria_implementation **rider_implementation;      /**< [riders] */
  const ria_implementation **rider_side_implementation; /**< [riders][segments] */
  rider_fields *rider_fields, *rider_side_fields;       /**< the same */
  int *source_weights; /**< [sources]: the static field of the weights; -1: a list has them */
  bool field_feeds;    /**< some source has such a field */
  /** All kernels find the same fields in the same order, those of sides and sources perhaps only
   * the first statics, and a stage writes all of the model's state: a launch of a GPU may take them
   * together. */
  bool one_order;
  bool straight; /**< and that is the model's order */
  /** Of a stage, and of a rider: its sides' kernels find the fields that it has, in its order, but
   * for those that the stage hands on and for its last statics: a launch of a GPU may fill all its
   * ghost cells beyond the edge of the domain. */
  bool *sides_match;       /**< [stages] */
  bool *rider_sides_match; /**< [riders] */
  ria_through_function
      through; /**< of the first stage's kernel on a CPU; NULL: nothing is measured */
  ria_device_step_function device_through; /**< the same on a GPU, for steps that do not measure, */
  ria_device_step_function *rider_through; /**< [riders]: and for those of riders */
  double *source_weight;                   /**< [sources]: of all its cells */
  int strip_fields;                        /**< that a halo strip has room for */
  bool on_device;                          /**< the stages' implementations are a GPU's, */
  bool tracks_besides;                     /**< and their launches apply the trackers besides */
  bool solo;                               /**< one tile covers the domain, and has no neighbours */
  int *owner;                              /**< [tiles of the mesh]: the rank of each */
  int tiles;                               /**< of this rank, */
  tile_data *tile;                         /**< by their parts, and in a part by their numbers */
  int *by_number;                          /**< [tiles]: places in `tile`, by rising numbers */
  int groups;                              /**< of these tiles */
  tile_group *group;
  void **scratch; /**< one a worker */
  size_t scratch_bytes;
  worker_times *worker_times; /**< [STARPU_NMAXWORKERS] */
  double stepping;            /**< s in ria_simulation_advance, on this rank */
  forcing_samples forcing;    /**< used by the clock's tasks */
  double stepped_until;       /**< when that ended last, ria_seconds() */
  trace_record *trace;        /**< NULL: none */
  snapshot_memory *snapshot_memory;
  step_clock *clock;
  size_t clock_bytes; /**< with the forcing that follows it */
  starpu_data_handle_t clock_handle;
  int64_t clock_tag;
  int openings;             /**< of the ledger */
  step_report *rank_report; /**< [ranks] on rank 0, [1] elsewhere, step_report_bytes() each */
  starpu_data_handle_t *rank_report_handle;
  posted_clock post[2];
  step_clock *latest; /**< what the host knows */
  int64_t latest_window;
  int64_t windows;            /**< submitted */
  int parity;                 /**< generation of the strips that the next exchange reads */
  int phase;                  /**< step within the time tile, where a window is shorter (exact) */
  bool moments_begun;         /**< the model's moments, from where the state is; */
  double next_moment;         /**< and when the next one is */
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
static inline const ria_stage *stage_of(const ria_simulation *s, int block, int stage) {
  return &s->block_stage[(size_t)block * (size_t)s->model.stages + (size_t)stage];
}

/** By how many cells the box of a stage is larger than that of its riders, along an axis: they read
 * beside a cell what the stage hands on. */
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

/** The same of a rider. */
static inline const ria_device_functions *rider_on_device(const ria_simulation *s, int rider) {
  return ria_device_functions_of(s->rider_implementation[rider], s->model.precision);
}

/** A GPU has answered with that code of an error; the first one counts. */
void simulation_device_failed(const ria_simulation *simulation, int code);
/** RIA_ERROR_DEVICE once one has: it gives no more answers worth having, so what is under way is
 * waited for, and that is all. */
ria_status simulation_check_device(const ria_simulation *simulation);
/** Before the thread that drives the simulation calls MPI: drain, if MPI takes one thread at a
 * time.
 */
void simulation_take_mpi(const ria_simulation *simulation);
/** Whether the application has given back what it borrowed. Errors: RIA_ERROR_ARGUMENT. */
ria_status patch_check_lent(const ria_simulation *simulation);

#endif
