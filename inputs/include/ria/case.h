/** \file
 * A case: the checked contents of one YAML file that describes one simulation, with every default
 * filled in and every quantity in SI units. ria_case_read() makes it; ria_case_destroy() frees its
 * strings and arrays.
 */
#ifndef RIA_CASE_H
#define RIA_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/block_grid.h"
#include "ria/case_errors.h"
#include "ria/grid.h"
#include "ria/kernel.h"
#include "ria/simulation.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_BOUNDARY_WALL,
  RIA_BOUNDARY_OPEN,
  RIA_BOUNDARY_TIDE,
  RIA_BOUNDARY_LEVEL,
  RIA_BOUNDARY_DISCHARGE,
  RIA_BOUNDARY_RATING
} ria_boundary_kind;

/** How the discharge of a segment is spread over its cells. */
typedef enum { RIA_SPREAD_EVEN, RIA_SPREAD_CONVEYANCE } ria_inflow_spread;

/** The axes along which the grid is periodic: a bit each. */
typedef enum {
  RIA_PERIODIC_NONE = 0,
  RIA_PERIODIC_X = 1,
  RIA_PERIODIC_Y = 2,
  RIA_PERIODIC_Z = 4
} ria_periodic;

/** A value over time: constant, or pairs from the case or a CSV file. Linear between the pairs,
 * constant beyond the ends. Times in s since the start of the case. */
typedef struct {
  int count; /**< 1: constant */
  double *time, *value;
} ria_series;

/** How to read a bathymetry file: its values are elevations (up) or depths (down); cells without
 * data are an error or land; edges without data stay or are cut off. */
typedef enum { RIA_POSITIVE_UP, RIA_POSITIVE_DOWN } ria_positive;
typedef enum { RIA_NODATA_ERROR, RIA_NODATA_LAND } ria_nodata;
typedef enum { RIA_CROP_NONE, RIA_CROP_AUTO } ria_crop;

/** One harmonic constituent of the tide. */
typedef struct {
  char name[16];
  double amplitude; /**< m */
  double phase;     /**< degrees, Greenwich */
  double speed;     /**< degrees an hour, of a name that ria does not know; 0: by the name */
} ria_constituent;

/** A position in the case's file, 1-based; 0 if it comes from the command line. */
typedef struct {
  int line, column;
} ria_case_place;

/** A block of a grid of several. */
typedef struct {
  char *name;
  ria_global cells[RIA_AXES];           /**< along the block's own axes */
  double low[RIA_AXES], high[RIA_AXES]; /**< corners in space, m */
  char **axes;                          /**< "+x", "-z", ...: where the block's axes run to */
  int axes_count;                       /**< 0: x, y, z */
  int tiles[RIA_AXES];                  /**< 0: the machine chooses */
  bool has_shape;                       /**< a block of nodes by formula, instead of a box */
  int shape;                            /**< its position in ria_block_shapes */
  ria_block_shape by;                   /**< its parameters; name, kind and cells are not set */
  ria_case_place place;
} ria_case_block;

/** Two faces that are joined. */
typedef struct {
  char **faces; /**< "a.i+", "b.j-" */
  int faces_count;
  char **map; /**< "+2", "-1", "+3": the axis of the second block that each of the first's runs
                 along */
  int map_count;
  bool has_turn, has_shift;
  double turn;            /**< degrees: of blocks of nodes that repeat around the x axis */
  double shift[RIA_AXES]; /**< m: of blocks of nodes that repeat along a line */
  ria_case_place place;
} ria_case_joint;

/** A place with a level of its own, or constituents. */
typedef struct {
  double at[2]; /**< m, or degrees: longitude and latitude */
  bool degrees;
  int constituents; /**< 0: none */
  ria_constituent *constituent;
  ria_series level; /**< m; count 0: none */
} ria_case_station;

/** The file of an atlas that has one constituent: amplitudes and phases on a grid. */
typedef struct {
  char *name; /**< of the constituent */
  char *file;
  char *amplitude, *phase; /**< variables; NULL: by their usual names */
  int band;                /**< of both, from 1; 0: the only one */
  char *unit;              /**< of the amplitude; NULL: as the file says */
} ria_case_atlas;

/** A row of a rating curve. */
typedef struct {
  double level, discharge; /**< m, m3/s out of the domain */
} ria_case_rating;
/** The concentration of one of several tracers, in its unit. */
typedef struct {
  char *tracer; /**< its name */
  double value;
} ria_case_concentration;

/** A point of a line. */
typedef struct {
  double at[2]; /**< m */
} ria_case_point;

/** On a side of the grid, or on a line inside it. */
typedef struct {
  ria_side side; /**< RIA_PLANE_SIDES: on a line */
  bool on_line;
  char *name; /**< on a line */
  char *file; /**< of the line; or its points */
  int points;
  ria_case_point *point;
  bool has_beyond;
  ria_side beyond; /**< the side of the line that is not computed */
  bool whole;      /**< the whole side; else */
  double from,
      to; /**< m, coordinates along the side (x for south and north, y for west and east) */
  ria_boundary_kind kind;
  int constituents; /**< tide */
  ria_constituent *constituent;
  ria_series level;  /**< level: m above the reference; tide: an offset (usually constant 0) */
  ria_series inflow; /**< discharge: m3/s into the domain over the whole segment; level and tide:
                        the same of the water outside; count 0: none */
  bool absorbing; /**< level, tide: levels and discharges are those of the water outside, and waves
                     leave */
  bool has_incoming, has_still; /**< the case gives the key */
  bool incoming;      /**< absorbing: the level is that of a wave that runs into still water */
  double still;       /**< level of that water, m above the reference; else initial.level */
  bool has_head_loss; /**< the case says whether there is one */
  bool head_loss;     /**< level, tide: incoming water spends v2/2g of its level on its speed */
  double ramp;        /**< s from the start until the full forcing; 0: at once */
  double height;      /**< discharge: depth of a shooting inflow, m; 0: from inside */
  double outside;     /**< concentration of incoming water, of the case's first tracer */
  int concentrations; /**< those of several tracers */
  ria_case_concentration *concentration;
  /** level, tide: levels along the segment, which `level` is added to: of stations, from the case
   * or read from `file`, or of an atlas. */
  struct {
    bool on, has_nodata;
    char *file;
    double nodata; /**< of levels in the file, in its unit */
    int stations;
    ria_case_station *station;
    int atlases;
    ria_case_atlas *atlas;
  } along;
  ria_inflow_spread spread; /**< discharge */
  bool has_slope;
  double slope; /**< of the river's bed, by conveyance; else that of the bed at the side */
  char *table;  /**< rating: the file of its rows, or NULL */
  int rows;     /**< rating: by growing level */
  ria_case_rating *row;
  ria_case_place place;
} ria_case_boundary;

typedef struct {
  char *name;
  double x, y;          /**< m */
  ria_series discharge; /**< m3/s */
  double concentration; /**< of the case's first tracer */
  int concentrations;   /**< those of several tracers */
  ria_case_concentration *each;
  double radius; /**< m; 0: one cell */
  ria_case_place place;
} ria_case_river;

typedef struct {
  char *name;
  double x, y, radius;  /**< m; radius 0: one cell */
  char *area;           /**< a file of polygons instead, or NULL; */
  char mark[32];        /**< the terrain's field that is above 0 in the cells inside */
  double concentration; /**< set at the start inside the radius (an initial patch); 0: none */
  ria_series rate;      /**< tracer m3/s (concentration x m3/s) released over time; count 0: none */
  ria_case_place place;
} ria_case_release;

enum { RIA_TRACER_WORD = 40 };

/** Decay by light: its rate is `coefficient` times the light. */
typedef struct {
  bool on;
  double coefficient; /**< m2/J */
  ria_series surface; /**< light at the surface, W/m2; count 0: a curve of each day, */
  bool has_peak;
  double peak, sunrise, sunset; /**< W/m2 at its highest; s of the day */
  double extinction;            /**< 1/m */
} ria_case_light;

/** Settling, and exchange with the bed. */
typedef struct {
  bool on;
  double velocity; /**< m/s */
  bool has_deposits_below, has_erodes_above;
  double deposits_below; /**< Pa: from this stress on nothing stays on the bed */
  double erodes_above;   /**< Pa */
  double erosion;        /**< concentration times m/s, at twice that stress */
} ria_case_settling;

/** What the water carries. */
typedef struct {
  char *name;
  char *unit;
  double decay;     /**< 1/s */
  double threshold; /**< concentration that counts as arrival; 0: arrivals are not reported */
  bool age;         /**< it is the age of the water: the time since it came in, s */
  ria_case_light light;
  ria_case_settling settling;
  int releases;
  ria_case_release *release;
  char word[RIA_TRACER_WORD]; /**< the name as part of the names of fields and variables: */
  char content_unit[RIA_TRACER_WORD + 16]; /**< "m g/m3" */
  char content[RIA_TRACER_WORD + 16];      /**< of its content, */
  char variable[RIA_TRACER_WORD + 16];     /**< its concentration, */
  char taken[RIA_TRACER_WORD + 16];        /**< what intakes took out, */
  char piped[RIA_TRACER_WORD + 16];        /**< what is in culverts and pumps, */
  char lined[RIA_TRACER_WORD + 16];        /**< what open lines gave, */
  char infiltrated[RIA_TRACER_WORD + 16];  /**< what infiltrated, */
  char died[RIA_TRACER_WORD + 16];         /**< what decayed by light, */
  char settled[RIA_TRACER_WORD + 16];      /**< what is in the bed, */
  char peak[RIA_TRACER_WORD + 32];         /**< its largest concentration, */
  char peak_time[RIA_TRACER_WORD + 32];    /**< and the time of that */
} ria_case_tracer;

/** What was observed at a gauge; count 0: nothing. */
typedef struct {
  ria_series level; /**< m */
  ria_series speed; /**< m/s */
} ria_case_observed;

typedef struct {
  char *name;
  double x, y, z; /**< m; z 0 in a plane */
  ria_case_observed observed;
  ria_case_place place;
} ria_case_gauge;

/** A shape of the bed or the start; `p` follows the order of its parameters in ria/shape.h. */
typedef struct {
  char kind[24];
  double p[12];
} ria_case_shape;

/** A row of a field's table. */
typedef struct {
  char *name; /**< the number of a class, or what the attribute of polygons says */
  double value;
} ria_case_field_row;

/** A number for each cell of a plane, as a case gives it (RIA_KEY_FIELD): the same everywhere, a
 * shape, the values of a raster, or a table by the classes of a raster or by polygons. One of
 * `has_value`, `shape.kind`, `file`, `classes` and `polygons` is there. ria/case_field.h puts it
 * onto a grid. Texts are owned. */
typedef struct {
  double value;
  double otherwise; /**< of cells that the others leave without a value */
  bool has_value, has_otherwise;
  ria_case_shape shape;
  char *file;          /**< a raster of values, resolved to a path, */
  char *classes;       /**< or one of classes, */
  char *polygons;      /**< or a file of polygons */
  char *variable;      /**< of a file of several, or NULL */
  int band;            /**< of several, from 1; 0: the only one */
  char *time;          /**< instead of a band, or NULL */
  char *unit;          /**< of the file's values; NULL: the file's own, else the key's */
  char **nodata_words; /**< "none", "error", for the bed "land", and values that mean no data */
  int nodata_count;
  char *attribute;         /**< of polygons */
  char *table;             /**< the file that `row` comes from, or NULL */
  ria_case_field_row *row; /**< [rows]: the table of classes or of the attribute */
  int rows;
  ria_case_place place; /**< of the file, or of the field */
} ria_case_field;

/** The bed of a case. */
typedef struct {
  ria_case_field field;  /**< a raster, a grid file or a shape */
  double offset;         /**< added to bed elevations, m */
  ria_positive positive; /**< of a file: its values are elevations, or depths */
  ria_nodata nodata;     /**< what becomes of cells without data */
  bool has_nodata_level;
  double nodata_level; /**< bed elevation of cells without data, m above the reference */
  ria_crop crop;
} ria_case_bed;

typedef struct ria_solver_keys ria_solver_keys; /* ria/solver_keys.h */

/** Implicit schemes in time. */
typedef enum { RIA_SCHEME_EULER, RIA_SCHEME_BDF2 } ria_implicit_scheme;

typedef struct {
  char *path;      /**< of the YAML file */
  char *directory; /**< of the YAML file: relative paths start here */
  char *name, *title;
  char *solver; /**< "estuary" */
  bool natural; /**< water on Earth, so values outside usual ranges are probably slips */
  const ria_solver_keys *declared; /**< by the solver; borrowed; NULL: nothing */
  void *own; /**< what the solver's own keys say: an object of declared->bytes; owned */
  struct {
    bool has_start;
    double start;  /**< seconds since 1970-01-01T00:00:00Z */
    double end;    /**< s since start; INFINITY with steps */
    int64_t steps; /**< -1: until end */
    double cfl;
    ria_step_mode step;
    int window;
    double guard;
    double dt;             /**< fixed dt, s */
    double until_residual; /**< 0: none */
    int steps_per_passing; /**< 0: steady */
    double max_dt;
    ria_implicit_scheme scheme; /**< of a solver with implicit steps */
  } time;
  struct {
    double resolution;          /**< m; 0: by cells or the file's own */
    ria_global cells[RIA_AXES]; /**< 0: by resolution; of a plane, the third is 0 */
    bool has_extent;
    double low[RIA_AXES], high[RIA_AXES]; /**< m */
    char *crs;                            /**< "EPSG:32629", "local", or NULL */
    ria_case_place place, crs_place;
    double turn; /**< degrees: the grid of a file repeats around the x axis after this; 0: none */
    char *file;  /**< blocks of nodes: a CGNS or PLOT3D file, or NULL */
    ria_periodic periodic; /**< axes whose two sides are joined */
    int blocks;            /**< 0: the grid is one block, as described above */
    ria_case_block *block;
    int joints; /**< 0: faces that lie on one another are joined */
    ria_case_joint *joint;
    bool joints_auto; /**< the word `auto` is given */
  } grid;
  ria_case_bed bathymetry;
  struct {
    char *file;   /**< state file (a checkpoint's fields), or NULL */
    char *time;   /**< of the file's records, the one of this time; NULL: the last one */
    double level; /**< still water, m; for `tide`, the level of the first boundary with one */
    ria_case_shape shape;
    bool has_surface, has_depth, has_velocity;
    ria_case_field surface, depth; /**< level or depth of the water in each cell, m */
    ria_case_field u, v;           /**< its velocity, m/s */
    double concentration;          /**< of the case's first tracer */
    int concentrations;            /**< those of several tracers */
    ria_case_concentration *each;
    ria_case_place place; /**< of the file */
  } initial;
  ria_precision precision;
  char *target, *strategy; /**< strategy NULL: default */
  int tiles[RIA_AXES];     /**< 0: the machine chooses */
  ria_tiling_scheme scheme;
  int depth;       /**< steps between exchanges, of `expansion` */
  int swept_steps; /**< of `swept` */
  int variant;     /**< of a line on a GPU: 1 + a ria_line_variant; 0: left open */
  int node;        /**< points of a node of such a line; 0: left open */
  int points;      /**< points of a thread; 0: left open */
  struct {
    ria_gpu_memory memory;
    int workers; /**< CPU workers that compute tiles besides the GPUs */
  } gpu;
  ria_ppe_choice cell;
  double gravity, dry;
  int tracers;
  ria_case_tracer *each_tracer; /**< [tracers], as the case has them */
  /** The first of them that is no age, which all solvers of water carry. Borrowed from
   * `each_tracer`, as are `release` and `releases`. */
  struct {
    char *name;
    char *unit;
    double decay;
    bool on;
    double threshold;
    int number; /**< in `each_tracer` */
  } tracer;
  int boundaries;
  ria_case_boundary *boundary;
  int rivers;
  ria_case_river *river;
  int releases;
  ria_case_release *release;
  int gauges;
  ria_case_gauge *gauge;
  double gauge_every; /**< s */
  struct {
    double every;
    int maps; /**< if `maps_given`: records that become maps; 0: none, and no other pictures */
    bool maps_given;
    double window; /**< s: of the means beside each state; 0: none */
    bool history;
    int fields_count;
    char **fields;      /**< names of what history.h5 holds; NULL: all that there is */
    double from, until; /**< s: of which times it holds states, both included; INFINITY: to the end
                         */
    bool has_region;
    double low[2], high[2]; /**< with `has_region`: corners of the part that it holds, m */
    ria_case_place fields_place, region_place;
  } output; /**< every 0: start and end only */
  struct {
    double every;
    int keep;
  } checkpoint;  /**< every 0: at the end only */
  char hash[17]; /**< 16 hex digits over everything that determines the answer (not tiles, ranks,
                    target, strategy, time tiling, checkpoints, end, steps) */
  char *yaml;    /**< the case as run: YAML text with every default spelled out */
  ria_case_errors warnings; /**< valid, but probably mistakes; owned */
  ria_case_errors notes;    /**< how files were read, such as "converted from ft to m"; owned */
} ria_case;

/** Names that a case chooses from and that only the caller knows. Borrowed lists, NULL at the end.
 */
typedef struct {
  const char *const *solvers, *const *targets;
  /** What the solver of that name declares; NULL if there is none. NULL: solvers have no keys of
   * their own, and use all that are shared. */
  const ria_solver_keys *(*declared)(const char *solver);
} ria_case_names;

/** Read and check a case. `names` is borrowed for the call. `set` holds `sets` texts
 * "key.path=value" that override the file, in order. All errors are collected, not only the first.
 * Returns RIA_ERROR_CASE if there are errors, or RIA_ERROR_IO if the file cannot be read, which
 * also adds an error without a place; the case then holds its warnings alone. Free the case with
 * ria_case_destroy() and `errors` with ria_case_errors_destroy() in any case.
 * Bathymetry is not opened, but files must exist and be readable. */
ria_status ria_case_read(const char *path, const ria_case_names *names, int sets,
                         const char *const *set, ria_case *the_case, ria_case_errors *errors);
/** The same for text in memory, as if it were the file `path`. */
ria_status ria_case_read_data(const char *path, const char *data, size_t length,
                              const ria_case_names *names, int sets, const char *const *set,
                              ria_case *the_case, ria_case_errors *errors);
void ria_case_destroy(ria_case *the_case);

/** "west", "east", "south", "north", as ria_side counts them; NULL at the end. */
extern const char *const ria_case_sides[];

/** Whether the grid is one of blocks of nodes: it has a file, or a block with a shape. */
bool ria_case_has_nodes(const ria_case *the_case);

/** Make the grid of blocks of nodes of a case, with its joints and patches; boxes that are given by
 * their extent become blocks of nodes, too. Faces are checked, cells and the places of joints that
 * a file brings are not (ria_block_grid_check()). *place: where an error lies in the case; NULL: it
 * is not asked for. Blocking, not collective. Errors: RIA_ERROR_CASE, and those of
 * ria_block_grid_read(). */
ria_status ria_case_make_nodes(const ria_case *the_case, ria_block_grid *grid,
                               const ria_case_place **place);

/** The value of a series at time t. */
double ria_series_value(const ria_series *series, double t);

/** The concentration of a tracer, by its number, among those that a place gives: `first`, of the
 * first tracer, or `each` [count]. 0 where it is not named. */
double ria_case_concentration_of(const ria_case *the_case, int tracer, double first, int count,
                                 const ria_case_concentration *each);

#ifdef __cplusplus
}
#endif
#endif
