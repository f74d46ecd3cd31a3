/** \file
 * The edge of the domain, and sources, in a step of a tile. */
#ifndef WORK_EDGES_H
#define WORK_EDGES_H

#include "access/simulation.h"

/** What launches of many steps need to know: tile->edges sides, tile->sources sources. */
void edges_describe(const tile_data *tile, ria_device_side *side);
void sources_describe(tile_data *tile, device_task *device, ria_device_source *source);
/** Resolve bindings to values for a step. forcing may be NULL where nothing is bound to it. */
void bindings_resolve(const ria_binding *binding, int count, double dt, const double *forcing,
                      double *values);
/** Fill the ghost cells beyond the edge of the domain that a stage's kernel needs: for all of the
 * tile (`box` NULL), or for the cells of a box. On a GPU: queue that, in one launch where the
 * stage's implementation has one. */
void edges_fill(const ria_simulation *simulation, tile_data *tile, int stage, const ria_box *box,
                void *const *fields, void *const *statics, double dt, const double *forcing,
                device_task *device);
/** The same for a rider, of which `from` are the model's fields in the buffer that its stage reads:
 * its sides' kernels do not look at what the stage hands on. The ghost cells of the stage's own
 * fields are there. */
void edges_fill_rider(const ria_simulation *simulation, tile_data *tile, int rider,
                      void *const *from, void *const *statics, double dt, const double *forcing,
                      device_task *device);
/** The arguments of a GPU for all of a tile's edges at once, and what they point to. */
typedef struct {
  ria_device_edges_args args;
  ria_device_edge part[RIA_STEP_EDGES];
  double values[RIA_STEP_EDGES][RIA_MAX_SCALARS];
} edges_launch;
/** Whether a GPU may be asked for them so, for a stage or for a rider. */
bool edges_at_once(const ria_simulation *simulation, const tile_data *tile, int stage);
bool edges_at_once_rider(const ria_simulation *simulation, const tile_data *tile, int rider);
/** Of such a tile: the arguments for a stage. `fields`: of a buffer, as the stage's kernel has
 * them.
 */
void edges_prepare(const ria_simulation *simulation, const tile_data *tile, int stage,
                   void *const *fields, void *const *statics, double dt, const double *forcing,
                   device_task *device, edges_launch *all);
/** The same for a rider. `fields`: the model's, in the buffer whose ghost cells are filled. */
void edges_prepare_rider(const ria_simulation *simulation, const tile_data *tile, int rider,
                         void *const *fields, void *const *statics, double dt,
                         const double *forcing, device_task *device, edges_launch *all);
/** The steps for which a source acts after step `number` of the clock's window, whose dt is the
 * clock's; 0: it waits. */
int source_steps(const ria_source *source, const ria_now *now, int number);
/** Have the sources act on a buffer of the tile's state, whose fields are given, after step
 * `number` of the clock's window. */
void sources_apply(const ria_simulation *simulation, tile_data *tile, int buffer,
                   void *const *fields, void *const *statics, ria_box box, const ria_now *now,
                   int number, const double *forcing, device_task *device);

#endif
