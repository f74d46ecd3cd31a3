/** \file
 * A solver: the recipe of kernels, boundary conditions and forcing that makes one time step of a
 * case. One folder in codelets/solvers a solver; the table of solvers is generated from the
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

/** How a solver numbers the openings of its ledger (ria/ledger.h): the case's boundary i is opening
 * i. Walls that the equations do not close are this one, after all boundaries. */
static inline int ria_opening_of_walls(const ria_case *the_case) {
  return the_case->boundaries < 15 ? 15 : the_case->boundaries;
}

enum { RIA_SOLVER_NOTE = 512 };

/** Fields that a case stores for each cell, for solvers whose number of fields depends on the case.
 */
typedef struct {
  int fields;         /**< of the model's state, work fields too */
  int lasting;        /**< of them, those in checkpoints */
  const char *advice; /**< a sentence for who has too little memory; NULL: there is none */
} ria_solver_memory;

/** Words for a note that a stage after the first limits the time step. */
typedef struct {
  const char *what;   /**< "the key 'viscosity' limits" */
  const char *first;  /**< what the first stage computes: "the water" */
  const char *advice; /**< a sentence */
} ria_step_limit;

/** How the currents that carry particles are read. */
typedef struct {
  double interval; /**< s from one reading to the next, by the case alone */
  int fields;      /**< of the state, the first ones, that currents are made of */
  bool at_once;    /**< currents need more than these fields: the state must not go on before */
} ria_currents_reading;

/** Something that the model's amounts pass, of which a run writes how much over time. */
typedef struct {
  const char *name;
  enum {
    RIA_PASSAGE_SECTION, /**< of the model: what the ledger has for it */
    RIA_PASSAGE_OPENING, /**< of the ledger: what came in */
    RIA_PASSAGE_OWN      /**< the solver counts it: ria_solver.passed */
  } kind;
  int number; /**< of the section or the opening, from 0; or what `passed` gets */
} ria_passage;

/** Takes a sentence for the user: a warning. */
typedef void (*ria_tell)(void *context, const char *sentence);

typedef struct {
  const char *name, *what;
  int nstate, nstatic;
  int ntracked; /* tracked fields that a case has which asks for no more */
  const ria_quantity *state, *statics;
  const ria_storage *stored; /* [nstatic]: how the statics are stored; NULL: all are reals */
  ria_solver_keys keys;      /**< of the case: its own, and the shared ones that it uses */
  int dimensions;            /**< most that it solves in: 3; 0: a plane */
  bool blocks;               /**< also in several blocks */
  /** Make a model of the case on the terrain's grid. The model borrows from the instance, and the
   * instance from case and terrain, until destroy. Tiles, target, strategy and time tiling are
   * filled in from the case. */
  ria_status (*create)(const ria_case *the_case, const ria_terrain *terrain, void **instance,
                       ria_model *model);
  void (*destroy)(void *instance);
  bool by_target; /**< the model depends on the target; where that is `auto` and becomes another
                       than "cpu", a second instance is created, and the first one destroyed */
  ria_fill_function fill_state, fill_statics; /**< context: the instance */
  /** What files and pictures show of the state, in this case; it borrows from the case. `terrain`
   * NULL: the grid is not known, and it shows what it would show of any. NULL: all fields that
   * last, as they are, and `conserved`. */
  void (*show)(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
  /** Without `show`: fields that are conserved, and keys of their contents in summary.json. */
  struct {
    const char *field, *key;
  } conserved[RIA_AMOUNTS];
  /** A note for the user about the case, said when a run begins and in its summary.json; NULL:
   * there is none. May be NULL: there is never one. */
  const char *(*note)(const ria_case *the_case);
  /** Advice for a case whose solution went bad, or whose time step collapsed: sentences, the last
   * one without its full stop. NULL: it has no advice of its own. */
  const char *(*remedy)(const ria_case *the_case);
  /** What a stage after the first limits the time step by; false: by nothing. NULL: such a limit
   * deserves no note. */
  bool (*later_limit)(const ria_case *the_case, ria_step_limit *limit);
  /** Judge the state that a finished run ends with: calls `tell` for each warning, the same on all
   * ranks. Collective over the ranks, blocking. Errors: those of ria_patch_read(),
   * RIA_ERROR_MEMORY. NULL: there is never a warning. */
  ria_status (*judge)(const void *instance, ria_simulation *simulation, ria_tell tell,
                      void *context);
  /** Bytes that a rank needs beside fields, at most. NULL: none that count. */
  double (*beside)(const ria_case *the_case);
  /** The particles that the case has, the grid that they are on, and how currents are read for
   * them; `groups` 0: none. It borrows from the instance. NULL: the solver carries none. Errors:
   * RIA_ERROR_MEMORY. */
  ria_status (*particles)(void *instance, ria_particles_description *description,
                          ria_currents_reading *reading);
  /** The currents of a time, s, of the fields at it: value[reading.fields][ny][nx], which it may
   * change. They are borrowed from these and from the instance until the next call. Collective over
   * the ranks, blocking. Errors: those of the files of weather. */
  ria_status (*currents)(void *instance, double time, double *const *value, ria_currents *currents);
  /** Passages of the case, in the order in which files show them: returns how many; `*list` is
   * borrowed from the instance. NULL: there are none. */
  int (*passages)(const void *instance, const ria_passage **list);
  /** How much of an amount has passed one that the solver counts, from the start of the case to the
   * time t that steps have reached: in the field's unit over cells. Not collective, the same on all
   * ranks. */
  double (*passed)(const void *instance, int number, int amount, double t);
  /** Fields that a case's model has beyond `nstate` and `nstatic`. NULL: never any. */
  void (*more)(const ria_case *the_case, int *nstate, int *nstatic);
  /** How many tracked fields the model of a case has; NULL: `ntracked`. */
  int (*tracked)(const ria_case *the_case);
  /** Fields of a solver with a program, whose number depends on the case. NULL: there are `nstate`
   * and `nstatic`. */
  void (*memory)(const ria_case *the_case, ria_solver_memory *memory);
  const ria_step_file *step_files; /**< of a run, the last one without a name; NULL: none */
  /** The grid of `ria bench` for a solver without a bed: keys of `grid`, NULL: a square of 1 m.
   * With `cell`, a domain of `length` (m) is made as long as its cells along x times `cell` (m). */
  struct {
    const char *grid;
    double length, cell;
  } bench;
} ria_solver;

/** What the solver shows of the state of the case's model. `terrain` NULL: the grid is not known;
 * what is conserved does not depend on it. */
void ria_solver_show(const ria_solver *solver, const ria_case *the_case, const ria_terrain *terrain,
                     const ria_model *model, ria_shown *shown);

/** Whether some solver shows a variable of that name. */
bool ria_solvers_show(const char *name, size_t length);

extern const ria_solver *const ria_solvers[]; /**< NULL at the end */

/** What a case may choose from in this build: for ria_case_read(). */
extern const ria_case_names ria_known_names;

/** Solver of that name, or NULL. */
const ria_solver *ria_solver_find(const char *name);

/** `create` of a solver, for a grid that it can take. Errors: RIA_ERROR_CASE (a box or blocks for a
 * solver of a plane), and those of `create`; `destroy` is called by the caller in any case. */
ria_status ria_solver_create(const ria_solver *solver, const ria_case *the_case,
                             const ria_terrain *terrain, void **instance, ria_model *model);

/** What a model takes from the case whatever its equations: grid, precision, time step, time
 * tiling, target. Fields, stages, sides, sources and forcing are left to the solver. Strings are
 * borrowed. */
ria_model ria_model_of_case(const ria_case *the_case, const ria_terrain *terrain);

#ifdef __cplusplus
}
#endif
#endif
