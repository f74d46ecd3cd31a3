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

/** How the discharge of a segment is distributed over its cells. */
typedef enum { RIA_SPREAD_EVEN, RIA_SPREAD_CONVEYANCE } ria_inflow_spread;

/** The axes along which the grid is periodic, one bit each. */
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
  double speed;     /**< degrees per hour, for a name that ria does not know; 0: taken from the name
                     */
} ria_constituent;

/** A position in the case's file, 1-based; 0 if it comes from the command line. */
typedef struct {
  int line, column;
} ria_case_place;

/** A block of a grid with several blocks. */
typedef struct {
  char *name;
  ria_global cells[RIA_AXES];           /**< along the block's own axes */
  double low[RIA_AXES], high[RIA_AXES]; /**< corners in space, m */
  char **axes;                          /**< "+x", "-z", ...: the directions of the block's axes */
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
  char **map; /**< "+2", "-1", "+3": for each axis of the first block, the parallel axis of the
                   second */
  int map_count;
  bool has_turn, has_shift;
  double turn;            /**< degrees, for blocks of nodes that repeat around the x axis */
  double shift[RIA_AXES]; /**< m, for blocks of nodes that repeat along a line */
  ria_case_place place;
} ria_case_joint;

/** A place along a boundary with its own level or constituents. */
typedef struct {
  double at[2]; /**< m, or degrees: longitude and latitude */
  bool degrees;
  int constituents; /**< 0: none */
  ria_constituent *constituent;
  ria_series level; /**< m; count 0: none */
} ria_case_station;

/** The atlas file of one constituent: amplitudes and phases on a grid. */
typedef struct {
  char *name; /**< of the constituent */
  char *file;
  char *amplitude, *phase; /**< variables; NULL: found by their usual names */
  int band;                /**< band of both variables, from 1; 0: the only one */
  char *unit;              /**< of the amplitude; NULL: the file's unit */
} ria_case_atlas;

/** A row of a rating curve. */
typedef struct {
  double level, discharge; /**< m, m3/s out of the domain */
} ria_case_rating;
/** The concentration of one tracer of several, in the tracer's unit. */
typedef struct {
  char *tracer; /**< its name */
  double value;
} ria_case_concentration;

/** A point of a line. */
typedef struct {
  double at[2]; /**< m */
} ria_case_point;

/** A boundary: on a side of the grid, or on a line inside it. */
typedef struct {
  ria_side side; /**< RIA_PLANE_SIDES: the boundary is on a line */
  bool on_line;
  char *name; /**< of the line */
  char *file; /**< file of the line; NULL: `points` */
  int points;
  ria_case_point *point;
  bool has_beyond;
  ria_side beyond; /**< the side of the line that is not computed */
  bool whole;      /**< true: the whole side; false: [from, to] */
  double from, to; /**< m, coordinates along the side (x on south and north, y on west and east) */
  ria_boundary_kind kind;
  int constituents; /**< tide */
  ria_constituent *constituent;
  ria_series level;  /**< level: m above the reference; tide: an offset (usually constant 0) */
  ria_series inflow; /**< discharge: m3/s into the domain over the whole segment; level, tide: m3/s
                          of the water outside; count 0: none */
  bool absorbing;    /**< level, tide: outgoing waves leave; `level` and `inflow` describe the water
                          outside */
  bool has_incoming, has_still; /**< the case gives the key */
  bool incoming;      /**< absorbing: `level` is that of a wave that runs into still water */
  double still;       /**< level of the still water, m above the reference, if has_still; otherwise
                           initial.level */
  bool has_head_loss; /**< the case gives head_loss */
  bool head_loss;     /**< level, tide: the speed head v2/2g of incoming water is taken off its
                           level */
  double ramp;        /**< s from the start to the full forcing; 0: no ramp */
  double height;      /**< discharge: depth of a supercritical inflow, m; 0: taken from inside */
  double outside;     /**< concentration of the case's first tracer in incoming water */
  int concentrations; /**< concentrations of several tracers: their number */
  ria_case_concentration *concentration;
  /** level, tide: levels along the segment, from stations (in the case or in `file`) or an atlas.
   * `level` is added to them. */
  struct {
    bool on, has_nodata;
    char *file;
    double nodata; /**< no-data value of levels in the file, in the file's unit */
    int stations;
    ria_case_station *station;
    int atlases;
    ria_case_atlas *atlas;
  } along;
  ria_inflow_spread spread; /**< discharge */
  bool has_slope;
  double slope; /**< of the river's bed, for the spread by conveyance; otherwise the slope of the
                     bed at the side */
  char *table;  /**< rating: the file of its rows, or NULL */
  int rows;     /**< rating: in order of growing level */
  ria_case_rating *row;
  ria_case_place place;
} ria_case_boundary;

typedef struct {
  char *name;
  double x, y;          /**< m */
  ria_series discharge; /**< m3/s */
  double concentration; /**< of the case's first tracer */
  int concentrations;   /**< concentrations of several tracers: their number */
  ria_case_concentration *each;
  double radius; /**< m; 0: one cell */
  ria_case_place place;
} ria_case_river;

typedef struct {
  char *name;
  double x, y, radius;  /**< m; radius 0: one cell */
  char *area;           /**< a file of polygons in place of the circle, or NULL */
  char mark[32];        /**< name of the terrain's field that is > 0 in the cells inside the
                             polygons */
  double concentration; /**< set at the start inside the radius (an initial patch); 0: none */
  ria_series rate;      /**< tracer m3/s (concentration x m3/s) released over time; count 0: none */
  ria_case_place place;
} ria_case_release;

enum { RIA_TRACER_WORD = 40 };

/** Decay by light, with the rate `coefficient` times the light. */
typedef struct {
  bool on;
  double coefficient; /**< m2/J */
  ria_series surface; /**< light at the surface, W/m2; count 0: a curve of each day, */
  bool has_peak;
  double peak, sunrise, sunset; /**< `peak` W/m2; `sunrise`, `sunset`: s of the day */
  double extinction;            /**< 1/m */
} ria_case_light;

/** Settling, and exchange with the bed. */
typedef struct {
  bool on;
  double velocity; /**< m/s */
  bool has_deposits_below, has_erodes_above;
  double deposits_below; /**< Pa: no deposition at this stress and above */
  double erodes_above;   /**< Pa */
  double erosion;        /**< concentration times m/s, at twice the stress erodes_above */
} ria_case_settling;

/** A tracer: a substance that the water carries. */
typedef struct {
  char *name;
  char *unit;
  double decay;     /**< 1/s */
  double threshold; /**< concentration that counts as arrival; 0: arrivals are not reported */
  bool age;         /**< the tracer is the age of the water: the time since it entered the domain, s
                     */
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

/** Observations at a gauge; count 0: none. */
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
  char *name; /**< the number of a class, or a value of the polygons' attribute */
  double value;
} ria_case_field_row;

/** A number for each cell of a plane, as a case gives it (RIA_KEY_FIELD): the same everywhere, a
 * shape, the values of a raster, or a table by the classes of a raster or by polygons. Exactly one
 * of `has_value`, `shape.kind`, `file`, `classes` and `polygons` is set. ria/case_field.h puts it
 * onto a grid. Texts are owned. */
typedef struct {
  double value;
  double otherwise; /**< value of cells without another one */
  bool has_value, has_otherwise;
  ria_case_shape shape;
  char *file;          /**< a raster of values, as a resolved path, */
  char *classes;       /**< or one of classes, */
  char *polygons;      /**< or a file of polygons */
  char *variable;      /**< in a file of several variables, or NULL */
  int band;            /**< in a file of several bands, from 1; 0: the only one */
  char *time;          /**< instead of a band, or NULL */
  char *unit;          /**< of the file's values; NULL: the file's own, else the key's */
  char **nodata_words; /**< "none", "error", for the bed "land", and no-data values */
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
  ria_positive positive; /**< whether the file's values are elevations or depths */
  ria_nodata nodata;     /**< treatment of cells without data */
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
  void *own; /**< values of the solver's own keys: an object of declared->bytes bytes; owned */
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
    double resolution;          /**< m; 0: from `cells`, or the file's resolution */
    ria_global cells[RIA_AXES]; /**< 0: from `resolution`; the third is 0 for a plane */
    bool has_extent;
    double low[RIA_AXES], high[RIA_AXES]; /**< m */
    char *crs;                            /**< "EPSG:32629", "local", or NULL */
    ria_case_place place, crs_place;
    double turn;           /**< degrees: period around the x axis of the grid in a file; 0: none */
    char *file;            /**< blocks of nodes: a CGNS or PLOT3D file, or NULL */
    ria_periodic periodic; /**< axes whose two sides are joined */
    int blocks;            /**< 0: the grid is one block, as described above */
    ria_case_block *block;
    int joints; /**< 0: faces that coincide are joined */
    ria_case_joint *joint;
    bool joints_auto; /**< the word `auto` is given */
  } grid;
  ria_case_bed bathymetry;
  struct {
    char *file;   /**< state file (a checkpoint's fields), or NULL */
    char *time;   /**< time of the file's record to use; NULL: the last record */
    double level; /**< still water, m; for `tide`, the level of the first boundary that has one */
    ria_case_shape shape;
    bool has_surface, has_depth, has_velocity;
    ria_case_field surface, depth; /**< level or depth of the water in each cell, m */
    ria_case_field u, v;           /**< its velocity, m/s */
    double concentration;          /**< of the case's first tracer */
    int concentrations;            /**< concentrations of several tracers: their number */
    ria_case_concentration *each;
    ria_case_place place; /**< of the file */
  } initial;
  ria_precision precision;
  char *target, *strategy; /**< strategy NULL: default */
  int tiles[RIA_AXES];     /**< 0: the machine chooses */
  ria_tiling_scheme scheme;
  int depth;       /**< steps between exchanges, of `expansion` */
  int swept_steps; /**< of `swept` */
  int variant;     /**< of a line on a GPU: 1 + a ria_line_variant; 0: chosen by ria */
  int node;        /**< points for each node of such a line; 0: chosen by ria */
  int points;      /**< points for each thread; 0: chosen by ria */
  struct {
    ria_gpu_memory memory;
    int workers; /**< CPU workers that compute tiles in addition to the GPUs */
  } gpu;
  ria_ppe_choice cell;
  double gravity, dry;
  int tracers;
  ria_case_tracer *each_tracer; /**< [tracers], in the order of the case */
  /** The first tracer that is not an age, which all water solvers carry. Borrowed from
   * `each_tracer`, like `release` and `releases`. */
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
    int maps; /**< if `maps_given`: number of records drawn as maps; 0: no maps and no other
                   pictures */
    bool maps_given;
    double window; /**< s: window of the means written with each state; 0: none */
    bool history;
    int fields_count;
    char **fields;      /**< names of the fields in history.h5; NULL: all fields */
    double from, until; /**< s: first and last time with states in history.h5; INFINITY: to the end
                         */
    bool has_region;
    double low[2], high[2]; /**< if `has_region`: corners of the part of the grid in history.h5, m
                             */
    ria_case_place fields_place, region_place;
  } output; /**< every 0: start and end only */
  struct {
    double every;
    int keep;
  } checkpoint;        /**< every 0: at the end only */
  char files_hash[17]; /**< the same of the contents of its files alone */
  char hash[17]; /**< 16 hex digits over everything that determines the answer (not tiles, ranks,
                    target, strategy, time tiling, checkpoints, end, steps) */
  char *yaml;    /**< the case as run: YAML text with every default */
  ria_case_errors warnings; /**< valid, but probably mistakes; owned */
  ria_case_errors notes;    /**< how files were read, such as "converted from ft to m"; owned */
} ria_case;

/** Valid names that only the caller knows, such as solvers. Borrowed lists that end with NULL.
 */
typedef struct {
  const char *const *solvers, *const *targets;
  /** Returns the declaration of a solver; NULL if the solver has none. If this function is NULL,
   * solvers have no keys of their own and use all shared keys. */
  const ria_solver_keys *(*declared)(const char *solver);
} ria_case_names;

/** Read and check a case. `names` is borrowed for the call. `set` holds `sets` texts
 * "key.path=value" that override the file, in order. All errors are collected, not only the first.
 * Returns RIA_ERROR_CASE if there are errors, or RIA_ERROR_IO if the file cannot be read, which
 * also adds an error without a place. After an error the case holds only its warnings. Free the
 * case with ria_case_destroy() and `errors` with ria_case_errors_destroy() in any case. Bathymetry
 * is not opened, but files must exist and be readable. */
ria_status ria_case_read(const char *path, const ria_case_names *names, int sets,
                         const char *const *set, ria_case *the_case, ria_case_errors *errors);
/** As ria_case_read(), for text in memory that is treated as the file `path`. */
ria_status ria_case_read_data(const char *path, const char *data, size_t length,
                              const ria_case_names *names, int sets, const char *const *set,
                              ria_case *the_case, ria_case_errors *errors);
void ria_case_destroy(ria_case *the_case);

/** "west", "east", "south", "north", as ria_side counts them; NULL at the end. */
extern const char *const ria_case_sides[];

/** Whether the grid consists of blocks of nodes: it has a file, or a block with a shape. */
bool ria_case_has_nodes(const ria_case *the_case);

/** Build a case's grid of blocks of nodes, with joints and patches; boxes given by their extent
 * also become blocks of nodes. The function checks faces. It does not check cells or the
 * coordinates of joints from a file: use ria_block_grid_check(). *place: position of an error in
 * the case (`place` may be NULL). Blocking, not collective. Errors: RIA_ERROR_CASE, and those of
 * ria_block_grid_read(). */
ria_status ria_case_make_nodes(const ria_case *the_case, ria_block_grid *grid,
                               const ria_case_place **place);

/** The value of a series at time t. */
double ria_series_value(const ria_series *series, double t);

/** The concentration of tracer number `tracer` at a place that gives `first` for the first tracer,
 * or `each` [count]. 0 if the place does not name the tracer. */
double ria_case_concentration_of(const ria_case *the_case, int tracer, double first, int count,
                                 const ria_case_concentration *each);

#ifdef __cplusplus
}
#endif
#endif
