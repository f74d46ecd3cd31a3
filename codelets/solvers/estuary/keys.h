/* The keys of the solver estuary, as read, besides the keys of all water: ria/case.h. */
#ifndef RIA_ESTUARY_KEYS_H
#define RIA_ESTUARY_KEYS_H

#include "ria/schema.h"

#include "ria/solver_keys.h"

/* Order of the scheme, and the limiter of its slopes. */
typedef enum { RIA_ORDER_1, RIA_ORDER_2 } estuary_order;
typedef enum { RIA_SLOPES_GENERALIZED, RIA_SLOPES_MINMOD, RIA_SLOPES_MC } estuary_slope_limiter;

/* Horizontal mixing: one of the three, or none. */
typedef struct {
  bool on; /* the key is given */
  bool has_map;
  double constant;    /* m2/s */
  ria_case_field map; /* m2/s */
  double smagorinsky; /* coefficient: the viscosity is its square times the cell's area times the
                         strain */
} estuary_mixture;

/* Infiltration, by one method. The fields of other methods are absent. */
typedef enum {
  ESTUARY_LOSES_NOTHING,
  ESTUARY_INITIAL_LOSS,
  ESTUARY_GREEN_AMPT,
  ESTUARY_HORTON,
  ESTUARY_CURVE_NUMBER
} estuary_loss_method;

typedef struct {
  bool on;
  estuary_loss_method method;
  bool has_initial, has_continuing, has_green_ampt, has_horton, has_curve_number; /* keys given */
  ria_case_field initial, continuing;                                             /* m, m/s */
  struct {
    ria_case_field conductivity, suction, deficit; /* m/s, m, 1 */
  } green_ampt;
  struct {
    ria_case_field initial, final, decay; /* m/s, m/s, 1/s */
  } horton;
  ria_case_field curve_number;
  bool has_above;
  double above; /* m above the reference: lower cells have no losses. NAN: the highest level of the
                   sides */
  ria_case_place place;
} estuary_losses;

/* A structure on faces between cells; buildings on cells; or a conduit of water from one place to
 * another. */
typedef enum {
  RIA_STRUCTURE_WALL,
  RIA_STRUCTURE_WEIR,
  RIA_STRUCTURE_GATE,
  RIA_STRUCTURE_BUILDINGS,
  RIA_STRUCTURE_CULVERT,
  RIA_STRUCTURE_PUMP
} estuary_structure_kind;
typedef enum { RIA_PASSES_BOTH, RIA_PASSES_LEFT, RIA_PASSES_RIGHT } estuary_passes;
typedef struct {
  double at[2];
} estuary_point;
/* A level that switches a pump or gate, if the key is given. */
typedef struct {
  bool on;
  double level; /* m above the reference */
} estuary_switch;
typedef struct {
  char *name;
  estuary_structure_kind kind;
  bool has_crest;
  double crest;          /* m above the reference; a wall without it is never overtopped */
  double coefficient;    /* of the weir */
  double height;         /* height of buildings over the bed; inner height of a box culvert; m */
  estuary_passes passes; /* to the left or right of a walker along the line */
  char *file;            /* file of lines; or */
  int points;
  estuary_point *point; /* points of a line */
  struct {
    ria_series opening;                                                  /* m above the crest */
    estuary_switch opens_below, opens_above, closes_below, closes_above; /* controlled by the level
                                                                            at this place */
    bool watches;
    double at[2];
    double travel; /* s that it takes to open or to close; 0: immediately */
  } gate;
  double from[2], to[2], radius; /* of a culvert or pump */
  struct {
    double width, diameter; /* diameter or width, m; one of the two is 0 */
    int barrels;
    bool has_sill, has_length;
    double sill, length, losses, manning;
    bool one_way;
  } culvert;
  struct {
    ria_series discharge; /* m3/s */
    estuary_switch starts_above, stops_below;
  } pump;
  ria_case_place place;
} estuary_structure;

/* Wind and air pressure over time and place, from a file or from the track of a cyclone. */
typedef enum { ESTUARY_LARGE_POND, ESTUARY_SMITH_BANKE, ESTUARY_CONSTANT_DRAG } estuary_drag;
typedef struct {
  bool on;
  char *file; /* file of fields, or */
  char *track;
  char **wind; /* the two variables of the file; NULL: not used */
  int winds;
  char *pressure, *crs;
  estuary_drag drag;
  double coefficient, cap; /* of the drag coefficient */
  bool inverse_barometer;
  double ambient, inflow, surface_wind; /* of the cyclone: Pa, degrees, 1 */
  ria_case_place place;
} estuary_weather_keys;

/* A line through which the flow is measured. */
typedef struct {
  char *name;
  int points;
  estuary_point *point;
  ria_case_place place;
} estuary_section;

/* The largest values that a case may request. They are updated after every step. */
typedef enum {
  ESTUARY_PEAK_LEVEL,
  ESTUARY_PEAK_DEPTH,
  ESTUARY_PEAK_SPEED,
  ESTUARY_PEAK_FLUX,
  ESTUARY_PEAK_HAZARD,
  ESTUARY_PEAK_CONCENTRATION,
  ESTUARY_PEAKS
} estuary_peak;
/* Particles that the currents carry. */
typedef struct {
  char *name;
  double at[2], radius; /* m */
  char *area;           /* a file of polygons instead, or NULL; */
  char mark[32];        /* the field of the terrain that is 1 in its cells */
  int64_t count;
  double time, until, every; /* s; `until` and `every` 0: not given */
  double wind_drift;         /* fraction of the wind's velocity */
  double diffusivity;        /* m2/s */
  bool mixes;                /* use the diffusivity of the case's tracers instead */
  double mass;               /* kg, mass of all of them; 0: not given */
  double decay;              /* 1/s */
  bool dies;
  int shore;    /* ria_shore */
  double draft; /* m */
  int64_t seed;
  ria_case_place place;
} estuary_particles;

typedef struct {
  char *domain; /* a file of polygons, or NULL: cells outside are land */
  ria_case_place domain_place;
  int structures;
  estuary_structure *structure;
  int sections;
  estuary_section *section;
  struct {
    char **word;
    int words;
    bool sides, structures; /* the words request these kinds */
    ria_case_place place;
  } flows; /* boundaries and structures measured like sections */
  struct {
    estuary_order order;
    estuary_slope_limiter limiter; /* limiter of order 2 */
    bool low_froude;               /* less upwinding of momentum at small Froude numbers */
  } numerics;
  struct {
    double manning; /* Manning's n of the whole bed; 0: none, or another law is given */
    bool has_map, has_chezy, has_linear;
    ria_case_field map, chezy, linear; /* Manning's n, s/m1/3; m1/2/s; 1/s */
  } friction;
  estuary_mixture viscosity, diffusivity;
  struct {
    double latitude;
    bool on;
    double parameter; /* f, 1/s */
    ria_case_place place;
  } coriolis;
  struct {
    bool on;
    ria_series speed, direction; /* m/s, degrees it comes from */
    double drag;
  } wind;
  struct {
    bool on;
    ria_series rate; /* m/s; or */
    char *file, *variable, *crs;
    bool has_factor;
    ria_case_field factor; /* factor of the rate, in each cell */
    ria_case_place place;
  } rain;
  estuary_losses losses;
  estuary_weather_keys weather;
  struct {
    bool on;
    char **field; /* words, */
    int fields;
    unsigned asked; /* requested values: bits of estuary_peak */
    bool has_above, has_arrival, has_duration;
    double above, arrival, duration; /* depths, m */
    ria_case_place place;
  } maxima;
  int particles; /* number of groups of particles */
  estuary_particles *particle;
} estuary_case;

/* Usual and possible ranges of these keys on Earth. */
extern const ria_plausible estuary_plausible[];
/* ria_solver_keys.fill_in, .stable, .finish and .examine */
void estuary_fill_in(ria_reader *reader);
const char *estuary_stable(const void *own);
void estuary_finish(ria_reader *reader, ria_case *the_case, void *own);
void estuary_examine(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Parts of estuary_examine(): put the roughness, viscosity and diffusivity onto the grid, the
 * domain and buildings onto the bed, the structures onto faces, */
void estuary_lay_roughness(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_lay_mixing(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_shape_bed(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_lay_structures(const ria_case *the_case, ria_terrain *terrain,
                            ria_case_errors *errors);
/* Put open lines onto faces, and land beyond them, at the level `land`. `bed`: the depths before
 * the domain was cut; NULL: it was not cut. */
void estuary_lay_open_lines(const ria_case *the_case, ria_terrain *terrain, const double *bed,
                            double land, ria_case_errors *errors);
/* Whether the case's sections are measured, */
bool estuary_measures(const ria_case *the_case);
/* Check `output.window`. */
void estuary_finish_means(ria_reader *reader, const ria_case *the_case);
/* Read the words of `flows`, and check that each name is used once. */
void estuary_finish_flows(ria_reader *reader, const ria_case *the_case, estuary_case *own);
/* Check that sections lie in the grid, and mark their faces, */
void estuary_lay_sections(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* The areas of releases, */
void estuary_mark_releases(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Whether a structure is on faces; whether it carries water from one place to another. */
bool estuary_is_dam(const estuary_structure *structure);
bool estuary_is_pipe(const estuary_structure *structure);
/* Whether faces have structures; whether there are gates; whether there are culverts or pumps. */
bool estuary_has_dams(const estuary_case *own);
/* Whether faces have structures, or walls between the cells beyond an open line. */
bool estuary_needs_dams(const ria_case *the_case);
bool estuary_has_gates(const estuary_case *own);
bool estuary_has_pipes(const estuary_case *own);
/* Part of estuary_examine(): the ends of culverts and pumps. */
void estuary_check_pipes(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Place the stations along sides. */
void estuary_lay_stations(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Check the rivers of boundaries with a conveyance or a rating curve. */
void estuary_check_rivers(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Upper bound of the level at a side, m. */
double estuary_highest_level(const ria_case *the_case, const ria_terrain *terrain,
                             const ria_case_boundary *boundary);
/* Part of estuary_examine(): maps of rain and losses. */
void estuary_check_fields(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Particles: checks of their keys against each other; their places on the grid. */
void estuary_finish_particles(ria_reader *reader, const ria_case *the_case, estuary_case *own);
void estuary_check_particles(const ria_case *the_case, ria_terrain *terrain,
                             ria_case_errors *errors);
/* Whether any particles drift with the wind; whether any use the case's diffusivity. */
bool estuary_particles_drift(const estuary_case *own);
bool estuary_particles_mix(const estuary_case *own);
/* Part of estuary_examine(): files of weather and rain. */
void estuary_check_weather(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_check_radar(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Part of estuary_examine(): rivers, releases, tides and levels on dry land; a domain without
 * water. */
void estuary_check_places(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);

extern const ria_key estuary_keys[], estuary_particle_keys[];
/* 1 in the cells inside the polygons of a file, else 0: [ny][nx], owned by the caller. NULL after
 * an error, which is in `errors`. */
double *estuary_mark_polygons(const ria_case *the_case, const ria_terrain *terrain,
                              const char *file, const ria_case_place *place,
                              ria_case_errors *errors);

#endif
