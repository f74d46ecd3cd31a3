/** \file
 * A case that a program advances: step by step, or to times of its own choice. Between steps the
 * program reads and changes fields and the discharge of rivers. Nothing is written to files.
 *
 * A stepper runs on one rank, with all cores of the machine or its GPUs. The grid of the case must
 * be a plane or a box; grids of several blocks are refused. Particles of the case are ignored.
 *
 * Bits: ria_stepper_step() makes the same steps as `ria run`, which end at the case's outputs and
 * gauges (`output.every`, `gauges.every`). ria_stepper_advance() also ends a step at the requested
 * time, like an output at that time.
 *
 * Call all functions of all steppers of a process from one thread. Several steppers may be open at
 * a time. The library prints no messages: after an error ria_status_detail() returns the message.
 */
#ifndef RIA_STEPPER_H
#define RIA_STEPPER_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/case.h"
#include "ria/grid.h"
#include "ria/simulation.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_stepper ria_stepper;

/** A variable of each cell. Texts are borrowed from the stepper. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< standard name of the CF conventions; NULL: none */
  bool settable;             /**< a field of the state: ria_stepper_write() can change it */
  bool fixed;                /**< constant in time */
  bool ground;               /**< the depth of the bed below the reference level, m */
} ria_stepper_variable;

/** Read and check a case, and create its simulation, at the start of the case. The first stepper
 * starts MPI and StarPU. StarPU ends with the last stepper, MPI with the process, unless the
 * program has started MPI itself.
 * \param path the case's YAML file
 * \param stepper out: close it with ria_stepper_close(); NULL after an error
 *
 * Errors: RIA_ERROR_IO, RIA_ERROR_CASE and others of ria_case_read(), ria_terrain_load() and
 * ria_simulation_create(); RIA_ERROR_UNSUPPORTED (several ranks; a grid of several blocks; a target
 * that this build, this machine or the session of an open stepper lacks). */
ria_status ria_stepper_open(const char *path, ria_stepper **stepper);

/** NULL is fine. */
void ria_stepper_close(ria_stepper *stepper);

/** The case, including its warnings. Borrowed. */
const ria_case *ria_stepper_case(const ria_stepper *stepper);
/** Its grid. Borrowed. */
const ria_grid *ria_stepper_grid(const ria_stepper *stepper);
/** Its simulation, for functions that this header lacks, such as its ledger. Borrowed; if the
 * program changes the state through it, it must call ria_stepper_touch(). */
ria_simulation *ria_stepper_simulation(const ria_stepper *stepper);
/** Report that functions other than those below have changed the state. */
void ria_stepper_touch(ria_stepper *stepper);

/** s since the start of the case. */
double ria_stepper_time(const ria_stepper *stepper);
/** The end of the case, s; INFINITY: it ends after a number of steps. */
double ria_stepper_end(const ria_stepper *stepper);
/** The length by which ria_stepper_step() will advance, as far as known, s: the state may allow
 * less. Before the first step: the longest time until a step must end by the case, which may be
 * INFINITY. */
double ria_stepper_length(const ria_stepper *stepper);

/** Advance by one window of steps (`time.window`; exact steps: one step), which `ria run` decides
 * together. Blocking. Errors: RIA_ERROR_ARGUMENT (the case has ended), RIA_ERROR_NUMERIC,
 * RIA_ERROR_STEP. */
ria_status ria_stepper_step(ria_stepper *stepper);
/** Advance exactly to a time. Blocking. Errors: as ria_stepper_step(); RIA_ERROR_ARGUMENT (the time
 * has passed, or is after the end of the case). */
ria_status ria_stepper_advance(ria_stepper *stepper, double until);

int ria_stepper_variables(const ria_stepper *stepper);
/** A variable by its number, from 0. Borrowed; NULL: no such variable. */
const ria_stepper_variable *ria_stepper_variable_at(const ria_stepper *stepper, int number);
/** Number of a variable by its name; -1: no such variable. */
int ria_stepper_find(const ria_stepper *stepper, const char *name);

/** Values of a variable: [z][y][x] of the grid, the caller's; NAN if a cell has none, such as the
 * velocity of a dry cell. Always doubles. Blocking. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY,
 * and those of ria_patch_read(). */
ria_status ria_stepper_read(ria_stepper *stepper, int variable, double *values);
/** The same for single cells, given by number: x counts first, then y, then z, from 0. */
ria_status ria_stepper_read_at(ria_stepper *stepper, int variable, int count, const int *cell,
                               double *values);
/** Replace a settable variable. The balance does not count the change. In single precision the
 * values are rounded. Errors: RIA_ERROR_ARGUMENT (not settable; a value that is not finite, with
 * its cell), RIA_ERROR_MEMORY, and those of ria_patch_write(). */
ria_status ria_stepper_write(ria_stepper *stepper, int variable, const double *values);
/** The same for single cells; if a cell occurs twice, its last value counts. */
ria_status ria_stepper_write_at(ria_stepper *stepper, int variable, int count, const int *cell,
                                const double *values);

/** Rivers of the case (`rivers`), in order. */
int ria_stepper_rivers(const ria_stepper *stepper);
/** A river by its number. Borrowed; NULL: no such river. */
const char *ria_stepper_river(const ria_stepper *stepper, int river);
/** Its present discharge, m3/s: from the case, or as set. NAN: no such river. */
double ria_stepper_discharge(const ria_stepper *stepper, int river);
/** Set its discharge from now on, replacing the case's. Tracers keep the case's concentrations.
 * Steps next to dry cells are limited by the largest discharge in the case. Errors:
 * RIA_ERROR_ARGUMENT (no such river; not finite; below 0, unless the case's own discharge has
 * values below 0, which make it an intake). */
ria_status ria_stepper_set_discharge(ria_stepper *stepper, int river, double discharge);

#ifdef __cplusplus
}
#endif
#endif
