/** \file
 * What comes in through a tile's openings in a step. */
#ifndef WORK_THROUGH_H
#define WORK_THROUGH_H

#include "ria/device_kernel.h"
#include "work.h"

/** Before a step of the first stage on a CPU: have it give the fluxes through the tile's
 * openings beside the cells of a box, where the implementation can. `fluxes`: room for that. */
void through_begin(const tile_work *work, ria_box cells, ria_face_fluxes *fluxes,
                   ria_step_args *step);
/** After it: add what came in to the work's report. `number`: of the step in its window. */
void through_end(const tile_work *work, int number, ria_box cells, const ria_step_args *step);

/** After a step of the first stage, or of a rider, on a CPU: add what passed the tile's sections to
 * the work's report. `rider`: -1: the step's own. */
void through_sections(const tile_work *work, int rider, const ria_step_args *step);
/** The faces of a tile's sections in the memory of its GPU, from the first call on. 0 or an error
 * code. */
int through_to_device(tile_data *tile, void *stream);

/** For a GPU that the step is queued on next: what it is to measure, of openings and sections; the
 * openings have `room` for RIA_STEP_EDGES. False: nothing. */
bool through_prepare(const tile_work *work, int number, ria_box cells, ria_device_opening *room,
                     ria_device_measure *measure);

/** After a rider's kernel on a CPU: add what it moved through the tile's openings to the work's
 * report. */
void through_of_rider(const tile_work *work, int number, int rider, ria_box cells,
                      const ria_step_args *step);
/** For a GPU that a rider's kernel is queued on next: what it is to measure, as through_prepare()
 * says. */
bool through_prepare_rider(const tile_work *work, int number, int rider, ria_box cells,
                           ria_device_opening *room, ria_device_measure *measure);

#endif
