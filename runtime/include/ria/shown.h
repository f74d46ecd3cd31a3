/** \file
 * The outputs of a run: the variables in its files and pictures, and the conserved amounts. A
 * solver declares them; code that writes, reads or draws them knows no equations.
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

/** Files that show a variable. */
enum {
  RIA_SHOWN_IN_HISTORY = 1, /**< history.h5 */
  RIA_SHOWN_IN_GAUGES = 2   /**< gauges.csv: one column for each place */
};

/** Range of the colours and axes of pictures, over the values of all records. */
typedef enum {
  RIA_SCALE_RANGE,  /**< from the smallest to the largest value */
  RIA_SCALE_SIGNED, /**< for a level, without rare extremes: symmetric about 0, or from the smallest
                       to the largest value; in a tide, a span around each map's median */
  RIA_SCALE_MAGNITUDE, /**< from 0 to the largest value, without rare extremes */
  RIA_SCALE_TRACE, /**< from the threshold of arrivals to the largest value; cells below it are left
                      blank */
  RIA_SCALE_DEPTH  /**< as MAGNITUDE, in shades of water */
} ria_scale;

/** The picture of a variable: a scalar in the history, or the magnitude of a vector. */
typedef struct {
  const char *title; /**< NULL: it is not drawn */
  const char *name;  /**< title of the picture and base name of its file; NULL: the variable's */
  const char *label; /**< label of axes, before the unit; NULL: the variable's name and text */
  ria_scale scale;
  const char *component[2]; /**< the variables in the history that are the vector's components,
                               drawn with arrows; NULL: a scalar */
  bool once; /**< only the last record is drawn, also written as a raster for other programs; its
                scale is that of the level or depth over all records */
} ria_picture;

/** A variable of a cell: a field of the state, or a value computed from the cell's fields. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< standard name of the CF conventions; NULL: none */
  const char *cgns_name;     /**< name in CGNS files, such as "Density"; NULL: `name` */
  double step; /**< tables round to multiples of it, in `unit`; 0: to 1e-4 of the value; below 0: no
                  rounding */
  int where;   /**< RIA_SHOWN_... */
  ria_picture picture;
  /** Field of the state, if `value` is NULL; from ria_shown.fields on: a tracked field. A cell has
   * no value where a tracked field is not finite. */
  int field;
  /** Computes the value from the cell's fields, its statics and the parameters; NAN: the cell has
   * no value, and the table entry stays empty. The statics are those of ria_shown; with
   * ria_shown.points, the three coordinates of the node. */
  double (*value)(const double *state, const double *statics, const double *parameter);
  /** Computes the value from a tracked field, `own`, which is finite, and the time of the record;
   * NULL: the field's value. */
  double (*follow)(double own, const double *statics, double time);
  const char *over_time; /**< how the values summarise time, as in CF's cell_methods: "maximum";
                            NULL: "point" */
} ria_variable;

/** A constant field of a plane of cells: the history stores it once. */
typedef struct {
  const char *name, *unit, *what;
  const char *standard_name; /**< standard name of the CF conventions; NULL: none */
  bool ground; /**< positive down, negative on land: pictures draw it as relief. At most one such
                  field */
  bool faces;  /**< values of single faces or places: a picture of the case draws them as lines */
  const double *value; /**< [ny][nx] of the terrain's grid; NULL: the grid is unknown */
} ria_shown_static;

/** A field of the state that counts, in each cell since the start, an amount that the ledger cannot
 * derive from the forcing: water that infiltrated, or water that was demanded but not there. */
typedef struct {
  const char *key; /**< key in the balance of summary.json */
  const char *row; /**< row title in the table of the balance */
  int field;
  int sign; /**< sign of its contribution to the domain: -1: it left; 1: sources have taken that
               much less than the ledger says */
  const char *kind, *net; /**< with sign 1: kind of these sources, and key of the amount that they
                             did take; NULL: no such key */
  /** Count only the cells of the model's source of this name. That source has no kind, and is shown
   * as the inflow of a boundary of this name; `key` and `row` are the same name. NULL: count all
   * cells. */
  const char *source;
} ria_counted;

enum { RIA_SHOWN_LINES = 8, RIA_SHOWN_COUNTED = 5 + RIA_SHOWN_LINES };

/** A field of the state that the equations conserve. Its content is the field times the cell area,
 * summed over the cells. */
typedef struct {
  const char *key;  /**< keys of its content at the start and the end, in summary.json */
  const char *kind; /**< noun in sentences: "water" */
  const char *name; /**< title in the table of the balance */
  const char *list; /**< the balance of summary.json lists it under this key; NULL: it has its own
                       key, `name` */
  const char *const *sources; /**< kinds of sources (ria_source) that may add it; ends with NULL */
  const char *const
      *rare;  /**< kinds that summary.json lists only if a source has them; NULL: none */
  int field;  /**< -1: not in this run */
  int counts; /**< fields that count other losses of it */
  ria_counted counted[RIA_SHOWN_COUNTED];
  char unit[RIA_SHOWN_TEXT]; /**< unit of the content */
} ria_conserved;

/** The outputs of a run. All texts are borrowed: from the solver, the case, or `text`. */
typedef struct {
  const char *model; /**< name of the equations, for the history's `source`; NULL: none */
  int fields;        /**< number of state fields that the variables read: the first ones */
  int tracked; /**< number of tracked fields (ria_tracked) that follow these; if not 0, `fields` are
                  all fields that last */
  int vectors; /**< vectors among these fields; a cell stores their components along the axes of its
                  block, */
  const ria_vector *vector; /**< and the variables that show them along the axes of space */
  int variables;
  ria_variable variable[RIA_SHOWN_VARIABLES];
  int statics;
  ria_shown_static fixed[RIA_SHOWN_STATICS];
  bool steps; /**< times are step numbers, because steps have no length */
  /** The variables take the coordinates of the nodes, x, y, z or x, r, theta, as statics. */
  bool points;
  /** Parameters of the variables; the history stores them as attributes. */
  int parameters;
  struct {
    const char *name;
    double value;
  } parameter[RIA_SHOWN_PARAMETERS];
  /** The variable for arrivals.csv, which lists its arrival at each place and its peak; NULL: no
   * such file. In a run without that variable the file has no values. */
  const char *arrival;
  const char *peak,
      *arrived; /**< variables that hold its largest value so far, and its arrival time in s,
                   updated in each step; NULL: taken from the records, if any */
  const char *substance; /**< noun for the arriving thing */
  double threshold;      /**< threshold of arrival; 0: arrivals are not reported */
  /** Conserved amounts: the amounts of the model, in their order. */
  ria_conserved conserved[RIA_AMOUNTS];
  const char *open_walls;    /**< remedy if some of it comes through walls; NULL: cannot happen */
  char text[RIA_SHOWN_TEXT]; /**< storage for the solver; the texts above may point into it, so do
                                not copy the struct */
} ria_shown;

/** Rotate the vectors of a cell from the axes of its block to those of space. */
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

/** Show fields of the state unchanged; no conserved amounts. */
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
