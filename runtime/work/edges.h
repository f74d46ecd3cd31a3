/** \file
 * The edge of the domain, and sources, in a step of a tile. */
#ifndef WORK_EDGES_H
#define WORK_EDGES_H

#include "access/simulation.h"

/** Arguments for launches of many steps: tile->edges sides, tile->sources sources. */
void edges_describe(const tile_data *tile, ria_device_side *side);
void sources_describe(tile_data *tile, device_task *device, ria_device_source *source);
/** Resolve bindings to values for a step. `forcing` may be NULL if no scalar is bound to it. */
void bindings_resolve(const ria_binding *binding, int count, double dt, const double *forcing,
                      double *values);
/** Fill the ghost cells beyond the edge of the domain that a stage's kernel needs: for all of the
 * tile (`box` NULL), or for a box. On a GPU: queue the work, in one launch if the stage's
 * implementation offers it. */
void edges_fill(const ria_simulation *simulation, tile_data *tile, int stage, const ria_box *box,
                void *const *fields, void *const *statics, double dt, const double *forcing,
                device_task *device);
/** The same for a rider. `from` are the model's fields in the buffer that its stage reads: the
 * sides' kernels do not read handed-on fields. The ghost cells of the stage's own fields must be
 * filled. */
void edges_fill_rider(const ria_simulation *simulation, tile_data *tile, int rider,
                      void *const *from, void *const *statics, double dt, const double *forcing,
                      device_task *device);
/** GPU arguments for all of a tile's edges at once, with the memory that they point to. */
typedef struct {
  ria_device_edges_args args;
  ria_device_edge part[RIA_STEP_EDGES];
  double values[RIA_STEP_EDGES][RIA_MAX_SCALARS];
} edges_launch;
/** Whether a GPU can fill all edges at once, for a stage or for a rider. */
bool edges_at_once(const ria_simulation *simulation, const tile_data *tile, int stage);
bool edges_at_once_rider(const ria_simulation *simulation, const tile_data *tile, int rider);
/** If so: the arguments for a stage. `fields`: of a buffer, in the order of the stage's kernel. */
void edges_prepare(const ria_simulation *simulation, const tile_data *tile, int stage,
                   void *const *fields, void *const *statics, double dt, const double *forcing,
                   device_task *device, edges_launch *all);
/** The same for a rider. `fields`: the model's, in the buffer whose ghost cells are filled. */
void edges_prepare_rider(const ria_simulation *simulation, const tile_data *tile, int rider,
                         void *const *fields, void *const *statics, double dt,
                         const double *forcing, device_task *device, edges_launch *all);
/** Number of steps for which a source acts after step `number` of the clock's window, with the
 * clock's dt; 0: it waits. */
int source_steps(const ria_source *source, const ria_now *now, int number);
/** Apply the sources to a buffer of the tile's state, given by its fields, after step `number` of
 * the clock's window. */
void sources_apply(const ria_simulation *simulation, tile_data *tile, int buffer,
                   void *const *fields, void *const *statics, ria_box box, const ria_now *now,
                   int number, const double *forcing, device_task *device);

#endif
