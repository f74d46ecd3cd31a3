/** \file
 * A solver's declaration about its cases: its own keys, the shared keys that it uses, and its
 * checks. The caller of ria_case_read() passes it in ria_case_names.
 */
#ifndef RIA_SOLVER_KEYS_H
#define RIA_SOLVER_KEYS_H

#include "ria/schema.h"
#include "ria/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A usual and a possible range of a physical value on Earth. */
typedef struct {
  const char *path; /**< of the key, without item numbers: "rivers.discharge". "*" matches any name.
                         NULL ends a table */
  ria_dimension dimension; /**< of the numbers, in its base unit; g/m3 and g/s for a tracer */
  double low, high;        /**< usual: values outside get a warning, except 0 */
  double least, most;      /**< possible: values outside are errors */
  const char *hint;        /**< remedy; the end of the message's sentence */
} ria_plausible;

/** The reader of a case, for ria_solver_keys.fill_in and ria_solver_keys.finish. */
typedef struct ria_reader ria_reader;

struct ria_solver_keys {
  /** Keys at the top of a case, usually one section named after the solver. A row without a name
   * ends the table; NULL: none. Names must be unique among all solvers. */
  const ria_key *keys;
  size_t bytes; /**< size of the object that stores these keys: ria_case.own */
  /** The shared keys marked RIA_KEY_CHOSEN that the solver uses, NULL at the end; NULL: none. In a
   * case of this solver the others are errors. */
  const char *const *uses;
  /** Paths ("section.key") of other shared keys that the solver does not use, NULL at the end;
   * NULL: none. In its cases any value except the default is an error. The default is allowed
   * because a case written by a run has the defaults of all keys. */
  const char *const *ignores;
  bool marches;         /**< the solver uses time.until_residual and time.steps_per_passing */
  bool implicit;        /**< its steps are implicit: it uses time.scheme, and time.cfl up to 100 */
  bool nodes;           /**< its grids are blocks of nodes: files, and shapes of blocks */
  bool several_tracers; /**< the solver carries several tracers and the age of the water */
  bool natural;         /**< its cases are water on Earth: unusual values get a warning */
  const ria_plausible *plausible; /**< ranges of its own keys, checked if `natural`; NULL: none */
  /** Returns a name of the stable range of time.cfl, for the message about a larger value: "the
   * stable range of ...". NULL: the message names no range. */
  const char *(*stable)(const void *own);
  /** Sets defaults that depend on other keys, by ria_reader_fill_in(). At this time the case's
   * mapping holds the user's values only. NULL: nothing to do. */
  void (*fill_in)(ria_reader *reader);
  /** Checks keys against each other and computes derived values, after all keys have been read
   * without errors. NULL: nothing to do. */
  void (*finish)(ria_reader *reader, ria_case *the_case, void *own);
  /** Adds errors and warnings that depend on the bed, by ria_terrain_reject() and
   * ria_terrain_warn(). All places of the case have been checked to lie in the grid. NULL: none. */
  void (*examine)(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
};

/* ---- for fill_in ---- */

/** The user's value of a key of a section; NULL if not given. */
const ria_yaml *ria_reader_given(const ria_reader *reader, const char *section, const char *key);
/** Set a key of a section, unless the user gives it or the section is missing. */
void ria_reader_fill_in(ria_reader *reader, const char *section, const char *key,
                        const char *value);

/* ---- for finish ---- */

/** The case's mapping, with all defaults. */
ria_yaml *ria_reader_root(const ria_reader *reader);

/** Enter a key or an item; pass the returned mark to ria_reader_leave(). */
size_t ria_reader_enter(ria_reader *reader, const char *name);
size_t ria_reader_enter_item(ria_reader *reader, int index);
void ria_reader_leave(ria_reader *reader, size_t mark);

/** Add an error about the current path and mark the node as bad. `place` may be NULL. */
void ria_reader_reject(ria_reader *reader, ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Add a warning about the current path; the case stays valid. `place` may be NULL. */
void ria_reader_warn(ria_reader *reader, const ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Add a note about the current path: how a file was read. `place` may be NULL. */
void ria_reader_note(ria_reader *reader, const ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Compare the times of the series at `key` of `record` with those of the run. A series that ends
 * before the run is an error. A series that begins after the end of the run, or a file that covers
 * only a part of the run, gets a warning. */
void ria_reader_check_times(ria_reader *reader, const char *key, const ria_yaml *record,
                            const ria_series *series);

/** The node's position in the case's file, zero if it comes from the command line or is NULL. */
ria_case_place ria_reader_place(const ria_yaml *node);

#ifdef __cplusplus
}
#endif
#endif
