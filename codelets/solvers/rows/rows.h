/* The solver rows: what its files share. */
#ifndef ROWS_H
#define ROWS_H

#include "../program_builder.h"
#include "ria/solver.h"
#include "distance.h"
#include "keys.h"
#include "metrics.h"
#include "slide.h"

enum { ROWS_LEVELS = 3 /* of multigrid, at most */ };

/* Fields of the state that last, by their numbers: the conserved quantities, and the change of each
 * in the step before. All fields have names: rows_state, which program.c gives to its operations.
 */
enum { RHO, MX, MR, MT, ENERGY, HISTORY, ROWS_LASTING = HISTORY + 5 };

/* Behind the metrics: 0 on boundaries other than walls with slip; 0 where coarser grids do not see
 * the change of a node; and numbers that boundaries need at a node: a held state, or an outflow's
 * pressure and normal. With turbulence, the distance of a cell to the nearest wall; of a
 * face on a wall 1 where it has friction, and its speed along the axis and of rotation. */
enum {
  SLIDES = ROWS_STATICS,
  SEEN,
  GIVEN,
  ROWS_LAMINAR_STATICS = GIVEN + 5,
  DISTANCE = ROWS_LAMINAR_STATICS,
  WALL, /* [3 faces][3], with wall functions */
  ROWS_ALL_STATICS = WALL + 9
};
enum { GIVEN_PRESSURE = 0, GIVEN_NORMAL = 1 };

/* Blades of a row of the whole circumference, and how fast they pass the next row, rad/s. */
typedef struct {
  int blades;
  double speed;
} rows_passing;

typedef struct {
  const ria_case *the_case;
  const rows_case *own;
  const ria_terrain *terrain;
  const ria_block_grid *grid;
  rows_metrics *metrics;
  int *boundary_of;  /* [patches of the grid]: of the case */
  bool *is_wall;     /* [patches of the grid] */
  ria_patch **patch; /* [boundaries of the case]: their patches */
  int *patches;
  double *omega;           /* [blocks], rad/s */
  double *wall_speed;      /* [boundaries][blocks], rad/s */
  int nstatic;             /* fields that never change: those of turbulence only if there is any */
  rows_distance *distance; /* to walls; NULL: no turbulence */
  double *longest;         /* [2][blocks]: mixing length, m, or over the radius; one of them is 0 */
  double gas;              /* gas constant, J/kg/K */
  rows_passing passing;    /* of unsteady flow: what a passing is, */
  double time_step;        /* and the time step of all cells, s; 0: each has its own */
  double start[5];         /* density, velocity, pressure of a uniform start */
  rows_slides slides;      /* of sliding planes, */
  ria_ring *ring;          /* [sides]: what each reads of the other one; offsets between the two */
  int64_t *grain;          /* [sides] are whole numbers of this part of the circle */
  ria_block_side *open_side;
  ria_sparse beyond, across; /* nodes beyond sliding planes, and on their downstream sides */
  struct rows_side *side;    /* [planes of the case][2]: upstream, downstream */
  ria_patch **plane_patch;   /* [planes][2]: their patches */
  int *plane_patches;
  struct rows_side *outlet; /* [boundaries]: outflows with their pressure at the hub */
  ria_sparse outlet_average, outlet_rise;
  ria_sparse this_side, other_side; /* averages around the circumference, for nodes of planes */
  ria_sparse to_cells, to_coarse[ROWS_LEVELS], to_fine[ROWS_LEVELS]; /* of multigrid */
  ria_sparse listed;                     /* sums over the cells around listed nodes, */
  ria_sparse stressed[RIA_AXES], hooped; /* and what stresses of cells do to these */
  program_builder program;
} rows;

/* ---- rows.c ---- */
extern const ria_quantity rows_state[], rows_statics[ROWS_ALL_STATICS];

/* ---- check.c: errors are RIA_ERROR_CASE ---- */
/* Fail with RIA_ERROR_CASE: "path:line:column: sentence". The sentence says what, and what to do. A
 * place without a line comes from the command line: then only the path is named. */
ria_status rows_reject(const ria_case *the_case, const ria_case_place *place, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));
/* The names of patches that planes and boundaries have. To call before anything uses them. */
ria_status rows_check_patches(const rows *s);
/* The rows of the case against those of the grid. */
ria_status rows_check_rows(const rows *s);
/* Volumes of all cells, radii, and nodes of joints. */
ria_status rows_check_grid(const rows *s);
/* Pressures of inflows and outflows; after the speeds of the blocks. */
ria_status rows_check_pressures(const rows *s);
/* The blades of a row of the grid, as the case or the grid says; 0: neither does. `row` may be -1.
 */
int rows_blades(const rows *s, int row);

/* Where the case describes a block of the grid. */
const ria_case_place *rows_block_place(const rows *s, int block);

/* ---- closed.c ---- */
/* What walls by `default` close; after rows_find_boundaries(). Errors: RIA_ERROR_CASE, and those of
 * ria_block_grid_nodes(). */
ria_status rows_check_closed(const rows *s);
/* Whether faces of a row (-1: of blocks of no row) repeat around the axis. */
bool rows_repeats(const rows *s, int row);

/* ---- boundary.c ---- */
/* The side of a plane that a patch is of: 2 * plane + 0 or 1; -1: none. */
int rows_plane_side_of(const rows *s, int patch);
/* Whether inflows lead into the grid; after the metrics. */
ria_status rows_check_directions(const rows *s);
/* Find the boundary of each patch of the grid. Errors: RIA_ERROR_CASE (a patch without a
 * boundary), RIA_ERROR_MEMORY. */
ria_status rows_find_boundaries(rows *s);
/* Whether a node lies on a boundary other than a wall with slip. */
bool rows_is_set(const rows *s, int block, const ria_global node[RIA_AXES]);
/* Whether coarser grids see the change of a node: boundaries take away of it the same in all
 * copies, and nothing of the rest when they do it again. */
ria_status rows_is_seen(const rows *s, int block, const ria_global node[RIA_AXES], bool *seen);
/* What boundaries need at a node of a block: out [5]. */
ria_status rows_given(const rows *s, int block, const ria_global node[RIA_AXES],
                      const double point[RIA_AXES], double given[5]);

/* The coordinates of a node, as the first of its copies has them. */
ria_status rows_point(const rows *s, int block, const ria_global node[RIA_AXES],
                      double point[RIA_AXES]);

/* ---- plane.c ---- */
/* Errors: RIA_ERROR_CASE (a patch that there is not, sides that do not fit), RIA_ERROR_MEMORY. */
ria_status rows_find_planes(rows *s);
void rows_free_planes(rows *s);
/* The normal of a plane at one of its nodes, axial and radial, downstream. Returns false for other
 * nodes. */
bool rows_plane_normal(const rows *s, int block, const ria_global node[RIA_AXES], double normal[2]);
void rows_make_planes(rows *s);
/* Whether a boundary is an outflow whose pressure is given at the hub. */
bool rows_is_at_hub(const rows *s, int boundary);

/* The row of the grid that a side of a plane is of, -1: none; and how fast that turns, rad/s. */
int rows_side_row(const rows *s, int side);
double rows_side_speed(const rows *s, int side);
/* The largest depth of a cell beside a mixing plane: its volume over its face on the plane, m. */
double rows_side_depth(const rows *s, int side);

/* ---- slide.c ---- */
/* Whether a patch of the grid is a side of a sliding plane. */
bool rows_is_sliding(const rows *s, int patch);
/* The rings of sliding planes; before the metrics, which see beyond them. Errors: RIA_ERROR_CASE
 * (sides that do not fit, nodes that are not equally spaced), RIA_ERROR_MEMORY. */
ria_status rows_find_slides(rows *s);
void rows_free_slides(rows *s);
/* Fail with RIA_ERROR_CASE: "planes: 'a' and 'b' of the sliding plane 'gap'", and what of them. */
ria_status rows_refuse_plane(const rows *s, int plane, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- slide_rows.c ---- */
/* The matrices of sliding planes; after the time step. Errors: as above. */
ria_status rows_make_slides(rows *s);

/* The unit normal outwards at a node of a patch, along x, r, theta. Errors: those of
 * rows_metrics_fill(). */
ria_status rows_normal_at(const rows *s, const ria_node_patch *patch,
                          const ria_global node[RIA_AXES], double normal[RIA_AXES]);

/* ---- judge.c ---- */
/* ria_solver.judge: warns of exits that gas flows in through. */
ria_status rows_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                      void *context);

/* ---- passing.c ---- */
/* The time step of unsteady flow; after the planes. Errors: RIA_ERROR_CASE (no blade passes
 * another one). */
ria_status rows_find_time_step(rows *s);

/* ---- start.c ---- */
/* The direction of an inflow, along x, r, theta. */
void rows_direction(const rows_boundary *inflow, double direction[RIA_AXES]);
/* The conserved quantities of a supersonic inflow at a radius (1 in a plane). */
void rows_inflow_state(const rows *s, const rows_boundary *inflow, double radius,
                       double conserved[5]);
/* Work out the start. Errors: RIA_ERROR_CASE (nothing says what it is). */
ria_status rows_prepare_start(rows *s);
/* The conserved quantities at the start at a point. */
void rows_start_at(const rows *s, const double point[RIA_AXES], double conserved[5]);

/* ---- turbulence.c ---- */
/* Find the walls and the longest mixing lengths, if the case has turbulence. After the metrics.
 * Errors: RIA_ERROR_CASE (no wall, or nothing says how long), and those of rows_distance_create().
 */
ria_status rows_find_turbulence(rows *s);
bool rows_is_turbulent(const rows *s);
bool rows_has_wall_functions(const rows *s);
/* Whether the gas slips along the patches of a boundary. */
bool rows_slips(const rows *s, int boundary);
/* Walls as wall functions see them: values [9][k][j][i] for the faces of a range. */
void rows_fill_walls(const rows *s, int block, const ria_range *range, double *values);

/* ---- multigrid.c ---- */
/* Errors: RIA_ERROR_CASE (cells that no coarse cell fits). */
ria_status rows_check_levels(const rows *s);
void rows_make_multigrid(rows *s);

/* ---- show.c ---- */
/* ria_solver.show. */
void rows_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

/* ---- program.c ---- */
ria_status rows_make_program(rows *s);

#endif
