/** \file
 * Inflow through a tile's openings in a step.
 */
#ifndef WORK_THROUGH_H
#define WORK_THROUGH_H

#include "ria/device_kernel.h"
#include "work.h"

/** Call before a step of the first stage on a CPU: makes it return the fluxes through the tile's
 * openings next to the cells of a box, if the implementation can. `fluxes`: memory for them. */
void through_begin(const tile_work *work, ria_box cells, ria_face_fluxes *fluxes,
                   ria_step_args *step);
/** Call after it: adds the inflow to the work's report. `number`: of the step in its window. */
void through_end(const tile_work *work, int number, ria_box cells, const ria_step_args *step);

/** Call after a step of the first stage, or of a rider, on a CPU: adds the flow through the tile's
 * sections to the work's report. `rider`: -1: the step's own. */
void through_sections(const tile_work *work, int rider, const ria_step_args *step);
/** Copy the faces of a tile's sections to its GPU, at the first call. Returns 0 or an error code.
 */
int through_to_device(tile_data *tile, void *stream);

/** For the next step on a GPU: the measurements of openings and sections that it should make;
 * `opening` has room for RIA_STEP_EDGES. False: none. */
bool through_prepare(const tile_work *work, int number, ria_box cells, ria_device_opening *room,
                     ria_device_measure *measure);

/** Call after a rider's kernel on a CPU: adds its flow through the tile's openings to the work's
 * report. */
void through_of_rider(const tile_work *work, int number, int rider, ria_box cells,
                      const ria_step_args *step);
/** For a rider's next kernel on a GPU: its measurements, as in through_prepare(). */
bool through_prepare_rider(const tile_work *work, int number, int rider, ria_box cells,
                           ria_device_opening *room, ria_device_measure *measure);

#endif
