/** \file
 * What a tile task computes: the model's kernels on one tile, called on a CPU or queued on a GPU.
 */
#ifndef WORK_WORK_H
#define WORK_WORK_H

#include "access/simulation.h"

typedef struct {
  const ria_simulation *s;
  tile_data *tile;
  void *state; /**< of the memory that it works in */
  void *statics[RIA_MAX_OPERANDS];
  const step_clock *clock;
  step_report *report;
  void *scratch;
  device_task *device; /**< the GPU that this runs on; NULL: a CPU */
  void *const *fields; /**< cell (0, 0, 0) of each field, where they do not lie in `state`; NULL */
} tile_work;

/** The buffers of a task that makes steps of a tile; then come strips, those to unpack and those to
 * pack. */
enum {
  WORK_STATE,
  WORK_STATICS,
  WORK_CLOCK,
  WORK_REPORT,
  WORK_STRIPS,
  WORK_BUFFERS = WORK_STRIPS + 2 * MOST_STRIPS
};

/** Where each of them is while the task runs, for a codelet's dyn_nodes: with the worker, but for
 * the clock and the report, which stay in host memory. Filled by work_nodes_create(). */
extern int work_nodes[WORK_BUFFERS];
void work_nodes_create(void);

static inline void *work_buffer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

/** The work of such a task, whose report is begun anew with `reset`. */
tile_work work_of_task(const ria_simulation *simulation, tile_data *tile, void *buffers[],
                       bool reset);

/** The work of the worker that calls, with the data of the tile's group where it sees them. */
tile_work work_of(const ria_simulation *simulation, tile_data *tile, void *state, void *statics,
                  const step_clock *clock, step_report *report);

/** Have the work done on the GPU of the worker that calls, whose stream the device has: what it
 * says goes to the tile's report there. False: there is no memory for that, which is noted. */
bool work_on_gpu(tile_work *work, device_task *device);
/** All is queued: tell of an error, and with `report` have the tile's report come to the host's. */
void work_off_gpu(const tile_work *work, bool report);

/** The region of an application that must be valid so many cells around the tile along each axis:
 * ghost cells are advanced where there is a neighbour; beyond the edge of the domain there is
 * nothing to advance. */
ria_box work_box(const tile_work *work, const int reach[RIA_AXES]);

/** The error code of a device's runtime; the first one counts. */
void work_set_error(const tile_work *work, int code);

/** Begin the report of a work on a device, which gathers what its steps find out; again: nothing.
 */
void work_begin_report(const tile_work *work);

/** The forcing of a step of the clock's window. */
const double *work_forcing(const tile_work *work, int number);

/** What a step leaves to the one that follows in the same task; at first nothing. */
typedef struct {
  bool filled;    /**< the ghost cells beyond the edge of the domain that it needs are there */
  bool untracked; /**< it has to track the state that it begins with */
} work_left;

/** A step between two of its applications. */
typedef struct {
  int number;          /**< since the clock's base buffer */
  int application;     /**< the next one, since the base buffer */
  int reach[RIA_AXES]; /**< ghost cells that are still valid */
  ria_box box;         /**< cells of the last application, */
  int buffer;          /**< and the buffer that it wrote */
  const double *forcing;
  bool untracked; /**< see work_left: its first application tracks the state before the step */
} partial_step;

/** Begin step `number` since the clock's base buffer, by its dt. `left`: this step and those after
 * it up to the next exchange, for which ghost cells are advanced, too. */
partial_step work_step_begin(const tile_work *work, int number, int left, const double *forcing);
/** Go on to the application of a stage, or of two that are one application: the step's buffer and
 * box are the application's then. Returns the buffer that it reads. */
int work_step_next(const tile_work *work, partial_step *step, int stage, int stages);
/** The arguments of a stage's kernel for the cells of the step's box; `scalars` has room for
 * RIA_MAX_SCALARS and must last as long. */
void work_step_args(const tile_work *work, const partial_step *step, int stage, int from,
                    double *scalars, ria_step_args *args);
/** Apply a stage's kernel. `filled`: the ghost cells beyond the edge of the domain are there.
 * `next`: the forcing of the step that follows in this task, NULL if none does. Whether the ghost
 * cells that it needs are there then. */
bool work_stage(const tile_work *work, partial_step *step, int stage, bool filled,
                const double *next);
/** After the last application: apply the sources, then the trackers. */
void work_step_end(const tile_work *work, const partial_step *step);

/** A whole step, stage by stage; see the functions above. `before`: what the step before has left
 * in this task, NULL: there was none; what this one leaves comes there. */
void work_step(const tile_work *work, int number, int left, const double *forcing,
               work_left *before, const double *next);

/** Make application number `application` since the clock's base buffer, of a stage's kernel, for
 * the cells of a box alone, which count in the report; after the last one of a step the sources of
 * these cells. The cells around the box hold the application before, but for those beyond the edge
 * of the domain, which are filled, unless they are there (`filled`). `followed`: the next
 * application follows, for cells inside this box. Whether the ghost cells that it needs are there
 * then. */
bool work_tier(const tile_work *work, int application, ria_box box, bool filled, bool followed);

/** The largest rate of the state after `number` steps, into the report. */
void work_rate(const tile_work *work, int number, const double *forcing);

#endif
