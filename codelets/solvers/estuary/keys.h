/* What a case says to the solver estuary, besides the keys of all water: ria/case.h. */
#ifndef RIA_ESTUARY_KEYS_H
#define RIA_ESTUARY_KEYS_H

#include "ria/schema.h"

#include "ria/solver_keys.h"

/* Order of the scheme, and the limiter of its slopes. */
typedef enum { RIA_ORDER_1, RIA_ORDER_2 } estuary_order;
typedef enum { RIA_SLOPES_GENERALIZED, RIA_SLOPES_MINMOD, RIA_SLOPES_MC } estuary_slope_limiter;

/* Horizontal mixing: one of the three, or none. */
typedef struct {
  bool on; /* the key is there */
  bool has_map;
  double constant;    /* m2/s */
  ria_case_field map; /* m2/s */
  double smagorinsky; /* coefficient: its square times a cell's area times the strain */
} estuary_mixture;

/* Infiltration: by one method. Where the method is another, its fields are not there. */
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
  double above; /* m above the reference: lower cells lose nothing. NAN: the highest level of the
                   sides */
  ria_case_place place;
} estuary_losses;

/* A structure on faces between cells, or buildings on cells. */
typedef enum {
  RIA_STRUCTURE_WALL,
  RIA_STRUCTURE_WEIR,
  RIA_STRUCTURE_BUILDINGS
} estuary_structure_kind;
typedef enum { RIA_PASSES_BOTH, RIA_PASSES_LEFT, RIA_PASSES_RIGHT } estuary_passes;
typedef struct {
  double at[2];
} estuary_point;
typedef struct {
  char *name;
  estuary_structure_kind kind;
  bool has_crest;
  double crest;          /* m above the reference; a wall without one is never overtopped */
  double coefficient;    /* of the weir */
  double height;         /* of buildings, over the bed; m */
  estuary_passes passes; /* by the left or right hand of who walks along the line */
  char *file;            /* of lines; or */
  int points;
  estuary_point *point; /* of a line */
  ria_case_place place;
} estuary_structure;

typedef struct {
  char *domain; /* a file of polygons, or NULL: cells outside are land */
  ria_case_place domain_place;
  int structures;
  estuary_structure *structure;
  struct {
    estuary_order order;
    estuary_slope_limiter limiter; /* of order 2 */
    bool low_froude;               /* less upwinding of momentum at a small Froude number */
  } numerics;
  struct {
    double manning; /* of the whole bed; 0: none, or one of the others is there */
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
    ria_series rate; /* m/s */
    bool has_factor;
    ria_case_field factor; /* of the rate, in each cell */
    ria_case_place place;
  } rain;
  estuary_losses losses;
} estuary_case;

/* Usual and possible ranges of these keys on Earth. */
extern const ria_plausible estuary_plausible[];
/* ria_solver_keys.fill_in, .stable, .finish and .examine */
void estuary_fill_in(ria_reader *reader);
const char *estuary_stable(const void *own);
void estuary_finish(ria_reader *reader, ria_case *the_case, void *own);
void estuary_examine(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Parts of it: the roughness, viscosity and diffusivity onto the grid, the domain and buildings
 * onto the bed, the structures onto faces, */
void estuary_lay_roughness(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_lay_mixing(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_shape_bed(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
void estuary_lay_structures(const ria_case *the_case, ria_terrain *terrain,
                            ria_case_errors *errors);
/* The areas of releases, */
void estuary_mark_releases(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* Whether faces have structures. */
bool estuary_has_dams(const estuary_case *own);
/* Upper bound of the level of a side, m; the largest value of a series. */
double estuary_highest_level(const ria_case_boundary *boundary);
/* A part of it: maps of rain and losses. */
void estuary_check_fields(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);
/* A part of it: rivers, releases, tides and levels on dry land; a domain without water. */
void estuary_check_places(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);

extern const ria_key estuary_keys[];

#endif
