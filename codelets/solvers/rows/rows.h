/* Declarations that the files of the solver rows share. */
#ifndef ROWS_H
#define ROWS_H

#include "../program_builder.h"
#include "ria/solver.h"
#include "distance.h"
#include "keys.h"
#include "metrics.h"
#include "slide.h"

enum { ROWS_LEVELS = 3 /* levels of multigrid, at most */ };

/* Lasting fields of the state, by number: the conserved quantities, and the change of each in the
 * previous step. All fields have names: rows_state, which program.c passes to its operations.
 */
enum { RHO, MX, MR, MT, ENERGY, HISTORY, ROWS_LASTING = HISTORY + 5 };

/* Statics after the metrics: 0 on boundaries other than walls with slip; 0 where coarser grids
 * ignore the change of a node; and numbers of boundaries at a node: a held state, or an outflow's
 * pressure and normal. With turbulence, the distance of a cell to the nearest wall; for a face on a
 * wall 1 where it has friction, and its axial and angular speed. */
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

/* Number of blades of a row on the whole circumference, and the speed at which they pass the next
 * row, rad/s. */
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
  int *boundary_of;  /* [patches of the grid]: boundary of the case */
  bool *is_wall;     /* [patches of the grid] */
  ria_patch **patch; /* [boundaries of the case]: their patches */
  int *patches;
  double *omega;           /* [blocks], rad/s */
  double *wall_speed;      /* [boundaries][blocks], rad/s */
  int nstatic;             /* number of constant fields: those of turbulence only if the case has
                              it */
  rows_distance *distance; /* distances to walls; NULL: no turbulence */
  double *longest;         /* [2][blocks]: mixing length, m, or over the radius; one of them is 0 */
  double gas;              /* gas constant, J/kg/K */
  rows_passing passing;    /* unsteady flow: definition of a passing, */
  double time_step;        /* and the time step of all cells, s; 0: each has its own */
  double start[5];         /* density, velocity, pressure of a uniform start */
  rows_slides slides;      /* of sliding planes, */
  ria_ring *ring;          /* [sides]: ring that each side reads from the other one; offsets between
                              the two */
  int64_t *grain;          /* [sides] are whole multiples of this fraction of the circle */
  ria_block_side *open_side;
  ria_sparse beyond, across; /* nodes beyond sliding planes, and nodes on their downstream sides */
  struct rows_side *side;    /* [planes of the case][2]: upstream, downstream */
  ria_patch **plane_patch;   /* [planes][2]: their patches */
  int *plane_patches;
  struct rows_side *outlet; /* [boundaries]: outflows with their pressure prescribed at the hub */
  ria_sparse outlet_average, outlet_rise;
  ria_sparse this_side, other_side; /* averages around the circumference, for nodes of planes */
  ria_sparse to_cells, to_coarse[ROWS_LEVELS], to_fine[ROWS_LEVELS]; /* of multigrid */
  ria_sparse listed;                     /* sums over the cells around listed nodes, */
  ria_sparse stressed[RIA_AXES], hooped; /* and the effect of the cells' stresses on these */
  program_builder program;
} rows;

/* ---- rows.c ---- */
extern const ria_quantity rows_state[], rows_statics[ROWS_ALL_STATICS];

/* ---- check.c: errors are RIA_ERROR_CASE ---- */
/* Fail with RIA_ERROR_CASE: "path:line:column: sentence". The sentence names the fault and the
 * remedy. A place without a line number comes from the command line: then the message has only the
 * path. */
ria_status rows_reject(const ria_case *the_case, const ria_case_place *place, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));
/* Check the names of patches in planes and boundaries. Call it before they are used. */
ria_status rows_check_patches(const rows *s);
/* Check the rows of the case against those of the grid. */
ria_status rows_check_rows(const rows *s);
/* Check volumes of all cells, radii, and nodes of joints. */
ria_status rows_check_grid(const rows *s);
/* Check pressures of inflows and outflows; after the speeds of the blocks. */
ria_status rows_check_pressures(const rows *s);
/* Number of blades of a row of the grid, from the case or the grid; 0: not given. `row` may be -1.
 */
int rows_blades(const rows *s, int row);

/* The line of the case that describes a block of the grid. */
const ria_case_place *rows_block_place(const rows *s, int block);

/* ---- closed.c ---- */
/* Check the patches that are walls by `default`; after rows_find_boundaries(). Errors:
 * RIA_ERROR_CASE, and those of ria_block_grid_nodes(). */
ria_status rows_check_closed(const rows *s);
/* Whether faces of a row (-1: of blocks without a row) are periodic around the axis. */
bool rows_repeats(const rows *s, int row);

/* ---- boundary.c ---- */
/* The side of a plane that contains a patch: 2 * plane + 0 or 1; -1: none. */
int rows_plane_side_of(const rows *s, int patch);
/* Check that inflows point into the grid; after the metrics. */
ria_status rows_check_directions(const rows *s);
/* Find the boundary of each patch of the grid. Errors: RIA_ERROR_CASE (a patch without a
 * boundary), RIA_ERROR_MEMORY. */
ria_status rows_find_boundaries(rows *s);
/* Whether a node lies on a boundary other than a wall with slip. */
bool rows_is_set(const rows *s, int block, const ria_global node[RIA_AXES]);
/* Whether coarser grids use the change of a node: then boundaries remove the same part of it in
 * all copies, and no more when applied again. */
ria_status rows_is_seen(const rows *s, int block, const ria_global node[RIA_AXES], bool *seen);
/* The boundary data at a node of a block: out [5]. */
ria_status rows_given(const rows *s, int block, const ria_global node[RIA_AXES],
                      const double point[RIA_AXES], double given[5]);

/* The coordinates of a node, from the first of its copies. */
ria_status rows_point(const rows *s, int block, const ria_global node[RIA_AXES],
                      double point[RIA_AXES]);

/* ---- plane.c ---- */
/* Errors: RIA_ERROR_CASE (an unknown patch, sides that do not fit), RIA_ERROR_MEMORY. */
ria_status rows_find_planes(rows *s);
void rows_free_planes(rows *s);
/* The normal of a plane at one of its nodes, axial and radial, pointing downstream. Returns false
 * for other nodes. */
bool rows_plane_normal(const rows *s, int block, const ria_global node[RIA_AXES], double normal[2]);
void rows_make_planes(rows *s);
/* Whether a boundary is an outflow with its pressure prescribed at the hub. */
bool rows_is_at_hub(const rows *s, int boundary);

/* The row of the grid on a side of a plane, -1: none; and its angular speed, rad/s. */
int rows_side_row(const rows *s, int side);
double rows_side_speed(const rows *s, int side);
/* The largest depth of a cell at a mixing plane: its volume over its face on the plane, m. */
double rows_side_depth(const rows *s, int side);

/* ---- slide.c ---- */
/* Whether a patch of the grid is a side of a sliding plane. */
bool rows_is_sliding(const rows *s, int patch);
/* Find the rings of sliding planes; before the metrics, which use the nodes beyond them. Errors:
 * RIA_ERROR_CASE (sides that do not fit, nodes that are not equally spaced), RIA_ERROR_MEMORY. */
ria_status rows_find_slides(rows *s);
void rows_free_slides(rows *s);
/* Fail with RIA_ERROR_CASE: "planes: 'a' and 'b' of the sliding plane 'gap'" followed by the
 * fault. */
ria_status rows_refuse_plane(const rows *s, int plane, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- slide_rows.c ---- */
/* Build the matrices of sliding planes; after the time step. Errors: as above. */
ria_status rows_make_slides(rows *s);

/* The unit normal outwards at a node of a patch, along x, r, theta. Errors: those of
 * rows_metrics_fill(). */
ria_status rows_normal_at(const rows *s, const ria_node_patch *patch,
                          const ria_global node[RIA_AXES], double normal[RIA_AXES]);

/* ---- judge.c ---- */
/* ria_solver.judge: warns of inflow through exits. */
ria_status rows_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                      void *context);

/* ---- passing.c ---- */
/* Compute the time step of unsteady flow; after the planes. Errors: RIA_ERROR_CASE (no blade
 * passes another one). */
ria_status rows_find_time_step(rows *s);

/* ---- start.c ---- */
/* The direction of an inflow, along x, r, theta. */
void rows_direction(const rows_boundary *inflow, double direction[RIA_AXES]);
/* The conserved quantities of a supersonic inflow at a radius (1 in a plane). */
void rows_inflow_state(const rows *s, const rows_boundary *inflow, double radius,
                       double conserved[5]);
/* Compute the initial state. Errors: RIA_ERROR_CASE (the case does not determine it). */
ria_status rows_prepare_start(rows *s);
/* The conserved quantities of the initial state at a point. */
void rows_start_at(const rows *s, const double point[RIA_AXES], double conserved[5]);

/* ---- turbulence.c ---- */
/* Find the walls and the longest mixing lengths, if the case has turbulence. After the metrics.
 * Errors: RIA_ERROR_CASE (no wall, or no length given), and those of rows_distance_create().
 */
ria_status rows_find_turbulence(rows *s);
bool rows_is_turbulent(const rows *s);
bool rows_has_wall_functions(const rows *s);
/* Whether the gas slips along the patches of a boundary. */
bool rows_slips(const rows *s, int boundary);
/* Data of walls for wall functions: values [9][k][j][i] for the faces of a range. */
void rows_fill_walls(const rows *s, int block, const ria_range *range, double *values);

/* ---- multigrid.c ---- */
/* Errors: RIA_ERROR_CASE (numbers of cells that cannot be coarsened). */
ria_status rows_check_levels(const rows *s);
void rows_make_multigrid(rows *s);

/* ---- show.c ---- */
/* ria_solver.show. */
void rows_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

/* ---- program.c ---- */
ria_status rows_make_program(rows *s);

#endif
