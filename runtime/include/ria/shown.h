/** \file
 * What a run shows of its state: the variables that its files and pictures hold. A solver declares
 * them; whatever writes, reads or draws them knows no equations.
 */
#ifndef RIA_SHOWN_H
#define RIA_SHOWN_H

#include <stdbool.h>
#include "ria/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_SHOWN_VARIABLES = RIA_MAX_FIELDS + 4, RIA_SHOWN_PARAMETERS = 2, RIA_SHOWN_TEXT = 64 };

/** Where a variable is shown. */
enum {
  RIA_SHOWN_IN_HISTORY = 1, /**< history.h5 */
  RIA_SHOWN_IN_GAUGES = 2   /**< gauges.csv: a column of each place */
};

/** A variable of a cell: a field of the state, or what follows from the cell's fields. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< of the CF conventions; NULL: none */
  const char *format;        /**< in a table, of one double: "%.6g" */
  int where;                 /**< RIA_SHOWN_... */
  int field;                 /**< of the state, where `value` is NULL */
  /** The value, from the cell's fields and the parameters; NAN: the cell has none, and its place in
   * a table stays empty. */
  double (*value)(const double *state, const double *statics, const double *parameter);
} ria_variable;

/** All texts are borrowed: from the solver, the case, or `text`. */
typedef struct {
  const char *model; /**< what the equations are, for the history's `source`; NULL: not told */
  int fields;        /**< of the state, that the variables read: the first ones */
  int variables;
  ria_variable variable[RIA_SHOWN_VARIABLES];
  /** A static field, the first one, which the history holds once: the height of the ground,
   * positive down, negative on land. Name NULL: there is none. */
  ria_variable ground;
  /** Numbers that the variables depend on; the history has them as attributes. */
  int parameters;
  struct {
    const char *name;
    double value;
  } parameter[RIA_SHOWN_PARAMETERS];
  /** The variable whose arrival at each place and whose peak arrivals.csv has; NULL: no such file.
   * In a run without that variable the file has no values. */
  const char *arrival;
  const char *substance;     /**< what arrives */
  double threshold;          /**< from here on it counts as arrived; 0: arrivals are not told */
  char text[RIA_SHOWN_TEXT]; /**< for the solver; texts above may point into it: do not copy */
} ria_shown;

/** Show fields of the state as they are. */
static inline void ria_show_fields(int fields, const ria_quantity *state, ria_shown *shown) {
  *shown = (ria_shown){.fields = fields, .variables = fields};
  for (int f = 0; f < fields; f++)
    shown->variable[f] = (ria_variable){.name = state[f].name,
                                        .unit = state[f].unit,
                                        .what = state[f].what,
                                        .format = "%.9g",
                                        .where = RIA_SHOWN_IN_HISTORY | RIA_SHOWN_IN_GAUGES,
                                        .field = f};
}

#ifdef __cplusplus
}
#endif
#endif
