/** \file
 * The steps of reading a case, in order. Each step works on the tree of YAML nodes.
 *
 *     parse    ria_yaml_parse()
 *     expand   schema_reader_expand(): short forms become full ones
 *     set      case_set(): values of the command line replace those of the file
 *     fill in  case_fill_in(): names and walls that the case may omit
 *     read     schema_reader_read_map(): the tree becomes the case as run
 *     finish   case_finish(): checks across keys, and derived values
 *     write    case_echo(), case_hash()
 */
#ifndef CASE_STEPS_H
#define CASE_STEPS_H

#include "schema/reader.h"

/** Whether a value exists and has no errors. */
static inline bool case_is_good(const ria_yaml *node) {
  return node && !node->bad;
}

/** Whether a solver replaces a shared key with its own. */
bool case_replaces(const ria_solver_keys *solver, const char *name);
/** Make the table of keys for the cases of a solver, with an object for the keys of each solver.
 * False without memory. */
bool case_open_keys(ria_reader *reader, const char *solver);
/** Store the solver's declaration and the object of its keys in the case. */
void case_find_solver(ria_reader *reader, const char *solver);
/** Free the table and the objects of the other solvers. */
void case_close_keys(ria_reader *reader);
void case_set(ria_reader *reader, const ria_yaml_source *source);
/** Name the case after its file and records by number, let the solver fill in its defaults, and
 * make sides without a boundary walls. */
void case_fill_in(ria_reader *reader, const char *path);
void case_finish(ria_reader *reader);
void case_finish_boundaries(ria_reader *reader);
/** Parts of `finish`: read the stations of a boundary with a level along it, which decides its
 * kind; read and check a rating curve; check the spread of a discharge. */
void case_finish_along(ria_reader *reader, ria_yaml *record, ria_case_boundary *boundary);
void case_finish_rating(ria_reader *reader, ria_yaml *record, ria_case_boundary *boundary);
void case_finish_spread(ria_reader *reader, ria_yaml *record, const ria_case_boundary *boundary);
/** Take the initial level from the tide if the case says so, and warn if it differs much from a
 * boundary's level. */
void case_finish_levels(ria_reader *reader);
/** Check the times of the shared series (ria_reader_check_times()). */
void case_finish_series(ria_reader *reader);
/** Compute the first tracer's arrival threshold if the case does not give it.
 */
void case_finish_threshold(ria_reader *reader);
/** The node of a tracer, or NULL. */
ria_yaml *case_tracer_node(const ria_reader *reader, int tracer);
/** Check the tracers and the concentrations that name them, and find the first tracer. */
void case_finish_tracers(ria_reader *reader);
char *case_echo(const ria_reader *reader);
/** Set the hashes of the case. */
void case_hash(const ria_reader *reader, ria_case *the_case);

#endif
