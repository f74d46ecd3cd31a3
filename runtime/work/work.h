/** \file
 * The work of a tile task: the model's kernels on one tile, called on a CPU or queued on a GPU.
 */
#ifndef WORK_WORK_H
#define WORK_WORK_H

#include "access/simulation.h"

typedef struct {
  const ria_simulation *s;
  tile_data *tile;
  void *state; /**< layout of the memory that it works in */
  void *statics[RIA_MAX_OPERANDS];
  const step_clock *clock;
  step_report *report;
  void *scratch;
  device_task *device; /**< the GPU that runs the work; NULL: a CPU */
  void *const
      *fields; /**< cell (0, 0, 0) of each field, if the fields do not lie in `state`; else NULL */
} tile_work;

/** The buffers of a task that makes steps of a tile. Strips follow: those to unpack, then those to
 * pack. */
enum {
  WORK_STATE,
  WORK_STATICS,
  WORK_CLOCK,
  WORK_REPORT,
  WORK_STRIPS,
  WORK_BUFFERS = WORK_STRIPS + 2 * MOST_STRIPS
};

/** Memory nodes of these buffers while the task runs, for a codelet's dyn_nodes: the worker's
 * memory, except for the clock and the report, which stay in host memory. Filled by
 * work_nodes_create(). */
extern int work_nodes[WORK_BUFFERS];
void work_nodes_create(void);

static inline void *work_buffer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

/** The work of such a task; with `reset` its report starts empty. */
tile_work work_of_task(const ria_simulation *simulation, tile_data *tile, void *buffers[],
                       bool reset);

/** The work for the calling worker, with the tile's fields at their addresses in the worker's
 * memory. */
tile_work work_of(const ria_simulation *simulation, tile_data *tile, void *state, void *statics,
                  const step_clock *clock, step_report *report);

/** Run the work on the GPU of the calling worker, on its stream; results go to the tile's report on
 * the GPU. False: there is no memory for it; the error is recorded. */
bool work_on_gpu(tile_work *work, device_task *device);
/** Call when all work is queued: reports an error, and with `report` copies the tile's report to
 * the host. */
void work_off_gpu(const tile_work *work, bool report);

/** The region of an application that must be valid so many cells around the tile along each axis:
 * it includes ghost cells on sides with a neighbour, but none beyond the edge of the domain. */
ria_box work_box(const tile_work *work, const int reach[RIA_AXES]);

/** Record an error code of a device; the first one is kept. */
void work_set_error(const tile_work *work, int code);

/** Set up the report of a work on a device, in which its steps merge their results; later calls
 * have no effect. */
void work_begin_report(const tile_work *work);

/** The forcing of a step of the clock's window. */
const double *work_forcing(const tile_work *work, int number);

/** State that a step leaves to the next step in the same task; initially none. */
typedef struct {
  bool filled;    /**< the ghost cells beyond the edge of the domain that it needs are filled */
  bool untracked; /**< it must track the state at its start */
} work_left;

/** A step between two of its applications. */
typedef struct {
  int number;          /**< number of applications since the clock's base buffer */
  int application;     /**< number of the next application, since the base buffer */
  int reach[RIA_AXES]; /**< ghost cells that are still valid */
  ria_box box;         /**< the cells of the last application, */
  int buffer;          /**< and the buffer that it wrote */
  const double *forcing;
  bool untracked; /**< see work_left: the step's first application tracks the state before it */
} partial_step;

/** Begin step `number` since the clock's base buffer, with the clock's dt. `left`: number of steps
 * up to the next exchange, this one included, for which ghost cells are advanced too. */
partial_step work_step_begin(const tile_work *work, int number, int left, const double *forcing);
/** Start the application of a stage, or of two stages that are one application: sets the step's
 * buffer and box. Returns the buffer that it reads. */
int work_step_next(const tile_work *work, partial_step *step, int stage, int stages);
/** The arguments of a stage's kernel for the cells of the step's box; `scalars` has room for
 * RIA_MAX_SCALARS and must stay valid as long as the arguments. */
void work_step_args(const tile_work *work, const partial_step *step, int stage, int from,
                    double *scalars, ria_step_args *args);
/** Apply a stage's kernel. `filled`: the ghost cells beyond the edge of the domain are filled.
 * `next`: the forcing of the step that follows in this task, NULL if none does. Returns whether
 * that step's ghost cells are then filled. */
bool work_stage(const tile_work *work, partial_step *step, int stage, bool filled,
                const double *next);
/** After the last application: apply the sources, then the trackers. */
void work_step_end(const tile_work *work, const partial_step *step);

/** A whole step, stage by stage; see the functions above. `before`: in: what the preceding step in
 * this task has left, NULL: there was none; out: what this step leaves. */
void work_step(const tile_work *work, int number, int left, const double *forcing,
               work_left *before, const double *next);

/** Apply a stage's kernel as application number `application` since the clock's base buffer, only
 * to the cells of a box, which count in the report; after the last application of a step also the
 * sources of these cells. The cells around the box hold the preceding application. Those beyond the
 * edge of the domain are filled, unless `filled` says that they are. `followed`: the next
 * application follows, for cells inside this box. Returns whether its ghost cells are then filled.
 */
bool work_tier(const tile_work *work, int application, ria_box box, bool filled, bool followed);

/** Compute the largest rate of the state after `number` steps into the report. */
void work_rate(const tile_work *work, int number, const double *forcing);

#endif
