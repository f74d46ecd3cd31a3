/* The schema of a case: the table of its keys. ria/schema.h explains the columns. */
#include "ria/schema.h"
#include "ria/case_field.h"
#include "members.h"

/* Choices are stored by their position, as the enum counts them. */
static const char *const step_modes[] = {
    [RIA_STEP_WINDOW] = "window", [RIA_STEP_EXACT] = "exact", [RIA_STEP_FIXED] = "fixed", NULL};
static const char *const precisions[] = {[RIA_SINGLE] = "single", [RIA_DOUBLE] = "double", NULL};
static const char *const schemes[] = {[RIA_TILING_CLASSIC] = "classic",
                                      [RIA_TILING_EXPANSION] = "expansion",
                                      [RIA_TILING_AUTO] = "auto",
                                      [RIA_TILING_SWEPT] = "swept",
                                      NULL};
/* 1 + a ria_line_variant; 0: chosen by ria. */
static const char *const variants[] = {"auto", RIA_LINE_VARIANT_LIST(RIA_LINE_VARIANT_NAME) NULL};
static const char *const gpu_memories[] = {
    [RIA_GPU_RESIDENT] = "resident", [RIA_GPU_STAGED] = "staged", NULL};
static const char *const cell_machines[] = {RIA_PPE_MACHINE_LIST(RIA_PPE_MACHINE_NAME) NULL};
static const char *const cell_watches[] = {[RIA_WATCH_FAST] = "fast",
                                           [RIA_WATCH_CHECKED] = "checked",
                                           [RIA_WATCH_MODELLED] = "modelled",
                                           NULL};
const char *const ria_case_sides[] = {
    [RIA_WEST] = "west", [RIA_EAST] = "east", [RIA_SOUTH] = "south", [RIA_NORTH] = "north", NULL};
static const char *const periodic_axes[] = {"none", "x",  "y",  "xy", /* bits of ria_periodic */
                                            "z",    "xz", "yz", "xyz", NULL};
static const char *const positives[] = {
    [RIA_POSITIVE_UP] = "up", [RIA_POSITIVE_DOWN] = "down", NULL};
static const char *const crops[] = {[RIA_CROP_NONE] = "none", [RIA_CROP_AUTO] = "auto", NULL};
static const char *const implicit_schemes[] = {
    [RIA_SCHEME_EULER] = "euler", [RIA_SCHEME_BDF2] = "bdf2", NULL};

static const ria_key time_keys[] = {
    {"start", RIA_KEY_INSTANT, CASE(time.start), CASE_PRESENT(time.has_start),
     .example = "2024-03-01T00:00:00Z",
     .what = "Start of the run, ISO 8601, UTC without an offset. A tide needs it."},
    {"end", RIA_KEY_END, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | ABOVE_ZERO, RIA_TIME,
     CASE(time.end), .instead = "steps", .example = "6 h",
     .what = "Length of the run, or the date and time of its end."},
    {"steps", RIA_KEY_INTEGER, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST, .least = 1,
     CASE(time.steps), .instead = "end", .example = "1000",
     .what = "Number of time steps. A run to be continued should end at a multiple of `window`."},
    {"cfl", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 100, .fallback = "0.45",
     .varies = "`0.9` with `numerics.order: 2`", CASE(time.cfl),
     .what = "Courant number: fraction of the stable time step."},
    {"step", RIA_KEY_CHOICE, .choices = step_modes, .fallback = "window", CASE(time.step),
     .what =
         "Choice of the time step: for each `window` of steps, `exact` for each step, or `fixed`."},
    {"window", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 1000000,
     .fallback = "8", CASE(time.window), .what = "Steps that share a time step (`step: window`)."},
    {"guard", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1, .fallback = "0.97",
     CASE(time.guard),
     .what =
         "Share of the estimated step that a window takes; a smaller one repeats fewer windows."},
    {"dt", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TIME, CASE(time.dt), .only = "step",
     .only_for = "fixed", .example = "0.5 s", .what = "The time step; needed with `step: fixed`."},
    {"until_residual", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, .most = 1,
     CASE(time.until_residual), .example = "1e-6",
     .what = "Solver `rows`: ends a steady run when the change of a step falls to this share of "
             "the largest."},
    {"steps_per_passing", RIA_KEY_INTEGER, RIA_KEY_LEAST, .least = 1, CASE(time.steps_per_passing),
     .example = "200",
     .what = "Solver `rows`: time steps in which a blade passes one of the next row. Without it: "
             "steady flow, with a time step for each cell."},
    /* No default, so that hashes of older cases stay the same. */
    {"scheme", RIA_KEY_CHOICE, .choices = implicit_schemes, CASE(time.scheme), .example = "bdf2",
     .what = "Solver `bwaves`: implicit Euler (order 1) or BDF2 (order 2). Without it: `euler`."},
    {"max_dt", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s", CASE(time.max_dt),
     .what = "Upper bound of the time step; 0: none."},
    {0}};

/* As ria_block_shapes counts them. */
static const char *const block_shapes[] = {"box",  "sector", "radial-sector", "ring",
                                           "bump", "wedge",  "blade-passage", NULL};

static const ria_key block_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED | RIA_KEY_FOLDER, OF(ria_case_block, name),
     .example = "a", .what = "Name of letters, digits, `-` and `_`."},
    {"cells", RIA_KEY_CELLS, RIA_KEY_REQUIRED | RIA_KEY_MOST, .most = 1 << 24, .axes = 3,
     OF(ria_case_block, cells[0]), .example = "[64, 64, 32]", .what = "Cells along i, j, k."},
    {"extent", RIA_KEY_EXTENT, RIA_KEY_REQUIRED, .axes = 3, OF(ria_case_block, low[0]),
     .instead = "shape", .example = "[0 m, 0 m, 0 m, 1 m, 1 m, 0.5 m]",
     .what = "Corners `[x0, y0, z0, x1, y1, z1]` in space."},
    {"axes", RIA_KEY_TEXTS, .count = offsetof(ria_case_block, axes_count), OF(ria_case_block, axes),
     .example = "[+y, -x, +z]", .what = "Directions of i, j, k in space. Without it: x, y, z."},
    {"tiles", RIA_KEY_CELLS, RIA_KEY_NOT_ANSWER | RIA_KEY_MOST, .most = 65536, .axes = 3,
     .fallback = "auto", OF(ria_case_block, tiles[0]), .example = "2x2x1",
     .what = "Tiles along i, j, k; `auto`: those of the key `tiles`."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"shape", RIA_KEY_CHOICE, .choices = block_shapes, OF(ria_case_block, shape),
     .present = offsetof(ria_case_block, has_shape), .instead = "extent", .example = "sector",
     .what = "A block of nodes by formula ([rows-grids.md](rows-grids.md))."},
    {"row", RIA_KEY_TEXT, SHAPE("sector|radial-sector|blade-passage"), OF(ria_case_block, by.row),
     .example = "rotor",
     .what = "Name of the blade row. Without it: the block's name, if `blades` is given."},
    {"x", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2,
     SHAPE("box|sector|radial-sector|bump|blade-passage"), OF(ria_case_block, by.x[0]),
     .example = "[0 m, 0.1 m]", .what = "Low and high end along x."},
    {"y", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2, SHAPE("box"),
     OF(ria_case_block, by.y[0]), .example = "[0 m, 0.1 m]", .what = "Low and high end along y."},
    {"z", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2, SHAPE("box|ring|bump|wedge"),
     OF(ria_case_block, by.z[0]), .example = "[0 m, 0.1 m]", .what = "Low and high end along z."},
    {"r", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_LENGTH, .axes = 2,
     SHAPE("sector|radial-sector|ring|blade-passage"), OF(ria_case_block, by.r[0]),
     .example = "[0.4 m, 0.5 m]", .what = "Radii: inner and outer, or hub and casing."},
    {"theta", RIA_KEY_QUANTITIES, RIA_KEY_REQUIRED, RIA_ANGLE, .axes = 2,
     SHAPE("sector|radial-sector|ring"), OF(ria_case_block, by.theta[0]),
     .example = "[0 deg, 10 deg]", .what = "Low and high end around the axis."},
    {"height", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_LENGTH, SHAPE("bump|wedge"),
     OF(ria_case_block, by.height), .example = "0.8 m", .what = "Height at the inlet."},
    {"bump", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | NOT_NEGATIVE, RIA_LENGTH, SHAPE("bump"),
     OF(ria_case_block, by.bump), .example = "0.0625 m",
     .what = "Height of the bump on the lower wall."},
    {"stretch", RIA_KEY_QUANTITIES, ABOVE_ZERO, RIA_NUMBER, .axes = 3,
     SHAPE("box|sector|radial-sector|ring|bump|blade-passage"), OF(ria_case_block, by.stretch[0]),
     .example = "[1, 4, 1]",
     .what = "Length of the last cell over that of the first along i, j, k, at a constant ratio. "
             "Without it: 1; across the ring of a blade passage 3."},
    {"wavy", RIA_KEY_QUANTITY, 0, RIA_NUMBER, SHAPE("box"), OF(ria_case_block, by.wavy),
     .example = "0.5", .what = "Displaces inner nodes by waves of this height, in cells."},
    {"blades", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 100000,
     SHAPE("sector|radial-sector|blade-passage"), OF(ria_case_block, by.blades), .example = "36",
     .what = "Blades of the whole row; the passage repeats after 360 deg / `blades`."},
    {"copies", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1, .most = 100000,
     SHAPE("blade-passage"), OF(ria_case_block, by.copies), .example = "3",
     .what = "Passages side by side. Without it: 1."},
    {"straight", RIA_KEY_INTEGER, RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0, .most = 1000,
     SHAPE("blade-passage"), OF(ria_case_block, by.straight), .example = "2",
     .what = "Layers of nodes at inlet and exit with one x and equal distances around the axis; a "
             "sliding plane needs 2. Without it: 0."},
    {"cut", RIA_KEY_CELLS, RIA_KEY_MOST, .most = 65536, .axes = 3,
     SHAPE("box|sector|radial-sector|ring|bump|wedge|blade-passage"), OF(ria_case_block, by.cut[0]),
     .example = "[1, 1, 2]",
     .what = "Blocks that each block is cut into along i, j, k (a blade passage: k alone). Without "
             "it: 1."},
    {"chord", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_LENGTH, SHAPE("blade-passage"),
     OF(ria_case_block, by.chord), .example = "0.1 m", .what = "Length of the blade's section."},
    {"stagger", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_ANGLE, SHAPE("blade-passage"),
     OF(ria_case_block, by.stagger), .example = "30 deg",
     .what = "Angle of the chord to the x axis, positive towards growing theta."},
    {"camber", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_ANGLE, SHAPE("blade-passage"),
     OF(ria_case_block, by.camber), .example = "30 deg",
     .what = "Angle of the camber line at the nose less that at the tail."},
    {"thickness", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | ABOVE_ZERO, RIA_NUMBER,
     SHAPE("blade-passage"), OF(ria_case_block, by.thickness), .example = "0.1",
     .what = "Largest thickness of the section, in chords."},
    {0}};

static const ria_key joint_keys[] = {
    {"faces", RIA_KEY_TEXTS, RIA_KEY_REQUIRED, .count = offsetof(ria_case_joint, faces_count),
     OF(ria_case_joint, faces), .example = "[a.i+, b.j-]",
     .what = "The two faces: block, axis i, j or k, and `-` for the low or `+` for the high side, "
             "such as `a.i+`."},
    {"map", RIA_KEY_TEXTS, .count = offsetof(ria_case_joint, map_count), OF(ria_case_joint, map),
     .example = "[+2, -1, +3]",
     .what = "Axis and direction of the second block for each axis of the first. Without it: the "
             "same; of nodes, by their places."},
    {"turn", RIA_KEY_QUANTITY, RIA_KEY_NOT_ZERO, RIA_ANGLE, OF(ria_case_joint, turn),
     .present = offsetof(ria_case_joint, has_turn), .instead = "shift", .example = "10 deg",
     .what = "Grids of nodes: angle around the x axis between the faces of a repeating grid."},
    {"shift", RIA_KEY_QUANTITIES, 0, RIA_LENGTH, .axes = 3, OF(ria_case_joint, shift[0]),
     .present = offsetof(ria_case_joint, has_shift), .instead = "turn",
     .example = "[0 m, 1 m, 0 m]",
     .what = "Grids of nodes: distance between the faces of a repeating grid."},
    {0}};

static const ria_key grid_keys[] = {
    {"resolution", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_LENGTH, CASE(grid.resolution),
     .instead = "cells",
     .what = "Size of a cell. Without it and `cells`: that of the bathymetry file."},
    {"cells", RIA_KEY_CELLS, RIA_KEY_MOST, .most = 1 << 24, CASE(grid.cells[0]), .axes = 3,
     .instead = "resolution", .example = "[400, 300]",
     .what = "Number of cells: `[nx, ny]` or `NXxNY`; in a box also along z."},
    {"extent", RIA_KEY_EXTENT, CASE(grid.low[0]), .axes = 3, CASE_PRESENT(grid.has_extent),
     .example = "[0 m, 0 m, 10 km, 8 km]",
     .what = "Corners of the domain; of a box `[x0, y0, z0, x1, y1, z1]`. Needed with a bathymetry "
             "shape. Without it: all of the file."},
    {"crs", RIA_KEY_TEXT, CASE(grid.crs), .example = "EPSG:32629",
     .what = "Coordinate reference system, projected, in metres; `local`: a plane of its own, such "
             "as a flume. Without it: the file's."},
    /* No default, so that hashes of older cases stay the same. */
    {"periodic", RIA_KEY_CHOICE, .choices = periodic_axes, CASE(grid.periodic), .example = "x",
     .what = "Periodic axes: `x` joins west and east, `y` south and north. These sides have no "
             "`boundaries`. Without it: none."},
    {"file", RIA_KEY_FILE, CASE(grid.file), .instead = "blocks", .example = "stage.cgns",
     .what = "Blocks of nodes from a CGNS or PLOT3D file, for solvers that store fields on nodes "
             "([rows-grids.md](rows-grids.md))."},
    {"turn", RIA_KEY_QUANTITY, ABOVE_ZERO | RIA_KEY_MOST, RIA_ANGLE, .most = 180, CASE(grid.turn),
     .example = "10 deg",
     .what = "Angle around the x axis after which the grid of the file repeats, if the file has "
             "none: faces this far apart are joined."},
    {"blocks", RIA_KEY_LIST, .keys = block_keys, .identity = "name", .instead = "file",
     CASE(grid.block), CASE_COUNT(grid.blocks, ria_case_block),
     .what = "Blocks of the domain, `{NAME: {cells, extent}, ...}`, instead of `cells` and "
             "`extent`. Coincident faces are joined."},
    {"joints", RIA_KEY_LIST, .word = "auto", .keys = joint_keys, CASE(grid.joint),
     CASE_COUNT(grid.joints, ria_case_joint),
     .what = "Joined faces of blocks, if not the coincident ones; `auto`: the coincident ones, "
             "also if a file has joints."},
    {0}};

#define BED(member)                                                                                \
  .offset = offsetof(ria_case_bed, member), .size = sizeof(((ria_case_bed *)0)->member)
#define BED_PRESENT(member) .present = offsetof(ria_case_bed, member)

static const ria_key bathymetry_keys[] = {
    {"file", RIA_KEY_FILE, RIA_KEY_REQUIRED, RIA_FIELD_AT(file), .instead = "shape",
     .example = "bed.asc",
     .what = "Bed elevations: a raster that GDAL reads, or a file of `ria import`."},
    {"shape", RIA_KEY_BED_SHAPE, RIA_KEY_REQUIRED, RIA_FIELD_AT(shape), .instead = "file",
     .example = "{kind: flat}",
     .what = "A bed by formula, `{kind: NAME, parameter: value, ...}`, see below."},
    {"offset", RIA_KEY_QUANTITY, 0, RIA_LENGTH, .fallback = "0 m", BED(offset),
     .what = "Added to the elevations: from the chart's datum to the reference level."},
    /* No defaults, so that hashes of older cases stay the same. */
    {"positive", RIA_KEY_CHOICE, .choices = positives, BED(positive), .example = "down",
     .what = "Values are elevations (`up`) or depths (`down`). Without it: `up`."},
    RIA_FIELD_FILE_KEYS("the bed", "m"),
    {"nodata", RIA_KEY_TEXTS, RIA_KEY_OR_TEXT, .count = offsetof(ria_case_field, nodata_count),
     RIA_FIELD_AT(nodata_words), .example = "[-9999, land]",
     .what = "Values that mean no data, besides those that the file declares, or `none`; and the "
             "treatment of cells without data, `error` or `land`. Without it: `error`."},
    {"nodata_level", RIA_KEY_QUANTITY, 0, RIA_LENGTH, BED(nodata_level),
     BED_PRESENT(has_nodata_level), .example = "10 m",
     .what = "Bed elevation of that land. Without it: that of the highest cell, at least 10 m."},
    {"crop", RIA_KEY_CHOICE, .choices = crops, BED(crop), .example = "auto",
     .what = "`auto`: crop the domain to the largest rectangle without margins of no data. Without "
             "it: `none`."},
    {0}};

static const ria_key surface_keys[] = {
    RIA_FIELD_KEYS("the water's level", "m", RIA_LENGTH, 0, .least = 0, .most = 0, "0.5 m"), {0}};
static const ria_key depth_keys[] = {RIA_FIELD_KEYS("the water's depth", "m", RIA_LENGTH,
                                                    RIA_KEY_LEAST, .least = 0, .most = 0, "0.5 m"),
                                     {0}};
static const ria_key velocity_part_keys[] = {
    RIA_FIELD_KEYS("the velocity", "m/s", RIA_SPEED, 0, .least = 0, .most = 0, "0.1 m/s"), {0}};

static const ria_key velocity_keys[] = {
    {"x", RIA_KEY_FIELD, RIA_KEY_REQUIRED, CASE(initial.u), .keys = velocity_part_keys,
     .shorthand = "value", .example = "u.tif", .what = "Component along x, to the east."},
    {"y", RIA_KEY_FIELD, RIA_KEY_REQUIRED, CASE(initial.v), .keys = velocity_part_keys,
     .shorthand = "value", .example = "v.tif", .what = "Component along y, to the north."},
    {0}};

static const ria_key initial_keys[] = {
    {"level", RIA_KEY_LEVEL, 0, RIA_LENGTH, .fallback = "0 m", CASE(initial.level),
     .field = "surface",
     .what = "Level of the still water, above the reference. `tide`: that of the first boundary "
             "with a level. A map or the name of a raster stands for `surface`."},
    {"surface", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, CASE(initial.surface),
     CASE_PRESENT(initial.has_surface), .keys = surface_keys, .shorthand = "value",
     .instead = "depth", .example = "level.tif",
     .what = "Level in each cell: a raster, or polygons such as lakes. Cells whose level is below "
             "the bed are dry."},
    {"depth", RIA_KEY_FIELD, RIA_KEY_OPTIONAL, CASE(initial.depth), CASE_PRESENT(initial.has_depth),
     .keys = depth_keys, .shorthand = "value", .instead = "surface", .example = "depth.tif",
     .what = "Depth of the water in each cell."},
    {"velocity", RIA_KEY_MAP, RIA_KEY_OPTIONAL, CASE_PRESENT(initial.has_velocity),
     .keys = velocity_keys, .example = "{x: u.tif, y: v.tif}",
     .what = "Velocity in each cell. Without it: the water rests."},
    {"shape", RIA_KEY_START_SHAPE, CASE(initial.shape), .instead = "file",
     .example = "{kind: column}",
     .what = "A start by formula, `{kind: NAME, parameter: value, ...}`, see below."},
    {"concentration", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_CONCENTRATION, .fallback = "0",
     CASE(initial.concentration), .field = "concentrations", .instead = "concentrations",
     .what = "Concentration of the tracer everywhere; of several tracers `{NAME: value, ...}`."},
    {"concentrations", RIA_KEY_LIST, RIA_KEY_OF_TRACER, .keys = case_concentration_keys,
     .identity = "tracer", .shorthand = "value", .instead = "concentration", CASE(initial.each),
     CASE_COUNT(initial.concentrations, ria_case_concentration), .example = "{dye: 1, salt: 35}",
     .what = "Concentrations of several tracers, by name; 0 of the others."},
    {"file", RIA_KEY_FILE, CASE(initial.file), .instead = "shape", .example = "checkpoint.h5",
     .what = "A checkpoint, or a history, to start from."},
    {"time", RIA_KEY_TEXT, CASE(initial.time), .example = "2021-03-01T06:00",
     .what = "Record of a history: an instant, or the time since the start of that run (`6 h`). "
             "Without it: the last one."},
    {0}};

static const ria_key tiling_keys[] = {
    {"scheme", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = schemes, .fallback = "auto",
     CASE(scheme),
     .what = "`classic`: exchange every step; `expansion`: every `depth` steps, with as many rows "
             "of ghost cells; `swept`: twice in `steps` steps ([swept.md](swept.md)); `auto`: "
             "`expansion` on GPUs with several tiles, else `classic`."},
    {"depth", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 64, .fallback = "1", CASE(depth), .what = "Steps between exchanges; 1 for `classic`."},
    {"steps", RIA_KEY_INTEGER, RIA_KEY_REQUIRED | RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 2, .most = 1000000, CASE(swept_steps), .only = "scheme", .only_for = "swept",
     .example = "64",
     .what = "Steps of two triangles, one on the other: at most `time.window`; tiles must be wide "
             "enough. `node` decides for a line on a GPU."},
    {"variant", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = variants, CASE(variant),
     .only = "scheme", .only_for = "auto|swept|classic", .example = "packed",
     .what = "Method for a line (a grid of one row) on a GPU: `shared`, `register`, `hybrid` or "
             "`packed` (`swept`); `launch`, `graph` or `persistent` (`classic`). `auto`: `packed` "
             "with `swept`, ordinary steps with `classic`."},
    {"node", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 8192, CASE(node), .only = "scheme", .only_for = "auto|swept|classic", .example = "256",
     .what = "Points of a node of such a line; with `swept` they divide the points. Without it: "
             "chosen by the line's length."},
    {"points", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 16, CASE(points), .only = "scheme", .only_for = "auto|swept|classic", .example = "4",
     .what = "Points of a thread: a power of two that divides half a node; 1 of `shared`, "
             "`register` and `hybrid`. Without it: chosen by the line's length."},
    {0}};

static const ria_key gpu_keys[] = {
    {"memory", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = gpu_memories, .fallback = "resident",
     CASE(gpu.memory),
     .what = "Tiles stay in the GPU's memory (`resident`), or in main memory and are moved to the "
             "GPU in turn (`staged`)."},
    {"workers", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0,
     .most = 1024, .fallback = "0", CASE(gpu.workers),
     .what =
         "CPU workers of a process that take tiles beside its GPUs (run `ria calibrate` first)."},
    {0}};

static const ria_key cell_keys[] = {
    {"machine", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = cell_machines,
     .fallback = "powerxcell-8i", CASE(cell.machine), .what = "The emulated Cell."},
    {"spes", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 0,
     .most = 16, .fallback = "0", CASE(cell.spes),
     .what = "SPEs of a Cell; more than 8: a blade of two chips; 0: all of a chip's."},
    {"watch", RIA_KEY_CHOICE, RIA_KEY_NOT_ANSWER, .choices = cell_watches, .fallback = "fast",
     CASE(cell.watch),
     .what = "Checks of the SPEs: transfers (`fast`), also loads and stores (`checked`), also the "
             "time of a real Cell (`modelled`)."},
    {0}};

static const ria_key observed_keys[] = {
    {"level", RIA_KEY_SERIES, 0, RIA_LENGTH, OF(ria_case_gauge, observed.level),
     .example = "vigo.csv", .what = "Water level, above the case's reference level."},
    {"speed", RIA_KEY_SERIES, NOT_NEGATIVE, RIA_SPEED, OF(ria_case_gauge, observed.speed),
     .example = "current.csv", .what = "Speed of the water."},
    {0}};

static const ria_key point_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_REQUIRED, OF(ria_case_gauge, name), .example = "Cambados",
     .what = "Name: a column of gauges.csv."},
    {"at", RIA_KEY_POINT, RIA_KEY_REQUIRED, .axes = 3, OF(ria_case_gauge, x),
     .example = "[515 km, 4706 km]", .what = "Where: `[x, y]`."},
    {"observed", RIA_KEY_MAP, .keys = observed_keys, .shorthand = "level",
     .what = "Observations (`vigo.csv` alone: levels), compared with the run at its end."},
    {0}};

static const ria_key gauges_keys[] = {
    {"every", RIA_KEY_QUANTITY, ABOVE_ZERO, RIA_TIME, .fallback = "10 min", CASE(gauge_every),
     .what = "Time between two values."},
    {"points", RIA_KEY_LIST, .keys = point_keys, .identity = "name", .shorthand = "at", CASE(gauge),
     CASE_COUNT(gauges, ria_case_gauge), .what = "The gauges."},
    {0}};

static const ria_key output_keys[] = {
    {"every", RIA_KEY_QUANTITY, NOT_NEGATIVE, RIA_TIME, .fallback = "0 s", CASE(output.every),
     .what = "Time between two states in history.h5; 0: the start and the end."},
    {"maps", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_OR_BOOL | RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 0, .most = 1000000, CASE(output.maps),
     .present = offsetof(ria_case, output.maps_given), .example = "8",
     .what = "Number of states drawn as maps of each field, evenly spread; 1: the last; `true`: "
             "all; `false`: no pictures. Without it: 8; of a steady flow and of a box 1."},
    {"window", RIA_KEY_QUANTITY, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_TIME, .fallback = "0 s",
     CASE(output.window), .example = "1 h",
     .what = "Solver `estuary`: each state also has the means of level, velocity and the first "
             "tracer over this time before it, from every step. At most `every`; 0: none."},
    {"history", RIA_KEY_BOOL, RIA_KEY_NOT_ANSWER, .fallback = "true", CASE(output.history),
     .what = "Write history.h5."},
    {"fields", RIA_KEY_TEXTS, RIA_KEY_NOT_ANSWER | RIA_KEY_OR_TEXT,
     .count = offsetof(ria_case, output.fields_count), CASE(output.fields),
     .example = "[level, speed]",
     .what = "Variables of history.h5 and its maps; `speed` stands for the velocities. A start "
             "from the history needs those of the state. Without it: all."},
    {"from", RIA_KEY_END, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_TIME, CASE(output.from),
     .example = "24 h",
     .what = "First state of history.h5: time since the start, or date and time. Time steps do not "
             "depend on it."},
    {"until", RIA_KEY_END, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_TIME, CASE(output.until),
     .example = "48 h", .what = "Last state, likewise. Without it: the end of the run."},
    {"region", RIA_KEY_EXTENT, RIA_KEY_NOT_ANSWER, CASE(output.low[0]), .axes = 2,
     CASE_PRESENT(output.has_region), .example = "[2 km, 2 km, 6 km, 5 km]",
     .what = "Part of the plane in history.h5 and its maps: cells whose centres lie in it. Without "
             "it: the whole grid."},
    {0}};

static const ria_key checkpoint_keys[] = {
    {"every", RIA_KEY_QUANTITY, RIA_KEY_NOT_ANSWER | NOT_NEGATIVE, RIA_TIME, .fallback = "0 s",
     CASE(checkpoint.every), .what = "Simulated time between two checkpoints; 0: one at the end."},
    {"keep", RIA_KEY_INTEGER, RIA_KEY_NOT_ANSWER | RIA_KEY_LEAST | RIA_KEY_MOST, .least = 1,
     .most = 1000000, .fallback = "2", CASE(checkpoint.keep),
     .what = "Number of checkpoints to keep, the newest ones."},
    {0}};

const ria_key ria_case_keys[] = {
    {"name", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER | RIA_KEY_FOLDER, CASE(name), .example = "arousa",
     .what = "Name of the case; `NAME-run` is the run's folder. Without it: the file's name. No "
             "`/`, at most 200 bytes."},
    {"title", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, CASE(title), .example = "A week of tides",
     .what = "Title for pictures and files."},
    {"solver", RIA_KEY_NAME, NAMES(solvers), .fallback = "estuary", CASE(solver),
     .what = "The solver; the default is shallow water with tracers."},
    {"time", RIA_KEY_MAP, .keys = time_keys, .shorthand = "end",
     .what = "Start, end and time steps."},
    {"grid", RIA_KEY_MAP, .keys = grid_keys, .shorthand = "resolution", .what = "The mesh."},
    {"bathymetry", RIA_KEY_FIELD, RIA_KEY_CHOSEN, CASE(bathymetry), .keys = bathymetry_keys,
     .shorthand = "file", .what = "The bed."},
    {"initial", RIA_KEY_MAP, RIA_KEY_CHOSEN, .keys = initial_keys, .shorthand = "level",
     .what = "The start."},
    {"precision", RIA_KEY_CHOICE, .choices = precisions, .fallback = "single", CASE(precision),
     .what = "Floating-point precision of the computation."},
    {"target", RIA_KEY_NAME, RIA_KEY_NOT_ANSWER, NAMES(targets), .fallback = "cpu", CASE(target),
     .what = "The processor; `auto`: the GPUs if they can take the run, else the CPUs."},
    {"strategy", RIA_KEY_TEXT, RIA_KEY_NOT_ANSWER, CASE(strategy), .example = "simd",
     .what = "Loop over cells (`ria kernels` lists them). Without it: the target's fastest."},
    {"tiles", RIA_KEY_CELLS, RIA_KEY_NOT_ANSWER | RIA_KEY_MOST, .most = 65536, .fallback = "auto",
     CASE(tiles[0]), .axes = 3, .example = "3x2",
     .what = "Tiles along x and y: `NXxNY`, `[nx, ny]`, or `auto`; in a box also along z."},
    {"time_tiling", RIA_KEY_MAP, .keys = tiling_keys, .shorthand = "scheme",
     .what = "Steps of a tile between exchanges."},
    {"gpu", RIA_KEY_MAP, .keys = gpu_keys, .shorthand = "memory",
     .what = "Use of GPUs (target `cuda`)."},
    {"cell", RIA_KEY_MAP, .keys = cell_keys, .shorthand = "machine",
     .what = "Emulated Cells (target `cell`)."},
    {"gravity", RIA_KEY_QUANTITY, RIA_KEY_CHOSEN | ABOVE_ZERO, RIA_ACCELERATION,
     .fallback = "9.81 m/s2", CASE(gravity), .what = "Acceleration of gravity."},
    {"dry", RIA_KEY_QUANTITY, RIA_KEY_CHOSEN | ABOVE_ZERO, RIA_LENGTH, .fallback = "0.001 m",
     CASE(dry), .what = "Depth at and below which a cell counts as dry."},
    {"tracers", RIA_KEY_LIST, RIA_KEY_CHOSEN | RIA_KEY_OF_TRACER, .keys = case_tracer_keys,
     .identity = "name", CASE(each_tracer), CASE_COUNT(tracers, ria_case_tracer),
     .what = "Tracers in the water: one; with the solver `estuary` up to ten."},
    {"rivers", RIA_KEY_LIST, RIA_KEY_CHOSEN, .keys = case_river_keys, .identity = "name",
     CASE(river), CASE_COUNT(rivers, ria_case_river), .what = "Rivers that flow into the domain."},
    {"boundaries", RIA_KEY_LIST, RIA_KEY_CHOSEN, .keys = case_boundary_keys, .identity = "side",
     .shorthand = "kind", CASE(boundary), CASE_COUNT(boundaries, ria_case_boundary),
     .what = "Conditions at the sides. Without one: a wall."},
    {"gauges", RIA_KEY_MAP, .keys = gauges_keys, .shorthand = "points",
     .what = "Places whose values over time are written to gauges.csv."},
    {"output", RIA_KEY_MAP, .keys = output_keys, .shorthand = "every", .what = "Output files."},
    {"checkpoint", RIA_KEY_MAP, .keys = checkpoint_keys, .shorthand = "every",
     .what = "Checkpoints, from which a run can continue."},
    {0}};
