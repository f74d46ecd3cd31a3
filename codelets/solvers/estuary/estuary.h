/** \file
 * The estuary solver: its instance, and how its parts fill a model. */
#ifndef RIA_ESTUARY_H
#define RIA_ESTUARY_H

#include "../recipe.h"
#include "../water.h"
#include "keys.h"
#include "ria/particles.h"
#include "ria/solver.h"
#include "ria/tide.h"

/* Slots of the forcing: these, then two for each boundary, one for each station along a boundary,
 * and two for each source. */
enum { ESTUARY_WIND_X, ESTUARY_WIND_Y, ESTUARY_RAIN, ESTUARY_ODD, ESTUARY_SLOTS };

enum { ESTUARY_NAME = 64, ESTUARY_DAMS = 8 };
enum { ESTUARY_VISCOSITY, ESTUARY_DIFFUSIVITY, ESTUARY_MIXES };

/* Fields of some cases: the most there are of a case. */
enum { ESTUARY_MORE_STATE = RIA_MAX_FIELDS - 4, ESTUARY_STATICS = RIA_MAX_STATICS };

/* Tracers besides the first: nine, and the age of the water. */
enum { ESTUARY_RIDERS = 10, ESTUARY_HANDED = 4 };

/* Kernels that follow the state: of the first tracer, largest values, flooding, riders. */
enum { ESTUARY_FOLLOWED = 2 + ESTUARY_PEAKS + ESTUARY_RIDERS, ESTUARY_AVERAGED = 2 };

/* Names of static fields that are the weights of sources. */
#define ESTUARY_RAIN_MAP "rain"
#define ESTUARY_LOSING   "losing"
#define ESTUARY_ALL      "everywhere"

typedef struct estuary_pipes estuary_pipes; /* pipes.c */
/* The cells of a boundary at which a river has a normal flow, or leaves by a rating curve: their
 * beds, and their conveyances, of which conveyance.h makes the discharge of a depth. */
typedef struct {
  int cells;
  double *bed, *weight; /**< m; m times what conveyance.h has for a depth, without the depth */
  double drive;         /**< discharge of a conveyance of 1, by the slope */
  int levels;
  double *stage, *flow; /**< [levels]: m; m3/s of normal flow */
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
  const estuary_case *own; /**< its own keys */
  const ria_terrain *terrain;
  int stages;
  ria_stage stage[2]; /**< the water's step; then mixing, if there is any */
  ria_tide **tide;    /**< [boundaries]: of those with a tide; boundaries of one tide share it */
  ria_tide **station_tide; /**< [terrain->stations]: of those with constituents */
  estuary_river *river;    /**< [boundaries]: of those that need one */
  int segments;
  ria_segment *segment;
  char (*opening)[ESTUARY_NAME]; /**< [boundaries]: names for people */
  const double *roughness; /**< of each cell, as friction_map.h has it; NULL: one Manning's n */
  const double *mixing_map[ESTUARY_MIXES]; /**< viscosity and diffusivity of each cell, m2/s; NULL:
                                              one of them everywhere, or none */
  bool has_dams;                           /**< there are structures */
  const double *dam[ESTUARY_DAMS]; /**< of each cell, as dams.h has them: crests of the low faces
                                      along x and y, coefficients forth, coefficients back; which
                                      gates these are, NULL where there is none */
  const double *line_outer, *line_reach[2]; /**< of each cell, of open lines; NULL: none */
  estuary_held *held;                       /**< [boundaries] */
  double forcing_interval; /**< s, without that of weather: estuary_forcing_interval() */
  double *keep;            /**< what moments keep (ria_moments): of gates, then of pipes */
  estuary_pipes *pipes;    /**< culverts and pumps; NULL: none */
  int nstate, nstatic;
  ria_quantity state[WATER_FIELDS + ESTUARY_MORE_STATE], statics[ESTUARY_STATICS];
  int maps;                     /**< of the statics: the last ones */
  double *map[ESTUARY_STATICS]; /**< [maps]: [ny][nx] */
  int places;                   /**< rivers, releases with a rate, and lines with a discharge: cells
                                   that are fed */
  int first_line;               /**< of these, the first line */
  int *place_count;             /**< [places]: how many cells */
  int sources;                  /**< the kernels that act on cells after a step, in their order */
  ria_source *source;           /**< [sources] */
  int riders;                   /**< tracers besides the first, */
  int rider_tracer[ESTUARY_RIDERS];    /**< their numbers in the case, */
  ria_rider rider[2 * ESTUARY_RIDERS]; /**< their steps, then their mixing, if there is any */
  int mixers;                          /**< riders, or 0 */
  ria_rider_side *rider_side;          /**< and sides: [2 * riders][segments] */
  ria_global *taken_cells[2];          /**< the cells of all intakes, each once: x and y, */
  double *taken_weight;                /**< and 1 */
  int sections;                        /**< of the case, then those that `flows` asks for */
  ria_section *section;                /**< [sections] */
  int passages;                        /**< what sections.csv has */
  ria_passage *passage;                /**< [passages] */
  int trackers, ntracked;              /**< what is followed after each step, and its fields */
  ria_tracker tracker[ESTUARY_FOLLOWED + ESTUARY_AVERAGED];
  ria_tracked tracked[RIA_MAX_TRACKED];
  double *source_area;      /**< [places]: m2, of the cells of each */
  ria_global **cells;       /**< [2 * places]: the cells' x and y */
  double **weights;         /**< [places] */
  estuary_drift *drift;     /**< particles, or NULL */
  estuary_weather *weather; /**< wind and pressure over time and place, or NULL */
  estuary_radar *radar;     /**< rain over time and place, or NULL */
} estuary;

/** Forcing slot of a boundary's level or inflow (the next one is the inflow of the water outside,
 * where it absorbs waves), or of its stage (the next one is the discharge of a conveyance of 1); of
 * a station's level; of the water of a source (its tracer is the next one). */
static inline int estuary_boundary_slot(int boundary) {
  return ESTUARY_SLOTS + 2 * boundary;
}
static inline int estuary_station_slot(const estuary *e, int station) {
  return ESTUARY_SLOTS + 2 * e->the_case->boundaries + station;
}
static inline int estuary_source_slot(const estuary *e, int place) {
  return estuary_station_slot(e, e->terrain->stations) + 2 * place;
}
/** Forcing slot of the light at the surface for a tracer of the case; behind all others. */
static inline int estuary_light_slot(const estuary *e, int tracer) {
  return estuary_source_slot(e, e->places) + e->places * e->riders + tracer;
}
/** Forcing slot of a tracer besides the first that comes in at a place. */
static inline int estuary_rider_slot(const estuary *e, int place, int rider) {
  return estuary_source_slot(e, e->places) + place * e->riders + rider;
}

/** The kernel of that name, or the one for structures or for a rough bed in its place; NULL:
 * neither is in this build. */
const ria_kernel *estuary_kernel(const estuary *e, const char *name);
/** The stage that mixes momentum and tracer, if the case asks for one. Errors: RIA_ERROR_CASE (the
 * target cannot do it). */
ria_status estuary_mixing(estuary *e);
/** The same for the riders, after estuary_ride(). */
ria_status estuary_mix_riders(estuary *e);
/** Find its maps. */
void estuary_find_mixing(estuary *e);
/** Whether a case has the static fields `viscosity_map` and `diffusivity_map`. */
bool estuary_mixes_by_map(const ria_case *the_case);
/** One of them, for a cell of the grid. */
double estuary_mixing_at(const estuary *e, int field, ria_global cell);
/** Show in the history those that differ from cell to cell. */
void estuary_show_mixing(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** ria_solver.later_limit */
bool estuary_later_limit(const ria_case *the_case, ria_step_limit *limit);
/** Whether levels differ along a side. */
bool estuary_has_stations(const ria_case *the_case);
/** The station at or before a place along a side, but the last one: of `count`, by growing place. 0
 * before the first. */
int estuary_station_before(const ria_terrain_station *station, int count, double along);
/** The coordinate of the middle of a cell along a side, m. */
double estuary_middle(const estuary *e, ria_side side, ria_global cell);
/** The boundary that has a cell along a side, or -1. */
int estuary_boundary_at(const estuary *e, ria_side side, ria_global cell);
/** The share of the way from one station to the next where the middle of a cell lies; 0 without
 * stations. */
double estuary_share_along(const estuary *e, ria_side side, ria_global cell);
/** Rivers of the boundaries with a conveyance or a rating curve. Errors: RIA_ERROR_MEMORY. */
ria_status estuary_rivers(estuary *e);
void estuary_rivers_destroy(estuary *e);
/** The level of normal flow with a discharge, m3/s, and what makes the discharge of all cells at
 * that level just that: the discharge of a conveyance of 1. */
void estuary_normal_flow(const estuary *e, int boundary, double discharge, double *stage,
                         double *factor);
/** Bind the scalars of a rating curve. */
void estuary_bind_rating(const estuary *e, int boundary, const ria_kernel *kernel,
                         ria_binding *scalars);
/** The boundaries' tides. */
ria_status estuary_tides(estuary *e);
void estuary_tides_destroy(estuary *e);
/** Whether the kernels have the static field `roughness`. */
bool estuary_is_rough(const estuary *e);
/** That field, for a cell of the grid. */
double estuary_roughness_at(const estuary *e, ria_global cell);
#define ESTUARY_ROUGHNESS "roughness"
/** Show it in the history, if it differs from cell to cell. */
void estuary_show_roughness(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** The fields of structures, if there are any. */
void estuary_find_dams(estuary *e);
/** One of them, for a cell of the grid or beyond it. */
double estuary_dam_at(const estuary *e, int field, const ria_global at[2]);
/** Whether a cell has a face with a structure. */
bool estuary_beside_dam(const estuary *e, const ria_global at[2]);
void estuary_show_dams(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Open lines: whether there are some, some with a level; find their fields; */
bool estuary_has_lines(const ria_case *the_case);
bool estuary_holds_lines(const ria_case *the_case);
void estuary_find_lines(estuary *e);
/** of each cell 1 + the number of the boundary whose line it lies just beyond, NAN: of none; NULL
 * without lines; borrowed; */
const double *estuary_lines_on(const ria_terrain *terrain);
/** whether a cell lies just beyond a boundary's line; */
bool estuary_line_cell(const ria_terrain *terrain, int boundary, ria_global cell);
/** the width of a line, m; */
double estuary_line_width(const ria_terrain *terrain, int boundary);
/** whether a cell lies just beyond some line, or beside such a cell; */
bool estuary_beside_line(const estuary *e, const ria_global at[2]);
/** its cells, and the weight of each, whose mean is 1 (all may be NULL): returns how many; */
int estuary_line_cells(const estuary *e, int boundary, ria_global *xs, ria_global *ys,
                       double *weight);
/** count what they gave, in the balance of an amount, by a field of the state (-1: it has none);
 * show them in the history; */
void estuary_count_lines(const ria_case *the_case, int field, ria_conserved *of);
void estuary_show_lines(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** the kernels of those with a level: right behind the step, before all other sources; and those
 * behind all. */
ria_status estuary_hold_lines(estuary *e);
ria_status estuary_see_lines(estuary *e);
void estuary_destroy_lines(estuary *e);
/** How far the gate is open that is that structure, m above its crest. */
double estuary_gate_opening(const estuary *e, int structure);
/** Show in the history where culverts and pumps have their ends. */
void estuary_show_pipes(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Culverts and pumps: their sources, after those of rain. */
ria_status estuary_create_pipes(estuary *e);
void estuary_destroy_pipes(estuary *e);
/** Moments (ria_moments) of gates, culverts and pumps. */
double estuary_next_works(const estuary *e, double t);
ria_status estuary_begin_gates(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_move_gates(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_begin_pipes(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_move_pipes(estuary *e, ria_simulation *simulation, double t);
/** Seconds between two moments of them: some steps, a power of two. */
double estuary_works_interval(const estuary *e);
/** Numbers that they keep. */
int estuary_gates_kept(const estuary_case *own);
int estuary_pipes_kept(const estuary *e);
/** Bind a kernel's scalars of friction, as far as it has them. */
void estuary_bind_friction(const estuary *e, const ria_kernel *kernel, ria_binding *scalars);
/** The sides of the domain: the case's boundaries in cells, walls between them. */
ria_status estuary_segments(estuary *e);
/** The cells of a boundary along its side. */
void estuary_boundary_cells(const ria_grid *grid, const ria_case_boundary *boundary,
                            ria_global *from, ria_global *to);
/** The concentration of a tracer in the water outside a boundary. */
double estuary_outside(const estuary *e, const ria_case_boundary *boundary, int tracer);
/** Width of a boundary in the grid, m: of the cells that it has, or of its line. */
double estuary_boundary_width(const estuary *e, const ria_case_boundary *boundary);
/** The cell of the grid that one beyond a side repeats, where the grid is periodic, or mirrors. */
ria_global estuary_within(const ria_grid *grid, int axis, ria_global at);
/** How much deeper the bed lies beyond a free side than in the cell that it mirrors, m: it goes on
 * as it falls or rises towards the side. So water runs out over a bed that falls, and none runs in
 * over one that rises from it: a hillside has no river from beyond. 0 elsewhere. */
double estuary_drop_beyond(const estuary *e, const ria_global at[2]);
/** The static field `side` of muscl_step.h, for a cell of the grid or beyond it. A structure gives
 * the water outside, too: there is no slope across it. */
double estuary_side_at(const estuary *e, const ria_global at[2]);
/** Rivers, then releases with a rate. */
ria_status estuary_sources(estuary *e);
/** The tracers besides the first that a case has, in the order of their fields: [ESTUARY_RIDERS]
 * numbers; how many they are. The age of the water is the last. */
int estuary_list_riders(const ria_case *the_case, int tracer[ESTUARY_RIDERS]);
/** How they move: after the segments. Errors: RIA_ERROR_CASE (the target cannot do it). */
ria_status estuary_ride(estuary *e);
/** Fill the start of a rider's content for cells of the grid. */
ria_status estuary_fill_rider(const estuary *e, int rider, const ria_range *cells, double *values);
/** Decay by light, settling and exchange with the bed, of any tracer: after rain and losses. */
ria_status estuary_exchange(estuary *e);
/** Whether a tracer of the case has one of these; whether it settles. */
bool estuary_exchanges(const ria_case *the_case);
bool estuary_settles(const ria_case *the_case);
/** The light at the surface for a tracer at a time, times its coefficient, 1/s. */
double estuary_light(const ria_case *the_case, int tracer, double t);
/** Show them. */
void estuary_show_riders(const ria_case *the_case, ria_shown *shown);
/** Fields of the state that last, behind those of every case. */
int estuary_lasting_state(const ria_case *the_case);
/** Add a kernel of sources to the list: the one of that name, with dt bound if it has it. Errors:
 * RIA_ERROR_INTERNAL. */
ria_status estuary_add_source(estuary *e, const char *kernel, ria_source **source);
/** Rain and losses, after estuary_sources(). */
ria_status estuary_rain(estuary *e);
/** The largest rate of the rain's file, m/s; 0 without. */
double estuary_most_radar(const estuary *e);
/** The largest rate of rain at any time and place, m/s; 0 without rain. */
double estuary_most_rain(const estuary *e);
/** The largest time step that is still stable after a river or rain has filled a dry cell for that
 * long, s; infinite without either. */
double estuary_longest_pour(const estuary *e);
/** The concentration of a tracer besides the first in a river. */
double estuary_river_brings(const estuary *e, int river, int rider);
/** Whether a discharge takes water out at some time. */
bool estuary_takes(const ria_series *discharge);
/** The state's fields behind those of every case: how many there are; `list` (may be NULL) gets
 * them. Also without keys of its own (ria_case.own NULL): those that the shared keys ask for. */
int estuary_more_state(const ria_case *the_case, ria_quantity list[ESTUARY_MORE_STATE]);
/** The number of such a field, -1 if the case does not have it. */
int estuary_state_field(const ria_case *the_case, const char *name);
/** How many static fields the case has behind those of every case. */
int estuary_more_statics(const ria_case *the_case);
/** Show in the history maps of rain and losses. */
void estuary_show_fields(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Add these to the instance, and put them onto the grid. Errors: those of ria_case_field_lay(). */
ria_status estuary_lay_statics(estuary *e);
/** The sections of the case on the grid: those of the key, of open lines, of structures. Errors:
 * RIA_ERROR_MEMORY, those of ria_lines_read(). */
ria_status estuary_sections(estuary *e);
void estuary_destroy_sections(estuary *e);
/** Whether `flows` asks for a boundary; for a structure. */
bool estuary_asks_side(const estuary_case *own, const ria_case_boundary *boundary);
bool estuary_asks_structure(const estuary_case *own, const estuary_structure *structure);
/** List what sections.csv has: after estuary_segments() and estuary_sections(). Error:
 * RIA_ERROR_MEMORY. */
ria_status estuary_list_passages(estuary *e);
/** ria_solver.passages, and .passed of culverts and pumps */
int estuary_passages(const void *instance, const ria_passage **list);
double estuary_passed(const void *instance, int structure, int amount, double t);
/** The name of a boundary in files: that of its side and part, or of its line. */
void estuary_name_boundary(const ria_case_boundary *boundary, char name[ESTUARY_NAME]);
/** Show their faces in the history. */
void estuary_show_sections(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Means of windows (output.window): whether a case has them; their tracked fields, behind all
 * others: how many there are; their trackers, behind all others; when windows end; show them, of
 * which the tracked fields begin at number `first`. */
bool estuary_averages(const ria_case *the_case);
int estuary_mean_fields(const ria_case *the_case, ria_tracked *field);
ria_status estuary_average(estuary *e);
ria_windows estuary_windows(const ria_case *the_case);
void estuary_show_means(const ria_case *the_case, int first, ria_shown *shown);
/** ria_variable.follow: the level of a depth, m, where the first static field is the still-water
 * depth. */
double estuary_level_of_depth(double depth, const double *statics, double time);
/** The tracked fields of a case, in their order; how many there are. */
int estuary_tracked(const ria_case *the_case, ria_tracked field[RIA_MAX_TRACKED]);
/** Find their kernels, add them to the model, and show them. */
ria_status estuary_track(estuary *e);
void estuary_fill_tracked(const estuary *e, ria_model *model);
void estuary_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);
/** Weather, and rain from a file: open their files; add their static fields, behind all others; add
 * the kernel that acts. */
ria_status estuary_open_weather(estuary *e);
ria_status estuary_open_radar(estuary *e);
void estuary_close_radar(estuary *e);
/** Find how much the pressure raises the levels of sides: after estuary_segments(). */
ria_status estuary_weather_levels(estuary *e);
void estuary_weather_statics(estuary *e);
ria_status estuary_weather_source(estuary *e);
void estuary_close_weather(estuary *e);
/** How many static fields a case has for its weather. */
int estuary_weather_fields(const estuary_case *own);
/** Such a field before the first record is there, by its number among those of the weather. */
double estuary_weather_at_start(int field);
/** The forcing slot ESTUARY_ODD: the share of odd records at a time. */
double estuary_odd(const estuary *e, double t);
/** How much the pressure raises the level of a boundary, m; 0 without pressure. */
double estuary_barometer(const estuary *e, int boundary, double t);
/** Seconds between samples of the forcing, at most `interval`, so that records of the weather fall
 * on them. */
double estuary_weather_interval(const estuary *e, double interval);
/** Their parts of the moments. */
double estuary_weather_next(const estuary *e, double t);
ria_status estuary_weather_begin(estuary *e, ria_simulation *simulation, double t);
ria_status estuary_weather_act(estuary *e, ria_simulation *simulation, double t);
double estuary_radar_next(const estuary *e, double t);
ria_status estuary_radar_act(estuary *e, ria_simulation *simulation, double t);
/** Whether the weather has a wind. */
bool estuary_blows(const estuary *e);
/** The wind in each cell of the grid at a time, m/s: wind[2][ny][nx]. What it reads for that is
 * kept for the next call. Errors: those of the weather's file; RIA_ERROR_MEMORY. */
ria_status estuary_wind_in_cells(estuary *e, double t, double *const wind[2]);
/** The wind that is the same everywhere, m/s. */
void estuary_wind(const estuary_case *own, double t, double wind[2]);
/** ria_solver.beside, .particles and .currents */
double estuary_particle_bytes(const ria_case *the_case);
ria_status estuary_list_particles(void *instance, ria_particles_description *description,
                                  ria_currents_reading *reading);
ria_status estuary_make_currents(void *instance, double time, double *const *value,
                                 ria_currents *currents);
void estuary_destroy_drift(estuary *e);
/** The model's moments: those of the parts that the case has; none where it has no such part. */
void estuary_moments(const estuary *e, ria_model *model);
/** ria_forcing_function; context: the instance. */
void estuary_forcing_values(void *context, double t, double *values);
/** Seconds between its samples: about what a wave needs for a cell where the water is deepest, as a
 * power of two. Of the case alone. */
double estuary_forcing_interval(const ria_terrain *terrain, double gravity);

#endif
