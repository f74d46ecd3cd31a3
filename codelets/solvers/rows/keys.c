/* The keys of a case for the solver rows. */
#include "keys.h"

#define AT(member)       .offset = offsetof(rows_case, member), .size = sizeof(((rows_case *)0)->member)
#define OF(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define LIST(member, number, type)                                                                 \
  .offset = offsetof(rows_case, member), .size = sizeof(((rows_case *)0)->member),                 \
  .count = offsetof(rows_case, number), .record = sizeof(type)
#define ABOVE_ZERO   RIA_KEY_ABOVE
#define NOT_NEGATIVE RIA_KEY_LEAST

static const char *const plane_kinds[] = {
    [ROWS_MIXING] = "mixing", [ROWS_SLIDING] = "sliding", NULL};
static const char *const boundary_kinds[] = {
    [ROWS_WALL] = "wall",       [ROWS_SLIP] = "slip", [ROWS_INFLOW] = "inflow",
    [ROWS_OUTFLOW] = "outflow", [ROWS_HELD] = "held", NULL};
static const char *const pressures_at[] = {
    [ROWS_EVERYWHERE] = "everywhere", [ROWS_AT_HUB] = "hub", NULL};
static const char *const marches[] = {[ROWS_SCREE] = "scree", [ROWS_RK4] = "rk4", NULL};
static const char *const fluxes[] = {
    [ROWS_FLUXES_AUTO] = "auto", [ROWS_STORED] = "stored", [ROWS_RECOMPUTED] = "recomputed", NULL};
static const char *const turbulences[] = {
    [ROWS_LAMINAR] = "none", [ROWS_MIXING_LENGTH] = "mixing-length", NULL};
static const char *const walls[] = {
    [ROWS_NO_SLIP] = "no-slip", [ROWS_WALL_FUNCTIONS] = "functions", NULL};
static const char *const starts[] = {[ROWS_START_INFLOW] = "inflow",
                                     [ROWS_START_UNIFORM] = "uniform",
                                     [ROWS_START_VORTEX] = "vortex",
                                     [ROWS_START_SWIRL] = "swirl",
                                     NULL};

static const ria_key row_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(rows_row, name), .example = "rotor",
     .what = "Name of the row: that of a shape with blades, or of a zone's row in a file."},
    {"blades", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, OF(rows_row, blades), .example = "42",
     .what = "Blades of the whole circumference. Without it: those of the grid."},
    {"speed", RIA_KEY_QUANTITY, 0, RIA_ROTATION, .fallback = "0 rad/s", OF(rows_row, speed),
     .example = "6000 1/min", .what = "Speed of rotation, positive towards growing theta."},
    {0}};

static const ria_key plane_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(rows_plane, name), .example = "gap",
     .what = "Name of the plane."},
    {"kind", RIA_KEY_CHOICE, .choices = plane_kinds, .fallback = "mixing", OF(rows_plane, kind),
     .what = "`mixing`: each row gets the other's flow, averaged around the circumference. "
             "`sliding`: the unsteady flow."},
    {"between", RIA_KEY_TEXTS, RIA_KEY_REQUIRED, .count = offsetof(rows_plane, between_count),
     OF(rows_plane, between), .example = "[stator.exit, rotor.inlet]",
     .what = "The patches on its two sides, upstream first."},
    {"relax", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1, .fallback = "0.02",
     OF(rows_plane, relax),
     .what = "Of `mixing`: share of the difference between both sides that a step with Courant "
             "number 0.4 adopts; other steps in proportion."},
    {0}};

static const ria_key gas_keys[] = {
    {"cp", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_HEAT_CAPACITY, .fallback = "1005 J/kg/K", AT(gas.cp),
     .what = "Heat capacity at constant pressure."},
    {"gamma", RIA_KEY_QUANTITY, RIA_KEY_ABOVE | RIA_KEY_MOST, .least = 1, .most = 3,
     .fallback = "1.4", AT(gas.gamma), .what = "Ratio of specific heats."},
    {"viscosity", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_DYNAMIC_VISCOSITY, .fallback = "0 Pa s",
     AT(gas.viscosity), .what = "Dynamic viscosity; 0: none."},
    {"prandtl", RIA_KEY_QUANTITY, ABOVE_ZERO, .fallback = "0.72", AT(gas.prandtl),
     .what = "Prandtl number."},
    {0}};

static const ria_key boundary_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(rows_boundary, name), .example = "inlet",
     .what = "Patches: a name of the grid (`inlet`, `stator.blade`) or a face (`a.i-`); `default`: "
             "all others."},
    {"kind", RIA_KEY_CHOICE, RIA_KEY_REQUIRED, .choices = boundary_kinds, OF(rows_boundary, kind),
     .what = "`wall`: no flow through it, and with viscosity none along it; `slip`: no flow "
             "through it; `inflow`; `outflow`; `held`: the state of the start."},
    {"stagnation_pressure", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE,
     OF(rows_boundary, stagnation_pressure), .only = "kind", .only_for = "inflow",
     .what = "Stagnation pressure in the absolute frame."},
    {"stagnation_temperature", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TEMPERATURE,
     OF(rows_boundary, stagnation_temperature), .only = "kind", .only_for = "inflow",
     .what = "Stagnation temperature in the absolute frame."},
    {"yaw", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_ANGLE, .least = -180, .most = 180,
     .fallback = "0 deg", OF(rows_boundary, yaw), .only = "kind", .only_for = "inflow",
     .what = "Angle of the flow from the meridional plane towards growing theta (z in a Cartesian "
             "grid)."},
    {"pitch", RIA_KEY_QUANTITY, RIA_KEY_LEAST | RIA_KEY_MOST, RIA_ANGLE, .least = -180, .most = 180,
     .fallback = "0 deg", OF(rows_boundary, pitch), .only = "kind", .only_for = "inflow",
     .what =
         "Angle of the meridional flow from the axis towards growing r (y in a Cartesian grid)."},
    {"pressure", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE, OF(rows_boundary, pressure),
     .only = "kind", .only_for = "inflow|outflow",
     .what = "Static pressure. An inflow needs it if it is supersonic; others have none."},
    {"at", RIA_KEY_CHOICE, .choices = pressures_at, .fallback = "everywhere", OF(rows_boundary, at),
     .only = "kind", .only_for = "outflow",
     .what = "Place of the pressure of an outflow: `everywhere`, or the `hub`, from where it grows "
             "with the swirl."},
    {"temperature", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TEMPERATURE, OF(rows_boundary, temperature),
     .only = "kind", .only_for = "wall", .what = "Temperature of a wall. Without it: adiabatic."},
    {"speed", RIA_KEY_QUANTITY, 0, RIA_ROTATION, OF(rows_boundary, speed), .only = "kind",
     .only_for = "wall", .present = offsetof(rows_boundary, has_speed),
     .what = "Speed of a wall's rotation. Without it: that of its row."},
    {"along", RIA_KEY_QUANTITY, 0, RIA_SPEED, .fallback = "0 m/s", OF(rows_boundary, along),
     .only = "kind", .only_for = "wall", .what = "Speed of a wall along the axis (x)."},
    {"relax", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1, .fallback = "1",
     OF(rows_boundary, relax), .only = "kind", .only_for = "inflow",
     .what = "Share of a step's change of pressure that a subsonic inflow adopts."},
    {0}};

static const ria_key multigrid_keys[] = {
    {"levels", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .most = 3, .fallback = "0",
     AT(scheme.levels), .what = "Coarser levels; on the last one a cell is 2^levels cells wide."},
    {"factor", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 2, .fallback = "0.4",
     AT(scheme.factor), .what = "Share of its time step that a level takes."},
    {0}};

static const ria_key scheme_keys[] = {
    {"march", RIA_KEY_CHOICE, .choices = marches, .fallback = "scree", AT(scheme.march),
     .what = "`scree`: a step from the last two residuals; `rk4`: four stages."},
    {"second", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, .most = 1, .fallback = "0",
     AT(scheme.second), .what = "Factor of second differences: for shocks."},
    {"fourth", RIA_KEY_QUANTITY, NOT_NEGATIVE | RIA_KEY_MOST, .most = 0.1, .fallback = "0.01",
     AT(scheme.fourth), .what = "Factor of fourth differences."},
    {"feedback", RIA_KEY_QUANTITY, NOT_NEGATIVE, .fallback = "25", AT(scheme.feedback),
     .what = "Reduces changes of a node far above this many times the mean; 0: never."},
    {"turbulence", RIA_KEY_CHOICE, .choices = turbulences, .fallback = "none",
     AT(scheme.turbulence),
     .what = "`mixing-length`: eddy viscosity by Prandtl's mixing length, 0.41 times the distance "
             "to the nearest wall, damped near walls (van Driest)."},
    {"walls", RIA_KEY_CHOICE, .choices = walls, .fallback = "no-slip", AT(scheme.walls),
     .only = "turbulence", .only_for = "mixing-length",
     .what =
         "`no-slip`: the gas moves with the wall; the first cell is about one wall unit thick. "
         "`functions`: friction by wall functions; the first cell is 30 wall units thick or more."},
    {"mixing_length", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_LENGTH, AT(scheme.mixing_length),
     .only = "turbulence", .only_for = "mixing-length", .example = "2 mm",
     .what = "Longest mixing length. Without it: 0.03 times the pitch of a row; blocks without "
             "blades need it."},
    {"fluxes", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = fluxes, .fallback = "auto",
     AT(scheme.fluxes),
     .what = "`stored`: fluxes of faces are stored; `recomputed`: each cell computes its six "
             "faces, with fewer passes over memory; `auto`: `recomputed` on a GPU, else `stored`. "
             "The same bits."},
    {"multigrid", RIA_KEY_MAP, .keys = multigrid_keys, .shorthand = "levels",
     .what = "Coarser grids, for a faster steady flow."},
    {0}};

static const ria_key start_keys[] = {
    {"kind", RIA_KEY_CHOICE, .choices = starts, .fallback = "inflow", AT(start.kind),
     .what = "`inflow`: by the first inflow and outflow; `uniform`; `vortex`: isentropic, around "
             "the z axis; `swirl`: a free vortex around the x axis."},
    {"pressure", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_PRESSURE, AT(start.pressure),
     .what = "Static pressure; of `swirl` the stagnation pressure."},
    {"temperature", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TEMPERATURE, AT(start.temperature),
     .what = "Static temperature; of `vortex` at `radius`, of `swirl` the stagnation temperature."},
    {"vx", RIA_KEY_QUANTITY, 0, RIA_SPEED, .fallback = "0 m/s", AT(start.vx),
     .what = "Velocity along the axis, or x."},
    {"vr", RIA_KEY_QUANTITY, 0, RIA_SPEED, .fallback = "0 m/s", AT(start.vr),
     .what = "Velocity along r, or y."},
    {"vt", RIA_KEY_QUANTITY, 0, RIA_SPEED, .fallback = "0 m/s", AT(start.vt),
     .what = "Velocity along theta, or z; of `swirl` at `radius`."},
    {"radius", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_LENGTH, .fallback = "1 m", AT(start.radius),
     .what = "Radius of `vortex` and `swirl`."},
    {"mach", RIA_KEY_QUANTITY, ABOVE_ZERO, .fallback = "1", AT(start.mach),
     .what = "Of `vortex`: Mach number at `radius`."},
    {0}};

const ria_key rows_keys[] = {
    {"rows", RIA_KEY_LIST, .keys = row_keys, .identity = "name", LIST(row, rows, rows_row),
     .what = "Blade rows: their speeds, and numbers of blades if the grid has none. Only of the "
             "solver `rows`."},
    {"planes", RIA_KEY_LIST, .keys = plane_keys, .identity = "name",
     LIST(plane, planes, rows_plane), .what = "Planes between blade rows, of the solver `rows`."},
    {"gas", RIA_KEY_MAP, .keys = gas_keys, .what = "Gas of the solver `rows`."},
    {"scheme", RIA_KEY_MAP, .keys = scheme_keys, .what = "Scheme of the solver `rows`."},
    {"start", RIA_KEY_MAP, .keys = start_keys, .shorthand = "kind",
     .what = "Flow at the start, of the solver `rows`."},
    {"boundaries", RIA_KEY_LIST, .keys = boundary_keys, .identity = "name", .shorthand = "kind",
     LIST(boundary, boundaries, rows_boundary),
     .what = "Conditions on the patches of the grid, of the solver `rows`."},
    {0}};
