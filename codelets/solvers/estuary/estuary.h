/** \file
 * The estuary solver: its instance, and the functions that build its model. */
#ifndef RIA_ESTUARY_H
#define RIA_ESTUARY_H

#include "../recipe.h"
#include "../water.h"
#include "keys.h"
#include "ria/particles.h"
#include "ria/solver.h"
#include "ria/tide.h"

/* Slots of the forcing: these, followed by two for each boundary, one for each station along a
 * boundary, and two for each source. */
enum { ESTUARY_WIND_X, ESTUARY_WIND_Y, ESTUARY_RAIN, ESTUARY_ODD, ESTUARY_SLOTS };

enum { ESTUARY_NAME = 64, ESTUARY_DAMS = 8 };
enum { ESTUARY_VISCOSITY, ESTUARY_DIFFUSIVITY, ESTUARY_MIXES };

/* Largest number of the fields that only some cases have. */
enum { ESTUARY_MORE_STATE = RIA_MAX_FIELDS - 4, ESTUARY_STATICS = RIA_MAX_STATICS };

/* Tracers after the first: nine, and the age of the water. */
enum { ESTUARY_RIDERS = 10, ESTUARY_HANDED = 4 };

/* Largest number of kernels that run after the step: of the first tracer, largest values,
 * flooding, riders. */
enum { ESTUARY_FOLLOWED = 2 + ESTUARY_PEAKS + ESTUARY_RIDERS, ESTUARY_AVERAGED = 2 };

/* Names of static fields that are the weights of sources. */
#define ESTUARY_RAIN_MAP "rain"
#define ESTUARY_LOSING   "losing"
#define ESTUARY_ALL      "everywhere"

typedef struct estuary_pipes estuary_pipes; /* pipes.c */
/* The cells of a boundary with a river in normal flow or with a rating curve: their beds, and
 * their conveyances, from which conveyance.h computes the discharge at a depth. */
typedef struct {
  int cells;
  double *bed, *weight; /**< bed, m; width, m, times the depth-independent factor of conveyance.h */
  double drive;         /**< discharge at conveyance 1, from the slope */
  int levels;
  double *stage, *flow; /**< [levels]: level, m; discharge of normal flow, m3/s */
} estuary_river;
/* The cells that an open line holds at its level. */
typedef struct {
  int count;
  ria_global *at[2]; /**< [count]: x and y */
  double *weight;    /**< [count]: 1 */
} estuary_held;
/* Densities of air and water, kg/m3. */
#define ESTUARY_AIR   1.225
#define ESTUARY_WATER 1025.0

typedef struct estuary_drift estuary_drift; /* particles.c */
typedef struct estuary_weather estuary_weather;
typedef struct estuary_radar estuary_radar;

typedef struct {
  const ria_case *the_case;
  const estuary_case *own; /**< the solver's own keys */
  const ria_terrain *terrain;
  int stages;
  ria_stage stage[2];      /**< the stage of the water; then that of mixing, if any */
  ria_tide **tide;         /**< [boundaries]: tides; boundaries with the same tide share it */
  ria_tide **station_tide; /**< [terrain->stations]: tides of stations with constituents */
  estuary_river *river;    /**< [boundaries]: rivers of the boundaries that need one */
  int segments;
  ria_segment *segment;
  char (*opening)[ESTUARY_NAME]; /**< [boundaries]: names for messages */
  const double *roughness; /**< roughness of each cell, as in friction_map.h; NULL: one Manning's
                              n */
  const double *mixing_map[ESTUARY_MIXES]; /**< viscosity and diffusivity of each cell, m2/s; NULL:
                                              constant, or none */
  bool has_dams;                           /**< there are structures */
  const double *dam[ESTUARY_DAMS]; /**< structures of each cell, as in dams.h: crests of the low
                                      faces along x and y, coefficients forward, coefficients
                                      backward; the gates among them, NULL without gates */
  const double *line_outer, *line_reach[2]; /**< open lines of each cell; NULL: none */
  estuary_held *held;                       /**< [boundaries] */
  double forcing_interval;                  /**< interval of the forcing, s, without weather:
                                               estuary_forcing_interval() */
  double *keep;         /**< state that moments keep (ria_moments): of gates, then of pipes */
  estuary_pipes *pipes; /**< culverts and pumps; NULL: none */
  int nstate, nstatic;
  ria_quantity state[WATER_FIELDS + ESTUARY_MORE_STATE], statics[ESTUARY_STATICS];
  int maps;                         /**< weights of the sources: the last statics */
  double *map[ESTUARY_STATICS];     /**< [maps]: [ny][nx] */
  int places;                       /**< rivers, releases with a rate, and lines with a discharge:
                                       groups of cells that are fed */
  int first_line;                   /**< the first line among these places */
  int *place_count;                 /**< [places]: number of cells */
  int sources;                      /**< the kernels of sources, which run after a step, in their
                                       order */
  ria_source *source;               /**< [sources] */
  int riders;                       /**< tracers after the first, */
  int rider_tracer[ESTUARY_RIDERS]; /**< their numbers in the case, */
  ria_rider rider[2 * ESTUARY_RIDERS]; /**< their step stages, then their mixing stages, if any */
  int mixers;                          /**< number of riders, or 0 */
  ria_rider_side *rider_side;          /**< and their sides: [2 * riders][segments] */
  ria_global *taken_cells[2];          /**< the cells of all intakes, each once: x and y, */
  double *taken_weight;                /**< and 1 */
  int sections;                        /**< sections of the case, then those that `flows` adds */
  ria_section *section;                /**< [sections] */
  int passages;                        /**< columns of sections.csv */
  ria_passage *passage;                /**< [passages] */
  int trackers, ntracked;              /**< tracked fields, updated after each step, and their
                                          kernels */
  ria_tracker tracker[ESTUARY_FOLLOWED + ESTUARY_AVERAGED];
  ria_tracked tracked[RIA_MAX_TRACKED];
  double *source_area;      /**< [places]: area of the cells of each place, m2 */
  ria_global **cells;       /**< [2 * places]: the cells' x and y */
  double **weights;         /**< [places] */
  estuary_drift *drift;     /**< particles, or NULL */
  estuary_weather *weather; /**< wind and pressure over time and place, or NULL */
  estuary_radar *radar;     /**< rain over time and place, or NULL */
} estuary;

/** Forcing slots. Of a boundary: its level or inflow; the next slot is the inflow of the outside
 * water (absorbing), or, if the first is a stage, the discharge at conveyance 1. Of a station: its
 * level. Of a source: its water; the next slot is its tracer. */
static inline int estuary_boundary_slot(int boundary) {
  return ESTUARY_SLOTS + 2 * boundary;
}
static inline int estuary_station_slot(const estuary *e, int station) {
  return ESTUARY_SLOTS + 2 * e->the_case->boundaries + station;
}
static inline int estuary_source_slot(const estuary *e, int place) {
  return estuary_station_slot(e, e->terrain->stations) + 2 * place;
}
/** Forcing slot of the light at the surface for a tracer of the case; these slots come last. */
static inline int estuary_light_slot(const estuary *e, int tracer) {
  return estuary_source_slot(e, e->places) + e->places * e->riders + tracer;
}
/** Forcing slot of the inflow of a tracer after the first, at a place. */
static inline int estuary_rider_slot(const estuary *e, int place, int rider) {
  return estuary_source_slot(e, e->places) + place * e->riders + rider;
}

/** The kernel of that name, or its variant for structures or a rough bed; NULL: this build has
 * neither. */
const ria_kernel *estuary_kernel(const estuary *e, const char *name);
/** The stage that mixes momentum and tracer, if the case has mixing. Errors: RIA_ERROR_CASE (the
 * target does not support it). */
ria_status estuary_mixing(estuary *e);
/** The mixing stages of the riders, after estuary_ride(). */
ria_status estuary_mix_riders(estuary *e);
/** Find the maps of mixing. */
void estuary_find_mixing(estuary *e);
/** Whether a case has the static fields `viscosity_map` and `diffusivity_map`. */
bool estuary_mixes_by_map(const ria_case *the_case);
/** The value of one of these fields in a cell of the grid. */
double estuary_mixing_at(const estuary *e, int field, ria_global cell);
/** Show the fields of mixing that vary in space in the history. */
void estuary_show_mixing(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** ria_solver.later_limit */
bool estuary_later_limit(const ria_case *the_case, ria_step_limit *limit);
/** Whether the level varies along a side. */
bool estuary_has_stations(const ria_case *the_case);
/** The index of the last station at or before a place along a side, at most count - 2; stations
 * are sorted by place. 0 before the first. */
int estuary_station_before(const ria_terrain_station *station, int count, double along);
/** The coordinate of the middle of a cell along a side, m. */
double estuary_middle(const estuary *e, ria_side side, ria_global cell);
/** The boundary that contains a cell along a side, or -1. */
int estuary_boundary_at(const estuary *e, ria_side side, ria_global cell);
/** The fraction of the distance from one station to the next at the middle of a cell; 0 without
 * stations. */
double estuary_share_along(const estuary *e, ria_side side, ria_global cell);
/** Rivers of the boundaries with a conveyance or a rating curve. Errors: RIA_ERROR_MEMORY. */
ria_status estuary_rivers(estuary *e);
void estuary_rivers_destroy(estuary *e);
/** The level of normal flow for a discharge, m3/s, and the factor that makes the cells'
 * discharges at that level sum to it: the discharge at conveyance 1. */
void estuary_normal_flow(const estuary *e, int boundary, double discharge, double *stage,
                         double *factor);
/** Bind the scalars of a rating curve. */
void estuary_bind_rating(const estuary *e, int boundary, const ria_kernel *kernel,
                         ria_binding *scalars);
/** Set up the tides of the boundaries. */
ria_status estuary_tides(estuary *e);
void estuary_tides_destroy(estuary *e);
/** Whether the kernels have the static field `roughness`. */
bool estuary_is_rough(const estuary *e);
/** The value of that field in a cell of the grid. */
double estuary_roughness_at(const estuary *e, ria_global cell);
#define ESTUARY_ROUGHNESS "roughness"
/** Show the roughness in the history, if it varies in space. */
void estuary_show_roughness(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Set up the fields of structures, if there are any. */
void estuary_find_dams(estuary *e);
/** The value of one of these fields in a cell of the grid or of the ghost cells. */
double estuary_dam_at(const estuary *e, int field, const ria_global at[2]);
/** Whether a cell has a face with a structure. */
bool estuary_beside_dam(const estuary *e, const ria_global at[2]);
void estuary_show_dams(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Open lines: whether the case has any, and any with a level; set up their fields; */
bool estuary_has_lines(const ria_case *the_case);
bool estuary_holds_lines(const ria_case *the_case);
void estuary_find_lines(estuary *e);
/** of each cell 1 + the number of the boundary with a line just inside of it; NAN: none; NULL
 * without lines; borrowed; */
const double *estuary_lines_on(const ria_terrain *terrain);
/** whether a cell lies just beyond a boundary's line; */
bool estuary_line_cell(const ria_terrain *terrain, int boundary, ria_global cell);
/** the width of a line, m; */
double estuary_line_width(const ria_terrain *terrain, int boundary);
/** whether a cell lies just beyond any line, or next to such a cell; */
bool estuary_beside_line(const estuary *e, const ria_global at[2]);
/** its cells, and the weight of each, with mean 1 (all may be NULL): returns their number; */
int estuary_line_cells(const estuary *e, int boundary, ria_global *xs, ria_global *ys,
                       double *weight);
/** count the water that lines brought in, in the balance of an amount, by a field of the state
 * (-1: none); show lines in the history; */
void estuary_count_lines(const ria_case *the_case, int field, ria_conserved *of);
void estuary_show_lines(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** add the kernels of lines with a level: one right after the step, before all other sources, and
 * one after all sources. */
ria_status estuary_hold_lines(estuary *e);
ria_status estuary_see_lines(estuary *e);
void estuary_destroy_lines(estuary *e);
/** The opening of the gate of that structure, m above its crest. */
double estuary_gate_opening(const estuary *e, int structure);
/** Show the ends of culverts and pumps in the history. */
void estuary_show_pipes(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Add the sources of culverts and pumps, after those of rain. */
ria_status estuary_create_pipes(estuary *e);
void estuary_destroy_pipes(estuary *e);
/** Moments (ria_moments) of gates, culverts and pumps. */
double estuary_next_works(const estuary *e, double t);
ria_status estuary_begin_gates(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_move_gates(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_begin_pipes(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_move_pipes(estuary *e, ria_simulation *simulation, double t);
/** Seconds between two moments: some steps, a power of two. */
double estuary_works_interval(const estuary *e);
/** Number of values that they keep. */
int estuary_gates_kept(const estuary_case *own);
int estuary_pipes_kept(const estuary *e);
/** Bind the friction scalars that a kernel has. */
void estuary_bind_friction(const estuary *e, const ria_kernel *kernel, ria_binding *scalars);
/** Build the sides of the domain: boundaries of the case in cells, with walls between them. */
ria_status estuary_segments(estuary *e);
/** The cells of a boundary along its side. */
void estuary_boundary_cells(const ria_grid *grid, const ria_case_boundary *boundary,
                            ria_global *from, ria_global *to);
/** The concentration of a tracer in the water outside a boundary. */
double estuary_outside(const estuary *e, const ria_case_boundary *boundary, int tracer);
/** Width of a boundary on the grid, m: of its cells, or of its line. */
double estuary_boundary_width(const estuary *e, const ria_case_boundary *boundary);
/** The cell of the grid that a ghost cell repeats (periodic grid) or mirrors. */
ria_global estuary_within(const ria_grid *grid, int axis, ria_global at);
/** How much deeper the bed is beyond a free side than in the mirrored cell, m: the bed continues
 * with its slope towards the side. So water flows out where the bed falls outwards, and no water
 * flows in where it rises outwards: a hillside gets no river from beyond. 0 elsewhere. */
double estuary_drop_beyond(const estuary *e, const ria_global at[2]);
/** The static field `side` of muscl_step.h, for a cell of the grid or a ghost cell. Structures
 * count as sides with prescribed outside water: no slopes are computed across them. */
double estuary_side_at(const estuary *e, const ria_global at[2]);
/** Add rivers, then releases with a rate. */
ria_status estuary_sources(estuary *e);
/** The case's tracers after the first, in the order of their fields: [ESTUARY_RIDERS] numbers;
 * returns how many. The age of the water is the last. */
int estuary_list_riders(const ria_case *the_case, int tracer[ESTUARY_RIDERS]);
/** Add the stages that move riders, after the segments. Errors: RIA_ERROR_CASE (the target does
 * not support them). */
ria_status estuary_ride(estuary *e);
/** Fill the initial content of a rider for cells of the grid. */
ria_status estuary_fill_rider(const estuary *e, int rider, const ria_range *cells, double *values);
/** Add decay by light, settling and exchange with the bed, for all tracers: after rain and
 * losses. */
ria_status estuary_exchange(estuary *e);
/** Whether a tracer of the case has any of these; whether it settles. */
bool estuary_exchanges(const ria_case *the_case);
bool estuary_settles(const ria_case *the_case);
/** The light at the surface for a tracer at a time, times its coefficient, 1/s. */
double estuary_light(const ria_case *the_case, int tracer, double t);
/** Show them. */
void estuary_show_riders(const ria_case *the_case, ria_shown *shown);
/** Number of lasting state fields after those of every case. */
int estuary_lasting_state(const ria_case *the_case);
/** Add the source kernel of that name to the list, with dt bound if the kernel has it. Errors:
 * RIA_ERROR_INTERNAL. */
ria_status estuary_add_source(estuary *e, const char *kernel, ria_source **source);
/** Add rain and losses, after estuary_sources(). */
ria_status estuary_rain(estuary *e);
/** The largest rate in the rain's file, m/s; 0 without a file. */
double estuary_most_radar(const estuary *e);
/** The largest rate of rain at any time and place, m/s; 0 without rain. */
double estuary_most_rain(const estuary *e);
/** The largest time step that is still stable after a river or rain has filled a dry cell during
 * that step, s; infinite without rivers and rain. */
double estuary_longest_pour(const estuary *e);
/** The concentration of a tracer besides the first in a river. */
double estuary_river_brings(const estuary *e, int river, int rider);
/** Whether a discharge is an outflow at some time. */
bool estuary_takes(const ria_series *discharge);
/** The state fields after those of every case: returns their number; `list` (may be NULL) gets
 * them. Without own keys (ria_case.own NULL): only the fields that the shared keys need. */
int estuary_more_state(const ria_case *the_case, ria_quantity list[ESTUARY_MORE_STATE]);
/** The number of such a field; -1 if the case lacks it. */
int estuary_state_field(const ria_case *the_case, const char *name);
/** Number of static fields after those of every case. */
int estuary_more_statics(const ria_case *the_case);
/** Show the maps of rain and losses in the history. */
void estuary_show_fields(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Add these fields to the instance and interpolate them to the grid. Errors: those of
 * ria_case_field_lay(). */
ria_status estuary_lay_statics(estuary *e);
/** The sections of the case on the grid: of its key, of open lines, and of structures. Errors:
 * RIA_ERROR_MEMORY, those of ria_lines_read(). */
ria_status estuary_sections(estuary *e);
void estuary_destroy_sections(estuary *e);
/** Whether `flows` requests the flow of a boundary; of a structure. */
bool estuary_asks_side(const estuary_case *own, const ria_case_boundary *boundary);
bool estuary_asks_structure(const estuary_case *own, const estuary_structure *structure);
/** List the columns of sections.csv: after estuary_segments() and estuary_sections(). Error:
 * RIA_ERROR_MEMORY. */
ria_status estuary_list_passages(estuary *e);
/** ria_solver.passages, and .passed of culverts and pumps */
int estuary_passages(const void *instance, const ria_passage **list);
double estuary_passed(const void *instance, int structure, int amount, double t);
/** The name of a boundary in files: its side and part, or its line. */
void estuary_name_boundary(const ria_case_boundary *boundary, char name[ESTUARY_NAME]);
/** Show the faces of sections in the history. */
void estuary_show_sections(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Means over windows (output.window): whether the case has them; number of their tracked fields,
 * which follow all others; their trackers, which follow all others; end times of windows; show the
 * means, with `first` as the number of their first tracked field. */
bool estuary_averages(const ria_case *the_case);
int estuary_mean_fields(const ria_case *the_case, ria_tracked *field);
ria_status estuary_average(estuary *e);
ria_windows estuary_windows(const ria_case *the_case);
void estuary_show_means(const ria_case *the_case, int first, ria_shown *shown);
/** ria_variable.follow: the level, m, for a depth; the first static field is the still-water
 * depth. */
double estuary_level_of_depth(double depth, const double *statics, double time);
/** The tracked fields of a case, in their order; returns their number. */
int estuary_tracked(const ria_case *the_case, ria_tracked field[RIA_MAX_TRACKED]);
/** Find the kernels of tracked fields, add them to the model, and show the fields. */
ria_status estuary_track(estuary *e);
void estuary_fill_tracked(const estuary *e, ria_model *model);
void estuary_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Weather, and rain from a file: open their files; add their static fields, after all others;
 * add their kernel. */
ria_status estuary_open_weather(estuary *e);
ria_status estuary_open_radar(estuary *e);
void estuary_close_radar(estuary *e);
/** Compute how much the air pressure raises the levels of sides: after estuary_segments(). */
ria_status estuary_weather_levels(estuary *e);
void estuary_weather_statics(estuary *e);
ria_status estuary_weather_source(estuary *e);
void estuary_close_weather(estuary *e);
/** Number of static fields of the case's weather. */
int estuary_weather_fields(const estuary_case *own);
/** The value of a weather field before the first record is loaded, by its number among the
 * weather fields. */
double estuary_weather_at_start(int field);
/** The forcing slot ESTUARY_ODD: the weight of odd records at a time. */
double estuary_odd(const estuary *e, double t);
/** How much the air pressure raises the level of a boundary, m; 0 without pressure. */
double estuary_barometer(const estuary *e, int boundary, double t);
/** Seconds between samples of the forcing, at most `interval`, such that each record of the
 * weather coincides with a sample. */
double estuary_weather_interval(const estuary *e, double interval);
/** The moments of weather and of rain from a file. */
double estuary_weather_next(const estuary *e, double t);
ria_status estuary_weather_begin(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_weather_act(estuary *e, ria_simulation *simulation, double t);
double estuary_radar_next(const estuary *e, double t);
ria_status estuary_radar_act(estuary *e, ria_simulation *simulation, double t);
/** Whether the weather has a wind. */
bool estuary_blows(const estuary *e);
/** The wind in each cell of the grid at a time, m/s: wind[2][ny][nx]. The records read for it are
 * cached for the next call. Errors: those of the weather's file; RIA_ERROR_MEMORY. */
ria_status estuary_wind_in_cells(estuary *e, double t, double *const wind[2]);
/** The uniform wind, m/s. */
void estuary_wind(const estuary_case *own, double t, double wind[2]);
/** ria_solver.beside, .particles and .currents */
double estuary_particle_bytes(const ria_case *the_case);
ria_status estuary_list_particles(void *instance, ria_particles_description *description,
                                  ria_currents_reading *reading);
ria_status estuary_make_currents(void *instance, double time, double *const *value,
                                 ria_currents *currents);
void estuary_destroy_drift(estuary *e);
/** Build the model's moments from those of the case's parts; no moments if no part has any. */
void estuary_moments(const estuary *e, ria_model *model);
/** ria_forcing_function; context: the instance. */
void estuary_forcing_values(void *context, double t, double *values);
/** Seconds between samples of the forcing: about the time in which a wave crosses a cell at the
 * deepest water, rounded to a power of two. Depends on the case alone. */
double estuary_forcing_interval(const ria_terrain *terrain, double gravity);

#endif
