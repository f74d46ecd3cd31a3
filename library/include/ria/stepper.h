/** \file
 * A case that a program advances: step by step, or to times of its own choice. Between steps the
 * program reads and changes fields and the discharge of rivers. Nothing is written to files.
 *
 * A stepper is for one rank, with all cores of the machine or its GPUs. It takes cases whose grid
 * is a plane or a box; grids of several blocks are refused. Particles of a case are left out.
 *
 * Bits: ria_stepper_step() makes the steps of `ria run`, which end at the case's outputs and gauges
 * (`output.every`, `gauges.every`). Each time that ria_stepper_advance() is asked for ends a step
 * as well, like an output at that time.
 *
 * All functions of all steppers of a process are called by one thread. Several steppers may be open
 * at a time. The library prints nothing: after an error ria_status_detail() has the sentence.
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
  const char *standard_name; /**< of the CF conventions; NULL: none */
  bool settable;             /**< a field of the state: ria_stepper_write() takes it */
  bool fixed;                /**< it does not change */
  bool ground;               /**< the depth of the bed below the reference level, m */
} ria_stepper_variable;

/** Read and check a case, and make its simulation, at the start of the case. Starts MPI and StarPU
 * with the first stepper; StarPU ends with the last one, MPI with the process, unless the program
 * has started it itself.
 * \param path the case's YAML file
 * \param stepper out: to be closed with ria_stepper_close(); NULL after an error
 * Errors: RIA_ERROR_IO, RIA_ERROR_CASE and others of ria_case_read(), ria_terrain_load() and
 * ria_simulation_create(); RIA_ERROR_UNSUPPORTED (several ranks; a grid of several blocks; a target
 * that this build, this machine or the session of an open stepper lacks). */
ria_status ria_stepper_open(const char *path, ria_stepper **stepper);

/** NULL is fine. */
void ria_stepper_close(ria_stepper *stepper);

/** The case, its warnings among it. Borrowed. */
const ria_case *ria_stepper_case(const ria_stepper *stepper);
/** Its grid. Borrowed. */
const ria_grid *ria_stepper_grid(const ria_stepper *stepper);
/** Its simulation, for functions that this header has not, such as its ledger. Borrowed; a program
 * that changes the state by it calls ria_stepper_touch(). */
ria_simulation *ria_stepper_simulation(const ria_stepper *stepper);
/** Tell that the state was changed by other functions than those below. */
void ria_stepper_touch(ria_stepper *stepper);

/** s since the start of the case. */
double ria_stepper_time(const ria_stepper *stepper);
/** The end of the case, s; INFINITY: it ends after a number of steps. */
double ria_stepper_end(const ria_stepper *stepper);
/** What ria_stepper_step() will advance by, as far as is known, s: the state may allow less. Before
 * the first step: the longest that the case allows until a step must end, which may be INFINITY. */
double ria_stepper_length(const ria_stepper *stepper);

/** Advance by one window of steps (`time.window`; exact steps: one), which is what `ria run`
 * decides on at a time. Blocking. Errors: RIA_ERROR_ARGUMENT (the case has ended),
 * RIA_ERROR_NUMERIC, RIA_ERROR_STEP. */
ria_status ria_stepper_step(ria_stepper *stepper);
/** Advance to a time, exactly. Blocking. Errors: as ria_stepper_step(); RIA_ERROR_ARGUMENT (the
 * time has passed, or comes after the end of the case). */
ria_status ria_stepper_advance(ria_stepper *stepper, double until);

int ria_stepper_variables(const ria_stepper *stepper);
/** The number-th variable, from 0. Borrowed; NULL: there is none. */
const ria_stepper_variable *ria_stepper_variable_at(const ria_stepper *stepper, int number);
/** Number of a variable by its name; -1: there is none. */
int ria_stepper_find(const ria_stepper *stepper, const char *name);

/** Values of a variable: [z][y][x] of the grid, the caller's, NAN where a cell has none, such as
 * the velocity of a dry one. Doubles, whatever the precision of the case. Blocking. Errors:
 * RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY, and those of ria_patch_read(). */
ria_status ria_stepper_read(ria_stepper *stepper, int variable, double *values);
/** The same in single cells: their numbers count x first, then y, then z, from 0. */
ria_status ria_stepper_read_at(ria_stepper *stepper, int variable, int count, const int *cell,
                               double *values);
/** Replace a settable variable. The balance does not count what this adds. In single precision
 * values are rounded. Errors: RIA_ERROR_ARGUMENT (not settable; a value that is not finite, with
 * its cell), RIA_ERROR_MEMORY, and those of ria_patch_write(). */
ria_status ria_stepper_write(ria_stepper *stepper, int variable, const double *values);
/** The same in single cells; if one is named twice, its last value counts. */
ria_status ria_stepper_write_at(ria_stepper *stepper, int variable, int count, const int *cell,
                                const double *values);

/** Rivers of the case (`rivers`), in its order. */
int ria_stepper_rivers(const ria_stepper *stepper);
/** Borrowed; NULL: there is no such river. */
const char *ria_stepper_river(const ria_stepper *stepper, int river);
/** What it brings now, m3/s: by the case, or as it was set. NAN: there is no such river. */
double ria_stepper_discharge(const ria_stepper *stepper, int river);
/** Set its discharge from now on, instead of the case's. Tracers come with it in the case's
 * concentrations. Steps beside dry cells are limited by the largest discharge of the case. Errors:
 * RIA_ERROR_ARGUMENT (no such river; not finite; below 0, unless the case's own has values below 0,
 * which make it an intake). */
ria_status ria_stepper_set_discharge(ria_stepper *stepper, int river, double discharge);

#ifdef __cplusplus
}
#endif
#endif
