/** \file
 * A solver: the recipe of kernels, boundary conditions and forcing that makes one time step of a
 * case. Each folder in codelets/solvers is a solver; the table of solvers is generated from the
 * folders.
 */
#ifndef RIA_SOLVER_H
#define RIA_SOLVER_H

#include "ria/case.h"
#include "ria/particles.h"
#include "ria/shown.h"
#include "ria/simulation.h"
#include "ria/solver_keys.h"
#include "ria/step_file.h"
#include "ria/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers of openings in a solver's ledger (ria/ledger.h): boundary i of the case is opening i.
 * This one, after all boundaries, stands for walls that the equations do not close exactly. */
static inline int ria_opening_of_walls(const ria_case *the_case) {
  return the_case->boundaries < 15 ? 15 : the_case->boundaries;
}

enum { RIA_SOLVER_NOTE = 512 };

/** Numbers of fields that a case stores for each cell, for solvers in which they depend on the
   case.
 */
typedef struct {
  int fields;         /**< in the model's state, including work fields */
  int lasting;        /**< number of these that checkpoints store */
  const char *advice; /**< advice for a user with too little memory, a sentence; NULL: none */
} ria_solver_memory;

/** Texts for the note that a stage after the first limits the time step. */
typedef struct {
  const char *what;   /**< "the key 'viscosity' limits" */
  const char *first;  /**< the quantity of the first stage: "the water" */
  const char *advice; /**< a sentence */
} ria_step_limit;

/** How particles read the currents that carry them. */
typedef struct {
  double interval; /**< s between readings; depends on the case alone */
  int fields;      /**< number of leading state fields that the currents are computed from */
  bool at_once;    /**< currents need further fields: read them before the state advances */
} ria_currents_reading;

/** A place that the model's amounts pass; a run writes the amount over time. */
typedef struct {
  const char *name;
  enum {
    RIA_PASSAGE_SECTION, /**< section of the model, counted by the ledger */
    RIA_PASSAGE_OPENING, /**< opening of the ledger: the inflow */
    RIA_PASSAGE_OWN      /**< counted by the solver: ria_solver.passed */
  } kind;
  int number; /**< number of the section or the opening, from 0; or the argument of `passed` */
} ria_passage;

/** Receives a warning, a sentence for the user. */
typedef void (*ria_tell)(void *context, const char *sentence);

typedef struct {
  const char *name, *what;
  int nstate, nstatic;
  int ntracked; /* tracked fields of a case that requests no others */
  const ria_quantity *state, *statics;
  const ria_storage *stored; /* [nstatic]: how the statics are stored; NULL: all are reals */
  ria_solver_keys keys;      /**< keys of the case: the solver's own, and the shared ones that it
                                uses */
  int dimensions;            /**< most dimensions that it solves in: 3; 0: a plane */
  bool blocks;               /**< also supports several blocks */
  /** Make a model of the case on the terrain's grid. The model borrows from the instance, and the
   * instance from case and terrain, until destroy. Fills in tiles, target, strategy and time tiling
   * from the case. */
  ria_status (*create)(const ria_case *the_case, const ria_terrain *terrain, void **instance,
                       ria_model *model);
  void (*destroy)(void *instance);
  bool by_target; /**< the model depends on the target. If the target `auto` turns out to be other
                       than "cpu", a second instance is created and the first one destroyed */
  ria_fill_function fill_state, fill_statics; /**< the argument `context` is the instance */
  /** The variables that files and pictures show of the state, in this case; it borrows from the
   * case. `terrain` NULL: the grid is not known; the result is as for any grid. NULL: all lasting
   * fields, unchanged, and `conserved`. */
  void (*show)(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
  /** Used if `show` is NULL: conserved fields, and the keys of their contents in summary.json. */
  struct {
    const char *field, *key;
  } conserved[RIA_AMOUNTS];
  /** A note for the user about the case, printed when a run begins and stored in its
   * summary.json; returns NULL for no note. May be NULL: no notes. */
  const char *(*note)(const ria_case *the_case);
  /** Advice for a case with an invalid solution or a collapsed time step: sentences, the last one
   * without its full stop. NULL: the solver has no advice. */
  const char *(*remedy)(const ria_case *the_case);
  /** The limit that a stage after the first puts on the time step; false: no limit. NULL: users
   * get no note of such a limit. */
  bool (*later_limit)(const ria_case *the_case, ria_step_limit *limit);
  /** Check the final state of a finished run: calls `tell` for each warning, the same on all
   * ranks. Collective over the ranks, blocking. Errors: those of ria_patch_read(),
   * RIA_ERROR_MEMORY. NULL: no warnings. */
  ria_status (*judge)(const void *instance, ria_simulation *simulation, ria_tell tell,
                      void *context);
  /** Upper bound of the bytes that a rank needs besides fields. NULL: negligible. */
  double (*beside)(const ria_case *the_case);
  /** The particles of the case, their grid, and how they read currents; `groups` 0: no particles.
   * It borrows from the instance. NULL: the solver has no particles. Errors: RIA_ERROR_MEMORY. */
  ria_status (*particles)(void *instance, ria_particles_description *description,
                          ria_currents_reading *reading);
  /** The currents at a time, s, from the fields at that time, value[reading.fields][ny][nx],
   * which the function may change. The result is borrowed from these and from the instance until
   * the next call. Collective over the ranks, blocking. Errors: those of the files of weather. */
  ria_status (*currents)(void *instance, double time, double *const *value, ria_currents *currents);
  /** Passages of the case, in the order in which files show them. Returns their number; `*list`
   * is borrowed from the instance. NULL: no passages. */
  int (*passages)(const void *instance, const ria_passage **list);
  /** The amount that has passed a passage that the solver counts, from the start of the case to
   * t, the time of the current state: in the field's unit times cells. Not collective, the same on
   * all ranks. */
  double (*passed)(const void *instance, int number, int amount, double t);
  /** Number of fields of a case's model beyond `nstate` and `nstatic`. NULL: 0. */
  void (*more)(const ria_case *the_case, int *nstate, int *nstatic);
  /** Number of tracked fields of a case's model; NULL: `ntracked`. */
  int (*tracked)(const ria_case *the_case);
  /** Numbers of fields of a solver with a program, which depend on the case. NULL: `nstate` and
   * `nstatic`. */
  void (*memory)(const ria_case *the_case, ria_solver_memory *memory);
  const ria_step_file *step_files; /**< step files of a run, the last one without a name; NULL:
                                      none */
  /** The grid of `ria bench` for a solver without a bed: keys of `grid`, NULL: a square of 1 m.
   * With `cell`, `length` is set to the number of cells along x times `cell` (m). */
  struct {
    const char *grid;
    double length, cell;
  } bench;
} ria_solver;

/** The variables that the solver shows of the state of the case's model. `terrain` NULL: the grid
 * is not known; the conserved fields do not depend on it. */
void ria_solver_show(const ria_solver *solver, const ria_case *the_case, const ria_terrain *terrain,
                     const ria_model *model, ria_shown *shown);

/** Whether any solver shows a variable of that name. */
bool ria_solvers_show(const char *name, size_t length);

extern const ria_solver *const ria_solvers[]; /**< NULL at the end */

/** The choices that this build offers to a case: for ria_case_read(). */
extern const ria_case_names ria_known_names;

/** Solver of that name, or NULL. */
const ria_solver *ria_solver_find(const char *name);

/** `create` of a solver, after a check that it supports the grid. Errors: RIA_ERROR_CASE (a box
 * or blocks for a solver of a plane), and those of `create`. The caller calls `destroy` also after
 * an error. */
ria_status ria_solver_create(const ria_solver *solver, const ria_case *the_case,
                             const ria_terrain *terrain, void **instance, ria_model *model);

/** Fill in the parts of a model that do not depend on the equations: grid, precision, time step,
 * time tiling, target. The solver sets fields, stages, sides, sources and forcing. Strings are
 * borrowed. */
ria_model ria_model_of_case(const ria_case *the_case, const ria_terrain *terrain);

#ifdef __cplusplus
}
#endif
#endif
