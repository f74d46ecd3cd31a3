/** \file
 * What a run shows of its state: the variables that its files and pictures hold, and what it
 * conserves. A solver declares them; whatever writes, reads or draws them knows no equations.
 */
#ifndef RIA_SHOWN_H
#define RIA_SHOWN_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/kernel.h"
#include "ria/ledger.h"
#include "ria/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_SHOWN_VARIABLES = RIA_MAX_FIELDS + 64,
  RIA_SHOWN_STATICS = 16,
  RIA_SHOWN_PARAMETERS = 2,
  RIA_SHOWN_TEXT = 64
};

/** Where a variable is shown. */
enum {
  RIA_SHOWN_IN_HISTORY = 1, /**< history.h5 */
  RIA_SHOWN_IN_GAUGES = 2   /**< gauges.csv: a column of each place */
};

/** What the colours and axes of pictures cover, of the values of all records. */
typedef enum {
  RIA_SCALE_RANGE,  /**< the least to the largest value */
  RIA_SCALE_SIGNED, /**< of a level, except for rare extremes: as much below 0 as above it, or the
                         least to the largest value; in a tide, a span round each map's median */
  RIA_SCALE_MAGNITUDE, /**< 0 to the largest value, except for rare extremes */
  RIA_SCALE_TRACE, /**< the threshold of arrivals to the largest value; cells below are left blank
                    */
  RIA_SCALE_DEPTH  /**< as MAGNITUDE, in shades of water */
} ria_scale;

/** How a variable is drawn: a scalar that the history holds, or the magnitude of a vector. */
typedef struct {
  const char *title; /**< NULL: it is not drawn */
  const char *name;  /**< of the picture and its file; NULL: the variable's */
  const char *label; /**< of axes, before the unit; NULL: the variable's name and text */
  ria_scale scale;
  const char *component[2]; /**< variables of the history: of a vector, drawn with arrows; NULL: a
                                 scalar */
  bool once; /**< only of the last record, also as a raster for other programs; it shares the scale
                of a level or depth that all records have */
} ria_picture;

/** A variable of a cell: a field of the state, or what follows from the cell's fields. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< of the CF conventions; NULL: none */
  const char *cgns_name;     /**< of CGNS files, such as "Density"; NULL: `name` */
  double step; /**< a table rounds to multiples of it, in `unit`; 0: to 1e-4 of the value; below 0:
                    not at all */
  int where;   /**< RIA_SHOWN_... */
  ria_picture picture;
  /** Of the state, where `value` is NULL; from ria_shown.fields on: a tracked field, which has no
   * value in a cell where it is not finite. */
  int field;
  /** The value, from the cell's fields, its statics and the parameters; NAN: the cell has none, and
   * its place in a table stays empty. The statics are those of ria_shown; or with
   * ria_shown.points the three coordinates of the node. */
  double (*value)(const double *state, const double *statics, const double *parameter);
  /** The value from a tracked field, `own`, which is finite, and the time of the record; NULL: the
   * field as it is. */
  double (*follow)(double own, const double *statics, double time);
  const char *over_time; /**< how its values come about from those in time, as CF's cell_methods say
                              it: "maximum"; NULL: "point" */
} ria_variable;

/** A field of a plane of cells that does not change: the history holds it once. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< of the CF conventions; NULL: none */
  bool ground; /**< positive down, negative on land: pictures draw it as relief. One at most */
  bool faces;  /**< of some faces or places, which a picture of the case shows as lines */
  const double *value; /**< [ny][nx] of the terrain's grid; NULL: the grid is not known */
} ria_shown_static;

/** A field of the state that counts, in each cell since the start, what the ledger cannot know from
 * the forcing: water that infiltrated, or that was asked for and was not there. */
typedef struct {
  const char *key; /**< in the balance of summary.json */
  const char *row; /**< in the table of the balance */
  int field;
  int sign; /**< of what it brings into the domain: -1: it left; 1: sources have taken that much
               less than the ledger says */
  const char *kind, *net; /**< of sign 1: kind of those sources, and key of what they did take;
                             NULL: no such key */
  /** Counts only in the cells of the model's source of that name, which has no kind, and is shown
   * as what a boundary of that name brought; `key` and `row` are the same name. NULL: in all cells.
   */
  const char *source;
} ria_counted;

enum { RIA_SHOWN_LINES = 8, RIA_SHOWN_COUNTED = 5 + RIA_SHOWN_LINES };

/** A field of the state that the equations conserve. Its content is the field times the area of a
 * cell, summed over the cells. */
typedef struct {
  const char *key;  /**< of its content at the start and the end, in summary.json */
  const char *kind; /**< in sentences: "water" */
  const char *name; /**< in the table of the balance */
  const char *list; /**< in the balance of summary.json it is an item of this list; NULL: it has the
                         key `name` */
  const char *const
      *sources;            /**< kinds of sources that may bring it (ria_source), NULL at the end */
  const char *const *rare; /**< kinds that summary.json has only if there is one; NULL: none */
  int field;               /**< -1: this run has none */
  int counts;              /**< fields that count what left it otherwise */
  ria_counted counted[RIA_SHOWN_COUNTED];
  char unit[RIA_SHOWN_TEXT]; /**< of the content */
} ria_conserved;

/** All texts are borrowed: from the solver, the case, or `text`. */
typedef struct {
  const char *model; /**< what the equations are, for the history's `source`; NULL: not told */
  int fields;        /**< of the state, that the variables read: the first ones */
  int tracked;       /**< tracked fields that they read behind these (ria_tracked), or 0. Then
                          `fields` are all that last */
  int vectors; /**< of these fields; a cell has their components along the axes of its block, */
  const ria_vector *vector; /**< and the variables show them along the axes of space */
  int variables;
  ria_variable variable[RIA_SHOWN_VARIABLES];
  int statics;
  ria_shown_static fixed[RIA_SHOWN_STATICS];
  bool steps; /**< times are numbers of steps, because the steps have no length of their own */
  /** The variables read the coordinates of the nodes, x, y, z or x, r, theta, as statics. */
  bool points;
  /** Numbers that the variables depend on; the history has them as attributes. */
  int parameters;
  struct {
    const char *name;
    double value;
  } parameter[RIA_SHOWN_PARAMETERS];
  /** The variable whose arrival at each place and whose peak arrivals.csv has; NULL: no such file.
   * In a run without that variable the file has no values. */
  const char *arrival;
  const char *peak,
      *arrived;          /**< variables that have its largest value so far and the time of its
                            arrival in s, from each step; NULL: records tell, or nothing does */
  const char *substance; /**< what arrives */
  double threshold;      /**< from here on it counts as arrived; 0: arrivals are not told */
  /** What is conserved: the amounts of the model, in their order. */
  ria_conserved conserved[RIA_AMOUNTS];
  const char *open_walls;    /**< what to do if some comes through walls; NULL: it cannot */
  char text[RIA_SHOWN_TEXT]; /**< for the solver; texts above may point into it: do not copy */
} ria_shown;

/** Turn the vectors of a cell of a block from the block's axes to those of space. */
static inline void ria_shown_to_space(const ria_shown *shown, const ria_block *block,
                                      double *state) {
  for (int v = 0; v < shown->vectors; v++) {
    const int *field = shown->vector[v].component;
    double turned[RIA_AXES] = {0};
    for (int a = 0; a < RIA_AXES; a++) {
      bool backwards;
      const int axis = ria_block_axis(block, a, &backwards);
      if (field[a] >= 0)
        turned[axis] = backwards ? -state[field[a]] : state[field[a]];
    }
    for (int a = 0; a < RIA_AXES; a++)
      if (field[a] >= 0)
        state[field[a]] = turned[a];
  }
}

/** Show fields of the state as they are; nothing is conserved. */
static inline void ria_show_fields(int fields, const ria_quantity *state, ria_shown *shown) {
  *shown = (ria_shown){.fields = fields, .variables = fields};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    shown->conserved[a].field = -1;
  for (int f = 0; f < fields; f++)
    shown->variable[f] = (ria_variable){.name = state[f].name,
                                        .unit = state[f].unit,
                                        .what = state[f].what,
                                        .where = RIA_SHOWN_IN_HISTORY | RIA_SHOWN_IN_GAUGES,
                                        .picture = {.title = state[f].what},
                                        .field = f};
}

#ifdef __cplusplus
}
#endif
#endif
